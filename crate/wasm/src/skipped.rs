//! Parts of the text that were passed over.

use std::collections::HashSet;

use input::{Problem, paste::Skipped};
use serde::Serialize;

use crate::utf16::Offsets;

/// The most parts that are shown in the text.
const SHOWN: usize = 1000;

/// A part that was passed over, in UTF-16 units of the text.
#[derive(Serialize)]
pub(crate) struct SkippedView<'a> {
    start: u32,
    end: u32,
    reason: &'a str,
}

impl<'a> SkippedView<'a> {
    /// The first of them.
    pub(crate) fn list(skipped: &'a [Skipped], offsets: &Offsets) -> Vec<Self> {
        skipped
            .iter()
            .take(SHOWN)
            .map(|part| Self {
                start: offsets.utf16(part.place.start),
                end: offsets.utf16(part.place.end),
                reason: &part.reason,
            })
            .collect()
    }
}

/// Which part of the text each problem is about; not every part has one.
#[derive(Default)]
pub(crate) struct Parts(Vec<Option<usize>>);

impl Parts {
    /// Both stand in the order of the text.
    pub(crate) fn of(problems: &[Problem], skipped: &[Skipped]) -> Self {
        let notes: HashSet<String> = skipped.iter().map(Skipped::note).collect();
        let mut rest = skipped.iter().take(SHOWN).enumerate();
        let part = |problem: &Problem| {
            let of_this = |(_, part): &(usize, &Skipped)| part.note() == problem.message;
            notes
                .contains(&problem.message)
                .then(|| rest.find(of_this))
                .flatten()
                .map(|(number, _)| number)
        };
        Self(problems.iter().map(part).collect())
    }

    /// The part that problem number `number` is about.
    pub(crate) fn of_problem(&self, number: usize) -> Option<usize> {
        self.0.get(number).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use input::Place;

    #[test]
    fn problems_lead_to_their_parts() {
        let part = |start, reason: &'static str| Skipped {
            place: Place {
                start,
                end: start + 1,
            },
            reason: reason.into(),
        };
        let skipped = [part(0, "a time"), part(2, "a time"), part(4, "a word")];
        let problems = [
            Problem::note("line 1", skipped[0].note()),
            Problem::note("line 2", "something else"),
            Problem::note("line 3", skipped[2].note()),
        ];
        let parts = Parts::of(&problems, &skipped);
        let found: Vec<_> = (0..4).map(|number| parts.of_problem(number)).collect();
        assert_eq!(found, [Some(0), None, Some(2), None]);
    }
}
