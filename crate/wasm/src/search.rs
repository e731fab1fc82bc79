//! What was looked for in a session, and where it stands.

use inspect::{
    assumed::Overlay,
    search::{Match, Query, Texts},
};
use serde::Serialize;

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
