//! Application data that is missing between what could be decrypted.

use http2::{Arrival, Sender};

use super::{Output, name};

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Octets of the TLS stream are not in the capture.
    Hole,
    /// No record header stood where one should.
    Astray,
    /// A record is not what was sent.
    Forged,
    /// There was no key for it.
    Key,
    /// There was no key for the early data.
    Early,
}

/// What is missing before the next application data of a sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    cause: Cause,
    /// Octets of application data, where that is known.
    octets: Option<u64>,
    /// Where it begins.
    arrival: Arrival,
}

impl Gap {
    /// What was missing before, and now this as well.
    pub(super) fn more(
        before: Option<Self>,
        cause: Cause,
        octets: Option<u64>,
        arrival: Arrival,
    ) -> Self {
        match before {
            Some(gap) => Self {
                octets: gap
                    .octets
                    .zip(octets)
                    .map(|(one, more)| one.saturating_add(more)),
                ..gap
            },
            None => Self {
                cause,
                octets,
                arrival,
            },
        }
    }

    /// Where it begins.
    pub(super) const fn arrival(&self) -> Arrival {
        self.arrival
    }

    /// Tells of it.
    pub(super) fn tell(self, sender: Sender, out: &mut dyn FnMut(Output<'_>)) {
        let who = name(sender);
        let amount = self
            .octets
            .map_or_else(String::new, |octets| format!("{octets} B of "));
        let why = match self.cause {
            Cause::Hole => "bytes of its TLS records are missing in the capture".to_owned(),
            Cause::Astray => "its TLS records could not be followed".to_owned(),
            Cause::Forged => {
                "a TLS record is not authentic: its bytes were changed, or belong to another connection"
                    .to_owned()
            }
            Cause::Key => "the key log had no secret for it".to_owned(),
            Cause::Early => {
                "the key log has no CLIENT_EARLY_TRAFFIC_SECRET for its early data".to_owned()
            }
        };
        out(Output::Lost(
            sender,
            self.octets,
            self.arrival,
            format!(
                "From here on, {amount}what the {who} sent could not be decrypted: {why}. Reading continues with its next authentic record."
            ),
        ));
    }
}
