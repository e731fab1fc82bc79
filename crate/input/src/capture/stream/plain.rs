//! One layer of a connection: HTTP/2, HTTP/1.1, TLS or unknown.

use http2::{Arrival, Connection, Event, Input, Opening, frame::has_preface};

use super::{
    BufferedInput, Known, Output, Side,
    http1::{Answer, Http1},
    recognise::{Heads, Verdict, is_tls},
    secured::Secured,
};
use crate::{
    bounds,
    capture::{Protocol, Start, notes::Kind},
    work,
};

#[derive(Debug, Default)]
enum State {
    #[default]
    Open,
    Http2(Box<Connection>),
    Http1(Box<Http1>),
    /// TLS and the layer inside.
    Tls(Box<(Secured, CleartextLayer)>),
    /// Not recognised. In the middle of a connection, frames can still follow.
    Unrecognised,
}

/// Approximate buffers of a reader, in bytes.
const BUFFERS: usize = 1 << 10;

/// Both directions of one layer.
#[derive(Debug, Default)]
pub(super) struct CleartextLayer {
    state: State,
    kept: Vec<BufferedInput>,
    /// Bytes buffered, and the number at which recognition is next tried: not
    /// after every small segment.
    bytes: usize,
    next_look: usize,
    in_tls: bool,
    tunnels: usize,
}

impl CleartextLayer {
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
                        "from here on the {name}'s bytes are not HTTP/1.1, or a head or length cannot be read: HTTP/2 that follows may not be recognized"
                    );
                    out.note(Kind::Hole, arrival, message);
                }
                if let Some(answer) = answer {
                    let rest = http1.take_rest();
                    self.leave_http1(known, answer, rest, arrival, out);
                }
            }
            (State::Http1(http1), Input::Lost(..)) => http1.on_loss(side),
            (State::Http1(http1), Input::End) => {
                if let Some(answer) = http1.finish() {
                    let rest = http1.take_rest();
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
                    self.find_restart(known, side, bytes, arrival, out);
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
                    report_preface(arrival, out);
                }
                self.find_restart(known, side, bytes, arrival, out);
            }
            (State::Open | State::Unrecognised, _) => {}
        }
    }

    fn in_tls() -> Self {
        Self {
            in_tls: true,
            ..Self::default()
        }
    }

    /// Tries to recognise a protocol at the start of a segment in the middle of
    /// a connection; what came before was the end of something.
    fn find_restart(
        &mut self,
        known: &mut Known,
        side: Side,
        bytes: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        let tls = !self.in_tls && is_tls(bytes);
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

    /// Recognises the protocol if possible. With `last`, no more bytes follow.
    fn decide(&mut self, known: &mut Known, last: bool, out: &mut Output<'_>) {
        work::add(self.bytes + self.kept.len());
        let heads = Heads::new(&self.kept);
        match heads.verdict(known.opened, self.in_tls, last) {
            Verdict::Wait => {}
            Verdict::Preface(side) => {
                known.set_client(side);
                self.begin_http2(known, Opening::Preface, out);
            }
            Verdict::Frames(client) => {
                if known.client.is_none() {
                    known.set_client(client.unwrap_or_else(|| known.client_by_port()));
                }
                self.begin_http2(known, Opening::Middle, out);
            }
            Verdict::Http1(client) => {
                known.set_client(client);
                if !self.in_tls {
                    known.about.protocol = Protocol::Http1;
                }
                known.announce(out.sink);
                self.set_state(State::Http1(Box::new(Http1::new(client))), out);
                self.replay(known, out);
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
                self.enter_tunnel(known, rest, arrival, out);
            }
            Verdict::Tls(client) => {
                let client = client.or(known.client);
                let client = client.unwrap_or_else(|| known.client_by_port());
                known.set_client(client);
                known.about.protocol = Protocol::Tls;
                known.announce(out.sink);
                let both = (Secured::new(client), Self::in_tls());
                self.set_state(State::Tls(Box::new(both)), out);
                self.replay(known, out);
            }
            verdict @ (Verdict::Unread | Verdict::Nothing) => {
                let begins = |(_, input): &BufferedInput| matches!(input, Input::Bytes(bytes, _) if has_preface(bytes) == Some(true));
                if verdict == Verdict::Unread {
                    let arrival = known.about.first;
                    out.note(Kind::Hole, arrival, format_args!("a SOCKS proxy and its client agree in a way that is not read: what follows through the proxy is not read"));
                } else if self.kept.iter().any(begins) {
                    report_preface(known.about.first, out);
                }
                self.state = State::Unrecognised;
                self.kept = Vec::new();
                (self.bytes, self.next_look) = (0, 0);
            }
        }
    }

    /// Changes the state and accounts for its memory.
    fn set_state(&mut self, state: State, out: &mut Output<'_>) {
        out.shared.account.remove(self.size());
        self.state = state;
        out.shared.account.add(self.size());
    }

    /// Approximate bytes kept for this layer and those inside.
    pub(super) fn size(&self) -> usize {
        match &self.state {
            State::Open | State::Unrecognised => 0,
            State::Http2(_) => size_of::<Connection>() + BUFFERS,
            State::Http1(_) => size_of::<Http1>() + BUFFERS,
            State::Tls(both) => size_of_val(&**both) + BUFFERS + both.1.size(),
        }
    }

    fn begin_http2(&mut self, known: &mut Known, start: Opening, out: &mut Output<'_>) {
        known.about.protocol = Protocol::Http2;
        known.about.start = match &start {
            Opening::Middle => Start::Middle,
            _ if self.in_tls => Start::Tls,
            Opening::Upgrade(_) => Start::Upgrade,
            _ => Start::PriorKnowledge,
        };
        known.announce(out.sink);
        self.set_state(State::Http2(Box::new(Connection::new(start))), out);
        self.replay(known, out);
    }

    /// Switches to the protocol that an HTTP/1.1 request asked for; `rest` was
    /// sent after the switch.
    fn leave_http1(
        &mut self,
        known: &mut Known,
        answer: Answer,
        rest: Vec<BufferedInput>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match answer {
            Answer::Upgrade(settings) => {
                self.kept = rest;
                self.begin_http2(known, Opening::Upgrade(settings), out);
            }
            Answer::Tunnel => self.enter_tunnel(known, rest, arrival, out),
        }
    }

    fn replay(&mut self, known: &mut Known, out: &mut Output<'_>) {
        work::add(self.bytes + self.kept.len());
        (self.bytes, self.next_look) = (0, 0);
        for (side, input) in std::mem::take(&mut self.kept) {
            self.read(known, side, input.as_ref(), out);
        }
    }

    /// Starts reading inside a tunnel, from which `rest` was already received.
    fn enter_tunnel(
        &mut self,
        known: &mut Known,
        rest: Vec<BufferedInput>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        self.tunnels += 1;
        if self.tunnels > bounds::DEPTH {
            self.set_state(State::Unrecognised, out);
            let message = format_args!(
                "this packet opens a tunnel inside {} others: what is sent through it is not read",
                bounds::DEPTH
            );
            out.note(Kind::Bound, arrival, message);
            return;
        }
        self.kept = rest;
        self.set_state(State::Open, out);
        (self.bytes, self.next_look) = (0, 0);
        if !self.kept.is_empty() {
            self.decide(known, false, out);
        }
    }
}

/// Reports a preface after unrecognised bytes.
fn report_preface(arrival: Arrival, out: &mut Output<'_>) {
    let message = "HTTP/2 seems to begin in this connection after something that is not recognized: it is not read";
    out.note(Kind::Hole, arrival, format_args!("{message}"));
}
