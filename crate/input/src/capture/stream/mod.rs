//! Recognises the protocol of a TCP connection and reads its HTTP/2.

mod http1;
mod plain;
mod recognise;
mod secured;
mod wrapped;

use std::{fmt::Arguments, net::SocketAddr};

use http2::{Arrival, Input, Sender};

use super::{
    About, Protocol, Sink,
    notes::{Kind, Notes},
    tls::KeyLog,
};
use crate::bounds::Account;
use plain::CleartextLayer;

/// End of a TCP connection, 0 or 1; which one is the client may be unknown.
pub(crate) type Side = usize;

pub(crate) const fn other(side: Side) -> Side {
    1 - side
}

/// Input buffered before the protocol was recognised.
type BufferedInput = (Side, Input<Vec<u8>>);

/// State shared by all connections of a capture.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) notes: Notes,
    pub(crate) keys: KeyLog,
    pub(crate) connections: usize,
    pub(crate) account: Account,
}

pub(crate) struct Output<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) shared: &'s mut Shared,
}

impl Output<'_> {
    pub(crate) fn next_number(&mut self) -> usize {
        let number = self.shared.connections;
        self.shared.connections += 1;
        number
    }

    pub(crate) fn note(&mut self, kind: Kind, arrival: Arrival, message: Arguments<'_>) {
        self.shared.notes.add(self.sink, kind, arrival, message);
    }
}

/// Metadata of a connection while it is read.
#[derive(Debug)]
pub(crate) struct Known {
    number: usize,
    about: About,
    /// Addresses by side.
    ends: [SocketAddr; 2],
    client: Option<Side>,
    /// Whether its SYN was captured.
    opened: bool,
}

impl Known {
    fn sender(&self, side: Side) -> Sender {
        match self.client {
            Some(client) if client == side => Sender::Client,
            Some(_) => Sender::Server,
            None => Sender::Unknown,
        }
    }

    fn name_of(&self, side: Side) -> &'static str {
        match self.sender(side) {
            Sender::Client => "client",
            Sender::Server => "server",
            Sender::Unknown => "one side",
        }
    }

    fn announce(&self, sink: &mut dyn Sink) {
        sink.connection(self.number, &self.about);
    }

    fn set_client(&mut self, client: Side) {
        self.client = Some(client);
        self.about.client = Some(self.ends[client]);
        self.about.server = Some(self.ends[other(client)]);
    }

    /// Returns the side that sends as `sender`.
    fn side(&self, sender: Sender) -> Side {
        let client = self.client.unwrap_or_default();
        match sender {
            Sender::Client | Sender::Unknown => client,
            Sender::Server => other(client),
        }
    }

    /// Guesses the client by port: the server has the lower one.
    fn client_by_port(&self) -> Side {
        usize::from(self.ends[0].port() < self.ends[1].port())
    }
}

#[derive(Debug)]
pub(crate) struct Stream {
    known: Known,
    plain: CleartextLayer,
}

impl Stream {
    /// Starts a connection with its first packet.
    pub(crate) fn new(ends: [SocketAddr; 2], first: Arrival, out: &mut Output<'_>) -> Self {
        let mut known = Known {
            number: out.next_number(),
            about: About {
                first,
                ..About::default()
            },
            ends,
            client: None,
            opened: false,
        };
        let client = known.client_by_port();
        known.about.client = Some(ends[client]);
        known.about.server = Some(ends[other(client)]);
        known.announce(out.sink);
        Self {
            known,
            plain: CleartextLayer::default(),
        }
    }

    /// Sets the client, as shown by a SYN.
    pub(crate) fn opened_by(&mut self, client: Side, out: &mut Output<'_>) {
        let known = &mut self.known;
        known.opened = true;
        if known.client.is_none() {
            known.set_client(client);
            known.announce(out.sink);
        }
    }

    /// Whether no protocol was recognised.
    pub(crate) fn is_unknown(&self) -> bool {
        self.known.about.protocol == Protocol::Unknown
    }

    pub(crate) fn name_of(&self, side: Side) -> &'static str {
        self.known.name_of(side)
    }

    pub(crate) fn read(&mut self, side: Side, input: Input<&[u8]>, out: &mut Output<'_>) {
        self.plain.read(&mut self.known, side, input, out);
    }

    pub(crate) fn close(&mut self, out: &mut Output<'_>) {
        out.shared.account.remove(self.plain.size());
        self.plain = CleartextLayer::default();
    }
}
