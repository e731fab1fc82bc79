//! The fast loop for ordinary representations: known indices, complete strings,
//! no limit exceeded. It stops before any other representation, which the
//! slow path then decodes or refuses, so that each rule is written once.
//!
//! - The caller's closure has one call site and is inlined into the loop, for
//!   all CPUs the same: only the kernels of longer strings differ.
//! - Raw strings are borrowed from the block. Others are written to the arena
//!   of the table and stay there if they become an entry; otherwise the next
//!   literal overwrites them.
//! - Static and dynamic entries are records of one array over that arena.
//! - Entries are not evicted one by one: an index is valid while the entries
//!   inserted since then fit in the maximum, which is one comparison. The
//!   table is updated when the loop stops.

use core::ops::ControlFlow;

use super::{BlockState, Decoder, Field, IntoControlFlow};
use crate::{
    dynamic_table::{Origin, Window, entry_size},
    error::DecodeError,
    huffman::{StringArena, Window14},
    integer::{Bits32, IntegerDecoder},
    representation::Kind,
};

/// Result of the loop.
pub(super) struct Stop {
    /// Bytes decoded.
    pub(super) at: usize,
    /// Bytes left in the header list.
    room: u64,
    is_stopped: bool,
}

impl Decoder {
    /// Whether `length` bytes are a block of their own that the loop can begin.
    #[inline(always)]
    pub(super) fn is_ready_for_block(&self, length: usize) -> bool {
        !(self.has_failed | self.is_interrupted | self.block.is_open)
            && length <= self.limits.block
            && self.table.is_ordinary(length)
    }

    /// Begins a block, whose state is written only for a block that is not
    /// ordinary to its end.
    #[inline(always)]
    pub(super) fn begin_ordinary<R: IntoControlFlow>(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Field<'_>) -> R,
    ) -> Stop {
        self.is_interrupted = true;
        let origin = Origin::at(self.blocks, 0);
        let stop = self.decode_ordinary(block, origin, self.limits.header_list, each);
        self.is_interrupted = false;
        stop
    }

    /// Writes the state of the block that the loop began.
    pub(super) fn leave_ordinary(&mut self, stop: &Stop) {
        self.block = BlockState {
            is_open: true,
            ..BlockState::default()
        };
        self.rest.clear();
        self.note_stop(stop);
    }

    fn note_stop(&mut self, stop: &Stop) {
        self.block.list = self.limits.header_list - stop.room;
        self.block.is_stopped = stop.is_stopped;
        self.block.has_fields |= stop.at > 0;
    }

    /// Decodes `bytes` from `at` on and passes their fields to `each`. Exceeded
    /// limits are reported at the end of the block.
    pub(super) fn decode_all(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    ) -> Result<(), DecodeError> {
        while at < bytes.len() {
            if self.block.is_reporting() && self.table.is_ordinary(bytes.len() - at) {
                let origin = Origin::at(self.blocks, self.block.decoded + at);
                let room = self.limits.header_list - self.block.list;
                let stop = self.decode_ordinary(&bytes[at..], origin, room, &mut *each);
                self.note_stop(&stop);
                at += stop.at;
                if at == bytes.len() {
                    break;
                }
            }
            at = self.step_plain(bytes, at, each)?;
        }
        Ok(())
    }

