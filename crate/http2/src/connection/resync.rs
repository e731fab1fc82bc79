//! After a loss, or in the middle of a connection: reading goes on at the
//! next frame that is certain.

use super::{
    Shared,
    reader::{Phase, Reader},
    seeking::{Beginning, Seeking},
};
use crate::{Event, Loss, Sender, sync::Known};

impl Reader {
    /// Frames are looked for from the next octet on.
    pub(super) fn start_search(&mut self, why: Beginning) {
        self.phase = Phase::Search;
        self.seeking = Some(Seeking {
            why,
            from: self.offset,
            missing: Some(0),
            arrival: self.arrival,
            start: self.offset,
            search: Box::default(),
        });
    }

    /// Octets are missing, and where the next frame begins is not known.
    pub(super) fn lose_frames(&mut self, shared: &mut Shared, octets: Option<u64>) {
        self.close();
        self.have = 0;
        self.missed(shared);
        let from = self.offset;
        self.offset = self.offset.saturating_add(octets.unwrap_or(0));
        self.start_search(Beginning::Hole);
        if let Some(seeking) = &mut self.seeking {
            seeking.from = from;
            seeking.missing = octets;
        }
    }

    fn missed(&self, shared: &mut Shared) {
        shared.streams.missed(self.sender);
        shared.settings.missed(self.sender);
        shared.settings.missed_acknowledgement(self.sender);
    }

    /// More octets are missing while frames are looked for.
    pub(super) fn lose_more(
        &mut self,
        shared: &mut Shared,
        octets: Option<u64>,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let Some(seeking) = self.seeking.take() else {
            return;
        };
        if let Some(place) = seeking.search.best() {
            let arrival = self.arrival;
            self.resume(shared, &seeking, place, events);
            self.lose(shared, octets, arrival, events);
            return;
        }
        let passed = seeking.search.len();
        self.offset = seeking.start.saturating_add(passed);
        self.lose_frames(shared, octets);
        if let Some(again) = &mut self.seeking {
            again.from = seeking.from;
            again.arrival = seeking.arrival;
            again.missing = seeking
                .missing
                .zip(octets)
                .map(|(before, now)| before.saturating_add(now));
        }
    }

    /// Looks for frames in `octets` too.
    pub(super) fn seek(
        &mut self,
        shared: &mut Shared,
        octets: &[u8],
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let Some(seeking) = &mut self.seeking else {
            return;
        };
        let found = known(shared, self.sender, |known| {
            seeking.search.push(octets, self.arrival, known)
        });
        if let Some(place) = found
            && let Some(seeking) = self.seeking.take()
        {
            self.resume(shared, &seeking, place, events);
        }
    }

    /// Reads on from the frame at `place` of the search.
    fn resume(
        &mut self,
        shared: &mut Shared,
        seeking: &Seeking,
        place: u64,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        self.offset = seeking.start.saturating_add(place);
        self.phase = Phase::Header;
        self.found = true;
        self.orphans = true;
        let from = seeking.from;
        let at = self.offset;
        match seeking.why {
            Beginning::Middle if place == 0 => {}
            Beginning::Middle => {
                let message = format!(
                    "Reading starts at byte {at}; what comes before it belongs to a frame that began earlier."
                );
                events(Event::Unread(self.sender, from, seeking.arrival, message));
            }
            Beginning::NoPreface if place == 0 => {}
            Beginning::NoPreface => {
                self.missed(shared);
                let message =
                    format!("Reading starts at byte {at}; what comes before it is not frames.");
                self.report_loss(seeking, message, events);
            }
            Beginning::Hole => {
                let message = format!(
                    "{} at byte {from}, and header blocks may be among them; reading continues at byte {at}, the next place that is certain to begin a frame.",
                    seeking.what()
                );
                self.report_loss(seeking, message, events);
            }
        }
        for (octets, arrival) in seeking.search.pieces(place) {
            self.push(shared, octets, arrival, events);
        }
    }

    /// No more octets come, and none was certain until now.
    pub(super) fn end_search(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        let Some(seeking) = self.seeking.take() else {
            return;
        };
        if let Some(place) = seeking.search.best() {
            self.resume(shared, &seeking, place, events);
            return;
        }
        let passed = seeking.search.len();
        self.offset = seeking.start.saturating_add(passed);
        self.phase = Phase::Header;
        match seeking.why {
            Beginning::Hole => {
                let message = format!(
                    "{} at byte {}, and header blocks may be among them; nothing after them is certain to begin a frame.",
                    seeking.what(),
                    seeking.from
                );
                self.report_loss(&seeking, message, events);
            }
            Beginning::Middle | Beginning::NoPreface => {
                let message = format!(
                    "Nothing from byte {} on is certain to begin a frame.",
                    seeking.from
                );
                events(Event::Unread(
                    self.sender,
                    seeking.from,
                    seeking.arrival,
                    message,
                ));
            }
        }
    }

    fn report_loss(&self, seeking: &Seeking, message: String, events: &mut dyn FnMut(Event<'_>)) {
        events(Event::Lost(Loss {
            sender: self.sender,
            octets: seeking.missing,
            offset: seeking.from,
            arrival: seeking.arrival,
            message,
        }));
    }
}

/// Calls `with` with what is known of the connection.
fn known<T>(shared: &Shared, sender: Sender, with: impl FnOnce(&Known<'_>) -> T) -> T {
    let streams = &shared.streams;
    let max_frame_size = match shared.settings.max_frame_size(sender) {
        Some((size, false)) => Some(size),
        _ => None,
    };
    with(&Known {
        sender,
        max_frame_size,
        highest: streams.highest_of_all(),
        seen: &|stream| streams.is_known(stream),
        all_of_client: streams.whole(Sender::Client),
    })
}
