//! Skipped parts of the text.

use std::{borrow::Cow, ops::Range};

use input::{Place, Problem, paste::Paste};
use serde::Serialize;

use crate::utf16::Offsets;

/// The most parts reported.
const SHOWN: usize = 1000;

/// A skipped part, in UTF-16 units of the text.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Skipped"))]
pub struct SkippedView {
    start: u32,
    end: u32,
    reason: String,
}

impl SkippedView {
    /// Lists the first skipped parts of `text`.
    pub(crate) fn list(paste: &Paste, text: &[u8], offsets: &Offsets) -> Vec<Self> {
        let view = |(place, reason): (Place, Cow<'_, str>)| {
            let Range { start, end } = trimmed(place, text);
            Self {
                start: offsets.utf16(start),
                end: offsets.utf16(end),
                reason: reason.into_owned(),
            }
        };
        paste.skipped().take(SHOWN).map(view).collect()
    }
}

/// A place without blanks at its ends.
fn trimmed(place: Place, text: &[u8]) -> Range<u32> {
    let Some(part) = text.get(place.start as usize..place.end as usize) else {
        return place.start..place.end;
    };
    let rest = part.trim_ascii_start();
    let start = place.start + (part.len() - rest.len()) as u32;
    start..start + rest.trim_ascii_end().len() as u32
}

/// The skipped part of each problem; not every problem has one.
#[derive(Default)]
pub struct Parts(Vec<Option<usize>>);

impl Parts {
    /// Both the parts and the problems about them are in text order.
    pub(crate) fn of(paste: &Paste) -> Self {
        let mut rest = paste.skipped().take(SHOWN).enumerate();
        let part = |problem: &Problem| {
            let reason = problem.message.strip_prefix("skipped: ")?;
            let (number, _) = rest.find(|(_, (_, own))| *own == reason)?;
            Some(number)
        };
        Self(paste.problems.iter().map(part).collect())
    }

    /// The part of problem `number`.
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
        let text = b"[2026-11-22T10:00:00Z] 828684410f7777772e6578616d706c652e636f6d\n\
            this came back later\n\
            [2026-11-22T10:00:01Z] 8858086e6f2d6361636865\n";
        let read = paste::read(text, &paste::Options::default()).expect("it is hex");
        let parts = Parts::of(&read);
        let found: Vec<_> = (0..read.problems.len())
            .filter_map(|number| parts.of_problem(number))
            .collect();
        let count = read.skipped().count();
        assert!(count > 1);
        assert_eq!(found, (0..count).collect::<Vec<_>>());
        assert_eq!(parts.of_problem(read.problems.len()), None);
    }

    #[test]
    fn lists_a_thousand_parts() {
        let text = "got 828684410f7777772e6578616d706c652e636f6d in 1 ms\n".repeat(SHOWN + 200);
        let read = paste::read(text.as_bytes(), &paste::Options::default()).expect("it is hex");
        let offsets = Offsets::of(text.as_bytes());
        let listed = SkippedView::list(&read, text.as_bytes(), &offsets);
        assert_eq!(listed.len(), SHOWN);
    }
}
