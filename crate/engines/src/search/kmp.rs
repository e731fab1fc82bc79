//! Knuth–Morris–Pratt.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, prepare_each};

/// The algorithm of Knuth, Morris and Pratt (1977), Netty's “good default choice”:
/// after a mismatch, the matched prefix determines where the needle can begin
/// next. Linear time; one number per byte of the needle.
#[derive(Clone, Debug)]
pub struct Kmp(Box<[Needle]>);

#[derive(Clone, Debug)]
struct Needle {
    bytes: Box<[u8]>,
    /// By number of bytes matched: the length of the longest proper border, which
    /// is the number still matched after a mismatch.
    borders: Box<[usize]>,
}

impl Needle {
    fn new(bytes: &[u8]) -> Self {
        let mut borders = vec![0; bytes.len() + 1];
        let mut matched = 0;
        for (end, &byte) in bytes.iter().enumerate().skip(1) {
            matched = step(bytes, &borders, matched, byte);
            borders[end + 1] = matched;
        }
        Self {
            bytes: bytes.into(),
            borders: borders.into(),
        }
    }
}

/// Number of bytes matched after `byte`, given that `matched`, fewer than all,
/// were before it.
#[inline(always)]
fn step(needle: &[u8], borders: &[usize], mut matched: usize, byte: u8) -> usize {
    while needle[matched] != byte {
        if matched == 0 {
            return 0;
        }
        matched = borders[matched];
    }
    matched + 1
}

impl Search for Kmp {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        prepare_each(needles, Needle::new).map(Self)
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (number, Needle { bytes, borders }) in self.0.iter().enumerate() {
            let mut matched = 0;
            for (end, &byte) in haystack.iter().enumerate() {
                matched = step(bytes, borders, matched, byte);
                if matched == bytes.len() {
                    each(Place {
                        at: end + 1 - matched,
                        needle: number,
                    })?;
                    matched = borders[matched];
                }
            }
        }
        ControlFlow::Continue(())
    }
}
