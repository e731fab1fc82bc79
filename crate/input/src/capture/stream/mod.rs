//! What a TCP connection carries: recognised by the first bytes of either side,
//! and read as far as it is HTTP/2.

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
use plain::Plain;

/// One of the two ends of a TCP connection, 0 or 1, before it is known which
/// is the client.
pub(crate) type Side = usize;

/// The other end.
pub(crate) const fn other(side: Side) -> Side {
    1 - side
}

/// What came of one side before it was known what it is.
type Kept = (Side, Input<Vec<u8>>);

/// What all connections of a capture share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) notes: Notes,
    pub(crate) keys: KeyLog,
    /// Connections so far.
    pub(crate) connections: usize,
    /// What is kept of them.
    pub(crate) account: Account,
}

/// Where everything goes that is found.
pub(crate) struct Output<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) shared: &'s mut Shared,
}

impl Output<'_> {
    /// The number of one more connection.
    pub(crate) fn next_number(&mut self) -> usize {
        let number = self.shared.connections;
        self.shared.connections += 1;
        number
    }

    /// Tells of a problem.
    pub(crate) fn note(&mut self, kind: Kind, arrival: Arrival, message: Arguments<'_>) {
        self.shared.notes.add(self.sink, kind, arrival, message);
    }
}

/// What is known of a connection while it is read.
#[derive(Debug)]
pub(crate) struct Known {
    /// Its number.
    number: usize,
    about: About,
    /// The addresses of its two ends.
    ends: [SocketAddr; 2],
    /// Which end is the client.
    client: Option<Side>,
    /// Whether it was captured from its first packet.
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

    fn tell(&self, sink: &mut dyn Sink) {
        sink.connection(self.number, &self.about);
    }

    fn set_client(&mut self, client: Side) {
        self.client = Some(client);
        self.about.client = Some(self.ends[client]);
        self.about.server = Some(self.ends[other(client)]);
    }

    /// Which end sends as the client does.
    fn side(&self, sender: Sender) -> Side {
        let client = self.client.unwrap_or_default();
        match sender {
            Sender::Client | Sender::Unknown => client,
            Sender::Server => other(client),
        }
    }

    /// The end that is the client, by the ports: servers have the lower one.
    fn client_by_port(&self) -> Side {
        usize::from(self.ends[0].port() < self.ends[1].port())
    }
}

/// What one TCP connection carries.
#[derive(Debug)]
pub(crate) struct Stream {
    known: Known,
    plain: Plain,
}

impl Stream {
    /// A connection between two ends, whose first packet this is.
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
        known.tell(out.sink);
        Self {
            known,
            plain: Plain::default(),
        }
    }

    /// A SYN says which end is the client.
    pub(crate) fn opened_by(&mut self, client: Side, out: &mut Output<'_>) {
        let known = &mut self.known;
        known.opened = true;
        if known.client.is_none() {
            known.set_client(client);
            known.tell(out.sink);
        }
    }

    /// Whether nothing that can be read was recognized.
    pub(crate) fn is_unknown(&self) -> bool {
        self.known.about.protocol == Protocol::Unknown
    }

    /// What messages call an end.
    pub(crate) fn name_of(&self, side: Side) -> &'static str {
        self.known.name_of(side)
    }

    /// Reads what comes next of one side.
    pub(crate) fn read(&mut self, side: Side, input: Input<&[u8]>, out: &mut Output<'_>) {
        self.plain.read(&mut self.known, side, input, out);
    }

    /// Frees what reading needs.
    pub(crate) fn close(&mut self, out: &mut Output<'_>) {
        out.shared.account.remove(self.plain.size());
        self.plain = Plain::default();
    }
}
