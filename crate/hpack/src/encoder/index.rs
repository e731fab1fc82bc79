//! Where a name and a field stand in the dynamic table, without going
//! through it.

use alloc::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use crate::dynamic_table::DynamicTable;

/// Which entries of the window have a name, and a name with a value. Ordered
/// trees, since no choice of names and values makes them slow.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    names: BTreeMap<Arc<[u8]>, Entries>,
    /// Name and value of each entry of the window, oldest first; `None` where
    /// one of them is not known.
    window: VecDeque<Option<Field>>,
    /// Position of the first of them.
    first: i64,
}

/// Name and value.
type Field = (Arc<[u8]>, Arc<[u8]>);

/// The entries of one name.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// All of them, oldest first.
    positions: VecDeque<i64>,
    /// The newest with each value.
    values: BTreeMap<Arc<[u8]>, i64>,
}

impl Index {
    /// Makes it what `table` is now: takes up what was inserted since, and
    /// gives up what has left.
    pub(super) fn follow(&mut self, table: &DynamicTable) {
        let state = table.state();
        let end = state.end;
        let first = state.first.max(state.known).min(end);
        for position in self.first..first {
            let Some(entry) = self.window.pop_front() else {
                break;
            };
            self.give_up(position, entry);
        }
        self.first = first;
        let from = self.first + self.window.len() as i64;
        for position in from..end {
            self.take_up(table, position);
        }
    }

    fn take_up(&mut self, table: &DynamicTable, position: i64) {
        let entry = match table.field(position) {
            (Some(name), Some(value)) => {
                let known = self.names.get_key_value(name);
                let name = known.map_or_else(|| name.into(), |(name, _)| Arc::clone(name));
                let value: Arc<[u8]> = value.into();
                let entries = self.names.entry(Arc::clone(&name)).or_default();
                entries.positions.push_back(position);
                entries.values.insert(Arc::clone(&value), position);
                Some((name, value))
            }
            _ => None,
        };
        self.window.push_back(entry);
    }

    /// Gives up the oldest entry.
    fn give_up(&mut self, position: i64, entry: Option<Field>) {
        let Some((name, value)) = entry else { return };
        let Some(entries) = self.names.get_mut(&name) else {
            return;
        };
        entries.positions.pop_front();
        if entries.values.get(&value) == Some(&position) {
            entries.values.remove(&value);
        }
        if entries.positions.is_empty() {
            self.names.remove(&name);
        }
    }

    /// Entries of that name, newest first.
    pub(super) fn with_name(&self, name: &[u8]) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let entries = self.names.get(name);
        entries
            .into_iter()
            .flat_map(|entries| entries.positions.iter().rev().copied())
    }

    /// The newest entry of that name and value.
    pub(super) fn newest_field(&self, name: &[u8], value: &[u8]) -> Option<i64> {
        self.names.get(name)?.values.get(value).copied()
    }
}
