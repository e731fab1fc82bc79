//! What those who show it ask: the plan in words, figures, curves, blocks
//! and entries.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{
    WhatIf,
    account::{Account, EntryAccount, Totals, size},
    lists::LeftOut,
    plan::{Choices, Plan},
    sweep::SIZES,
};
use crate::policies::{HuffmanUse, Named};
use crate::{record, text::beginning};

record! {
    /// A block among [`WhatIf::block_columns`].
    pub struct BlockCells {
        /// Its number in the session.
        number: u32,
        /// Its bytes as sent.
        sent: u32,
        /// Its bytes as tried.
        tried: u32,
        /// Bytes of its fields, written out.
        plain: u32,
    }
}

/// Bytes of a name or value that one answer carries.
const TEXT: usize = 256;

/// A way to choose, as a menu offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfOffer"))]
pub struct Offered {
    /// Stable name.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// All that can be tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfMenu"))]
pub struct Menu {
    /// Who chooses.
    pub choices: Vec<Offered>,
    /// Which literals are coded.
    pub huffman: Vec<Offered>,
    /// The sizes of a sweep, bytes.
    pub sizes: Vec<u32>,
}

impl Menu {
    /// As it is.
    pub fn whole() -> Self {
        Self {
            choices: offered::<Choices>(),
            huffman: offered::<HuffmanUse>(),
            sizes: SIZES.into(),
        }
    }
}

fn offered<P: Named>() -> Vec<Offered> {
    let offer = |[id, title, about]: [&'static str; 3]| Offered { id, title, about };
    P::all().iter().map(|one| offer(one.texts())).collect()
}

/// A plan by names. What is no name is as if it were not there.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfPlan"))]
#[serde(rename_all = "camelCase")]
pub struct PlanView {
    /// Who chooses.
    pub choices: String,
    /// Which literals are coded.
    pub huffman: Option<String>,
    /// The table's maximum, bytes.
    pub maximum: Option<u32>,
}

impl From<&PlanView> for Plan {
    fn from(view: &PlanView) -> Self {
        Self {
            choices: Choices::from_id(&view.choices).unwrap_or(Choices::AsSent),
            huffman: view.huffman.as_deref().and_then(HuffmanUse::from_id),
            maximum: view.maximum,
        }
    }
}

/// What is known so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfAnswer"))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfView {
    /// Number of the direction.
    pub direction: usize,
    /// Blocks that are encoded anew.
    pub blocks: usize,
    /// Bytes of their fields, written out.
    pub plain_bytes: u64,
    /// What is not among them.
    pub left_out: LeftOut,
    /// What was really sent; all zero until that is known.
    pub sent: Totals,
    /// The least and the greatest maximum of the table that was in use, bytes.
    pub maximums: (u32, u32),
    /// What it would have been; `None` until it is known.
    pub tried: Option<Totals>,
    /// How much of the plan is done, 0 to 1.
    pub tried_part: f64,
    /// How much of the curves that are asked for, 0 to 1.
    pub curves_part: f64,
    /// The curves that are asked for.
    pub curves: Vec<CurveView>,
    /// Whether all of it is done.
    pub done: bool,
}

/// A curve.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfCurve"))]
pub struct CurveView {
    /// Who chooses.
    pub choices: &'static str,
    /// Which literals are coded.
    pub huffman: Option<&'static str>,
    /// Bytes at each size; `None` where not yet known.
    pub bytes: Vec<Option<u64>>,
}

/// By what entries are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EntryOrder {
    /// What they saved.
    Saved,
    /// How often they were used, as a whole or for their name.
    Uses,
    /// Their size.
    Size,
    /// When they were inserted.
    Inserted,
}

/// Some of the entries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EntryWindow {
    /// How many there are.
    pub total: usize,
    /// Those that were asked for.
    pub entries: Vec<EntryView>,
}

