//! TLS, and what is inside.

use http2::{Input, Sender};

use super::{Known, Output, Side, plain::Plain};
use crate::capture::{
    Protocol,
    notes::Kind,
    tls::{self, Tls},
};

/// One connection's TLS, and the reader of its application data.
#[derive(Debug)]
pub(super) struct Secured {
    tls: Tls,
    pub(super) inner: Plain,
    /// Who is taken for the client; it may turn out to be the server.
    client: Side,
    /// Which sides have ended.
    ended: [bool; 2],
}

impl Secured {
    /// TLS of a connection whose client this is, as far as is known.
    pub(super) fn new(client: Side, inner: Plain) -> Self {
        let (tls, ended) = (Tls::new(), [false; 2]);
        Self {
            tls,
            inner,
            client,
            ended,
        }
    }

    /// Reads what comes next of one side.
    pub(super) fn read(
        &mut self,
        known: &mut Known,
        side: Side,
        input: Input<&[u8]>,
        out: &mut Output<'_>,
    ) {
        let is_end = input == Input::End;
        self.ended[side] |= is_end;
        if is_end && self.ended != [true; 2] {
            return;
        }
        let sender = match side == self.client {
            true => Sender::Client,
            false => Sender::Server,
        };
        // The secrets are lent to TLS meanwhile: its content needs none.
        let mut keys = std::mem::take(&mut out.shared.keys);
        let inner = &mut self.inner;
        self.tls.read(&mut keys, sender, input, &mut |output| {
            take(inner, known, output, out)
        });
        out.shared.keys = keys;
        if is_end {
            for sender in [Sender::Client, Sender::Server] {
                self.inner.read(known, known.side(sender), Input::End, out);
            }
            if let Some(missing) = &self.tls.about().missing {
                out.note(Kind::Tls, known.about.first, format_args!("{missing}"));
            }
        }
    }
}

fn take(inner: &mut Plain, known: &mut Known, output: tls::Output<'_>, out: &mut Output<'_>) {
    match output {
        tls::Output::Data(sender, bytes, arrival) => {
            inner.read(known, known.side(sender), Input::Bytes(bytes, arrival), out);
        }
        tls::Output::Lost(sender, count, arrival, reason) => {
            out.note(Kind::Tls, arrival, format_args!("{reason}"));
            inner.read(known, known.side(sender), Input::Lost(count, arrival), out);
        }
        tls::Output::Reversed => {
            known.set_client(known.side(Sender::Server));
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
