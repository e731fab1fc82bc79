//! TLS, and what is inside.

use http2::{Arrival, Sender};

use super::{Known, Output, Side};
use crate::capture::{
    Protocol,
    notes::Kind,
    tls::{self, KeyLog, Tls},
};

/// What takes the octets of a connection, or those inside its TLS.
pub(super) trait Inner {
    /// The next octets of one side.
    fn push(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    );

    /// Octets of one side are missing here; the number of them, if known.
    fn lose(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: Option<u64>,
        arrival: Arrival,
        out: &mut Output<'_>,
    );

    /// Nothing more comes from one side.
    fn finish(&mut self, known: &mut Known, side: Side, out: &mut Output<'_>);
}

/// One connection's TLS, and what takes the application data.
#[derive(Debug)]
pub(super) struct Secured<I> {
    tls: Tls,
    inner: I,
    /// Who is pushed as the client; it may turn out to be the server.
    client: Side,
    /// Which sides are at their end.
    ended: [bool; 2],
    reported: Option<String>,
}

impl<I: Inner> Secured<I> {
    /// Of a connection whose client this is, as far as is known.
    pub(super) fn new(client: Side, inner: I) -> Self {
        Self {
            tls: Tls::new(),
            inner,
            client,
            ended: [false; 2],
            reported: None,
        }
    }

    /// What takes the application data.
    pub(super) fn inner(&self) -> &I {
        &self.inner
    }

    fn sender(&self, side: Side) -> Sender {
        if side == self.client {
            Sender::Client
        } else {
            Sender::Server
        }
    }

    pub(super) fn push(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: &[u8],
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        let sender = self.sender(side);
        self.with_keys(known, out, |tls, keys, output| {
            tls.push(keys, sender, octets, arrival, output);
        });
    }

    pub(super) fn lose(
        &mut self,
        known: &mut Known,
        side: Side,
        octets: Option<u64>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) {
        let sender = self.sender(side);
        self.with_keys(known, out, |tls, keys, output| {
            tls.lose(keys, sender, octets, arrival, output);
        });
    }

    /// Nothing more comes from one side.
    pub(super) fn finish(&mut self, known: &mut Known, side: Side, out: &mut Output<'_>) {
        self.ended[side] = true;
        if self.ended != [true; 2] {
            return;
        }
        self.with_keys(known, out, |tls, keys, output| tls.finish(keys, output));
        for sender in [Sender::Client, Sender::Server] {
            self.inner.finish(known, known.side(sender), out);
        }
        let about = self.tls.about();
        if let Some(missing) = about.missing.as_ref().filter(|_| self.reported.is_none()) {
            self.reported = Some(missing.clone());
            out.note(Kind::Tls, known.about.first, format_args!("{missing}"));
        }
    }

    /// Has TLS do something, and takes what it gives. The secrets are lent to
    /// it meanwhile: what is inside needs none.
    fn with_keys(
        &mut self,
        known: &mut Known,
        out: &mut Output<'_>,
        act: impl FnOnce(&mut Tls, &mut KeyLog, &mut dyn FnMut(tls::Output<'_>)),
    ) {
        let mut keys = std::mem::take(out.keys);
        let inner = &mut self.inner;
        act(&mut self.tls, &mut keys, &mut |output| {
            take(inner, known, output, out);
        });
        *out.keys = keys;
    }
}

fn take(inner: &mut impl Inner, known: &mut Known, output: tls::Output<'_>, out: &mut Output<'_>) {
    match output {
        tls::Output::Data(sender, octets, arrival) => {
            inner.push(known, known.side(sender), octets, arrival, out);
        }
        tls::Output::Lost(sender, octets, arrival, reason) => {
            out.note(Kind::Tls, arrival, format_args!("{reason}"));
            inner.lose(known, known.side(sender), octets, arrival, out);
        }
        tls::Output::Reversed => {
            let server = known.side(Sender::Server);
            known.set_client(server);
            known.tell(out.sink);
        }
        tls::Output::About(about) => {
            known.about.tls = Some(about.clone());
            if known.about.protocol == Protocol::Unknown {
                known.about.protocol = Protocol::Tls;
            }
            known.tell(out.sink);
        }
        tls::Output::Problem(arrival, message) => {
            out.note(Kind::Tls, arrival, format_args!("{message}"));
        }
        tls::Output::Event(arrival, message) => {
            out.note(Kind::TlsEvent, arrival, format_args!("{message}"));
        }
    }
}
