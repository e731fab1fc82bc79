//! Decrypts TLS and passes on the application data.

use http2::{Input, Sender};

use super::{Known, Output, Side};
use crate::capture::{
    Protocol,
    notes::Kind,
    tls::{self, Tls},
};

pub(super) type Inner<'a> = dyn FnMut(&mut Known, Side, Input<&[u8]>, &mut Output<'_>) + 'a;

#[derive(Debug)]
pub(super) struct Secured {
    tls: Tls,
    /// Assumed client; the handshake can show that it is the server.
    client: Side,
    ended: [bool; 2],
}

impl Secured {
    pub(super) fn new(client: Side) -> Self {
        Self {
            tls: Tls::new(),
            client,
            ended: [false; 2],
        }
    }

    /// Reads the next input of one side; `inner` reads its application data.
    pub(super) fn read(
        &mut self,
        known: &mut Known,
        side: Side,
        input: Input<&[u8]>,
        out: &mut Output<'_>,
        inner: &mut Inner<'_>,
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
        // Lent to TLS for the call; its content needs no secrets.
        let mut keys = std::mem::take(&mut out.shared.keys);
        self.tls.read(&mut keys, sender, input, &mut |output| {
            handle_output(inner, known, output, out)
        });
        out.shared.keys = keys;
        if is_end {
            for sender in [Sender::Client, Sender::Server] {
                let side = known.side(sender);
                inner(known, side, Input::End, out);
            }
            if let Some(missing) = &self.tls.about().missing {
                out.note(Kind::Tls, known.about.first, format_args!("{missing}"));
            }
        }
    }
}

fn handle_output(
    inner: &mut Inner<'_>,
    known: &mut Known,
    output: tls::Output<'_>,
    out: &mut Output<'_>,
) {
    match output {
        tls::Output::Data(sender, bytes, arrival) => {
            let side = known.side(sender);
            inner(known, side, Input::Bytes(bytes, arrival), out);
        }
        tls::Output::Lost(sender, count, arrival, reason) => {
            out.note(Kind::Tls, arrival, format_args!("{reason}"));
            let side = known.side(sender);
            inner(known, side, Input::Lost(count, arrival), out);
        }
        tls::Output::Reversed => {
            known.set_client(known.side(Sender::Server));
            known.announce(out.sink);
        }
        tls::Output::About(about) => {
            known.about.tls = Some(about.clone());
            if known.about.protocol == Protocol::Unknown {
                known.about.protocol = Protocol::Tls;
            }
            known.announce(out.sink);
        }
        tls::Output::Problem(arrival, message) => {
            out.note(Kind::Tls, arrival, format_args!("{message}"));
        }
        tls::Output::Event(arrival, message) => {
            out.note(Kind::TlsEvent, arrival, format_args!("{message}"));
        }
    }
}
