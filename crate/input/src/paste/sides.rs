//! Labels that say which side sent a block.

use super::pieces::Pieces;
use crate::{Block, Sender};
use http2::frame::sender_of_block;

/// What is said of requests and responses in one list.
pub(super) const TWO: &str = "Requests and responses stand in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";

const CLIENT: [&str; 6] = ["client", "request", "requests", "req", "c", "c2s"];
const SERVER: [&str; 7] = ["server", "response", "responses", "resp", "res", "s", "s2c"];

/// The side on which a log was written, and the other: which of them is the
/// client only what they sent tells.
const OWN: [&str; 9] = [
    "write", "written", "send", "sent", "sending", "outbound", "out", "outgoing", "tx",
];
const PEER: [&str; 9] = [
    "read",
    "recv",
    "received",
    "receive",
    "receiving",
    "inbound",
    "in",
    "incoming",
    "rx",
];

/// A side, as a label names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Is(Sender),
    Own,
    Peer,
}

/// Gives each piece the side that its label names, where no piece has a mark
/// of its own. Words of a log, such as WRITE, count where both of a pair stand.
pub(super) fn mark(pieces: &mut Pieces) {
    let named: Vec<Option<Side>> = pieces
        .list
        .iter()
        .map(|piece| piece.label.as_deref().and_then(side))
        .collect();
    let both = |one, other| named.contains(&Some(one)) && named.contains(&Some(other));
    // One mark before all lines is a mail's, where labels name the sides.
    let first = pieces.list.first().and_then(|piece| piece.mark);
    let is_quoted =
        pieces.list.iter().all(|piece| piece.mark == first) && named.iter().all(Option::is_some);
    if !is_quoted && pieces.list.iter().any(|piece| piece.mark.is_some()) {
        return;
    }
    let is = |side: &Option<Side>| matches!(side, Some(Side::Is(_)));
    let own = if named.iter().any(is) {
        Sender::Unknown
    } else if both(Side::Own, Side::Peer) {
        let told = (0..named.len()).find_map(|at| {
            let sender = sender_of_block(pieces.of(at))?;
            match named[at]? {
                Side::Own => Some(sender),
                Side::Peer => Some(sender.peer()),
                Side::Is(_) => None,
            }
        });
        // Servers log more than clients do.
        told.unwrap_or(Sender::Server)
    } else {
        return;
    };
    for (piece, side) in pieces.list.iter_mut().zip(named) {
        piece.mark = match side {
            Some(Side::Is(sender)) => Some(sender),
            Some(Side::Own) if own != Sender::Unknown => Some(own),
            Some(Side::Peer) if own != Sender::Unknown => Some(own.peer()),
            _ => None,
        };
    }
}

/// The side that a label names: “client”, “Response 2”, “C”, “WRITE”.
fn side(label: &str) -> Option<Side> {
    let label = label.to_ascii_lowercase();
    // client -> server: what stands before the arrow sends.
    let label = label.split("->").next().unwrap_or_default();
    let has = |sides: &[&str]| {
        label
            .split(|c: char| !c.is_ascii_alphanumeric())
            .map(|word| match word.len() {
                0..4 => word,
                _ => word.trim_end_matches(|c: char| c.is_ascii_digit()),
            })
            .any(|word| sides.contains(&word))
    };
    let all = [
        (Side::Is(Sender::Client), has(&CLIENT)),
        (Side::Is(Sender::Server), has(&SERVER)),
        (Side::Own, has(&OWN)),
        (Side::Peer, has(&PEER)),
    ];
    match all[..2].iter().filter(|(_, named)| *named).count() {
        0 => match all[2..] {
            [(own, true), (_, false)] | [_, (own, true)] if !(all[2].1 && all[3].1) => Some(own),
            _ => None,
        },
        1 => all[..2]
            .iter()
            .find(|(_, named)| *named)
            .map(|(side, _)| *side),
        _ => None,
    }
}

/// The sender that a word names: “client”, “s2c”, “->”, “out”.
pub(super) fn named(word: &str) -> Option<Sender> {
    match word {
        "->" | ">" | ">>>" | "=>" => return Some(Sender::Client),
        "<-" | "<" | "<<<" | "<=" => return Some(Sender::Server),
        _ => {}
    }
    match side(word)? {
        Side::Is(sender) => Some(sender),
        Side::Own => Some(Sender::Client),
        Side::Peer => Some(Sender::Server),
    }
}

/// Whether a label is the name of a side, with a number or a word at most.
pub(super) fn is_side(label: &str) -> bool {
    label.len() > 2 && label.split_whitespace().count() < 3 && side(label).is_some()
}

/// What is to be said of a block without a sender among those that have one.
pub(super) fn unnamed_note(blocks: &[Block]) -> Option<(usize, String)> {
    let note = |is_unnamed: &dyn Fn(&Block) -> bool, message: &str| {
        let unnamed = blocks.iter().find(|block| is_unnamed(block))?;
        let place = unnamed.places.first()?;
        let one = blocks.iter().any(|block| !is_unnamed(block));
        one.then(|| (place.start as usize, message.to_owned()))
    };
    let by_sender = note(
        &|block| block.sender == Sender::Unknown,
        "The text names no sender here, though it does elsewhere: this block was read with a table of its own.",
    );
    by_sender.or_else(|| {
        note(
            &|block| !block.label.as_deref().is_some_and(is_side),
            "A label names a side of the connection elsewhere, and none does here: it may be missing or changed. All blocks were read with one table.",
        )
    })
}

/// Whether blocks without senders are requests and responses: two tables.
pub(super) fn are_two(blocks: &[Block]) -> bool {
    if blocks.iter().any(|block| block.sender != Sender::Unknown) {
        return false;
    }
    let mut told = [false; 2];
    for block in blocks {
        match sender_of_block(&block.octets) {
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
        sender = sender_of_block(&block.octets).unwrap_or(sender);
        block.sender = sender;
    }
}
