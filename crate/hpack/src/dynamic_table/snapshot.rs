//! Snapshots: the content of a table between two blocks.

use alloc::vec::Vec;

use super::{DynamicTable, Origin, TableState};

/// Name and value of an entry, `None` if unknown.
pub type KnownField = (Option<Vec<u8>>, Option<Vec<u8>>);

/// Entries and sizes of a table, without its history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Maximum in use, bytes (§4.2).
    pub maximum: u32,
    /// See [`TableState::limit`].
    pub limit: u32,
    /// See [`TableState::required_maximum`].
    pub required_maximum: Option<u32>,
    /// See [`TableState::assumed`].
    pub assumed: bool,
    /// See [`TableState::limit_unknown`].
    pub limit_unknown: bool,
    /// See [`TableState::may_hold_unknown`].
    pub may_hold_unknown: bool,
    /// Entries from index 62 on.
    pub entries: Vec<KnownField>,
}

impl DynamicTable {
    /// Takes a snapshot of the table at `state`.
    #[must_use]
    pub fn snapshot_at(&self, state: &TableState) -> Snapshot {
        let owned = |text: Option<&[u8]>| text.map(<[u8]>::to_vec);
        Snapshot {
            maximum: state.maximum,
            limit: state.limit,
            required_maximum: state.required_maximum,
            assumed: state.assumed,
            limit_unknown: state.limit_unknown,
            may_hold_unknown: state.may_hold_unknown,
            entries: self
                .entries_at(state)
                .map(|entry| (owned(entry.name), owned(entry.value)))
                .collect(),
        }
    }

    /// Replaces the content of the table with `snapshot`. Its entries have no
    /// origin; the previous content stays in the history.
    pub fn load(&mut self, snapshot: &Snapshot) {
        let before = self.state.end;
        if snapshot.may_hold_unknown {
            // Unknown entries need positions of their own.
            self.mark_blocks_missing();
        }
        self.state.may_hold_unknown = false;
        self.state.assumed = false;
        self.state.first = self.state.end;
        self.state.first_known = self.state.end;
        (self.live, self.size) = (0, 0);
        // So that no entry of the snapshot is evicted.
        self.state.maximum = u32::MAX;
        for (name, value) in snapshot.entries.iter().rev() {
            match value {
                None => self.add_unknown(Origin::UNSEEN),
                Some(value) => {
                    self.make_room(value.len());
                    let name = name.as_ref().map(|name| self.append(name));
                    let value = self.append(value);
                    self.insert(name, value, Origin::UNSEEN)
                }
            };
        }
        self.state.maximum = snapshot.maximum;
        self.state.limit = snapshot.limit;
        self.state.required_maximum = snapshot.required_maximum;
        self.state.assumed = snapshot.assumed;
        self.state.limit_unknown = snapshot.limit_unknown;
        self.state.may_hold_unknown = snapshot.may_hold_unknown;
        if snapshot.may_hold_unknown {
            self.state.first = (self.state.first_known - self.room_for_unknown()).max(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{History, NameFrom};

    #[test]
    fn loaded_snapshot_is_returned() {
        let field = |name: &[u8], value: &[u8]| (Some(name.to_vec()), Some(value.to_vec()));
        let plain = Snapshot {
            maximum: 4096,
            limit: 4096,
            entries: vec![field(b"b", b"2"), field(b"a", b"1")],
            ..Snapshot::default()
        };
        let cases = [
            Snapshot::default(),
            plain.clone(),
            Snapshot {
                limit: 64,
                required_maximum: Some(32),
                ..plain.clone()
            },
            Snapshot {
                assumed: true,
                limit_unknown: true,
                may_hold_unknown: true,
                entries: vec![field(b"b", b"2"), (None, None), (None, Some(b"1".to_vec()))],
                ..plain.clone()
            },
            Snapshot {
                may_hold_unknown: true,
                entries: Vec::new(),
                ..plain
            },
        ];
        for snapshot in cases {
            for history in [History::Kept, History::Forgotten] {
                let mut table = DynamicTable::new(4096, 4096, history);
                let seen = Origin::default();
                table.add(NameFrom::Literal(b"old"), b"gone", seen).unwrap();
                let old = table.state();
                table.load(&snapshot);
                assert_eq!(table.snapshot_at(&table.state()), snapshot);
                assert!(table.entries().all(|entry| entry.origin.is_none()));
                let state = table.state();
                let room = (u64::from(snapshot.maximum) - table.size_at(&state)) / 32;
                let unknown = if snapshot.may_hold_unknown { room } else { 0 };
                assert_eq!(table.unknown_at(&state) as u64, unknown, "{snapshot:?}");
                let more = usize::from(snapshot.maximum > 0);
                let known = table.count();
                table.add(NameFrom::Literal(b"new"), b"", seen).unwrap();
                assert_eq!(table.count(), known + more, "{snapshot:?}");
                if history == History::Kept {
                    assert_eq!(table.entries_at(&old).count(), 1);
                }
            }
        }
    }
}
