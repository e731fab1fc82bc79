//! §3 and §6: decoding header blocks.
//!
//! [`Decoder::decode`] returns plain fields; with the feature `inspect`,
//! `Decoder::visit` shows how each was decoded. Both work on the same table. The
//! fast path is a loop over ordinary representations; any other is decoded by
//! the slow path.

mod fast;
mod inspect;
mod list;
mod skip;

use alloc::vec::Vec;
use core::ops::ControlFlow;

#[cfg(feature = "inspect")]
pub use inspect::{Engines, InspectedField, Reference, SizeUpdate, Visitor};
pub use list::FieldList;

use crate::{
    dynamic_table::{DEFAULT_MAXIMUM, DynamicTable, History},
    error::{DecodeError, DecodeErrorKind},
    huffman::Window14,
    integer::Bits32,
    representation::Kind,
};
use fast::Stop;
use inspect::error_at;
#[cfg(not(feature = "inspect"))]
use inspect::{Engines, InspectedField, Visitor};
use skip::Skipped;

/// A decoded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<'a> {
    /// Its name, as sent.
    pub name: &'a [u8],
    /// Its value.
    pub value: &'a [u8],
    /// Whether it was sent as never indexed: an intermediary must forward it in
    /// the same way (§6.2.3).
    pub sensitive: bool,
    /// Its representation; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// Index of the field or, in a literal, of its name; `None` if the name is
    /// a literal too.
    pub index: Option<u32>,
}

/// Limits of a decoder (§7.4, RFC 9113 §10.5.1).
///
/// A block that exceeds a limit is decoded to its end, so that the table stays
/// equal to the encoder's and the connection can continue. Its remaining fields
/// are dropped, strings that the table cannot hold are checked but not stored,
/// and the result is an error that is
/// [not a compression error](DecodeError::is_compression_error).
/// [`Progress::Exceeded`] reports it before the last fragment.
///
/// The caller still has to count what takes no bytes of a block, such as empty
/// CONTINUATION frames, and blocks and streams in a period of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Size of a block's header list in bytes (RFC 9113 §6.5.2): name, value
    /// and 32 for each field.
    pub header_list: u64,
    /// Decoded length of a string literal, in bytes.
    pub string: usize,
    /// Encoded size of a block, in bytes: of all its fragments together.
    pub block: usize,
}

impl Limits {
    /// No limits. A string decodes to at most 8/5 of its length on the wire,
    /// but one byte can refer to a field as large as the table.
    pub const NONE: Self = Self {
        header_list: u64::MAX,
        string: usize::MAX,
        block: usize::MAX,
    };

    /// Sets the size of a block's header list, bytes.
    #[must_use]
    pub const fn with_header_list(mut self, bytes: u64) -> Self {
        self.header_list = bytes;
        self
    }

    /// Sets the decoded length of a string literal, bytes.
    #[must_use]
    pub const fn with_string(mut self, bytes: usize) -> Self {
        self.string = bytes;
        self
    }

    /// Sets the encoded size of a block, bytes.
    #[must_use]
    pub const fn with_block(mut self, bytes: usize) -> Self {
        self.block = bytes;
        self
    }
}

impl Default for Limits {
    /// A header list of 64 KiB, for an endpoint. Its block has at most as many
    /// bytes, since a field takes fewer than 32 in addition to name and value.
    fn default() -> Self {
        Self {
            header_list: 1 << 16,
            block: 1 << 16,
            ..Self::NONE
        }
    }
}

/// Whether a header block has been decoded to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// More fragments have to follow.
    Partial,
    /// More fragments have to follow, but the block has exceeded a limit: its
    /// remaining fields are dropped, and its last fragment returns this error.
    Exceeded(DecodeError),
    /// The block has ended.
    Complete,
}

/// Decodes the header blocks of one direction of one connection, in order.
#[derive(Clone, Debug)]
pub struct Decoder {
    table: DynamicTable,
    limits: Limits,
    engines: Engines<Window14, Bits32>,
    blocks: u32,
    block: BlockState,
    /// Undecoded end of the last fragment.
    rest: Vec<u8>,
    has_failed: bool,
    /// Whether the closure or visitor of a block panicked: the rest of that
    /// block is lost.
    is_interrupted: bool,
}

#[derive(Clone, Debug, Default)]
struct BlockState {
    /// Whether more fragments have to follow.
    is_open: bool,
    /// Bytes decoded or skipped in earlier fragments.
    decoded: usize,
    /// Start of the representation whose name was skipped, if its value is next.
    field_start: Option<usize>,
    /// String in the middle of which the last fragment ended, if it is not
    /// stored.
    skipped: Option<Skipped>,
    /// Bytes that the buffer must hold before decoding can continue.
    needed: usize,
    /// Size of the header list so far, in bytes.
    list: u64,
    exceeded: Option<DecodeError>,
    /// Whether the caller wants no more fields.
    is_stopped: bool,
    /// Whether a field was decoded; no size update may follow one.
    has_fields: bool,
}

impl BlockState {
    /// Notes a limit exceeded at a position in the current bytes.
    #[cold]
    fn exceed(&mut self, error: DecodeError) {
        let error = self.place(error);
        self.exceeded.get_or_insert(error);
    }

