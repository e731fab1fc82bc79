//! Labels that say which side sent a block.

use super::split::Piece;
use crate::Sender;

const CLIENT: [&str; 6] = ["client", "request", "requests", "req", "c", "c2s"];
const SERVER: [&str; 7] = ["server", "response", "responses", "resp", "res", "s", "s2c"];

/// Gives each piece the side that its label names, where the labels name both
/// and no piece has a mark of its own. Labels of one side alone say nothing
/// about a table: all blocks are of one list.
pub(super) fn mark(list: &mut [Piece]) {
    let named: Vec<Option<Sender>> = list
        .iter()
        .map(|piece| piece.label.as_deref().and_then(sender))
        .collect();
    let both = [Sender::Client, Sender::Server]
        .iter()
        .all(|side| named.contains(&Some(*side)));
    if !both || list.iter().any(|piece| piece.mark.is_some()) {
        return;
    }
    for (piece, side) in list.iter_mut().zip(named) {
        piece.mark = side;
    }
}

/// The side that a label names: “client”, “Response 2”, “C”.
fn sender(label: &str) -> Option<Sender> {
    let label = label.to_ascii_lowercase();
    let has = |sides: &[&str]| {
        label
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| sides.contains(&word))
    };
    match (has(&CLIENT), has(&SERVER)) {
        (true, false) => Some(Sender::Client),
        (false, true) => Some(Sender::Server),
        _ => None,
    }
}
