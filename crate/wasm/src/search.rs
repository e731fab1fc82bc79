//! A search in a session and its matches.

use inspect::{
    assumed::Overlay,
    search::{Match, Query, Texts},
};
use serde::Serialize;

/// The last search and its matches.
pub struct Search {
    pub(crate) text: String,
    about: String,
    found: Vec<Match>,
}

/// A match.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Found"))]
pub(crate) struct FoundView<'a> {
    /// The query in words.
    about: &'a str,
    /// Number of matches.
    total: usize,
    /// Number of matches before this one; `null` without a match.
    before: Option<usize>,
    place: Option<Match>,
}

impl Search {
    /// Searches for `text`; `None` if the query is empty. `texts` holds those
    /// of all rows.
    pub(crate) fn new(text: &str, overlay: Overlay<'_>, texts: &Texts) -> Option<Self> {
        let query = Query::parse(text)?;
        let blocks = 0..overlay.session.blocks().len();
        let mut about = query.about();
        if Query::is_too_long(text) {
            about += &format!(" (the first {} alternatives)", Query::ALTERNATIVES);
        }
        Some(Self {
            text: text.to_owned(),
            about,
            found: overlay.search(&query, texts, blocks),
        })
    }

    /// Finds the first match from a row of a block on, the `next` after it, or
    /// the `previous` one, wrapping around.
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

    /// The blocks with matches, in order.
    pub fn blocks(&self) -> Vec<u32> {
        let mut blocks: Vec<u32> = self.found.iter().map(|found| found.block).collect();
        blocks.dedup();
        blocks
    }
}
