//! Trying changes, and what speaks for each.

use std::collections::BTreeMap;

use hpack::{DecodeError, DecodeErrorKind};

use super::{
    SUSPICIOUS,
    change::{Cause, Change, Indices, KeptParts, Leftover},
    head::{AFTER, BEFORE, head, is_foreign, is_only_headless, near, other_sender, stands_out},
    outcome::Outcome,
    plan::Plan,
    plausibility::BROKEN,
    profile::Profile,
    trial::{Ways, mend, run},
};
use crate::Session;

/// Octets that are decoded at most, sixteen counted beside each block's own:
/// what keeps an answer within a fifth of a second.
pub(super) const BUDGET: usize = 3 << 20;

/// What a change has to explain at least, in blocks, beyond what it is itself
/// unlikely: what could be chance is not told.
const CERTAIN: f32 = 0.15;

/// What it explains, in blocks, that octets which mean something else the
/// second time are there twice.
const AGAIN: f32 = 0.5;

/// A change that fits.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) change: Change,
    /// How much better the blocks make sense, in blocks, less what the change
    /// itself is unlikely.
    pub(super) score: f32,
    /// Whether what was changed was itself decoded with the change.
    pub(super) judged: bool,
    /// Blocks that follow, and how many of them make sense before and after.
    pub(super) following: u32,
    pub(super) before: u32,
    pub(super) after: u32,
    /// What speaks for it.
    pub(super) evidence: Evidence,
}

/// What the blocks of `direction` usually look like, where that is known.
fn profile_of(profiles: &[(usize, Profile)], direction: usize) -> &Profile {
    let own = profiles.iter().find(|(known, _)| *known == direction);
    &own.unwrap_or(&profiles[0]).1
}

/// What came of trying a change.
pub(super) struct Tried {
    /// Whether it fits.
    pub(super) kept: bool,
    /// Whether a field that the dynamic table gives is another.
    pub(super) moved: bool,
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
    /// How surprising the block in question is.
    pub(super) surprise: f32,
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
    pub(super) fault: Option<DecodeError>,
    /// The session's numbers of the direction's blocks around it.
    pub(super) around: Vec<u32>,
    /// Where it stands among them.
    pub(super) here: usize,
    /// What was made of each of them.
    pub(super) base: BTreeMap<u32, Outcome>,
    profiles: Vec<(usize, Profile)>,
    /// Octets that were decoded, and that may be.
    pub(super) spent: usize,
    budget: usize,
    /// What the blocks after this one gain, in blocks, if nothing but this one
    /// is damaged.
    pub(super) damaged: f32,
    found: Vec<Found>,
}

