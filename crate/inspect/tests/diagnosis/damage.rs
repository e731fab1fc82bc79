//! One kind of damage for each cause, applied to one block of a connection.

use hpack::{Kind, integer, structure::representation_at};

use inspect::diagnosis::Cause::{
    self, Continuation, DecodedTwice, FrameHeader, IndexOffByOne, MissedBlock, OtherDirection,
    Padding, SizeUpdate, TableSize,
};
use testing::hostile::build::frame;

use super::support::Connection;
use crate::sessions::support::Sent;

/// Description, expected cause, and the damaging function.
pub(crate) type Damage = (
    &'static str,
    Cause,
    fn(&Connection, usize) -> Option<Connection>,
);

#[rustfmt::skip]
pub(crate) const ALL: [Damage; 18] = [
    ("a block left out", MissedBlock, drop_block),
    // As hackney’s encoder wrote them: github.com/benoitc/hackney/issues/830.
    ("indices one too high from the start", IndexOffByOne, |c, n| shift_indices(c, n, 1)),
    ("indices one too low from the start", IndexOffByOne, |c, n| shift_indices(c, n, -1)),
    ("taken for the other direction's", OtherDirection, other_direction),
    ("padding left in", Padding, |c, n| surround(c, n, &[5], &[0; 5])),
    ("pad length left in", Padding, |c, n| surround(c, n, &[7], &[])),
    ("padding left behind", Padding, |c, n| surround(c, n, &[], &[0; 4])),
    ("priority left in", Padding, |c, n| surround(c, n, &[0x80, 0, 0, 0, 0xff], &[])),
    ("priority left in everywhere", Padding, priority_everywhere),
    ("padding and priority left in", Padding, |c, n| surround(c, n, &[3, 0, 0, 0, 3, 15], &[0; 3])),
    ("promised stream left in", Padding, |c, n| surround(c, n, &[0, 0, 0, 2], &[])),
    ("a frame header left in", FrameHeader, frame_header),
    ("a CONTINUATION's header left in", FrameHeader, continuation_header),
    ("a CONTINUATION by itself", Continuation, split),
    ("a CONTINUATION missing", Continuation, truncate),
    ("another table size", TableSize, smaller_table),
    ("a block twice", DecodedTwice, duplicate),
    ("a size update left out", SizeUpdate, without_update),
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
    let blocks = damaged.blocks.iter_mut();
    for block in blocks.filter(|block| block.sender == sender) {
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

pub(crate) fn other_direction(connection: &Connection, number: usize) -> Option<Connection> {
    let mut damaged = connection.clone();
    let block = &mut damaged.blocks[number];
    if !block.before.limit_changes.is_empty() {
        return None;
    }
    block.sender = block.sender.peer();
    Some(damaged)
}

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
    let blocks = damaged.blocks.iter_mut();
    for block in blocks.filter(|block| block.sender == sender) {
        block.bytes.splice(0..0, [0, 0, 0, 0, 15]);
    }
    Some(damaged)
}

fn frame_header(connection: &Connection, number: usize) -> Option<Connection> {
    let bytes = frame(1, 5, 5, &connection.blocks[number].bytes);
    Some(with(connection, number, bytes))
}

fn continuation_header(connection: &Connection, number: usize) -> Option<Connection> {
    let bytes = &connection.blocks[number].bytes;
    let (front, back) = bytes.split_at(bytes.len() / 2);
    let joined = [front, &frame(9, 4, 5, back)].concat();
    (!front.is_empty()).then(|| with(connection, number, joined))
}

fn split(connection: &Connection, number: usize) -> Option<Connection> {
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
    Some(damaged)
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
