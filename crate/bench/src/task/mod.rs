//! An engine at work on a workload.

mod blocks;
mod encode;
mod frames;
mod header_buffer;
mod hex;
mod huffman;
mod integer;
mod search;
mod static_table;

pub use blocks::{BlockEngine, blocks};
pub use encode::{EncodeEngine, ListEncoder, encode, encode_with};
pub use frames::{frames, frames_reference};
pub use header_buffer::{buffers, buffers_reference};
pub use hex::{digits, digits_reference};
pub(crate) use huffman::string_octets;
pub use huffman::{strings, strings_reference};
pub use integer::{integers, integers_reference};
pub use search::{searches, searches_reference};
use serde::Serialize;
pub use static_table::{look_ups, look_ups_reference};

/// What is said of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EngineEntry {
    /// Stable name.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: &'static str,
    /// How it works, in a sentence.
    pub about: &'static str,
}

/// Does the same work again and again.
pub trait Task {
    /// Does the whole work `times` times, and uses what comes out so that
    /// nothing of it can be left out.
    fn run(&mut self, times: u32);

    /// What the work puts out, to be compared before anything is timed.
    fn output(&mut self) -> Vec<u8>;

    /// Bytes that the work writes, where engines may differ in them.
    fn written(&mut self) -> Option<usize> {
        None
    }
}

/// Reads every octet of `text`, as cheaply as that can be done: every visitor
/// of every contender, ours and theirs, reads what it is given with this.
///
/// Octets in the middle may be read twice, so that texts of about one length
/// take the same branches.
#[inline]
#[must_use]
pub fn read(text: &[u8]) -> u64 {
    fn first<const N: usize>(text: &[u8]) -> [u8; N] {
        text.first_chunk().copied().unwrap_or([0; N])
    }
    fn last<const N: usize>(text: &[u8]) -> [u8; N] {
        text.last_chunk().copied().unwrap_or([0; N])
    }
    fn fold(sixteen: [u8; 16]) -> u64 {
        let both = u128::from_le_bytes(sixteen);
        (both as u64).wrapping_add((both >> 64) as u64)
    }
    match text.len() {
        0 => 0,
        octets @ 1..4 => {
            u64::from(text[0]) << 16
                | u64::from(text[octets / 2]) << 8
                | u64::from(text[octets - 1])
        }
        4..8 => {
            u64::from(u32::from_le_bytes(first(text))) << 32
                | u64::from(u32::from_le_bytes(last(text)))
        }
        octets @ 8..=32 => {
            let at = |from: usize| u64::from_le_bytes(first(&text[from.min(octets - 8)..]));
            at(0)
                .wrapping_add(at(8))
                .wrapping_add(at(16))
                .wrapping_add(at(24))
        }
        _ => {
            let mut sum = fold(last(text));
            for sixteen in text.as_chunks().0 {
                sum = sum.wrapping_add(fold(*sixteen));
            }
            sum
        }
    }
}