impl<'s> Search<'s> {
    /// `None` where the block makes sense as it is.
    pub(super) fn new(session: &'s mut Session, block: u32, budget: usize) -> Option<Self> {
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
            budget,
            damaged: 0.0,
            found: Vec::new(),
        };
        search.learn(direction);
        let (_, profile) = &search.profiles[0];
        let sound = search
            .base
            .get(&block)
            .is_none_or(|outcome| !profile.is_strange(outcome))
            && !stands_out(search.session, block);
        // A block that can be decoded is strange only beside others.
        let alone = fault.is_none() && profile.is_empty();
        (!sound && !alone).then_some(search)
    }

    /// Decodes what is around the block in `direction` as it is.
    fn learn(&mut self, direction: usize) {
        let (first, last) = (self.around[0], *self.around.last().unwrap_or(&self.block));
        if direction >= self.session.directions().len() {
            self.profiles.push((direction, Profile::default()));
            return;
        }
        let mut profile = Profile::of(self.session, direction);
        let (base, block) = (&mut self.base, self.block);
        self.spent += run(
            self.session,
            direction,
            &Plan::default(),
            first,
            last + 1,
            |outcome| {
                base.insert(outcome.block, outcome);
                true
            },
        );
        let usual = |outcome: &&Outcome| {
            let record = &self.session.blocks()[outcome.block as usize];
            record.direction as usize == direction
                && outcome.makes_sense()
                && !is_foreign(self.session, outcome.block)
        };
        let own = || self.base.values().filter(usual);
        for outcome in own().filter(|outcome| outcome.block < block) {
            profile.learn(outcome);
        }
        if profile.is_empty() {
            own().for_each(|outcome| profile.learn(outcome));
        }
        self.profiles.push((direction, profile));
    }

    /// The direction that `block` may belong to instead.
    pub(super) fn other(&mut self, block: u32) -> usize {
        let sender = other_sender(self.session, block);
        let all = self.session.directions();
        let other = all
            .iter()
            .position(|direction| direction.sender == sender)
            .unwrap_or(all.len());
        if other != self.direction && !self.profiles.iter().any(|(known, _)| *known == other) {
            self.learn(other);
        }
        other
    }

    /// How surprising `block` is as it is.
    fn surprise(&self, block: u32) -> f32 {
        let outcome = self.base.get(&block);
        outcome.map_or(0.0, |outcome| self.profiles[0].1.surprise(outcome))
    }

    pub(super) fn exhausted(&self) -> bool {
        self.spent > self.budget
    }

    /// The block's octets.
    pub(super) fn octets(&self) -> &[u8] {
        self.session.octets(self.block as usize)
    }

    /// Number in the session of the block `steps` after this one in its
    /// direction (before it, if negative), within what is looked at.
    pub(super) fn neighbour(&self, steps: isize) -> Option<u32> {
        self.around
            .get(self.here.checked_add_signed(steps)?)
            .copied()
    }

    /// The blocks up to `to` of which only parts are to be kept, by `ways`,
    /// once that is so of this one.
    pub(super) fn mend(&mut self, first: &KeptParts, to: u32, ways: Ways<'_>) -> Vec<KeptParts> {
        let (kept, spent) = mend(self.session, self.direction, first, to, ways);
        self.spent += spent / 8;
        kept
    }

    /// Decodes with `change` and keeps it where it fits; `None` where blocks
    /// make no sense with it.
    pub(super) fn attempt(&mut self, change: Change) -> Option<Tried> {
        let tally = self.tally(&change)?;
        let evidence = tally.evidence;
        let score = tally.gain - self.unlikely(&change, &evidence);
        let kept = score >= CERTAIN && self.enough(&change, &evidence, &tally);
        if kept {
            self.found.push(Found {
                change,
                score,
                judged: tally.judged_there,
                following: tally.following,
                before: tally.before,
                after: tally.after,
                evidence,
            });
        }
        Some(Tried {
            kept,
            moved: tally.moved,
        })
    }

    /// How much `change` explains, in blocks; nothing where blocks make no
    /// sense with it.
    pub(super) fn gain(&mut self, change: &Change) -> f32 {
        self.tally(change).map_or(0.0, |tally| tally.gain)
    }

    /// Decodes with `change`; `None` where blocks make no sense with it.
    fn tally(&mut self, change: &Change) -> Option<Tally> {
        if self.exhausted() || !self.conceivable(change) {
            return None;
        }
        let plan = Plan::of(self.session, change)?;
        let mut directions = vec![self.direction];
        let mut tally = Tally::default();
        let mut home = None;
        if let &Change::OtherDirection { block } = change {
            let own = self.session.blocks()[block as usize].direction as usize;
            home = Some(own);
            let other = self.other(block);
            if other < self.session.directions().len() {
                directions = vec![own, other];
                tally.judged_there = true;
            } else {
                // Nothing is known of the other side's table: what fits here
                // is no better there.
                let misfit = is_foreign(self.session, block)
                    || self
                        .base
                        .get(&block)
                        .is_some_and(|outcome| !outcome.makes_sense());
                if misfit {
                    tally.gain += self.surprise(block) / BROKEN;
                }
            }
        }
        if let &Change::DecodedTwice { block, first } = change
            && !alike(self.base.get(&block), self.base.get(&first))
        {
            // The same octets mean something else: no encoder says it so.
            tally.gain += AGAIN;
        }
        let last = *self.around.last()?;
        for direction in directions {
            let from = match plan.start {
                Some(_) => self.around[0],
                None => plan.first,
            };
            let profile = profile_of(&self.profiles, direction);
            // One that was moved was surprising where it came from.
            let before = profile_of(&self.profiles, home.unwrap_or(direction));
            let (base, block) = (&self.base, self.block);
            self.spent += run(self.session, direction, &plan, from, last + 1, |outcome| {
                let edit = plan.edits.get(&outcome.block);
                let stands_for = edit.and_then(|edit| edit.instead).unwrap_or(outcome.block);
                let same = match outcome.gone {
                    Some(with) => alike(base.get(&outcome.block), base.get(&with)),
                    None => alike(base.get(&stands_for), Some(&outcome)),
                };
                tally.differs |= !same;
                let moved = edit.is_some_and(|edit| edit.sender.is_some());
                let before = if moved { before } else { profile };
                tally.add(block, base.get(&outcome.block), (before, profile), &outcome)
            });
            if tally.refused {
                return None;
            }
        }
        Some(tally)
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
    judged_there: bool,
    following: u32,
    before: u32,
    after: u32,
    evidence: Evidence,
    /// Whether a field is another than without the change.
    differs: bool,
    /// Whether such a field is known, and given by the dynamic table.
    moved: bool,
    /// How surprising each block is, which others may have become part of.
    joined: BTreeMap<u32, f32>,
}

