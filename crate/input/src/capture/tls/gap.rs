//! Application data that is missing between what could be decrypted.

use http2::{Arrival, Sender};

use super::{Output, name};

/// Why it is missing.
pub(super) mod reason {
    pub(crate) const HOLE: &str = "bytes of its TLS records are missing in the capture";
    pub(crate) const ASTRAY: &str = "its TLS records could not be followed";
    pub(crate) const FORGED: &str =
        "a TLS record is not authentic: its bytes were changed, or belong to another connection";
    pub(crate) const KEY: &str = "the key log had no secret for it";
    pub(crate) const EARLY: &str =
        "the key log has no CLIENT_EARLY_TRAFFIC_SECRET for its early data";
}

/// What is missing before the next application data of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) reason: &'static str,
    /// Bytes of application data, if known.
    pub(super) count: Option<u64>,
    /// Where it begins.
    pub(super) arrival: Arrival,
}

impl Gap {
    /// This gap, after the one before, if any.
    pub(super) fn after(self, before: Option<Self>) -> Self {
        let sum = |(one, more): (u64, u64)| one.saturating_add(more);
        before.map_or(self, |gap| Self {
            count: gap.count.zip(self.count).map(sum),
            ..gap
        })
    }

    /// Reports it.
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
