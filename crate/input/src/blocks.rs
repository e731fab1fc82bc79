//! Compact list of header blocks: an input can have millions of them.

use std::{ops::Range, sync::Arc};

use hpack::Snapshot;
use http2::{Missing, Sender};

use crate::{Framed, Place, Places, bounds};

/// Decoding state of a block other than the blocks before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The frames that carried it, if any.
    pub framed: Option<Framed>,
    /// What is missing at its end.
    pub missing: Option<Missing>,
    /// Whether earlier blocks of its sender are missing.
    pub blocks_missing: bool,
    /// Whether an earlier block of its sender, not in the input, had an error.
    pub after_error: bool,
    /// Whether unseen SETTINGS were acknowledged before `limit_changes`.
    pub limit_unknown: bool,
    /// Values of SETTINGS_HEADER_TABLE_SIZE, in bytes, that were acknowledged
    /// since this sender's previous block, in order.
    pub limit_changes: Vec<u32>,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, in bytes, or the
    /// session's.
    pub max_header_list_size: Option<u32>,
    /// Dynamic table before the block, after its limit changes; if absent, the
    /// result of the earlier blocks.
    pub table: Option<Arc<Snapshot>>,
}

static NOTHING: Before = Before {
    framed: None,
    missing: None,
    blocks_missing: false,
    after_error: false,
    limit_unknown: false,
    limit_changes: Vec::new(),
    max_header_list_size: None,
    table: None,
};

/// A header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Who sent it.
    pub sender: Sender,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its label in the input (“stream 1”, “Response 2”).
    pub label: Option<&'a str>,
    /// State it is decoded with.
    pub before: &'a Before,
}

impl<'a> Block<'a> {
    /// A block with default state and no label.
    #[must_use]
    pub fn new(sender: Sender, bytes: &'a [u8]) -> Self {
        Self {
            sender,
            bytes,
            label: None,
            before: &NOTHING,
        }
    }
}

/// Header blocks in order, their bytes in one buffer. Labels and non-default
/// states are stored separately because few blocks have them.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    bytes: Arc<Vec<u8>>,
    places: Places,
    records: Vec<Record>,
    labels: String,
    label_ends: Vec<u32>,
    /// Sorted by block number.
    before: Vec<(u32, Before)>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// End of its bytes.
    end: u32,
    /// Number of its label, from 1; 0 if it has no label.
    label: u32,
    sender: Sender,
}

