//! An engine at work on a workload.

mod blocks;
mod hex;
mod huffman;
mod integer;

pub(crate) use blocks::fields;
pub use blocks::{BlockEngine, blocks, blocks_reference, faults, write_fault, write_field};
pub use hex::{digits, digits_reference};
pub(crate) use huffman::string_octets;
pub use huffman::{strings, strings_reference};
pub use integer::{integers, integers_reference};

/// Does the same work again and again.
pub trait Subject {
    /// Does the whole work `times` times, and uses what comes out so that
    /// nothing of it can be left out.
    fn run(&mut self, times: u32);

    /// What the work puts out, to be compared before anything is timed.
    fn output(&mut self) -> Vec<u8>;
}

/// Reads every octet of `text`, as cheaply as that can be done: every sink
/// of every contender, ours and theirs, reads what it is given with this.
#[inline]
#[must_use]
pub fn read(text: &[u8]) -> u64 {
    let octets = text.len();
    match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(_), Some(last)) => {
            let mut sum = u64::from_le_bytes(*last);
            for eight in text.as_chunks::<8>().0 {
                sum = sum.wrapping_add(u64::from_le_bytes(*eight));
            }
            sum
        }
        _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
            }
            _ if octets == 0 => 0,
            _ => {
                u64::from(text[0]) << 16
                    | u64::from(text[octets / 2]) << 8
                    | u64::from(text[octets - 1])
            }
        },
    }
}
