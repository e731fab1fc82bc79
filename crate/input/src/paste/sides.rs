//! Labels that say which side sent a block.

use super::split::Piece;
use super::well_formed;
use crate::{Block, Sender};

/// What is said of requests and responses in one list.
pub(super) const TWO: &str = "Requests and responses stand in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";

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

/// Whether blocks without senders are requests and responses: two tables.
pub(super) fn are_two(blocks: &[Block]) -> bool {
    if blocks.iter().any(|block| block.sender != Sender::Unknown) {
        return false;
    }
    let mut told = [false; 2];
    for block in blocks {
        match well_formed::sender(&block.octets) {
            Some(Sender::Client) => told[0] = true,
            Some(Sender::Server) => told[1] = true,
            _ => {}
        }
        if told == [true; 2] {
            return true;
        }
    }
    false
}

/// Gives each block the sender that its pseudo-header fields tell; trailers,
/// which have none, are of the sender before them.
pub(super) fn by_fields(blocks: &mut [Block]) {
    let mut sender = Sender::Unknown;
    for block in blocks {
        sender = well_formed::sender(&block.octets).unwrap_or(sender);
        block.sender = sender;
    }
}
