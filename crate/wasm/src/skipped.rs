//! Parts of the text that were passed over.

use std::collections::HashSet;

use input::{Problem, paste::Skipped};
use serde::Serialize;

use crate::utf16::Offsets;

/// The most parts that are shown in the text.
const SHOWN: usize = 1000;

/// A part that was passed over, in UTF-16 units of the text.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Skipped"))]
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

/// What the problems say of a part.
fn note(part: &Skipped) -> String {
    format!("skipped: {}", part.reason)
}

/// Which part of the text each problem is about; not every part has one.
#[derive(Default)]
pub(crate) struct Parts(Vec<Option<usize>>);

impl Parts {
    /// The parts stand in the order of the text, and so do the problems about them.
    pub(crate) fn of(problems: &[Problem], skipped: &[Skipped]) -> Self {
        let notes: HashSet<String> = skipped.iter().map(note).collect();
        let mut rest = skipped.iter().take(SHOWN).enumerate();
        let part = |problem: &Problem| {
            let of_this = |(_, part): &(usize, &Skipped)| note(part) == problem.message;
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
    use input::paste;

    #[test]
    fn problems_lead_to_their_parts() {
        let text = b"[2026-11-22T10:00:00Z] 828684\n\
            this came back later\n\
            [2026-11-22T10:00:01Z] 88\n";
        let read = paste::read(text, &paste::Options::default()).expect("it is hex");
        let parts = Parts::of(&read.problems, &read.skipped);
        let found: Vec<_> = (0..read.problems.len())
            .filter_map(|number| parts.of_problem(number))
            .collect();
        // The second line's time is none of its own.
        assert_eq!((read.skipped.len(), found), (3, vec![0, 1]));
        assert_eq!(parts.of_problem(read.problems.len()), None);
    }
}