    /// Converts positions in the current bytes to positions in the block.
    fn place(&self, error: DecodeError) -> DecodeError {
        let mut placed = error.offset_by(self.decoded);
        if let (0, Some(start)) = (error.field_offset, self.field_start) {
            placed.field_offset = start;
        }
        placed
    }

    fn progress(&self) -> Progress {
        self.exceeded.map_or(Progress::Partial, Progress::Exceeded)
    }

    #[inline]
    fn is_reporting(&self) -> bool {
        self.exceeded.is_none() && !self.is_stopped
    }
}

/// Return type of a closure that takes fields: `()` or [`ControlFlow`].
pub trait IntoControlFlow {
    /// Converts to [`ControlFlow`]; `()` means to continue.
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

struct FieldCallback<'a> {
    each: &'a mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    /// Index of an unknown entry.
    unknown: Option<u32>,
}

impl Visitor for FieldCallback<'_> {
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

/// Least number of bytes that a truncated fragment lacks.
fn missing_bytes(kind: DecodeErrorKind) -> Option<usize> {
    match kind {
        DecodeErrorKind::Truncated | DecodeErrorKind::TruncatedInteger => Some(1),
        DecodeErrorKind::TruncatedString { length, left } => Some(length as usize - left),
        _ => None,
    }
}

impl Default for Decoder {
    /// Returns the decoder of a connection with default settings: a table of
    /// 4,096 bytes (RFC 9113 §6.5.2).
    fn default() -> Self {
        Self::new(DEFAULT_MAXIMUM)
    }
}

