//! Where a name and a field stand in the dynamic table, without going
//! through it: for each the newest entry, and from every entry the next
//! older one of the same name and of the same field.

use std::{
    collections::{HashMap, VecDeque},
    hash::{BuildHasher, RandomState},
};

use crate::dynamic_table::DynamicTable;

/// Which entries of the window belong to a name, and to a name with a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    hasher: RandomState,
    /// Hash of a name, and of a field, to the newest position.
    names: HashMap<u64, i64>,
    fields: HashMap<u64, i64>,
    /// A node for each entry of the window, oldest first.
    nodes: VecDeque<Node>,
    /// Position of the first node.
    first: i64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// `None` where name or value is not known.
    hashes: Option<(u64, u64)>,
    /// The next older entry of the same name, of the same field.
    older: (Option<i64>, Option<i64>),
}

impl Index {
    fn hash_name(&self, name: &[u8]) -> u64 {
        self.hasher.hash_one(name)
    }

    fn hash_field(&self, name: &[u8], value: &[u8]) -> u64 {
        self.hasher.hash_one((name, value))
    }

    /// Makes it what `table` is now: takes up what was inserted since, and
    /// gives up what has left.
    pub(super) fn follow(&mut self, table: &DynamicTable) {
        let moment = table.moment();
        let end = moment.end;
        let first = moment.first.max(moment.known).min(end);
        while self.first < first
            && let Some(node) = self.nodes.pop_front()
        {
            self.give_up(self.first, &node);
            self.first += 1;
        }
        if self.nodes.is_empty() {
            self.first = first;
        }
        let from = self.first + self.nodes.len() as i64;
        for position in from..end {
            self.take_up(table, position);
        }
    }

    fn take_up(&mut self, table: &DynamicTable, position: i64) {
        let node = match table.field(position) {
            (Some(name), Some(value)) => {
                let hashes = (self.hash_name(name), self.hash_field(name, value));
                Node {
                    hashes: Some(hashes),
                    older: (
                        self.names.insert(hashes.0, position),
                        self.fields.insert(hashes.1, position),
                    ),
                }
            }
            _ => Node {
                hashes: None,
                older: (None, None),
            },
        };
        self.nodes.push_back(node);
    }

    fn give_up(&mut self, position: i64, node: &Node) {
        if let Some((name, field)) = node.hashes {
            if self.names.get(&name) == Some(&position) {
                self.names.remove(&name);
            }
            if self.fields.get(&field) == Some(&position) {
                self.fields.remove(&field);
            }
        }
    }

    fn node(&self, position: i64) -> Option<&Node> {
        let at = usize::try_from(position - self.first).ok()?;
        self.nodes.get(at)
    }

    /// Entries of that name, newest first.
    pub(super) fn with_name<'a>(
        &'a self,
        table: &'a DynamicTable,
        name: &'a [u8],
    ) -> impl Iterator<Item = i64> + 'a {
        let newest = self.names.get(&self.hash_name(name)).copied();
        std::iter::successors(newest, |&at| self.node(at)?.older.0)
            .take_while(|&at| at >= self.first)
            .filter(move |&at| table.field(at).0 == Some(name))
    }

    /// The newest entry of that name and value.
    pub(super) fn newest_field(
        &self,
        table: &DynamicTable,
        name: &[u8],
        value: &[u8],
    ) -> Option<i64> {
        let newest = self.fields.get(&self.hash_field(name, value)).copied();
        std::iter::successors(newest, |&at| self.node(at)?.older.1)
            .take_while(|&at| at >= self.first)
            .find(|&at| table.field(at) == (Some(name), Some(value)))
    }
}
