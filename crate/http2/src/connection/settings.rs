//! §6.5: settings. Those that one side announces apply to the peer's encoder once
//! the peer has acknowledged them (§6.5.3).

use std::collections::VecDeque;

use super::number;
use crate::{Sender, Setting};

/// Default SETTINGS_MAX_FRAME_SIZE (§6.5.2).
const MAX_FRAME_SIZE: u32 = 1 << 14;

#[derive(Debug, Default)]
pub(super) struct Settings {
    sides: [Side; 3],
}

/// Settings that one side announced, and that it acknowledged of its peer.
#[derive(Debug, Default)]
struct Side {
    /// Announced SETTINGS that the peer has not acknowledged, oldest first, with
    /// the numbers of their frames.
    announced: VecDeque<(u32, Vec<Setting>)>,
    /// Number of the oldest of these that may have been acknowledged unseen.
    doubtful: usize,
    /// Acknowledgements of the peer that a capture has before the SETTINGS.
    early: u32,
    /// Whether SETTINGS of it may be missing from the input.
    missed: bool,
    seen: bool,
    /// Largest SETTINGS_MAX_FRAME_SIZE that it announced.
    max_frame_size: Option<u32>,
    /// Limits that it acknowledged since its last header block.
    pub(super) limits: Limits,
    max_header_list_size: Option<u32>,
    /// Whether it acknowledged SETTINGS_ENABLE_PUSH 0.
    push_disabled: bool,
}

/// Changes of SETTINGS_HEADER_TABLE_SIZE that an encoder acknowledged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) changes: Vec<u32>,
    /// Whether an unknown value may precede `changes`.
    pub(super) unknown: bool,
}

impl Side {
    fn apply(&mut self, settings: &[Setting]) {
        for setting in settings {
            match setting.id {
                Setting::HEADER_TABLE_SIZE => self.limits.changes.push(setting.value),
                Setting::MAX_HEADER_LIST_SIZE => self.max_header_list_size = Some(setting.value),
                Setting::ENABLE_PUSH => self.push_disabled = setting.value == 0,
                _ => {}
            }
        }
    }

    fn apply_unknown(&mut self) {
        self.limits.changes.clear();
        self.limits.unknown = true;
    }
}

impl Settings {
    fn side(&mut self, sender: Sender) -> &mut Side {
        &mut self.sides[number(sender)]
    }

    /// Applies the client's settings of an Upgrade, which are not acknowledged
    /// (RFC 7540 §3.2.1).
    pub(super) fn apply_upgrade(&mut self, settings: Vec<Setting>) {
        self.note_frame_size(Sender::Client, &settings);
        self.side(Sender::Server).apply(&settings);
    }

    pub(super) fn announce(&mut self, sender: Sender, frame: u32, settings: Vec<Setting>) {
        self.note_frame_size(sender, &settings);
        let side = self.side(sender);
        side.seen = true;
        if sender == Sender::Unknown {
            return;
        }
        if side.early > 0 {
            side.early -= 1;
            self.side(sender.peer()).apply(&settings);
        } else {
            side.announced.push_back((frame, settings));
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

    /// Applies the oldest SETTINGS of the peer that `sender` acknowledged. Returns
    /// the number of their frame and them if they are known.
    pub(super) fn acknowledge(&mut self, sender: Sender) -> Option<(u32, Vec<Setting>)> {
        if sender == Sender::Unknown {
            return None;
        }
        let peer = self.side(sender.peer());
        // If some may have been acknowledged unseen, only the last is certain.
        let doubtful = std::mem::take(&mut peer.doubtful);
        if doubtful > 0 && peer.announced.len() > 1 {
            let count = (doubtful + 1).min(peer.announced.len());
            peer.announced.drain(..count);
            self.side(sender).apply_unknown();
            return None;
        }
        let oldest = peer.announced.pop_front();
        if oldest.is_none() && !peer.missed {
            peer.early += 1;
        }
        let side = self.side(sender);
        match &oldest {
            Some((_, settings)) => side.apply(settings),
            None => side.apply_unknown(),
        }
        oldest
    }

    /// Notes that SETTINGS of `sender` may be missing.
    pub(super) fn mark_missed(&mut self, sender: Sender) {
        let side = self.side(sender);
        side.missed = true;
        side.early = 0;
    }

    /// Notes that the bytes of `sender` are complete from the first on.
    pub(super) fn begin_complete(&mut self, sender: Sender) {
        self.side(sender).missed = false;
    }

    /// Notes that acknowledgements of `sender` may be missing, so that pending
    /// SETTINGS of its peer may apply or not.
    pub(super) fn mark_acknowledgement_missed(&mut self, sender: Sender) {
        if sender == Sender::Unknown {
            return;
        }
        let peer = self.side(sender.peer());
        peer.doubtful = peer.announced.len();
        let changes = |setting: &Setting| setting.id == Setting::HEADER_TABLE_SIZE;
        if peer
            .announced
            .iter()
            .flat_map(|(_, settings)| settings)
            .any(changes)
        {
            self.side(sender).apply_unknown();
        }
    }

    /// Returns the limits that `sender` acknowledged since the last call.
    pub(super) fn take_limits(&mut self, sender: Sender) -> Limits {
        std::mem::take(&mut self.side(sender).limits)
    }

    /// SETTINGS_MAX_HEADER_LIST_SIZE that applies to `sender`, bytes.
    pub(super) fn max_header_list_size(&self, sender: Sender) -> Option<u32> {
        self.sides[number(sender)].max_header_list_size
    }

    /// Largest payload that `sender` may send, and whether the receiver's SETTINGS
    /// are still unseen; `None` if some of them may be missing.
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

    /// Whether `sender` acknowledged SETTINGS_ENABLE_PUSH 0.
    pub(super) fn is_push_disabled(&self, sender: Sender) -> bool {
        self.sides[number(sender)].push_disabled
    }
}
