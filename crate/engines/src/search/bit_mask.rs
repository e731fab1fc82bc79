//! The shift-and algorithm.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, prepare_each};

/// The shift-and algorithm of Baeza-Yates and Gonnet (1992), also called bitap:
/// one bit of a word for each prefix of the needle that currently matches, and a
/// shift and a mask for each byte of the haystack. Linear time; 2 KiB per needle
/// of at most 64 bytes.
#[derive(Clone, Debug)]
pub struct BitMask(Box<[Needle]>);

#[derive(Clone, Debug)]
struct Needle {
    bytes: u32,
    /// Offsets of each byte in the needle, the first in the lowest bit.
    masks: Box<[u64; 256]>,
}

impl Needle {
    fn new(bytes: &[u8]) -> Self {
        let mut masks = Box::new([0; 256]);
        for (place, &byte) in bytes.iter().enumerate() {
            masks[usize::from(byte)] |= 1 << place;
        }
        Self {
            bytes: bytes.len() as u32,
            masks,
        }
    }
}

impl Search for BitMask {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        let most = u64::BITS as usize;
        match needles.iter().position(|needle| needle.len() > most) {
            Some(needle) => Err(SearchError::TooLong { needle, most }),
            None => prepare_each(needles, Needle::new).map(Self),
        }
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (number, Needle { bytes, masks }) in self.0.iter().enumerate() {
            let last = 1 << (bytes - 1);
            let mut open = 0_u64;
            for (end, &byte) in haystack.iter().enumerate() {
                open = (open << 1 | 1) & masks[usize::from(byte)];
                if open & last != 0 {
                    each(Place {
                        at: end + 1 - *bytes as usize,
                        needle: number,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
