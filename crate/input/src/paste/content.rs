//! A last look at the octets themselves: frames, streams, packets and files
//! are no header blocks, whatever notation they came in.

use super::{Fault, RefusalKind, split::Pieces};

/// The client's connection preface (RFC 9113 §3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Refuses octets that are evidently something else than header blocks.
pub(crate) fn check(pieces: &Pieces) -> Result<(), Fault> {
    let at = Some(pieces.places[0].start as usize);
    let named = |(kind, message): (RefusalKind, String)| Fault { kind, at, message };
    if let Some(other) = name(&pieces.octets) {
        return Err(named(other));
    }
    for piece in 0..pieces.list.len() {
        if let Some(other) = name(pieces.of(piece)) {
            let start = pieces.list[piece].start;
            let at = pieces.places.get(start).map(|place| place.start as usize);
            return Err(Fault { at, ..named(other) });
        }
    }
    Ok(())
}

/// As [`check`], for a file of bare bytes.
pub(crate) fn check_file(octets: &[u8]) -> Result<(), Fault> {
    let file = [
        (&b"\x1f\x8b"[..], 10, "a gzip file: unpack it first"),
        (b"\xd4\xc3\xb2\xa1", 24, "a pcap capture"),
        (b"\xa1\xb2\xc3\xd4", 24, "a pcap capture"),
        (b"\x4d\x3c\xb2\xa1", 24, "a pcap capture"),
        (b"\xa1\xb2\x3c\x4d", 24, "a pcap capture"),
        (b"\x0a\x0d\x0d\x0a", 28, "a pcapng capture"),
        (b"PK\x03\x04", 30, "a zip archive: unpack it first"),
        (b"\x28\xb5\x2f\xfd", 9, "a Zstandard file: unpack it first"),
        (b"\xfd7zXZ\x00", 6, "an xz file: unpack it first"),
        (b"\x89PNG\r\n", 8, "a picture"),
        (b"%PDF-", 5, "a PDF document"),
        (b"\x7fELF", 16, "a program"),
    ];
    for (magic, least, what) in file {
        if octets.len() >= least && octets.starts_with(magic) {
            return Err(Fault::whole(
                RefusalKind::Capture,
                format!(
                    "This is {what}. What can be read here are header blocks: the HPACK octets of a HEADERS frame, as Wireshark's «Header Block Fragment» has them."
                ),
            ));
        }
    }
    if let Some((kind, message)) = name(octets) {
        return Err(Fault::whole(kind, message));
    }
    if is_mangled(octets) {
        return Err(Fault::whole(
            RefusalKind::Lossy,
            "These look like octets that were taken for text and saved as UTF-8: some are lost. Copy them as hex or Base64 instead (in Wireshark, «… as a Hex Stream»).",
        ));
    }
    Ok(())
}

/// Whether octets are UTF-8 of characters below U+0100, or of U+FFFD, that
/// themselves stood for octets once.
fn is_mangled(octets: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(octets) else {
        return false;
    };
    let beyond = text.chars().filter(|c| !c.is_ascii()).count();
    let narrow = text
        .chars()
        .filter(|c| ('\u{80}'..='\u{ff}').contains(c) || *c == '\u{fffd}')
        .count();
    beyond >= 4 && narrow == beyond && !super::well_formed::is_plausible(octets)
}

const INSTEAD: &str = "Paste the header block fragments inside instead, without the 9-octet frame headers, padding and priority fields; in Wireshark that is «Header Block Fragment».";

