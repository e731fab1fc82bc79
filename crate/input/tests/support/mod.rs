//! Shared helpers for tests of captures, with a recording sink.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod check;
mod events;

use std::fs;

use http2::{Event, Frame, FrameError, Sender};
use input::{
    Options, Problem, Reader, Refusal, Source,
    capture::{About, Logged, Protocol, Sink},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) sender: Sender,
    pub(crate) stream: u32,
    pub(crate) hex: String,
    pub(crate) limits: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Connection {
    pub(crate) about: About,
    pub(crate) frames: Vec<Frame>,
    pub(crate) blocks: Vec<Block>,
    /// Digits of the blocks that never became whole.
    pub(crate) cut: Vec<String>,
    pub(crate) errors: Vec<FrameError>,
    pub(crate) losses: Vec<String>,
    pub(crate) logged: Vec<(Sender, u32, Vec<Logged>)>,
}

impl Connection {
    pub(crate) fn hexes(&self) -> Vec<&str> {
        self.blocks.iter().map(|block| block.hex.as_str()).collect()
    }
}

/// Everything the sink received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) connections: Vec<Connection>,
    pub(crate) problems: Vec<Problem>,
}

impl Seen {
    /// Connections that carry HTTP/2.
    pub(crate) fn http2(&self) -> Vec<&Connection> {
        let is_http2 = |one: &&Connection| one.about.protocol == Protocol::Http2;
        self.connections.iter().filter(is_http2).collect()
    }

    /// Blocks of all connections in hex.
    pub(crate) fn hexes(&self) -> Vec<&str> {
        self.connections
            .iter()
            .flat_map(Connection::hexes)
            .collect()
    }

    /// Problems, one per line.
    pub(crate) fn report(&self) -> String {
        let line = |problem: &Problem| format!("{}: {}\n", problem.r#where, problem.message);
        self.problems.iter().map(line).collect()
    }
}

impl Sink for Seen {
    fn connection(&mut self, number: usize, about: &About) {
        assert!(number <= self.connections.len(), "numbers are consecutive");
        if number == self.connections.len() {
            self.connections.push(Connection::default());
        }
        self.connections[number].about = about.clone();
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let connection = &mut self.connections[connection];
        assert_eq!(connection.about.protocol, Protocol::Http2);
        match event {
            Event::Frame(frame, _) => connection.frames.push(frame),
            Event::Block(block) if block.missing.is_some() => connection.cut.push(hex(block.bytes)),
            Event::Block(block) => connection.blocks.push(Block {
                sender: block.sender,
                stream: block.framed.stream,
                hex: hex(block.bytes),
                limits: block.limit_changes.to_vec(),
            }),
            Event::Lost(loss) => connection.losses.push(loss.message),
            Event::Error(error) => connection.errors.push(error),
            Event::Unread(..) | Event::Note(..) => {}
        }
    }

    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        let list = (sender, stream, fields);
        self.connections[connection].logged.push(list);
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

pub(crate) fn read(file: &[u8], keylog: Vec<u8>, part: usize) -> (Seen, Result<Source, Refusal>) {
    let mut seen = Seen::default();
    let mut reader = Reader::new(&Options {
        keylog,
        ..Options::default()
    });
    for part in file.chunks(part) {
        if let Err(refusal) = reader.push(part, &mut seen) {
            return (seen, Err(refusal));
        }
    }
    let source = reader.finish(&mut seen);
    (seen, source)
}

pub(crate) fn data(name: &str) -> Vec<u8> {
    fs::read(testing::data(name)).unwrap()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
