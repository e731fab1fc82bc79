//! §3 and §6: one decoder, with a visitor that takes each field and may ask
//! how it came about.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use crate::{
    dynamic_table::{
        DEFAULT_MAXIMUM, DynamicTable, History, Inserted, OVERHEAD, Origin, Span, TableState,
    },
    error::{DecodeError, DecodeErrorKind},
    huffman::{HuffmanDecoder, Window14},
    integer::{Bits32, IntegerDecoder},
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

/// What a decoder accepts at most. RFC 7541 §7.4 asks for such limits; these
/// are the receiver's own and need not be what it announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A block's header list, octets, counted as RFC 9113 §6.5.2 does: name,
    /// value and 32 for each field.
    pub header_list: u64,
    /// One string literal, octets as decoded.
    pub string: usize,
}

impl Limits {
    /// No limits but those of the block itself: a decoded string has at most
    /// 8/5 of its octets on the wire, while one octet may refer to a field as
    /// large as the table.
    pub const NONE: Self = Self {
        header_list: u64::MAX,
        string: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// One field, with what the wire and the table had to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// How it was written; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// Octets of the block that its representation takes.
    pub octets: Range<usize>,
    /// The index on the wire; 0 where the name is a literal.
    pub index: u32,
    /// What the index means; `None` where the name is a literal.
    pub reference: Option<Reference>,
    /// Its name; `None` where an entry from before the first octet has it
    /// that is not known.
    pub name: Option<&'a [u8]>,
    /// Its value; `None` as with the name.
    pub value: Option<&'a [u8]>,
    /// Where the name stands on the wire, if it is a literal.
    pub name_literal: Option<StringLiteral>,
    /// Where the value stands on the wire, if it is a literal.
    pub value_literal: Option<StringLiteral>,
    /// Known entries that were evicted to add it (§4.4).
    pub evicted: Range<i64>,
    /// The position that it now has in the dynamic table, if it was added. A
    /// field [`Kind::Incremental`] without one is larger than the table,
    /// which is now empty.
    pub inserted: Option<i64>,
}

/// A dynamic table size update (§6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeUpdate {
    /// Octets of the block that it takes.
    pub octets: Range<usize>,
    /// The new maximum, octets.
    pub maximum: u32,
    /// Known entries that were evicted (§4.3).
    pub evicted: Range<i64>,
}

/// Takes what the decoder finds, in the order of the wire. What it does not
/// use costs nothing.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use hpack_core::{Decoder, DynamicTable, Field, SizeUpdate, Visitor};
///
/// /// How full the table is after each step.
/// #[derive(Default)]
/// struct Sizes(Vec<u64>);
///
/// impl Visitor for Sizes {
///     fn field(&mut self, _: Field<'_>, table: &DynamicTable) -> ControlFlow<()> {
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
    /// The next field; `table` is as the field left it. With
    /// [`ControlFlow::Break`] the decoder stops behind the field.
    fn field(&mut self, field: Field<'_>, table: &DynamicTable) -> ControlFlow<()>;

    /// The next size update, before the first field.
    #[inline]
    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        let _ = (update, table);
    }

    /// The block could not be decoded further.
    #[inline]
    fn error(&mut self, error: &DecodeError) {
        let _ = error;
    }
}

/// What a closure that takes fields may answer: nothing, or whether to go on.
pub trait Answer {
    /// As the visitor answers.
    fn flow(self) -> ControlFlow<()>;
}

impl Answer for () {
    #[inline]
    fn flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Answer for ControlFlow<()> {
    #[inline]
    fn flow(self) -> Self {
        self
    }
}

/// The visitor that hands each field to a closure.
#[derive(Clone, Copy, Debug)]
pub struct Fields<F>(pub F);

impl<A: Answer, F: FnMut(Field<'_>) -> A> Visitor for Fields<F> {
    #[inline(always)]
    fn field(&mut self, field: Field<'_>, _: &DynamicTable) -> ControlFlow<()> {
        (self.0)(field).flow()
    }
}

/// What an index on the wire means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The entry of the static table, 1 to 61.
    Static(u32),
    /// The entry at this position of the log.
    Dynamic(i64),
    /// The entry at this position of the log, which was evicted only because
    /// the table was taken to be smaller than it must be: it is back.
    Restored(i64),
    /// An entry from before the first octet that is not known.
    Unknown(i64),
    /// An index so large that no table within the maximum could hold it,
    /// met where entries from before the first octet are not known.
    Impossible,
}

/// Decodes the header blocks of one direction of one connection, in order.
#[derive(Clone, Debug)]
pub struct Decoder {
    table: DynamicTable,
    limits: Limits,
    /// The best of each stage.
    engines: Engines<Window14, Bits32>,
    /// Blocks begun so far.
    blocks: u32,
}

