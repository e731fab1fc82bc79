//! Trying changes on the blocks around one, and what speaks for each.

use std::collections::{BTreeMap, HashMap};

use hpack::DecodeErrorKind;

use super::{
    change::{Cause, Change, Leftover},
    kind::{NEAR, head_of, is_foreign, is_only_headless, near, other_sender, stands_out},
    outcome::{Outcome, run},
    plan::Plan,
    profile::Profile,
    weights::{self, BROKEN, SUSPICIOUS, Weight},
};
use crate::Session;

/// The most that is decoded for one block, bytes: what keeps an answer within
/// a fifth of a second.
pub(super) const BUDGET: usize = 3 << 20;

/// A change that fits.
#[derive(Clone)]
pub(super) struct Found {
    /// The block in which it shows.
    pub(super) block: u32,
    pub(super) change: Change,
    /// What it gains less what it costs, in blocks.
    pub(super) score: f32,
    pub(super) trial: Trial,
    pub(super) weight: Weight,
}

impl Found {
    pub(super) fn new(block: u32, change: Change) -> Self {
        Self {
            block,
            change,
            score: 0.0,
            trial: Trial::default(),
            weight: Weight(0.0, 0.0, 0),
        }
    }
}

/// What a change makes of the blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trial {
    /// Surprise that it takes from the blocks, in blocks.
    gain: f32,
    /// Blocks after the one in question, and how many of them make sense
    /// without the change and with it.
    pub(super) following: u32,
    pub(super) before: u32,
    pub(super) after: u32,
    /// Blocks that made no sense and now do.
    improved: u32,
    /// Other fields in these that the dynamic table gives.
    support: u32,
    /// Fields in these that are unknown.
    pub(super) unknown: u32,
    /// How surprising the block in question is, and how much like those before it.
    surprise: f32,
    likeness: f32,
    /// Whether any field differs, and whether one from the dynamic table does.
    differs: bool,
    pub(super) moved: bool,
    /// Whether what was changed was itself decoded with the change.
    pub(super) judged: bool,
}

/// A block that makes no sense, and what is around it.
pub(super) struct Search<'s> {
    pub(super) session: &'s Session,
    /// Number of the block in the session, of its direction, and in that.
    pub(super) block: u32,
    pub(super) direction: usize,
    pub(super) number: usize,
    pub(super) fault: Option<DecodeErrorKind>,
    /// The direction's blocks around it, and its place among them.
    pub(super) around: Vec<u32>,
    pub(super) here: usize,
    /// What each block decodes to without a change, and for each direction
    /// what its blocks usually look like.
    base: BTreeMap<u32, Outcome>,
    profiles: Vec<Profile>,
    /// What was decoded and what may be, bytes.
    pub(super) spent: usize,
    budget: usize,
    /// What the blocks after this one gain if this one alone is damaged.
    damaged: f32,
    found: Vec<Found>,
}

impl<'s> Search<'s> {
    /// `None` if the block makes sense as it is.
    pub(super) fn new(session: &'s Session, block: u32, budget: usize) -> Option<Self> {
        let record = session.blocks().get(block as usize)?;
        let (direction, number) = (record.direction as usize, record.number as usize);
        let fault = record.fault.map(|fault| fault.kind);
        let own = &session.directions()[direction].blocks;
        let from = number.saturating_sub(NEAR);
        let around = own[from..own.len().min(number + 1 + NEAR)].to_vec();
        let mut search = Self {
            profiles: vec![Profile::default(); session.directions().len()],
            session,
            block,
            direction,
            number,
            fault,
            around,
            here: number - from,
            base: BTreeMap::new(),
            spent: 0,
            budget,
            damaged: 0.0,
            found: Vec::new(),
        };
        search.learn(direction);
        let profile = &search.profiles[direction];
        let own = search.base.get(&block);
        let strange = own.is_some_and(|own| profile.is_strange(own));
        // A block that can be decoded is strange only beside others.
        if fault.is_none() && profile.is_empty() || !strange && !stands_out(search.session, block) {
            return None;
        }
        for other in (0..search.profiles.len()).filter(|&other| other != direction) {
            search.learn(other);
        }
        let next = search.around.get(search.here + 1);
        if let Some(&before) = next.filter(|_| fault.is_some()) {
            for entries in 0..=weights::FEW {
                let trial = search.replay(&Change::MissedBlock { before, entries });
                search.damaged = trial.map_or(0.0, |trial| trial.gain).max(search.damaged);
            }
        }
        Some(search)
    }

    /// Decodes what is around the block in `direction` as it is.
    fn learn(&mut self, direction: usize) {
        let range = (self.around[0], self.around[self.around.len() - 1] + 1);
        let mut seen = Vec::new();
        let plan = Plan::default();
        self.spent += run(self.session, direction, &plan, range, |outcome, _| {
            seen.push(outcome);
            true
        });
        let mut profile = Profile::of(self.session, direction);
        let usual = |own: &&Outcome| own.makes_sense() && !is_foreign(self.session, own.block);
        let before = seen.iter().filter(|own| own.block < self.block);
        before.filter(usual).for_each(|own| profile.learn(own));
        if profile.is_empty() {
            seen.iter().filter(usual).for_each(|own| profile.learn(own));
        }
        self.profiles[direction] = profile;
        let seen = seen.into_iter().map(|outcome| (outcome.block, outcome));
        self.base.extend(seen);
    }

