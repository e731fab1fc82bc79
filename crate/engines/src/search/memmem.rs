//! The substring search of the crate memchr.

use core::ops::ControlFlow;

use memchr::memmem::Finder;

use super::{Place, Search, SearchError, prepare_each};

/// `memchr::memmem`: vectorised search for rare bytes of the needle, or the linear
/// two-way algorithm if that does not pay off. After each match it restarts one
/// byte later, so with many overlapping matches it can be as slow as the plain scan.
#[derive(Clone, Debug)]
pub struct Memmem(Box<[Finder<'static>]>);

impl Search for Memmem {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        prepare_each(needles, |needle| Finder::new(needle).into_owned()).map(Self)
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (number, finder) in self.0.iter().enumerate() {
            let mut from = 0;
            while let Some(further) = finder.find(&haystack[from..]) {
                let at = from + further;
                each(Place { at, needle: number })?;
                from = at + 1;
            }
        }
        ControlFlow::Continue(())
    }
}
