//! Text that holds more than header blocks: streams of frames, packets.

use std::{net::SocketAddr, ops::Range};

use http2::{Arrival, Connection, Sender, Start as Begin, frame};

use crate::{
    Place,
    capture::{self, About, Packets, Protocol, Sink, Start},
};

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Header blocks.
    #[default]
    Blocks,
    /// Frames, a connection each.
    Frames(Vec<Conversation>),
    /// Packets.
    Packets(Vec<Packet>),
}

/// What the text has of one connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// The client's address, where the text names it.
    pub client: Option<SocketAddr>,
    /// The server's address, where the text names it.
    pub server: Option<SocketAddr>,
    /// The octets of each sender.
    pub streams: Vec<Stream>,
    /// The parts of the streams in the order in which they were sent.
    pub chunks: Vec<Chunk>,
}

/// All that one side sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Who.
    pub sender: Sender,
    /// Its octets.
    pub octets: Vec<u8>,
    /// Where each octet stands in the input: as many as there are octets, or
    /// none where the input is these octets.
    pub places: Vec<Place>,
    /// What the text calls it, if anything.
    pub label: Option<String>,
}

impl Stream {
    /// Whether it begins with the client's preface, or is cut inside it.
    #[must_use]
    pub fn has_preface(&self) -> bool {
        !self.octets.is_empty() && frame::has_preface(&self.octets) != Some(false)
    }
}

/// A part of a stream that was sent at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Number of the stream in the conversation.
    pub stream: usize,
    /// Which of its octets.
    pub octets: Range<usize>,
    /// Its packet and time, where the text names them.
    pub arrival: Arrival,
}

/// One packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// What its first header is, as LINKTYPE_ number of capture files: 1
    /// Ethernet, 101 IP.
    pub link: u32,
    /// Its octets.
    pub octets: Vec<u8>,
    /// Where each octet stands in the input: as many as there are octets.
    pub places: Vec<Place>,
    /// Octets of the packet on the wire, where the text says that there were
    /// more.
    pub length: Option<u32>,
    /// Its number and time, where the text names them.
    pub arrival: Arrival,
}

/// Hands what was read to `sink`, as a capture would; nothing where it is
/// header blocks. `packets` takes the packets, and `bytes` is the size of the
/// input.
pub fn feed(content: &Content, packets: &mut Packets, bytes: u64, sink: &mut dyn Sink) {
    match content {
        Content::Blocks => {}
        Content::Packets(list) => {
            for packet in list {
                let octets = &packet.octets;
                let length = packet.length.map_or(0, |length| length as usize);
                packets.push(
                    &capture::Packet {
                        link: packet.link,
                        octets,
                        length: length.max(octets.len()),
                        arrival: packet.arrival,
                    },
                    sink,
                );
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
        let preface = self.streams.iter().any(Stream::has_preface);
        let first = self.chunks.first().map(|chunk| chunk.arrival);
        sink.connection(
            number,
            &About {
                client: self.client,
                server: self.server,
                label: Some(self.label()),
                protocol: Protocol::Http2,
                start: if preface {
                    Start::PriorKnowledge
                } else {
                    Start::Paste
                },
                tls: None,
                first: first.unwrap_or_default(),
            },
        );
        let mut connection = Connection::new(if preface {
            Begin::Preface
        } else {
            Begin::Frames
        });
        let mut events = |event: http2::Event<'_>| sink.event(number, event);
        for chunk in &self.chunks {
            let stream = &self.streams[chunk.stream];
            let octets = &stream.octets[chunk.octets.clone()];
            connection.push(stream.sender, octets, chunk.arrival, &mut events);
        }
        for stream in &self.streams {
            connection.finish(stream.sender, &mut events);
        }
    }

    fn label(&self) -> String {
        match &self.streams[..] {
            [one] => one.label.clone(),
            _ => None,
        }
        .unwrap_or_else(|| "pasted frames".to_owned())
    }
}
