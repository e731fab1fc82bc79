//! The inspecting form of the decoder: each field with its place in the block,
//! the meaning of its index and what it did to the table. It also decodes what
//! the plain form leaves to it: errors, limits, size updates and tables that
//! are not fully known.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::{BlockState, Decoder, Limits};
use crate::{
    dynamic_table::{DynamicTable, Inserted, Origin, Position, Span, TableState, entry_size},
    error::{DecodeError, DecodeErrorKind},
    huffman::HuffmanDecoder,
    integer::IntegerDecoder,
    representation::Kind,
    static_table,
    structure::{StringLiteral, huffman_error, integer_error, string_at},
};

/// The engines that a block is decoded with, one for each stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engines<H, I> {
    /// §5.2.
    pub huffman: H,
    /// §5.1.
    pub integer: I,
}

/// A field with its place in the block and its effect on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedField<'a> {
    /// Its representation; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// The bytes of the block that its representation takes.
    pub range: Range<usize>,
    /// The index on the wire; `None` if the name is a literal.
    pub index: Option<u32>,
    /// What the index refers to; `None` if the name is a literal.
    pub reference: Option<Reference>,
    /// Its name; `None` if it is that of an entry from before the first byte
    /// which is not known.
    pub name: Option<&'a [u8]>,
    /// Its value; `None` in the same case.
    pub value: Option<&'a [u8]>,
    /// The name's literal in the block, if it is one.
    pub name_literal: Option<StringLiteral>,
    /// The value's literal in the block, if it is one.
    pub value_literal: Option<StringLiteral>,
    /// The known entries that were evicted to insert it (§4.4).
    pub evicted: Range<Position>,
    /// Its position in the dynamic table, if it was inserted. A field
    /// [`Kind::Incremental`] without one is larger than the table, which is now
    /// empty (§4.4).
    pub inserted: Option<Position>,
}

/// A dynamic table size update (§6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeUpdate {
    /// The bytes of the block that it takes.
    pub range: Range<usize>,
    /// The new maximum, bytes.
    pub maximum: u32,
    /// The known entries that were evicted (§4.3).
    pub evicted: Range<Position>,
}

/// Receives each step of the decoder, in the order of the block.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use hpack_core::{Decoder, DynamicTable, InspectedField, SizeUpdate, Visitor};
///
/// /// How full the table is after each step.
/// #[derive(Default)]
/// struct Sizes(Vec<u64>);
///
/// impl Visitor for Sizes {
///     fn field(&mut self, _: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
///         self.0.push(table.size());
///         ControlFlow::Continue(())
///     }
///
///     fn size_update(&mut self, _: SizeUpdate, table: &DynamicTable) {
///         self.0.push(table.size());
///     }
/// }
///
/// let mut sizes = Sizes::default();
/// // A size update to 64, “a: b” twice as new entries, and a reference.
/// let block = [0x3f, 0x21, 0x40, 1, b'a', 1, b'b', 0x40, 1, b'a', 1, b'b', 0xbe];
/// Decoder::default().visit(&block, &mut sizes)?;
/// assert_eq!(sizes.0, [0, 34, 34, 34]);
/// # Ok::<(), hpack_core::DecodeError>(())
/// ```
pub trait Visitor {
    /// The next field; `table` is as the field left it. After
    /// [`ControlFlow::Break`] no more fields of the block are handed out, while
    /// the table follows the block to its end.
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()>;

    /// The next size update, before the first field.
    #[inline]
    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        let _ = (update, table);
    }

    /// The block could not be decoded further, or exceeds a limit.
    #[inline]
    fn error(&mut self, error: &DecodeError) {
        let _ = error;
    }
}

impl<F: FnMut(InspectedField<'_>)> Visitor for F {
    #[inline(always)]
    fn field(&mut self, field: InspectedField<'_>, _: &DynamicTable) -> ControlFlow<()> {
        self(field);
        ControlFlow::Continue(())
    }
}

/// What an index refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The entry of the static table, 1 to 61.
    Static(u32),
    /// The entry at this position of the log.
    Dynamic(Position),
    /// The entry at this position of the log. It was evicted because the maximum
    /// was assumed to be smaller than it must have been, and is restored.
    Restored(Position),
    /// An entry from before the first byte that is not known.
    Unknown(Position),
    /// Nothing: no table within the maximum could have that many entries. An
    /// error where all entries are known.
    Impossible,
}

