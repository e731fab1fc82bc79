//! Octets as one layer of a connection has them: HTTP/2, HTTP/1.1, TLS or
//! something else.

use http2::{Arrival, Connection, frame::has_preface};

use super::{
    Known, Output, Side,
    http1::{Answer, Http1},
    kept::Kept,
    other,
    recognise::{Heads, Verdict, is_tls},
    secured::{Inner, Secured},
};
use crate::{
    bounds,
    capture::{Protocol, Start, notes::Kind},
    work,
};

/// What the octets turned out to be.
#[derive(Debug, Default)]
enum State {
    /// Not known yet.
    #[default]
    Open,
    Http2(Box<Connection>),
    Http1(Box<Http1>),
    Tls(Box<Secured<Plain>>),
    /// Nothing that is known; in the middle of a connection, frames may yet
    /// show themselves.
    Dull,
}

/// Bytes of what a connection in use holds besides, about.
const BUFFERS: usize = 1 << 10;

/// Both directions of one layer.
#[derive(Debug, Default)]
pub(super) struct Plain {
    state: State,
    kept: Vec<Kept>,
    /// Octets that were kept, and how many there are when to look next: not at
    /// every one of many small segments.
    octets: usize,
    next_look: usize,
    /// Whether TLS is around it.
    inside: bool,
    /// Tunnels that are around it.
    tunnels: usize,
}

impl Inner for Plain {
    fn push(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match &mut self.state {
            State::Http2(connection) => {
                let (number, sink) = (known.number, &mut *out.sink);
                connection.push(known.sender(side), octets, arrival, &mut |event| {
                    sink.event(number, event);
                });
            }
            State::Http1(http1) => {
                let answer = http1.push(side, octets, arrival);
                if let Some(side) = http1.take_lost() {
                    out.note(
                        Kind::Hole,
                        arrival,
                        format_args!(
                            "what the {} sends is no HTTP/1.1 from here on, or its head or length cannot be read: HTTP/2 that follows may not be recognized",
                            known.name_of(side)
                        ),
                    );
                }
                if let Some(answer) = answer {
                    let rest = http1.rest();
                    self.leave_http1(known, answer, rest, arrival, out);
                }
            }
            State::Tls(secured) => secured.push(known, side, octets, arrival, out),
            State::Open => {
                self.kept.push(Kept::Octets(side, octets.to_vec(), arrival));
                self.octets += octets.len();
                if self.octets >= self.next_look {
                    self.next_look = self.octets + self.octets / 8 + 1;
                    self.decide(known, false, out);
                }
                if matches!(self.state, State::Open | State::Dull) {
                    self.find(known, side, octets, arrival, out);
                }
            }
            State::Dull => {
                if has_preface(octets) == Some(true) {
                    tell_preface(arrival, out);
                }
                self.find(known, side, octets, arrival, out);
            }
        }
    }

    fn lose(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: Option<u64>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match &mut self.state {
            State::Http2(connection) => {
                let (number, sink) = (known.number, &mut *out.sink);
                connection.lose(known.sender(side), octets, arrival, &mut |event| {
                    sink.event(number, event);
                });
            }
            State::Http1(http1) => http1.lose(side),
            State::Tls(secured) => secured.lose(known, side, octets, arrival, out),
            State::Open => self.kept.push(Kept::Lost(side, octets, arrival)),
            State::Dull => {}
        }
    }

    fn finish(&mut self, known: &mut Known, side: Side, out: &mut Output<'_>) {
        match &mut self.state {
            State::Http2(connection) => {
                let (number, sink) = (known.number, &mut *out.sink);
                connection.finish(known.sender(side), &mut |event| sink.event(number, event));
            }
            State::Tls(secured) => secured.finish(known, side, out),
            State::Open if !self.kept.is_empty() => {
                self.decide(known, true, out);
                if !matches!(self.state, State::Open) {
                    self.finish(known, side, out);
                }
            }
            State::Http1(http1) => {
                if let Some(answer) = http1.finish() {
                    let rest = http1.rest();
                    self.leave_http1(known, answer, rest, known.about.first, out);
                    self.finish(known, side, out);
                }
            }
            State::Open | State::Dull => {}
        }
    }
}

