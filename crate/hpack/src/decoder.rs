//! §3 and §6: one decoder, with a sink that takes each field and an observer
//! that may watch how it came about.

use std::ops::Range;

use crate::{
    dynamic_table::{DEFAULT_MAXIMUM, DynamicTable, History, Inserted, Moment, Origin, Span},
    error::{Fault, FaultKind},
    huffman::{HuffmanDecoder, HuffmanFaultKind},
    integer::IntegerDecoder,
    representation::Kind,
    static_table,
    structure::{StringLiteral, integer_fault, string_at},
};

/// The engines that a block is decoded with, one for each stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engines<H, I> {
    /// §5.2.
    pub huffman: H,
    /// §5.1.
    pub integer: I,
}

/// One field, as it is handed to the sink. `None` stands for a name or value
/// from before the first octet that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// How it was written; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// Its name.
    pub name: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
    /// The position that it now has in the dynamic table, if it was added.
    pub inserted: Option<i64>,
}

/// Takes the decoder's output.
pub trait Sink {
    /// The next field of the block.
    fn field(&mut self, field: Field<'_>);
}

impl<F: FnMut(Field<'_>)> Sink for F {
    #[inline]
    fn field(&mut self, field: Field<'_>) {
        self(field);
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

/// Which string of a field is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The field's name.
    Name,
    /// The field's value.
    Value,
}

/// Watches the decoder. Every method is empty by default, and an observer
/// that leaves it so costs nothing.
///
/// For each representation the calls come in the order of the wire:
/// `integer`, `reference` where there is an index, `string` for each literal,
/// `evicted` and `inserted` or `too_large` where it changes the table, then
/// the sink's field, then `step`.
pub trait Observer {
    /// The index or the size of a representation was read.
    #[inline]
    fn integer(&mut self, octets: Range<usize>, prefix_bits: u8, value: u32) {
        let _ = (octets, prefix_bits, value);
    }
    /// An index was looked up.
    #[inline]
    fn reference(&mut self, index: u32, meaning: Reference) {
        let _ = (index, meaning);
    }
    /// A string literal was read; `text` is what it stands for.
    #[inline]
    fn string(&mut self, role: Role, literal: &StringLiteral, text: &[u8]) {
        let _ = (role, literal, text);
    }
    /// Known entries left the table.
    #[inline]
    fn evicted(&mut self, positions: Range<i64>) {
        let _ = positions;
    }
    /// An entry was added; `size` is its size in octets (§4.1).
    #[inline]
    fn inserted(&mut self, position: i64, size: u64) {
        let _ = (position, size);
    }
    /// An entry was larger than the table, which is now empty (§4.4).
    #[inline]
    fn too_large(&mut self) {}
    /// The maximum was set, octets.
    #[inline]
    fn size_updated(&mut self, maximum: u32) {
        let _ = maximum;
    }
    /// A representation is done; the table is as it left it.
    #[inline]
    fn step(&mut self, kind: Kind, octets: Range<usize>, table: &DynamicTable) {
        let _ = (kind, octets, table);
    }
    /// The block could not be decoded further.
    #[inline]
    fn fault(&mut self, fault: &Fault) {
        let _ = fault;
    }
}

/// The observer that watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// Decodes the header blocks of one direction of one connection, in order.
#[derive(Clone, Debug)]
pub struct Decoder {
    table: DynamicTable,
    /// Blocks begun so far.
    blocks: u32,
    name: Vec<u8>,
    value: Vec<u8>,
}

/// Where a string of the field at hand is.
#[derive(Clone, Copy)]
enum Text {
    Arena(Span),
    Scratch,
    Block(usize, usize),
    Unknown,
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
            blocks: 0,
            name: Vec::new(),
            value: Vec::new(),
        }
    }

    /// A decoder as this one was at `moment`, before its block number
    /// `block`: it shares the past and has a future of its own.
    #[must_use]
    pub fn fork_at(&mut self, moment: Moment, block: u32) -> Self {
        Self {
            table: self.table.fork_at(moment),
            blocks: block,
            name: Vec::new(),
            value: Vec::new(),
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

    /// Decodes one header block: each field goes to `sink`, and `observer`
    /// hears how it came about.
    ///
    /// # Errors
    /// The first [`Fault`]. What stands before it has been handed out, and
    /// the table stays as the fault found it.
    pub fn decode<H, I, S, O>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        sink: &mut S,
        observer: &mut O,
    ) -> Result<(), Fault>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        S: Sink + ?Sized,
        O: Observer,
    {
        let result = self.run(engines, block, sink, observer);
        self.blocks = self.blocks.wrapping_add(1);
        if let Err(fault) = &result {
            self.table.settle();
            observer.fault(fault);
        }
        result
    }

    fn run<H, I, S, O>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        sink: &mut S,
        observer: &mut O,
    ) -> Result<(), Fault>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        S: Sink + ?Sized,
        O: Observer,
    {
        let mut at = 0;
        while at < block.len() && Kind::of(block[at]) == Kind::SizeUpdate {
            at = self.size_update(engines, block, at, observer)?;
        }
        if let Some(limit) = self.table.moment().pending {
            let Moment {
                maximum, assumed, ..
            } = self.table.moment();
            if assumed {
                self.table.assume(limit);
            } else {
                return Err(fault(
                    FaultKind::MissingSizeUpdate { limit, maximum },
                    at,
                    at,
                ));
            }
        }
        while at < block.len() {
            at = match Kind::of(block[at]) {
                Kind::Indexed => self.indexed(engines, block, at, sink, observer)?,
                Kind::SizeUpdate => return Err(fault(FaultKind::SizeUpdateNotFirst, at, at)),
                kind => self.literal(engines, block, at, kind, sink, observer)?,
            };
        }
        Ok(())
    }

