//! Reads the HTTP/2 frames of a NetLog socket.

use http2::{Arrival, Connection, Event, Input, Opening, Sender, frame::has_preface, has_frames};

use super::event::Carried;
use crate::{
    bounds::HEAD,
    capture::{About, Protocol, Start, Tls},
    work,
};

#[derive(Debug)]
enum Content {
    Open,
    Frames(Box<Connection>),
    Other,
}

#[derive(Debug)]
pub(super) struct Socket {
    pub(super) about: About,
    /// Connection number, once it carried bytes.
    pub(super) number: Option<usize>,
    pub(super) session: Option<i64>,
    /// Whether it uses TLS, so that bytes on the wire are encrypted.
    tls: bool,
    content: Content,
    /// Input buffered before the protocol was recognised.
    held: Vec<(Sender, Input<Vec<u8>>)>,
    /// Size of the buffered input, and the size at which recognition is next
    /// tried: not after every small event.
    total: usize,
    next_look: usize,
}

impl Socket {
    pub(super) fn new(id: i64) -> Self {
        Self {
            about: About {
                label: Some(format!("NetLog socket {id}")),
                ..About::default()
            },
            number: None,
            session: None,
            tls: false,
            content: Content::Open,
            held: Vec::new(),
            total: 0,
            next_look: 0,
        }
    }

    /// Returns the TLS parameters for modification.
    pub(super) fn tls(&mut self) -> &mut Tls {
        if !self.tls {
            // What came before TLS was for a proxy.
            self.tls = true;
            self.content = Content::Open;
            self.held.clear();
            (self.total, self.next_look) = (0, 0);
        }
        self.about.tls.get_or_insert_default()
    }

    /// Whether bytes on the wire are plaintext.
    pub(super) fn is_plain(&mut self, bytes: &[u8]) -> bool {
        if self.tls || matches!(bytes, [0x16, 3, 0..=4, ..]) {
            self.tls();
            return false;
        }
        true
    }

    /// Reads the next plaintext. Returns whether the metadata changed.
    pub(super) fn push(&mut self, sender: Sender, carried: Carried, arrival: Arrival) -> bool {
        if matches!(self.content, Content::Other) {
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
        self.recognise(false)
    }

    /// Assigns an HTTP/2 session. Returns whether the metadata changed.
    pub(super) fn assign_session(&mut self, session: i64, host: Option<&str>) -> bool {
        self.session = Some(session);
        self.about.protocol = Protocol::Http2;
        if let (Some(host), Some(tls)) = (host, &mut self.about.tls) {
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            tls.server_name.get_or_insert_with(|| name.to_owned());
        }
        self.recognise(false);
        true
    }

    /// Ends the input. Returns whether the metadata changed.
    pub(super) fn end(&mut self) -> bool {
        self.recognise(true)
    }

    /// Passes on buffered input if it is HTTP/2; with `end`, also its end.
    pub(super) fn read(&mut self, end: bool, events: &mut dyn FnMut(Event<'_>)) {
        let Content::Frames(connection) = &mut self.content else {
            return;
        };
        let ends = [Sender::Client, Sender::Server].map(|sender| (sender, Input::End));
        let ends = ends.into_iter().filter(|_| end);
        for (sender, input) in self.held.drain(..).chain(ends) {
            connection.read(sender, input.as_ref(), events);
        }
    }

    /// Recognises the protocol if possible. With `end`, no more bytes follow.
    /// Returns whether the metadata changed.
    fn recognise(&mut self, end: bool) -> bool {
        if !matches!(self.content, Content::Open) || self.held.is_empty() {
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
                self.content = Content::Other;
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
        self.content = Content::Frames(Box::new(Connection::new(begin)));
        true
    }

    /// First bytes of a sender, up to the first gap.
    fn head(&self, sender: Sender) -> Vec<u8> {
        let mut head = Vec::new();
        for (_, input) in self.held.iter().filter(|(from, _)| *from == sender) {
            let Input::Bytes(bytes, _) = input else { break };
            head.extend_from_slice(bytes);
        }
        head
    }
}
