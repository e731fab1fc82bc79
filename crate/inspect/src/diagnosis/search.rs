//! Trying changes on the blocks around one, and what speaks for each.

use std::collections::{BTreeMap, HashMap};

use hpack::{DecodeError, DecodeErrorKind};

use super::{
    change::Change,
    kind::{
        NEAR, head_of, is_foreign, is_native, is_only_headless, near, other_sender, stands_out,
    },
    outcome::{Outcome, run},
    plan::Plan,
    profile::Profile,
    weights::{self, BROKEN, SUSPICIOUS},
};
use crate::Session;

/// The most that is decoded for one block, bytes, sixteen counted for each
/// block besides its own: what keeps an answer within a fifth of a second.
pub(super) const BUDGET: usize = 3 << 20;

/// A change that fits.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) change: Change,
    /// What it gains less what it costs, in blocks.
    pub(super) score: f32,
    pub(super) trial: Trial,
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
    pub(super) session: &'s mut Session,
    /// Number of the block in the session, of its direction, and in that.
    pub(super) block: u32,
    pub(super) direction: usize,
    pub(super) number: usize,
    pub(super) fault: Option<DecodeError>,
    /// The session's numbers of the direction's blocks around it, and its
    /// place among them.
    pub(super) around: Vec<u32>,
    pub(super) here: usize,
    /// What each block decodes to without a change.
    pub(super) base: BTreeMap<u32, Outcome>,
    /// What the blocks of each direction usually look like.
    profiles: HashMap<usize, Profile>,
    /// Bytes that were decoded, and that may be.
    pub(super) spent: usize,
    budget: usize,
    /// What the blocks after this one gain if this one alone is damaged.
    pub(super) damaged: f32,
    pub(super) found: Vec<Found>,
}

impl<'s> Search<'s> {
    /// `None` if the block makes sense as it is.
    pub(super) fn new(session: &'s mut Session, block: u32, budget: usize) -> Option<Self> {
        let record = session.blocks().get(block as usize)?;
        let (direction, number) = (record.direction as usize, record.number as usize);
        let fault = record.fault;
        let own = &session.directions()[direction].blocks;
        let from = number.saturating_sub(NEAR);
        let around = own[from..own.len().min(number + 1 + NEAR)].to_vec();
        let mut search = Self {
            session,
            block,
            direction,
            number,
            fault,
            around,
            here: number - from,
            base: BTreeMap::new(),
            profiles: HashMap::new(),
            spent: 0,
            budget,
            damaged: 0.0,
            found: Vec::new(),
        };
        search.learn(direction);
        let profile = &search.profiles[&direction];
        let strange = search
            .base
            .get(&block)
            .is_some_and(|own| profile.is_strange(own));
        // A block that can be decoded is strange only beside others.
        let alone = fault.is_none() && profile.is_empty();
        (!alone && (strange || stands_out(search.session, block))).then_some(search)
    }

    /// Decodes what is around the block in `direction` as it is.
    pub(super) fn learn(&mut self, direction: usize) {
        let (Some(&first), Some(&last)) = (self.around.first(), self.around.last()) else {
            return;
        };
        if self.profiles.contains_key(&direction) {
            return;
        }
        let range = (first, last + 1);
        let mut seen = Vec::new();
        self.spent += run(
            self.session,
            direction,
            &Plan::default(),
            range,
            |outcome, _| {
                seen.push(outcome);
                true
            },
        );
        let mut profile = Profile::of(self.session, direction);
        let usual = |own: &&Outcome| own.makes_sense() && !is_foreign(self.session, own.block);
        let before = |own: &&Outcome| own.block < self.block;
        seen.iter()
            .filter(before)
            .filter(usual)
            .for_each(|own| profile.learn(own));
        if profile.is_empty() {
            seen.iter().filter(usual).for_each(|own| profile.learn(own));
        }
        self.profiles.insert(direction, profile);
        self.base
            .extend(seen.into_iter().map(|outcome| (outcome.block, outcome)));
    }

    /// The direction that `block` may belong to instead, if that has any blocks.
    pub(super) fn other(&self, block: u32) -> Option<usize> {
        let sender = other_sender(self.session, block);
        let mut directions = self.session.directions().iter();
        directions.position(|direction| direction.sender == sender)
    }

    /// Whether the structure of the block is whole: another table may mend it.
    pub(super) fn of_the_table(&self) -> bool {
        let kind = self.fault.map(|fault| fault.kind);
        matches!(kind, None | Some(DecodeErrorKind::IndexOutOfRange { .. }))
    }

    /// Whether the block breaks a rule about size updates.
    pub(super) fn of_the_limit(&self) -> bool {
        use DecodeErrorKind::{MissingSizeUpdate, SizeUpdateTooLarge};
        let kind = self.fault.map(|fault| fault.kind);
        matches!(
            kind,
            Some(SizeUpdateTooLarge { .. } | MissingSizeUpdate { .. })
        )
    }

    /// Whether `block` makes sense as it is, as far as that was looked at.
    pub(super) fn makes_sense(&self, block: u32) -> bool {
        self.base.get(&block).is_none_or(Outcome::makes_sense)
    }

