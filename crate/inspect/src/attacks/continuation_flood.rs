//! CONTINUATION flood: a header block that never ends, and the memory that it
//! costs different kinds of peers.

use hpack::{Decoder, dynamic_table::entry_size, structure};
use http2::{Arrival, Connection, Event, FrameType, Header, Input, Opening, Sender};
use serde::{Deserialize, Serialize};

use super::{INCREMENTAL, NEWEST, WITHOUT, literal};

const MAX_FRAMES: u32 = 512;

/// Maximum length of a frame's payload, bytes, which every peer accepts (RFC
/// 9113 §4.2).
const MAX_BYTES: u32 = 16_384;

/// Length of the value of each field of [`Content::Fields`], bytes.
const CRUMB: u32 = 100;

/// Default maximum of the table, bytes.
const TABLE: u32 = 4096;

/// Contents of the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FloodContent"))]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Literal fields without indexing, with values of 100 bytes.
    Fields,
    /// An entry that fills the table, and references to it.
    References,
    /// Empty frames.
    Empty,
}

/// Parameters of the flood: HEADERS and CONTINUATION frames without
/// END_HEADERS.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Flood"))]
#[serde(rename_all = "camelCase")]
pub struct ContinuationFlood {
    /// Number of frames, 1 to 512.
    pub frames: u32,
    /// Length of each payload, at most 16,384 bytes.
    pub bytes: u32,
    /// Contents of the frames.
    pub content: Content,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the peer with a limit, bytes.
    pub list_limit: u64,
}

/// Memory held by peers after each frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Flooded"))]
#[serde(rename_all = "camelCase")]
pub struct FloodHeld {
    /// Size on the wire including frame headers, bytes.
    pub wire_bytes: u64,
    /// Number of frames read.
    pub frames: u32,
    /// Number of complete header blocks; zero for a flood.
    pub blocks: u32,
    /// A peer that collects fragments until END_HEADERS: bytes held.
    pub collected: Vec<u64>,
    /// A peer that decodes incrementally without a limit: size of the header
    /// list (RFC 9113 §10.5.1) and of the incomplete representation, bytes.
    pub decoded: Vec<u64>,
    /// A peer that decodes incrementally and closes the connection above its
    /// limit: bytes held.
    pub limited: Vec<u64>,
    /// Number, from 1, of the frame upon which it closes the connection.
    pub closed_at: Option<u32>,
}

impl ContinuationFlood {
    /// Encodes the flood and feeds it to the peers.
    pub fn run(&self) -> FloodHeld {
        let mut held = FloodHeld::default();
        let mut source = Source::new(self.content);
        let mut connection = Connection::new(Opening::Frames);
        let mut peer = DecodingPeer::new();
        let size = match self.content {
            Content::Empty => 0,
            _ => self.bytes.min(MAX_BYTES),
        };
        let mut fragment = Vec::new();
        let mut collected = 0;
        for number in 0..self.frames.clamp(1, MAX_FRAMES) {
            fragment.clear();
            source.take(size as usize, &mut fragment);
            let frame = frame(number, &fragment);
            let input = Input::Bytes(&frame[..], Arrival::default());
            connection.read(Sender::Client, input, &mut |event| match event {
                Event::Frame(frame, _) => {
                    held.frames += 1;
                    held.wire_bytes += Header::LEN as u64 + u64::from(frame.header.length);
                    collected += u64::from(frame.header.length);
                }
                Event::Block(_) => held.blocks += 1,
                _ => {}
            });
            held.collected.push(collected);
            peer.take(&fragment);
            held.decoded.push(peer.held());
            if held.closed_at.is_none() && peer.list > self.list_limit {
                held.closed_at = Some(number + 1);
            }
            held.limited.push(match held.closed_at {
                None => peer.held(),
                Some(_) => 0,
            });
        }
        held
    }
}

fn frame(number: u32, fragment: &[u8]) -> Vec<u8> {
    let header = Header {
        length: fragment.len() as u32,
        kind: if number == 0 {
            FrameType::HEADERS
        } else {
            FrameType::CONTINUATION
        },
        flags: 0,
        reserved: false,
        stream: 1,
    };
    [&header.to_bytes(), fragment].concat()
}

struct Source {
    /// Bytes at the start.
    first: Vec<u8>,
    /// Bytes that are repeated after the start.
    repeated: Vec<u8>,
    at: usize,
}

