//! The loop for ordinary representations: known indices, whole strings, no
//! limit exceeded. At anything else it stops in front of the representation,
//! which the inspecting form then decodes or refuses, so that no rule is
//! written twice.
//!
//! What makes it fast:
//! - The caller's closure has one call site and becomes part of the loop.
//! - The block is copied to the arena, where names and values are: a raw string
//!   is there already, and any string can be loaded in words, as there is
//!   padding behind the last.
//! - Static and dynamic entries are records of one array over that arena.
//! - Entries are not evicted one by one: an index is valid while the entries
//!   inserted since then fit in the maximum, which is one comparison. The
//!   table is brought up to date when the loop stops.

use core::ops::ControlFlow;

use super::{Decoder, Field, IntoControlFlow};
use crate::{
    dynamic_table::{DynamicTable, Origin, Text, Window, entry_size},
    error::DecodeError,
    huffman::{SpareCapacity, Strings, Work},
    integer::{Bits32, IntegerDecoder},
};

/// How often a block is given back to the loop after something else: each
/// time, the rest of it is copied.
const TIMES: usize = 4;

impl Decoder {
    /// Decodes what a block consists of and hands its fields to `each`.
    ///
    /// # Errors
    /// The first decoding error. Limits that were exceeded are kept for the
    /// end of the block.
    #[inline]
    pub(super) fn decode_all<R: IntoControlFlow>(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Field<'_>) -> R,
    ) -> Result<(), DecodeError> {
        let mut at = 0;
        let mut times = TIMES;
        while at < block.len() {
            if times > 0 && self.block.hands_out() && self.table.is_fully_known() {
                times -= 1;
                at += self.decode_ordinary(&block[at..], at, each);
                if at == block.len() {
                    break;
                }
            }
            let each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()> =
                &mut |field| each(field).into_control_flow();
            at = self.step_plainly(block, at, each)?;
        }
        Ok(())
    }

    /// Decodes the ordinary representations that `bytes`, which begin at
    /// `offset` of the block, begin with. Returns how many bytes they take.
    #[inline(always)]
    fn decode_ordinary<R: IntoControlFlow>(
        &mut self,
        bytes: &[u8],
        offset: usize,
        each: &mut impl FnMut(Field<'_>) -> R,
    ) -> usize {
        let huffman = self.engines.huffman;
        let stop = huffman.run(Run {
            bytes,
            origin: Origin::at(self.blocks, self.block.decoded + offset),
            longest: self.limits.string,
            room: self.limits.header_list - self.block.list,
            table: &mut self.table,
            each,
        });
        self.block.list = self.limits.header_list - stop.room;
        self.block.is_stopped = stop.is_stopped;
        self.block.has_fields |= stop.at > 0;
        stop.at
    }
}

/// Where and why the loop stopped.
struct Stop {
    /// Bytes decoded.
    at: usize,
    /// See [`Run::room`].
    room: u64,
    is_stopped: bool,
}

/// The work of the loop.
struct Run<'a, E> {
    bytes: &'a [u8],
    /// The place of the first byte.
    origin: Origin,
    /// The limit of strings.
    longest: usize,
    /// What the limit of the header list leaves.
    room: u64,
    table: &'a mut DynamicTable,
    each: &'a mut E,
}

impl<R: IntoControlFlow, E: FnMut(Field<'_>) -> R> Work for Run<'_, E> {
    type Output = Stop;

    #[inline(always)]
    fn run(self, strings: impl Strings) -> Stop {
        let Self {
            bytes,
            origin,
            longest,
            mut room,
            table,
            each,
        } = self;
        let maximum = u64::from(table.state().maximum());
        let mut window = table.window(bytes, origin);
        // Places are in the arena.
        let begin = window.begin();
        let end = begin + bytes.len();
        let mut at = begin;
        let mut is_stopped = false;
        while at < end && !is_stopped {
            let first = window.arena.byte(at);
            let used = window.arena.len();
            let is_inserted = first & 0xc0 == 0x40;
            let field = read_field(&strings, &mut window, first, at, end);
            let Some(Place { name, value, next }) = field else {
                window.arena.truncate(used);
                break;
            };
            let size = entry_size(name.1 as u64 + value.1 as u64);
            // A string that is too long has a bit that the limit has not, or
            // some above it; in doubt the other form decides.
            if size > room || (name.1 | value.1) > longest || is_inserted && size > maximum {
                window.arena.truncate(used);
                break;
            }
            room -= size;
            if is_inserted {
                window.push(name, value, at - begin);
            }
            at = next;
            let field = Field {
                name: window.arena.text(name),
                value: window.arena.text(value),
                sensitive: first & 0xf0 == 0x10,
            };
            is_stopped = each(field).into_control_flow().is_break();
            if !is_inserted {
                window.arena.truncate(used);
            }
        }
        let total = window.finish();
        table.settle(total);
        Stop {
            at: at - begin,
            room,
            is_stopped,
        }
    }
}

/// Where a field is in the arena, and where what follows it begins.
struct Place {
    name: Text,
    value: Text,
    next: usize,
}

/// Reads the field whose representation begins with the byte `first` at `at`.
#[inline(always)]
fn read_field(
    strings: &impl Strings,
    window: &mut Window<'_>,
    first: u8,
    at: usize,
    end: usize,
) -> Option<Place> {
    let prefix = match first {
        0x80.. => 0x7f,
        0x40..0x80 => 0x3f,
        // A size update.
        0x20..0x40 => return None,
        0x00..0x20 => 0x0f,
    };
    let (index, mut next) = integer(&window.arena, at, prefix, end)?;
    let (name, mut value) = if index > 0 {
        window.find(index)?
    } else if first < 0x80 {
        let name;
        (name, next) = string(strings, &mut window.arena, next, end)?;
        (name, (0, 0))
    } else {
        return None;
    };
    if first < 0x80 {
        (value, next) = string(strings, &mut window.arena, next, end)?;
    }
    Some(Place { name, value, next })
}

/// The string literal at `at` of the arena, decoded behind all that is there
/// if it is coded, and where what follows it begins.
#[inline(always)]
fn string(
    strings: &impl Strings,
    arena: &mut SpareCapacity<'_>,
    at: usize,
    end: usize,
) -> Option<(Text, usize)> {
    let is_huffman = arena.byte(at) >= 0x80;
    let (length, data) = integer(arena, at, 0x7f, end)?;
    let next = data + length;
    if next > end {
        return None;
    }
    if !is_huffman {
        return Some(((data, length), next));
    }
    let start = arena.len();
    strings
        .decode(data..next, arena)
        .then(|| ((start, arena.len() - start), next))
}

/// The integer in the bits `prefix` of the byte at `at` and in those after it,
/// and where what follows it begins. Behind the end there is padding.
#[inline(always)]
fn integer(arena: &SpareCapacity<'_>, at: usize, prefix: u8, end: usize) -> Option<(usize, usize)> {
    let value = arena.byte(at) & prefix;
    if value < prefix {
        return Some((usize::from(value), at + 1));
    }
    let next = arena.byte(at + 1);
    if next < 0x80 {
        return Some((usize::from(prefix) + usize::from(next), at + 2));
    }
    long_integer(arena.text((at, end.saturating_sub(at))), at, prefix)
}

#[cold]
#[inline(never)]
fn long_integer(bytes: &[u8], at: usize, prefix: u8) -> Option<(usize, usize)> {
    let (value, length) = Bits32.decode(bytes, 0, prefix.count_ones() as u8).ok()?;
    Some((value as usize, at + length))
}
