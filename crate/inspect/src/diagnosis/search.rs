//! Trying changes, and what speaks for each.

use std::collections::BTreeMap;

use hpack::Fault;

use super::{
    change::{Cause, Change, Indices, Kept, Leftover},
    judge::Profile,
    plan::{Plan, peer},
    trial::{Outcome, Ways, mend, run},
};
use crate::Session;

/// Blocks of a direction that are looked at before the one in question.
pub(super) const BEFORE: usize = 20;

/// Blocks of a direction that are looked at after it.
pub(super) const AFTER: usize = 20;

/// Octets that are decoded at most, sixteen counted beside each block's own:
/// what keeps an answer within a fifth of a second.
const BUDGET: usize = 3 << 20;

/// A change that fits.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) change: Change,
    /// How much better the blocks make sense, in blocks, less what the change
    /// itself is unlikely.
    pub(super) score: f32,
    /// Blocks that follow, and how many of them make sense before and after.
    pub(super) following: u32,
    pub(super) before: u32,
    pub(super) after: u32,
    /// What speaks for it.
    pub(super) evidence: Evidence,
}

/// What speaks for a change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// Blocks that did not make sense and now do.
    pub(super) improved: u32,
    /// Fields of those that the dynamic table gives and gave differently.
    pub(super) support: u32,
    /// Those of them that are not known.
    pub(super) unknown: u32,
    /// Weight of the block in question.
    pub(super) weight: f32,
    /// How much it is like those before it.
    pub(super) likeness: f32,
}

/// A block that does not make sense, and what is around it.
pub(super) struct Search<'s> {
    pub(super) session: &'s mut Session,
    /// Number of the block in the session.
    pub(super) block: u32,
    pub(super) direction: usize,
    /// Its number in its direction.
    pub(super) number: usize,
    pub(super) fault: Option<Fault>,
    /// The session's numbers of the direction's blocks around it.
    pub(super) around: Vec<u32>,
    /// Where it stands among them.
    pub(super) here: usize,
    /// What was made of each of them.
    pub(super) base: BTreeMap<u32, Outcome>,
    profiles: Vec<(usize, Profile)>,
    spent: usize,
    found: Vec<Found>,
}

impl<'s> Search<'s> {
    /// `None` where the block makes sense as it is.
    pub(super) fn new(session: &'s mut Session, block: u32) -> Option<Self> {
        let record = session.blocks().get(block as usize)?;
        let direction = record.direction as usize;
        let number = record.number as usize;
        let fault = record.fault;
        let own = &session.directions()[direction].blocks;
        let from = number.saturating_sub(BEFORE);
        let around = own[from..own.len().min(number + 1 + AFTER)].to_vec();
        let mut search = Self {
            session,
            block,
            direction,
            number,
            fault,
            around,
            here: number - from,
            base: BTreeMap::new(),
            profiles: Vec::new(),
            spent: 0,
            found: Vec::new(),
        };
        search.learn(direction);
        let healthy = search.base.get(&block).is_none_or(Outcome::makes_sense);
        (!healthy).then_some(search)
    }

    /// Decodes what is around the block in `direction` as it is.
    fn learn(&mut self, direction: usize) {
        let (first, last) = (self.around[0], *self.around.last().unwrap_or(&self.block));
        let mut profile = Profile::default();
        let (base, block) = (&mut self.base, self.block);
        self.spent += run(
            self.session,
            direction,
            &Plan::default(),
            first,
            last + 1,
            |outcome| {
                if outcome.block < block && outcome.makes_sense() {
                    profile.learn(&outcome.names);
                }
                base.insert(outcome.block, outcome);
                true
            },
        );
        self.profiles.push((direction, profile));
    }

    /// The direction that the block may belong to instead.
    pub(super) fn other(&mut self) -> usize {
        let sender = peer(self.session.directions()[self.direction].sender);
        let all = self.session.directions();
        let other = all
            .iter()
            .position(|direction| direction.sender == sender)
            .unwrap_or(all.len());
        if !self.profiles.iter().any(|(known, _)| *known == other) {
            self.learn(other);
        }
        other
    }