impl Source {
    fn new(content: Content) -> Self {
        let mut first = Vec::new();
        let mut repeated = Vec::new();
        match content {
            Content::Fields => literal(WITHOUT, CRUMB, &mut repeated),
            Content::References => {
                literal(INCREMENTAL, TABLE - 33, &mut first);
                repeated.push(NEWEST);
            }
            Content::Empty => {}
        }
        Self {
            first,
            repeated,
            at: 0,
        }
    }

    fn take(&mut self, bytes: usize, out: &mut Vec<u8>) {
        let from = self.at;
        self.at += bytes;
        let repeated = from.saturating_sub(self.first.len());
        let first = &self.first[from.min(self.first.len())..];
        out.extend(
            first
                .iter()
                .chain(
                    self.repeated
                        .iter()
                        .cycle()
                        .skip(repeated % self.repeated.len().max(1)),
                )
                .take(bytes),
        );
    }
}

/// A peer that decodes every representation once it is complete.
struct DecodingPeer {
    decoder: Decoder,
    rest: Vec<u8>,
    list: u64,
}

impl DecodingPeer {
    fn new() -> Self {
        Self {
            decoder: Decoder::new(TABLE),
            rest: Vec::new(),
            list: 0,
        }
    }

    fn take(&mut self, fragment: &[u8]) {
        self.rest.extend_from_slice(fragment);
        let mut whole = 0;
        while whole < self.rest.len()
            && let Ok(found) = structure::representation_at(&self.rest, whole)
        {
            whole = found.range.end;
        }
        let Self {
            decoder,
            rest,
            list,
        } = self;
        // The flood is valid.
        let _ = decoder.decode(&rest[..whole], |field| {
            *list += entry_size((field.name.len() + field.value.len()) as u64);
        });
        rest.drain(..whole);
    }

    fn held(&self) -> u64 {
        self.list + self.rest.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: ContinuationFlood = ContinuationFlood {
        frames: 8,
        bytes: 1000,
        content: Content::Fields,
        list_limit: 4000,
    };

    #[test]
    fn collecting_peer_holds_everything_limiting_peer_does_not() {
        let held = DEFAULT.run();
        assert_eq!((held.frames, held.blocks), (8, 0));
        assert_eq!(held.wire_bytes, 8 * 1009);
        let all: Vec<u64> = (1..=8).map(|frames| 1000 * frames).collect();
        assert_eq!(held.collected, all);
        // A field takes 104 bytes on the wire and 133 in the list.
        assert_eq!(held.decoded[0], 9 * 133 + (1000 - 9 * 104));
        assert_eq!(held.decoded[7], 76 * 133 + (8000 - 76 * 104));
        // 28 × 133 < 4000 < 38 × 133
        assert_eq!(held.closed_at, Some(4));
        assert_eq!(held.limited[2], 28 * 133 + (3000 - 28 * 104));
        assert_eq!(held.limited[3..], [0; 5]);
    }

    #[test]
    fn references_expand_and_empty_frames_cost_nothing() {
        let references = ContinuationFlood {
            bytes: 5000,
            content: Content::References,
            list_limit: 100_000,
            ..DEFAULT
        };
        let held = references.run();
        // The insertion takes 4,069 bytes; each byte after it adds 4,096 to the
        // list.
        assert_eq!(held.decoded[0], 4096 * (1 + 5000 - 4069));
        assert_eq!(held.decoded[7], 4096 * (1 + 40_000 - 4069));
        assert_eq!(held.closed_at, Some(1));
        let empty = ContinuationFlood {
            content: Content::Empty,
            ..DEFAULT
        };
        let held = empty.run();
        assert_eq!((held.frames, held.wire_bytes), (8, 72));
        assert_eq!(held.collected, [0; 8]);
        assert_eq!(held.decoded, [0; 8]);
        assert_eq!(held.closed_at, None);
    }

    #[test]
    fn frame_boundaries_do_not_matter() {
        for content in [Content::Fields, Content::References] {
            let whole = ContinuationFlood {
                frames: 1,
                bytes: 6000,
                content,
                list_limit: u64::MAX,
            };
            for (frames, bytes) in [(500, 12), (60, 100), (6, 1000)] {
                let cut = ContinuationFlood {
                    frames,
                    bytes,
                    ..whole
                };
                assert_eq!(cut.run().decoded.last(), whole.run().decoded.last());
            }
        }
    }

    #[test]
    fn clamps_parameters() {
        let flood = ContinuationFlood {
            frames: u32::MAX,
            bytes: u32::MAX,
            content: Content::Fields,
            list_limit: 0,
        };
        let held = flood.run();
        assert_eq!(held.frames, MAX_FRAMES);
        assert_eq!(held.closed_at, Some(1));
    }
}
