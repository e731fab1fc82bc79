//! Substring search: all matches of one or more needles in a haystack.
//!
//! Netty added Knuth–Morris–Pratt, a bit mask and Aho–Corasick to its plain scan,
//! and claims linear time on any input and improvements of an order of magnitude.

mod aho_corasick;
mod aho_corasick_crate;
mod bit_mask;
mod kmp;
mod memmem;
mod scan;
#[cfg(test)]
mod tests;

use core::{error::Error, fmt, ops::ControlFlow};

pub use aho_corasick::AhoCorasick;
pub use aho_corasick_crate::AhoCorasickCrate;
pub use bit_mask::BitMask;
pub use kmp::Kmp;
pub use memmem::Memmem;
pub use scan::Scan;

use crate::engines;

engines! {
    /// The engines.
    pub type Engines;
    Scan, "scan", "plain scan",
        "Compares the needle with every place, byte by byte, as Netty's indexOf did at first.";
    Kmp, "kmp", "Knuth–Morris–Pratt",
        "Goes through the bytes once: after a mismatch, what has matched says where the needle may begin next.";
    BitMask, "bit-mask", "bit mask",
        "Keeps a bit for each place that may still become a match in a word of 64, so that no needle may be longer; a byte costs a shift and a mask (bitap).";
    AhoCorasick, "aho-corasick", "Aho–Corasick",
        "Goes through the bytes once for all needles, in a table that says for each state and byte the next state.";
    Memmem, "memmem", "memchr::memmem",
        "The crate memchr: looks for rare bytes of the needle, many at once where the processor can, then compares.";
    AhoCorasickCrate, "aho-corasick-crate", "crate aho-corasick",
        "The crate aho-corasick, asked for all matches that overlap.";
}

/// A match of a needle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Offset in the haystack.
    pub at: usize,
    /// Number of the needle, from 0.
    pub needle: usize,
}

/// Why a search cannot be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// A needle is empty.
    Empty {
        /// Number of the needle, from 0.
        needle: usize,
    },
    /// A needle is longer than the engine supports.
    TooLong {
        /// Number of the needle, from 0.
        needle: usize,
        /// Longest supported needle, bytes.
        most: usize,
    },
    /// The needles have too many states in total.
    TooMuch,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { needle } => write!(f, "needle {} is empty", needle + 1),
            Self::TooLong { needle, most } => write!(
                f,
                "needle {} is longer than the {most} bytes that this engine can search for",
                needle + 1
            ),
            Self::TooMuch => {
                f.write_str("the needles are together longer than this engine can search for")
            }
        }
    }
}

impl Error for SearchError {}

/// A prepared search for needles.
pub trait Search: Sized {
    /// Prepares a search for `needles`.
    ///
    /// # Errors
    /// [`SearchError`]: no needle may be empty.
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError>;

    /// Passes every match, including overlapping ones, to `each` until it breaks.
    /// The matches of one needle are in order.
    fn visit<B>(
        &self,
        haystack: &[u8],
        each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Returns all matches in order.
    fn all(&self, haystack: &[u8]) -> Vec<Place> {
        let mut all = Vec::new();
        let _ = self.visit(haystack, |place| {
            all.push(place);
            ControlFlow::<()>::Continue(())
        });
        all.sort_unstable();
        all
    }
}

/// Prepares each needle separately, for engines that search for one at a time.
fn prepare_each<N>(
    needles: &[&[u8]],
    prepare: impl FnMut(&[u8]) -> N,
) -> Result<Box<[N]>, SearchError> {
    reject_empty(needles)?;
    Ok(needles.iter().copied().map(prepare).collect())
}

fn reject_empty(needles: &[&[u8]]) -> Result<(), SearchError> {
    match needles.iter().position(|needle| needle.is_empty()) {
        Some(needle) => Err(SearchError::Empty { needle }),
        None => Ok(()),
    }
}
