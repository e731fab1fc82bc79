//! The crate aho-corasick.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, reject_empty};

/// The crate aho-corasick with overlapping matches. It chooses the representation
/// of its automaton by the number of needles. Preparing a long repetitive needle
/// takes quadratic time.
#[derive(Clone, Debug)]
pub struct AhoCorasickCrate(aho_corasick::AhoCorasick);

impl Search for AhoCorasickCrate {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        reject_empty(needles)?;
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
