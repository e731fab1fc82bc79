//! Results for the page: figures, curves, blocks and entries.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{
    WhatIf,
    account::{Account, EntryAccount, Totals, size},
    lists::LeftOut,
    plan::{Choices, Plan},
    sweep::SIZES,
};
use crate::policies::{HuffmanUse, MenuOption, Named};
use crate::{record, text::truncated};

record! {
    /// Columns of a block in [`WhatIf::block_columns`].
    pub struct BlockCells {
        /// Number in the session.
        number: u32,
        /// Size as sent, bytes.
        sent: u32,
        /// Size as re-encoded, bytes.
        tried: u32,
        /// Decoded size of its fields, bytes.
        plain: u32,
    }
}

/// Bytes shown of a name or value.
const TEXT: usize = 256;

/// All options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfMenu"))]
pub struct Menu {
    /// Choices of representations.
    pub choices: Vec<MenuOption>,
    /// Huffman policies.
    pub huffman: Vec<MenuOption>,
    /// Table sizes of a sweep, bytes.
    pub sizes: Vec<u32>,
}

impl Menu {
    /// Returns all options.
    pub fn whole() -> Self {
        Self {
            choices: Choices::options(),
            huffman: HuffmanUse::options(),
            sizes: SIZES.into(),
        }
    }
}

/// A plan by ids. Unknown ids count as absent.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfPlan"))]
pub struct PlanView {
    /// Choice of representations.
    pub choices: String,
    /// Huffman policy.
    pub huffman: Option<String>,
    /// Maximum of the table, bytes.
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

/// Results so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfAnswer"))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfView {
    /// Number of the direction.
    pub direction: usize,
    /// Number of blocks to re-encode.
    pub blocks: usize,
    /// Decoded size of their fields, bytes.
    pub plain_bytes: u64,
    /// Omitted fields and blocks.
    pub left_out: LeftOut,
    /// Totals as sent; all zero until computed.
    pub sent: Totals,
    /// Minimum and maximum of the table's maximums in force, bytes.
    pub maximums: (u32, u32),
    /// Totals as re-encoded; `None` until computed.
    pub tried: Option<Totals>,
    /// Fraction of the plan done, 0 to 1.
    pub tried_part: f64,
    /// Fraction of the requested curves done, 0 to 1.
    pub curves_part: f64,
    /// Requested curves.
    pub curves: Vec<CurveView>,
    /// Whether plan and curves are done.
    pub done: bool,
}

/// A curve of sizes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfCurve"))]
pub struct CurveView {
    /// Choice of representations.
    pub choices: &'static str,
    /// Huffman policy.
    pub huffman: Option<&'static str>,
    /// Size at each table size, bytes; `None` if not yet computed.
    pub bytes: Vec<Option<u64>>,
}

/// Sort key of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EntryOrder {
    /// Bytes saved.
    Saved,
    /// Number of uses, as indexed field or for the name.
    Uses,
    /// Size.
    Size,
    /// Time of insertion.
    Inserted,
}

/// A range of the sorted entries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EntryWindow {
    /// Number of entries.
    pub total: usize,
    /// Requested entries.
    pub entries: Vec<EntryView>,
}

/// Life of one entry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TriedEntry"))]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// Name, truncated if long.
    pub name: String,
    /// Value, truncated if long.
    pub value: String,
    /// Size, bytes (RFC 7541 §4.1).
    pub size: u64,
    /// Number in the session of the block that inserted it.
    pub inserted: u32,
    /// Row of its field in the session.
    pub row: u32,
    /// Number in the session of the block that evicted it.
    pub evicted: Option<u32>,
    /// Number of indexed fields that refer to it.
    pub uses: u32,
    /// Number of literals that take their name from it.
    pub name_uses: u32,
    /// Bytes saved, net of the cost of inserting it.
    pub saved: i64,
}

impl WhatIf {
    /// Returns the results so far.
    pub fn view(&self) -> WhatIfView {
        let lists = &self.lists;
        let blocks = lists.blocks.len();
        let known: usize = self.curves().map(super::Curve::known).sum();
        let sizes = self.curves().count() * SIZES.len();
        let part = |done: usize, all: usize| match all {
            0 => 1.0,
            all => done as f64 / all as f64,
        };
        let plain = lists.blocks.iter().map(|block| u64::from(block.plain));
        let has_sent = self.sent.blocks.len() == blocks;
        WhatIfView {
            direction: self.direction,
            blocks,
            plain_bytes: plain.sum(),
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

    /// Cells of each block, as [`BlockCells`].
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

    /// Returns entries `from..to` in this order, as sent or as re-encoded.
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
        let text = |string: u32| truncated(lists.string(string), TEXT);
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
