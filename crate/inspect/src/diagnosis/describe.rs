//! Describes changes in sentences. Blocks are numbered from 1.

use hpack::DecodeErrorKind;
use input::Sender;

use super::{
    Diagnosis,
    change::{Change, Indices, KeptParts, Leftover},
    kind::other_sender,
    search::{Found, Trial},
};
use crate::{
    Session,
    text::{count, list_blocks as blocks},
};

pub(super) fn diagnosis(session: &Session, found: &Found) -> Diagnosis {
    Diagnosis {
        block: found.block,
        cause: found.change.cause(),
        change: found.change.clone(),
        what: what(session, &found.change),
        why: why(session, found),
        following: found.trial.following,
        well_formed_before: found.trial.before,
        well_formed_after: found.trial.after,
    }
}

fn side(sender: Sender) -> &'static str {
    match sender {
        Sender::Client => "the client",
        Sender::Server => "the server",
        Sender::Unknown => "the other side",
    }
}

fn left_in(what: &str, numbers: &[u32]) -> String {
    format!("{what} left in {}", blocks(numbers))
}

fn leftover(what: Leftover, numbers: &[u32]) -> String {
    let (one, many) = match what {
        Leftover::Padding => (
            "pad length and padding were",
            "pad lengths and padding were",
        ),
        Leftover::PadLength => ("pad length was", "pad lengths were"),
        Leftover::PaddingBehind => ("padding was", "padding was"),
        Leftover::Priority => ("five priority bytes were", "five priority bytes were"),
        Leftover::PaddingAndPriority => (
            "padding and priority fields were",
            "padding and priority fields were",
        ),
        Leftover::PromisedStream => ("promised stream ID was", "promised stream IDs were"),
        Leftover::PaddingAndPromisedStream => (
            "padding and promised stream ID were",
            "padding and promised stream IDs were",
        ),
    };
    match numbers {
        [_] => left_in(&format!("the frame’s {one}"), numbers),
        _ => left_in(&format!("the frames’ {many}"), numbers),
    }
}

fn numbers(kept: &[KeptParts]) -> Vec<u32> {
    kept.iter().map(|kept| kept.block).collect()
}

fn added(number: u32) -> String {
    format!("it added {} to the dynamic table", count(number, "entry"))
}

pub(super) fn what(session: &Session, change: &Change) -> String {
    let record = |block: u32| &session.blocks()[block as usize];
    match change {
        &Change::MissedBlock { before, entries } => {
            let siblings = &session.direction(before as usize).blocks;
            let last = siblings[..siblings.partition_point(|&block| block < before)].last();
            let (before, added) = (before + 1, added(entries));
            match last.filter(|&&last| record(last).fault.is_some()) {
                Some(last) => {
                    let last = last + 1;
                    format!("block {last} was not decoded to its end; the rest of {added}")
                }
                None => format!("a block is missing before block {before}; {added}"),
            }
        }
        Change::IndexOffByOne { from, by, indices } => {
            let from = from + 1;
            let wrong = if *by > 0 {
                "one too low"
            } else {
                "one too high"
            };
            let whose = match indices {
                Indices::Dynamic => {
                    format!(
                        "from block {from} on, the encoder’s indices of dynamic table entries are"
                    )
                }
                Indices::All => format!("from block {from} on, all of the encoder’s indices are"),
            };
            format!("{whose} {wrong}")
        }
        &Change::OtherDirection { block } => {
            let not = match session.direction(block as usize).sender {
                Sender::Unknown => "the side that sent the others",
                marked => side(marked),
            };
            let sender = side(other_sender(session, block));
            format!("block {} was sent by {sender}, not by {not}", block + 1)
        }
        Change::SwappedSides => "the sides are swapped: the blocks marked as the client’s were \
            sent by the server, and those marked as the server’s by the client"
            .to_owned(),
        &Change::OutOfOrder { blocks: (a, b) } => {
            format!("{} are in the wrong order", blocks(&[a, b]))
        }
        Change::Padding { blocks, what } => leftover(*what, &numbers(blocks)),
        Change::FrameHeader { blocks } => match blocks.len() {
            1 => left_in("a frame header was", &numbers(blocks)),
            _ => left_in("frame headers were", &numbers(blocks)),
        },
        Change::Continuation { blocks: order } => {
            format!(
                "{} are fragments of one block, in this order",
                blocks(order)
            )
        }
        &Change::ContinuationMissing { block, at, entries } => {
            let block = block + 1;
            let rest = match entries {
                0 => String::new(),
                _ => format!("; {}", added(entries)),
            };
            format!(
                "block {block} ends within the field at byte {at}, \
                 and the CONTINUATION frame with the rest is missing{rest}"
            )
        }
        &Change::TableSize { from, size, .. } => match from {
            None => format!("the table size at the start was {}", count(size, "byte")),
            Some(from) => {
                let (limit, from, size) =
                    (record(from).before.limit(), from + 1, count(size, "byte"));
                format!(
                    "the table size limit (SETTINGS_HEADER_TABLE_SIZE) in force \
                     before block {from} was {size}, not {limit}"
                )
            }
        },
        Change::DecodedTwice { block, first } => {
            let (block, first) = (block + 1, first + 1);
            format!("block {block} is a copy of block {first}, so its entries were added twice")
        }
        Change::SizeUpdate { before, sizes } => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            let (sizes, before) = (sizes.join(" and then to "), before + 1);
            format!("a size update to {sizes} is missing before block {before}")
        }
    }
}

