//! 0-RTT (RFC 8446 §2.3): what the client sends before it knows whether the
//! server takes it. If not, it sends the same again, so that nothing of it
//! may be read before that is known.

use http2::{Arrival, Sender};

use super::Output;

/// The most bytes that wait for the server's answer.
const MOST: usize = 1 << 16;

/// The client's early data.
#[derive(Debug, Default)]
pub(super) enum Early {
    /// None was offered.
    #[default]
    None,
    /// The server has not answered yet.
    Waiting(Vec<(Vec<u8>, Arrival)>),
    /// The server took it, or probably did, where the input does not tell.
    Taken,
    /// The server did not take it; whether that was told.
    Refused(bool),
}

impl Early {
    /// The client announces it.
    pub(super) fn offer(&mut self) {
        if matches!(self, Self::None) {
            *self = Self::Waiting(Vec::new());
        }
    }

    /// Whether the server's answer is still to come.
    pub(super) const fn offered(&self) -> bool {
        matches!(self, Self::Waiting(_))
    }

    /// Whether the server has answered.
    pub(super) const fn settled(&self) -> bool {
        matches!(self, Self::Taken | Self::Refused(_))
    }

    /// Whether the server took it.
    pub(super) const fn taken(&self) -> bool {
        matches!(self, Self::Taken)
    }

    /// A record of it.
    pub(super) fn data(&mut self, text: &[u8], arrival: Arrival, out: &mut dyn FnMut(Output<'_>)) {
        match self {
            Self::Waiting(records) => {
                records.push((text.to_vec(), arrival));
                let bytes: usize = records.iter().map(|(text, _)| text.len() + 64).sum();
                if bytes > MOST {
                    self.settle(true, out);
                }
            }
            Self::Refused(told) => {
                if !std::mem::replace(told, true) {
                    out(refused(arrival));
                }
            }
            Self::None | Self::Taken => out(Output::Data(Sender::Client, text, arrival)),
        }
    }

    /// The server answers.
    pub(super) fn settle(&mut self, taken: bool, out: &mut dyn FnMut(Output<'_>)) {
        let Self::Waiting(records) = self else {
            return;
        };
        let records = std::mem::take(records);
        if taken {
            for (text, arrival) in records {
                out(Output::Data(Sender::Client, &text, arrival));
            }
            *self = Self::Taken;
        } else {
            if let Some((_, arrival)) = records.first() {
                out(refused(*arrival));
            }
            *self = Self::Refused(!records.is_empty());
        }
    }
}

fn refused(arrival: Arrival) -> Output<'static> {
    Output::Event(
        arrival,
        "The client's early data begins here, which the server did not accept: it is left out, because the client sends it again.".to_owned(),
    )
}
