//! One kind of damage for each cause, applied to one block of a connection.

use hpack::{Kind, integer, structure::representation_at};

use inspect::diagnosis::Cause;

use crate::cases::Sent;
use crate::support::Connection;

/// Description, expected cause, and the damaging function.
pub(crate) type Damage = (
    &'static str,
    Cause,
    fn(&Connection, usize) -> Option<Connection>,
);

pub(crate) const ALL: [Damage; 21] = [
    ("a block left out", Cause::MissedBlock, drop_block),
    (
        "indices one too high from the start",
        Cause::IndexOffByOne,
        |c, n| shift_indices(c, n, 1),
    ),
    (
        "indices one too low from the start",
        Cause::IndexOffByOne,
        |c, n| shift_indices(c, n, -1),
    ),
    ("one index one too high", Cause::IndexOffByOne, |c, n| {
        one_index(c, n, 1)
    }),
    ("one index one too low", Cause::IndexOffByOne, |c, n| {
        one_index(c, n, -1)
    }),
    (
        "taken for the other direction's",
        Cause::OtherDirection,
        other_direction,
    ),
    ("padding left in", Cause::Padding, |c, n| {
        surround(c, n, &[5], &[0; 5])
    }),
    ("pad length left in", Cause::Padding, |c, n| {
        surround(c, n, &[7], &[])
    }),
    ("padding left behind", Cause::Padding, |c, n| {
        surround(c, n, &[], &[0; 4])
    }),
    ("priority left in", Cause::Padding, |c, n| {
        surround(c, n, &[0x80, 0, 0, 0, 0xff], &[])
    }),
    (
        "priority left in everywhere",
        Cause::Padding,
        priority_everywhere,
    ),
    ("padding and priority left in", Cause::Padding, |c, n| {
        surround(c, n, &[3, 0, 0, 0, 3, 15], &[0; 3])
    }),
    ("promised stream left in", Cause::Padding, |c, n| {
        surround(c, n, &[0, 0, 0, 2], &[])
    }),
    ("a frame header left in", Cause::FrameHeader, frame_header),
    (
        "a CONTINUATION's header left in",
        Cause::FrameHeader,
        continuation_header,
    ),
    (
        "a CONTINUATION by itself",
        Cause::Continuation,
        split_in_order,
    ),
    (
        "a CONTINUATION before its block",
        Cause::Continuation,
        split_out_of_order,
    ),
    ("a CONTINUATION missing", Cause::Continuation, truncate),
    ("another table size", Cause::TableSize, smaller_table),
    ("a block twice", Cause::DecodedTwice, duplicate),
    ("a size update left out", Cause::SizeUpdate, without_update),
];

fn with(connection: &Connection, number: usize, bytes: Vec<u8>) -> Connection {
    let mut damaged = connection.clone();
    damaged.blocks[number].bytes = bytes;
    damaged
}

/// Offsets of a block's representations.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        starts.push(at);
        at = representation_at(bytes, at).unwrap().range.end;
    }
    starts
}

pub(crate) fn drop_block(connection: &Connection, number: usize) -> Option<Connection> {
    let mut damaged = connection.clone();
    let gone = damaged.blocks.remove(number);
    keep_limits(&mut damaged.blocks, number, gone);
    Some(damaged)
}

fn keep_limits(blocks: &mut [Sent], from: usize, gone: Sent) {
    let next = blocks
        .iter_mut()
        .skip(from)
        .find(|block| block.sender == gone.sender);
    if let Some(next) = next {
        next.before
            .limit_changes
            .splice(0..0, gone.before.limit_changes);
    }
}

/// Adds `by` to the index of the representation at `at`.
fn with_index(bytes: &[u8], at: usize, by: i32) -> Vec<u8> {
    let found = representation_at(bytes, at).unwrap().integer;
    let index = found.value.checked_add_signed(by).unwrap();
    let mut out = bytes[..at].to_vec();
    integer::encode(bytes[at], found.prefix_bits, index.into(), &mut out);
    out.extend_from_slice(&bytes[found.range.end..]);
    out
}

/// Index of the representation at `at`; `None` without an index.
fn index(bytes: &[u8], at: usize) -> Option<u32> {
    let found = representation_at(bytes, at).unwrap();
    (found.kind != Kind::SizeUpdate && found.integer.value > 0).then_some(found.integer.value)
}

