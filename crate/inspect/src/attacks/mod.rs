//! What hostile header blocks cost who reads them, and what their sizes give
//! away, found out by doing it: blocks of given shapes are made here and go
//! through the real encoder, decoder and reader of frames.

mod amplification;
mod continuation_flood;
mod size_oracle;

use hpack::integer;

pub use amplification::{Amplification, Amplified, Limited};
pub use continuation_flood::{Content, ContinuationFlood, FloodHeld};
pub use size_oracle::{GuessSizes, SizeOracle};

/// Appends a literal whose name is `x` and whose value has `value_bytes`
/// bytes; its first byte, `first`, says whether it goes into the table.
fn literal(first: u8, value_bytes: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&[first, 1, b'x']);
    integer::encode(0, 7, u64::from(value_bytes), out);
    out.resize(out.len() + value_bytes as usize, b'a');
}

/// §6.2.1, with a new name.
const INCREMENTAL: u8 = 0x40;
/// §6.2.2, with a new name.
const WITHOUT: u8 = 0x00;
/// §6.1, the newest entry of the dynamic table.
const NEWEST: u8 = 0x80 | 62;
