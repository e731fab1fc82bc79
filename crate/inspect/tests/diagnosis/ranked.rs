//! How often the right change is ranked first.

use std::collections::BTreeMap;

use inspect::diagnosis::Cause;

use crate::{damage, support};

/// Blocks of `connection` that are damaged. Size updates are few.
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

/// Of the damage that makes a block fail, how often the right change comes
/// first, over every block of every capture.
#[test]
fn the_right_change_comes_first() {
    let verbose = std::env::var("VERBOSE").unwrap_or_default();
    let mut all = (0, 0);
    for (name, cause, damage) in damage::ALL {
        if !verbose.is_empty() && name != verbose {
            continue;
        }
        let mut fails = 0;
        let mut first = 0;
        let mut listed = 0;
        let mut instead: BTreeMap<String, usize> = BTreeMap::new();
        for connection in support::all() {
            for number in positions(&connection, cause) {
                let Some(damaged) = damage(&connection, number) else {
                    continue;
                };
                let mut session = damaged.session();
                let Some((block, found)) =
                    support::first_told(&mut session, number.saturating_sub(1))
                else {
                    continue;
                };
                fails += 1;
                if found.first().is_some_and(|found| found.cause == cause) {
                    first += 1;
                } else {
                    if name == verbose {
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
        all.0 += first;
        all.1 += fails;
    }
    eprintln!("all: {} of {}", all.0, all.1);
}
