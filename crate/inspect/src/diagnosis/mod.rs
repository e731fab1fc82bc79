//! Diagnosis of a block that fails or contradicts RFC 9113 §8.3: decodes it and
//! the blocks around it again under one change at a time, and reports the
//! changes after which they make sense, best first. Reports nothing if no change
//! fits, if nothing is wrong, and nothing that what is known of the connection
//! rules out.
//!
//! `hypotheses` proposes [`change`]s; `plan` turns each into edits per block;
//! `outcome` decodes the edited blocks on a fork of the table; `fields`, `kind`
//! and `profile` judge the result; `search` and `weights` select changes;
//! `describe` formats them; `apply` creates the changed session.

mod apply;
pub mod change;
mod describe;
mod fields;
mod frames;
mod hypotheses;
mod kind;
mod outcome;
mod plan;
mod profile;
mod ruled_out;
mod search;
mod weights;

use http2::validity::Context;
use input::Sender;
use serde::Serialize;

pub use apply::{Changed, RemovedBlock};
pub use change::{Cause, Change, KeptParts, Leftover, Part};

use crate::Session;
use describe::diagnosis;
use kind::head_of;
use search::{BUDGET, Found, Search};

/// Changes reported for a block.
const MAX_REPORTED: usize = 3;

/// Blocks of a direction whose kinds are counted.
const MAX_BLOCKS: usize = 20_000;

/// Blocks of a direction that are examined in detail.
const MAX_SUSPECTS: usize = 12;

/// Remaining effort for diagnosing all sessions, in decoded bytes.
#[derive(Debug)]
pub struct Effort(usize);

impl Effort {
    /// Effort for sessions with this many bytes of header blocks: once their
    /// size, plus four blocks examined in detail.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Self(bytes.saturating_add(4 * BUDGET))
    }

    /// Whether the effort is exhausted.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// A likely cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// Block that shows the cause.
    pub block: u32,
    /// Kind of the cause.
    pub cause: Cause,
    /// Change that undoes it; opaque to the page.
    #[cfg_attr(feature = "typescript", ts(type = "string | Record<string, unknown>"))]
    pub change: Change,
    /// The change, as a sentence.
    pub what: String,
    /// Why it fits, as a sentence.
    pub why: String,
    /// Number of following blocks of the direction that were examined.
    pub following: u32,
    /// Number of these that are well-formed without the change.
    pub well_formed_before: u32,
    /// Number of these that are well-formed with the change.
    pub well_formed_after: u32,
}

impl Session {
    /// Returns likely causes why `block` fails or makes no sense, best first;
    /// empty if it makes sense or no change explains it.
    pub fn diagnose(&self, block: usize) -> Vec<Diagnosis> {
        let number = u32::try_from(block).unwrap_or(u32::MAX);
        if !is_any_wrong(self) || sides_are_swapped(self) {
            return Vec::new();
        }
        let mut found = find_changes(self, number, &mut Effort(usize::MAX));
        let best = found.first().map_or(0.0, |found| found.score);
        found.retain(|found| found.score > best - weights::NEAR);
        let found = found.iter().take(MAX_REPORTED);
        found.map(|found| diagnosis(self, found)).collect()
    }

    /// Returns likely causes of wrong blocks in the session: the best of each
    /// direction, best first.
    pub fn causes(&self) -> Vec<Diagnosis> {
        self.causes_within(&mut Effort(usize::MAX))
    }

    /// Like [`causes`](Self::causes), with a limit on the effort.
    pub fn causes_within(&self, effort: &mut Effort) -> Vec<Diagnosis> {
        if effort.is_spent() || !is_any_wrong(self) {
            return Vec::new();
        }
        if sides_are_swapped(self) {
            return vec![diagnosis(self, &Found::new(0, Change::SwappedSides))];
        }
        let directions = 0..self.directions().len();
        let found = directions.filter_map(|direction| best_change(self, direction, effort));
        let mut found: Vec<Found> = found.collect();
        // A block marked as the other side's also appears to be missing.
        let is = |found: &Found, cause| found.change.cause() == cause;
        let mut all = found.iter();
        let moved = all.any(|found| is(found, Cause::OtherDirection));
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.sort_by_key(|found| moved && is(found, Cause::MissedBlock));
        found.iter().map(|found| diagnosis(self, found)).collect()
    }
}

/// Whether anything needs a cause: a block that fails, or one whose
/// pseudo-header fields contradict RFC 9113 §8.3.
fn is_any_wrong(session: &Session) -> bool {
    (0..session.blocks().len()).any(|block| session.is_wrong(block))
}

/// Changes that fit `block`: the best of each cause, best first.
fn find_changes(session: &Session, block: u32, effort: &mut Effort) -> Vec<Found> {
    if effort.is_spent() {
        return Vec::new();
    }
    let Some(mut search) = Search::new(session, block, effort.0.min(BUDGET)) else {
        return Vec::new();
    };
    hypotheses::try_all(&mut search);
    input::work::add(search.spent);
    effort.0 = effort.0.saturating_sub(search.spent);
    search.best()
}

/// Change that best explains the wrong blocks of a direction.
fn best_change(session: &Session, direction: usize, effort: &mut Effort) -> Option<Found> {
    if effort.is_spent() {
        return None;
    }
    let mut best: Option<Found> = None;
    for block in suspects(session, direction) {
        for found in find_changes(session, block, effort).into_iter().take(1) {
            if best.as_ref().is_none_or(|best| found.score > best.score) {
                best = Some(found);
            }
        }
        let complete = |best: &Found| best.trial.after == best.trial.following;
        let enough = |best: &Found| complete(best) && best.score >= weights::ENOUGH;
        if best.as_ref().is_some_and(enough) {
            break;
        }
    }
    best
}

/// The first blocks of a direction that need a cause.
fn suspects(session: &Session, direction: usize) -> impl Iterator<Item = u32> {
    let blocks = session.directions()[direction].blocks.iter().copied();
    blocks
        .filter(|&block| session.is_wrong(block as usize))
        .take(MAX_SUSPECTS)
}

/// Whether the sides are swapped: the client's blocks contain responses and the
/// server's do not. A server may promise requests, but responds to each.
fn sides_are_swapped(session: &Session) -> bool {
    let count = |sender: Sender, wanted: Context| {
        let directions = session.directions().iter();
        let directions = directions.filter(|direction| direction.sender == sender);
        let blocks = directions.flat_map(|direction| direction.blocks.iter().take(MAX_BLOCKS));
        let unframed = blocks.filter(|&&block| session.blocks()[block as usize].framed.is_none());
        let heads = unframed.filter_map(|&block| head_of(session, block));
        heads.filter(|&head| head == wanted).count()
    };
    let responses = count(Sender::Client, Context::Response);
    count(Sender::Server, Context::Response) == 0
        && count(Sender::Client, Context::Request) <= responses
        && (responses > 0 || count(Sender::Server, Context::Request) > 1)
}
