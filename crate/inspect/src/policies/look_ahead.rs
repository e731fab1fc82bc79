//! The look-ahead policy, which plans with all later blocks.

use std::collections::BTreeMap;

use hpack::{
    Encoder, FieldLine, Kind,
    encoder::{AboveLimit, Entered},
};
use serde::Deserialize;

use super::{Chooser, HuffmanUse, Indexing, NamedPolicy, encoded_len, legal::coded_lens};

/// A change of the table's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SizeChange"))]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Acknowledges the peer's SETTINGS_HEADER_TABLE_SIZE, bytes.
    Limit(u32),
    /// Sets the encoder's maximum, bytes.
    Maximum(u32),
}

impl Change {
    /// Applies the change to `encoder`.
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

/// A block to be written.
#[derive(Clone, Copy, Debug)]
pub struct UpcomingBlock<'a> {
    /// Changes before it. A maximum above the limit is ignored.
    pub changes: &'a [Change],
    /// Fields, in order.
    pub fields: &'a [FieldLine<'a>],
}

/// Refinements of a plan. Nearly all savings come from the first few.
const ROUNDS: usize = 8;

impl Chooser {
    /// Creates the policy for the `blocks` that `encoder` is going to write,
    /// all of them and in order. They only matter to [`Indexing::LookAhead`].
    pub fn with_lookahead(
        policy: NamedPolicy,
        encoder: &Encoder,
        blocks: &[UpcomingBlock<'_>],
    ) -> Self {
        if policy.indexing != Indexing::LookAhead {
            return Self::planned(policy, Vec::new());
        }
        let fields = blocks.iter().flat_map(|block| block.fields);
        let coded: Vec<_> = fields.map(|&field| coded_lens(field)).collect();
        Self::with_lookahead_lengths(policy, encoder, blocks, &coded)
    }

    /// Like [`Self::with_lookahead`], with the Huffman-coded lengths of all names
    /// and values.
    pub(crate) fn with_lookahead_lengths(
        policy: NamedPolicy,
        encoder: &Encoder,
        blocks: &[UpcomingBlock<'_>],
        coded: &[[u32; 2]],
    ) -> Self {
        Self::planned(policy, best_plan(policy.huffman, encoder, blocks, coded))
    }
}

/// Searches for a cheap plan: starts with an entry for every field and
/// repeatedly drops entries that were not used before their eviction, once
/// counting name references as uses and once not. Among plans of equal size,
/// keeps the one with fewer entries.
fn best_plan(
    huffman: HuffmanUse,
    encoder: &Encoder,
    blocks: &[UpcomingBlock<'_>],
    coded: &[[u32; 2]],
) -> Vec<bool> {
    let all = Trial::of(vec![true; coded.len()], huffman, encoder, blocks, coded);
    let mut best: (usize, Vec<bool>) = (all.size, all.entries.clone());
    for with_names in [false, true] {
        let mut trial = all.clone();
        for _ in 0..ROUNDS {
            let entries = trial.used(with_names);
            if entries == trial.entries {
                break;
            }
            trial = Trial::of(entries, huffman, encoder, blocks, coded);
            if trial.size <= best.0 {
                best = (trial.size, trial.entries.clone());
            }
        }
    }
    best.1
}

#[derive(Clone)]
struct Trial {
    entries: Vec<bool>,
    /// Encoded size of all blocks, bytes.
    size: usize,
    /// For each field, whether its entry was referred to by an indexed field.
    fields: Vec<bool>,
    names: Vec<bool>,
}

impl Trial {
    fn of(
        entries: Vec<bool>,
        huffman: HuffmanUse,
        encoder: &Encoder,
        blocks: &[UpcomingBlock<'_>],
        coded: &[[u32; 2]],
    ) -> Self {
        let policy = NamedPolicy {
            huffman,
            indexing: Indexing::LookAhead,
        };
        let mut trial = Self {
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
            trial.size += out.len();
            for &field in block.fields {
                let Entered {
                    choice,
                    refers,
                    inserted,
                    evicted,
                    ..
                } = encoder.enter_with(&mut chooser, field);
                if let Some(&by) = refers.and_then(|position| inserted_by.get(&position)) {
                    let uses = match choice.kind {
                        Kind::Indexed => &mut trial.fields,
                        _ => &mut trial.names,
                    };
                    let by: usize = by;
                    uses[by] = true;
                }
                trial.size += encoded_len(field, coded[number], &choice) as usize;
                for position in evicted {
                    inserted_by.remove(&position);
                }
                if let Some(position) = inserted {
                    inserted_by.insert(position, number);
                }
                number += 1;
            }
        }
        trial
    }

    /// Entries that were referred to, by their names alone if `with_names`.
    fn used(&self, with_names: bool) -> Vec<bool> {
        let used = self.entries.iter().zip(self.fields.iter().zip(&self.names));
        used.map(|(&entry, (&field, &name))| entry && (field || with_names && name))
            .collect()
    }
}
