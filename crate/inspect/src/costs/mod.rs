//! What hostile header blocks cost who reads them, found out by reading them:
//! blocks of given shapes are made here and go through the real decoder and
//! the real reader of frames.

mod bomb;
mod flood;

pub use bomb::{Blast, Bomb, Limited};
pub use flood::{Content, Flood, Flooded};

/// Appends an integer with a prefix of `prefix_bits` (§5.1); the bits above
/// the prefix are `first`.
fn integer(first: u8, prefix_bits: u8, value: u32, out: &mut Vec<u8>) {
    let full = (1_u32 << prefix_bits) - 1;
    if value < full {
        out.push(first | value as u8);
        return;
    }
    out.push(first | full as u8);
    let mut rest = value - full;
    while rest >= 0x80 {
        out.push(rest as u8 & 0x7f | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Appends a literal whose name is `x` and whose value has so many octets;
/// `first` says whether it goes into the table.
fn literal(first: u8, value_octets: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&[first, 1, b'x']);
    integer(0, 7, value_octets, out);
    out.resize(out.len() + value_octets as usize, b'a');
}

/// §6.2.1, with a new name.
const INCREMENTAL: u8 = 0x40;
/// §6.2.2, with a new name.
const WITHOUT: u8 = 0x00;
/// §6.1, the newest entry of the dynamic table.
const NEWEST: u8 = 0x80 | 62;
