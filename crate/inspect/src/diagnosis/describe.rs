//! Describes changes in sentences. Blocks are numbered from 1.

use hpack::DecodeErrorKind;
use input::Sender;

use super::{
    Diagnosis,
    change::{Change, KeptParts, Leftover},
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

fn left_in(what: &str, kept: &[KeptParts]) -> String {
    let numbers: Vec<u32> = kept.iter().map(|kept| kept.block).collect();
    format!("{what} left in {}", blocks(&numbers))
}

/// The fields of frames (RFC 9113 §6.2 and §6.6) that were left in blocks.
fn leftover(what: Leftover) -> &'static str {
    match what {
        Leftover::Padding => "Pad Length and Padding were",
        Leftover::PadLength => "Pad Length was",
        Leftover::PaddingBehind => "Padding was",
        Leftover::Priority => "five bytes of priority were",
        Leftover::PaddingAndPriority => "Pad Length, priority and Padding were",
        Leftover::PromisedStream => "Promised Stream ID was",
    }
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
            match last.filter(|&&last| record(last).error.is_some()) {
                Some(last) => {
                    let last = last + 1;
                    format!("block {last} was not decoded to its end; the rest of {added}")
                }
                None => format!("a block is missing before block {before}; {added}"),
            }
        }
        &Change::IndexOffByOne { from, by } => {
            let (from, wrong) = (from + 1, if by > 0 { "low" } else { "high" });
            format!(
                "from block {from} on, the encoder’s indices of dynamic table entries are \
                 one too {wrong}"
            )
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
        Change::Padding { blocks, what } => {
            let whose = if blocks.len() == 1 {
                "frame’s"
            } else {
                "frames’"
            };
            left_in(&format!("the {whose} {}", leftover(*what)), blocks)
        }
        Change::FrameHeader { blocks } => match blocks.len() {
            1 => left_in("a frame header was", blocks),
            _ => left_in("frame headers were", blocks),
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
    let error = session.blocks()[found.block as usize].error;
    let kind = error.map(|error| error.kind);
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
    let (all, with) = (trial.following, trial.after);
    let than = match trial.before {
        _ if all == 0 => return String::new(),
        without if without == with => "either way".to_owned(),
        0 => "only with the change".to_owned(),
        without => format!("({without} without the change)"),
    };
    let with = match with {
        1 if all == 1 => "the next block is".to_owned(),
        _ if with == all => format!("all of the next {all} blocks are"),
        _ => format!("{with} of the next {} are", count(all, "block")),
    };
    format!("; {with} well-formed {than}")
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
        let cases = [(0, 0, 0), (1, 1, 1), (1, 1, 0), (9, 9, 0), (9, 8, 7)].map(describe_trial);
        assert_eq!(
            cases.concat(),
            "; the next block is well-formed either way\
             ; the next block is well-formed only with the change\
             ; all of the next 9 blocks are well-formed only with the change\
             ; 8 of the next 9 blocks are well-formed (7 without the change)"
        );
        let lists: [&[u32]; 4] = [&[2], &[2, 3], &[0, 1, 4], &[0, 1, 2, 3, 4, 5, 6]];
        assert_eq!(
            lists.map(blocks).join("; "),
            "block 3; blocks 3 and 4; blocks 1, 2 and 5; blocks 1, 2, 3, 4 and 3 more"
        );
        let kept = |block| KeptParts {
            block,
            parts: vec![],
        };
        assert_eq!(
            left_in(leftover(Leftover::Padding), &[kept(0), kept(2)]),
            "Pad Length and Padding were left in blocks 1 and 3"
        );
    }
}
