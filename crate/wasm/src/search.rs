//! What was looked for in a session, and where it stands.

use inspect::{
    assumed::Overlay,
    search::{Match, Query, Texts},
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

/// What was looked for last, and where it stands.
pub struct Search {
    pub(crate) text: String,
    about: String,
    found: Vec<Match>,
}

/// Where something was found.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Found"))]
pub(crate) struct FoundView<'a> {
    /// What was looked for, in words.
    about: &'a str,
    /// In how many places it stands.
    total: usize,
    /// How many of them stand before this one; `null` where there is none.
    before: Option<usize>,
    place: Option<Match>,
}

impl Search {
    /// Where `text` stands; `None` where it asks for nothing. `texts` are
    /// those of all rows.
    pub(crate) fn new(text: &str, overlay: Overlay<'_>, texts: &Texts) -> Option<Self> {
        let query = Query::parse(text)?;
        let blocks = 0..overlay.session.blocks().len();
        Some(Self {
            text: text.to_owned(),
            about: query.about(),
            found: overlay.search(&query, texts, blocks),
        })
    }

    /// The first place from a row of a block on, the `next` behind it or the
    /// last before it (`previous`), round the end.
    pub(crate) fn view(&self, here: (u32, u32), how: &str) -> FoundView<'_> {
        let total = self.found.len();
        let next = self.found.partition_point(|found| found.place() < here);
        let behind = self.found.partition_point(|found| found.place() <= here);
        let at = match how {
            "next" => behind,
            "previous" => next.checked_sub(1).unwrap_or(total.saturating_sub(1)),
            _ => next,
        };
        let before = (total > 0).then(|| at % total);
        FoundView {
            about: &self.about,
            total,
            before,
            place: before.map(|at| self.found[at]),
        }
    }

    /// The blocks in which it stands, in order.
    pub fn blocks(&self) -> Vec<u32> {
        let mut blocks: Vec<u32> = self.found.iter().map(|found| found.block).collect();
        blocks.dedup();
        blocks
    }
}

#[wasm_bindgen]
impl Inspector {
    /// The first place from a row of a block on in which `text` stands (`how`:
    /// `here`), the next behind it or the last before it, round the end: JSON
    /// of `Found`, or `null` where `text` asks for nothing. Row 0xffffffff is
    /// the block's fault.
    pub fn find(&mut self, text: &str, block: u32, row: u32, how: &str) -> String {
        let search = self
            .document
            .as_mut()
            .and_then(|document| document.search(text));
        json(&search.map(|search| search.view((block, row), how)))
    }

    /// The blocks in which `text` stands, in order; `undefined` where it asks
    /// for nothing.
    #[wasm_bindgen(js_name = blocksWith)]
    pub fn blocks_with(&mut self, text: &str) -> Option<Vec<u32>> {
        Some(self.document.as_mut()?.search(text)?.blocks())
    }

    /// The block that answers one, or that one answers; -1 where there is
    /// none.
    #[wasm_bindgen(js_name = otherSide)]
    pub fn other_side(&self, block: usize) -> i32 {
        self.session()
            .and_then(|session| session.other_side(block))
            .and_then(|block| i32::try_from(block).ok())
            .unwrap_or(-1)
    }
}
