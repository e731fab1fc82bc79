//! Who sent frames, told from the frames themselves: for connections whose
//! beginning was not captured.

use http2::{
    Kind, Sender,
    frame::{HEADER, flags},
};

/// Who sent the frames that begin with the first octet: of the static table's
/// entries, requests have the pseudo-header fields 1 to 7 and responses 8 to
/// 14; only servers promise.
pub(super) fn sender_of(mut octets: &[u8]) -> Sender {
    while let Some((&[a, b, c, kind, flags, d, e, f, g], behind)) =
        octets.split_first_chunk::<HEADER>()
    {
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        let stream = u32::from_be_bytes([d, e, f, g]) & 0x7fff_ffff;
        let payload = &behind[..length.min(behind.len())];
        match Kind(kind) {
            Kind::PUSH_PROMISE => return Sender::Server,
            Kind::PRIORITY => return Sender::Client,
            Kind::HEADERS if stream % 2 == 0 => return Sender::Server,
            Kind::HEADERS => {
                let block = fragment(flags, payload).unwrap_or_default();
                match sender_of_block(block) {
                    Sender::Unknown => {}
                    sender => return sender,
                }
            }
            _ => {}
        }
        octets = &behind[payload.len()..];
    }
    Sender::Unknown
}

/// The part of a header block in a HEADERS frame (RFC 9113 §6.2).
fn fragment(set: u8, payload: &[u8]) -> Option<&[u8]> {
    let mut payload = payload;
    let mut padding = 0;
    if set & flags::PADDED != 0 {
        let (first, rest) = payload.split_first()?;
        padding = usize::from(*first);
        payload = rest;
    }
    if set & flags::PRIORITY != 0 {
        payload = payload.get(5..)?;
    }
    payload.get(..payload.len().checked_sub(padding)?)
}

fn sender_of_block(block: &[u8]) -> Sender {
    let mut at = 0;
    while at < block.len() {
        let Ok(representation) = hpack::structure::representation_at(block, at) else {
            break;
        };
        if representation.kind != hpack::Kind::SizeUpdate {
            match representation.integer.value {
                1..=7 => return Sender::Client,
                8..=14 => return Sender::Server,
                _ => {}
            }
        }
        at = representation.octets.end;
    }
    Sender::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senders() {
        let cases: [(&[u8], Sender); 10] = [
            (b"", Sender::Unknown),
            (b"\0\0\x01\x01\x05\0\0\0\x01\x82", Sender::Client),
            (b"\0\0\x01\x01\x05\0\0\0\x01\x88", Sender::Server),
            (b"\0\0\x01\x01\x05\0\0\0\x02\xff", Sender::Server),
            (b"\0\0\x02\x01\x05\0\0\0\x01\xbe\x84", Sender::Client),
            (b"\0\0\x04\x01\x0d\0\0\0\x01\x02\x88\0\0", Sender::Server),
            (
                b"\0\0\x06\x01\x25\0\0\0\x01\x80\0\0\0\x0f\x41",
                Sender::Unknown,
            ),
            (b"\0\0\x05\x02\0\0\0\0\x03\0\0\0\0\x0f", Sender::Client),
            (b"\0\0\x05\x05\x04\0\0\0\x03\0\0\0\x02\x82", Sender::Server),
            (
                b"\0\0\0\x04\x01\0\0\0\0\0\0\x02\x01\x05\0\0\0\x01\xbe\x8e",
                Sender::Server,
            ),
        ];
        for (octets, sender) in cases {
            assert_eq!(sender_of(octets), sender, "{octets:02x?}");
        }
    }
}
