//! A flood of CONTINUATION frames: a header block that never ends, and what
//! peers of different kinds hold of it.

use hpack::{Decoder, dynamic_table::entry_size, structure};
use http2::{Arrival, Connection, Event, FrameType, Header, Input, Opening, Sender};
use serde::{Deserialize, Serialize};

use super::{INCREMENTAL, NEWEST, WITHOUT, literal};

const MOST_FRAMES: u32 = 512;

/// Bytes of a frame's payload at most: what every peer accepts (RFC 9113
/// §4.2).
const MOST_BYTES: u32 = 16_384;

/// Bytes of the value in each field of [`Content::Fields`].
const CRUMB: u32 = 100;

/// The table's maximum where nothing else was agreed.
const TABLE: u32 = 4096;

/// What stands in the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FloodContent"))]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Literal fields without indexing, a hundred bytes each.
    Fields,
    /// An entry that fills the table, and references to it.
    References,
    /// Nothing.
    Empty,
}

/// What is sent: HEADERS without END_HEADERS, and CONTINUATION frames likewise.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Flood"))]
#[serde(rename_all = "camelCase")]
pub struct ContinuationFlood {
    /// All frames, 1 to 512.
    pub frames: u32,
    /// Bytes of each frame's payload, 16,384 at most.
    pub bytes: u32,
    /// What stands in them.
    pub content: Content,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the peer that has one, bytes.
    pub list_limit: u64,
}

/// What peers hold, after each frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Flooded"))]
#[serde(rename_all = "camelCase")]
pub struct FloodHeld {
    /// Bytes on the wire, frame headers among them.
    pub wire_bytes: u64,
    /// Frames that were read.
    pub frames: u32,
    /// Header blocks that became whole; of a flood none.
    pub blocks: u32,
    /// A peer that joins the fragments and waits for END_HEADERS: bytes that
    /// it holds.
    pub collected: Vec<u64>,
    /// A peer that decodes what has come and keeps the fields, without a
    /// limit: bytes of the header list (RFC 9113 §10.5.1), and of the
    /// representation that is not whole yet.
    pub decoded: Vec<u64>,
    /// A peer that decodes likewise and closes the connection when the list
    /// passes its limit: bytes that it holds.
    pub limited: Vec<u64>,
    /// The frame, from 1, with which it closes the connection.
    pub closed_at: Option<u32>,
}

impl ContinuationFlood {
    /// Makes the frames, reads and decodes them.
    pub fn run(&self) -> FloodHeld {
        let mut flooded = FloodHeld::default();
        let mut source = Source::new(self.content);
        let mut connection = Connection::new(Opening::Frames);
        let mut peer = Decoding::new();
        let size = match self.content {
            Content::Empty => 0,
            _ => self.bytes.min(MOST_BYTES),
        };
        let mut fragment = Vec::new();
        let mut collected = 0;
        for number in 0..self.frames.clamp(1, MOST_FRAMES) {
            fragment.clear();
            source.take(size as usize, &mut fragment);
            let frame = frame(number, &fragment);
            let input = Input::Bytes(&frame[..], Arrival::default());
            connection.read(Sender::Client, input, &mut |event| match event {
                Event::Frame(frame, _) => {
                    flooded.frames += 1;
                    flooded.wire_bytes += Header::LEN as u64 + u64::from(frame.header.length);
                    collected += u64::from(frame.header.length);
                }
                Event::Block(_) => flooded.blocks += 1,
                _ => {}
            });
            flooded.collected.push(collected);
            peer.take(&fragment);
            flooded.decoded.push(peer.held());
            if flooded.closed_at.is_none() && peer.list > self.list_limit {
                flooded.closed_at = Some(number + 1);
            }
            flooded.limited.push(match flooded.closed_at {
                None => peer.held(),
                Some(_) => 0,
            });
        }
        flooded
    }
}

/// A frame of stream 1 without END_HEADERS.
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

/// Bytes of a block without an end.
struct Source {
    /// What comes first, once.
    first: Vec<u8>,
    /// What is repeated behind it.
    again: Vec<u8>,
    at: usize,
}

impl Source {
    fn new(content: Content) -> Self {
        let mut first = Vec::new();
        let mut again = Vec::new();
        match content {
            Content::Fields => literal(WITHOUT, CRUMB, &mut again),
            Content::References => {
                literal(INCREMENTAL, TABLE - 33, &mut first);
                again.push(NEWEST);
            }
            Content::Empty => {}
        }
        Self {
            first,
            again,
            at: 0,
        }
    }

    fn take(&mut self, bytes: usize, out: &mut Vec<u8>) {
        let from = self.at;
        self.at += bytes;
        let again = from.saturating_sub(self.first.len());
        let first = &self.first[from.min(self.first.len())..];
        out.extend(
            first
                .iter()
                .chain(
                    self.again
                        .iter()
                        .cycle()
                        .skip(again % self.again.len().max(1)),
                )
                .take(bytes),
        );
    }
}

/// A peer that decodes every representation as soon as it is whole.
struct Decoding {
    decoder: Decoder,
    /// The representation that is not whole yet.
    rest: Vec<u8>,
    list: u64,
}

impl Decoding {
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
        // What is sent here is in order.
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

    const USUAL: ContinuationFlood = ContinuationFlood {
        frames: 8,
        bytes: 1000,
        content: Content::Fields,
        list_limit: 4000,
    };

    #[test]
    fn who_collects_holds_all_who_limits_does_not() {
        let flooded = USUAL.run();
        assert_eq!((flooded.frames, flooded.blocks), (8, 0));
        assert_eq!(flooded.wire_bytes, 8 * 1009);
        let all: Vec<u64> = (1..=8).map(|frames| 1000 * frames).collect();
        assert_eq!(flooded.collected, all);
        // A field takes 104 bytes on the wire and 133 in the list.
        assert_eq!(flooded.decoded[0], 9 * 133 + (1000 - 9 * 104));
        assert_eq!(flooded.decoded[7], 76 * 133 + (8000 - 76 * 104));
        // 28 × 133 < 4000 < 38 × 133
        assert_eq!(flooded.closed_at, Some(4));
        assert_eq!(flooded.limited[2], 28 * 133 + (3000 - 28 * 104));
        assert_eq!(flooded.limited[3..], [0; 5]);
    }

    #[test]
    fn references_grow_and_empty_frames_do_not() {
        let references = ContinuationFlood {
            bytes: 5000,
            content: Content::References,
            list_limit: 100_000,
            ..USUAL
        };
        let flooded = references.run();
        // The insertion takes 4,069 bytes; each one after it 4,096 of the list.
        assert_eq!(flooded.decoded[0], 4096 * (1 + 5000 - 4069));
        assert_eq!(flooded.decoded[7], 4096 * (1 + 40_000 - 4069));
        assert_eq!(flooded.closed_at, Some(1));
        let empty = ContinuationFlood {
            content: Content::Empty,
            ..USUAL
        };
        let flooded = empty.run();
        assert_eq!((flooded.frames, flooded.wire_bytes), (8, 72));
        assert_eq!(flooded.collected, [0; 8]);
        assert_eq!(flooded.decoded, [0; 8]);
        assert_eq!(flooded.closed_at, None);
    }

    #[test]
    fn it_does_not_matter_where_frames_cut() {
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
    fn no_number_is_too_large() {
        let flood = ContinuationFlood {
            frames: u32::MAX,
            bytes: u32::MAX,
            content: Content::Fields,
            list_limit: 0,
        };
        let flooded = flood.run();
        assert_eq!(flooded.frames, MOST_FRAMES);
        assert_eq!(flooded.closed_at, Some(1));
    }
}
