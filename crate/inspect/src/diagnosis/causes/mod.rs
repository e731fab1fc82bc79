//! What is tried for each cause.

mod continuation;
mod direction;
mod index;
mod leftover;
mod missed;
mod order;
mod size;
mod twice;

use hpack::DecodeErrorKind;

use super::search::Search;

/// Tries everything, the likely and cheap first.
pub(super) fn all(search: &mut Search<'_>) {
    if of_the_limit(search) {
        size::limit(search);
        order::order(search);
        return;
    }
    direction::other(search);
    if of_the_table(search) {
        twice::twice(search);
        order::order(search);
        direction::foreign(search);
    }
    leftover::frame_header(search);
    leftover::padding(search);
    continuation::joined(search);
    continuation::fragments(search);
    if of_the_table(search) {
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
        Some(fault) => matches!(fault.kind, DecodeErrorKind::IndexOutOfRange { .. }),
    }
}

/// Whether the block breaks a rule about size updates.
fn of_the_limit(search: &Search<'_>) -> bool {
    search.fault.is_some_and(|fault| {
        matches!(
            fault.kind,
            DecodeErrorKind::SizeUpdateTooLarge { .. } | DecodeErrorKind::MissingSizeUpdate { .. }
        )
    })
}