impl Tally {
    /// Takes the outcome of the next block; whether it can go on so.
    fn add(
        &mut self,
        meant: u32,
        base: Option<&Outcome>,
        (before, profile): (&Profile, &Profile),
        outcome: &Outcome,
    ) -> bool {
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
        let old = before.surprise(base);
        let new = match outcome.gone {
            Some(with) => {
                let joined = self.joined.get(&with).copied();
                joined.unwrap_or_else(|| old.min(profile.unlikeness(base)))
            }
            None => profile.surprise(outcome),
        };
        self.joined.insert(outcome.block, new);
        if profile.is_suspicious(outcome) && !before.is_suspicious(base) {
            self.refused = true;
            return false;
        }
        self.gain += (old - new) / BROKEN;
        let support = outcome
            .marks
            .iter()
            .enumerate()
            .filter(|(i, mark)| mark.dynamic && base.marks.get(*i) != Some(mark))
            .count();
        self.moved |= support > 0;
        let relieved = !sense_before || old >= new + SUSPICIOUS;
        if relieved && outcome.gone.is_none() && outcome.makes_sense() {
            self.evidence.improved += 1;
            self.evidence.unknown += outcome.unknown;
            self.evidence.support += support as u32;
        }
        if outcome.block == meant {
            self.evidence.surprise = new;
            self.evidence.likeness = profile.likeness(&outcome.names);
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
    let texts =
        |outcome: &Outcome| -> Vec<u64> { outcome.marks.iter().map(|mark| mark.text).collect() };
    one.makes_sense() == other.makes_sense() && texts(one) == texts(other)
}

/// Entries that a block may well insert without any being referred to.
const FEW: u32 = 8;

/// A block is like those before it from this likeness on.
const LIKE: f32 = 0.6;

/// Whether the block ends too early.
pub(super) fn is_cut(kind: DecodeErrorKind) -> bool {
    matches!(
        kind,
        DecodeErrorKind::Truncated
            | DecodeErrorKind::TruncatedInteger
            | DecodeErrorKind::TruncatedString { .. }
    )
}

impl Search<'_> {
    /// Whether `block` is what its direction's blocks are, request or response.
    pub(super) fn is_native(&self, block: u32) -> bool {
        head(self.session.octets(block as usize)).is_some() && !is_foreign(self.session, block)
    }

    /// Whether a block before this one, of those looked at, refers to the
    /// dynamic table.
    pub(super) fn referred_before(&self) -> bool {
        self.before().any(|outcome| outcome.references > 0)
    }

    /// Whether `block` is of this direction.
    fn here_too(&self, block: u32) -> bool {
        self.session.blocks()[block as usize].direction as usize == self.direction
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
            Change::Continuation { blocks } => {
                // A frame is full within a field rather than between two.
                let cut = |block: &u32| {
                    let fault = self.session.blocks()[*block as usize].fault;
                    fault.is_some_and(|fault| is_cut(fault.kind))
                };
                let between = if blocks.iter().any(cut) { 0.0 } else { 0.8 };
                0.02 + 0.01 * blocks.len() as f32 + between
            }
            Change::Fragments { .. } => 0.1,
            Change::OtherDirection { block } if *block != self.block => 0.06,
            Change::OtherDirection { .. } => 0.04,
            Change::DecodedTwice { .. } => 0.07,
            // Blocks change places with their neighbours.
            &Change::OutOfOrder { blocks: (a, b) } => {
                let number = |block: u32| self.session.blocks()[block as usize].number;
                0.06 + 0.1 * (number(b).abs_diff(number(a)).saturating_sub(1)) as f32
            }
            Change::SwappedSides => 0.0,
            Change::SizeUpdate { sizes, .. } => 0.05 + 0.01 * sizes.len() as f32,
            Change::TableSize { from: None, .. } => 0.05,
            Change::TableSize { from: Some(_), .. } => 0.04,
            Change::MissedBlock { entries, .. } => {
                // What a block inserted is usually referred to later.
                let unused = if evidence.unknown == 0 { 0.1 } else { 0.0 };
                0.08 + unused + 0.002 * *entries as f32
            }
            Change::ContinuationMissing { entries, .. } => 0.1 + 0.002 * *entries as f32,
            Change::IndexOffByOne { indices, .. } => match indices {
                Indices::At(_) => 0.25,
                Indices::Dynamic => 0.1,
                Indices::All => 0.12,
            },
        }
    }

