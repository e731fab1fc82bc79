//! One suite over every engine.

use proptest::prelude::*;

use super::*;
use crate::{List, Visitor};

struct Boxed;

impl<L: StaticLookUp + Default + 'static> Visitor<L, Box<dyn StaticLookUp>> for Boxed {
    fn visit(self) -> Box<dyn StaticLookUp> {
        Box::new(L::default())
    }
}

/// Runs the check with each engine in turn.
fn with_each(check: impl Fn(&str, &dyn StaticLookUp)) {
    for number in 0..Engines::COUNT {
        check(Engines::entry(number).id, &*Engines::visit(number, Boxed));
    }
}

/// Reference implementation.
fn expected(name: &[u8], value: &[u8]) -> Option<Match> {
    let all = || {
        (1..)
            .zip(ENTRIES)
            .filter(|(_, (its, _))| its.as_bytes() == name)
    };
    let whole = all().find(|(_, (_, its))| its.as_bytes() == value);
    let any = whole.or_else(|| all().next());
    any.map(|(index, _)| Match {
        index,
        value: whole.is_some(),
    })
}

fn assert_finds(name: &[u8], value: &[u8]) {
    let whole = expected(name, value);
    let first = (1..)
        .zip(ENTRIES)
        .find_map(|(index, (its, _))| (its.as_bytes() == name).then_some(index));
    with_each(|id, engine| {
        let of = || format!("{id}: {}: {}", name.escape_ascii(), value.escape_ascii());
        assert_eq!(engine.find(name, value), whole, "{}", of());
        assert_eq!(engine.find_name(name), first, "{}", of());
    });
}

#[test]
fn equal_names_are_adjacent_up_to_14() {
    assert_eq!(LAST_REPEAT, 14);
    for (i, (name, _)) in ENTRIES.iter().enumerate() {
        let last = ENTRIES
            .iter()
            .rposition(|(other, _)| other == name)
            .unwrap();
        assert!(ENTRIES[i..=last].iter().all(|(other, _)| other == name));
    }
}

#[test]
fn known_indices() {
    let of = |index, value| Some(Match { index, value });
    let cases = [
        (":authority", "", of(1, true)),
        (":authority", "www.example.com", of(1, false)),
        (":method", "GET", of(2, true)),
        (":method", "POST", of(3, true)),
        (":method", "PUT", of(2, false)),
        (":status", "500", of(14, true)),
        (":status", "501", of(8, false)),
        ("accept-encoding", "gzip, deflate", of(16, true)),
        ("accept-encoding", "gzip", of(16, false)),
        ("www-authenticate", "", of(61, true)),
        ("www-authenticate", "Basic", of(61, false)),
        ("x-unknown", "", None),
    ];
    for (name, value, found) in cases {
        with_each(|id, engine| {
            assert_eq!(
                engine.find(name.as_bytes(), value.as_bytes()),
                found,
                "{id}: {name}: {value}"
            );
        });
    }
}

#[test]
fn every_name_with_every_value() {
    for (name, _) in ENTRIES {
        for (_, value) in ENTRIES {
            assert_finds(name.as_bytes(), value.as_bytes());
        }
    }
}

#[test]
fn near_misses() {
    for (name, value) in ENTRIES {
        let mut names = vec![name.to_uppercase().into_bytes(), Vec::new()];
        let mut values = vec![value.to_lowercase().into_bytes(), Vec::new()];
        for (of, texts) in [(name, &mut names), (value, &mut values)] {
            let of = of.as_bytes();
            texts.extend((0..of.len()).map(|end| of[..end].to_vec()));
            texts.extend((0..of.len()).map(|start| of[start..].to_vec()));
            texts.push([of, b"x"].concat());
            texts.push([of, b"\0"].concat());
            texts.extend((0..of.len()).map(|at| {
                let mut other = of.to_vec();
                other[at] ^= 0x20;
                other
            }));
        }
        for other in &names {
            assert_finds(other, value.as_bytes());
        }
        for other in &values {
            assert_finds(name.as_bytes(), other);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes(name in proptest::collection::vec(any::<u8>(), 0..40), value in any::<Vec<u8>>()) {
        assert_finds(&name, &value);
    }

    /// Names that collide with one of the table's.
    #[test]
    fn names_of_one_hash(
        entry in 0..ENTRIES.len(),
        further in 0..3_usize,
        mut bytes in proptest::collection::vec(b'a'..=b'z', 1_024),
    ) {
        let (name, value) = ENTRIES[entry];
        let name = name.as_bytes();
        // The hash uses the low byte of a length.
        bytes.truncate(name.len() + 256 * further);
        let (middle, last) = (bytes.len() / 2, bytes.len() - 1);
        bytes[0] = name[0];
        bytes[middle] = name[name.len() / 2];
        bytes[last] = name[name.len() - 1];
        assert_finds(&bytes, value.as_bytes());
    }
}
