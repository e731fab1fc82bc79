//! The crate memchr's search.

use core::ops::ControlFlow;

use memchr::memmem::Finder;

use super::{Place, Search, SearchError, prepared};

/// `memchr::memmem`: looks for rare bytes of the needle many at once, and
/// compares where they stand; where that does not pay off, the linear two-way
/// method. Behind each place found, it begins again one byte further: many
/// places that overlap can take as long as the plain scan.
#[derive(Clone, Debug)]
pub struct Memmem(Box<[Finder<'static>]>);

impl Search for Memmem {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        prepared(needles, |needle| Finder::new(needle).into_owned()).map(Self)
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
