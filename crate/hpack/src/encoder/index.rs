//! Hash index over the dynamic table, by name and by name and value: hash chains
//! through a ring of entries.
//!
//! Entries have sequence numbers in insertion order. Chains run from newer to
//! older entries, and the table evicts the oldest first: the first link older
//! than the table ends a chain, and links are never removed.

use alloc::{vec, vec::Vec};

use super::FieldLine;
use crate::{
    dynamic_table::DynamicTable,
    static_table::{self, Match},
};

/// Links that a look-up follows at most: deliberate collisions cause duplicate
/// entries, not a slow encoder.
const MAX_LINKS: usize = 16;

/// Initial capacity in entries.
const MIN_CAPACITY: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// By the low bits of the sequence number; its length is a power of two.
    ring: Vec<Link>,
    /// Sequence number of the newest entry by the low bits of its hashes, of
    /// field and name; twice the length of the ring. 0, the number of no entry,
    /// is always older than the table.
    heads: Vec<[u32; 2]>,
    newest: u32,
    /// Number of entries of the table.
    count: u32,
}

/// An entry, and the next older entry of each chain.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    hashes: [u32; 2],
    older: [u32; 2],
}

const FIELD: usize = 0;
const NAME: usize = 1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) static_name: Option<u32>,
    pub(super) index: Option<u32>,
    /// Lowest index of the name, looked up only if no entry matches the field.
    pub(super) name: Option<u32>,
    /// Hashes of field and name; `None` if the static table has the field.
    hashes: Option<[u32; 2]>,
}

impl Key {
    #[inline]
    pub(super) fn hashes(&self, field: FieldLine<'_>) -> [u32; 2] {
        self.hashes
            .unwrap_or_else(|| hashes(field, self.static_name))
    }

    #[inline]
    pub(super) fn name_hash(&self, field: FieldLine<'_>) -> u32 {
        self.hashes(field)[NAME]
    }
}

impl Index {
    pub(super) fn of(table: &DynamicTable) -> Self {
        let mut index = Self {
            count: table.count() as u32,
            ..Self::default()
        };
        for age in (0..index.count).rev() {
            // A partly unknown entry never equals a field.
            let (name, value) = entry(table, age);
            let field = FieldLine::new(name.unwrap_or_default(), value.unwrap_or_default());
            index.push(hashes(field, static_table::find_name(field.name)));
        }
        index
    }

    /// Notes that entries were evicted from the table.
    #[inline]
    pub(super) fn follow_evictions(&mut self, table: &DynamicTable) {
        self.count = table.count() as u32;
    }

    /// Adds the newest entry of the table.
    #[inline]
    pub(super) fn push(&mut self, hashes: [u32; 2]) {
        if self.count as usize > self.ring.len() {
            self.grow(self.count as usize);
        }
        self.link(hashes);
    }

    #[inline]
    fn link(&mut self, hashes: [u32; 2]) {
        self.newest = self.newest.wrapping_add(1);
        let mut link = Link {
            hashes,
            older: [0; 2],
        };
        let last = self.heads.len().wrapping_sub(1);
        for which in [FIELD, NAME] {
            let head = &mut self.heads[hashes[which] as usize & last][which];
            link.older[which] = core::mem::replace(head, self.newest);
        }
        let last = self.ring.len().wrapping_sub(1);
        self.ring[self.newest as usize & last] = link;
    }