impl Plain {
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
        octets: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        let tls = !self.inside && is_tls(octets);
        if known.opened || !tls && !http2::is_frames(octets) {
            return;
        }
        self.state = State::Open;
        self.kept = vec![
            Kept::Lost(side, None, arrival),
            Kept::Octets(side, octets.to_vec(), arrival),
        ];
        self.decide(known, true, out);
    }

    /// Looks whether it can be told by now; `last`: it must.
    fn decide(&mut self, known: &mut Known, last: bool, out: &mut Output<'_>) {
        work::add(self.octets + self.kept.len());
        let heads = Heads::new(&self.kept);
        match heads.verdict(known.opened, self.inside, last) {
            Verdict::Wait => {}
            Verdict::Preface(side) => {
                known.set_client(side);
                self.begin(known, http2::Start::Preface, out);
            }
            Verdict::Frames(client) => {
                if known.client.is_none() {
                    known.set_client(client.unwrap_or_else(|| known.client_by_port()));
                }
                self.begin(known, http2::Start::Middle, out);
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
                rest.retain_mut(|kept| {
                    let Kept::Octets(side, octets, at) = kept else {
                        return true;
                    };
                    let skipped = octets.len().min(before[*side]);
                    octets.drain(..skipped);
                    before[*side] -= skipped;
                    arrival = *at;
                    !octets.is_empty()
                });
                self.unwrap(known, rest, arrival, out);
            }
            Verdict::Tls(client) => {
                let client = client.or(known.client);
                let client = client.unwrap_or_else(|| known.client_by_port());
                known.set_client(client);
                known.about.protocol = Protocol::Tls;
                known.tell(out.sink);
                let secured = Secured::new(client, Self::inside());
                self.turn(State::Tls(Box::new(secured)), out);
                self.again(known, out);
            }
            verdict @ (Verdict::Unread | Verdict::Nothing) => {
                let begins = |kept: &Kept| matches!(kept, Kept::Octets(_, octets, _) if has_preface(octets) == Some(true));
                if verdict == Verdict::Unread {
                    let arrival = known.about.first;
                    out.note(Kind::Hole, arrival, format_args!("a SOCKS proxy and its client agree in a way that is not read: what follows through the proxy is not read"));
                } else if self.kept.iter().any(begins) {
                    tell_preface(known.about.first, out);
                }
                self.state = State::Dull;
                self.kept = Vec::new();
                (self.octets, self.next_look) = (0, 0);
            }
        }
    }

    /// From here on it is that.
    fn turn(&mut self, state: State, out: &mut Output<'_>) {
        out.account.remove(self.size());
        self.state = state;
        out.account.add(self.size());
    }

    /// Bytes that are kept for what it is and for what is inside, about.
    pub(super) fn size(&self) -> usize {
        match &self.state {
            State::Open | State::Dull => 0,
            State::Http2(_) => size_of::<Connection>() + BUFFERS,
            State::Http1(_) => size_of::<Http1>() + BUFFERS,
            State::Tls(tls) => size_of_val(&**tls) + BUFFERS + tls.inner().size(),
        }
    }

    /// From here on it is HTTP/2.
    fn begin(&mut self, known: &mut Known, start: http2::Start, out: &mut Output<'_>) {
        known.about.protocol = Protocol::Http2;
        known.about.start = match &start {
            http2::Start::Middle => Start::Middle,
            _ if self.inside => Start::Tls,
            http2::Start::Upgrade(_) => Start::Upgrade,
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
                self.begin(known, http2::Start::Upgrade(settings), out);
            }
            Answer::Tunnel => self.unwrap(known, rest, arrival, out),
        }
    }

    /// Reads what was kept.
    fn again(&mut self, known: &mut Known, out: &mut Output<'_>) {
        work::add(self.octets + self.kept.len());
        (self.octets, self.next_look) = (0, 0);
        for kept in std::mem::take(&mut self.kept) {
            match kept {
                Kept::Octets(side, octets, arrival) => {
                    self.push(known, side, &octets, arrival, out);
                }
                Kept::Lost(side, octets, arrival) => self.lose(known, side, octets, arrival, out),
            }
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
            self.turn(State::Dull, out);
            out.note(
                Kind::Bound,
                arrival,
                format_args!(
                    "this packet opens a tunnel inside {} others: what is sent through it is not read",
                    bounds::DEPTH
                ),
            );
            return;
        }
        self.kept = rest;
        self.turn(State::Open, out);
        (self.octets, self.next_look) = (0, 0);
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

impl Known {
    /// Which end sends as the client does.
    pub(super) fn side(&self, sender: http2::Sender) -> Side {
        let client = self.client.unwrap_or_default();
        match sender {
            http2::Sender::Client | http2::Sender::Unknown => client,
            http2::Sender::Server => other(client),
        }
    }
}