fn name(octets: &[u8]) -> Option<(RefusalKind, String)> {
    let stream = || {
        (
            RefusalKind::Stream,
            format!("This is the stream of a whole HTTP/2 connection, from its start. {INSTEAD}"),
        )
    };
    if octets.len() >= 14 && PREFACE.starts_with(&octets[..octets.len().min(PREFACE.len())])
        || octets.starts_with(PREFACE)
    {
        return Some(stream());
    }
    if let Some(frames) = http2::is_frames(octets, true) {
        return Some(
            if frames.kind == http2::Kind::SETTINGS && frames.frames > 1 {
                stream()
            } else {
                (
                    RefusalKind::Frames,
                    format!(
                        "These are HTTP/2 frames: the first is {} on stream {}. {INSTEAD}",
                        frames.kind, frames.stream
                    ),
                )
            },
        );
    }
    if let Some(what) = packet(octets) {
        return Some((
            RefusalKind::Packet,
            format!(
                "These are the octets of a network packet ({what}), with the headers of the network in front. {INSTEAD}"
            ),
        ));
    }
    if matches!(octets, [0x16, 3, 1..=4, ..] | [0x17, 3, 3, ..]) && octets.len() > 5 {
        let length = usize::from(octets[3]) << 8 | usize::from(octets[4]);
        if length + 5 == octets.len()
            || (length > 64
                && octets
                    .get(5 + length..)
                    .is_some_and(|rest| matches!(rest, [0x14..=0x17, 3, ..])))
        {
            return Some((
                RefusalKind::Packet,
                format!("These are TLS records: the header blocks inside are encrypted. {INSTEAD}"),
            ));
        }
    }
    None
}

/// What a packet's first header is, if the octets begin with one.
fn packet(octets: &[u8]) -> Option<&'static str> {
    if octets.len() > 34 {
        match octets[12..] {
            [0x08, 0x00, 0x45..=0x4f, ..] if is_ip(&octets[14..]) => {
                return Some("Ethernet and IP");
            }
            [0x86, 0xdd, 0x60..=0x6f, ..] if is_ip(&octets[14..]) => {
                return Some("Ethernet and IPv6");
            }
            _ => {}
        }
    }
    is_ip(octets).then_some("IP")
}

/// An IPv4 or IPv6 header whose length fits and whose payload is TCP or UDP.
fn is_ip(octets: &[u8]) -> bool {
    match octets {
        [0x45..=0x4f, _, high, low, _, _, _, _, ttl, 6 | 17, ..] => {
            let length = usize::from(*high) << 8 | usize::from(*low);
            length >= 28
                && *ttl > 0
                && octets.len() >= 20
                && checksum(&octets[..20]) | (length == octets.len())
        }
        [0x60..=0x6f, _, _, _, high, low, 6 | 17, hops, ..] => {
            let length = usize::from(*high) << 8 | usize::from(*low);
            *hops > 0 && length + 40 == octets.len()
        }
        _ => false,
    }
}

/// Whether the checksum of an IPv4 header is right.
fn checksum(header: &[u8]) -> bool {
    if header[0] != 0x45 {
        return false;
    }
    let mut sum: u32 = header
        .chunks(2)
        .map(|pair| u32::from(pair[0]) << 8 | u32::from(pair[1]))
        .sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum == 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_octets_are() {
        let cases: [(&[u8], Option<RefusalKind>); 9] = [
            (b"\x82\x86\x84", None),
            (b"\x00\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84", Some(RefusalKind::Frames)),
            (b"\x00\x00\x43\x01\x05\x00\x00\x00\x01\x82\x86\x84\x87", Some(RefusalKind::Frames)),
            (b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x04\x01\x00\x00\x00\x00", Some(RefusalKind::Stream)),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Some(RefusalKind::Stream)),
            (b"\x00\x00\x00", None),
            (b"\x00\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84\x87\x87\x87\x87\x87\x87\x87\x87\x87", None),
            (b"\x00\x00\x04\x08\x00\x00\x00\x00\x00\x00\x00\x10\x00", Some(RefusalKind::Frames)),
            (b"\x40\x0acustom-key\x0dcustom-header", None),
        ];
        for (octets, expected) in cases {
            assert_eq!(name(octets).map(|(kind, _)| kind), expected, "{octets:x?}");
        }
    }

    #[test]
    fn files_are_named() {
        let gzip = check_file(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03x").unwrap_err();
        assert_eq!(gzip.kind, RefusalKind::Capture);
        assert!(check_file(b"\x82\x86").is_ok());
    }
}
