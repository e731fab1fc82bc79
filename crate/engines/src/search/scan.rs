//! The plain scan.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, prepare_each};

/// Compares the needle at every offset, byte by byte, as Netty's `indexOf` did at
/// first. Quadratic in the worst case.
#[derive(Clone, Debug)]
pub struct Scan(Box<[Box<[u8]>]>);

impl Search for Scan {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        prepare_each(needles, |needle| needle.into()).map(Self)
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (number, needle) in self.0.iter().enumerate() {
            for (at, window) in haystack.windows(needle.len()).enumerate() {
                if window.iter().zip(needle).all(|(a, b)| a == b) {
                    each(Place { at, needle: number })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
