//! Shared by the tests of this crate.

pub(crate) mod notation;
pub(crate) mod rebuild;

use std::path::Path;

use http2::{
    Arrival, Block, Connection, Event, Fragment, Frame, FrameError, Framed, Input, Loss, Missing,
    Opening, Sender,
};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owned {
    Frame(Frame, String),
    Block(OwnedBlock),
    Lost(Loss),
    Error(FrameError),
    Note(u64, String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnedBlock {
    pub(crate) sender: Sender,
    pub(crate) framed: Framed,
    pub(crate) bytes: Vec<u8>,
    pub(crate) missing: Option<Missing>,
    pub(crate) fragments: Vec<Fragment>,
    pub(crate) limit_changes: Vec<u32>,
    pub(crate) limit_unknown: bool,
    pub(crate) max_header_list_size: Option<u32>,
}

impl From<Event<'_>> for Owned {
    fn from(event: Event<'_>) -> Self {
        match event {
            Event::Frame(frame, detail) => Self::Frame(frame, format!("{detail:?}")),
            Event::Block(block) => Self::Block(block.into()),
            Event::Lost(loss) => Self::Lost(loss),
            Event::Error(error) => Self::Error(error),
            Event::Unread(_, offset, _, message) | Event::Note(_, offset, _, message) => {
                Self::Note(offset, message)
            }
        }
    }
}

impl From<Block<'_>> for OwnedBlock {
    fn from(block: Block<'_>) -> Self {
        Self {
            sender: block.sender,
            framed: block.framed,
            missing: block.missing,
            bytes: block.bytes.to_vec(),
            fragments: block.fragments.to_vec(),
            limit_changes: block.limit_changes.to_vec(),
            limit_unknown: block.limit_unknown,
            max_header_list_size: block.max_header_list_size,
        }
    }
}

pub(crate) struct Kept {
    connection: Connection,
    pub(crate) events: Vec<Owned>,
}

impl Kept {
    pub(crate) fn new(opening: Opening) -> Self {
        let (connection, events) = (Connection::new(opening), Vec::new());
        Self { connection, events }
    }

    fn read(&mut self, sender: Sender, input: Input<&[u8]>) {
        let events = &mut self.events;
        let mut keep = |event: Event<'_>| events.push(event.into());
        self.connection.read(sender, input, &mut keep);
    }

    pub(crate) fn push(&mut self, sender: Sender, bytes: &[u8]) {
        self.read(sender, Input::Bytes(bytes, Arrival::default()));
    }

    pub(crate) fn lose(&mut self, sender: Sender, bytes: Option<u64>) {
        self.read(sender, Input::Lost(bytes, Arrival::default()));
    }

    pub(crate) fn finish(&mut self, sender: Sender) {
        self.read(sender, Input::End);
    }

    fn all<'a, T: 'a>(&'a self, of: impl Fn(&'a Owned) -> Option<T>) -> Vec<T> {
        self.events.iter().filter_map(of).collect()
    }

    pub(crate) fn errors(&self) -> Vec<&FrameError> {
        self.all(|event| {
            if let Owned::Error(error) = event {
                Some(error)
            } else {
                None
            }
        })
    }

    pub(crate) fn losses(&self) -> Vec<&Loss> {
        self.all(|event| {
            if let Owned::Lost(loss) = event {
                Some(loss)
            } else {
                None
            }
        })
    }

    pub(crate) fn notes(&self) -> Vec<(u64, &str)> {
        self.all(|event| match event {
            Owned::Note(offset, message) => Some((*offset, message.as_str())),
            _ => None,
        })
    }

    pub(crate) fn frames(&self) -> Vec<&Frame> {
        self.all(|event| {
            if let Owned::Frame(frame, _) = event {
                Some(frame)
            } else {
                None
            }
        })
    }

    pub(crate) fn blocks(&self) -> Vec<&OwnedBlock> {
        self.all(|event| {
            if let Owned::Block(block) = event {
                Some(block)
            } else {
                None
            }
        })
    }

    /// Messages of errors, losses and notes, in order.
    pub(crate) fn messages(&self) -> Vec<&str> {
        self.all(|event| match event {
            Owned::Error(FrameError { message, .. }) | Owned::Lost(Loss { message, .. }) => {
                Some(message.as_str())
            }
            Owned::Note(_, message) => Some(message),
            _ => None,
        })
    }
}

pub(crate) use testing::hex;

pub(crate) fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}
