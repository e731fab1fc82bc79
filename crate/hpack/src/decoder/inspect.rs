//! The slow path of the decoder: each field with its range in the block,
//! the meaning of its index and its effect on the table. It also handles what
//! the fast path does not: errors, limits, size updates and tables that are
//! not fully known.

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

/// Engines to decode a block with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engines<H, I> {
    /// Huffman decoder (§5.2).
    pub huffman: H,
    /// Integer decoder (§5.1).
    pub integer: I,
}

/// A field, its range in the block and its effect on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedField<'a> {
    /// Its representation; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// Range of its representation in the block.
    pub range: Range<usize>,
    /// Index on the wire; `None` if the name is a literal.
    pub index: Option<u32>,
    /// Meaning of the index; `None` if the name is a literal.
    pub reference: Option<Reference>,
    /// Its name; `None` if it refers to an unknown entry.
    pub name: Option<&'a [u8]>,
    /// Its value; `None` if it refers to an unknown entry.
    pub value: Option<&'a [u8]>,
    /// Position of the name in the block, if it is a literal.
    pub name_literal: Option<StringLiteral>,
    /// Position of the value in the block, if it is a literal.
    pub value_literal: Option<StringLiteral>,
    /// Known entries that were evicted to insert it (§4.4).
    pub evicted: Range<Position>,
    /// Position of its entry. `None` if it was not inserted: with
    /// [`Kind::Incremental`] it was larger than the table, which is now empty
    /// (§4.4).
    pub inserted: Option<Position>,
}

/// A dynamic table size update (§6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeUpdate {
    /// Range in the block.
    pub range: Range<usize>,
    /// The new maximum, bytes.
    pub maximum: u32,
    /// Known entries that were evicted (§4.3).
    pub evicted: Range<Position>,
}

/// Receives each step of the decoder, in the order of the block.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use hpack_core::{Decoder, DynamicTable, InspectedField, SizeUpdate, Visitor};
///
/// /// Size of the table after each step.
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
    /// Receives the next field, with the table after it. After
    /// [`ControlFlow::Break`] it receives no more fields of the block, while the
    /// table follows the block to its end.
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()>;

    /// Receives the next size update, before the first field.
    #[inline]
    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        let _ = (update, table);
    }

    /// Receives the error of the block, or the first limit it exceeds.
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

/// Meaning of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Entry of the static table, 1 to 61.
    Static(u32),
    /// Entry of the dynamic table.
    Dynamic(Position),
    /// Entry that was evicted under an assumed maximum which was too small, and
    /// is restored.
    Restored(Position),
    /// Unknown entry.
    Unknown(Position),
    /// No entry: the maximum does not allow that many. An error if all entries
    /// are known.
    Impossible,
}

struct Strings {
    name: Text,
    value: Text,
    name_literal: Option<StringLiteral>,
    value_literal: StringLiteral,
}

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

#[cfg(feature = "inspect")]
impl Decoder {
    /// Returns a decoder that continues with `table`, with the default
    /// [`Limits`].
    #[must_use]
    pub fn with_table(table: DynamicTable) -> Self {
        Self::of(table)
    }

    /// Returns an independent decoder in the state that this one had at `state`,
    /// before its block number `block`; `None` if its table has no such state,
    /// see [`DynamicTable::fork_at`].
    #[must_use]
    pub fn fork_at(&self, state: TableState, block: u32) -> Option<Self> {
        Some(Self {
            limits: self.limits,
            blocks: block,
            ..Self::of(self.table.fork_at(state)?)
        })
    }

    /// The dynamic table.
    #[must_use]
    pub fn table(&self) -> &DynamicTable {
        &self.table
    }

    /// The dynamic table, to fork, rewind or change it.
    pub fn table_mut(&mut self) -> &mut DynamicTable {
        &mut self.table
    }

    /// Decodes one header block and reports each step to `visitor`.
    ///
    /// Unlike [`decode`](Self::decode) it accepts blocks after a block with an
    /// error, for tools that show captures. A block of which only fragments have
    /// come is given up.
    ///
    /// # Errors
    /// The first [`DecodeError`]. The visitor has received the fields before it.
    /// After a panic of the visitor, all blocks are refused.
    pub fn visit<V: Visitor + ?Sized>(
        &mut self,
        block: &[u8],
        visitor: &mut V,
    ) -> Result<(), DecodeError> {
        let engines = self.engines;
        self.visit_with(&engines, block, visitor)
    }

    /// Like [`visit`](Self::visit), with the given engines.
    ///
    /// # Errors
    /// See [`visit`](Self::visit).
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
        if self.is_interrupted {
            return Err(error_at(DecodeErrorKind::EarlierError, 0, 0));
        }
        self.block = BlockState::default();
        self.rest.clear();
        self.check_block(block.len());
        self.is_interrupted = true;
        let result = self.visit_all(engines, block, visitor);
        self.is_interrupted = false;
        let result = self.end_block(result, block.len());
        if let Err(error) = &result {
            visitor.error(error);
        }
        result
    }
}

impl Decoder {
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

    /// Decodes the representation at `at`. Returns the offset of the next.
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
                return Err(error_at(DecodeErrorKind::SizeUpdateNotFirst, at, at));
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

