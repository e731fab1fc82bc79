//! §6.5: settings are announced by one side and hold for the other side's
//! encoder once that side has acknowledged them (§6.5.3).

use std::collections::VecDeque;

use super::number;
use crate::{Sender, Setting};

/// The largest payload that a side takes until it announces more (§6.5.2).
const MAX_FRAME_SIZE: u32 = 1 << 14;

/// Settings of both sides.
#[derive(Debug, Default)]
pub(super) struct Settings {
    sides: [Side; 3],
}

/// What one side announced, and what it acknowledged of its peer's.
#[derive(Debug, Default)]
struct Side {
    /// What it announced, oldest first, and the peer has not acknowledged.
    announced: VecDeque<Vec<Setting>>,
    /// How many of these, from the oldest, may have been acknowledged unseen.
    doubtful: usize,
    /// Acknowledgements of the peer that came before what they acknowledge,
    /// as a capture may have them.
    early: u32,
    /// Whether SETTINGS of it may be missing from the input.
    missed: bool,
    /// Whether any SETTINGS of it were seen.
    seen: bool,
    /// The largest SETTINGS_MAX_FRAME_SIZE it announced.
    max_frame_size: Option<u32>,
    /// What it acknowledged since its last header block.
    pub(super) limits: Limits,
    max_header_list_size: Option<u32>,
    /// Whether it acknowledged SETTINGS_ENABLE_PUSH 0.
    push_disabled: bool,
}

/// Changes of SETTINGS_HEADER_TABLE_SIZE that an encoder acknowledged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// The values, in order, bytes.
    pub(super) changes: Vec<u32>,
    /// Whether one before those of `changes` is not known.
    pub(super) unknown: bool,
}

impl Side {
    /// Applies settings of the peer.
    fn take(&mut self, settings: &[Setting]) {
        for setting in settings {
            match setting.id {
                Setting::HEADER_TABLE_SIZE => self.limits.changes.push(setting.value),
                Setting::MAX_HEADER_LIST_SIZE => self.max_header_list_size = Some(setting.value),
                Setting::ENABLE_PUSH => self.push_disabled = setting.value == 0,
                _ => {}
            }
        }
    }

    /// It acknowledged what is not known.
    fn take_unknown(&mut self) {
        self.limits.changes.clear();
        self.limits.unknown = true;
    }
}

impl Settings {
    fn side(&mut self, sender: Sender) -> &mut Side {
        &mut self.sides[number(sender)]
    }

    /// The client's settings of an Upgrade hold at once, and no
    /// acknowledgement follows (RFC 7540 §3.2.1).
    pub(super) fn upgrade(&mut self, settings: Vec<Setting>) {
        self.note_frame_size(Sender::Client, &settings);
        self.side(Sender::Server).take(&settings);
    }

    /// `sender` announced `settings`.
    pub(super) fn announce(&mut self, sender: Sender, settings: Vec<Setting>) {
        self.note_frame_size(sender, &settings);
        let side = self.side(sender);
        side.seen = true;
        if sender == Sender::Unknown {
            return;
        }
        if side.early > 0 {
            side.early -= 1;
            self.side(sender.peer()).take(&settings);
        } else {
            side.announced.push_back(settings);
        }
    }

    fn note_frame_size(&mut self, sender: Sender, settings: &[Setting]) {
        let announced = settings
            .iter()
            .filter(|setting| setting.id == Setting::MAX_FRAME_SIZE)
            .map(|setting| setting.value);
        let side = self.side(sender);
        side.max_frame_size = side.max_frame_size.into_iter().chain(announced).max();
    }

    /// `sender` acknowledged the oldest SETTINGS of its peer: these, where
    /// they were seen.
    pub(super) fn acknowledge(&mut self, sender: Sender) -> Option<Vec<Setting>> {
        if sender == Sender::Unknown {
            return None;
        }
        let peer = self.side(sender.peer());
        // Where some may have been acknowledged unseen, only the last one that
        // is left is certain.
        let doubtful = std::mem::take(&mut peer.doubtful);
        if doubtful > 0 && peer.announced.len() > 1 {
            let gone = (doubtful + 1).min(peer.announced.len());
            peer.announced.drain(..gone);
            self.side(sender).take_unknown();
            return None;
        }
        let oldest = peer.announced.pop_front();
        if oldest.is_none() && !peer.missed {
            peer.early += 1;
        }
        let side = self.side(sender);
        match &oldest {
            Some(settings) => side.take(settings),
            None => side.take_unknown(),
        }
        oldest
    }

    /// SETTINGS of `sender` may be missing.
    pub(super) fn missed(&mut self, sender: Sender) {
        let side = self.side(sender);
        side.missed = true;
        side.early = 0;
    }

    /// The bytes of `sender` are complete from the first on.
    pub(super) fn begin_whole(&mut self, sender: Sender) {
        self.side(sender).missed = false;
    }

    /// Acknowledgements of `sender` may be missing: what it was to
    /// acknowledge holds, or does not yet.
    pub(super) fn missed_acknowledgement(&mut self, sender: Sender) {
        if sender == Sender::Unknown {
            return;
        }
        let peer = self.side(sender.peer());
        peer.doubtful = peer.announced.len();
        let changes = |setting: &Setting| setting.id == Setting::HEADER_TABLE_SIZE;
        if peer.announced.iter().flatten().any(changes) {
            self.side(sender).take_unknown();
        }
    }

    /// What `sender` acknowledged since it was last asked.
    pub(super) fn limits(&mut self, sender: Sender) -> Limits {
        std::mem::take(&mut self.side(sender).limits)
    }

    /// SETTINGS_MAX_HEADER_LIST_SIZE that `sender` has to keep to.
    pub(super) fn max_header_list_size(&self, sender: Sender) -> Option<u32> {
        self.sides[number(sender)].max_header_list_size
    }

    /// The largest payload that `sender` may send, and whether the receiver's
    /// own word for it may be missing; `None` where it is missing for certain.
    pub(super) fn max_frame_size(&self, sender: Sender) -> Option<(u32, bool)> {
        if sender == Sender::Unknown {
            return Some((MAX_FRAME_SIZE, true));
        }
        let receiver = &self.sides[number(sender.peer())];
        if receiver.missed {
            return None;
        }
        let size = receiver.max_frame_size.unwrap_or(0).max(MAX_FRAME_SIZE);
        Some((size, !receiver.seen))
    }

    /// Whether `sender` acknowledged that its peer wants no pushes.
    pub(super) fn push_disabled(&self, sender: Sender) -> bool {
        self.sides[number(sender)].push_disabled
    }
}
