//! What tests of captures share: a sink that keeps what it is given.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod check;
mod events;

use std::fs;

use http2::{Event, Frame, FrameError, Sender};
use input::{
    Problem,
    capture::{About, Logged, Sink},
};

/// A header block, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) sender: Sender,
    pub(crate) stream: u32,
    pub(crate) octets: Vec<u8>,
}

/// One connection, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Connection {
    pub(crate) about: About,
    pub(crate) frames: Vec<Frame>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) errors: Vec<FrameError>,
    pub(crate) lost: usize,
    pub(crate) logged: Vec<(Sender, u32, Vec<Logged>)>,
}

/// Everything that was given, kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) connections: Vec<Connection>,
    pub(crate) problems: Vec<Problem>,
}

impl Sink for Seen {
    fn connection(&mut self, number: usize, about: &About) {
        if let Some(known) = self.connections.get_mut(number) {
            known.about = about.clone();
            return;
        }
        assert_eq!(number, self.connections.len(), "numbers follow each other");
        self.connections.push(Connection {
            about: about.clone(),
            frames: Vec::new(),
            blocks: Vec::new(),
            errors: Vec::new(),
            lost: 0,
            logged: Vec::new(),
        });
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let connection = &mut self.connections[connection];
        match event {
            Event::Frame(frame, _) => connection.frames.push(frame),
            Event::Block(block) => connection.blocks.push(Block {
                sender: block.sender,
                stream: block.framed.stream,
                octets: block.octets.to_vec(),
            }),
            Event::Lost(_) => connection.lost += 1,
            Event::Error(error) => connection.errors.push(error),
            Event::Unread(..) | Event::Note(..) => {}
        }
    }

    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        self.connections[connection]
            .logged
            .push((sender, stream, fields));
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

/// A file of the test data.
pub(crate) fn data(name: &str) -> Vec<u8> {
    fs::read(testing::data(name)).unwrap()
}

pub(crate) fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