    /// Whether `block` inserts entries, as far as that was looked at.
    pub(super) fn inserts(&self, block: u32) -> bool {
        self.base.get(&block).is_none_or(|own| own.inserted > 0)
    }

    /// Number of the block `steps` after this one in its direction (before it,
    /// if negative), within what is looked at.
    pub(super) fn neighbour(&self, steps: isize) -> Option<u32> {
        self.around
            .get(self.here.checked_add_signed(steps)?)
            .copied()
    }

    /// What the blocks before this one decode to.
    pub(super) fn before(&self) -> impl Iterator<Item = &Outcome> {
        let before = self.around[..self.here].iter();
        before.filter_map(|block| self.base.get(block))
    }

    /// How much `block`, as it is, is like those before this one.
    pub(super) fn likeness(&self, block: u32) -> f32 {
        let own = self.base.get(&block);
        own.map_or(0.0, |own| self.profiles[&self.direction].likeness(own))
    }

    pub(super) fn attempt_all(&mut self, changes: impl IntoIterator<Item = Change>) {
        for change in changes {
            self.attempt(change);
        }
    }

    /// Decodes with `change` and keeps it if it fits; `None` if blocks make no
    /// sense with it.
    pub(super) fn attempt(&mut self, change: Change) -> Option<Trial> {
        let trial = self.replay(&change)?;
        let score = trial.gain - self.cost(&change, &trial);
        if score >= weights::CERTAIN && self.is_certain(&change, &trial) {
            self.found.push(Found {
                change,
                score,
                trial,
            });
        }
        Some(trial)
    }

    /// What `change` gains; nothing if blocks make no sense with it.
    pub(super) fn gain(&mut self, change: &Change) -> f32 {
        self.replay(change).map_or(0.0, |trial| trial.gain)
    }

    /// Decodes with `change`; `None` if blocks make no sense with it.
    fn replay(&mut self, change: &Change) -> Option<Trial> {
        if self.spent > self.budget {
            return None;
        }
        let plan = Plan::of(self.session, change)?;
        let mut trial = Trial::default();
        let mut directions = vec![self.direction];
        let mut home = None;
        match *change {
            Change::OtherDirection { block } => {
                let own = self.session.blocks()[block as usize].direction as usize;
                home = Some(own);
                self.learn(own);
                if let Some(other) = self.other(block) {
                    self.learn(other);
                    directions = vec![own, other];
                    trial.judged = true;
                } else if is_foreign(self.session, block) || !self.makes_sense(block) {
                    // The other side's table is unknown: what fits here is no
                    // better there.
                    let base = self.base.get(&block);
                    let profile = &self.profiles[&self.direction];
                    trial.gain += base.map_or(0.0, |own| profile.surprise(own) / BROKEN);
                }
            }
            Change::DecodedTwice { block, first }
                if !alike(self.base.get(&block), self.base.get(&first)) =>
            {
                trial.gain += weights::AGAIN;
            }
            _ => {}
        }
        let first = plan.start.map_or(plan.first, |_| self.around[0]);
        let range = (first, *self.around.last()? + 1);
        for direction in directions {
            let profile = &self.profiles[&direction];
            // A block that was moved was surprising where it came from.
            let before = &self.profiles[&home.unwrap_or(direction)];
            let (base, meant) = (&self.base, self.block);
            // How surprising each block is, for those that became part of it.
            let mut joined = HashMap::new();
            let mut refused = false;
            self.spent += run(self.session, direction, &plan, range, |outcome, step| {
                let own = base.get(&outcome.block);
                trial.differs |= !match outcome.gone {
                    Some(with) => alike(own, base.get(&with)),
                    None => {
                        let instead = step.edit.instead.unwrap_or(outcome.block);
                        alike(base.get(&instead), Some(&outcome))
                    }
                };
                let before = if step.edit.sender.is_some() {
                    before
                } else {
                    profile
                };
                refused = !trial.add(meant, own, (before, profile), &outcome, &mut joined);
                !refused
            });
            if refused {
                return None;
            }
        }
        Some(trial)
    }

    /// How unlikely a change is, in blocks: what decides between changes that
    /// explain the same.
    fn cost(&self, change: &Change, trial: &Trial) -> f32 {
        let record = |block: u32| &self.session.blocks()[block as usize];
        weights::of(change).cost
            + match change {
                // A frame is full within a field rather than between two.
                Change::Continuation { blocks } => {
                    let cut =
                        |&block: &u32| record(block).fault.is_some_and(|fault| is_cut(fault.kind));
                    if blocks.iter().any(cut) { 0.0 } else { 0.8 }
                }
                Change::OtherDirection { block } if *block != self.block => 0.02,
                // Blocks change places with their neighbours.
                &Change::OutOfOrder { blocks: (a, b) } => {
                    0.1 * (record(b)
                        .number
                        .abs_diff(record(a).number)
                        .saturating_sub(1)) as f32
                }
                // What a block inserted is usually referred to later.
                Change::MissedBlock { .. } if trial.unknown == 0 => 0.1,
                _ => 0.0,
            }
    }

