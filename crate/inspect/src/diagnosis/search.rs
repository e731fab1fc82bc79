//! Tries changes on the blocks around one, and weighs the evidence.

use std::collections::{BTreeMap, HashMap};

use hpack::DecodeErrorKind;

use super::{
    change::{Cause, Change},
    kind::{NEAR, head_of, is_foreign, near, other_sender},
    outcome::{Outcome, Wrong, run},
    plan::Plan,
    profile::Profile,
    ruled_out::is_ruled_out,
    weights::{self, BROKEN, SUSPICIOUS, Weight},
};
use crate::{Session, facts::Facts};

/// Maximum cost of diagnosing a block, bytes; keeps it within a fifth of a
/// second.
pub(super) const BUDGET: usize = 3 << 20;

#[derive(Clone)]
pub(super) struct Found {
    /// Block that shows the cause.
    pub(super) block: u32,
    pub(super) change: Change,
    /// Gain minus cost, in blocks.
    pub(super) score: f32,
    pub(super) trial: Trial,
}

impl Found {
    pub(super) fn new(block: u32, change: Change) -> Self {
        Self {
            block,
            change,
            score: 0.0,
            trial: Trial::default(),
        }
    }
}

/// Effect of a change on the blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trial {
    /// Surprise removed, in blocks.
    gain: f32,
    /// Number of blocks that no longer fail, or no longer contradict RFC 9113,
    /// with the change.
    mended: u32,
    /// Number of blocks after the target.
    pub(super) following: u32,
    /// How many of them make sense without and with the change.
    pub(super) before: u32,
    pub(super) after: u32,
    /// Number of blocks that only make sense with the change.
    improved: u32,
    /// Number of other fields in these that come from the dynamic table.
    support: u32,
    /// Number of unknown fields in these.
    pub(super) unknown: u32,
    /// Surprise of the target, and its similarity to earlier blocks.
    surprise: f32,
    likeness: f32,
    /// Whether any field differs, and whether one from the dynamic table does.
    differs: bool,
    pub(super) moved: bool,
    /// Whether the moved block itself was decoded with the change.
    pub(super) judged: bool,
}

/// A block that makes no sense, with its neighbours.
pub(super) struct Search<'s> {
    pub(super) session: &'s Session,
    facts: Facts,
    /// Number of the block in the session, its direction, and its number
    /// therein.
    pub(super) block: u32,
    pub(super) direction: usize,
    pub(super) number: usize,
    pub(super) error: Option<DecodeErrorKind>,
    /// Neighbours including the block, and its position among them.
    pub(super) around: Vec<u32>,
    pub(super) position: usize,
    /// Outcomes of blocks without a change, and profiles of the directions.
    base: BTreeMap<u32, Outcome>,
    profiles: Vec<Profile>,
    /// Cost so far and its limit, bytes.
    pub(super) spent: usize,
    budget: usize,
    found: Vec<Found>,
}

impl<'s> Search<'s> {
    /// Returns `None` if nothing is wrong with the block.
    pub(super) fn new(session: &'s Session, block: u32, budget: usize) -> Option<Self> {
        let record = session.blocks().get(block as usize)?;
        if !session.is_wrong(block as usize) {
            return None;
        }
        let (direction, number) = (record.direction as usize, record.number as usize);
        let error = record.error.map(|error| error.kind);
        let blocks = &session.directions()[direction].blocks;
        let from = number.saturating_sub(NEAR);
        let around = blocks[from..blocks.len().min(number + 1 + NEAR)].to_vec();
        let mut search = Self {
            profiles: vec![Profile::default(); session.directions().len()],
            session,
            facts: Facts::of(session, block),
            block,
            direction,
            number,
            error,
            around,
            position: number - from,
            base: BTreeMap::new(),
            spent: 0,
            budget,
            found: Vec::new(),
        };
        search.learn(direction);
        for other in (0..search.profiles.len()).filter(|&other| other != direction) {
            search.learn(other);
        }
        Some(search)
    }

    /// Decodes the neighbours in `direction` without a change.
    fn learn(&mut self, direction: usize) {
        let range = (self.around[0], self.around[self.around.len() - 1] + 1);
        let mut seen = Vec::new();
        let plan = Plan::default();
        self.spent += run(self.session, direction, &plan, range, |outcome, _| {
            seen.push(outcome);
            true
        });
        let mut profile = Profile::default();
        let usual = seen
            .iter()
            .filter(|outcome| outcome.makes_sense && !is_foreign(self.session, outcome.block));
        let before = usual.clone().filter(|outcome| outcome.block < self.block);
        before.for_each(|outcome| profile.learn(outcome));
        if profile.is_empty() {
            usual.for_each(|outcome| profile.learn(outcome));
        }
        self.profiles[direction] = profile;
        let seen = seen.into_iter().map(|outcome| (outcome.block, outcome));
        self.base.extend(seen);
    }

