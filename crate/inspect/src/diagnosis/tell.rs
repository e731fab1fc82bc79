//! Sentences about changes.

use std::fmt::Write as _;

use hpack::FaultKind;
use input::Sender;

use super::{
    Diagnosis,
    change::{Change, Indices, Leftover},
    search::Found,
};
use crate::Session;

/// What was found, for people. Blocks are counted from 1.
pub(super) fn diagnosis(session: &Session, block: usize, found: Found) -> Diagnosis {
    Diagnosis {
        cause: found.change.cause(),
        what: what(session, &found.change),
        why: why(session, block, &found),
        change: found.change,
        following: found.following,
        well_formed_before: found.before,
        well_formed_after: found.after,
    }
}

fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

fn entries(number: u32) -> String {
    count(number, "entry", "entries")
}

/// «blocks 3 and 4», «blocks 1, 2 and 5», counted from 1.
fn blocks(numbers: &[u32]) -> String {
    let mut text = String::from(if numbers.len() == 1 {
        "block "
    } else {
        "blocks "
    });
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            text.push_str(if i + 1 == numbers.len() {
                " and "
            } else {
                ", "
            });
        }
        let _ = write!(text, "{}", number + 1);
        if i == 3 && numbers.len() > 5 {
            let _ = write!(text, " and {} more", numbers.len() - 4);
            break;
        }
    }
    text
}

/// What would change.
fn what(session: &Session, change: &Change) -> String {
    match change {
        Change::MissedBlock {
            before,
            entries: number,
        } => {
            let failed = *before > 0 && {
                let own = &session.direction(*before as usize).blocks;
                let at = own.partition_point(|block| block < before);
                at > 0 && session.blocks()[own[at - 1] as usize].fault.is_some()
            };
            let source = if failed {
                "the rest of the block that failed before"
            } else {
                "a block that is not here"
            };
            format!(
                "{source} inserted {} before block {}",
                entries(*number),
                before + 1
            )
        }
        Change::IndexOffByOne { from, by, indices } => {
            let more = if *by > 0 {
                "one too low"
            } else {
                "one too high"
            };
            match indices {
                Indices::At(octet) => {
                    format!("the index at octet {octet} of block {} is {more}", from + 1)
                }
                Indices::Dynamic => {
                    format!(
                        "from block {} on the encoder's indices of the dynamic table are {more}",
                        from + 1
                    )
                }
                Indices::All => format!(
                    "from block {} on the encoder's indices are {more}",
                    from + 1
                ),
            }
        }
        Change::OtherDirection { block } => {
            let sender = match super::plan::peer(session.direction(*block as usize).sender) {
                Sender::Client => "the client",
                Sender::Server | Sender::Unknown => "the server",
            };
            format!(
                "block {} was sent by {sender}, whose table it needs",
                block + 1
            )
        }
        Change::Padding { blocks: kept, what } => {
            let numbers: Vec<u32> = kept.iter().map(|kept| kept.block).collect();
            let what = match what {
                Leftover::Padding => "the pad length and the padding of the frame",
                Leftover::PadLength => "the pad length of the frame",
                Leftover::PaddingBehind => "the padding of the frame",
                Leftover::Priority => "the five octets of the frame's priority",
                Leftover::PaddingAndPriority => "the frame's padding and priority",
                Leftover::PromisedStream => "the promised stream of the frame",
                Leftover::PaddingAndPromisedStream => "the frame's padding and promised stream",
            };
            format!("{what} stand in {}", blocks(&numbers))
        }
        Change::FrameHeader { blocks: kept } => {
            let numbers: Vec<u32> = kept.iter().map(|kept| kept.block).collect();
            format!("a frame's header stands in {}", blocks(&numbers))
        }
        Change::Continuation { blocks: order } => {
            format!(
                "{} are fragments of one block, in this order",
                blocks(order)
            )
        }
        Change::Fragments { block } => {
            format!(
                "the fragments of block {} were joined in the wrong order",
                block.block + 1
            )
        }
        Change::ContinuationMissing {
            block,
            at,
            entries: number,
        } => {
            let rest = if *number == 0 {
                String::new()
            } else {
                format!("; it inserted {}", entries(*number))
            };
            format!(
                "block {} is cut in the field at octet {at}, and the CONTINUATION with its rest is missing{rest}",
                block + 1
            )
        }
        Change::TableSize {
            from: None, size, ..
        } => {
            format!(
                "the table's size at the start was {}",
                count(*size, "octet", "octets")
            )
        }
        Change::TableSize {
            from: Some(from),
            size,
            ..
        } => {
            format!(
                "a limit of {} held before block {}",
                count(*size, "octet", "octets"),
                from + 1
            )
        }
        Change::DecodedTwice { block, first } => {
            format!(
                "block {} is block {} once more, and inserted its entries twice",
                block + 1,
                first + 1
            )
        }
        Change::SizeUpdate { before, sizes } => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!(
                "a size update to {} before block {} was not applied",
                sizes.join(" and then to "),
                before + 1
            )
        }
    }
}

/// Why it fits.
fn why(session: &Session, block: usize, found: &Found) -> String {
    let mut text = match session.blocks()[block].fault.map(|fault| fault.kind) {
        Some(FaultKind::IndexOutOfRange { index, .. }) => {
            format!(
                "then index {index} points to an entry, and block {} is well-formed",
                block + 1
            )
        }
        _ => format!("then block {} is well-formed", block + 1),
    };
    if let Change::ContinuationMissing { .. } = found.change {
        text = format!("block {} is well-formed as far as it goes", block + 1);
    }
    if found.following > 0 {
        let _ = write!(
            text,
            ", and {} of the {} that follow{} ({} without)",
            found.after,
            found.following,
            if found.following == 1 { "s" } else { "" },
            found.before
        );
    }
    if found.evidence.unknown > 0 {
        let _ = write!(
            text,
            "; {} of them stay unknown",
            count(found.evidence.unknown, "field", "fields")
        );
    }
    text
}
