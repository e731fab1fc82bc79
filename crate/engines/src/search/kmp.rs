//! Knuth–Morris–Pratt: the haystack is never gone back in.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, prepared};

/// The method of Knuth, Morris and Pratt (1977), Netty's “good default choice”:
/// after a mismatch, what has been matched says where the needle may begin next.
/// Linear time; memory for one number a byte of the needle.
#[derive(Clone, Debug)]
pub struct Kmp(Box<[Needle]>);

#[derive(Clone, Debug)]
struct Needle {
    bytes: Box<[u8]>,
    /// For each number of bytes matched, up to all, how many remain matched
    /// when the next one does not fit: the longest shorter text that both ends
    /// and begins what was matched.
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

/// How many bytes match behind `byte`, of which fewer than all did before it.
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
        prepared(needles, Needle::new).map(Self)
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
