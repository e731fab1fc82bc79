//! The crate aho-corasick.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, refuse_empty};

/// The crate aho-corasick, asked for matches that overlap; how it represents
/// its automaton, it decides by the number of needles. To prepare a long needle
/// that repeats itself takes it quadratic time.
#[derive(Clone, Debug)]
pub struct AhoCorasickCrate(aho_corasick::AhoCorasick);

impl Search for AhoCorasickCrate {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        refuse_empty(needles)?;
        let built = aho_corasick::AhoCorasick::new(needles);
        built.map(Self).map_err(|_| SearchError::TooMuch)
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for found in self.0.find_overlapping_iter(haystack) {
            each(Place {
                at: found.start(),
                needle: found.pattern().as_usize(),
            })?;
        }
        ControlFlow::Continue(())
    }
}