fn shift_indices(connection: &Connection, number: usize, by: i32) -> Option<Connection> {
    let sender = connection.blocks[number].sender;
    // Shifts each direction once, regardless of the block.
    if connection.of(sender).first() != Some(&number) {
        return None;
    }
    let mut damaged = connection.clone();
    let mut any = false;
    for block in damaged
        .blocks
        .iter_mut()
        .filter(|block| block.sender == sender)
    {
        let mut at = 0;
        while at < block.bytes.len() {
            if index(&block.bytes, at).is_some_and(|index| index > 61) {
                block.bytes = with_index(&block.bytes, at, by);
                any = true;
            }
            at = representation_at(&block.bytes, at).unwrap().range.end;
        }
    }
    any.then_some(damaged)
}

fn one_index(connection: &Connection, number: usize, by: i32) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let dynamic: Vec<usize> = starts(bytes)
        .into_iter()
        .filter(|&at| index(bytes, at).is_some_and(|index| index > 61))
        .collect();
    let at = *dynamic.get(dynamic.len() / 2)?;
    Some(with(connection, number, with_index(bytes, at, by)))
}

pub(crate) fn other_direction(connection: &Connection, number: usize) -> Option<Connection> {
    let mut damaged = connection.clone();
    let block = &mut damaged.blocks[number];
    if !block.before.limit_changes.is_empty() {
        return None;
    }
    block.sender = block.sender.peer();
    Some(damaged)
}

#[expect(clippy::unnecessary_wraps, reason = "the shape of every damage")]
fn surround(
    connection: &Connection,
    number: usize,
    front: &[u8],
    back: &[u8],
) -> Option<Connection> {
    let bytes = [front, &connection.blocks[number].bytes, back].concat();
    Some(with(connection, number, bytes))
}

fn priority_everywhere(connection: &Connection, number: usize) -> Option<Connection> {
    let sender = connection.blocks[number].sender;
    if connection.of(sender).first() != Some(&number) {
        return None;
    }
    let mut damaged = connection.clone();
    for block in damaged
        .blocks
        .iter_mut()
        .filter(|block| block.sender == sender)
    {
        block.bytes.splice(0..0, [0, 0, 0, 0, 15]);
    }
    Some(damaged)
}

fn header(kind: u8, flags: u8, length: usize) -> [u8; 9] {
    [
        0,
        (length >> 8) as u8,
        length as u8,
        kind,
        flags,
        0,
        0,
        0,
        5,
    ]
}

fn frame_header(connection: &Connection, number: usize) -> Option<Connection> {
    let length = connection.blocks[number].bytes.len();
    surround(connection, number, &header(1, 5, length), &[])
}

fn continuation_header(connection: &Connection, number: usize) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let at = bytes.len() / 2;
    let (front, back) = bytes.split_at(at);
    let joined = [front, &header(9, 4, back.len()), back].concat();
    (at > 0).then(|| with(connection, number, joined))
}

fn split(connection: &Connection, number: usize, swapped: bool) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let at = bytes.len() * 2 / 3;
    if bytes.len() < 4 {
        return None;
    }
    let mut damaged = with(connection, number, bytes[..at].to_vec());
    let mut rest = damaged.blocks[number].clone();
    rest.bytes = bytes[at..].to_vec();
    rest.before.limit_changes.clear();
    damaged.blocks.insert(number + 1, rest);
    if swapped {
        let (left, right) = damaged.blocks.split_at_mut(number + 1);
        std::mem::swap(&mut left[number].bytes, &mut right[0].bytes);
    }
    Some(damaged)
}

fn split_in_order(connection: &Connection, number: usize) -> Option<Connection> {
    split(connection, number, false)
}

fn split_out_of_order(connection: &Connection, number: usize) -> Option<Connection> {
    split(connection, number, true)
}

/// Truncates the block within a literal.
fn truncate(connection: &Connection, number: usize) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let literal = starts(bytes)
        .into_iter()
        .filter_map(|at| representation_at(bytes, at).unwrap().value)
        .rfind(|value| value.data.len() > 8)?;
    let at = usize::midpoint(literal.data.start, literal.data.end);
    Some(with(connection, number, bytes[..at].to_vec()))
}

fn smaller_table(connection: &Connection, number: usize) -> Option<Connection> {
    let sizes = [256, 512, 1024];
    let mut damaged = connection.clone();
    damaged.options = inspect::Options::with_limit(*sizes.get(number)?, Some(sizes[number]));
    Some(damaged)
}

pub(crate) fn duplicate(connection: &Connection, number: usize) -> Option<Connection> {
    let mut damaged = connection.clone();
    let mut again = damaged.blocks[number].clone();
    again.before.limit_changes.clear();
    damaged.blocks.insert(number + 1, again);
    Some(damaged)
}

fn without_update(connection: &Connection, number: usize) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let first = starts(bytes)
        .into_iter()
        .find(|&at| Kind::of(bytes[at]) != Kind::SizeUpdate)?;
    (first > 0).then(|| with(connection, number, bytes[first..].to_vec()))
}
