//! The plain scan.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, prepared};

/// Compares the needle with every place, byte by byte, as Netty's `indexOf`
/// did at first: in the worst case, each byte of the haystack with each of the
/// needle's.
#[derive(Clone, Debug)]
pub struct Scan(Box<[Box<[u8]>]>);

impl Search for Scan {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        prepared(needles, |needle| needle.into()).map(Self)
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
