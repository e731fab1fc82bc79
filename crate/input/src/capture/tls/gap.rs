//! Missing application data between decrypted records.

use http2::{Arrival, Sender};

use super::{Output, name};

pub(super) mod reason {
    pub(crate) const HOLE: &str = "bytes of its TLS records are missing in the capture";
    pub(crate) const DESYNC: &str = "its TLS records could not be followed";
    pub(crate) const FORGED: &str =
        "a TLS record is not authentic: its bytes were changed, or belong to another connection";
    pub(crate) const KEY: &str = "the key log had no secret for it";
    pub(crate) const EARLY: &str =
        "the key log has no CLIENT_EARLY_TRAFFIC_SECRET for its early data";
}

/// Application data missing before the next record of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) reason: &'static str,
    /// Bytes missing, if known.
    pub(super) count: Option<u64>,
    /// Arrival of the first missing byte.
    pub(super) arrival: Arrival,
}

impl Gap {
    /// Extends the previous gap, if any.
    pub(super) fn extend(self, before: Option<Self>) -> Self {
        let sum = |(one, more): (u64, u64)| one.saturating_add(more);
        before.map_or(self, |gap| Self {
            count: gap.count.zip(self.count).map(sum),
            ..gap
        })
    }

    /// Converts it to a report.
    pub(super) fn output(self, sender: Sender) -> Output<'static> {
        let amount = self
            .count
            .map(|count| format!("{count} B of "))
            .unwrap_or_default();
        let message = format!(
            "From here on, {amount}what the {} sent could not be decrypted: {}. Reading continues with its next authentic record.",
            name(sender),
            self.reason
        );
        Output::Lost(sender, self.count, self.arrival, message)
    }
}
