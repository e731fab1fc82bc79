//! §3 and §6: decoding header blocks.
//!
//! [`Decoder::decode`] hands out plain fields, [`Decoder::visit`] shows how
//! each came about. Both work on the same table; the plain form is a loop for
//! what ordinary blocks consist of, which leaves everything else to the
//! inspecting form, one representation at a time.

mod fast;
mod inspect;
mod list;

use alloc::vec::Vec;
use core::ops::ControlFlow;

pub use inspect::{Engines, InspectedField, Reference, SizeUpdate, Visitor};
pub use list::FieldList;

use crate::{
    dynamic_table::{DEFAULT_MAXIMUM, DynamicTable, History, TableState},
    error::{DecodeError, DecodeErrorKind},
    huffman::Window14,
    integer::Bits32,
    representation::Kind,
};
use inspect::fault;

/// A decoded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<'a> {
    /// Its name, as sent.
    pub name: &'a [u8],
    /// Its value.
    pub value: &'a [u8],
    /// Whether it was sent as never indexed: an intermediary has to send it
    /// on in the same way (§6.2.3).
    pub sensitive: bool,
    /// Its representation; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// The index of the field, or with a literal of its name; `None` if the name
    /// is a literal too.
    pub index: Option<u32>,
}

/// What a decoder accepts (§7.4, RFC 9113 §10.5.1).
///
/// A block that exceeds a limit is decoded to its end, so that the table stays
/// equal to the encoder's and the connection can go on; its fields from there
/// on are not handed out, and the result is an error that
/// [is no compression error](DecodeError::is_compression_error).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The size of a block's header list in bytes, as RFC 9113 §6.5.2 counts
    /// it: name, value and 32 for each field.
    pub header_list: u64,
    /// The length of a string literal in bytes, decoded.
    pub string: usize,
}

impl Limits {
    /// No limits beyond those of the block itself: a decoded string has at most
    /// 8/5 of its bytes on the wire, while one byte may refer to a field as
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

/// Whether a header block has been decoded to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More fragments have to follow.
    Partial,
    /// The block has ended.
    Complete,
}

/// Decodes the header blocks of one direction of one connection, in order.
#[derive(Clone, Debug)]
pub struct Decoder {
    table: DynamicTable,
    limits: Limits,
    engines: Engines<Window14, Bits32>,
    /// Blocks decoded so far.
    blocks: u32,
    block: BlockState,
    /// The end of the last fragment that could not be decoded yet.
    rest: Vec<u8>,
    /// Whether a block could not be decoded.
    has_failed: bool,
}

/// The state of a block that is being decoded.
#[derive(Clone, Debug, Default)]
struct BlockState {
    /// Whether fragments of it have come and more are to come.
    is_open: bool,
    /// Bytes of earlier fragments that have been decoded.
    decoded: usize,
    /// The length that the buffer must have for decoding to get any further.
    needed: usize,
    /// The size of the header list so far.
    list: u64,
    /// The first limit that was exceeded.
    exceeded: Option<DecodeError>,
    /// Whether the caller wants no more fields.
    is_stopped: bool,
    /// Whether a field was met, after which no size update may follow.
    has_fields: bool,
}

impl BlockState {
    #[cold]
    fn exceed(&mut self, error: DecodeError) {
        self.exceeded.get_or_insert(error);
    }

    #[inline]
    fn hands_out(&self) -> bool {
        self.exceeded.is_none() && !self.is_stopped
    }
}

/// What a closure that takes fields may return: nothing, or whether to go on.
pub trait IntoControlFlow {
    /// Converts to [`ControlFlow`]; nothing means to go on.
    fn into_control_flow(self) -> ControlFlow<()>;
}

impl IntoControlFlow for () {
    #[inline]
    fn into_control_flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl IntoControlFlow for ControlFlow<()> {
    #[inline]
    fn into_control_flow(self) -> Self {
        self
    }
}

/// Hands plain fields to a closure.
struct Plain<'a> {
    each: &'a mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    /// The index of an entry from before the start that is not known.
    unknown: Option<u32>,
}

