//! “Why does this look wrong?”: a block that fails, or decodes to nonsense, is
//! decoded again under one change at a time, together with the blocks around
//! it. The changes after which they make sense are reported, the best first.
//! If no change fits, nothing is.
//!
//! `hypotheses` proposes [`change`]s; `plan` says what each means, block by
//! block; `outcome` decodes blocks by it on a fork of the table; `fields`,
//! `kind` and `profile` judge the result; `search` and `weights` decide what is
//! kept; `describe` puts it into words; `apply` makes a session of it.

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
mod search;
mod weights;

use hpack::structure::{Representation, representation_at};
use input::Sender;
use serde::Serialize;

pub use apply::{Changed, Gone};
pub use change::{Cause, Change, Indices, KeptParts, Leftover, Part};

use crate::Session;
use describe::diagnosis;
use fields::Head;
use kind::{head_of, stands_out};
use search::{BUDGET, Found, Search};

/// The representations of a block, up to a fault.
fn representations(bytes: &[u8]) -> impl Iterator<Item = Representation> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = (at < bytes.len()).then(|| representation_at(bytes, at).ok())??;
        at = found.range.end;
        Some(found)
    })
}

/// The most changes that are reported for a block.
const REPORTED: usize = 3;

/// Blocks of a direction that are searched for strange ones, and how much of
/// them is decoded, bytes.
const LOOKED_AT: usize = 20_000;
const LOOKED_AT_BYTES: usize = 16 << 20;

/// Strange blocks of a direction that are looked at closely.
const SUSPECTS: usize = 12;

/// What looking for causes may still cost in all sessions, in decoded bytes.
#[derive(Debug)]
pub struct Effort(usize);

impl Effort {
    /// For sessions whose header blocks have that many bytes together: as much
    /// as these, and as four blocks that are looked at closely.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Self(bytes.saturating_add(4 * BUDGET))
    }

    /// Whether it is exhausted.
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
    /// How many of them are well-formed without the change.
    pub well_formed_before: u32,
    /// How many of them are well-formed with the change.
    pub well_formed_after: u32,
}

impl Session {
    /// Likely causes why `block` fails or makes no sense, the best first;
    /// empty if it makes sense, or if no change explains it.
    pub fn diagnose(&self, block: usize) -> Vec<Diagnosis> {
        let number = u32::try_from(block).unwrap_or(u32::MAX);
        if sides_are_swapped(self) {
            return Vec::new();
        }
        let mut found = find(self, number, &mut Effort(usize::MAX));
        let best = found.first().map_or(0.0, |found| found.score);
        found.retain(|found| found.score > best - weights::NEAR);
        let found = found.iter().take(REPORTED);
        found.map(|found| diagnosis(self, found)).collect()
    }

    /// Likely causes of what is strange in the session: for each direction the
    /// one that explains most, the best first.
    pub fn causes(&self) -> Vec<Diagnosis> {
        self.causes_within(&mut Effort(usize::MAX))
    }

    /// [`causes`](Self::causes) of one of several sessions.
    pub fn causes_within(&self, effort: &mut Effort) -> Vec<Diagnosis> {
        if sides_are_swapped(self) {
            return vec![diagnosis(self, &Found::new(0, Change::SwappedSides))];
        }
        let directions = 0..self.directions().len();
        let found = directions.filter_map(|direction| best(self, direction, effort));
        let mut found: Vec<Found> = found.collect();
        // A block that is marked as the other side's is missing on its own.
        let is = |found: &Found, cause| found.change.cause() == cause;
        let mut all = found.iter();
        let moved = all.any(|found| is(found, Cause::OtherDirection));
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.sort_by_key(|found| moved && is(found, Cause::MissedBlock));
        // What is strange in one direction may come from the other.
        if let [first, _, ..] = &found[..]
            && let Some(changed) = self.with_change(&first.change)
        {
            let mut rest = found.split_off(1);
            rest.retain(|found| !find(&changed.session, found.block, effort).is_empty());
            found.append(&mut rest);
        }
        found.iter().map(|found| diagnosis(self, found)).collect()
    }
}

/// The changes that fit `block`, the best of each cause, the best first.
fn find(session: &Session, block: u32, effort: &mut Effort) -> Vec<Found> {
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

/// What explains most of what is strange in a direction.
fn best(session: &Session, direction: usize, effort: &mut Effort) -> Option<Found> {
    if effort.is_spent() {
        return None;
    }
    let mut best: Option<Found> = None;
    for block in suspects(session, direction) {
        for found in find(session, block, effort).into_iter().take(1) {
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

/// The first blocks of a direction that are strange.
fn suspects(session: &Session, direction: usize) -> Vec<u32> {
    let own = session.directions()[direction].blocks.iter();
    let own: Vec<u32> = own.take(LOOKED_AT).copied().collect();
    let Some(&last) = own.last() else {
        return Vec::new();
    };
    let mut profile = profile::Profile::of(session, direction);
    let mut suspects = Vec::new();
    let mut spent = 0;
    let plan = plan::Plan::default();
    outcome::run(session, direction, &plan, (0, last + 1), |outcome, _| {
        spent += outcome.spent;
        if profile.is_strange(&outcome) {
            suspects.push(outcome.block);
        }
        if outcome.makes_sense() {
            profile.learn(&outcome);
        }
        suspects.len() < SUSPECTS && spent < LOOKED_AT_BYTES
    });
    let standing_out = own.into_iter().filter(|&block| stands_out(session, block));
    suspects.extend(standing_out.take(SUSPECTS));
    suspects.sort_unstable();
    suspects.dedup();
    suspects
}

/// Whether the sides are swapped: the client's blocks have responses, which
/// only a server sends, and the server's have none. A server may promise
/// requests, but responds to each.
fn sides_are_swapped(session: &Session) -> bool {
    let count = |sender: Sender, wanted: Head| {
        let own = session.directions().iter();
        let own = own.filter(|own| own.sender == sender);
        let blocks = own.flat_map(|own| own.blocks.iter().take(LOOKED_AT));
        let unframed = blocks.filter(|&&block| session.blocks()[block as usize].framed.is_none());
        let heads = unframed.filter_map(|&block| head_of(session, block));
        heads.filter(|&head| head == wanted).count()
    };
    let responses = count(Sender::Client, Head::Response);
    count(Sender::Server, Head::Response) == 0
        && count(Sender::Client, Head::Request) <= responses
        && (responses > 0 || count(Sender::Server, Head::Request) > 1)
}