impl Default for Decoder {
    /// At the start of a connection that announced nothing: a table of 4,096
    /// octets (RFC 9113 §6.5.2).
    fn default() -> Self {
        Self::new(DEFAULT_MAXIMUM)
    }
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
    /// A decoder at the start of a connection that announced `limit` octets
    /// as SETTINGS_HEADER_TABLE_SIZE. The table's maximum starts at the
    /// smaller of that and 4096.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::with_table(DynamicTable::new(
            limit,
            limit.min(DEFAULT_MAXIMUM),
            History::Forgotten,
        ))
    }

    /// A decoder that goes on with `table`.
    #[must_use]
    pub fn with_table(table: DynamicTable) -> Self {
        Self {
            table,
            limits: Limits::NONE,
            engines: Engines {
                huffman: Window14::new(),
                integer: Bits32,
            },
            blocks: 0,
        }
    }

    /// The same decoder with these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A decoder as this one was at `moment`, before its block number
    /// `block`: it shares the past and has a future of its own.
    #[must_use]
    pub fn fork_at(&mut self, state: TableState, block: u32) -> Self {
        Self {
            table: self.table.fork_at(state),
            limits: self.limits,
            engines: self.engines,
            blocks: block,
        }
    }

    /// The dynamic table.
    #[must_use]
    pub fn table(&self) -> &DynamicTable {
        &self.table
    }

    /// The dynamic table, to acknowledge limits, to fork or to rewind.
    pub fn table_mut(&mut self) -> &mut DynamicTable {
        &mut self.table
    }

    /// Decodes one header block and hands its fields to `each`, which may
    /// answer [`ControlFlow::Break`] to stop.
    ///
    /// # Errors
    /// The first [`DecodeError`]. The fields before it have been handed out, and the
    /// table stays as the fault found it. A connection cannot go on from there
    /// (RFC 9113 §4.3).
    pub fn decode<A: Answer>(
        &mut self,
        block: &[u8],
        each: impl FnMut(Field<'_>) -> A,
    ) -> Result<(), DecodeError> {
        self.visit(block, &mut Fields(each))
    }

    /// Decodes one header block, with all that a visitor may want to know.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
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
    /// As [`decode`](Self::decode).
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
        let result = self.run(engines, block, visitor);
        self.blocks = self.blocks.wrapping_add(1);
        if let Err(error) = &result {
            self.table.cancel_pending();
            visitor.error(error);
        }
        result
    }

    fn run<H, I, V>(
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
        while let Some(&first) = block.get(at)
            && Kind::of(first) == Kind::SizeUpdate
        {
            at = self.size_update(engines, block, at, visitor)?;
        }
        if let Some(limit) = self.table.pending() {
            self.missing_size_update(limit, at)?;
        }
        let mut list = 0;
        while let Some(&first) = block.get(at) {
            at = match Kind::of(first) {
                Kind::Indexed => self.indexed(engines, block, at, &mut list, visitor)?,
                Kind::SizeUpdate => return Err(fault(DecodeErrorKind::SizeUpdateNotFirst, at, at)),
                kind => self.literal(engines, block, at, kind, &mut list, visitor)?,
            };
        }
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
            octets: at..end,
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
        list: &mut u64,
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
        let field = Field {
            kind: Kind::Indexed,
            octets: at..end,
            index,
            reference: Some(reference),
            name,
            value,
            name_literal: None,
            value_literal: None,
            evicted: 0..0,
            inserted: None,
        };
        hand_out(field, &self.table, self.limits, list, visitor)?;
        Ok(end)
    }

    #[inline(always)]
    fn literal<H, I, V>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        kind: Kind,
        list: &mut u64,
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
        if store && let Text::Arena(value) = value {
            let origin = Origin {
                block: self.blocks,
                octet: u32::try_from(at).unwrap_or(u32::MAX),
            };
            let name = match name {
                Text::Arena(name) => Some(name),
                _ => None,
            };
            Inserted {
                position: inserted,
                evicted,
            } = self.table.insert(name, value, origin);
        }
        let field = Field {
            kind,
            octets: at..end,
            index,
            reference,
            name: name.of(block, &self.table),
            value: value.of(block, &self.table),
            name_literal,
            value_literal: Some(value_literal),
            evicted,
            inserted,
        };
        let handed_out = hand_out(field, &self.table, self.limits, list, visitor);
        if inserted.is_none() {
            self.table.arena().truncate(before);
        }
        self.table.compact();
        handed_out?;
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
            let name = Text::Arena(DynamicTable::static_name(index));
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
            let last = u64::from(static_table::LEN) + self.table.count() as u64;
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
            self.within_limit(end - start, field_offset, literal)?;
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
        self.within_limit(len, field_offset, literal)?;
        Ok(Text::Arena(Span { start: before, len }))
    }

    #[inline(always)]
    fn within_limit(
        &self,
        length: usize,
        field_offset: usize,
        literal: &StringLiteral,
    ) -> Result<(), DecodeError> {
        let limit = self.limits.string;
        if length > limit {
            let at = literal.length.octets.start;
            return Err(fault(
                DecodeErrorKind::StringTooLong { length, limit },
                field_offset,
                at,
            ));
        }
        Ok(())
    }
}

/// Appends the octets at `data` of `block`. Most strings are short: a copy of
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

/// Counts a field and hands it out.
#[inline(always)]
fn hand_out<V: Visitor + ?Sized>(
    field: Field<'_>,
    table: &DynamicTable,
    limits: Limits,
    list: &mut u64,
    visitor: &mut V,
) -> Result<(), DecodeError> {
    let Range { start, end } = field.octets;
    let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
    *list = (*list).saturating_add(length(field.name) + length(field.value) + u64::from(OVERHEAD));
    let limit = limits.header_list;
    if *list > limit {
        let size = *list;
        return Err(fault(
            DecodeErrorKind::HeaderListTooLarge { size, limit },
            start,
            start,
        ));
    }
    match visitor.field(field, table) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(fault(DecodeErrorKind::Stopped, start, end)),
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
fn fault(kind: DecodeErrorKind, field_offset: usize, at: usize) -> DecodeError {
    DecodeError {
        kind,
        field_offset,
        at,
        bit: 0,
    }
}