    /// Direction that `block` may belong to instead.
    pub(super) fn other_direction(&self, block: u32) -> Option<usize> {
        let sender = other_sender(self.session, block);
        let mut directions = self.session.directions().iter();
        directions.position(|direction| direction.sender == sender)
    }

    fn direction_of(&self, block: u32) -> usize {
        self.session.blocks()[block as usize].direction as usize
    }

    /// Whether `block` makes sense without a change; true if not examined.
    pub(super) fn makes_sense(&self, block: u32) -> bool {
        self.base
            .get(&block)
            .is_none_or(|outcome| outcome.makes_sense)
    }

    /// Whether `block` inserts entries; true if not examined.
    pub(super) fn inserts(&self, block: u32) -> bool {
        self.base
            .get(&block)
            .is_none_or(|outcome| outcome.inserted > 0)
    }

    /// Outcomes of the blocks before this one.
    pub(super) fn before(&self) -> impl Iterator<Item = &Outcome> {
        let before = self.around[..self.position].iter();
        before.filter_map(|block| self.base.get(block))
    }

    /// Changes that fit: the best of each cause, best first.
    pub(super) fn best(&self) -> Vec<Found> {
        let mut best: Vec<Found> = Vec::new();
        let mut found = self.found.clone();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        for found in found {
            let cause = |found: &Found| -> Cause { found.change.cause() };
            if best.iter().all(|better| cause(better) != cause(&found)) {
                best.push(found);
            }
        }
        best
    }

    /// Tries `change` and keeps it if it fits; `None` if blocks make no sense
    /// with it.
    pub(super) fn attempt(&mut self, change: &Change, weight: Weight) -> Option<Trial> {
        let trial = self.replay(change)?;
        let Weight(cost, ..) = weight;
        let score = trial.gain - cost - self.extra_cost(change, &trial);
        if score >= weights::CERTAIN && self.is_certain(change, &trial, weight) {
            let mut found = Found::new(self.block, change.clone());
            (found.score, found.trial) = (score, trial);
            self.found.push(found);
        }
        Some(trial)
    }

    /// Decodes with `change`; `None` if blocks make no sense with it.
    fn replay(&mut self, change: &Change) -> Option<Trial> {
        if self.spent > self.budget || is_ruled_out(change.cause(), self.facts) {
            return None;
        }
        let plan = Plan::of(self.session, change)?;
        let mut trial = Trial::default();
        let mut directions = vec![self.direction];
        match *change {
            Change::OtherDirection { block } => {
                if let Some(other) = self.other_direction(block) {
                    directions = vec![self.direction_of(block), other];
                    trial.judged = true;
                } else if is_foreign(self.session, block) || !self.makes_sense(block) {
                    // The other side is unknown, so the block fits there.
                    if let Some(was) = self.base.get(&block) {
                        trial.gain += self.profiles[self.direction].surprise(was) / BROKEN;
                        trial.mended += u32::from(was.wrong > Wrong::Nothing);
                    }
                }
            }
            // No encoder repeats bytes with another meaning.
            Change::DecodedTwice { block, first }
                if !have_same_fields(self.base.get(&block), self.base.get(&first)) =>
            {
                trial.gain += weights::AGAIN;
            }
            _ => {}
        }
        let first = plan.start.map_or(plan.first, |_| self.around[0]);
        let range = (first, *self.around.last()? + 1);
        let (base, target) = (&self.base, self.block);
        // Surprise of each block, for blocks that are joined to it.
        let mut joined = HashMap::new();
        for direction in directions {
            let profile = &self.profiles[direction];
            let mut possible = true;
            self.spent += run(self.session, direction, &plan, range, |now, step| {
                let was = base.get(&now.block);
                let replaced = step.edit.replacement.unwrap_or(now.block);
                trial.differs |= !match now.gone {
                    Some(with) => have_same_fields(was, base.get(&with)),
                    None => have_same_fields(base.get(&replaced), Some(&now)),
                };
                // A moved block was surprising where it came from.
                let home = &self.profiles[step.record.direction as usize];
                possible = trial.add(target, was, (home, profile), &now, &mut joined);
                possible
            });
            if !possible {
                return None;
            }
        }
        Some(trial)
    }

