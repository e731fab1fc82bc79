//! Sentences about changes.

use hpack::DecodeErrorKind;
use input::Sender;

use super::{
    Diagnosis,
    change::{Change, Indices, Leftover},
    kind::other_sender,
    search::Found,
};
use crate::Session;

/// What was found, for people. Blocks are counted from 1.
pub(super) fn diagnosis(session: &Session, block: u32, found: Found) -> Diagnosis {
    let why = why(session, block as usize, &found);
    Diagnosis {
        block,
        cause: found.change.cause(),
        what: what(session, &found.change),
        why,
        change: found.change,
        following: found.trial.following,
        well_formed_before: found.trial.before,
        well_formed_after: found.trial.after,
    }
}

fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

fn entries(number: u32) -> String {
    count(number, "entry", "entries")
}

fn bytes(number: u32) -> String {
    count(number, "byte", "bytes")
}

/// “blocks 3 and 4”, “blocks 1, 2 and 5”, counted from 1.
fn blocks(numbers: &[u32]) -> String {
    const ALL: usize = 5;
    let shown = if numbers.len() > ALL {
        ALL - 1
    } else {
        numbers.len()
    };
    let mut words: Vec<String> = numbers[..shown]
        .iter()
        .map(|number| (number + 1).to_string())
        .collect();
    if shown < numbers.len() {
        words.push(format!("{} more", numbers.len() - shown));
    }
    let noun = if numbers.len() == 1 {
        "block"
    } else {
        "blocks"
    };
    match words.split_last() {
        Some((last, [])) => format!("{noun} {last}"),
        Some((last, first)) => format!("{noun} {} and {last}", first.join(", ")),
        None => noun.to_owned(),
    }
}

fn side(sender: Sender) -> &'static str {
    match sender {
        Sender::Client => "the client",
        Sender::Server => "the server",
        Sender::Unknown => "the other side",
    }
}

/// What of their frames was left in `numbers`.
fn leftover(what: Leftover, numbers: &[u32]) -> String {
    let one = numbers.len() == 1;
    let (what, many) = match what {
        Leftover::Padding if one => ("pad length and padding", true),
        Leftover::Padding => ("pad lengths and padding", true),
        Leftover::PadLength if one => ("pad length", false),
        Leftover::PadLength => ("pad lengths", true),
        Leftover::PaddingBehind => ("padding", false),
        Leftover::Priority => ("five priority bytes", true),
        Leftover::PaddingAndPriority => ("padding and priority fields", true),
        Leftover::PromisedStream if one => ("promised stream ID", false),
        Leftover::PromisedStream => ("promised stream IDs", true),
        Leftover::PaddingAndPromisedStream if one => ("padding and promised stream ID", true),
        Leftover::PaddingAndPromisedStream => ("padding and promised stream IDs", true),
    };
    let whose = if one { "frame’s" } else { "frames’" };
    let were = if many { "were" } else { "was" };
    format!("the {whose} {what} {were} left in {}", blocks(numbers))
}

/// How many fields are not known with the change either.
fn unknown(fields: u32) -> String {
    match fields {
        0 => String::new(),
        1 => "; 1 field stays unknown".to_owned(),
        _ => format!("; {fields} fields stay unknown"),
    }
}

/// What would change.
pub(super) fn what(session: &Session, change: &Change) -> String {
    match change {
        Change::MissedBlock {
            before,
            entries: number,
        } => {
            let own = &session.direction(*before as usize).blocks;
            let last = own[..own.partition_point(|block| block < before)].last();
            let number = entries(*number);
            match last.filter(|&&last| session.blocks()[last as usize].fault.is_some()) {
                Some(last) => format!(
                    "block {} was not decoded to its end; the rest of it added {number} to the dynamic table",
                    last + 1
                ),
                None => format!(
                    "a block is missing before block {}; it added {number} to the dynamic table",
                    before + 1
                ),
            }
        }
        Change::IndexOffByOne { from, by, indices } => {
            let from = from + 1;
            let wrong = if *by > 0 { "one too low" } else { "one too high" };
            match indices {
                Indices::At(at) => format!("the index at byte {at} of block {from} is {wrong}"),
                Indices::Dynamic => format!(
                    "from block {from} on, the encoder’s indices of dynamic table entries are {wrong}"
                ),
                Indices::All => {
                    format!("from block {from} on, all of the encoder’s indices are {wrong}")
                }
            }
        }
        Change::OtherDirection { block } => {
            let said = session.direction(*block as usize).sender;
            let sender = other_sender(session, *block);
            let not = match said {
                Sender::Unknown => "the side that sent the others",
                said => side(said),
            };
            format!("block {} was sent by {}, not by {not}", block + 1, side(sender))
        }
        Change::SwappedSides => "the sides are swapped: the blocks marked as the client’s were sent by the server, and those marked as the server’s by the client".to_owned(),
        Change::OutOfOrder { blocks: order } => {
            format!("{} are in the wrong order", blocks(&[order.0, order.1]))
        }
        Change::Padding { blocks: kept, what } => {
            let numbers: Vec<u32> = kept.iter().map(|kept| kept.block).collect();
            leftover(*what, &numbers)
        }
        Change::FrameHeader { blocks: kept } => {
            let numbers: Vec<u32> = kept.iter().map(|kept| kept.block).collect();
            let headers = if kept.len() == 1 {
                "a frame header was"
            } else {
                "frame headers were"
            };
            format!("{headers} left in {}", blocks(&numbers))
        }
        Change::Continuation { blocks: order } => {
            format!("{} are fragments of one block, in this order", blocks(order))
        }
        Change::Fragments { block } => format!(
            "the fragments of block {} were joined in the wrong order",
            block.block + 1
        ),
        Change::ContinuationMissing {
            block,
            at,
            entries: number,
        } => {
            let rest = if *number == 0 {
                String::new()
            } else {
                format!("; it added {} to the dynamic table", entries(*number))
            };
            format!(
                "block {} ends within the field at byte {at}, and the CONTINUATION frame with the rest is missing{rest}",
                block + 1
            )
        }
        Change::TableSize {
            from: None, size, ..
        } => format!("the table size at the start was {}", bytes(*size)),
        Change::TableSize {
            from: Some(from),
            size,
            ..
        } => {
            let said = session.blocks()[*from as usize].before.limit();
            format!(
                "the table size limit (SETTINGS_HEADER_TABLE_SIZE) in force before block {} was {}, not {said}",
                from + 1,
                bytes(*size)
            )
        }
        Change::DecodedTwice { block, first } => format!(
            "block {} is a copy of block {}, so its entries were added twice",
            block + 1,
            first + 1
        ),
        Change::SizeUpdate { before, sizes } => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!(
                "a size update to {} is missing before block {}",
                sizes.join(" and then to "),
                before + 1
            )
        }
    }
}

