//! What the blocks of a direction usually look like, and how surprising one
//! is beside them.

use std::collections::{HashMap, HashSet};

use hpack::static_table;

use super::{
    SUSPICIOUS,
    head::is_foreign,
    outcome::{Outcome, UNKNOWN},
    plausibility::{BROKEN, Plausibility},
};
use crate::Session;

/// What no encoder writes that has the same table: an entry inserted that is
/// there, the dynamic table asked for what the static one has.
const UNLIKE_AN_ENCODER: f32 = 1.5;

/// A value of another shape than that name had.
const ODD_VALUE: f32 = 0.8;

/// Names quite unlike those of the blocks before.
const UNLIKE: f32 = 2.4;

/// What a block of this direction usually looks like: the names of the blocks
/// before, by hash, the shapes of their values, and how the encoder goes
/// about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    sections: Vec<HashSet<u32>>,
    pairs: HashSet<(u32, u32)>,
    shapes: HashMap<u32, (u32, u8)>,
    references: u32,
    inserted: u32,
    redundant: u32,
    roundabout: u32,
}

/// Sections that a block is held against.
const SECTIONS: usize = 40;

/// Times that a name was there before its values are known.
const FAMILIAR: u32 = 3;

impl Profile {
    /// Nothing of `direction` but whether its encoder looks at the table at
    /// all: one that does not inserts the same again and again.
    pub(super) fn of(session: &Session, direction: usize) -> Self {
        let mut blocks = session.directions()[direction].blocks.iter();
        let refers = blocks.any(|&block| {
            let record = &session.blocks()[block as usize];
            let mut rows = session.rows()[record.rows.clone()].iter();
            rows.any(|row| row.index > static_table::LEN) && !is_foreign(session, block)
        });
        Self {
            references: u32::from(refers),
            ..Self::default()
        }
    }

    pub(super) fn learn(&mut self, outcome: &Outcome) {
        self.learn_names(&outcome.names);
        for (&name, &shape) in outcome.names.iter().zip(&outcome.shapes) {
            if name != UNKNOWN && shape != 0 {
                let known = self.shapes.entry(name).or_default();
                known.0 += 1;
                known.1 |= shape;
            }
        }
        self.references += outcome.references;
        self.inserted += outcome.inserted;
        self.redundant += outcome.redundant;
        self.roundabout += outcome.roundabout;
    }

    fn learn_names(&mut self, names: &[u32]) {
        let section: HashSet<u32> = names.iter().copied().collect();
        if self.sections.len() < SECTIONS && !self.sections.contains(&section) {
            self.sections.push(section);
        }
        self.pairs
            .extend(names.windows(2).map(|pair| (pair[0], pair[1])));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Whether something about the block is against the rules, or such as no
    /// encoder writes; names unlike those before it are not enough.
    pub(super) fn is_suspicious(&self, outcome: &Outcome) -> bool {
        match outcome.plausibility {
            _ if outcome.gone.is_some() => false,
            Plausibility::Impossible(_) => true,
            Plausibility::Surprise(own) => own.max(self.manners(outcome)) >= SUSPICIOUS,
        }
    }

    /// Whether the block is worth a closer look: suspicious, or quite unlike
    /// those before it.
    pub(super) fn is_strange(&self, outcome: &Outcome) -> bool {
        match outcome.plausibility {
            Plausibility::Surprise(own) if outcome.gone.is_none() && !self.is_empty() => {
                own + self.unfamiliarity(outcome) >= SUSPICIOUS
            }
            _ => self.is_suspicious(outcome),
        }
    }

    /// How surprising the block is, by one measure for all that can be wrong
    /// with it: 0 for one like those before it, [`BROKEN`] for one that
    /// cannot be so.
    pub(super) fn surprise(&self, outcome: &Outcome) -> f32 {
        match outcome.plausibility {
            _ if outcome.gone.is_some() => 0.0,
            Plausibility::Impossible(_) => BROKEN,
            Plausibility::Surprise(own) => {
                let others = self.unfamiliarity(outcome);
                (own + outcome.ignorance + others).min(0.9 * BROKEN)
            }
        }
    }

    /// How unlike the blocks before it a block is.
    fn unfamiliarity(&self, outcome: &Outcome) -> f32 {
        let odd = outcome
            .names
            .iter()
            .zip(&outcome.shapes)
            .filter(|&(name, &shape)| {
                self.shapes.get(name).is_some_and(|&(times, known)| {
                    times >= FAMILIAR && shape != 0 && known & shape == 0
                })
            })
            .count();
        self.unlikeness(outcome) + ODD_VALUE * odd as f32 + self.manners(outcome)
    }

    /// How surprising its names are.
    pub(super) fn unlikeness(&self, outcome: &Outcome) -> f32 {
        // What is missing of a block that is cut is not unlike any.
        let names = match outcome.names.split_last() {
            Some((_, here)) if outcome.cut => here,
            _ => &outcome.names,
        };
        if outcome.cut && !self.sections.is_empty() {
            let known = names.iter().filter(|name| self.shapes.contains_key(name));
            return UNLIKE * (1.0 - known.count() as f32 / names.len().max(1) as f32);
        }
        UNLIKE * (1.0 - self.likeness(names))
    }

    /// What no encoder does that has this table, unless it has been seen to.
    fn manners(&self, outcome: &Outcome) -> f32 {
        let rate = |times: u32, of: u32| 1.0 - (times * 4).min(of) as f32 / of.max(1) as f32;
        let looks = f32::from(u8::from(self.references + outcome.references > 0));
        let redundant = outcome.redundant as f32 * looks * rate(self.redundant, self.inserted);
        let roundabout = outcome.roundabout as f32 * rate(self.roundabout, self.references);
        UNLIKE_AN_ENCODER * (redundant + roundabout)
    }

    /// How much a block's names are like those before, 0 to 1.
    pub(super) fn likeness(&self, names: &[u32]) -> f32 {
        if self.sections.is_empty() || names.is_empty() {
            return 1.0;
        }
        let own: HashSet<u32> = names
            .iter()
            .copied()
            .filter(|&name| name != UNKNOWN)
            .collect();
        let unknown = names.iter().filter(|&&name| name == UNKNOWN).count();
        let same = self
            .sections
            .iter()
            .map(|section| {
                let common = own.intersection(section).count();
                let open = section.len() - common;
                let guessed = unknown.min(open) as f32 / 2.0;
                (common as f32 + guessed) / (own.len() + open) as f32
            })
            .fold(0.0, f32::max);
        let pairs = || names.windows(2).filter(|pair| !pair.contains(&UNKNOWN));
        let familiar = pairs()
            .filter(|pair| self.pairs.contains(&(pair[0], pair[1])))
            .count();
        let order = match pairs().count() {
            0 => same,
            count => familiar as f32 / count as f32,
        };
        f32::midpoint(same, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_held_against_those_before() {
        let mut profile = Profile::default();
        assert_eq!(profile.likeness(&[1, 2]), 1.0);
        profile.learn_names(&[1, 2, 3, 4]);
        let all = profile.likeness(&[1, 2, 3, 4]);
        let turned = profile.likeness(&[2, 1, 4, 3]);
        let open = profile.likeness(&[1, 2, UNKNOWN, 4]);
        let other = profile.likeness(&[7, 8]);
        assert!(
            all > open && open > turned && turned > other,
            "{all} {open} {turned} {other}"
        );
    }
}
