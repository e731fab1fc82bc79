//! Which fields become entries, decided beforehand.

use alloc::vec::Vec;

/// For each field in order, whether it becomes an entry where it is in no
/// table. Beyond the end, it does.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryPlan {
    entries: Vec<bool>,
    at: usize,
}

impl EntryPlan {
    pub(super) fn new(entries: Vec<bool>) -> Self {
        Self { entries, at: 0 }
    }

    /// Whether the next field becomes an entry.
    pub(super) fn next(&mut self) -> bool {
        let entry = self.entries.get(self.at).copied().unwrap_or(true);
        self.at += 1;
        entry
    }
}
