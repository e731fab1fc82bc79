//! Ranking of the right change.

use std::collections::BTreeMap;

use inspect::{
    Session,
    diagnosis::{Cause, Diagnosis},
};

use crate::{damage, support};

/// Blocks of `connection` to damage. All of them for size updates, which are
/// rare.
fn positions(connection: &support::Connection, cause: Cause) -> Vec<usize> {
    let most = if cause == Cause::SizeUpdate {
        usize::MAX
    } else {
        6
    };
    let mut positions: Vec<usize> = (0..3.min(connection.blocks.len())).collect();
    positions.extend(support::spread(connection.blocks.len(), most).filter(|&number| number >= 3));
    positions
}

/// A block of a capture for each kind of damage.
const ONE_OF_EACH: [(&str, usize); damage::ALL.len()] = [
    ("d06-node-node-tls12 0", 40),
    ("d01-libcurl-nginx-h2c 0", 0),
    ("d15-node-node-tls13-aes128 0", 0),
    ("d01-libcurl-nginx-h2c 0", 24),
    ("d15-node-node-tls13-aes128 0", 2),
    ("d10-pyh2-nghttpd-tablesize 0", 6),
    ("d04-nghttp-nghttpd-push-pad 0", 4),
    ("d13-h1-and-h2-mixed 1", 3),
    ("d04-nghttp-nghttpd-push-pad 1", 5),
    ("d04-nghttp-nghttpd-push-pad 0", 0),
    ("d06-node-node-tls12 0", 0),
    ("d04-nghttp-nghttpd-push-pad 1", 1),
    ("d04-nghttp-nghttpd-push-pad 0", 3),
    ("d10-pyh2-nghttpd-tablesize 0", 11),
    ("d12-nghttp-tablesize-sll 0", 5),
    ("d06-node-node-tls12 0", 60),
    ("d01-libcurl-nginx-h2c 0", 9),
    ("d01-libcurl-nginx-h2c 0", 0),
    ("d06-node-node-tls12 0", 2),
    ("d01-libcurl-nginx-h2c 0", 2),
    ("d10-pyh2-nghttpd-tablesize 0", 13),
];

#[test]
fn recognizes_each_kind_of_damage() {
    let all = support::all();
    for ((name, cause, damage), (of, number)) in damage::ALL.into_iter().zip(ONE_OF_EACH) {
        let connection = all.iter().find(|one| one.name == of).unwrap();
        let session = damage(connection, number).unwrap().session();
        let (block, found) = support::first_diagnosis(&session, number.saturating_sub(1)).unwrap();
        assert_eq!(
            found.first().map(|found| found.cause),
            Some(cause),
            "{name}: {found:#?}"
        );
        // With the change applied, the block has no further diagnosis.
        let changed = session.with_change(&found[0].change).unwrap().session;
        assert_eq!(changed.diagnose(block), [], "{name}");
        assert_eq!(changed.blocks().len(), session.blocks().len(), "{name}");
    }
}

/// Whether the first diagnosis is of `cause`, or equivalent to one that is:
/// both changes yield the same fields.
fn is_equivalent(session: &Session, first: &Diagnosis, found: &[Diagnosis], cause: Cause) -> bool {
    let fields = |diagnosis: &Diagnosis| {
        let changed = session.with_change(&diagnosis.change).unwrap().session;
        support::fields(&changed)
    };
    found
        .iter()
        .find(|diagnosis| diagnosis.cause == cause)
        .is_some_and(|right| right == first || fields(right) == fields(first))
}

/// Over blocks of all captures: how often the right change comes first if the
/// damage makes a block fail.
#[test]
fn ranks_the_right_change_first() {
    let verbose = std::env::var("VERBOSE").unwrap_or_default();
    let connections = support::all();
    let mut all = (0, 0);
    for (name, cause, damage) in damage::ALL {
        let mut fails = 0;
        let mut first = 0;
        let mut listed = 0;
        let mut instead: BTreeMap<String, usize> = BTreeMap::new();
        for connection in &connections {
            for number in positions(connection, cause) {
                let Some(damaged) = damage(connection, number) else {
                    continue;
                };
                let session = damaged.session();
                let Some((block, found)) =
                    support::first_diagnosis(&session, number.saturating_sub(1))
                else {
                    continue;
                };
                fails += 1;
                if found
                    .first()
                    .is_some_and(|first| is_equivalent(&session, first, &found, cause))
                {
                    first += 1;
                } else {
                    if !verbose.is_empty() && instead.values().sum::<usize>() < 5 {
                        eprintln!(
                            "{} block {number}, seen in {block}: {:?} {:#?}",
                            connection.name,
                            session.blocks()[block].fault,
                            found
                        );
                    }
                    let other = found
                        .first()
                        .map_or("nothing".to_owned(), |found| format!("{:?}", found.cause));
                    *instead.entry(other).or_default() += 1;
                }
                listed += usize::from(found.iter().any(|found| found.cause == cause));
            }
        }
        eprintln!("{name}: {first} of {fails} first, {listed} listed; instead {instead:?}");
        assert!(first * 5 >= fails * 4, "{name}: {first} of {fails}");
        all.0 += first;
        all.1 += fails;
    }
    eprintln!("all: {} of {}", all.0, all.1);
}
