//! 0-RTT data (RFC 8446 §2.3). It is held until the server accepts it; if it
//! does not, the client sends it again.

use http2::{Arrival, Sender};

use super::Output;

/// Most bytes held until the server answers.
const MOST: usize = 1 << 16;

#[derive(Debug, Default)]
pub(super) enum Early {
    #[default]
    None,
    /// Held until the server answers.
    Waiting(Vec<(Vec<u8>, Arrival)>),
    /// Accepted, or probably accepted if the capture does not show it.
    Accepted,
    /// Rejected, and whether that was reported.
    Refused(bool),
}

impl Early {
    pub(super) fn offer(&mut self) {
        if matches!(self, Self::None) {
            *self = Self::Waiting(Vec::new());
        }
    }

    /// Whether the server's answer is still missing.
    pub(super) const fn is_pending(&self) -> bool {
        matches!(self, Self::Waiting(_))
    }

    /// Whether the server has answered.
    pub(super) const fn is_settled(&self) -> bool {
        matches!(self, Self::Accepted | Self::Refused(_))
    }

    pub(super) const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted)
    }

    /// Reads a record of early data.
    pub(super) fn read(&mut self, text: &[u8], arrival: Arrival, out: &mut dyn FnMut(Output<'_>)) {
        match self {
            Self::Waiting(records) => {
                records.push((text.to_vec(), arrival));
                let bytes: usize = records.iter().map(|(text, _)| text.len() + 64).sum();
                if bytes > MOST {
                    self.settle(true, out);
                }
            }
            Self::Refused(reported) => {
                if !std::mem::replace(reported, true) {
                    out(refused(arrival));
                }
            }
            Self::None | Self::Accepted => out(Output::Data(Sender::Client, text, arrival)),
        }
    }

    /// Applies the server's answer.
    pub(super) fn settle(&mut self, accepted: bool, out: &mut dyn FnMut(Output<'_>)) {
        let Self::Waiting(records) = self else {
            return;
        };
        let records = std::mem::take(records);
        if accepted {
            for (text, arrival) in records {
                out(Output::Data(Sender::Client, &text, arrival));
            }
            *self = Self::Accepted;
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
