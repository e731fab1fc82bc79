//! Ranking of the right change.

use inspect::{
    Session,
    diagnosis::{Cause, Diagnosis},
};

use super::{damage, support};

/// Blocks of `connection` to damage. All of them for size updates, which are
/// rare.
fn positions(connection: &support::Connection, cause: Cause) -> Vec<usize> {
    let most = match cause {
        Cause::SizeUpdate => usize::MAX,
        _ => 6,
    };
    let mut positions: Vec<usize> = (0..3.min(connection.blocks.len())).collect();
    positions.extend(support::spread(connection.blocks.len(), most).filter(|&number| number >= 3));
    positions
}

/// Whether the first diagnosis is of `cause`, or equivalent to one that is:
/// both changes yield the same fields.
fn is_first(session: &Session, found: &[Diagnosis], cause: Cause) -> bool {
    let fields = |diagnosis: &Diagnosis| {
        let changed = session.with_change(&diagnosis.change).unwrap().session;
        support::fields(&changed)
    };
    let right = found.iter().find(|diagnosis| diagnosis.cause == cause);
    right.is_some_and(|right| right == &found[0] || fields(right) == fields(&found[0]))
}

/// Over blocks of all captures: how often the right change comes first if the
/// damage makes a block fail.
#[test]
fn ranks_the_right_change_first() {
    let connections = support::all();
    for (name, cause, damage) in damage::ALL {
        let (mut fails, mut first) = (0, 0);
        for connection in &connections {
            for number in positions(connection, cause) {
                let Some(damaged) = damage(connection, number) else {
                    continue;
                };
                let session = damaged.session();
                let from = number.saturating_sub(1);
                if let Some(found) = support::first_diagnosis(&session, from) {
                    fails += 1;
                    first += usize::from(is_first(&session, &found, cause));
                }
            }
        }
        println!("{name}: {first} of {fails} first");
        assert!(fails > 0 && first * 5 >= fails * 4, "{name}");
    }
}
