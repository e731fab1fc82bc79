//! Header blocks, in little memory: there may be one on each of millions of
//! lines.

use std::{ops::Range, sync::Arc};

use hpack::Snapshot;
use http2::Sender;

use crate::{Framed, Place, Places, bounds};

/// What decides how a block is decoded, besides the blocks before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The frames that carried it, if the input has frames.
    pub framed: Option<Framed>,
    /// Whether blocks of its sender are missing before it.
    pub blocks_missing: bool,
    /// Whether an earlier block of its sender, which is not in the input, could
    /// not be decoded.
    pub after_error: bool,
    /// Whether unseen SETTINGS were acknowledged before `limit_changes`.
    pub limit_unknown: bool,
    /// Values of SETTINGS_HEADER_TABLE_SIZE, in bytes, that were acknowledged
    /// since this sender's previous block, in order.
    pub limit_changes: Vec<u32>,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, in bytes; if absent, that
    /// of the session holds.
    pub max_header_list_size: Option<u32>,
    /// The table before it, after its changes of the limit; absent if the
    /// blocks before it lead there.
    pub table: Option<Arc<Snapshot>>,
}

/// Before most blocks there is nothing of the kind.
static NOTHING: Before = Before {
    framed: None,
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
    /// Its sender.
    pub sender: Sender,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its label in the input (“stream 1”, “Response 2”).
    pub label: Option<&'a str>,
    /// What decides how it is decoded.
    pub before: &'a Before,
}

impl<'a> Block<'a> {
    /// A block of which no more is known than its sender.
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

/// Header blocks in order. Their bytes are one buffer and their places one list;
/// what few blocks have is kept apart.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    bytes: Arc<Vec<u8>>,
    places: Places,
    records: Vec<Record>,
    /// The labels one after another, and the end of each.
    labels: String,
    label_ends: Vec<u32>,
    /// By the number of the block, in order.
    before: Vec<(u32, Before)>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// The end of its bytes.
    end: u32,
    /// The number of its label, from 1; 0 for none.
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

    /// The same, for one who keeps them.
    #[must_use]
    pub fn shared_bytes(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.bytes)
    }

    /// The block of this number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Block<'_>> {
        let record = self.records.get(number)?;
        let before = self
            .find_before(number)
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

    /// The places of the bytes of a block in the input.
    #[must_use]
    pub fn places(&self, number: usize) -> Places {
        match number < self.len() {
            true => self.places.slice(self.range(number)),
            false => Places::default(),
        }
    }

    /// The place of a byte of a block; of its last byte, if it has fewer.
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

    /// Appends blocks of one sender with one label, each of which ends at one of
    /// `ends`. What the first ones bring is taken over without a copy.
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
        self.records.extend(ends.iter().map(|end| Record {
            end: start + end,
            label,
            sender,
        }));
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

    /// Has `sender_of` say who sent the bytes of each block.
    pub(crate) fn assign_senders(&mut self, mut sender_of: impl FnMut(&[u8]) -> Sender) {
        for number in 0..self.len() {
            self.records[number].sender = sender_of(&self.bytes[self.range(number)]);
        }
    }

    /// What decides how a block is decoded, to be changed.
    pub fn before_mut(&mut self, number: usize) -> &mut Before {
        let at = self.find_before(number).unwrap_or_else(|at| {
            bounds::push(&mut self.before, (number as u32, Before::default()));
            self.before[at..].rotate_right(1);
            at
        });
        &mut self.before[at].1
    }

    fn find_before(&self, number: usize) -> Result<usize, usize> {
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

    /// The number of a label, from 1; many blocks in a row have the same.
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
    /// Blocks without places.
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
    fn blocks_come_back_as_they_were_pushed() {
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
