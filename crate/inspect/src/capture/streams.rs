//! Streams of a connection: request, response, promises, times, and end; sorted
//! by any of these.

use std::collections::HashMap;

use http2::{FrameType, Sender, validity::Context};
use serde::{Deserialize, Serialize};

use super::Connection;
use crate::assumed::{AssumedEntries, Overlay};

/// Blocks, promises and resets listed per stream. The rest are counted.
const LISTED: usize = 16;

/// A stream of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Stream identifier (RFC 9113 §5.1.1).
    pub id: u32,
    /// Number of its first frame; of a promised stream, that of the promise.
    first: u32,
    /// Number of its last frame.
    last: u32,
    /// Header blocks, in order; of a promised stream, the promise first.
    pub blocks: Vec<u32>,
    /// Streams promised on it (RFC 9113 §8.4).
    pub promises: Vec<u32>,
    /// Stream on which it was promised.
    pub promised_on: Option<u32>,
    /// Length of DATA from the client including padding, bytes.
    pub client_data: u64,
    /// Length of DATA from the server including padding, bytes.
    pub server_data: u64,
    /// Numbers of its RST_STREAM frames (RFC 9113 §6.4).
    pub resets: Vec<u32>,
    /// Number of listed errors of its frames.
    pub errors: usize,
}

/// Role of a header block in its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "StreamPart"))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The request.
    Request,
    /// The request in a PUSH_PROMISE.
    Promise,
    /// An interim response (1xx).
    Interim,
    /// The response.
    Response,
    /// Trailers of request or response.
    Trailers,
    /// Unknown role.
    Headers,
}

/// A human-readable stream.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "StreamRow"))]
#[serde(rename_all = "camelCase")]
pub struct StreamView {
    /// Stream identifier.
    pub stream: u32,
    /// Method of the request.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub method: Option<String>,
    /// Path of the request, or its authority without a path.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub path: Option<String>,
    /// Authority of the request, if it has a path.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub authority: Option<String>,
    /// Status of the response.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub status: Option<String>,
    /// Stream on which it was promised.
    pub promised_on: Option<u32>,
    /// First streams promised on it.
    pub promises: Vec<u32>,
    /// Number of streams promised on it.
    pub promises_total: usize,
    /// First header blocks.
    pub blocks: Vec<StreamBlock>,
    /// Number of header blocks.
    pub blocks_total: usize,
    /// Size of all header blocks, bytes.
    pub bytes: u64,
    /// Decoded size of their names and values, bytes; `None` if some are
    /// unknown.
    pub plain_bytes: Option<u64>,
    /// Number of its first frame.
    pub frame: u32,
    /// Time of its first frame, nanoseconds since the capture's first packet;
    /// `None` if the input has no times.
    pub since: Option<u64>,
    /// Time from the first frame of the request to that of the response,
    /// nanoseconds; `None` if unknown.
    pub answered: Option<u64>,
    /// Time from its first frame to its last one, nanoseconds; `None` if the
    /// input has no times.
    pub duration: Option<u64>,
    /// Length of DATA from the client including padding, bytes.
    pub client_data: u64,
    /// Length of DATA from the server including padding, bytes.
    pub server_data: u64,
    /// Its RST_STREAM frames.
    pub resets: Vec<StreamReset>,
    /// Number of listed errors of its frames.
    pub errors: usize,
}

/// A header block of a stream.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StreamBlock {
    /// Number in the session.
    pub block: u32,
    /// Sender.
    pub sender: Sender,
    /// Role in the stream.
    pub part: Part,
    /// Size, bytes.
    pub bytes: usize,
    /// Whether it cannot be decoded completely.
    pub error: bool,
}

/// An RST_STREAM frame.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StreamReset {
    /// Sender.
    pub sender: Sender,
    /// Number in the connection.
    pub frame: u32,
    /// Error code.
    pub code: String,
}

/// What streams are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StreamColumn {
    /// First frame.
    #[default]
    Start,
    /// Stream identifier.
    Stream,
    /// Method.
    Method,
    /// Path.
    Path,
    /// Status.
    Status,
    /// Size of the header blocks.
    Bytes,
    /// Share of the decoded size that is saved.
    Saved,
    /// Duration.
    Duration,
}

/// An order of streams. Those without a value are last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StreamOrder {
    /// Column.
    pub by: StreamColumn,
    /// Whether the largest is first.
    pub descending: bool,
}