    /// Whether enough speaks for `change`: bytes that were damaged at random
    /// should not be explained.
    fn is_certain(&self, change: &Change, trial: &Trial) -> bool {
        let &Trial {
            improved,
            support,
            unknown,
            ..
        } = trial;
        let weight = weights::of(change);
        let witnesses = 2 * improved + support;
        let broken = !self.makes_sense(self.block);
        let of_frame = matches!(change, Change::Padding { .. } | Change::FrameHeader { .. });
        let foreign = |block: u32| is_foreign(self.session, block);
        let native = |block: u32| is_native(self.session, block);
        let is_head = |block: u32| head_of(self.session, block).is_some();
        // A block that shows one rule by itself tells only of its frame.
        let alone = !near(self.session, self.block).any(is_head);
        // Where no field is another, nothing was wrong.
        let same = !broken && !trial.differs;
        if trial.likeness < weight.likeness || witnesses < weight.witnesses || alone && !of_frame {
            return false;
        }
        match *change {
            Change::OtherDirection { block } if same && !foreign(block) => false,
            Change::OtherDirection { block } if block != self.block => {
                let here = self.session.blocks()[block as usize].direction as usize;
                // A request among requests is where it belongs.
                support >= 1 && (here != self.direction || !native(block))
            }
            Change::OtherDirection { block } if trial.judged => {
                let likely = trial.surprise < SUSPICIOUS && trial.likeness >= 0.5;
                support >= 1 || !native(block) && likely
            }
            // Among requests a response is the other side's, and among
            // responses a request, unless it was promised.
            Change::OtherDirection { block } => {
                let odd = self.fault.is_none() && is_only_headless(self.session, block);
                foreign(block) || broken && odd || !is_head(block) && witnesses >= 4
            }
            _ if same => false,
            Change::OutOfOrder { .. } => {
                trial.after == trial.following && (improved >= 1 || broken)
            }
            // If this block itself is damaged, those after it lack what it
            // inserted, and nothing else.
            Change::MissedBlock { before, .. }
                if before <= self.block && trial.gain < self.damaged =>
            {
                false
            }
            // Many entries of which nearly none is referred to explain one
            // large index, and nothing else.
            Change::MissedBlock { entries, .. }
                if entries > 8
                    && (unknown == 1 || unknown < 3 && (support + unknown) * 2 < entries) =>
            {
                false
            }
            Change::MissedBlock { .. } => {
                // Whether nothing was ever inserted before this block.
                let first = self.here == self.number && self.before().all(|own| own.inserted == 0);
                improved >= 3
                    || (unknown >= 3 && trial.gain >= 0.5)
                    || (support >= 1 && (support > unknown || improved >= 2))
                    || (first && unknown >= 2)
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
        base: Option<&Outcome>,
        (before, profile): (&Profile, &Profile),
        outcome: &Outcome,
        joined: &mut HashMap<u32, f32>,
    ) -> bool {
        // A block that came from the other direction made no sense there; one
        // from before what is looked at made sense, or was reported then.
        let sense_before = base.map_or(outcome.block != meant, Outcome::makes_sense);
        if !outcome.makes_sense() && (sense_before || outcome.block == meant) {
            return false;
        }
        let Some(base) = base else {
            return true;
        };
        if profile.is_suspicious(outcome) && !before.is_suspicious(base) {
            return false;
        }
        let old = before.surprise(base);
        let new = match outcome.gone {
            Some(with) => match joined.get(&with) {
                Some(&joined) => joined,
                None => old.min(profile.unlikeness(base)),
            },
            None => profile.surprise(outcome),
        };
        joined.insert(outcome.block, new);
        self.gain += (old - new) / BROKEN;
        let seen = outcome.fields.iter().enumerate();
        let other = seen.filter(|&(i, field)| field.dynamic && base.fields.get(i) != Some(field));
        let support = other.count() as u32;
        self.moved |= support > 0;
        let relieved = !sense_before || old >= new + SUSPICIOUS;
        if relieved && outcome.gone.is_none() && outcome.makes_sense() {
            self.improved += 1;
            self.unknown += outcome.unknown;
            self.support += support;
        }
        if outcome.block == meant {
            self.surprise = new;
            self.likeness = profile.likeness(outcome);
        }
        if outcome.block > meant {
            self.following += 1;
            self.before += u32::from(sense_before);
            self.after += u32::from(outcome.makes_sense());
        }
        true
    }
}

/// Whether two decodings of a block give the same fields.
fn alike(one: Option<&Outcome>, other: Option<&Outcome>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let texts = |own: &Outcome| {
        own.fields
            .iter()
            .map(|field| (field.name, field.value))
            .collect::<Vec<_>>()
    };
    one.makes_sense() == other.makes_sense() && texts(one) == texts(other)
}

/// Whether a block ends too early.
pub(super) fn is_cut(kind: DecodeErrorKind) -> bool {
    use DecodeErrorKind::{Truncated, TruncatedInteger, TruncatedString};
    matches!(kind, Truncated | TruncatedInteger | TruncatedString { .. })
}
