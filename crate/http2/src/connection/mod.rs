//! A connection: the octets of both directions to frames, settings and
//! header blocks.

mod block;
mod complete;
mod missing;
mod order;
mod reader;
mod resync;
mod seeking;
mod settings;
mod streams;

use crate::{Arrival, Event, Sender, Setting};
use reader::{Fallback, Reader};
use settings::Settings;
use streams::Streams;

/// What is known of a connection's beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Both directions from their first octet: the client's preface is to come.
    Preface,
    /// After the 101 answer to an Upgrade (RFC 7540 §3.2); the client's
    /// settings from its HTTP2-Settings field are in use at once.
    Upgrade(Vec<Setting>),
    /// Somewhere in the middle: nothing is known of settings or tables, and
    /// the octets may begin inside a frame.
    Middle,
    /// Frames from the first octet, of a person who brought only those.
    Frames,
}

/// Both directions of one connection. A direction's octets may come in pieces
/// cut anywhere: the events are the same.
#[derive(Debug)]
pub struct Connection {
    /// Those of which anything came.
    readers: [Option<Box<Reader>>; 3],
    /// What the first octets are that are not the preface.
    fallback: Fallback,
    shared: Shared,
}

/// What the directions have in common.
#[derive(Debug)]
struct Shared {
    /// Frames reported so far.
    frames: u32,
    settings: Settings,
    streams: Streams,
}

impl Connection {
    /// A connection that begins so.
    #[must_use]
    pub fn new(start: Start) -> Self {
        let mut shared = Shared {
            frames: 0,
            settings: Settings::default(),
            streams: Streams::new(&start),
        };
        let fallback = match start {
            Start::Preface | Start::Upgrade(_) => Fallback::Wrong,
            Start::Frames => Fallback::Frames,
            Start::Middle => Fallback::Middle,
        };
        match start {
            Start::Upgrade(settings) => shared.settings.upgrade(settings),
            Start::Middle => {
                for sender in [Sender::Client, Sender::Server, Sender::Unknown] {
                    shared.settings.missed(sender);
                    shared.streams.missed(sender);
                }
            }
            Start::Preface | Start::Frames => {}
        }
        Self {
            readers: [None, None, None],
            fallback,
            shared,
        }
    }

    fn reader(&mut self, sender: Sender) -> (&mut Reader, &mut Shared) {
        let reader = self.readers[number(sender)]
            .get_or_insert_with(|| Box::new(Reader::new(sender, self.fallback)));
        (reader, &mut self.shared)
    }

    /// The next octets of `sender`, as they arrived.
    pub fn push(
        &mut self,
        sender: Sender,
        octets: &[u8],
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let (reader, shared) = self.reader(sender);
        reader.push(shared, octets, arrival, events);
    }

    /// `sender`'s octets are missing here; the number of them, if known.
    pub fn lose(
        &mut self,
        sender: Sender,
        octets: Option<u64>,
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let (reader, shared) = self.reader(sender);
        reader.lose(shared, octets, arrival, events);
    }

    /// Nothing more comes of `sender`.
    pub fn finish(&mut self, sender: Sender, events: &mut dyn FnMut(Event<'_>)) {
        if let Some(reader) = &mut self.readers[number(sender)] {
            reader.finish(&mut self.shared, events);
        }
    }
}

/// Place of a sender in a list of all three.
const fn number(sender: Sender) -> usize {
    match sender {
        Sender::Client => 0,
        Sender::Server => 1,
        Sender::Unknown => 2,
    }
}