/// Why it fits.
fn why(session: &Session, block: usize, found: &Found) -> String {
    let number = block + 1;
    let mut text = match (
        &found.change,
        session.blocks()[block].fault.map(|fault| fault.kind),
    ) {
        (Change::ContinuationMissing { .. }, _) => {
            format!("block {number} is well-formed as far as it goes")
        }
        (Change::OtherDirection { block: moved }, _)
            if *moved as usize == block && !found.trial.judged =>
        {
            format!("block {number} does not fit the blocks around it")
        }
        (_, Some(DecodeErrorKind::IndexOutOfRange { index, .. })) => {
            format!("then index {index} refers to an entry, and block {number} is well-formed")
        }
        _ => format!("then block {number} is well-formed"),
    };
    text.push_str(&following(
        found.trial.following,
        found.trial.after,
        found.trial.before,
    ));
    text.push_str(&unknown(found.trial.unknown));
    text
}

/// How the blocks that follow are with a change and without it.
fn following(all: u32, with: u32, without: u32) -> String {
    let same = with == without;
    match all {
        0 => String::new(),
        1 => {
            let with = if with == 1 { "is" } else { "is not" };
            let without = if without == 1 { "is" } else { "is not" };
            if same {
                format!("; the next block {with} well-formed either way")
            } else {
                format!("; the next block {with} well-formed, but {without} without the change")
            }
        }
        all => {
            let with = match with {
                0 => format!("none of the next {all} blocks is"),
                1 => format!("1 of the next {all} blocks is"),
                with if with == all => format!("all of the next {all} blocks are"),
                with => format!("{with} of the next {all} blocks are"),
            };
            let than = match without {
                _ if same => " either way".to_owned(),
                0 => ", but none without the change".to_owned(),
                without => format!(", but only {without} without the change"),
            };
            format!("; {with} well-formed{than}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree() {
        let cases = [
            ((0, 0, 0), ""),
            ((1, 1, 1), "; the next block is well-formed either way"),
            ((1, 0, 0), "; the next block is not well-formed either way"),
            (
                (1, 1, 0),
                "; the next block is well-formed, but is not without the change",
            ),
            (
                (2, 2, 2),
                "; all of the next 2 blocks are well-formed either way",
            ),
            (
                (20, 20, 0),
                "; all of the next 20 blocks are well-formed, but none without the change",
            ),
            (
                (20, 20, 1),
                "; all of the next 20 blocks are well-formed, but only 1 without the change",
            ),
            (
                (20, 18, 7),
                "; 18 of the next 20 blocks are well-formed, but only 7 without the change",
            ),
            (
                (20, 1, 1),
                "; 1 of the next 20 blocks is well-formed either way",
            ),
        ];
        for ((all, with, without), expected) in cases {
            assert_eq!(following(all, with, without), expected);
        }
        let lists: [(&[u32], &str); 4] = [
            (&[2], "block 3"),
            (&[2, 3], "blocks 3 and 4"),
            (&[0, 1, 4], "blocks 1, 2 and 5"),
            (&[0, 1, 2, 3, 4, 5, 6], "blocks 1, 2, 3, 4 and 3 more"),
        ];
        for (numbers, expected) in lists {
            assert_eq!(blocks(numbers), expected);
        }
        let left: [(Leftover, &[u32], &str); 5] = [
            (
                Leftover::PadLength,
                &[2],
                "the frame’s pad length was left in block 3",
            ),
            (
                Leftover::PadLength,
                &[2, 3],
                "the frames’ pad lengths were left in blocks 3 and 4",
            ),
            (
                Leftover::PaddingBehind,
                &[0, 1],
                "the frames’ padding was left in blocks 1 and 2",
            ),
            (
                Leftover::Padding,
                &[0],
                "the frame’s pad length and padding were left in block 1",
            ),
            (
                Leftover::PromisedStream,
                &[0, 1],
                "the frames’ promised stream IDs were left in blocks 1 and 2",
            ),
        ];
        for (what, numbers, expected) in left {
            assert_eq!(leftover(what, numbers), expected);
        }
        let unknowns = [0, 1, 2].map(unknown);
        assert_eq!(
            unknowns,
            ["", "; 1 field stays unknown", "; 2 fields stay unknown"]
        );
        assert_eq!((entries(1), bytes(1)), ("1 entry".into(), "1 byte".into()));
        assert_eq!(
            (entries(2), bytes(0)),
            ("2 entries".into(), "0 bytes".into())
        );
    }
}