    /// Whether `change` is worth trying, by what is known before it is.
    fn conceivable(&self, change: &Change) -> bool {
        let sense = |block: &u32| self.base.get(block).is_none_or(Outcome::makes_sense);
        match change {
            Change::Padding { .. } | Change::FrameHeader { .. } | Change::Fragments { .. } => {
                !sense(&self.block)
            }
            // Of fragments at least one does not make sense by itself, and
            // what does, as a message's head or like the blocks before,
            // continues no other block.
            Change::Continuation { blocks } => {
                let known = self.before().any(Outcome::makes_sense);
                let like = |outcome: &Outcome| {
                    known && self.profiles[0].1.likeness(&outcome.names) >= LIKE
                };
                let whole = |block: &u32| {
                    sense(block)
                        && (head(self.session.octets(*block as usize)).is_some()
                            || self.base.get(block).is_some_and(like))
                };
                !blocks.iter().all(sense) && !blocks[1..].iter().any(whole)
            }
            _ => true,
        }
    }

    /// Whether enough speaks for `change` that it is no story: octets that
    /// were damaged anyhow should not have one.
    fn enough(&self, change: &Change, evidence: &Evidence, tally: &Tally) -> bool {
        let Evidence {
            improved,
            support,
            unknown,
            surprise,
            likeness,
        } = *evidence;
        let here = self.base.get(&self.block);
        let broken = here.is_some_and(|outcome| !outcome.makes_sense());
        // Where no field is another, nothing was wrong.
        let moved = |change: &Change| match change {
            Change::OtherDirection { block } => is_foreign(self.session, *block),
            _ => false,
        };
        if !broken && !tally.differs && !moved(change) {
            return false;
        }
        // A block by itself tells only of the frame it came in, and where no
        // other is a request or response, as in what shows one rule, so does
        // every block.
        let of_frame = matches!(change, Change::Padding { .. } | Change::FrameHeader { .. });
        let is_head = |block: u32| head(self.session.octets(block as usize)).is_some();
        let in_company = near(self.session, self.block).any(is_head);
        if !in_company && !of_frame {
            return false;
        }
        match change {
            Change::Padding { what, .. } => likeness >= 0.3 || *what != Leftover::PadLength,
            Change::FrameHeader { .. }
            | Change::DecodedTwice { .. }
            | Change::ContinuationMissing { .. } => true,
            Change::Fragments { .. } => likeness >= 0.3,
            Change::Continuation { .. } => likeness >= LIKE,
            // A whole request among requests, or response among responses, is
            // where it belongs.
            Change::OtherDirection { block } if *block != self.block => {
                support >= 1
                    && (!self.here_too(*block)
                        || is_foreign(self.session, *block)
                        || !self.is_native(*block))
            }
            Change::OtherDirection { block } if tally.judged_there => {
                let native = self.is_native(*block);
                support >= 1 || (!native && surprise < SUSPICIOUS && likeness >= 0.5)
            }
            // Among requests a response is the other side's, and among
            // responses a request, unless it was promised.
            Change::OtherDirection { block } => {
                let headless = head(self.session.octets(*block as usize)).is_none();
                let odd_one =
                    self.fault.is_none() && broken && is_only_headless(self.session, *block);
                is_foreign(self.session, *block)
                    || odd_one
                    || (headless && improved >= 1 && support >= 2)
                    || (broken && headless && improved >= 2)
            }
            Change::OutOfOrder { .. } => {
                tally.after == tally.following && (improved >= 1 || broken)
            }
            Change::SwappedSides => true,
            Change::SizeUpdate { .. } | Change::TableSize { .. } => improved >= 1,
            // If the block itself is damaged, those after it lack what it
            // inserted, and nothing else.
            Change::MissedBlock { before, .. }
                if *before <= self.block && tally.gain < self.damaged =>
            {
                false
            }
            // Many entries of which nearly none is ever referred to explain
            // one large index, and nothing else.
            Change::MissedBlock { entries, .. }
                if *entries > FEW
                    && (unknown == 1 || unknown < 3 && (support + unknown) * 2 < *entries) =>
            {
                false
            }
            Change::MissedBlock { .. } => {
                improved >= 3
                    || (unknown >= 3 && tally.gain >= 0.5)
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
