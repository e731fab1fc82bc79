//! Profile of a direction's usual blocks, and the surprise of a block compared
//! with it.

use std::collections::HashSet;

use super::{
    outcome::{Outcome, UNKNOWN},
    weights::{self, BROKEN},
};

/// Sections that a block is compared with.
const MAX_SECTIONS: usize = 40;

/// Names of earlier blocks, and their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    sections: Vec<HashSet<u32>>,
    pairs: HashSet<(u32, u32)>,
}

impl Profile {
    pub(super) fn learn(&mut self, outcome: &Outcome) {
        let section: HashSet<u32> = outcome.names().collect();
        if self.sections.len() < MAX_SECTIONS && !self.sections.contains(&section) {
            self.sections.push(section);
        }
        self.pairs
            .extend(outcome.names().zip(outcome.names().skip(1)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Surprise of the block, from 0 (like earlier ones) to [`BROKEN`]
    /// (impossible).
    pub(super) fn surprise(&self, outcome: &Outcome) -> f32 {
        if outcome.gone.is_some() {
            return 0.0;
        }
        let unknown = weights::UNKNOWN * outcome.unknown_ratio;
        match outcome.makes_sense {
            true => (unknown + self.unfamiliarity(outcome)).min(0.9 * BROKEN),
            false => BROKEN,
        }
    }

    /// Surprise of names unlike those of earlier blocks.
    fn unfamiliarity(&self, outcome: &Outcome) -> f32 {
        let like = if outcome.cut && !self.is_empty() {
            // Leaves out the truncated field and what is missing.
            let names = outcome.fields.len().saturating_sub(1);
            let known = |name: &u32| self.sections.iter().any(|section| section.contains(name));
            outcome.names().take(names).filter(known).count() as f32 / names.max(1) as f32
        } else {
            self.likeness(outcome)
        };
        weights::UNLIKE * (1.0 - like)
    }

    /// Similarity of names to earlier blocks, 0 to 1: the largest share of
    /// names in common with a section, and the share of familiar pairs of
    /// names.
    pub(super) fn likeness(&self, outcome: &Outcome) -> f32 {
        if self.is_empty() || outcome.fields.is_empty() {
            return 1.0;
        }
        let names: HashSet<u32> = outcome.names().filter(|&name| name != UNKNOWN).collect();
        let unknown = outcome.names().filter(|&name| name == UNKNOWN).count();
        let shared = self.sections.iter().map(|section| {
            let common = names.intersection(section).count();
            let open = section.len() - common;
            let guessed = unknown.min(open) as f32 / 2.0;
            (common as f32 + guessed) / (names.len() + open) as f32
        });
        let shared = shared.fold(0.0, f32::max);
        let pairs = outcome.names().zip(outcome.names().skip(1));
        let pairs = pairs.filter(|&(a, b)| a != UNKNOWN && b != UNKNOWN);
        let order = match pairs.clone().count() {
            0 => shared,
            all => pairs.filter(|pair| self.pairs.contains(pair)).count() as f32 / all as f32,
        };
        f32::midpoint(shared, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnosis::outcome::Seen;

    #[test]
    fn likeness_depends_on_names_and_their_order() {
        let of = |names: &[u32]| Outcome {
            fields: names
                .iter()
                .map(|&name| Seen {
                    name,
                    value: UNKNOWN,
                    dynamic: false,
                })
                .collect(),
            ..Outcome::default()
        };
        let mut profile = Profile::default();
        assert_eq!(profile.likeness(&of(&[1, 2])), 1.0);
        profile.learn(&of(&[1, 2, 3, 4]));
        let descending: [&[u32]; 4] = [&[1, 2, 3, 4], &[1, 2, UNKNOWN, 4], &[2, 1, 4, 3], &[7, 8]];
        let found = descending.map(|names| profile.likeness(&of(names)));
        assert!(found.is_sorted_by(|a, b| a > b), "{found:?}");
    }
}
