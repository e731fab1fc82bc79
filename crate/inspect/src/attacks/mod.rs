//! Experiments: the cost of hostile header blocks and the information in their
//! sizes, measured with the real encoder, decoder and frame reader.

mod amplification;
mod continuation_flood;
mod size_oracle;

use hpack::integer;

pub use amplification::{Amplification, Amplified, Limited};
pub use continuation_flood::{Content, ContinuationFlood, FloodHeld};
pub use size_oracle::{GuessSizes, SizeOracle};

/// Appends a literal with name `x` and a value of `value_bytes` bytes. `first`
/// is its first byte.
fn literal(first: u8, value_bytes: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&[first, 1, b'x']);
    integer::encode(0, 7, u64::from(value_bytes), out);
    out.resize(out.len() + value_bytes as usize, b'a');
}

/// Literal with incremental indexing and a new name (RFC 7541 §6.2.1).
const INCREMENTAL: u8 = 0x40;
/// Literal without indexing, with a new name (RFC 7541 §6.2.2).
const WITHOUT: u8 = 0x00;
/// Indexed field: the newest entry of the dynamic table (RFC 7541 §6.1).
const NEWEST: u8 = 0x80 | 62;
