//! Where nothing is wrong nothing is said, and where octets are damaged at
//! random seldom anything.

use std::collections::BTreeMap;

use inspect::diagnosis::Cause;

use crate::support;

#[test]
fn healthy_blocks_have_no_diagnosis() {
    for connection in support::all() {
        let mut session = connection.session();
        for number in 0..session.blocks().len() {
            let found = session.diagnose(number);
            assert!(
                found.is_empty(),
                "{} block {number}: {found:#?}",
                connection.name
            );
        }
    }
}

/// Numbers that look random and are the same in every run: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// One octet of one block is changed, left out or put in. What is then said of
/// the damaged block itself is a story; an index that became one higher or
/// lower is not, since that is what happened.
#[test]
fn random_damage_seldom_has_a_story() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut failing = 0;
    let mut stories = 0;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for connection in support::all() {
        for _ in 0..12 {
            let number = random.below(connection.blocks.len());
            let mut damaged = connection.clone();
            let octets = &mut damaged.blocks[number].octets;
            let at = random.below(octets.len());
            let other = random.below(256) as u8;
            match random.below(4) {
                0 => octets[at] ^= 1 << random.below(8),
                1 => octets[at] = other,
                2 => octets.insert(at, other),
                _ => {
                    octets.remove(at);
                }
            }
            let mut session = damaged.session();
            if session.blocks()[number].fault.is_none() {
                continue;
            }
            failing += 1;
            let found = session.diagnose(number);
            if let Some(best) = found
                .first()
                .filter(|best| best.cause != Cause::IndexOffByOne)
            {
                stories += 1;
                *kinds.entry(format!("{:?}", best.cause)).or_default() += 1;
                if std::env::var_os("VERBOSE").is_some() {
                    eprintln!("{} block {number}, octet {at}: {found:#?}", connection.name);
                }
            }
        }
    }
    eprintln!("{stories} stories about {failing} blocks damaged at random: {kinds:?}");
    assert!(stories * 10 <= failing, "{stories} of {failing}: {kinds:?}");
}