impl Connection {
    /// Returns its streams in the order of their first frames. Leaves out
    /// stream 0 and streams with nothing but PRIORITY, which are idle (RFC 9113
    /// §5.1).
    pub fn streams(&self) -> Vec<Stream> {
        let mut found = Streams::default();
        for (number, record) in self.frames.iter().enumerate() {
            let number = number as u32;
            let header = &record.frame.header;
            if header.stream == 0 || header.kind == FrameType::PRIORITY {
                continue;
            }
            let stream = found.stream(header.stream, number);
            match header.kind {
                FrameType::DATA if record.frame.sender == Sender::Server => {
                    stream.server_data += u64::from(header.length);
                }
                FrameType::DATA => stream.client_data += u64::from(header.length),
                FrameType::RST_STREAM => stream.resets.push(number),
                _ => {}
            }
            stream.last = number;
            let Some(block) = self.begins(number as usize) else {
                continue;
            };
            match self.session.blocks()[block].promised() {
                Some(promised) => {
                    stream.promises.push(promised);
                    let on = header.stream;
                    let stream = found.stream(promised, number);
                    stream.promised_on = Some(on);
                    stream.blocks.push(block as u32);
                }
                None => stream.blocks.push(block as u32),
            }
        }
        for error in &self.errors {
            let frame = self.frames.get(error.frame as usize);
            let at = frame.and_then(|record| found.by_id.get(&record.frame.header.stream));
            if let Some(stream) = at.and_then(|&at| found.streams.get_mut(at)) {
                stream.errors += 1;
            }
        }
        found.streams
    }

    /// Describes a stream. Times count from `first`, the capture's first
    /// packet, nanoseconds since 1970.
    pub fn stream_view(&self, stream: &Stream, assumed: &AssumedEntries, first: u64) -> StreamView {
        let overlay = assumed.over(&self.session);
        let resets = stream.resets.iter().take(LISTED);
        let parts = stream.parts(overlay).take(LISTED);
        let (request, response) = (stream.request(overlay), stream.response(overlay));
        let value = |block: Option<u32>, name: &[u8]| overlay.value_of(block? as usize, name);
        let start_of = |block: Option<u32>| self.nanos_of(self.frame_of(block? as usize)?);
        let path = value(request, b":path");
        let (path, authority) = match (path, value(request, b":authority")) {
            (None, authority) => (authority, None),
            found => found,
        };
        let answered = start_of(response)
            .zip(start_of(request))
            .and_then(|(response, request)| response.checked_sub(request));
        StreamView {
            stream: stream.id,
            method: value(request, b":method"),
            path,
            authority,
            status: value(response, b":status"),
            promised_on: stream.promised_on,
            promises: stream.promises.iter().take(LISTED).copied().collect(),
            promises_total: stream.promises.len(),
            blocks: parts
                .map(|(block, part)| StreamBlock {
                    block,
                    sender: self.session.direction(block as usize).sender,
                    part,
                    bytes: self.session.bytes(block as usize).len(),
                    error: self.session.blocks()[block as usize].error.is_some(),
                })
                .collect(),
            blocks_total: stream.blocks.len(),
            bytes: self.header_bytes(stream),
            plain_bytes: self.plain_bytes(stream),
            frame: stream.first,
            since: self
                .nanos_of(stream.first)
                .map(|nanos| nanos.saturating_sub(first)),
            answered,
            duration: self.duration(stream),
            client_data: stream.client_data,
            server_data: stream.server_data,
            resets: resets.filter_map(|&frame| self.reset(frame)).collect(),
            errors: stream.errors,
        }
    }

    /// Sorts streams, which are in the order of their first frames.
    pub fn sort_streams(
        &self,
        streams: &mut [Stream],
        order: StreamOrder,
        assumed: &AssumedEntries,
    ) {
        let overlay = assumed.over(&self.session);
        let key = |stream: &Stream| self.sort_key(stream, order.by, overlay);
        streams.sort_by_cached_key(|stream| {
            let key = key(stream);
            (key.is_none(), key.unwrap_or_default())
        });
        if order.descending {
            let known = streams.partition_point(|stream| key(stream).is_some());
            streams[..known].reverse();
        }
    }

    /// Bytes in the order of the column's values.
    fn sort_key(&self, stream: &Stream, by: StreamColumn, overlay: Overlay<'_>) -> Option<Vec<u8>> {
        let text = |block: Option<u32>, name: &[u8]| {
            let value = overlay.value_of(block? as usize, name)?;
            Some(value.into_bytes())
        };
        let number = match by {
            StreamColumn::Method => return text(stream.request(overlay), b":method"),
            StreamColumn::Path => {
                let request = stream.request(overlay);
                return text(request, b":path").or_else(|| text(request, b":authority"));
            }
            StreamColumn::Status => return text(stream.response(overlay), b":status"),
            StreamColumn::Start => Some(u64::from(stream.first)),
            StreamColumn::Stream => Some(u64::from(stream.id)),
            StreamColumn::Bytes => Some(self.header_bytes(stream)),
            StreamColumn::Saved => self.plain_bytes(stream).and_then(|plain| {
                let saved = plain.checked_sub(self.header_bytes(stream))?;
                (saved * 1_000_000).checked_div(plain)
            }),
            StreamColumn::Duration => self.duration(stream),
        };
        number.map(|number| number.to_be_bytes().to_vec())
    }

