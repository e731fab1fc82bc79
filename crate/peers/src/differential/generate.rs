//! Reproducible cases from a seed and a number.

use bench::workload::{Conversation, Sent, write_field};
use fastrand::Rng;
use hpack::{FieldLine, dynamic_table::OVERHEAD, integer, static_table};
use inspect::policies::Change;

use super::{
    case::{Aim, Case},
    encoders::{self, List},
    write,
};

pub(super) struct Generator<'a> {
    pub(super) seed: u64,
    /// Blocks to damage, besides generated ones.
    pub(super) stories: &'a [Conversation],
}

/// The most blocks of a story in a mutation: enough to fill a table, and quick
/// to decode.
const STORY_BLOCKS: usize = 4;

impl Generator<'_> {
    pub(super) fn case(&self, number: u64) -> Case {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let aim = write::pick(&mut rng, &Aim::ALL);
        if Aim::ENCODERS.contains(&aim) {
            return encoded(&mut rng, aim);
        }
        let blocks = match aim {
            Aim::Mutations => self.mutated(&mut rng),
            aim => blocks(&mut rng, aim),
        };
        Case {
            aim,
            blocks,
            written: Vec::new(),
        }
    }

    fn mutated(&self, rng: &mut Rng) -> Vec<Sent> {
        let mut blocks = match rng.usize(..=self.stories.len().min(3)) {
            0 => {
                let aim = write::pick(rng, &Aim::OWN);
                match Aim::ENCODERS.contains(&aim) {
                    true => encoded(rng, aim).blocks,
                    false => blocks(rng, aim),
                }
            }
            _ => {
                let story = &self.stories[rng.usize(..self.stories.len())].blocks;
                story[..rng.usize(1..=story.len().clamp(1, STORY_BLOCKS))].to_vec()
            }
        };
        for _ in 0..rng.u8(1..=3) {
            let number = rng.usize(..blocks.len());
            damage(rng, &mut blocks[number].bytes);
        }
        blocks
    }
}

fn blocks(rng: &mut Rng, aim: Aim) -> Vec<Sent> {
    let mut blocks: Vec<Sent> = Vec::new();
    for _ in 0..rng.u8(1..=3) {
        let mut bytes = Vec::new();
        let table = {
            let decoder = Case::decoder(&blocks);
            let table = decoder.table();
            (table.count() as u64, table.state().maximum())
        };
        let mut limit_changes = Vec::new();
        match aim {
            Aim::Representations => representations(rng, table.0, &mut bytes),
            Aim::Integers => integers(rng, &mut limit_changes, &mut bytes),
            Aim::Huffman => strings(rng, &mut bytes),
            Aim::Entries => entries(rng, table.1, &mut bytes),
            Aim::SizeUpdates => size_updates(rng, &mut limit_changes, &mut bytes),
            _ => bytes.extend((0..rng.usize(..24)).map(|_| rng.u8(..))),
        }
        blocks.push(Sent {
            limit_changes,
            bytes,
        });
    }
    blocks
}

/// Lists of fields through an encoder, with changing limits and maximums.
fn encoded(rng: &mut Rng, aim: Aim) -> Case {
    let vocabulary: Vec<(Vec<u8>, Vec<u8>)> = (0..rng.usize(1..6))
        .map(|_| (write::name(rng), write::value(rng)))
        .collect();
    let lists: Vec<List<'_>> = (0..rng.usize(1..5))
        .map(|_| List {
            changes: (0..rng.u8(..6).saturating_sub(3))
                .map(|_| match rng.bool() {
                    true => Change::Limit(size(rng)),
                    false => Change::Maximum(size(rng)),
                })
                .collect(),
            fields: (0..rng.usize(..7))
                .map(|_| {
                    let (name, value) = &vocabulary[rng.usize(..vocabulary.len())];
                    FieldLine {
                        name,
                        value,
                        sensitive: rng.u8(..16) == 0,
                    }
                })
                .collect(),
        })
        .collect();
    let blocks = match aim {
        Aim::Encoded => encoders::ours(rng, &lists),
        Aim::EncodedByNghttp2 => encoders::nghttp2(&lists),
        Aim::EncodedByFluke => encoders::fluke(&lists),
        _ => encoders::httlib(rng, &lists),
    };
    let written = lists.iter().map(|list| {
        let mut all = Vec::new();
        for field in &list.fields {
            write_field(&mut all, field.name, field.value);
        }
        all
    });
    Case {
        aim,
        blocks,
        written: written.collect(),
    }
}

/// A table size: zero, a few entries, the default, or large.
fn size(rng: &mut Rng) -> u32 {
    match rng.u8(..6) {
        0 => 0,
        1 => rng.u32(30..36),
        2 => rng.u32(60..200),
        3 => rng.u32(4095..=4097),
        4 => write::pick(rng, &[8192, 16_384, 65_536, 1 << 20]),
        _ => rng.u32(..4096),
    }
}