impl Visitor for Plain<'_> {
    fn field(&mut self, field: InspectedField<'_>, _: &DynamicTable) -> ControlFlow<()> {
        let (Some(name), Some(value)) = (field.name, field.value) else {
            self.unknown = field.index;
            return ControlFlow::Break(());
        };
        (self.each)(Field {
            name,
            value,
            sensitive: field.kind == Kind::NeverIndexed,
            kind: field.kind,
            index: field.index,
        })
    }
}

/// The bytes that a fragment lacks at least, if that is what an error says.
fn missing_bytes(kind: DecodeErrorKind) -> Option<usize> {
    match kind {
        DecodeErrorKind::Truncated | DecodeErrorKind::TruncatedInteger => Some(1),
        DecodeErrorKind::TruncatedString { length, left } => Some(length as usize - left),
        _ => None,
    }
}

impl Default for Decoder {
    /// At the start of a connection with default settings: a table of 4,096
    /// bytes (RFC 9113 §6.5.2).
    fn default() -> Self {
        Self::new(DEFAULT_MAXIMUM)
    }
}

impl Decoder {
    /// A decoder at the start of a connection that announced `limit` bytes as
    /// SETTINGS_HEADER_TABLE_SIZE. The table's maximum starts at the smaller
    /// of that and 4,096.
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
            block: BlockState::default(),
            rest: Vec::new(),
            has_failed: false,
        }
    }

    /// The same decoder with these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A decoder as this one was at `state`, before its block number `block`,
    /// with a future of its own.
    ///
    /// # Panics
    /// If the table does not keep its history.
    #[must_use]
    pub fn fork_at(&self, state: TableState, block: u32) -> Self {
        Self {
            limits: self.limits,
            blocks: block,
            ..Self::with_table(self.table.fork_at(state))
        }
    }

    /// The dynamic table.
    #[must_use]
    pub fn table(&self) -> &DynamicTable {
        &self.table
    }

    /// The encoder acknowledged `limit` bytes as SETTINGS_HEADER_TABLE_SIZE
    /// (§4.2, RFC 9113 §4.3.1).
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.table.acknowledge_limit(limit);
    }

    /// The dynamic table, to fork, rewind or change it.
    pub fn table_mut(&mut self) -> &mut DynamicTable {
        &mut self.table
    }

    /// Decodes one header block and hands its fields to `each`, which may
    /// return [`ControlFlow::Break`] to be given no more of them. Stopping so
    /// is no error, and the table still follows the block to its end.
    ///
    /// ```
    /// let mut names = Vec::new();
    /// let mut decoder = hpack_core::Decoder::default();
    /// decoder.decode(&[0x82, 0x84], |field| names.push(field.name.to_vec()))?;
    /// assert_eq!(names, [&b":method"[..], b":path"]);
    /// # Ok::<(), hpack_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The first decoding error, after which the connection has to end
    /// (RFC 9113 §4.3) and the decoder refuses further blocks; or else the
    /// first limit that was exceeded. The fields before it have been handed out.
    #[inline]
    pub fn decode<R: IntoControlFlow>(
        &mut self,
        block: &[u8],
        each: impl FnMut(Field<'_>) -> R,
    ) -> Result<(), DecodeError> {
        self.decode_fragment(block, true, each).map(|_| ())
    }

    /// Decodes one header block and appends its fields to `list`.
    ///
    /// # Errors
    /// As [`decode`](Self::decode); the list then ends before the error.
    pub fn decode_into(&mut self, block: &[u8], list: &mut FieldList) -> Result<(), DecodeError> {
        self.decode(block, |field| list.push(field))
    }

    /// Decodes the next fragment of a header block as a HEADERS, PUSH_PROMISE
    /// or CONTINUATION frame carries it; `is_last` is its END_HEADERS flag. A
    /// field that is cut off waits for the fragments that follow.
    ///
    /// ```
    /// use hpack_core::{Decoder, decoder::Progress};
    ///
    /// let mut decoder = Decoder::default();
    /// let mut values = Vec::new();
    /// let mut each = |field: hpack_core::Field<'_>| values.push(field.value.to_vec());
    /// let progress = decoder.decode_fragment(&[0x82, 0x41, 3, b'a'], false, &mut each)?;
    /// assert_eq!(progress, Progress::Partial);
    /// decoder.decode_fragment(b".b", true, &mut each)?;
    /// assert_eq!(values, [&b"GET"[..], b"a.b"]);
    /// # Ok::<(), hpack_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode`](Self::decode), with places counted from the start of the block.
    #[inline]
    pub fn decode_fragment<R: IntoControlFlow>(
        &mut self,
        fragment: &[u8],
        is_last: bool,
        mut each: impl FnMut(Field<'_>) -> R,
    ) -> Result<Progress, DecodeError> {
        self.begin_fragment()?;
        let mut rest = core::mem::take(&mut self.rest);
        let bytes = if rest.is_empty() {
            fragment
        } else {
            rest.extend_from_slice(fragment);
            &rest
        };
        if bytes.len() < self.block.needed && !is_last {
            self.rest = rest;
            return Ok(Progress::Partial);
        }
        let result = self.decode_all(bytes, &mut each);
        if is_last {
            return self.end_fragments(bytes.len(), result);
        }
        let decoded = self.end_fragment(bytes.len(), result)?;
        if rest.is_empty() {
            rest.extend_from_slice(&fragment[decoded..]);
        } else {
            rest.drain(..decoded);
        }
        self.rest = rest;
        Ok(Progress::Partial)
    }

    /// Accepts blocks again after a decoding error, with the table as the
    /// error left it: for tools that show what can still be read. A peer's
    /// connection has to end instead.
    pub fn resume(&mut self) {
        self.has_failed = false;
    }

    /// Begins a fragment, and the block if it is the first.
    #[inline]
    fn begin_fragment(&mut self) -> Result<(), DecodeError> {
        if self.has_failed {
            return Err(fault(DecodeErrorKind::EarlierError, 0, 0));
        }
        if !self.block.is_open {
            self.block = BlockState::default();
            self.block.is_open = true;
        }
        Ok(())
    }

    /// Decodes the representation at `at` by the inspecting form.
    #[cold]
    #[inline(never)]
    fn step_plainly(
        &mut self,
        block: &[u8],
        at: usize,
        each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    ) -> Result<usize, DecodeError> {
        let engines = self.engines;
        let mut plain = Plain {
            each,
            unknown: None,
        };
        let next = self.step(&engines, block, at, &mut plain)?;
        match plain.unknown {
            Some(index) => {
                let last = self.table.last_index();
                Err(fault(
                    DecodeErrorKind::IndexOutOfRange { index, last },
                    at,
                    at,
                ))
            }
            None => Ok(next),
        }
    }

    /// Ends a fragment that is not the last, and returns how many of its
    /// `length` bytes were decoded; the rest waits for the next.
    fn end_fragment(
        &mut self,
        length: usize,
        result: Result<(), DecodeError>,
    ) -> Result<usize, DecodeError> {
        let (decoded, missing) = match result {
            Ok(()) => (length, 0),
            Err(error) => match missing_bytes(error.kind) {
                Some(missing) => (error.field_offset, missing),
                None => return self.end_fragments(length, result).map(|_| length),
            },
        };
        self.block.decoded += decoded;
        self.block.needed = (length - decoded).saturating_add(missing);
        Ok(decoded)
    }

    /// Ends the last fragment and the block.
    fn end_fragments(
        &mut self,
        length: usize,
        result: Result<(), DecodeError>,
    ) -> Result<Progress, DecodeError> {
        let decoded = self.block.decoded;
        self.end_block(result, length)
            .map_err(|error| error.moved_by(decoded))
            .map(|()| Progress::Complete)
    }

    /// Ends the block that was decoded with `result`: the first error, or else
    /// the first limit that was exceeded.
    fn end_block(
        &mut self,
        result: Result<(), DecodeError>,
        length: usize,
    ) -> Result<(), DecodeError> {
        let result = match result {
            Ok(()) if !self.block.has_fields => self.end_size_updates(length),
            result => result,
        };
        self.block.is_open = false;
        self.blocks = self.blocks.wrapping_add(1);
        if result.is_err() {
            self.table.cancel_pending();
            self.has_failed = true;
        }
        result.and(self.block.exceeded.take().map_or(Ok(()), Err))
    }
}
