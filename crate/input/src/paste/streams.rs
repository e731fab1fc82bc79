//! Text that holds more than header blocks: streams of frames, packets.

use std::ops::Range;

use http2::{Arrival, Connection, Input, Opening, Sender, frame};

use crate::{
    Places,
    capture::{self, About, Packets, Protocol, Sink, Start},
};

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Header blocks.
    #[default]
    Blocks,
    /// Frames, by connection.
    Frames(Vec<Conversation>),
    /// Packets.
    Packets(Vec<Packet>),
}

/// The part of one connection that the text has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// The bytes of each sender.
    pub streams: Vec<Stream>,
    /// The parts of the streams in the order in which they were sent.
    pub chunks: Vec<Chunk>,
}

/// All that one side sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Who sent it.
    pub sender: Sender,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The place of each byte in the input; empty if the input is these bytes.
    pub places: Places,
    /// What the text calls it, if anything.
    pub label: Option<String>,
}

impl Stream {
    /// Whether it begins with the client's preface, or is cut inside it.
    #[must_use]
    pub fn has_preface(&self) -> bool {
        !self.bytes.is_empty() && frame::has_preface(&self.bytes) != Some(false)
    }
}

/// A part of a stream that was sent at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Number of the stream in the conversation.
    pub stream: usize,
    /// Which of its bytes.
    pub bytes: Range<usize>,
}

/// One packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its first header, as the LINKTYPE number of capture files: 1 Ethernet,
    /// 101 IP.
    pub link: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Hands frames or packets to `sink`, as a capture would; header blocks are
/// left out. `packets` takes the packets, and `bytes` is the size of the input.
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
