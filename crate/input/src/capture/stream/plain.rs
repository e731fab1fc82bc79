//! The bytes of one layer of a connection: HTTP/2, HTTP/1.1, TLS or something
//! else.

use http2::{Arrival, Connection, Event, Input, Opening, frame::has_preface};

use super::{
    Kept, Known, Output, Side,
    http1::{Answer, Http1},
    recognise::{Heads, Verdict, is_tls},
    secured::Secured,
};
use crate::{
    bounds,
    capture::{Protocol, Start, notes::Kind},
    work,
};

/// What the bytes turned out to be.
#[derive(Debug, Default)]
enum State {
    /// Not known yet.
    #[default]
    Open,
    Http2(Box<Connection>),
    Http1(Box<Http1>),
    /// And what is inside.
    Tls(Box<(Secured, Plain)>),
    /// Not known; in the middle of a connection, frames may still follow.
    Unrecognised,
}

/// Bytes of what a connection in use holds besides, about.
const BUFFERS: usize = 1 << 10;

/// Both directions of one layer.
#[derive(Debug, Default)]
pub(super) struct Plain {
    state: State,
    kept: Vec<Kept>,
    /// Bytes that were kept, and how many there are when to look next: not at
    /// every one of many small segments.
    bytes: usize,
    next_look: usize,
    /// Whether TLS is around it.
    inside: bool,
    /// Tunnels that are around it.
    tunnels: usize,
}

impl Plain {
    /// Reads what comes next of one side.
    pub(super) fn read(
        &mut self,
        known: &mut Known,
        side: Side,
        input: Input<&[u8]>,
        out: &mut Output<'_>,
    ) {
        match (&mut self.state, input) {
            (State::Http2(connection), _) => {
                let (number, sink) = (known.number, &mut *out.sink);
                let mut events = |event: Event<'_>| sink.event(number, event);
                connection.read(known.sender(side), input, &mut events);
            }
            (State::Tls(both), _) => {
                let (secured, inner) = &mut **both;
                secured.read(known, side, input, out, &mut |known, side, input, out| {
                    inner.read(known, side, input, out);
                });
            }
            (State::Http1(http1), Input::Bytes(bytes, arrival)) => {
                let answer = http1.push(side, bytes, arrival);
                if let Some(side) = http1.take_lost() {
                    let name = known.name_of(side);
                    let message = format_args!(
                        "what the {name} sends is no HTTP/1.1 from here on, or its head or length cannot be read: HTTP/2 that follows may not be recognized"
                    );
                    out.note(Kind::Hole, arrival, message);
                }
                if let Some(answer) = answer {
                    let rest = http1.rest();
                    self.leave_http1(known, answer, rest, arrival, out);
                }
            }
            (State::Http1(http1), Input::Lost(..)) => http1.lose(side),
            (State::Http1(http1), Input::End) => {
                if let Some(answer) = http1.finish() {
                    let rest = http1.rest();
                    self.leave_http1(known, answer, rest, known.about.first, out);
                    self.read(known, side, input, out);
                }
            }
            (State::Open, Input::Bytes(bytes, arrival)) => {
                self.kept
                    .push((side, Input::Bytes(bytes.to_vec(), arrival)));
                self.bytes += bytes.len();
                if self.bytes >= self.next_look {
                    self.next_look = self.bytes + self.bytes / 8 + 1;
                    self.decide(known, false, out);
                }
                if matches!(self.state, State::Open | State::Unrecognised) {
                    self.find(known, side, bytes, arrival, out);
                }
            }
            (State::Open, Input::Lost(count, arrival)) => {
                self.kept.push((side, Input::Lost(count, arrival)));
            }
            (State::Open, Input::End) if !self.kept.is_empty() => {
                self.decide(known, true, out);
                if !matches!(self.state, State::Open) {
                    self.read(known, side, input, out);
                }
            }
            (State::Unrecognised, Input::Bytes(bytes, arrival)) => {
                if has_preface(bytes) == Some(true) {
                    tell_preface(arrival, out);
                }
                self.find(known, side, bytes, arrival, out);
            }
            (State::Open | State::Unrecognised, _) => {}
        }
    }

    /// What a TLS connection carries.
    fn inside() -> Self {
        Self {
            inside: true,
            ..Self::default()
        }
    }

    /// Looks whether a segment in the middle of a connection begins with what
    /// can be read: what came before it was the end of something.
    fn find(
        &mut self,
        known: &mut Known,
        side: Side,
        bytes: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        let tls = !self.inside && is_tls(bytes);
        if known.opened || !tls && !http2::is_frames(bytes) {
            return;
        }
        self.state = State::Open;
        self.kept = vec![
            (side, Input::Lost(None, arrival)),
            (side, Input::Bytes(bytes.to_vec(), arrival)),
        ];
        self.decide(known, true, out);
    }

