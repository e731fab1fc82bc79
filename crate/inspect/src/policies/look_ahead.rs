//! The policy that knows what comes.

use std::collections::BTreeMap;

use hpack::{
    Encoder, FieldLine, Kind,
    encoder::{AboveLimit, Entered},
    static_table,
};

use super::{Chooser, HuffmanUse, Indexing, NamedPolicy, encoded_len, legal::coded_lens};

/// What happens to the table's size between blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The peer's limit is acknowledged, in bytes.
    Limit(u32),
    /// The encoder sets the maximum, in bytes.
    Maximum(u32),
}

impl Change {
    /// Applies it to `encoder`.
    pub fn apply(self, encoder: &mut Encoder) -> Result<(), AboveLimit> {
        match self {
            Self::Limit(limit) => {
                encoder.acknowledge_limit(limit);
                Ok(())
            }
            Self::Maximum(maximum) => encoder.set_maximum(maximum),
        }
    }
}

/// A block that is going to be written.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<'a> {
    /// What changes before it. A maximum above the limit changes nothing.
    pub changes: &'a [Change],
    /// Its fields.
    pub fields: &'a [FieldLine<'a>],
}

/// How often a plan is thinned out: what saves anything does so in the first
/// few rounds.
const ROUNDS: usize = 8;

impl Chooser {
    /// The policy where `blocks` are what `encoder` is going to write, all of
    /// them and in order. Of consequence only for [`Indexing::LookAhead`].
    pub fn foreseeing(policy: NamedPolicy, encoder: &Encoder, blocks: &[Ahead<'_>]) -> Self {
        if policy.indexing != Indexing::LookAhead {
            return Self::planned(policy, Vec::new());
        }
        let fields = blocks.iter().flat_map(|block| block.fields);
        let coded: Vec<_> = fields.map(|&field| coded_lens(field)).collect();
        Self::foreseeing_lengths(policy, encoder, blocks, &coded)
    }

    /// The same, where `coded` are the lengths of all names and values in the
    /// Huffman code.
    pub(crate) fn foreseeing_lengths(
        policy: NamedPolicy,
        encoder: &Encoder,
        blocks: &[Ahead<'_>],
        coded: &[[u32; 2]],
    ) -> Self {
        Self::planned(policy, best_plan(policy.huffman, encoder, blocks, coded))
    }
}

/// The cheapest plan that is found: it begins with an entry for every field,
/// and leaves out again and again what was not used before it left the table,
/// once counting the use of a name alone and once not. Of plans that take the
/// same, the one with fewer entries is kept.
fn best_plan(
    huffman: HuffmanUse,
    encoder: &Encoder,
    blocks: &[Ahead<'_>],
    coded: &[[u32; 2]],
) -> Vec<bool> {
    let all = Tried::of(vec![true; coded.len()], huffman, encoder, blocks, coded);
    let mut best: (usize, Vec<bool>) = (all.size, all.entries.clone());
    for uses in [Tried::by_field as fn(&Tried) -> Vec<bool>, Tried::by_any] {
        let mut tried = all.clone();
        for _ in 0..ROUNDS {
            let entries = uses(&tried);
            if entries == tried.entries {
                break;
            }
            tried = Tried::of(entries, huffman, encoder, blocks, coded);
            if tried.size <= best.0 {
                best = (tried.size, tried.entries.clone());
            }
        }
    }
    best.1
}

#[derive(Clone)]
struct Tried {
    entries: Vec<bool>,
    /// What all blocks take together.
    size: usize,
    /// For each field, whether its entry was referred to as a whole.
    fields: Vec<bool>,
    names: Vec<bool>,
}

impl Tried {
    fn of(
        entries: Vec<bool>,
        huffman: HuffmanUse,
        encoder: &Encoder,
        blocks: &[Ahead<'_>],
        coded: &[[u32; 2]],
    ) -> Self {
        let policy = NamedPolicy {
            huffman,
            indexing: Indexing::LookAhead,
        };
        let mut tried = Self {
            fields: vec![false; entries.len()],
            names: vec![false; entries.len()],
            size: 0,
            entries: entries.clone(),
        };
        let mut chooser = Chooser::planned(policy, entries);
        let mut encoder = encoder.clone();
        let mut inserted_by = BTreeMap::new();
        let mut out = Vec::new();
        let mut number = 0;
        for block in blocks {
            for &change in block.changes {
                let _ = change.apply(&mut encoder);
            }
            out.clear();
            encoder.begin(&mut out);
            tried.size += out.len();
            for &field in block.fields {
                let end = encoder.table().state().end();
                let Entered {
                    choice,
                    inserted,
                    evicted,
                    ..
                } = encoder.enter_with(&mut chooser, field);
                let age = choice
                    .index
                    .and_then(|index| index.checked_sub(static_table::LEN + 1));
                let position = age.map(|age| end - 1 - i64::from(age));
                if let Some(&by) = position.and_then(|position| inserted_by.get(&position)) {
                    let uses = match choice.kind {
                        Kind::Indexed => &mut tried.fields,
                        _ => &mut tried.names,
                    };
                    let by: usize = by;
                    uses[by] = true;
                }
                tried.size += encoded_len(field, coded[number], &choice) as usize;
                for position in evicted {
                    inserted_by.remove(&position);
                }
                if let Some(position) = inserted {
                    inserted_by.insert(position, number);
                }
                number += 1;
            }
        }
        tried
    }

    fn by_field(&self) -> Vec<bool> {
        let used = self.entries.iter().zip(&self.fields);
        used.map(|(&entry, &field)| entry && field).collect()
    }

    fn by_any(&self) -> Vec<bool> {
        let used = self.entries.iter().zip(self.fields.iter().zip(&self.names));
        used.map(|(&entry, (&field, &name))| entry && (field || name))
            .collect()
    }
}