    fn size_update<H, I: IntegerDecoder, O: Observer>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        observer: &mut O,
    ) -> Result<usize, Fault> {
        let (size, end) = integer_at(&engines.integer, block, at, Kind::SizeUpdate, observer)?;
        let Moment {
            limit,
            limit_unknown,
            ..
        } = self.table.moment();
        if size > limit && !limit_unknown {
            return Err(fault(FaultKind::SizeUpdateTooLarge { size, limit }, at, at));
        }
        let evicted = self.table.resize(size);
        if !evicted.is_empty() {
            observer.evicted(evicted);
        }
        observer.size_updated(size);
        observer.step(Kind::SizeUpdate, at..end, &self.table);
        self.table.forget();
        Ok(end)
    }

    #[inline]
    fn indexed<H, I, S, O>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        sink: &mut S,
        observer: &mut O,
    ) -> Result<usize, Fault>
    where
        I: IntegerDecoder,
        S: Sink + ?Sized,
        O: Observer,
    {
        let (index, end) = integer_at(&engines.integer, block, at, Kind::Indexed, observer)?;
        if index == 0 {
            return Err(fault(FaultKind::IndexZero, at, at));
        }
        let meaning = self.look_up(index, at)?;
        observer.reference(index, meaning);
        let (name, value) = match meaning {
            Reference::Static(index) => static_table::get(index)
                .map_or((None, None), |(name, value)| {
                    (Some(name.as_bytes()), Some(value.as_bytes()))
                }),
            Reference::Dynamic(position) | Reference::Restored(position) => self
                .table
                .field(position)
                .map_or((None, None), |(name, value)| (name, Some(value))),
            Reference::Unknown(_) | Reference::Impossible => (None, None),
        };
        sink.field(Field {
            kind: Kind::Indexed,
            name,
            value,
            inserted: None,
        });
        observer.step(Kind::Indexed, at..end, &self.table);
        Ok(end)
    }

    #[inline]
    fn literal<H, I, S, O>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        at: usize,
        kind: Kind,
        sink: &mut S,
        observer: &mut O,
    ) -> Result<usize, Fault>
    where
        H: HuffmanDecoder,
        I: IntegerDecoder,
        S: Sink + ?Sized,
        O: Observer,
    {
        let (index, mut end) = integer_at(&engines.integer, block, at, kind, observer)?;
        let reference = if index == 0 {
            None
        } else {
            let meaning = self.look_up(index, at)?;
            observer.reference(index, meaning);
            Some(meaning)
        };
        let store = kind == Kind::Incremental;
        let arena_before = self.table.arena().len();
        let result = (|| {
            let name = match reference {
                None => {
                    let literal = string_at(&engines.integer, block, at, end)?;
                    end = literal.data.end;
                    self.string(engines, block, at, store, Role::Name, &literal, observer)?
                }
                Some(Reference::Static(index)) => Text::Arena(DynamicTable::static_name(index)),
                Some(Reference::Dynamic(position) | Reference::Restored(position)) => self
                    .table
                    .name_of(position)
                    .map_or(Text::Unknown, Text::Arena),
                Some(Reference::Unknown(_) | Reference::Impossible) => Text::Unknown,
            };
            let literal = string_at(&engines.integer, block, at, end)?;
            end = literal.data.end;
            let value = self.string(engines, block, at, store, Role::Value, &literal, observer)?;
            Ok((name, value))
        })();
        let (name, value) = match result {
            Ok(found) => found,
            Err(fault) => {
                self.table.arena().truncate(arena_before);
                return Err(fault);
            }
        };
        let mut inserted = None;
        if let (true, Text::Arena(value)) = (store, value) {
            let origin = Origin {
                block: self.blocks,
                octet: u32::try_from(at).unwrap_or(u32::MAX),
            };
            let span = if let Text::Arena(name) = name {
                Some(name)
            } else {
                None
            };
            let Inserted { position, evicted } = self.table.insert(span, value, origin);
            if !evicted.is_empty() {
                observer.evicted(evicted);
            }
            match position {
                Some(position) => {
                    let name = span.map_or(0, |name| name.len);
                    observer.inserted(position, (name + value.len) as u64 + 32);
                }
                None => observer.too_large(),
            }
            inserted = position;
        }
        sink.field(Field {
            kind,
            name: self.text(block, name, Role::Name),
            value: self.text(block, value, Role::Value),
            inserted,
        });
        if inserted.is_none() {
            self.table.arena().truncate(arena_before);
        }
        observer.step(kind, at..end, &self.table);
        self.table.forget();
        Ok(end)
    }

    /// What `index` (not 0) means now.
    #[inline]
    fn look_up(&mut self, index: u32, at: usize) -> Result<Reference, Fault> {
        if index <= static_table::LEN {
            return Ok(Reference::Static(index));
        }
        let age = index - static_table::LEN - 1;
        match self.table.position(age) {
            Some(position) if position >= self.table.moment().known => {
                Ok(Reference::Dynamic(position))
            }
            Some(position) => Ok(Reference::Unknown(position)),
            None => self.look_further(index, age, at),
        }
    }

    /// What an index means that is beyond the table.
    #[cold]
    fn look_further(&mut self, index: u32, age: u32, at: usize) -> Result<Reference, Fault> {
        let moment = self.table.moment();
        if !moment.unknown && !moment.assumed {
            let last = u64::from(static_table::LEN) + self.table.count() as u64;
            return Err(fault(FaultKind::IndexOutOfRange { index, last }, at, at));
        }
        let position = moment.end - 1 - i64::from(age);
        Ok(if self.table.take_back(position) {
            Reference::Restored(position)
        } else {
            Reference::Impossible
        })
    }

    /// Decodes a string: into the arena where it is to be stored; else where
    /// it is, or into a buffer of its own where it is coded.
    #[inline]
    #[expect(
        clippy::too_many_arguments,
        reason = "one caller, and all of them are needed"
    )]
    fn string<H: HuffmanDecoder, I, O: Observer>(
        &mut self,
        engines: &Engines<H, I>,
        block: &[u8],
        field_offset: usize,
        store: bool,
        role: Role,
        literal: &StringLiteral,
        observer: &mut O,
    ) -> Result<Text, Fault> {
        let coded = &block[literal.data.clone()];
        if !store && !literal.huffman {
            observer.string(role, literal, coded);
            return Ok(Text::Block(literal.data.start, literal.data.end));
        }
        let out = match (store, role) {
            (true, _) => self.table.arena(),
            (false, Role::Name) => &mut self.name,
            (false, Role::Value) => &mut self.value,
        };
        if !store {
            out.clear();
        }
        let start = out.len();
        if literal.huffman {
            engines
                .huffman
                .decode_within(block, literal.data.clone(), out)
                .map_err(|found| {
                    let kind = match found.kind {
                        HuffmanFaultKind::Eos => FaultKind::HuffmanEos,
                        HuffmanFaultKind::PaddingTooLong { bits } => {
                            FaultKind::HuffmanPaddingTooLong { bits }
                        }
                        HuffmanFaultKind::PaddingNotOnes => FaultKind::HuffmanPaddingNotOnes,
                    };
                    Fault {
                        kind,
                        field_offset,
                        at: literal.data.start + found.bit / 8,
                        bit: (found.bit % 8) as u8,
                    }
                })?;
        } else {
            out.extend_from_slice(coded);
        }
        observer.string(role, literal, &out[start..]);
        Ok(if store {
            Text::Arena(Span {
                start,
                len: out.len() - start,
            })
        } else {
            Text::Scratch
        })
    }

    #[inline]
    fn text<'a>(&'a self, block: &'a [u8], text: Text, role: Role) -> Option<&'a [u8]> {
        match text {
            Text::Arena(span) => Some(self.table.span(span)),
            Text::Scratch if role == Role::Name => Some(&self.name),
            Text::Scratch => Some(&self.value),
            Text::Block(start, end) => Some(&block[start..end]),
            Text::Unknown => None,
        }
    }
}

#[inline]
fn integer_at<I: IntegerDecoder, O: Observer>(
    integers: &I,
    block: &[u8],
    at: usize,
    kind: Kind,
    observer: &mut O,
) -> Result<(u32, usize), Fault> {
    let prefix_bits = kind.prefix_bits();
    let (value, end) = integers
        .decode(block, at, prefix_bits)
        .map_err(|fault| integer_fault(fault, at, at, block.len()))?;
    observer.integer(at..end, prefix_bits, value);
    Ok((value, end))
}

fn fault(kind: FaultKind, field_offset: usize, at: usize) -> Fault {
    Fault {
        kind,
        field_offset,
        at,
        bit: 0,
    }
}