fn representations(rng: &mut Rng, entries: u64, out: &mut Vec<u8>) {
    let last = u64::from(static_table::LEN) + entries;
    for _ in 0..rng.u8(..6) {
        let index = |rng: &mut Rng| match rng.u8(..16) {
            0 => 0,
            1 => last + rng.u64(..3),
            2..6 => rng.u64(1..=last),
            6..8 => last,
            8 => u64::from(static_table::LEN) + 1,
            _ => rng.u64(1..=61),
        };
        write::representation(rng, index, out);
    }
}

fn integers(rng: &mut Rng, limits: &mut Vec<u32>, out: &mut Vec<u8>) {
    let value = write::boundary(rng);
    match rng.u8(..6) {
        0 => write::padded(rng, 0x80, 7, value, out),
        1 => {
            let first = write::pick(rng, &write::LITERALS);
            let prefix_bits = if first == 0x40 { 6 } else { 4 };
            write::padded(rng, first, prefix_bits, value, out);
            write::string(rng, b"v", out);
        }
        2 => {
            limits.push(if rng.bool() { u32::MAX } else { size(rng) });
            write::padded(rng, 0x20, 5, value, out);
            out.push(0x82);
        }
        3 => {
            // A length followed by fewer bytes, as many, or more.
            out.extend([0x00, 0x01, b'a']);
            let coded = if rng.bool() { 0x80 } else { 0 };
            write::padded(rng, coded, 7, value, out);
            let length = value.min(300) + rng.u64(..3);
            out.extend((0..length.saturating_sub(1)).map(|_| b'a'));
        }
        // A valid index in more bytes than it needs.
        4 => write::padded(rng, 0x80, 7, 1 + value % 61, out),
        _ => {
            let name = rng.u64(15..=61);
            write::padded(rng, 0x00, 4, name, out);
            write::padded(rng, 0x00, 7, 1, out);
            out.push(b'v');
        }
    }
    if rng.u8(..4) == 0 {
        out.truncate(rng.usize(..=out.len()));
    }
}

fn strings(rng: &mut Rng, out: &mut Vec<u8>) {
    for _ in 0..rng.u8(1..3) {
        let first = write::pick(rng, &write::LITERALS);
        if rng.bool() {
            out.push(first);
            write::huffman_tail(rng, out);
        } else {
            out.push(first | 0x04);
        }
        write::huffman_tail(rng, out);
    }
    if rng.u8(..8) == 0 {
        out.truncate(rng.usize(..=out.len()));
    }
}

/// Entries that fill the table to within a byte, followed by references.
fn entries(rng: &mut Rng, maximum: u32, out: &mut Vec<u8>) {
    let mut room = u64::from(maximum);
    if rng.bool() {
        room = room.min(u64::from(size(rng)));
        integer::encode(0x20, 5, room, out);
    }
    for _ in 0..rng.u8(1..4) {
        let overhead = u64::from(OVERHEAD);
        let share = if rng.bool() { room } else { room / 2 };
        let text = (share + rng.u64(..3))
            .saturating_sub(overhead + 1)
            .min(5000);
        let text = usize::try_from(text).unwrap_or(0);
        let name = rng.usize(..=text);
        // The name may be an entry that this insertion evicts.
        if rng.u8(..4) == 0 {
            integer::encode(0x40, 6, rng.u64(62..65), out);
        } else {
            out.push(0x40);
            write::string(rng, &vec![b'n'; name], out);
        }
        write::string(rng, &vec![b'v'; text - name], out);
        for _ in 0..rng.u8(..3) {
            let index = |rng: &mut Rng| rng.u64(61..66);
            write::representation(rng, index, out);
        }
    }
}

fn size_updates(rng: &mut Rng, limits: &mut Vec<u32>, out: &mut Vec<u8>) {
    limits.extend((0..rng.u8(..4)).map(|_| size(rng)));
    let mut near = limits.clone();
    near.push(4096);
    let update = |rng: &mut Rng, out: &mut Vec<u8>| {
        let near = u64::from(write::pick(rng, &near));
        let asked = match rng.u8(..4) {
            0 => (near + rng.u64(..=2)).saturating_sub(1),
            1 => u64::from(size(rng)),
            _ => near,
        };
        integer::encode(0x20, 5, asked, out);
    };
    for _ in 0..rng.u8(..4) {
        update(rng, out);
    }
    for _ in 0..rng.u8(..3) {
        let index = |rng: &mut Rng| rng.u64(1..=63);
        write::representation(rng, index, out);
    }
    if rng.u8(..8) == 0 {
        update(rng, out);
    }
}

/// Removes, repeats, changes, inserts or truncates bytes.
fn damage(rng: &mut Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        bytes.push(rng.u8(..));
        return;
    }
    let at = rng.usize(..bytes.len());
    match rng.u8(..7) {
        0 => {
            bytes.remove(at);
        }
        1 => bytes.insert(at, bytes[at]),
        2 => bytes[at] = rng.u8(..),
        3 => bytes[at] ^= 1 << rng.u8(..8),
        4 => bytes.insert(at, rng.u8(..)),
        5 => bytes.truncate(at),
        _ => {
            let other = rng.usize(..bytes.len());
            bytes.swap(at, other);
        }
    }
}
