//! A socket of the log: its bytes to the frames of one connection.

use http2::{Arrival, Connection, Event, Input, Opening, Sender, frame::has_preface, has_frames};

use super::event::Carried;
use crate::{
    bounds::HEAD,
    capture::{About, Protocol, Start, Tls},
    work,
};

/// What a socket carries.
#[derive(Debug)]
enum Carries {
    /// Not known yet.
    Open,
    /// HTTP/2.
    Frames(Box<Connection>),
    /// Something else.
    Other,
}

/// A socket.
#[derive(Debug)]
pub(super) struct Socket {
    /// What is known of it.
    pub(super) about: About,
    /// Its number among the connections, once it carried something.
    pub(super) number: Option<usize>,
    /// The HTTP/2 session that uses it.
    pub(super) session: Option<i64>,
    /// Whether TLS is inside: what goes over the wire is then no plain bytes.
    tls: bool,
    carries: Carries,
    /// What came before that was known.
    held: Vec<(Sender, Input<Vec<u8>>)>,
    /// What is held counts so much, and so much when to look at it next: not
    /// at every one of many small events.
    total: usize,
    next_look: usize,
}

impl Socket {
    /// The socket with that number in the log.
    pub(super) fn new(id: i64) -> Self {
        Self {
            about: About {
                label: Some(format!("NetLog socket {id}")),
                ..About::default()
            },
            number: None,
            session: None,
            tls: false,
            carries: Carries::Open,
            held: Vec::new(),
            total: 0,
            next_look: 0,
        }
    }

    /// What is known of its TLS, to be added to.
    pub(super) fn tls(&mut self) -> &mut Tls {
        if !self.tls {
            // What came so far, if anything, was for a proxy.
            self.tls = true;
            self.carries = Carries::Open;
            self.held.clear();
            (self.total, self.next_look) = (0, 0);
        }
        self.about.tls.get_or_insert_default()
    }

    /// Whether bytes on the wire are plain bytes: no TLS is inside, and
    /// these do not begin one.
    pub(super) fn is_plain(&mut self, bytes: &[u8]) -> bool {
        if self.tls || matches!(bytes, [0x16, 3, 0..=4, ..]) {
            self.tls();
            return false;
        }
        true
    }

    /// The next plain bytes. Returns whether more is known of the connection
    /// than before.
    pub(super) fn push(&mut self, sender: Sender, carried: Carried, arrival: Arrival) -> bool {
        if matches!(self.carries, Carries::Other) {
            return false;
        }
        let Carried { bytes, missing, .. } = carried;
        if !bytes.is_empty() {
            self.total += bytes.len();
            self.held.push((sender, Input::Bytes(bytes, arrival)));
        }
        if missing > 0 {
            self.total += 1;
            self.held
                .push((sender, Input::Lost(Some(missing), arrival)));
        }
        if self.total < self.next_look {
            return false;
        }
        self.next_look = self.total + self.total / 8 + 1;
        self.decide(false)
    }

    /// An HTTP/2 session of the log uses this socket, for that host.
    pub(super) fn serves(&mut self, session: i64, host: Option<&str>) -> bool {
        self.session = Some(session);
        self.about.protocol = Protocol::Http2;
        if let (Some(host), Some(tls)) = (host, &mut self.about.tls) {
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            tls.server_name.get_or_insert_with(|| name.to_owned());
        }
        self.decide(false);
        true
    }

    /// Nothing more comes: true where more is known of the connection.
    pub(super) fn end(&mut self) -> bool {
        self.decide(true)
    }

    /// Hands on what came, if it is HTTP/2; at the end, that nothing more
    /// comes.
    pub(super) fn read(&mut self, end: bool, events: &mut dyn FnMut(Event<'_>)) {
        let Carries::Frames(connection) = &mut self.carries else {
            return;
        };
        let ends = [Sender::Client, Sender::Server].map(|sender| (sender, Input::End));
        let ends = ends.into_iter().filter(|_| end);
        for (sender, input) in self.held.drain(..).chain(ends) {
            connection.read(sender, input.as_ref(), events);
        }
    }

    /// Tells what the socket carries, if that can be told: at the `end` from
    /// whatever there is.
    fn decide(&mut self, end: bool) -> bool {
        if !matches!(self.carries, Carries::Open) || self.held.is_empty() {
            return false;
        }
        let last = end || self.total > HEAD;
        let sent = self.head(Sender::Client);
        let received = self.head(Sender::Server);
        work::add(sent.len() + received.len());
        let expected = self.about.protocol == Protocol::Http2
            || self.about.tls.as_ref().and_then(|tls| tls.alpn.as_deref()) == Some("h2");
        let begin = match () {
            () if has_preface(&sent) == Some(true) => Opening::Preface,
            () if !last && has_preface(&sent).is_none() => return false,
            () if has_frames(&sent) || has_frames(&received) => Opening::Middle,
            () if expected && !last && sent.len() + received.len() < 64 => return false,
            () if expected => Opening::Middle,
            () => {
                self.about.protocol = match sent.first() {
                    Some(b'A'..=b'Z') => Protocol::Http1,
                    _ if self.tls => Protocol::Tls,
                    _ => Protocol::Unknown,
                };
                self.carries = Carries::Other;
                self.held = Vec::new();
                return true;
            }
        };
        self.about.protocol = Protocol::Http2;
        self.about.start = match begin {
            Opening::Preface if self.tls => Start::Tls,
            Opening::Preface => Start::PriorKnowledge,
            _ => Start::Middle,
        };
        self.carries = Carries::Frames(Box::new(Connection::new(begin)));
        true
    }

    /// The first bytes of a sender, up to where some are missing.
    fn head(&self, sender: Sender) -> Vec<u8> {
        let mut head = Vec::new();
        for (_, input) in self.held.iter().filter(|(from, _)| *from == sender) {
            let Input::Bytes(bytes, _) = input else { break };
            head.extend_from_slice(bytes);
        }
        head
    }
}
