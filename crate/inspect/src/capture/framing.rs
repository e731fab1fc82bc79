//! The frames of a header block: everything around the fragments, byte by byte,
//! with a sentence for each part.

use http2::{Fragment, Frame, Header, Priority, frame::flags};
use serde::Serialize;

use super::{Connection, detail::describe_priority};
use crate::text::count;

/// Frames that carried a header block, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Framing"))]
#[serde(rename_all = "camelCase")]
pub struct FramingView {
    /// Stream that it was sent on.
    pub stream: u32,
    /// Promised stream, if it came in PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Whether its HEADERS frame has END_STREAM.
    pub end_stream: bool,
    /// Number of the packet with its last byte; 0 if the input has no packets.
    pub packet: u32,
    /// Number of frames.
    pub count: u32,
    /// Frames; empty if there are more than [`MAX_FRAMES`].
    pub frames: Vec<FrameView>,
}

/// Frames of a block that are shown. A mebibyte takes 64 frames of the smallest
/// maximum size.
pub const MAX_FRAMES: usize = 4096;

/// A frame that carries a fragment of a header block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FramingFrame"))]
#[serde(rename_all = "camelCase")]
pub struct FrameView {
    /// Number in the connection.
    pub frame: u32,
    /// Name of its type.
    pub kind: String,
    /// Section that defines its type.
    pub section: &'static str,
    /// Offset of its fragment in the block.
    pub start: u32,
    /// End of its fragment in the block.
    pub end: u32,
    /// Parts before the fragment, in wire order.
    pub parts: Vec<FramePart>,
    /// Length of the padding after the fragment, bytes.
    pub padding: u8,
    /// Offset in the padding of its first nonzero byte.
    pub padding_error: Option<u8>,
    /// Description of the padding.
    pub padding_text: String,
}

/// A part of a frame outside the header block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FramePart {
    /// Name in RFC 9113.
    pub name: &'static str,
    /// Bytes of the part.
    pub bytes: Vec<u8>,
    /// Meaning of the part.
    pub text: String,
}

impl Connection {
    /// Returns the frames of `block`; `None` if it came without frames.
    pub fn framing_of(&self, block: usize) -> Option<FramingView> {
        let framing = self.framing.get(block)?;
        let framed = self.session.blocks().get(block)?.framed?;
        let is_complete = |fragment: &&Fragment| fragment.frame != u32::MAX;
        let count = framing.fragments.iter().filter(is_complete).count();
        let fragments = match count {
            ..=MAX_FRAMES => &framing.fragments[..],
            _ => &[],
        };
        let frames = fragments.iter().enumerate().filter_map(|(nth, fragment)| {
            let frame = &self.frames.get(fragment.frame as usize)?.frame;
            let promised = framed.promised.filter(|_| nth == 0);
            Some(view(frame, fragment, promised))
        });
        Some(FramingView {
            stream: framed.stream,
            promised: framed.promised,
            end_stream: framed.end_stream,
            packet: framing.arrival.packet,
            count: count as u32,
            frames: frames.collect(),
        })
    }
}

fn part(name: &'static str, bytes: &[u8], text: impl Into<String>) -> FramePart {
    FramePart {
        name,
        bytes: bytes.into(),
        text: text.into(),
    }
}

fn view(frame: &Frame, fragment: &Fragment, promised: Option<u32>) -> FrameView {
    let mut parts = Vec::from(header(&frame.header));
    if let Some(padding) = fragment.padding {
        let text = format!("{} of padding after the fragment", count(padding, "byte"));
        parts.push(part("Pad Length", &[padding], text));
    }
    parts.extend(fragment.priority.map(priority));
    parts.extend(promised.map(|stream| {
        let text = format!("the pushed response will come on stream {stream}");
        part("Promised Stream ID", &stream.to_be_bytes(), text)
    }));
    let padding = fragment.padding.unwrap_or(0);
    let zeros = match fragment.padding_error {
        Some(at) => format!("; byte {at} of it must be zero, but is not"),
        None => ", all zero".to_owned(),
    };
    FrameView {
        frame: fragment.frame,
        kind: frame.header.kind.to_string(),
        section: frame.header.kind.section(),
        start: fragment.start,
        end: fragment.start + fragment.length,
        parts,
        padding,
        padding_error: fragment.padding_error,
        padding_text: format!("{} of padding{zeros}", count(padding, "byte")),
    }
}

/// Parts of a frame header (RFC 9113 §4.1).
fn header(header: &Header) -> [FramePart; 4] {
    let bytes = header.to_bytes();
    let names: Vec<&str> = flags::names(header.kind, header.flags).collect();
    let flags = match &names[..] {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    let length = format!("{} after these nine", count(header.length, "byte"));
    let reserved = match header.reserved {
        true => "; the reserved bit before it is set",
        false => "",
    };
    let stream = format!("{}{reserved}", header.stream);
    [
        part("Length", &bytes[..3], length),
        part("Type", &bytes[3..4], header.kind.to_string()),
        part("Flags", &bytes[4..5], flags),
        part("Stream Identifier", &bytes[5..], stream),
    ]
}

/// Priority of HEADERS (RFC 9113 §6.2, RFC 7540 §5.3).
fn priority(priority: Priority) -> FramePart {
    let text = format!(
        "{}; no longer used",
        describe_priority(&priority, "stream ")
    );
    part("Priority", &priority.to_bytes(), text)
}

#[cfg(test)]
mod tests {
    use http2::{Arrival, FrameType, Sender};

    use super::*;

    fn frame(kind: FrameType, bits: u8, length: u32) -> Frame {
        Frame {
            sender: Sender::Client,
            header: Header {
                length,
                kind,
                flags: bits,
                reserved: false,
                stream: 3,
            },
            offset: 0,
            arrival: Arrival::default(),
            found: false,
        }
    }

    fn lead(view: &FrameView) -> Vec<u8> {
        let parts = view.parts.iter();
        parts.flat_map(|part| part.bytes.clone()).collect()
    }

    #[test]
    fn parts_match_the_wire() {
        let fragment = Fragment {
            frame: 0,
            start: 0,
            length: 2,
            offset: 15,
            padding: Some(4),
            padding_error: Some(1),
            priority: Some(Priority {
                exclusive: true,
                dependency: 1,
                weight: 15,
            }),
        };
        let bits = flags::PADDED | flags::PRIORITY | flags::END_HEADERS;
        let headers = view(&frame(FrameType::HEADERS, bits, 12), &fragment, None);
        let wire = [0, 0, 12, 1, 0x2c, 0, 0, 0, 3, 4, 0x80, 0, 0, 1, 15];
        assert_eq!(lead(&headers), wire);
        assert_eq!(headers.parts[2].text, "END_HEADERS, PADDED, PRIORITY");
        assert!(headers.parts[5].text.contains("stream 1 alone"));
        let error = "byte 1 of it must be zero, but is not";
        assert!(headers.padding_text.contains(error));

        let fragment = Fragment {
            padding: None,
            padding_error: None,
            priority: None,
            ..fragment
        };
        let promise = view(&frame(FrameType::PUSH_PROMISE, 0, 6), &fragment, Some(2));
        assert_eq!(lead(&promise)[9..], [0, 0, 0, 2]);
        assert_eq!((promise.start, promise.end, promise.padding), (0, 2, 0));
        let mut reserved = frame(FrameType::CONTINUATION, 0, 2);
        reserved.header.reserved = true;
        let continuation = view(&reserved, &fragment, None);
        assert_eq!(lead(&continuation)[5..], [0x80, 0, 0, 3]);
        assert_eq!(continuation.parts[2].text, "none");
    }
}