    /// Cost of a change beyond its kind, in blocks.
    fn extra_cost(&self, change: &Change, trial: &Trial) -> f32 {
        let record = |block: u32| &self.session.blocks()[block as usize];
        let mut later = self.around[self.position + 1..].iter().copied();
        match *change {
            // Inserted entries are usually referred to later.
            Change::MissedBlock { entries, .. } if trial.unknown == 0 => 0.1 + each(entries),
            Change::MissedBlock { entries, .. } => each(entries),
            Change::ContinuationMissing { entries, .. } => each(entries),
            Change::SizeUpdate { .. } => 0.01,
            // Where the limit becomes this one later, the block came early.
            Change::TableSize { size, .. }
                if matches!(self.error, Some(DecodeErrorKind::SizeUpdateTooLarge { .. }))
                    && later.any(|later| record(later).limit_changes.contains(&size)) =>
            {
                0.1
            }
            _ => 0.0,
        }
    }

    /// Whether the evidence for `change` suffices: randomly damaged bytes must
    /// not be explained.
    fn is_certain(&self, change: &Change, trial: &Trial, weight: Weight) -> bool {
        let (improved, support, unknown) = (trial.improved, trial.support, trial.unknown);
        let witnesses = 2 * improved + support;
        let broken = !self.makes_sense(self.block);
        let of_frame = matches!(change, Change::Padding { .. } | Change::FrameHeader { .. });
        let is_head = |block: u32| head_of(self.session, block).is_some();
        // Without a neighbour that begins a message, the blocks only prove what
        // their frames contained.
        let alone = !of_frame && !near(self.session, self.block).any(is_head);
        let Weight(_, needed) = weight;
        // Without a failure or a contradiction, nothing needs a cause.
        if trial.mended == 0 || witnesses < needed || alone {
            return false;
        }
        // Nothing was wrong if no field differs.
        let same = !broken && !trial.differs;
        match *change {
            Change::OtherDirection { block } => {
                let foreign = is_foreign(self.session, block);
                let native = is_head(block) && !foreign;
                let enough = if block != self.block {
                    // A request among requests is in its place.
                    support >= 1 && (self.direction_of(block) != self.direction || !native)
                } else if trial.judged {
                    let likely = trial.surprise < SUSPICIOUS && trial.likeness >= 0.5;
                    support >= 1 || !native && likely
                } else {
                    // A response among requests is the other side's, and so is
                    // a request among responses, unless promised.
                    foreign || !is_head(block) && witnesses >= 4
                };
                enough && (foreign || !same)
            }
            _ if same => false,
            Change::OutOfOrder { .. } => {
                trial.after == trial.following && (improved >= 1 || broken)
            }
            Change::MissedBlock { entries, .. } => {
                // Many missing entries with hardly any references only explain
                // one large index.
                let referred = unknown >= 3 || unknown != 1 && (support + unknown) * 2 >= entries;
                referred || entries <= weights::FEW
            }
            _ => true,
        }
    }
}

impl Trial {
    /// Adds the next outcome. Returns whether the change is still possible.
    fn add(
        &mut self,
        target: u32,
        was: Option<&Outcome>,
        (before, profile): (&Profile, &Profile),
        now: &Outcome,
        joined: &mut HashMap<u32, f32>,
    ) -> bool {
        // A block from the other direction made no sense there; one that was
        // not examined made sense or was reported before.
        let sense_before = was.map_or(now.block != target, |outcome| outcome.makes_sense);
        if !now.makes_sense && (sense_before || now.block == target) {
            return false;
        }
        let Some(was) = was else {
            return true;
        };
        let old = before.surprise(was);
        let with = now.gone.and_then(|with| joined.get(&with).copied());
        let new = with.unwrap_or_else(|| profile.surprise(now));
        joined.insert(now.block, new);
        self.gain += (old - new) / BROKEN;
        self.mended += u32::from(now.wrong < was.wrong);
        let fields = now.fields.iter().enumerate();
        let other = fields.filter(|&(i, field)| field.dynamic && was.fields.get(i) != Some(field));
        let support = other.count() as u32;
        self.moved |= support > 0;
        let relieved = !sense_before || old >= new + SUSPICIOUS;
        if relieved && now.gone.is_none() && now.makes_sense {
            self.improved += 1;
            self.unknown += now.unknown;
            self.support += support;
        }
        if now.block == target {
            self.surprise = new;
            self.likeness = profile.likeness(now);
        }
        if now.block > target {
            self.following += 1;
            self.before += u32::from(sense_before);
            self.after += u32::from(now.makes_sense);
        }
        true
    }
}

/// Cost of assumed insertions.
fn each(entries: u32) -> f32 {
    0.002 * entries as f32
}

fn have_same_fields(one: Option<&Outcome>, other: Option<&Outcome>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    fn texts(outcome: &Outcome) -> impl Iterator<Item = (u32, u32)> {
        outcome.fields.iter().map(|field| (field.name, field.value))
    }
    one.makes_sense == other.makes_sense && texts(one).eq(texts(other))
}