    /// Ends the size updates of a block, at its first field or its end: a
    /// pending one is now missing.
    #[inline]
    pub(super) fn end_size_updates(&mut self, at: usize) -> Result<(), DecodeError> {
        if let Some(limit) = self.table.required_maximum() {
            self.assume_size_update(limit, at)?;
        }
        self.block.has_fields = true;
        Ok(())
    }

    /// Handles a missing size update: an error, unless the maximum was only
    /// assumed.
    #[cold]
    fn assume_size_update(&mut self, limit: u32, at: usize) -> Result<(), DecodeError> {
        let TableState {
            maximum, assumed, ..
        } = self.table.state();
        if !assumed {
            return Err(error_at(
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
        let before = self.table.state();
        let Some(evicted) = self.table.resize(maximum) else {
            let kind = DecodeErrorKind::SizeUpdateTooLarge {
                size: maximum,
                limit: before.limit,
            };
            return Err(error_at(kind, at, at));
        };
        let update = SizeUpdate {
            range: at..end,
            maximum,
            evicted,
        };
        visitor.size_update(update, &self.table);
        self.table.compact();
        // The first update counts: a later one does not make up for it.
        match self.table.required_maximum() {
            Some(limit) => Err(error_at(
                DecodeErrorKind::MissingSizeUpdate { limit, maximum },
                end,
                end,
            )),
            None => Ok(end),
        }
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
            return Err(error_at(DecodeErrorKind::IndexZero, at, at));
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
            let reference = self.resolve_older(index, age, at)?;
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
        report(field, &self.table, self.limits, &mut self.block, visitor);
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
        self.table.make_room(block.len() - at);
        let before = self.table.arena().len();
        let (reference, name) = self.resolve_name(index, at)?;
        let store = kind == Kind::Incremental;
        let found = self.read_strings(engines, block, at, end, name, store);
        let Strings {
            name,
            value,
            name_literal,
            value_literal,
        } = match found {
            Ok(found) => found,
            Err(error) => {
                self.table.arena().truncate(before);
                return Err(error);
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
        report(field, &self.table, self.limits, &mut self.block, visitor);
        if inserted.is_none() {
            self.table.arena().truncate(before);
        }
        self.table.compact();
        Ok(end)
    }

    /// Resolves the index of a literal to its name; `None` for index 0, after
    /// which a literal name follows.
    #[inline(always)]
    fn resolve_name(
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
            let reference = self.resolve_older(index, age, at)?;
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

    /// Reads the strings of a literal, from `end`, where its index ends.
    #[inline(always)]
    fn read_strings<H: HuffmanDecoder, I: IntegerDecoder>(
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
            let name = self.read_string(engines, block, at, store, &literal)?;
            name_literal = Some(literal);
            name
        };
        let value_literal = string_at(&engines.integer, block, at, end)?;
        let value = self.read_string(engines, block, at, store, &value_literal)?;
        Ok(Strings {
            name,
            value,
            name_literal,
            value_literal,
        })
    }

    /// Resolves an index that is not one of the live entries.
    #[cold]
    #[inline(never)]
    fn resolve_older(&mut self, index: u32, age: u32, at: usize) -> Result<Reference, DecodeError> {
        let state = self.table.state();
        if let Some(position) = self.table.position(index) {
            return Ok(if position >= state.first_known {
                Reference::Dynamic(position)
            } else {
                Reference::Unknown(position)
            });
        }
        if !state.may_hold_unknown && !state.assumed {
            let last = self.table.last_index();
            return Err(error_at(
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

    /// Reads a string: appends it to the arena if it is Huffman-coded or to be
    /// stored, and borrows it from the block otherwise.
    #[inline(always)]
    fn read_string<H: HuffmanDecoder, I>(
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
                .map_err(|error| huffman_error(error, field_offset, start))?;
        } else {
            append(arena, block, start..end);
        }
        let len = arena.len() - before;
        self.check_length(len, field_offset, literal);
        Ok(Text::Arena(Span { start: before, len }))
    }

    #[inline(always)]
    fn check_length(&mut self, length: usize, field_offset: usize, literal: &StringLiteral) {
        let limit = self.limits.string;
        if length > limit {
            let at = literal.length.range.start;
            let kind = DecodeErrorKind::StringLimit { length, limit };
            self.block.exceed(error_at(kind, field_offset, at));
        }
    }
}

/// Appends the bytes at `data` of `block`. Most strings are short: copying a
/// fixed length and truncating is faster than a `memcpy` call.
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

/// Counts a field and passes it to the visitor, unless a limit or the visitor
/// has ended that.
#[inline(always)]
fn report<V: Visitor + ?Sized>(
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
        block.exceed(error_at(
            DecodeErrorKind::HeaderListLimit { size, limit },
            at,
            at,
        ));
    }
    if block.is_reporting() && visitor.field(field, table).is_break() {
        block.is_stopped = true;
    }
}

/// Reads the integer of the representation at `at`. Returns it with its end.
#[inline(always)]
fn integer_at<I: IntegerDecoder>(
    integers: &I,
    block: &[u8],
    at: usize,
    kind: Kind,
) -> Result<(u32, usize), DecodeError> {
    integers
        .decode(block, at, kind.prefix_bits())
        .map_err(|error| integer_error(error, at, at, block.len()))
}

#[cold]
pub(super) fn error_at(kind: DecodeErrorKind, field_offset: usize, at: usize) -> DecodeError {
    DecodeError {
        kind,
        field_offset,
        at,
        bit: 0,
    }
}