    /// The direction that `block` may belong to instead.
    pub(super) fn other(&self, block: u32) -> Option<usize> {
        let sender = other_sender(self.session, block);
        let mut directions = self.session.directions().iter();
        directions.position(|direction| direction.sender == sender)
    }

    fn home(&self, block: u32) -> usize {
        self.session.blocks()[block as usize].direction as usize
    }

    /// Whether `block` makes sense as it is, as far as that was looked at.
    pub(super) fn makes_sense(&self, block: u32) -> bool {
        self.base.get(&block).is_none_or(Outcome::makes_sense)
    }

    /// Whether `block` inserts entries, as far as that was looked at.
    pub(super) fn inserts(&self, block: u32) -> bool {
        self.base.get(&block).is_none_or(|own| own.inserted > 0)
    }

    /// What the blocks before this one decode to.
    pub(super) fn before(&self) -> impl Iterator<Item = &Outcome> {
        let before = self.around[..self.here].iter();
        before.filter_map(|block| self.base.get(block))
    }

    /// How much `block`, as it is, is like those before this one.
    pub(super) fn likeness(&self, block: u32) -> f32 {
        let own = self.base.get(&block);
        own.map_or(0.0, |own| self.profiles[self.direction].likeness(own))
    }

    /// What was found, the best of each cause, the best first.
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

    /// Decodes with `change` and keeps it if it fits; `None` if blocks make no
    /// sense with it.
    pub(super) fn attempt(&mut self, change: Change, weight: Weight) -> Option<Trial> {
        let trial = self.replay(&change)?;
        let Weight(cost, ..) = weight;
        let score = trial.gain - cost - self.further_cost(&change, &trial);
        if score >= weights::CERTAIN && self.is_certain(&change, &trial, weight) {
            let mut found = Found::new(self.block, change);
            (found.score, found.trial, found.weight) = (score, trial, weight);
            self.found.push(found);
        }
        Some(trial)
    }

    /// Decodes with `change`; `None` if blocks make no sense with it.
    fn replay(&mut self, change: &Change) -> Option<Trial> {
        if self.spent > self.budget {
            return None;
        }
        let plan = Plan::of(self.session, change)?;
        let mut trial = Trial::default();
        let mut directions = vec![self.direction];
        match *change {
            Change::OtherDirection { block } => {
                if let Some(other) = self.other(block) {
                    directions = vec![self.home(block), other];
                    trial.judged = true;
                } else if is_foreign(self.session, block) || !self.makes_sense(block) {
                    // Nothing is known of the other side: it fits there.
                    let surprise = |own| self.profiles[self.direction].surprise(own);
                    trial.gain += self.base.get(&block).map_or(0.0, surprise) / BROKEN;
                }
            }
            // No encoder repeats bytes that mean something else the second time.
            Change::DecodedTwice { block, first }
                if !alike(self.base.get(&block), self.base.get(&first)) =>
            {
                trial.gain += weights::AGAIN;
            }
            _ => {}
        }
        let first = plan.start.map_or(plan.first, |_| self.around[0]);
        let range = (first, *self.around.last()? + 1);
        let (base, meant) = (&self.base, self.block);
        // How surprising each block is, for those that become part of it.
        let mut joined = HashMap::new();
        for direction in directions {
            let profile = &self.profiles[direction];
            let mut possible = true;
            self.spent += run(self.session, direction, &plan, range, |now, step| {
                let was = base.get(&now.block);
                let replaced = step.edit.instead.unwrap_or(now.block);
                trial.differs |= !match now.gone {
                    Some(with) => alike(was, base.get(&with)),
                    None => alike(base.get(&replaced), Some(&now)),
                };
                // One that was moved was surprising where it came from.
                let home = &self.profiles[step.record.direction as usize];
                possible = trial.add(meant, was, (home, profile), &now, &mut joined);
                possible
            });
            if !possible {
                return None;
            }
        }
        Some(trial)
    }

    /// How unlikely a change is beyond its kind, in blocks.
    fn further_cost(&self, change: &Change, trial: &Trial) -> f32 {
        let record = |block: u32| &self.session.blocks()[block as usize];
        let cut = |&block: &u32| record(block).fault.is_some_and(|fault| is_cut(fault.kind));
        match *change {
            // A frame is full within a field rather than between two.
            Change::Continuation { ref blocks } if !blocks.iter().any(cut) => 0.8,
            // Blocks change places with their neighbours.
            Change::OutOfOrder { blocks: (a, b) } => {
                0.1 * record(b).number.abs_diff(record(a).number + 1) as f32
            }
            // What a block inserted is usually referred to later.
            Change::MissedBlock { entries, .. } if trial.unknown == 0 => 0.1 + each(entries),
            Change::MissedBlock { entries, .. } => each(entries),
            Change::ContinuationMissing { entries, .. } => each(entries),
            Change::SizeUpdate { .. } => 0.01,
            _ => 0.0,
        }
    }

