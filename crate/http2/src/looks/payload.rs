//! How much octets look like the payload of the frame whose header stands
//! before them.

use hpack::structure::representation_at;

use super::Header;
use crate::{Kind, Setting, frame::flags};

/// Octets of a header block that are looked at.
const LOOKED_AT: usize = 1 << 8;

/// The highest index that is taken for one: a table of 4 MiB has no more.
const HIGHEST_INDEX: u32 = 1 << 17;

/// Bits, as [`Header::weigh`]; `None` where this can be no such payload.
pub(super) fn weigh(header: &Header, payload: &[u8]) -> Option<u32> {
    match header.kind {
        Kind::HEADERS | Kind::PUSH_PROMISE => headers(header, payload),
        Kind::SETTINGS => Some(settings(payload)),
        Kind::WINDOW_UPDATE => (1..=0x7fff_ffff)
            .contains(&number(payload, 0)?)
            .then_some(6),
        Kind::RST_STREAM => (number(payload, 0)? <= 0x0d).then_some(20),
        Kind::GOAWAY => {
            let last = number(payload, 0)?;
            let sane = last < 1 << 24 || last == 0x7fff_ffff;
            (sane && number(payload, 4)? <= 0x0d).then_some(8)
        }
        Kind::PRIORITY => {
            let dependency = number(payload, 0)? & 0x7fff_ffff;
            (dependency < 1 << 24 && dependency != header.stream).then_some(8)
        }
        _ => Some(0),
    }
}

fn number(octets: &[u8], at: usize) -> Option<u32> {
    let four: [u8; 4] = octets.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(four))
}

fn settings(payload: &[u8]) -> u32 {
    let known = payload
        .chunks_exact(6)
        .filter(|one| {
            let id = u16::from_be_bytes([one[0], one[1]]);
            Setting { id, value: 0 }.name().is_some()
        })
        .count();
    8 * (known.min(4) as u32)
}

/// The fragment of HEADERS or PUSH_PROMISE: whole representations.
fn headers(header: &Header, payload: &[u8]) -> Option<u32> {
    let padded = header.flags & flags::PADDED != 0;
    let front = usize::from(padded)
        + match header.kind {
            Kind::PUSH_PROMISE => 4,
            _ if header.flags & flags::PRIORITY != 0 => 5,
            _ => 0,
        };
    let padding = if padded {
        usize::from(*payload.first()?)
    } else {
        0
    };
    let end = payload.len().checked_sub(padding)?;
    let block = payload.get(front..end)?;
    let mut at = 0;
    while at < block.len().min(LOOKED_AT) {
        match representation_at(block, at) {
            Ok(one) => {
                let indexes = one.kind != hpack::Kind::SizeUpdate;
                let zero = one.kind == hpack::Kind::Indexed && one.integer.value == 0;
                if zero || indexes && one.integer.value > HIGHEST_INDEX {
                    return None;
                }
                at = one.octets.end;
            }
            // A fragment may end inside a representation.
            Err(_) if header.goes_on() => break,
            Err(_) => return None,
        }
    }
    // Strings of text often end where a block would.
    Some(4 + (at as u32 / 8).min(8))
}