    pub(super) fn exhausted(&self) -> bool {
        self.spent > BUDGET
    }

    /// The block's octets.
    pub(super) fn octets(&self) -> &[u8] {
        self.session.octets(self.block as usize)
    }

    /// Number in the session of the block so many after it in its direction
    /// (before it, if negative), within what is looked at.
    pub(super) fn neighbour(&self, steps: isize) -> Option<u32> {
        self.around
            .get(self.here.checked_add_signed(steps)?)
            .copied()
    }

    /// The blocks up to `to` of which only parts are to be kept, by `ways`,
    /// once that is so of this one.
    pub(super) fn mend(&mut self, first: &Kept, to: u32, ways: Ways<'_>) -> Vec<Kept> {
        let (kept, spent) = mend(self.session, self.direction, first, to, ways);
        self.spent += spent / 8;
        kept
    }

    /// Decodes with `change` and keeps it where it fits. Answers what was found.
    pub(super) fn attempt(&mut self, change: Change) -> Option<&Found> {
        if self.exhausted() {
            return None;
        }
        let plan = Plan::of(self.session, &change)?;
        let mut directions = vec![self.direction];
        if let Change::OtherDirection { .. } = change {
            directions.push(self.other());
        }
        let last = *self.around.last()?;
        let mut tally = Tally::default();
        for direction in directions {
            let from = match plan.start {
                Some(_) => self.around[0],
                None => plan.first,
            };
            let profile = self
                .profiles
                .iter()
                .find(|(known, _)| *known == direction)
                .map(|(_, profile)| profile);
            let (base, block) = (&self.base, self.block);
            self.spent += run(self.session, direction, &plan, from, last + 1, |outcome| {
                tally.add(block, base.get(&outcome.block), profile, &outcome)
            });
            if tally.refused {
                return None;
            }
        }
        let evidence = tally.evidence;
        if !self.enough(&change, &evidence, &tally) {
            return None;
        }
        let score = tally.gain - self.unlikely(&change, &evidence);
        self.found.push(Found {
            change,
            score,
            following: tally.following,
            before: tally.before,
            after: tally.after,
            evidence,
        });
        self.found.last()
    }

    /// What was found, the best of each cause, the best first.
    pub(super) fn finish(mut self) -> Vec<Found> {
        self.found.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut causes: Vec<Cause> = Vec::new();
        self.found.retain(|found| {
            let new = !causes.contains(&found.change.cause());
            causes.push(found.change.cause());
            new
        });
        self.found
    }
}

/// What comes together over the blocks of one trial.
#[derive(Default)]
struct Tally {
    gain: f32,
    refused: bool,
    following: u32,
    before: u32,
    after: u32,
    evidence: Evidence,
    weights: BTreeMap<u32, f32>,
}

impl Tally {
    /// Takes the outcome of the next block; whether it can go on so.
    fn add(
        &mut self,
        meant: u32,
        base: Option<&Outcome>,
        profile: Option<&Profile>,
        outcome: &Outcome,
    ) -> bool {
        let likeness =
            |outcome: &Outcome| profile.map_or(1.0, |profile| profile.likeness(&outcome.names));
        let weigh =
            |outcome: &Outcome, likeness: f32| outcome.sense.weight() * (0.4 + 0.6 * likeness);
        // A block that came from the other direction made no sense there; one
        // from before what is looked at made sense, or was told of then.
        let sense_before = base.map_or(outcome.block != meant, Outcome::makes_sense);
        if !outcome.makes_sense() && (sense_before || outcome.block == meant) {
            self.refused = true;
            return false;
        }
        let Some(base) = base else {
            return true;
        };
        let alike = likeness(outcome);
        let old = weigh(base, likeness(base));
        let new = match outcome.gone {
            Some(with) => self.weights.get(&with).copied().unwrap_or(old.max(0.6)),
            None => weigh(outcome, alike),
        };
        self.weights.insert(outcome.block, new);
        self.gain += new - old;
        if !sense_before && outcome.gone.is_none() && outcome.makes_sense() {
            self.evidence.improved += 1;
            self.evidence.unknown += outcome.unknown;
            let support = outcome
                .marks
                .iter()
                .enumerate()
                .filter(|(i, mark)| mark.dynamic && base.marks.get(*i) != Some(mark))
                .count();
            self.evidence.support += support as u32;
        }
        if outcome.block == meant {
            self.evidence.weight = new;
            self.evidence.likeness = alike;
        }
        if outcome.block > meant {
            self.following += 1;
            self.before += u32::from(sense_before);
            self.after += u32::from(outcome.makes_sense());
        }
        true
    }
}

