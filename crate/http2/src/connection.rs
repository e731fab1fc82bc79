//! A connection: the octets of both directions to frames, settings and
//! header blocks.

use crate::{Arrival, Event, Sender, Setting};

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

/// Both directions of one connection.
#[derive(Debug)]
pub struct Connection {
    start: Start,
}

impl Connection {
    /// A connection that begins so.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self { start }
    }

    /// The next octets of `sender`, as they arrived.
    pub fn push(
        &mut self,
        sender: Sender,
        octets: &[u8],
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let _ = (&self.start, sender, octets, arrival, events);
    }

    /// Octets of `sender` are missing here: so many, where that is known.
    pub fn lose(
        &mut self,
        sender: Sender,
        octets: Option<u64>,
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let _ = (sender, octets, arrival, events);
    }

    /// Nothing more comes of `sender`.
    pub fn finish(&mut self, sender: Sender, events: &mut dyn FnMut(Event<'_>)) {
        let _ = (sender, events);
    }
}