impl Blocks {
    /// The number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The bytes of all blocks.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Shares the bytes of all blocks.
    #[must_use]
    pub fn shared_bytes(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.bytes)
    }

    /// Returns block `number`.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Block<'_>> {
        let record = self.records.get(number)?;
        let before = self
            .find_state(number)
            .map_or(&NOTHING, |at| &self.before[at].1);
        let label = record.label.checked_sub(1);
        Some(Block {
            sender: record.sender,
            bytes: &self.bytes[self.range(number)],
            label: label.map(|label| self.label(label as usize)),
            before,
        })
    }

    /// The blocks in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Block<'_>> + Clone {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    /// Places of a block's bytes in the input.
    #[must_use]
    pub fn places(&self, number: usize) -> Places {
        match number < self.len() {
            true => self.places.slice(self.range(number)),
            false => Places::default(),
        }
    }

    /// Place of a byte of a block, or of its last byte if `byte` is beyond it.
    #[must_use]
    pub fn place(&self, number: usize, byte: usize) -> Option<Place> {
        self.records.get(number)?;
        let Range { start, end } = self.range(number);
        let at = (start + byte).min(end.checked_sub(1)?);
        let place = self.places.slice(at..at + 1);
        place.first().filter(|_| start < end)
    }

    /// Appends a block.
    pub fn push(&mut self, block: Block<'_>, places: &Places) {
        let number = self.len();
        let label = block.label.map_or(0, |label| self.intern(label));
        Arc::make_mut(&mut self.bytes).extend_from_slice(block.bytes);
        self.places.extend(places);
        self.records.push(Record {
            end: self.bytes.len() as u32,
            label,
            sender: block.sender,
        });
        if *block.before != NOTHING {
            *self.before_mut(number) = block.before.clone();
        }
    }

    /// Appends blocks with the same sender and label that end at `ends`. The
    /// first buffer is taken over without copying.
    pub(crate) fn append(
        &mut self,
        (mut bytes, mut places): (Vec<u8>, Places),
        ends: &[u32],
        sender: Sender,
        label: Option<&str>,
    ) {
        let label = label.map_or(0, |label| self.intern(label));
        let start = self.bytes.len() as u32;
        bytes.shrink_to_fit();
        places.shrink_to_fit();
        for end in ends {
            let end = start + end;
            bounds::push(&mut self.records, Record { end, label, sender });
        }
        if start == 0 {
            (self.bytes, self.places) = (Arc::new(bytes), places);
        } else {
            Arc::make_mut(&mut self.bytes).extend(bytes);
            self.places.extend(&places);
        }
        debug_assert_eq!(
            ends.last().map_or(0, |end| start + end),
            self.bytes.len() as u32
        );
    }

    pub(crate) fn assign_senders(&mut self, mut sender_of: impl FnMut(&[u8]) -> Sender) {
        for number in 0..self.len() {
            self.records[number].sender = sender_of(&self.bytes[self.range(number)]);
        }
    }

    /// Returns the state of a block for modification.
    pub fn before_mut(&mut self, number: usize) -> &mut Before {
        let at = self.find_state(number).unwrap_or_else(|at| {
            bounds::push(&mut self.before, (number as u32, Before::default()));
            self.before[at..].rotate_right(1);
            at
        });
        &mut self.before[at].1
    }

    fn find_state(&self, number: usize) -> Result<usize, usize> {
        let number = number as u32;
        self.before.binary_search_by_key(&number, |&(at, _)| at)
    }

    fn range(&self, number: usize) -> Range<usize> {
        let before = number.checked_sub(1).map(|before| self.records[before]);
        before.map_or(0, |record| record.end as usize)..self.records[number].end as usize
    }

    fn label(&self, label: usize) -> &str {
        let before = label.checked_sub(1).map(|before| self.label_ends[before]);
        &self.labels[before.unwrap_or(0) as usize..self.label_ends[label] as usize]
    }

    /// Returns the number of a label, from 1. Repeated labels share one.
    fn intern(&mut self, label: &str) -> u32 {
        let count = self.label_ends.len();
        if count == 0 || self.label(count - 1) != label {
            self.labels += label;
            self.label_ends.push(self.labels.len() as u32);
        }
        self.label_ends.len() as u32
    }
}

impl<'a> FromIterator<Block<'a>> for Blocks {
    fn from_iter<T: IntoIterator<Item = Block<'a>>>(blocks: T) -> Self {
        let mut all = Self::default();
        for block in blocks {
            all.push(block, &Places::default());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_pushed_blocks() {
        let before = |n: u32| Before {
            blocks_missing: n == 4,
            limit_changes: vec![n; usize::from(n == 3)],
            ..Before::default()
        };
        let parts: Vec<(Vec<u8>, Places, String, Before)> = (0..7)
            .map(|n| {
                let bytes = vec![n as u8; n as usize % 3];
                let places = Places::consecutive(10 * n, n % 3);
                (bytes, places, format!("label {}", n / 2), before(n))
            })
            .collect();
        let block = |n: usize| Block {
            sender: [Sender::Client, Sender::Server][n % 2],
            bytes: &parts[n].0,
            label: (n > 1).then_some(&parts[n].2),
            before: &parts[n].3,
        };
        let mut blocks = Blocks::default();
        for (n, (_, places, ..)) in parts.iter().enumerate() {
            blocks.push(block(n), places);
        }
        assert_eq!(blocks.len(), 7);
        assert_eq!(blocks.get(7), None);
        for (n, (_, places, ..)) in parts.iter().enumerate() {
            assert_eq!(blocks.get(n), Some(block(n)));
            assert_eq!(&blocks.places(n), places);
            assert_eq!(blocks.place(n, 5), places.iter().last());
        }
    }
}