fn why(session: &Session, found: &Found) -> String {
    let (number, trial) = (found.block + 1, &found.trial);
    let fault = session.blocks()[found.block as usize].fault;
    let kind = fault.map(|fault| fault.kind);
    let fits = match (&found.change, kind) {
        (Change::SwappedSides, _) => "only a server sends responses".to_owned(),
        (Change::ContinuationMissing { .. }, _) => {
            format!("block {number} is well-formed as far as it goes")
        }
        (Change::OtherDirection { block: moved }, _) if *moved == found.block && !trial.judged => {
            format!("block {number} does not fit the blocks around it")
        }
        (_, Some(DecodeErrorKind::IndexOutOfRange { index, .. })) => {
            format!("then index {index} refers to an entry, and block {number} is well-formed")
        }
        _ => format!("then block {number} is well-formed"),
    };
    let unknown = match trial.unknown {
        0 => String::new(),
        1 => "; 1 field stays unknown".to_owned(),
        fields => format!("; {fields} fields stay unknown"),
    };
    fits + &following(trial) + &unknown
}

/// Compares the following blocks with and without a change.
fn following(trial: &Trial) -> String {
    let &Trial {
        following: all,
        after: with,
        before: without,
        ..
    } = trial;
    let than = match without {
        _ if with == without => " either way".to_owned(),
        0 if all == 1 => ", but is not without the change".to_owned(),
        1 if all == 1 => ", but is without the change".to_owned(),
        0 => ", but none without the change".to_owned(),
        without => format!(", but only {without} without the change"),
    };
    let with = match (all, with) {
        (0, _) => return String::new(),
        (1, 0) => "the next block is not".to_owned(),
        (1, _) => "the next block is".to_owned(),
        (_, 0) => format!("none of the next {all} blocks is"),
        (_, 1) => format!("1 of the next {all} blocks is"),
        _ if with == all => format!("all of the next {all} blocks are"),
        _ => format!("{with} of the next {all} blocks are"),
    };
    format!("; {with} well-formed{than}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_use_singular_and_plural() {
        let describe_trial = |(all, after, before)| {
            let mut trial = Trial::default();
            (trial.following, trial.after, trial.before) = (all, after, before);
            following(&trial)
        };
        let one = [(0, 0, 0), (1, 1, 1), (1, 0, 0), (1, 1, 0)].map(describe_trial);
        let many = [(2, 2, 2), (9, 9, 0), (9, 9, 1), (9, 8, 7), (9, 1, 1)].map(describe_trial);
        assert_eq!(
            [one.concat(), many.concat()].concat(),
            "; the next block is well-formed either way\
             ; the next block is not well-formed either way\
             ; the next block is well-formed, but is not without the change\
             ; all of the next 2 blocks are well-formed either way\
             ; all of the next 9 blocks are well-formed, but none without the change\
             ; all of the next 9 blocks are well-formed, but only 1 without the change\
             ; 8 of the next 9 blocks are well-formed, but only 7 without the change\
             ; 1 of the next 9 blocks is well-formed either way"
        );
        let lists: [&[u32]; 4] = [&[2], &[2, 3], &[0, 1, 4], &[0, 1, 2, 3, 4, 5, 6]];
        assert_eq!(
            lists.map(blocks).join("; "),
            "block 3; blocks 3 and 4; blocks 1, 2 and 5; blocks 1, 2, 3, 4 and 3 more"
        );
        let left = [
            leftover(Leftover::PadLength, &[2]),
            leftover(Leftover::PadLength, &[2, 3]),
            leftover(Leftover::PaddingBehind, &[0, 1]),
            leftover(Leftover::Padding, &[0]),
            leftover(Leftover::PromisedStream, &[0, 1]),
        ];
        assert_eq!(
            left.join("; "),
            "the frame’s pad length was left in block 3; \
             the frames’ pad lengths were left in blocks 3 and 4; \
             the frames’ padding was left in blocks 1 and 2; \
             the frame’s pad length and padding were left in block 1; \
             the frames’ promised stream IDs were left in blocks 1 and 2"
        );
    }
}