    /// Grows the ring for `count` entries, the newest of which is not linked yet.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        let links = count.next_power_of_two().max(MIN_CAPACITY);
        let old = core::mem::replace(&mut self.ring, vec![Link::default(); links]);
        self.heads = vec![[0; 2]; links * 2];
        let newest = self.newest;
        let kept = old.len().min(newest as usize) as u32;
        self.newest = newest.wrapping_sub(kept);
        for age in (0..kept).rev() {
            let seq = newest.wrapping_sub(age) as usize;
            self.link(old[seq & (old.len() - 1)].hashes);
        }
    }

    /// Age of the first link of a chain; 0 is the newest entry.
    #[inline(always)]
    fn first<const WHICH: usize>(&self, hash: u32) -> Option<u32> {
        let last = self.heads.len().wrapping_sub(1);
        let heads = self.heads.get(hash as usize & last)?;
        Some(self.newest.wrapping_sub(heads[WHICH]))
    }

    /// Hash of the entry of that age, and the age of the next link in its chain.
    #[inline(always)]
    fn follow<const WHICH: usize>(&self, age: u32) -> Option<(u32, u32)> {
        let seq = self.newest.wrapping_sub(age) as usize;
        let link = self.ring.get(seq & (self.ring.len() - 1))?;
        Some((
            link.hashes[WHICH],
            self.newest.wrapping_sub(link.older[WHICH]),
        ))
    }

    /// Index of the newest entry with that hash and the field's name and, in the
    /// field chain, its value.
    #[inline(always)]
    fn newest<const WHICH: usize>(
        &self,
        table: &DynamicTable,
        hash: u32,
        name: &[u8],
        value: &[u8],
    ) -> Option<u32> {
        let mut age = self.first::<WHICH>(hash)?;
        for _ in 0..MAX_LINKS {
            if age >= self.count {
                break;
            }
            let (found, older) = self.follow::<WHICH>(age)?;
            if found == hash && matches_at::<WHICH>(table, age, name, value) {
                return Some(static_table::LEN + 1 + age);
            }
            age = older;
        }
        None
    }

    #[inline(always)]
    pub(super) fn key(&self, table: &DynamicTable, field: FieldLine<'_>) -> Key {
        let static_name = static_table::find_name(field.name);
        let whole = static_name.map(|first| static_table::among_equal_names(first, field.value));
        if let Some(Match { index, value: true }) = whole {
            return Key {
                static_name,
                index: Some(index),
                name: None,
                hashes: None,
            };
        }
        let hashes = hashes(field, static_name);
        let index = self.newest::<FIELD>(table, hashes[FIELD], field.name, field.value);
        let name = match (index, static_name) {
            (None, None) => self.name(table, hashes[NAME], field.name),
            (_, name) => name,
        };
        Key {
            static_name,
            index,
            name,
            hashes: Some(hashes),
        }
    }

    #[inline(never)]
    pub(super) fn name(&self, table: &DynamicTable, hash: u32, name: &[u8]) -> Option<u32> {
        self.newest::<NAME>(table, hash, name, &[])
    }

    /// Indices of all entries with that name, newest first.
    pub(super) fn names<'a>(
        &'a self,
        table: &'a DynamicTable,
        hash: u32,
        name: &'a [u8],
    ) -> impl Iterator<Item = u32> {
        let count = self.count;
        let next = move |&age: &u32| Some(self.follow::<NAME>(age)?.1);
        core::iter::successors(self.first::<NAME>(hash), next)
            .take_while(move |&age| age < count)
            .take(count as usize)
            .filter(move |&age| equals(entry(table, age).0, name))
            .map(|age| static_table::LEN + 1 + age)
    }
}

/// Whether the entry of that age has that name and, in the field chain, that
/// value.
#[inline(always)]
fn matches_at<const WHICH: usize>(
    table: &DynamicTable,
    age: u32,
    name: &[u8],
    value: &[u8],
) -> bool {
    let (its_name, its_value) = entry(table, age);
    (WHICH == NAME || equals(its_value, value)) && equals(its_name, name)
}

/// Name and value of the entry of that age, `None` if unknown.
#[inline(always)]
fn entry(table: &DynamicTable, age: u32) -> (Option<&[u8]>, Option<&[u8]>) {
    match table.live_entry(age) {
        Some(record) => [record.name_span(), record.value_span()]
            .map(|span| span.map(|span| table.text(span)))
            .into(),
        None => shared_entry(table, age),
    }
}

/// Like [`entry`], for one that is not live.
#[cold]
#[inline(never)]
fn shared_entry(table: &DynamicTable, age: u32) -> (Option<&[u8]>, Option<&[u8]>) {
    table.field(table.end() - 1 - i64::from(age))
}

#[inline]
fn equals(known: Option<&[u8]>, text: &[u8]) -> bool {
    known.is_some_and(|known| static_table::equal(known, text))
}

#[inline(always)]
fn hashes(field: FieldLine<'_>, static_name: Option<u32>) -> [u32; 2] {
    let name = match static_name {
        Some(index) => mix(0, u64::from(index)),
        None => hash(0, field.name),
    };
    [hash(name, field.value), name].map(|hash| (hash >> 32) as u32)
}

/// Multiplier of Fibonacci hashing: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR)
}

/// Bytes hashed at each end of a long text: its look-up must not cost much more
/// than the byte that refers to it.
const HASHED: usize = 4096;

/// Hashes the length of `text` and its bytes, or those at its ends if it is long,
/// in words, the last of which can overlap the one before it.
#[inline]
fn hash(seed: u64, text: &[u8]) -> u64 {
    let mut hash = mix(seed, text.len() as u64);
    if text.len() > 2 * HASHED {
        return hash_ends(hash, text);
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        if text.len() <= 16 {
            return mix(
                mix(hash, u64::from_le_bytes(*first)),
                u64::from_le_bytes(*last),
            );
        }
        let mut rest = text;
        while let Some((word, after)) = rest.split_first_chunk() {
            hash = mix(hash, u64::from_le_bytes(*word));
            rest = after;
        }
        return mix(hash, u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
        return mix(hash, first | last << 32);
    }
    for &byte in text {
        hash = mix(hash, u64::from(byte));
    }
    hash
}

#[cold]
#[inline(never)]
fn hash_ends(seed: u64, text: &[u8]) -> u64 {
    let first = hash(seed, &text[..HASHED]);
    hash(first, &text[text.len() - HASHED..])
}