    /// Whether enough speaks for `change`: bytes that were damaged at random
    /// should not be explained.
    fn is_certain(&self, change: &Change, trial: &Trial, weight: Weight) -> bool {
        let (improved, support, unknown) = (trial.improved, trial.support, trial.unknown);
        let witnesses = 2 * improved + support;
        let broken = !self.makes_sense(self.block);
        let of_frame = matches!(change, Change::Padding { .. } | Change::FrameHeader { .. });
        let is_head = |block: u32| head_of(self.session, block).is_some();
        // A block that shows one rule by itself tells only of its frame.
        let alone = !of_frame && !near(self.session, self.block).any(is_head);
        let Weight(_, likeness, needed) = weight;
        if trial.likeness < likeness || witnesses < needed || alone {
            return false;
        }
        // Where no field differs, nothing was wrong.
        let same = !broken && !trial.differs;
        match *change {
            Change::OtherDirection { block } => {
                let foreign = is_foreign(self.session, block);
                let native = is_head(block) && !foreign;
                let enough = if block != self.block {
                    // A request among requests is where it belongs.
                    support >= 1 && (self.home(block) != self.direction || !native)
                } else if trial.judged {
                    let likely = trial.surprise < SUSPICIOUS && trial.likeness >= 0.5;
                    support >= 1 || !native && likely
                } else {
                    // Among requests a response is the other side's, and among
                    // responses a request, unless it was promised.
                    let odd = self.fault.is_none() && is_only_headless(self.session, block);
                    foreign || broken && odd || !is_head(block) && witnesses >= 4
                };
                enough && (foreign || !same)
            }
            _ if same => false,
            Change::Padding {
                what: Leftover::PadLength,
                ..
            } => trial.likeness >= 0.3,
            Change::OutOfOrder { .. } => {
                trial.after == trial.following && (improved >= 1 || broken)
            }
            Change::MissedBlock { before, entries } => {
                // If this block itself is damaged, those after it lack what it
                // inserted, and nothing else. Many entries of which nearly none
                // is referred to explain one large index, and nothing else.
                let damaged = before <= self.block && trial.gain < self.damaged;
                let referred = unknown >= 3 || unknown != 1 && (support + unknown) * 2 >= entries;
                // Whether nothing was ever inserted before this block.
                let first = self.here == self.number && self.before().all(|own| own.inserted == 0);
                !damaged
                    && (referred || entries <= weights::FEW)
                    && (improved >= 3
                        || unknown >= 3 && trial.gain >= 0.5
                        || support >= 1 && (support > unknown || improved >= 2)
                        || first && unknown >= 2)
            }
            _ => true,
        }
    }
}

impl Trial {
    /// Adds the outcome of the next block; whether the change can go on so.
    fn add(
        &mut self,
        meant: u32,
        was: Option<&Outcome>,
        (before, profile): (&Profile, &Profile),
        now: &Outcome,
        joined: &mut HashMap<u32, f32>,
    ) -> bool {
        // A block that came from the other direction made no sense there; one
        // from before what is looked at made sense, or was reported then.
        let sense_before = was.map_or(now.block != meant, Outcome::makes_sense);
        if !now.makes_sense() && (sense_before || now.block == meant) {
            return false;
        }
        let Some(was) = was else {
            return true;
        };
        if profile.is_suspicious(now) && !before.is_suspicious(was) {
            return false;
        }
        let old = before.surprise(was);
        let with = now.gone.and_then(|with| joined.get(&with).copied());
        let new = with.unwrap_or_else(|| profile.surprise(now));
        joined.insert(now.block, new);
        self.gain += (old - new) / BROKEN;
        let fields = now.fields.iter().enumerate();
        let other = fields.filter(|&(i, field)| field.dynamic && was.fields.get(i) != Some(field));
        let support = other.count() as u32;
        self.moved |= support > 0;
        let relieved = !sense_before || old >= new + SUSPICIOUS;
        if relieved && now.gone.is_none() && now.makes_sense() {
            self.improved += 1;
            self.unknown += now.unknown;
            self.support += support;
        }
        if now.block == meant {
            self.surprise = new;
            self.likeness = profile.likeness(now);
        }
        if now.block > meant {
            self.following += 1;
            self.before += u32::from(sense_before);
            self.after += u32::from(now.makes_sense());
        }
        true
    }
}

/// What entries cost that a block is taken to have inserted.
fn each(entries: u32) -> f32 {
    0.002 * entries as f32
}

/// Whether two decodings of a block give the same fields.
fn alike(one: Option<&Outcome>, other: Option<&Outcome>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    fn texts(own: &Outcome) -> impl Iterator<Item = (u32, u32)> {
        own.fields.iter().map(|field| (field.name, field.value))
    }
    one.makes_sense() == other.makes_sense() && texts(one).eq(texts(other))
}

/// Whether a block ends too early.
pub(super) fn is_cut(kind: DecodeErrorKind) -> bool {
    use DecodeErrorKind::{Truncated, TruncatedInteger, TruncatedString};
    matches!(kind, Truncated | TruncatedInteger | TruncatedString { .. })
}