/// What became of one entry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TriedEntry"))]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// Its name; its beginning, where long.
    pub name: String,
    /// Its value, likewise.
    pub value: String,
    /// Bytes (RFC 7541 §4.1).
    pub size: u64,
    /// Number, in the session, of the block that inserted it.
    pub inserted: u32,
    /// The row that the field has in the session.
    pub row: u32,
    /// The block that evicted it.
    pub evicted: Option<u32>,
    /// Fields that are its index.
    pub uses: u32,
    /// Literals that have their name from it.
    pub name_uses: u32,
    /// Bytes that it saved.
    pub saved: i64,
}

impl WhatIf {
    /// What is known so far.
    pub fn view(&self) -> WhatIfView {
        let lists = &self.lists;
        let blocks = lists.blocks.len();
        let known: usize = self.curves().map(super::Curve::known).sum();
        let sizes = self.curves().count() * SIZES.len();
        let part = |done: usize, all: usize| {
            if all == 0 {
                1.0
            } else {
                done as f64 / all as f64
            }
        };
        let has_sent = self.sent.blocks.len() == blocks;
        WhatIfView {
            direction: self.direction,
            blocks,
            plain_bytes: lists
                .blocks
                .iter()
                .map(|block| u64::from(block.plain))
                .sum(),
            left_out: lists.left_out,
            sent: if has_sent {
                self.sent.totals
            } else {
                Totals::default()
            },
            maximums: lists.maximums,
            tried: self.tried_all().then_some(self.tried.totals),
            tried_part: part(self.sent.blocks.len() + self.tried.blocks.len(), 2 * blocks),
            curves_part: part(known, sizes),
            curves: self
                .curves()
                .map(|curve| CurveView {
                    choices: curve.choices.id(),
                    huffman: curve.huffman.map(HuffmanUse::id),
                    bytes: curve.bytes.into(),
                })
                .collect(),
            done: self.done(),
        }
    }

    /// For each block [`BLOCK_STRIDE`] numbers: its number in the session,
    /// and its bytes as sent, as tried, and written out.
    pub fn block_columns(&self) -> Vec<u32> {
        let sent = &self.sent.blocks;
        let tried = &self.tried.blocks;
        self.lists
            .blocks
            .iter()
            .zip(sent.iter().zip(tried))
            .flat_map(|(block, (&sent, &tried))| {
                BlockCells {
                    number: block.number,
                    sent,
                    tried,
                    plain: block.plain,
                }
                .cells()
            })
            .collect()
    }

    /// Entries `from..to` in that order, of what was sent or of what was
    /// tried.
    pub fn entries(
        &self,
        sent: bool,
        order: EntryOrder,
        descending: bool,
        from: usize,
        to: usize,
    ) -> EntryWindow {
        let Account { entries, .. } = if sent { &self.sent } else { &self.tried };
        let lists = &self.lists;
        let key = |entry: &EntryAccount| match order {
            EntryOrder::Saved => entry.saved,
            EntryOrder::Uses => i64::from(entry.uses) + i64::from(entry.name_uses),
            EntryOrder::Size => {
                i64::try_from(size(lists, lists.fields[entry.field as usize])).unwrap_or(i64::MAX)
            }
            EntryOrder::Inserted => i64::from(entry.field),
        };
        let mut numbers: Vec<usize> = (0..entries.len()).collect();
        if descending {
            numbers.sort_by_key(|&number| Reverse(key(&entries[number])));
        } else {
            numbers.sort_by_key(|&number| key(&entries[number]));
        }
        let to = to.min(numbers.len());
        let shown = &numbers[from.min(to)..to];
        EntryWindow {
            total: entries.len(),
            entries: shown
                .iter()
                .map(|&number| self.entry(&entries[number]))
                .collect(),
        }
    }

    fn entry(&self, entry: &EntryAccount) -> EntryView {
        let lists = &self.lists;
        let field = lists.fields[entry.field as usize];
        let text = |string: u32| beginning(lists.string(string), TEXT);
        let block = |number: u32| lists.blocks[number as usize].number;
        EntryView {
            name: text(field.name),
            value: text(field.value),
            size: size(lists, field),
            inserted: block(entry.inserted),
            row: field.row,
            evicted: entry.evicted.map(block),
            uses: entry.uses,
            name_uses: entry.name_uses,
            saved: entry.saved,
        }
    }
}
