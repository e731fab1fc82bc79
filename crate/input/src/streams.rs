//! Pasted text with more than header blocks: frames or packets.

use std::ops::Range;

use http2::{Arrival, Connection, Input, Opening, Sender, frame};

use crate::{
    Places,
    capture::{self, About, Packets, Protocol, Sink, Start},
};

/// Content of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Header blocks.
    #[default]
    Blocks,
    /// Frames, one conversation per connection.
    Frames(Vec<Conversation>),
    /// Captured packets.
    Packets(Vec<Packet>),
}

/// Both directions of a connection, as far as they are in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// Streams, one per sender.
    pub streams: Vec<Stream>,
    /// Ranges of the streams in the order of sending.
    pub chunks: Vec<Chunk>,
}

/// Bytes sent by one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Who sent it.
    pub sender: Sender,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Places of the bytes in the input; empty if it consists of these bytes.
    pub places: Places,
    /// Label in the text, if any.
    pub label: Option<String>,
}

impl Stream {
    /// Whether it begins with the client's preface, possibly incomplete.
    #[must_use]
    pub fn has_preface(&self) -> bool {
        !self.bytes.is_empty() && frame::has_preface(&self.bytes) != Some(false)
    }
}

/// A range of a stream that was sent at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index of the stream in the conversation.
    pub stream: usize,
    /// Range of its bytes.
    pub bytes: Range<usize>,
}

/// A pasted packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// LINKTYPE value of its first header: 1 for Ethernet, 101 for IP.
    pub link: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Passes frames or packets to `sink` like a capture, but not header blocks.
/// `bytes` is the size of the input.
pub fn feed(content: &Content, packets: &mut Packets, bytes: u64, sink: &mut dyn Sink) {
    match content {
        Content::Blocks => {}
        Content::Packets(list) => {
            for (number, packet) in (1..).zip(list) {
                let packet = capture::Packet {
                    link: packet.link,
                    bytes: &packet.bytes,
                    length: packet.bytes.len(),
                    arrival: Arrival {
                        packet: number,
                        nanos: 0,
                    },
                };
                packets.push(&packet, sink);
            }
            packets.finish(bytes, sink);
        }
        Content::Frames(conversations) => {
            for (number, conversation) in conversations.iter().enumerate() {
                conversation.feed(number, sink);
            }
        }
    }
}

impl Conversation {
    fn feed(&self, number: usize, sink: &mut dyn Sink) {
        let has_preface = self.streams.iter().any(Stream::has_preface);
        let (start, begin) = match has_preface {
            true => (Start::PriorKnowledge, Opening::Preface),
            false => (Start::Paste, Opening::Frames),
        };
        let label = match &self.streams[..] {
            [
                Stream {
                    label: Some(label), ..
                },
            ] => label,
            _ => "pasted frames",
        };
        let about = About {
            client: None,
            server: None,
            label: Some(label.to_owned()),
            protocol: Protocol::Http2,
            start,
            tls: None,
            first: Arrival::default(),
        };
        sink.connection(number, &about);
        let mut connection = Connection::new(begin);
        let mut events = |event: http2::Event<'_>| sink.event(number, event);
        for chunk in &self.chunks {
            let stream = &self.streams[chunk.stream];
            let bytes = &stream.bytes[chunk.bytes.clone()];
            let input = Input::Bytes(bytes, Arrival::default());
            connection.read(stream.sender, input, &mut events);
        }
        for stream in &self.streams {
            connection.read(stream.sender, Input::End, &mut events);
        }
    }
}
