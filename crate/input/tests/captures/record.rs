//! Reads a capture and keeps what was found.

use http2::{Event, Sender};
use input::{
    Options, Problem, Reader, Refusal, Source,
    capture::{About, Protocol, Sink},
};

/// A frame, as the truth has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) sender: Sender,
    pub(crate) kind: String,
    pub(crate) flags: u64,
    pub(crate) stream: u64,
    pub(crate) length: u64,
    /// 0: not known.
    pub(crate) packet: u64,
    /// 0: not known.
    pub(crate) nanos: u64,
}

/// A header block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) sender: Sender,
    pub(crate) stream: u64,
    pub(crate) hex: String,
    pub(crate) limits: Vec<u64>,
}

/// One connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Connection {
    pub(crate) about: About,
    pub(crate) frames: Vec<Frame>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) losses: Vec<String>,
    pub(crate) errors: Vec<String>,
}

impl Connection {
    /// The blocks in hex.
    pub(crate) fn hexes(&self) -> Vec<&str> {
        self.blocks.iter().map(|block| block.hex.as_str()).collect()
    }
}

/// All that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) connections: Vec<Connection>,
    pub(crate) problems: Vec<Problem>,
}

impl Record {
    /// The connections that carry HTTP/2.
    pub(crate) fn http2(&self) -> Vec<&Connection> {
        self.connections
            .iter()
            .filter(|connection| connection.about.protocol == Protocol::Http2)
            .collect()
    }

    /// The blocks of all connections in hex.
    pub(crate) fn hexes(&self) -> Vec<&str> {
        self.connections
            .iter()
            .flat_map(Connection::hexes)
            .collect()
    }

    /// What is said of problems.
    pub(crate) fn said(&self) -> String {
        self.problems
            .iter()
            .map(|problem| format!("{}: {}\n", problem.r#where, problem.message))
            .collect()
    }
}

pub(crate) fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

impl Sink for Record {
    fn connection(&mut self, number: usize, about: &About) {
        if number == self.connections.len() {
            self.connections.push(Connection::default());
        }
        self.connections[number].about = about.clone();
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let connection = &mut self.connections[connection];
        assert_eq!(connection.about.protocol, Protocol::Http2);
        match event {
            Event::Frame(frame, _) => connection.frames.push(Frame {
                sender: frame.sender,
                kind: frame.header.kind.to_string(),
                flags: frame.header.flags.into(),
                stream: frame.header.stream.into(),
                length: frame.header.length.into(),
                packet: frame.arrival.packet.into(),
                nanos: frame.arrival.nanos,
            }),
            Event::Block(block) => connection.blocks.push(Block {
                sender: block.sender,
                stream: block.framed.stream.into(),
                hex: hex(block.octets),
                limits: block
                    .limit_changes
                    .iter()
                    .map(|&limit| limit.into())
                    .collect(),
            }),
            Event::Lost(loss) => connection.losses.push(loss.message),
            Event::Error(error) => connection.errors.push(error.message),
            Event::Unread(..) | Event::Note(..) => {}
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

/// Reads a file that comes in parts of `part` bytes.
pub(crate) fn read(file: &[u8], keylog: Vec<u8>, part: usize) -> (Record, Result<Source, Refusal>) {
    let mut record = Record::default();
    let mut reader = Reader::new(&Options {
        keylog,
        ..Options::default()
    });
    for part in file.chunks(part) {
        if let Err(refusal) = reader.push(part, &mut record) {
            return (record, Err(refusal));
        }
    }
    let source = reader.finish(&mut record);
    (record, source)
}