impl Decoder {
    /// Returns the decoder of a connection that announced `limit` bytes as
    /// SETTINGS_HEADER_TABLE_SIZE. The table's maximum starts at the smaller of
    /// that and 4,096. It has the default [`Limits`].
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::of(DynamicTable::new(
            limit,
            limit.min(DEFAULT_MAXIMUM),
            History::Forgotten,
        ))
    }

    fn of(table: DynamicTable) -> Self {
        Self {
            table,
            limits: Limits::default(),
            engines: Engines {
                huffman: Window14::new(),
                integer: Bits32,
            },
            blocks: 0,
            block: BlockState::default(),
            rest: Vec::new(),
            has_failed: false,
            is_interrupted: false,
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Applies a SETTINGS_HEADER_TABLE_SIZE of `limit` bytes that the encoder
    /// acknowledged (§4.2, RFC 9113 §4.3.1).
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.table.acknowledge_limit(limit);
    }

    /// Decodes one header block and passes its fields to `each`, which may
    /// return [`ControlFlow::Break`] to receive no more. This is not an error,
    /// and the table still follows the block to its end. A closure that can fail
    /// keeps its error and breaks. After fragments of a block, `block` is the last.
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
    /// (RFC 9113 §4.3) and the decoder refuses further blocks; otherwise the
    /// first limit that was exceeded. `each` has received the fields before it.
    /// After a panic of `each` the decoder refuses further blocks, too.
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
    /// See [`decode`](Self::decode); the list then ends before the error.
    pub fn decode_into(&mut self, block: &[u8], list: &mut FieldList) -> Result<(), DecodeError> {
        self.decode(block, |field| list.push(field))
    }

    /// Decodes the next fragment of a header block, from a HEADERS,
    /// PUSH_PROMISE or CONTINUATION frame; `is_last` is its END_HEADERS flag. A
    /// field that is cut off is decoded with the next fragment.
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
    /// See [`decode`](Self::decode); positions count from the start of the block.
    #[inline]
    pub fn decode_fragment<R: IntoControlFlow>(
        &mut self,
        fragment: &[u8],
        is_last: bool,
        mut each: impl FnMut(Field<'_>) -> R,
    ) -> Result<Progress, DecodeError> {
        let mut begun = None;
        if is_last && self.is_ready_for_block(fragment.len()) {
            let stop = self.begin_ordinary(fragment, &mut each);
            if stop.at == fragment.len() {
                self.blocks = self.blocks.wrapping_add(1);
                return Ok(Progress::Complete);
            }
            begun = Some(stop);
        }
        let each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()> =
            &mut |field| each(field).into_control_flow();
        match begun {
            Some(stop) => self.end_ordinary(fragment, &stop, each),
            None => self.decode_any_fragment(fragment, is_last, each),
        }
    }

    /// Decodes the rest of a block that the loop began.
    #[cold]
    #[inline(never)]
    fn end_ordinary(
        &mut self,
        block: &[u8],
        stop: &Stop,
        each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    ) -> Result<Progress, DecodeError> {
        self.leave_ordinary(stop);
        self.is_interrupted = true;
        let result = self.decode_all(block, stop.at, each);
        self.is_interrupted = false;
        self.end_last_fragment(block.len(), result)
    }

    #[cold]
    #[inline(never)]
    fn decode_any_fragment(
        &mut self,
        fragment: &[u8],
        is_last: bool,
        each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    ) -> Result<Progress, DecodeError> {
        self.begin_fragment(fragment.len())?;
        let mut fragment = fragment;
        if self.block.skipped.is_some() {
            fragment = match self.skip(fragment) {
                Ok(after) => after,
                Err(error) => return self.end_last_fragment(0, Err(error)),
            };
            if let Some(skipped) = &self.block.skipped {
                let error = skipped.truncated();
                return match is_last {
                    true => self.end_last_fragment(0, Err(error)),
                    false => Ok(self.block.progress()),
                };
            }
        }
        let mut rest = core::mem::take(&mut self.rest);
        let bytes = if rest.is_empty() {
            fragment
        } else {
            rest.extend_from_slice(fragment);
            &rest
        };
        if bytes.len() < self.block.needed && !is_last {
            self.rest = rest;
            return Ok(self.block.progress());
        }
        self.is_interrupted = true;
        let result = self.decode_all(bytes, 0, each);
        self.is_interrupted = false;
        if is_last {
            let result = result.map_err(|error| self.block.place(error));
            return self.end_last_fragment(bytes.len(), result);
        }
        let decoded = self.end_fragment(bytes, result)?;
        if self.block.skipped.is_none() {
            if rest.is_empty() {
                rest.extend_from_slice(&fragment[decoded..]);
            } else {
                rest.drain(..decoded);
            }
            self.rest = rest;
        }
        Ok(self.block.progress())
    }

    /// Accepts blocks again after a decoding error, with the table as the error
    /// left it: for a caller that learns only afterwards that a block had more
    /// fragments, and for inspection. Otherwise an endpoint has to end the
    /// connection. A decoder whose closure or visitor panicked still refuses them.
    pub fn resume(&mut self) {
        self.has_failed = false;
    }

    /// Begins a fragment of `length` bytes, and the block if it is the first.
    #[inline]
    fn begin_fragment(&mut self, length: usize) -> Result<(), DecodeError> {
        if self.has_failed | self.is_interrupted {
            return Err(error_at(DecodeErrorKind::EarlierError, 0, 0));
        }
        if !self.block.is_open {
            self.block = BlockState::default();
            self.block.is_open = true;
            self.rest.clear();
        }
        self.check_block(length);
        Ok(())
    }

    /// Checks the size of the block with `length` more bytes.
    #[inline]
    fn check_block(&mut self, length: usize) {
        let limit = self.limits.block;
        let size = (self.block.decoded + self.rest.len()).saturating_add(length);
        if size > limit && self.block.exceeded.is_none() {
            let kind = DecodeErrorKind::BlockLimit { size, limit };
            self.block.exceeded = Some(error_at(kind, limit, limit));
            // A string that was waited for may be skipped now.
            self.block.needed = 0;
        }
    }

    /// Decodes the representation at `at` with the slow path.
    #[cold]
    #[inline(never)]
    fn step_plain(
        &mut self,
        block: &[u8],
        at: usize,
        each: &mut dyn FnMut(Field<'_>) -> ControlFlow<()>,
    ) -> Result<usize, DecodeError> {
        let engines = self.engines;
        let mut plain = FieldCallback {
            each,
            unknown: None,
        };
        let next = self.step(&engines, block, at, &mut plain)?;
        match plain.unknown {
            Some(index) => {
                let last = self.table.last_index();
                Err(error_at(
                    DecodeErrorKind::IndexOutOfRange { index, last },
                    at,
                    at,
                ))
            }
            None => Ok(next),
        }
    }

    /// Ends a fragment that is not the last. Returns the number of `bytes` that
    /// were decoded.
    fn end_fragment(
        &mut self,
        bytes: &[u8],
        result: Result<(), DecodeError>,
    ) -> Result<usize, DecodeError> {
        let length = bytes.len();
        let (decoded, missing) = match result {
            Ok(()) => (length, 0),
            Err(error) => match missing_bytes(error.kind) {
                Some(missing) => (error.field_offset, missing),
                None => {
                    let error = self.block.place(error);
                    return self.end_last_fragment(length, Err(error)).map(|_| length);
                }
            },
        };
        if let Some(skipped) = result.err().and_then(|error| self.skipped(bytes, error)) {
            return match self.begin_skipping(skipped, bytes) {
                Ok(()) => Ok(length),
                Err(error) => self.end_last_fragment(length, Err(error)).map(|_| length),
            };
        }
        if decoded > 0 {
            self.block.field_start = None;
        }
        self.block.decoded += decoded;
        self.block.needed = (length - decoded).saturating_add(missing);
        Ok(decoded)
    }

    /// Ends the block with its last `length` bytes.
    fn end_last_fragment(
        &mut self,
        length: usize,
        result: Result<(), DecodeError>,
    ) -> Result<Progress, DecodeError> {
        self.end_block(result, self.block.decoded + length)
            .map(|()| Progress::Complete)
    }

    /// Ends the block of `length` bytes. Returns its first error, or the first
    /// limit exceeded.
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
            self.table.cancel_required_maximum();
            self.has_failed = true;
        }
        let Some(exceeded) = self.block.exceeded.take() else {
            return result;
        };
        self.table.release();
        result.and(Err(exceeded))
    }
}