/// The strings of a literal.
struct Strings {
    name: Text,
    value: Text,
    name_literal: Option<StringLiteral>,
    value_literal: StringLiteral,
}

/// Where a string of the field at hand is.
#[derive(Clone, Copy)]
enum Text {
    Arena(Span),
    Block(usize, usize),
    Unknown,
}

impl Text {
    #[inline(always)]
    fn of<'a>(self, block: &'a [u8], table: &'a DynamicTable) -> Option<&'a [u8]> {
        match self {
            Self::Arena(span) => Some(table.text(span)),
            Self::Block(start, end) => Some(&block[start..end]),
            Self::Unknown => None,
        }
    }
}

impl Decoder {
    /// Decodes one header block and shows `visitor` each step.
    ///
    /// Unlike [`decode`](Self::decode) it also goes on after a block that
    /// could not be decoded, as a tool that shows captures has to.
    ///
    /// # Errors
    /// The first [`DecodeError`]. The visitor has been shown the fields before it.
    pub fn visit<V: Visitor + ?Sized>(
        &mut self,
        block: &[u8],
        visitor: &mut V,
    ) -> Result<(), DecodeError> {
        let engines = self.engines;
        self.visit_with(&engines, block, visitor)
    }

    /// The same with these engines.
    ///
    /// # Errors
    /// As [`visit`](Self::visit).
    pub fn visit_with<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        visitor: &mut V,
    ) -> Result<(), DecodeError>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        V: Visitor + ?Sized,
    {
        self.block = BlockState::default();
        let result = self.visit_all(engines, block, visitor);
        let result = self.end_block(result, block.len());
        if let Err(error) = &result {
            visitor.error(error);
        }
        result
    }

    fn visit_all<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        visitor: &mut V,
    ) -> Result<(), DecodeError>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        V: Visitor + ?Sized,
    {
        let mut at = 0;
        while at < block.len() {
            at = self.step(engines, block, at, visitor)?;
        }
        Ok(())
    }

    /// Decodes the representation at `at`, and returns where the next begins.
    #[inline(always)]
    pub(super) fn step<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        visitor: &mut V,
    ) -> Result<usize, DecodeError>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        V: Visitor + ?Sized,
    {
        let kind = Kind::of(block[at]);
        if kind == Kind::SizeUpdate {
            if self.block.has_fields {
                return Err(fault(DecodeErrorKind::SizeUpdateNotFirst, at, at));
            }
            return self.size_update(engines, block, at, visitor);
        }
        if !self.block.has_fields {
            self.end_size_updates(at)?;
        }
        match kind {
            Kind::Indexed => self.indexed(engines, block, at, visitor),
            kind => self.literal(engines, block, at, kind, visitor),
        }
    }

    /// The first field is at `at`, or the block ends there: a size update
    /// that has to come has come.
    #[inline]
    pub(super) fn end_size_updates(&mut self, at: usize) -> Result<(), DecodeError> {
        if let Some(limit) = self.table.pending() {
            self.missing_size_update(limit, at)?;
        }
        self.block.has_fields = true;
        Ok(())
    }

    /// The limit went below the maximum, and the block does not begin with a
    /// size update that says so.
    #[cold]
    fn missing_size_update(&mut self, limit: u32, at: usize) -> Result<(), DecodeError> {
        let TableState {
            maximum, assumed, ..
        } = self.table.state();
        if !assumed {
            return Err(fault(
                DecodeErrorKind::MissingSizeUpdate { limit, maximum },
                at,
                at,
            ));
        }
        self.table.assume_maximum(limit);
        Ok(())
    }

    fn size_update<H, I: IntegerDecoder, V: Visitor + ?Sized>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        visitor: &mut V,
    ) -> Result<usize, DecodeError> {
        let (maximum, end) = integer_at(&engines.integer, block, at, Kind::SizeUpdate)?;
        let TableState {
            limit,
            limit_unknown,
            ..
        } = self.table.state();
        if maximum > limit && !limit_unknown {
            let kind = DecodeErrorKind::SizeUpdateTooLarge {
                size: maximum,
                limit,
            };
            return Err(fault(kind, at, at));
        }
        let evicted = self.table.resize(maximum);
        let update = SizeUpdate {
            range: at..end,
            maximum,
            evicted,
        };
        visitor.size_update(update, &self.table);
        self.table.compact();
        Ok(end)
    }

    #[inline(always)]
    fn indexed<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        visitor: &mut V,
    ) -> Result<usize, DecodeError>
    where
        I: IntegerDecoder,
        V: Visitor + ?Sized,
    {
        let (index, end) = integer_at(&engines.integer, block, at, Kind::Indexed)?;
        if index == 0 {
            return Err(fault(DecodeErrorKind::IndexZero, at, at));
        }
        let age = index.wrapping_sub(static_table::LEN + 1);
        let (reference, name, value) = if let Some((name, value)) = static_table::get(index) {
            let (name, value) = (name.as_bytes(), value.as_bytes());
            (Reference::Static(index), Some(name), Some(value))
        } else if let Some(entry) = self.table.live_entry(age) {
            let text = |span: Option<Span>| span.map(|span| self.table.text(span));
            let reference = Reference::Dynamic(self.table.end() - 1 - i64::from(age));
            (reference, text(entry.name_span()), text(entry.value_span()))
        } else {
            let reference = self.look_further(index, age, at)?;
            let (name, value) = match reference {
                Reference::Dynamic(position) | Reference::Restored(position) => {
                    self.table.field(position)
                }
                _ => (None, None),
            };
            (reference, name, value)
        };
        let field = InspectedField {
            kind: Kind::Indexed,
            range: at..end,
            index: Some(index),
            reference: Some(reference),
            name,
            value,
            name_literal: None,
            value_literal: None,
            evicted: 0..0,
            inserted: None,
        };
        hand_out(field, &self.table, self.limits, &mut self.block, visitor);
        Ok(end)
    }

    #[inline(always)]
    fn literal<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        kind: Kind,
        visitor: &mut V,
    ) -> Result<usize, DecodeError>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        V: Visitor + ?Sized,
    {
        let (index, end) = integer_at(&engines.integer, block, at, kind)?;
        let before = self.table.arena().len();
        let (reference, name) = self.named(index, at)?;
        let store = kind == Kind::Incremental;
        let found = self.strings(engines, block, at, end, name, store);
        let Strings {
            name,
            value,
            name_literal,
            value_literal,
        } = match found {
            Ok(found) => found,
            Err(fault) => {
                self.table.arena().truncate(before);
                return Err(fault);
            }
        };
        let end = value_literal.data.end;
        let mut evicted = 0..0;
        let mut inserted = None;
        if let (true, Text::Arena(value)) = (store, value) {
            let origin = Origin::at(self.blocks, at.saturating_add(self.block.decoded));
            let name = match name {
                Text::Arena(name) => Some(name),
                _ => None,
            };
            Inserted {
                position: inserted,
                evicted,
            } = self.table.insert(name, value, origin);
        }
        let field = InspectedField {
            kind,
            range: at..end,
            index: (index > 0).then_some(index),
            reference,
            name: name.of(block, &self.table),
            value: value.of(block, &self.table),
            name_literal,
            value_literal: Some(value_literal),
            evicted,
            inserted,
        };
        hand_out(field, &self.table, self.limits, &mut self.block, visitor);
        if inserted.is_none() {
            self.table.arena().truncate(before);
        }
        self.table.compact();
        Ok(end)
    }

    /// What the index of a literal means, and the name there; nothing where
    /// the index is 0 and the name follows.
    #[inline(always)]
    fn named(
        &mut self,
        index: u32,
        at: usize,
    ) -> Result<(Option<Reference>, Option<Text>), DecodeError> {
        if index == 0 {
            return Ok((None, None));
        }
        let age = index.wrapping_sub(static_table::LEN + 1);
        let text = |span: Option<Span>| span.map_or(Text::Unknown, Text::Arena);
        let (reference, name) = if index <= static_table::LEN {
            let name = text(self.table.static_name(index));
            (Reference::Static(index), name)
        } else if let Some(entry) = self.table.live_entry(age) {
            let reference = Reference::Dynamic(self.table.end() - 1 - i64::from(age));
            (reference, text(entry.name_span()))
        } else {
            let reference = self.look_further(index, age, at)?;
            let name = match reference {
                Reference::Dynamic(position) | Reference::Restored(position) => {
                    text(self.table.name_of(position))
                }
                _ => Text::Unknown,
            };
            (reference, name)
        };
        Ok((Some(reference), Some(name)))
    }

    /// The strings of a literal, which stand behind its index.
    #[inline(always)]
    fn strings<H: HuffmanDecoder, I: IntegerDecoder>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        mut end: usize,
        name: Option<Text>,
        store: bool,
    ) -> Result<Strings, DecodeError> {
        let mut name_literal = None;
        let name = if let Some(name) = name {
            name
        } else {
            let literal = string_at(&engines.integer, block, at, end)?;
            end = literal.data.end;
            let name = self.string(engines, block, at, store, &literal)?;
            name_literal = Some(literal);
            name
        };
        let value_literal = string_at(&engines.integer, block, at, end)?;
        let value = self.string(engines, block, at, store, &value_literal)?;
        Ok(Strings {
            name,
            value,
            name_literal,
            value_literal,
        })
    }

    /// What an index means that is none of the newest known entries.
    #[cold]
    #[inline(never)]
    fn look_further(&mut self, index: u32, age: u32, at: usize) -> Result<Reference, DecodeError> {
        let state = self.table.state();
        if let Some(position) = self.table.position(age) {
            return Ok(if position >= state.known {
                Reference::Dynamic(position)
            } else {
                Reference::Unknown(position)
            });
        }
        if !state.unknown && !state.assumed {
            let last = self.table.last_index();
            return Err(fault(
                DecodeErrorKind::IndexOutOfRange { index, last },
                at,
                at,
            ));
        }
        let position = state.end - 1 - i64::from(age);
        Ok(if self.table.restore(position) {
            Reference::Restored(position)
        } else {
            Reference::Impossible
        })
    }

    /// Decodes a string, behind what the arena holds, where it is to be
    /// stored or is coded; else it stays where it is.
    #[inline(always)]
    fn string<H: HuffmanDecoder, I>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        field_offset: usize,
        store: bool,
        literal: &StringLiteral,
    ) -> Result<Text, DecodeError> {
        let Range { start, end } = literal.data;
        if !store && !literal.huffman {
            self.check_length(end - start, field_offset, literal);
            return Ok(Text::Block(start, end));
        }
        let arena = self.table.arena();
        let before = arena.len();
        if literal.huffman {
            engines
                .huffman
                .decode_within(block, start..end, arena)
                .map_err(|found| huffman_error(found, field_offset, start))?;
        } else {
            append(arena, block, start..end);
        }
        let len = arena.len() - before;
        self.check_length(len, field_offset, literal);
        Ok(Text::Arena(Span { start: before, len }))
    }

    /// Holds a string's length against the limit.
    #[inline(always)]
    fn check_length(&mut self, length: usize, field_offset: usize, literal: &StringLiteral) {
        let limit = self.limits.string;
        if length > limit {
            let at = literal.length.range.start;
            let kind = DecodeErrorKind::StringTooLong { length, limit };
            self.block.exceed(fault(kind, field_offset, at));
        }
    }
}

