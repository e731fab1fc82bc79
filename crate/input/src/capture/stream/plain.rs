//! Octets as an application sent them: HTTP/2, HTTP/1.1 or something else.

use http2::{Arrival, Connection};

use super::recognise::{Verdict, verdict};
use super::{Known, Output, Side};
use crate::capture::{Protocol, Start};

/// What the octets turned out to be.
#[derive(Debug)]
enum State {
    /// Nobody can tell yet.
    Open(Vec<Kept>),
    /// HTTP/2.
    Http2(Box<Connection>),
    /// Nothing that holds header blocks.
    Dull,
}

/// What came while nobody could tell.
#[derive(Debug)]
pub(super) enum Kept {
    Octets(Side, Vec<u8>, Arrival),
    Lost(Side, Option<u64>, Arrival),
}

/// Both directions.
#[derive(Debug)]
pub(super) struct Plain {
    state: State,
}

impl Default for Plain {
    fn default() -> Self {
        Self {
            state: State::Open(Vec::new()),
        }
    }
}

impl Plain {
    pub(super) fn push(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match &mut self.state {
            State::Http2(connection) => {
                let number = known.number;
                let sink = &mut *out.sink;
                connection.push(known.sender(side), octets, arrival, &mut |event| {
                    sink.event(number, event);
                });
            }
            State::Dull => {}
            State::Open(kept) => {
                kept.push(Kept::Octets(side, octets.to_vec(), arrival));
                self.decide(known, out);
            }
        }
    }

    pub(super) fn lose(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: Option<u64>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        match &mut self.state {
            State::Http2(connection) => {
                let number = known.number;
                let sink = &mut *out.sink;
                connection.lose(known.sender(side), octets, arrival, &mut |event| {
                    sink.event(number, event);
                });
            }
            State::Dull => {}
            State::Open(kept) => kept.push(Kept::Lost(side, octets, arrival)),
        }
    }

    pub(super) fn finish(&mut self, known: &mut Known, side: Side, out: &mut Output<'_>) {
        if let State::Http2(connection) = &mut self.state {
            let number = known.number;
            let sink = &mut *out.sink;
            connection.finish(known.sender(side), &mut |event| sink.event(number, event));
        }
    }

    fn decide(&mut self, known: &mut Known, out: &mut Output<'_>) {
        let State::Open(kept) = &self.state else {
            return;
        };
        let (start, client, protocol) = match verdict(kept) {
            Verdict::Wait => return,
            Verdict::Preface(side) => (Some(http2::Start::Preface), side, Protocol::Http2),
            Verdict::Http1(side) => (None, side, Protocol::Http1),
            Verdict::Nothing => {
                self.state = State::Dull;
                return;
            }
        };
        known.set_client(client);
        known.about.protocol = protocol;
        if protocol == Protocol::Http2 {
            known.about.start = Start::PriorKnowledge;
        }
        known.tell(out.sink);
        let next = match start {
            Some(start) => State::Http2(Box::new(Connection::new(start))),
            None => State::Dull,
        };
        let State::Open(kept) = std::mem::replace(&mut self.state, next) else {
            return;
        };
        for kept in kept {
            match kept {
                Kept::Octets(side, octets, arrival) => {
                    self.push(known, side, &octets, arrival, out);
                }
                Kept::Lost(side, octets, arrival) => self.lose(known, side, octets, arrival, out),
            }
        }
    }
}
