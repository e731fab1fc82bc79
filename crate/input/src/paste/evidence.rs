//! The features of a candidate, which are the evidence for and against it. Their
//! weights are in the table of [`weights`](super::weights).

pub(super) use crate::feature::Feature;
#[cfg(feature = "fit")]
pub(super) use crate::feature::{Given, START};

/// Value of a feature that is there.
pub(super) const ONE: i32 = 10;

/// Features with their values, in tenths.
#[derive(Clone, Debug, Default)]
pub(super) struct Features(pub(super) Vec<(Feature, i32)>);

impl Features {
    pub(super) fn set(&mut self, feature: Feature, is_set: bool) {
        if is_set {
            self.0.push((feature, ONE));
        }
    }

    /// Adds a value in tenths.
    pub(super) fn add(&mut self, feature: Feature, value: i32) {
        if value != 0 {
            self.0.push((feature, value));
        }
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.0.iter().any(|one| one.0 == feature)
    }
}

/// The label of an element: the words before it in its line, or else the line
/// above.
#[derive(Debug, Default)]
pub(super) struct Around {
    pub(super) line: usize,
    /// End of the last long run before it in its line.
    pub(super) from: usize,
    pub(super) is_labelled: bool,
    pub(super) label: (usize, usize),
    pub(super) words: usize,
    pub(super) has_side: bool,
    pub(super) key: Option<u64>,
    /// How far a word for header blocks is from the end.
    pub(super) distance: Option<usize>,
    pub(super) is_other: bool,
    pub(super) is_frame: bool,
}
