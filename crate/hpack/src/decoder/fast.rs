//! The fast loop for ordinary representations: known indices, complete strings,
//! no limit exceeded. It stops before any other representation, which the
//! inspecting form then decodes or refuses, so that each rule is written once.
//!
//! - The caller's closure has one call site and is inlined into the loop.
//! - Raw strings are borrowed from the block. Others are written to the arena
//!   of the table and stay there if they become an entry.
//! - Static and dynamic entries are records of one array over that arena.
//! - Entries are not evicted one by one: an index is valid while the entries
//!   inserted since then fit in the maximum, which is one comparison. The
//!   table is updated when the loop stops.

use core::ops::ControlFlow;

use super::{Decoder, Field, IntoControlFlow};
use crate::{
    dynamic_table::{DynamicTable, Origin, Window, entry_size},
    error::DecodeError,
    huffman::{Strings, Texts, Work},
    integer::{Bits32, IntegerDecoder},
    representation::Kind,
};

impl Decoder {
    /// Decodes `block` and passes its fields to `each`. Exceeded limits are
    /// reported at the end of the block.
    #[inline]
    pub(super) fn decode_all<R: IntoControlFlow>(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Field<'_>) -> R,
    ) -> Result<(), DecodeError> {
        let mut at = 0;
        while at < block.len() {
            if self.block.is_reporting() && self.table.is_fully_known() {
                at += self.decode_ordinary(&block[at..], at, each);
                if at == block.len() {
                    break;
                }
            }
            let each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()> =
                &mut |field| each(field).into_control_flow();
            at = self.step_plain(block, at, each)?;
        }
        Ok(())
    }

    /// Decodes ordinary representations from `bytes`, which begin at `offset`
    /// of the block. Returns the number of bytes decoded.
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
            max_string: self.limits.string,
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

struct Stop {
    /// Bytes decoded.
    at: usize,
    /// See [`Run::room`].
    room: u64,
    is_stopped: bool,
}

struct Run<'a, E> {
    bytes: &'a [u8],
    /// Position of the first byte.
    origin: Origin,
    /// [`Limits::string`](super::Limits::string).
    max_string: usize,
    /// Bytes left in the header list.
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
            max_string,
            mut room,
            table,
            each,
        } = self;
        let maximum = u64::from(table.state().maximum());
        let (mut window, mut texts) = table.window(bytes.len(), origin);
        let mut at = 0;
        let mut is_stopped = false;
        while at < bytes.len() && !is_stopped {
            let first = bytes[at];
            let used = texts.len();
            let is_inserted = first & 0xc0 == 0x40;
            let Some(Located {
                name,
                value,
                index,
                next,
            }) = read_field(&strings, &window, &texts, bytes, at)
            else {
                texts.truncate(used);
                break;
            };
            let size = entry_size(name.len() as u64 + value.len() as u64);
            // Never misses a string that is too long; the inspecting form
            // decides about false alarms.
            let is_long = (name.len() | value.len()) > max_string;
            if size > room || is_long || is_inserted && size > maximum {
                texts.truncate(used);
                break;
            }
            room -= size;
            if is_inserted {
                window.push(name, value, &texts, at);
            }
            at = next;
            let field = Field {
                name,
                value,
                sensitive: first & 0xf0 == 0x10,
                kind: Kind::of(first),
                index,
            };
            is_stopped = each(field).into_control_flow().is_break();
            if !is_inserted {
                texts.truncate(used);
            }
        }
        let total = window.finish(texts);
        table.commit(total);
        Stop {
            at,
            room,
            is_stopped,
        }
    }
}

struct Located<'a> {
    name: &'a [u8],
    value: &'a [u8],
    index: Option<u32>,
    next: usize,
}

/// Reads the field whose representation begins at `at`.
#[inline(always)]
fn read_field<'a>(
    strings: &impl Strings,
    window: &Window<'_>,
    texts: &'a Texts<'_>,
    bytes: &'a [u8],
    at: usize,
) -> Option<Located<'a>> {
    let first = bytes[at];
    let prefix = match first {
        0x80.. => 0x7f,
        0x40..0x80 => 0x3f,
        // A size update.
        0x20..0x40 => return None,
        0x00..0x20 => 0x0f,
    };
    let is_inserted = first & 0xc0 == 0x40;
    let (index, mut next) = read_integer(bytes, at, prefix)?;
    let (name, mut value): (_, &[u8]) = if index > 0 {
        window.find(index, texts)?
    } else if first < 0x80 {
        let name;
        (name, next) = read_string(strings, texts, bytes, next, is_inserted)?;
        (name, &[])
    } else {
        return None;
    };
    if first < 0x80 {
        (value, next) = read_string(strings, texts, bytes, next, is_inserted)?;
    }
    Some(Located {
        name,
        value,
        index: (index > 0).then_some(index as u32),
        next,
    })
}

/// Reads the string literal at `at`, into `texts` if it is Huffman-coded or
/// `is_inserted`. Returns it with the offset after it.
#[inline(always)]
fn read_string<'a>(
    strings: &impl Strings,
    texts: &'a Texts<'_>,
    bytes: &'a [u8],
    at: usize,
    is_inserted: bool,
) -> Option<(&'a [u8], usize)> {
    let is_huffman = *bytes.get(at)? >= 0x80;
    let (length, data) = read_integer(bytes, at, 0x7f)?;
    let next = data + length;
    let raw = bytes.get(data..next)?;
    let text = if is_huffman {
        strings.decode(bytes, data..next, texts)?
    } else if is_inserted {
        texts.put(&bytes[data..], length)?
    } else {
        raw
    };
    Some((text, next))
}

/// Reads the integer at `at`, whose prefix is the bits of the mask `prefix`.
/// Returns it with the offset after it.
#[inline(always)]
fn read_integer(bytes: &[u8], at: usize, prefix: u8) -> Option<(usize, usize)> {
    let value = bytes[at] & prefix;
    if value < prefix {
        return Some((usize::from(value), at + 1));
    }
    let next = *bytes.get(at + 1)?;
    if next < 0x80 {
        return Some((usize::from(prefix) + usize::from(next), at + 2));
    }
    read_long_integer(bytes, at, prefix)
}

#[cold]
#[inline(never)]
fn read_long_integer(bytes: &[u8], at: usize, prefix: u8) -> Option<(usize, usize)> {
    let prefix_bits = prefix.count_ones() as u8;
    let (value, next) = Bits32.decode(bytes, at, prefix_bits).ok()?;
    Some((value as usize, next))
}