impl Search<'_> {
    /// Whether a block before this one, of those looked at, refers to the
    /// dynamic table.
    pub(super) fn referred_before(&self) -> bool {
        self.before().any(|outcome| outcome.references > 0)
    }

    /// Whether nothing was ever inserted before this block.
    fn first_of_table(&self) -> bool {
        self.here == self.number && self.before().all(|outcome| outcome.inserted == 0)
    }

    fn before(&self) -> impl Iterator<Item = &Outcome> {
        self.around[..self.here]
            .iter()
            .filter_map(|block| self.base.get(block))
    }

    /// How unlikely a change is, in blocks: what decides between changes that
    /// explain the same.
    fn unlikely(&self, change: &Change, evidence: &Evidence) -> f32 {
        match change {
            Change::Padding { .. } => 0.02,
            Change::FrameHeader { .. } => 0.01,
            Change::Continuation { blocks } => 0.02 + 0.01 * blocks.len() as f32,
            Change::Fragments { .. } => 0.1,
            Change::OtherDirection { block } if *block != self.block => 0.06,
            Change::OtherDirection { .. } | Change::DecodedTwice { .. } => 0.04,
            Change::SizeUpdate { sizes, .. } => 0.05 + 0.01 * sizes.len() as f32,
            Change::TableSize { from: None, .. } => 0.05,
            Change::TableSize { from: Some(_), .. } => 0.15,
            Change::MissedBlock { entries, .. } => {
                // What a block inserted is usually referred to later.
                let unused = if evidence.unknown == 0 { 0.1 } else { 0.0 };
                0.08 + unused + 0.002 * *entries as f32
            }
            Change::ContinuationMissing { entries, .. } => 0.1 + 0.002 * *entries as f32,
            Change::IndexOffByOne { indices, .. } => match indices {
                Indices::At(_) => 0.15,
                // An encoder that counted well does not begin to count wrongly.
                _ if self.referred_before() => 0.5 + 0.1 * evidence.improved as f32,
                Indices::Dynamic => 0.1,
                Indices::All => 0.12,
            },
        }
    }

    /// Whether enough speaks for `change` that it is no story: octets that
    /// were damaged anyhow should not have one.
    fn enough(&self, change: &Change, evidence: &Evidence, tally: &Tally) -> bool {
        let Evidence {
            improved,
            support,
            unknown,
            weight,
            likeness,
        } = *evidence;
        if tally.gain <= 0.0 {
            return false;
        }
        match change {
            Change::Padding { what, .. } => likeness >= 0.3 || *what != Leftover::PadLength,
            Change::FrameHeader { .. }
            | Change::DecodedTwice { .. }
            | Change::ContinuationMissing { .. } => true,
            Change::Continuation { .. } | Change::Fragments { .. } => likeness >= 0.3,
            Change::OtherDirection { block } if *block != self.block => support >= 1,
            Change::OtherDirection { .. } => support >= 1 || weight >= 0.6,
            Change::SizeUpdate { .. } | Change::TableSize { .. } => improved >= 1,
            // Many entries of which nearly none is ever referred to explain
            // one large index, and nothing else.
            Change::MissedBlock { entries, .. } if (support + unknown) * 2 < *entries => false,
            Change::MissedBlock { .. } => {
                improved >= 3
                    || (support >= 1 && (support > unknown || improved >= 2))
                    || (self.first_of_table() && unknown >= 2)
            }
            Change::IndexOffByOne { indices, .. } => match indices {
                Indices::At(_) => likeness >= 0.8,
                Indices::Dynamic | Indices::All => support >= 2 || improved >= 2,
            },
        }
    }
}
