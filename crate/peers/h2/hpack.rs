//! The module `hpack` of the crate h2, over hpack-core; its own header.rs is kept.

pub(crate) mod header;

use std::{error::Error, io::Cursor, mem, ops::ControlFlow};

use bytes::{Buf, Bytes, BytesMut};
use hpack_core::{DecodeError, Field, FieldLine, Kind, encoder::Matches};
use http::{HeaderName, HeaderValue};

pub use self::header::{BytesStr, Header};
use crate::frame;

#[derive(Debug)]
pub struct Decoder(hpack_core::Decoder);

impl Decoder {
    pub fn new(limit: usize) -> Self {
        // h2 has its own limits.
        Self(hpack_core::Decoder::new(limit as u32).with_limits(hpack_core::Limits::NONE))
    }

    pub fn queue_size_update(&mut self, limit: usize) {
        self.0.acknowledge_limit(limit as u32);
    }

    /// Decodes the complete fields of `src` and leaves a partial one in it, to
    /// which h2 appends the next fragment; only h2 knows whether there is one.
    pub fn decode(
        &mut self,
        src: &mut Cursor<&mut BytesMut>,
        mut each: impl FnMut(Header) -> ControlFlow<()>,
    ) -> Result<(), DecoderError> {
        let mut invalid = Ok(());
        let decoder = &mut self.0;
        let result = decoder.decode(src.get_ref(), |field| match to_header(field) {
            Ok(header) => each(header),
            Err(error) => {
                invalid = Err(error);
                ControlFlow::Break(())
            }
        });
        invalid?;
        match result {
            Ok(()) => {
                src.get_mut().clear();
                Ok(())
            }
            Err(error) if error.is_truncated() => {
                self.0.resume();
                src.get_mut().advance(error.field_offset);
                Err(DecoderError::NeedMore(NeedMore::UnexpectedEndOfStream))
            }
            Err(error) => Err(DecoderError::Hpack(error)),
        }
    }
}

fn to_header(field: Field<'_>) -> Result<Header, DecoderError> {
    if field.name.starts_with(b":") {
        let [name, value] = [field.name, field.value].map(Bytes::copy_from_slice);
        return Header::new(name, value);
    }
    let name = HeaderName::from_lowercase(field.name)?;
    let mut value = HeaderValue::from_bytes(field.value)?;
    value.set_sensitive(field.sensitive);
    Ok(Header::Field { name, value })
}

#[derive(Debug, Default)]
pub struct Encoder {
    inner: hpack_core::Encoder,
    block: Vec<u8>,
    scratch: BytesMut,
}

impl Encoder {
    pub fn update_max_size(&mut self, limit: usize) {
        self.inner.acknowledge_limit(limit as u32);
        // h2 uses at most 4,096 bytes of the peer's table.
        let _ = self.inner.set_maximum((limit as u32).min(4096));
    }

    pub fn encode(
        &mut self,
        headers: impl IntoIterator<Item = Header<Option<HeaderName>>>,
        dst: &mut BytesMut,
    ) {
        let Self { inner, block, .. } = self;
        block.clear();
        let mut last = None;
        for header in headers {
            // A header without a name repeats the previous name.
            let header = header.reify().unwrap_or_else(|value| match last.take() {
                Some(Header::Field { name, .. }) => Header::Field { name, value },
                _ => unreachable!("a value without a name"),
            });
            let name = header.name();
            let field = FieldLine {
                name: name.as_slice(),
                value: header.value_slice(),
                sensitive: header.is_sensitive(),
            };
            // Values that rarely repeat and large fields are not indexed.
            let is_large = header.len() * 4 > inner.maximum() as usize * 3;
            let kind = match header.skip_value_index() || is_large {
                true => Kind::WithoutIndexing,
                false => Kind::Incremental,
            };
            let mut policy = |_: FieldLine<'_>, found: &Matches<'_>| found.indexed_or(kind);
            inner.encode_with(&mut policy, [field], block);
            last = Some(header);
        }
        dst.extend_from_slice(block);
    }

    pub(crate) fn take_scratch(&mut self) -> BytesMut {
        mem::take(&mut self.scratch)
    }

    pub(crate) fn return_scratch(&mut self, scratch: BytesMut) {
        self.scratch = scratch;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecoderError {
    InvalidField,
    InvalidStatusCode,
    InvalidPseudoheader,
    Hpack(DecodeError),
    NeedMore(NeedMore),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeedMore {
    UnexpectedEndOfStream,
}

impl<E: Error> From<E> for DecoderError {
    fn from(_: E) -> Self {
        Self::InvalidField
    }
}

impl From<DecoderError> for frame::Error {
    fn from(error: DecoderError) -> Self {
        Self::Hpack(error)
    }
}