/// Appends the bytes at `data` of `block`. Most strings are short: a copy of
/// fixed length, of which the rest is dropped, is quicker than a call.
#[inline(always)]
fn append(arena: &mut Vec<u8>, block: &[u8], data: Range<usize>) {
    const SHORT: usize = 32;
    let end = arena.len() + data.len();
    match block[data.start..].first_chunk::<SHORT>() {
        Some(chunk) if data.len() <= SHORT => {
            arena.extend_from_slice(chunk);
            arena.truncate(end);
        }
        _ => arena.extend_from_slice(&block[data]),
    }
}

/// Counts a field and hands it out, unless a limit or the visitor has ended that.
#[inline(always)]
fn hand_out<V: Visitor + ?Sized>(
    field: InspectedField<'_>,
    table: &DynamicTable,
    limits: Limits,
    block: &mut BlockState,
    visitor: &mut V,
) {
    let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
    let size = entry_size(length(field.name) + length(field.value));
    block.list = block.list.saturating_add(size);
    let limit = limits.header_list;
    if block.list > limit {
        let size = block.list;
        let at = field.range.start;
        block.exceed(fault(
            DecodeErrorKind::HeaderListTooLarge { size, limit },
            at,
            at,
        ));
    }
    if block.hands_out() && visitor.field(field, table).is_break() {
        block.is_stopped = true;
    }
}

/// The integer that a representation begins with, and where it ends.
#[inline(always)]
fn integer_at<I: IntegerDecoder>(
    integers: &I,
    block: &[u8],
    at: usize,
    kind: Kind,
) -> Result<(u32, usize), DecodeError> {
    integers
        .decode(block, at, kind.prefix_bits())
        .map_err(|fault| integer_error(fault, at, at, block.len()))
}

#[cold]
pub(super) fn fault(kind: DecodeErrorKind, field_offset: usize, at: usize) -> DecodeError {
    DecodeError {
        kind,
        field_offset,
        at,
        bit: 0,
    }
}