    /// Decodes ordinary representations of `bytes`, which begin at `origin`, up
    /// to `room` bytes of header list.
    #[inline(always)]
    fn decode_ordinary<R: IntoControlFlow>(
        &mut self,
        bytes: &[u8],
        origin: Origin,
        mut room: u64,
        mut each: impl FnMut(Field<'_>) -> R,
    ) -> Stop {
        let strings = Block {
            bytes,
            huffman: self.engines.huffman,
            longest: self.limits.string,
        };
        let (mut window, mut texts) = self.table.window(bytes.len(), origin);
        let mut at = 0;
        let mut is_stopped = false;
        while at < bytes.len() && !is_stopped {
            let first = bytes[at];
            let located;
            if first >= 0x80 {
                let Some(found) = strings.indexed(at, &window, &texts) else {
                    break;
                };
                let Some(left) = room.checked_sub(found.size()) else {
                    break;
                };
                room = left;
                located = found;
            } else if first >= 0x40 {
                texts.reset();
                let Some(found) = strings.literal::<true>(at, &window, &texts) else {
                    break;
                };
                let Some(left) = room.checked_sub(found.size()) else {
                    break;
                };
                if found.size() > window.maximum() {
                    break;
                }
                room = left;
                window.push(found.name, found.value, &texts, at);
                texts.keep();
                located = found;
            } else if first >= 0x20 {
                // A size update.
                break;
            } else {
                texts.reset();
                let Some(found) = strings.literal::<false>(at, &window, &texts) else {
                    break;
                };
                let Some(left) = room.checked_sub(found.size()) else {
                    break;
                };
                room = left;
                located = found;
            }
            at = located.next;
            let field = Field {
                name: located.name,
                value: located.value,
                sensitive: first & 0xf0 == 0x10,
                kind: Kind::of(first),
                index: (located.index > 0).then_some(located.index as u32),
            };
            is_stopped = each(field).into_control_flow().is_break();
        }
        let total = window.finish(texts);
        self.table.commit(total);
        Stop {
            at,
            room,
            is_stopped,
        }
    }
}

/// A field, and the offset after its representation.
struct Located<'a> {
    name: &'a [u8],
    value: &'a [u8],
    /// 0 if the name is a literal.
    index: usize,
    next: usize,
}

impl Located<'_> {
    #[inline(always)]
    fn size(&self) -> u64 {
        entry_size(self.name.len() as u64 + self.value.len() as u64)
    }
}

/// Reads representations of a block. Each function returns `None` for what the
/// slow path has to decode.
struct Block<'a> {
    bytes: &'a [u8],
    huffman: Window14,
    /// [`Limits::string`](super::Limits::string).
    longest: usize,
}

impl<'a> Block<'a> {
    #[inline(always)]
    fn indexed(
        &self,
        at: usize,
        window: &Window<'_>,
        texts: &'a StringArena<'_>,
    ) -> Option<Located<'a>> {
        let (index, next) = read_integer(self.bytes, at, 0x7f)?;
        let (name, value) = window.find(index)?.texts(texts)?;
        Some(Located {
            name,
            value,
            index,
            next,
        })
    }

    #[inline(always)]
    fn literal<const INSERTED: bool>(
        &self,
        at: usize,
        window: &Window<'_>,
        texts: &'a StringArena<'_>,
    ) -> Option<Located<'a>> {
        let prefix = if INSERTED { 0x3f } else { 0x0f };
        let (name, index, after);
        if self.bytes[at] & prefix == 0 {
            (name, after) = self.string::<INSERTED>(at + 1, texts)?;
            index = 0;
        } else {
            (index, after) = read_integer(self.bytes, at, prefix)?;
            name = window.find(index)?.name_in(texts)?;
        }
        let (value, next) = self.string::<INSERTED>(after, texts)?;
        Some(Located {
            name,
            value,
            index,
            next,
        })
    }

    /// Reads the string literal at `at`, into `texts` if it is Huffman-coded or
    /// `INSERTED`. Returns it with the offset after it.
    #[inline(always)]
    fn string<const INSERTED: bool>(
        &self,
        at: usize,
        texts: &'a StringArena<'_>,
    ) -> Option<(&'a [u8], usize)> {
        let first = *self.bytes.get(at)?;
        let length = usize::from(first & 0x7f);
        if length == 0x7f {
            return self.long_string(at, texts, INSERTED);
        }
        let next = at + 1 + length;
        let raw = self.bytes.get(at + 1..next)?;
        let text = if first >= 0x80 {
            self.huffman.decode_text(self.bytes, at + 1..next, texts)?
        } else if INSERTED {
            texts.put(&self.bytes[at + 1..], length)?
        } else {
            raw
        };
        (text.len() <= self.longest).then_some((text, next))
    }

    /// Like [`string`](Self::string), for a length that does not fit in the prefix.
    #[inline(never)]
    fn long_string(
        &self,
        at: usize,
        texts: &'a StringArena<'_>,
        is_inserted: bool,
    ) -> Option<(&'a [u8], usize)> {
        let (length, data) = read_integer(self.bytes, at, 0x7f)?;
        let next = data + length;
        let raw = self.bytes.get(data..next)?;
        let text = if self.bytes[at] >= 0x80 {
            self.huffman.decode_text(self.bytes, data..next, texts)?
        } else if is_inserted {
            texts.put(raw, length)?
        } else {
            raw
        };
        (text.len() <= self.longest).then_some((text, next))
    }
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
