//! Resynchronisation after a loss or in the middle of a connection.

use super::Shared;
use crate::{
    Arrival, Sender,
    sync::{Known, search::Search},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Bytes are missing.
    Hole,
    /// The connection began before.
    Middle,
    /// The connection does not begin with the preface.
    NoPreface,
}

#[derive(Debug)]
pub(super) struct Resync {
    pub(super) reason: Reason,
    /// Offset of the first byte that is missing or cannot be read.
    pub(super) from: u64,
    pub(super) missing: Option<u64>,
    /// Arrival that revealed the loss.
    pub(super) arrival: Arrival,
    start: u64,
    pub(super) search: Box<Search>,
}

impl Resync {
    /// Begins a search after `missing` bytes that are missing at `from`.
    pub(super) fn new(reason: Reason, from: u64, missing: Option<u64>, arrival: Arrival) -> Self {
        let start = from.saturating_add(missing.unwrap_or(0));
        let search = Box::default();
        Self {
            reason,
            from,
            missing,
            arrival,
            start,
            search,
        }
    }

    /// Converts a position of the search to an offset.
    pub(super) fn offset(&self, place: u64) -> u64 {
        self.start.saturating_add(place)
    }

    /// Begins a new search after another loss, with both losses counted as one.
    pub(super) fn restart(self, missing: Option<u64>) -> Self {
        let end = self.offset(self.search.len());
        let sum = |(before, now): (u64, u64)| before.saturating_add(now);
        Self {
            missing: self.missing.zip(missing).map(sum),
            from: self.from,
            arrival: self.arrival,
            ..Self::new(Reason::Hole, end, missing, self.arrival)
        }
    }

    /// Continues the search in `bytes`. Returns the position at which frames begin.
    pub(super) fn push(
        &mut self,
        shared: &Shared,
        sender: Sender,
        bytes: &[u8],
        arrival: Arrival,
    ) -> Option<u64> {
        let streams = &shared.streams;
        let max_frame_size = shared.settings.max_frame_size(sender);
        let known = Known {
            sender,
            max_frame_size: max_frame_size.and_then(|(size, unseen)| (!unseen).then_some(size)),
            highest: streams.highest_of_all(),
            seen: &|stream| streams.is_known(stream),
            all_of_client: streams.is_complete(Sender::Client),
        };
        self.search.push(bytes, arrival, &known)
    }

    /// Describes what is missing and where reading resumes. Returns whether header
    /// blocks may be lost, and a sentence; `None` if nothing is missing.
    pub(super) fn describe(&self, place: Option<u64>) -> Option<(bool, String)> {
        let from = self.from;
        let what = match self.missing {
            Some(1) => "1 byte is missing".to_owned(),
            Some(bytes) => format!("{bytes} bytes are missing"),
            None => "Bytes are missing".to_owned(),
        };
        let at = place.map(|place| self.offset(place));
        Some(match (self.reason, at) {
            (Reason::Hole, Some(at)) => (
                true,
                format!(
                    "{what} at byte {from}, and header blocks may be among them; reading continues at byte {at}, the next place that is certain to begin a frame."
                ),
            ),
            (Reason::Hole, None) => (
                true,
                format!(
                    "{what} at byte {from}, and header blocks may be among them; nothing after them is certain to begin a frame."
                ),
            ),
            (_, None) => (
                false,
                format!("Nothing from byte {from} on is certain to begin a frame."),
            ),
            (_, Some(_)) if place == Some(0) => return None,
            (Reason::NoPreface, Some(at)) => (
                true,
                format!("Reading starts at byte {at}; what comes before it is not frames."),
            ),
            (Reason::Middle, Some(at)) => (
                false,
                format!(
                    "Reading starts at byte {at}; what comes before it belongs to a frame that began earlier."
                ),
            ),
        })
    }
}