    /// Index in `streams` of the stream of a frame; a promise belongs to the
    /// promised stream.
    pub fn stream_at(&self, streams: &[Stream], frame: u32) -> Option<usize> {
        let number = frame as usize;
        let block = self.begins(number);
        let promised = block.and_then(|block| self.session.blocks()[block].promised());
        let id = promised.unwrap_or(self.frames.get(number)?.frame.header.stream);
        streams.iter().position(|stream| stream.id == id)
    }

    /// Times of its first and last frame, nanoseconds since 1970; `None` if the
    /// input has no times.
    pub fn time_span(&self) -> Option<(u64, u64)> {
        let last = self.frames.len().checked_sub(1)?;
        Some((self.nanos_of(0)?, self.nanos_of(last as u32)?))
    }

    fn nanos_of(&self, frame: u32) -> Option<u64> {
        let nanos = self.frames.get(frame as usize)?.frame.arrival.nanos;
        (nanos > 0).then_some(nanos)
    }

    fn duration(&self, stream: &Stream) -> Option<u64> {
        let start = self.nanos_of(stream.first)?;
        Some(self.nanos_of(stream.last)?.saturating_sub(start))
    }

    fn header_bytes(&self, stream: &Stream) -> u64 {
        let blocks = stream.blocks.iter().map(|&block| block as usize);
        blocks
            .map(|block| self.session.bytes(block).len() as u64)
            .sum()
    }

    fn plain_bytes(&self, stream: &Stream) -> Option<u64> {
        let sizes = stream.blocks.iter().map(|&block| {
            let record = &self.session.blocks()[block as usize];
            let is_known = record.error.is_none() && record.unknown_rows == 0;
            is_known.then_some(record.plain_bytes)
        });
        sizes.sum()
    }

    fn reset(&self, number: u32) -> Option<StreamReset> {
        let record = self.frames.get(number as usize)?;
        Some(StreamReset {
            sender: record.frame.sender,
            frame: number,
            code: record.detail.as_deref().unwrap_or_default().to_owned(),
        })
    }
}

impl Stream {
    /// Its header blocks with their roles.
    fn parts<'a>(&'a self, overlay: Overlay<'a>) -> impl Iterator<Item = (u32, Part)> + 'a {
        let blocks = self.blocks.iter();
        blocks.map(move |&block| (block, part(overlay, block as usize)))
    }

    fn request(&self, overlay: Overlay<'_>) -> Option<u32> {
        self.first_of(&[Part::Request, Part::Promise], overlay)
    }

    /// The response, or an interim one if there is no other.
    fn response(&self, overlay: Overlay<'_>) -> Option<u32> {
        self.first_of(&[Part::Response], overlay)
            .or_else(|| self.first_of(&[Part::Interim], overlay))
    }

    fn first_of(&self, wanted: &[Part], overlay: Overlay<'_>) -> Option<u32> {
        let mut parts = self.parts(overlay);
        let found = parts.find(|(_, part)| wanted.contains(part));
        found.map(|(block, _)| block)
    }
}

fn part(overlay: Overlay<'_>, block: usize) -> Part {
    let is_interim = || {
        let status = overlay.value_of(block, b":status");
        status.is_some_and(|status| status.starts_with('1'))
    };
    match overlay.session.blocks()[block].context {
        Some(Context::Request) => Part::Request,
        Some(Context::PushPromise) => Part::Promise,
        Some(Context::Response) if is_interim() => Part::Interim,
        Some(Context::Response) => Part::Response,
        Some(Context::Trailers) => Part::Trailers,
        None => Part::Headers,
    }
}

/// Streams found so far, with an index by identifier.
#[derive(Default)]
struct Streams {
    streams: Vec<Stream>,
    by_id: HashMap<u32, usize>,
}

impl Streams {
    fn stream(&mut self, id: u32, frame: u32) -> &mut Stream {
        let Self { streams, by_id } = self;
        let at = *by_id.entry(id).or_insert_with(|| {
            streams.push(Stream {
                id,
                first: frame,
                last: frame,
                ..Stream::default()
            });
            streams.len() - 1
        });
        &mut streams[at]
    }
}
