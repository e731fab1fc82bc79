//! “Why does this look wrong?”: a block that fails, or decodes to nonsense, is
//! decoded again under one change at a time, and so are the blocks that follow
//! it. The changes after which they are well-formed are told, the best first.
//! Where nothing fits, nothing is said.
//!
//! - [`change`]: the changes, as values that can be applied
//! - `causes`: which changes are tried for each cause
//! - `search`: trying them, what speaks for each, and the ranking
//! - `head`: what blocks are the heads of, and which stand out among others
//! - `plausibility`: whether fields make sense together
//! - `profile`: what the blocks of a direction usually look like
//! - `plan`: what a change means, block by block
//! - `replay`: decoding blocks again, under a plan
//! - `outcome`: what comes of decoding one block again
//! - `trial`: a replay of a stretch of a direction
//! - `overall`: looking through a whole session
//! - `apply`: a session decoded with a change
//! - `describe`: sentences

mod apply;
mod causes;
pub mod change;
mod describe;
mod head;
mod outcome;
mod overall;
mod plan;
mod plausibility;
mod profile;
mod replay;
mod search;
mod trial;

use serde::Serialize;

pub use apply::{Changed, Gone};
pub use change::{Cause, Change, Indices, KeptParts, Leftover, Part};

use crate::Session;
use search::{BUDGET, Found, Search};

/// From here on a block is looked at more closely: one thing that breaks a
/// rule, or that no encoder writes.
const SUSPICIOUS: f32 = 1.0;

/// Changes that are told at most.
const TOLD: usize = 3;

/// A change that fits is told beside a better one if it explains nearly as
/// much, in blocks.
const NEAR: f32 = 1.0;

/// What looking for the causes of several sessions may cost beside one octet
/// for each of their header blocks: as much as that many blocks.
const BLOCKS: usize = 4;

/// What looking for causes may still cost, over all that is looked at: octets
/// that are decoded.
#[derive(Debug)]
pub struct Effort(usize);

impl Effort {
    /// For one session, whose size bounds it.
    const fn of_one() -> Self {
        Self(usize::MAX)
    }

    /// For sessions whose header blocks have that many octets together.
    #[must_use]
    pub fn of(octets: usize) -> Self {
        Self(octets.saturating_add(BLOCKS * BUDGET))
    }

    /// Whether nothing more is looked at.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// The block in which it shows.
    pub block: u32,
    /// What it is about.
    pub cause: Cause,
    /// What to apply: only the core looks into it.
    #[cfg_attr(feature = "typescript", ts(type = "string | Record<string, unknown>"))]
    pub change: Change,
    /// What would change, as a sentence.
    pub what: String,
    /// Why it fits, as a sentence.
    pub why: String,
    /// Blocks of the same direction that follow and were looked at.
    pub following: u32,
    /// How many of them are well-formed as it is.
    pub well_formed_before: u32,
    /// How many of them are well-formed with the change.
    pub well_formed_after: u32,
}

impl Session {
    /// What may be the cause that `block` fails or makes no sense, the most
    /// likely first; nothing for a block that is well-formed, and nothing
    /// where nothing fits. Nothing of the session changes: tables are forked.
    pub fn diagnose(&mut self, block: usize) -> Vec<Diagnosis> {
        let Ok(number) = u32::try_from(block) else {
            return Vec::new();
        };
        if overall::swapped(self) {
            return Vec::new();
        }
        let found = find(self, number, &mut Effort::of_one());
        let best = found.first().map_or(0.0, |found| found.score);
        found
            .into_iter()
            .filter(|found| found.score > best - NEAR)
            .take(TOLD)
            .map(|found| describe::diagnosis(self, block, found))
            .collect()
    }
}

/// What fits, the best of each cause, the best first.
fn find(session: &mut Session, block: u32, effort: &mut Effort) -> Vec<Found> {
    if effort.is_spent() {
        return Vec::new();
    }
    let Some(mut search) = Search::new(session, block, effort.0.min(BUDGET)) else {
        return Vec::new();
    };
    causes::all(&mut search);
    input::work::add(search.spent);
    effort.0 = effort.0.saturating_sub(search.spent);
    search.finish()
}