    /// Looks whether it can be told by now; `last`: it must.
    fn decide(&mut self, known: &mut Known, last: bool, out: &mut Output<'_>) {
        work::add(self.bytes + self.kept.len());
        let heads = Heads::new(&self.kept);
        match heads.verdict(known.opened, self.inside, last) {
            Verdict::Wait => {}
            Verdict::Preface(side) => {
                known.set_client(side);
                self.begin(known, Opening::Preface, out);
            }
            Verdict::Frames(client) => {
                if known.client.is_none() {
                    known.set_client(client.unwrap_or_else(|| known.client_by_port()));
                }
                self.begin(known, Opening::Middle, out);
            }
            Verdict::Http1(client) => {
                known.set_client(client);
                if !self.inside {
                    known.about.protocol = Protocol::Http1;
                }
                known.tell(out.sink);
                self.turn(State::Http1(Box::new(Http1::new(client))), out);
                self.again(known, out);
            }
            Verdict::Wrapped(mut before) => {
                let mut arrival = Arrival::default();
                let mut rest = std::mem::take(&mut self.kept);
                rest.retain_mut(|(side, input)| {
                    let Input::Bytes(bytes, at) = input else {
                        return true;
                    };
                    let skipped = bytes.len().min(before[*side]);
                    bytes.drain(..skipped);
                    before[*side] -= skipped;
                    arrival = *at;
                    !bytes.is_empty()
                });
                self.unwrap(known, rest, arrival, out);
            }
            Verdict::Tls(client) => {
                let client = client.or(known.client);
                let client = client.unwrap_or_else(|| known.client_by_port());
                known.set_client(client);
                known.about.protocol = Protocol::Tls;
                known.tell(out.sink);
                let both = (Secured::new(client), Self::inside());
                self.turn(State::Tls(Box::new(both)), out);
                self.again(known, out);
            }
            verdict @ (Verdict::Unread | Verdict::Nothing) => {
                let begins = |(_, input): &Kept| matches!(input, Input::Bytes(bytes, _) if has_preface(bytes) == Some(true));
                if verdict == Verdict::Unread {
                    let arrival = known.about.first;
                    out.note(Kind::Hole, arrival, format_args!("a SOCKS proxy and its client agree in a way that is not read: what follows through the proxy is not read"));
                } else if self.kept.iter().any(begins) {
                    tell_preface(known.about.first, out);
                }
                self.state = State::Unrecognised;
                self.kept = Vec::new();
                (self.bytes, self.next_look) = (0, 0);
            }
        }
    }

    /// From here on it is that.
    fn turn(&mut self, state: State, out: &mut Output<'_>) {
        out.shared.account.remove(self.size());
        self.state = state;
        out.shared.account.add(self.size());
    }

    /// Bytes that are kept for what it is and for what is inside, about.
    pub(super) fn size(&self) -> usize {
        match &self.state {
            State::Open | State::Unrecognised => 0,
            State::Http2(_) => size_of::<Connection>() + BUFFERS,
            State::Http1(_) => size_of::<Http1>() + BUFFERS,
            State::Tls(both) => size_of_val(&**both) + BUFFERS + both.1.size(),
        }
    }

    /// From here on it is HTTP/2.
    fn begin(&mut self, known: &mut Known, start: Opening, out: &mut Output<'_>) {
        known.about.protocol = Protocol::Http2;
        known.about.start = match &start {
            Opening::Middle => Start::Middle,
            _ if self.inside => Start::Tls,
            Opening::Upgrade(_) => Start::Upgrade,
            _ => Start::PriorKnowledge,
        };
        known.tell(out.sink);
        self.turn(State::Http2(Box::new(Connection::new(start))), out);
        self.again(known, out);
    }

    /// From here on it is what a request of HTTP/1.1 asked for; `rest` was sent
    /// after that.
    fn leave_http1(
        &mut self,
        known: &mut Known,
        answer: Answer,
        rest: Vec<Kept>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match answer {
            Answer::Upgrade(settings) => {
                self.kept = rest;
                self.begin(known, Opening::Upgrade(settings), out);
            }
            Answer::Tunnel => self.unwrap(known, rest, arrival, out),
        }
    }

    /// Reads what was kept.
    fn again(&mut self, known: &mut Known, out: &mut Output<'_>) {
        work::add(self.bytes + self.kept.len());
        (self.bytes, self.next_look) = (0, 0);
        for (side, input) in std::mem::take(&mut self.kept) {
            self.read(known, side, input.as_ref(), out);
        }
    }

    /// Goes on with what is inside a tunnel, of which this came so far.
    fn unwrap(
        &mut self,
        known: &mut Known,
        rest: Vec<Kept>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        self.tunnels += 1;
        if self.tunnels > bounds::DEPTH {
            self.turn(State::Unrecognised, out);
            let message = format_args!(
                "this packet opens a tunnel inside {} others: what is sent through it is not read",
                bounds::DEPTH
            );
            out.note(Kind::Bound, arrival, message);
            return;
        }
        self.kept = rest;
        self.turn(State::Open, out);
        (self.bytes, self.next_look) = (0, 0);
        if !self.kept.is_empty() {
            self.decide(known, false, out);
        }
    }
}

/// Tells of a preface after something else.
fn tell_preface(arrival: Arrival, out: &mut Output<'_>) {
    let message = "HTTP/2 seems to begin in this connection after something that is not recognized: it is not read";
    out.note(Kind::Hole, arrival, format_args!("{message}"));
}
