//! What is tried for each cause.

mod continuation;
mod direction;
mod index;
mod leftover;
mod missed;
mod size;
mod twice;

use hpack::FaultKind;

use super::search::Search;

/// Tries everything, the likely and cheap first.
pub(super) fn all(search: &mut Search<'_>) {
    leftover::frame_header(search);
    leftover::padding(search);
    continuation::joined(search);
    continuation::fragments(search);
    size::limit(search);
    direction::other(search);
    if of_the_table(search) {
        twice::twice(search);
        direction::taken(search);
        index::shifted(search);
        size::from_the_start(search);
        size::update(search);
        missed::missed(search);
        index::single(search);
    }
    continuation::missing(search);
}

/// Whether another table could mend the block: its structure is whole.
fn of_the_table(search: &Search<'_>) -> bool {
    match search.fault {
        None => true,
        Some(fault) => matches!(fault.kind, FaultKind::IndexOutOfRange { .. }),
    }
}
