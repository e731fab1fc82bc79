//! What bytes are if they are no header block.

use http2::{
    FrameType, Setting,
    frame::{Detail, has_preface, split_first},
};

/// Whether bytes are HTTP/2 frames from the first to the last, or begin as
/// only a connection can: with the preface, or a sound SETTINGS frame.
pub(super) fn is_frames(bytes: &[u8]) -> bool {
    let is_chain =
        begins_connection(bytes) || begins_with_settings(bytes) || http2::is_frames(bytes);
    is_chain && !is_on_stream_0(bytes)
}

/// Whether bytes begin with a HEADERS frame on stream 0.
fn is_on_stream_0(bytes: &[u8]) -> bool {
    split_first(bytes).is_some_and(|(header, payload, _)| {
        header.kind == FrameType::HEADERS
            && header.stream == 0
            && payload.len() == header.length as usize
    })
}

/// Whether bytes can be nothing but the start of a connection.
pub(super) fn begins_connection(bytes: &[u8]) -> bool {
    bytes.len() >= 14 && has_preface(bytes) != Some(false)
}

fn begins_with_settings(bytes: &[u8]) -> bool {
    let Some((header, payload, _)) = split_first(bytes) else {
        return false;
    };
    let Detail::Settings(settings) = Detail::parse(&header, payload) else {
        return false;
    };
    // Identifiers that are in use, or greased (0x?a?a).
    let is_known =
        |setting: Setting| (1..=0x10).contains(&setting.id) || setting.id & 0x0f0f == 0x0a0a;
    let is_sound = header.flags == 0
        && header.stream == 0
        && !header.reserved
        && header.length.is_multiple_of(6)
        && header.length <= 6 * 64;
    is_sound && payload.len() == header.length as usize && settings.iter().all(is_known)
}

/// Whether a person may want bytes that look like header blocks read as
/// frames: they could begin with a frame's header, or the preface.
pub(super) fn may_be_frames(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PRI")
        || split_first(bytes).is_some_and(|(header, ..)| {
            header.length < 1 << 16
                && header.kind.0 <= FrameType::PRIORITY_UPDATE.0
                && header.stream < 1 << 24
        })
}

/// LINKTYPE numbers of capture files.
mod link {
    pub(super) const NULL: u32 = 0;
    pub(super) const ETHERNET: u32 = 1;
    pub(super) const RAW: u32 = 101;
    pub(super) const LINUX_SLL: u32 = 113;
    pub(super) const LINUX_SLL2: u32 = 276;
}

/// What a packet's first header is, if the bytes begin with one.
pub(super) fn packet(bytes: &[u8]) -> Option<u32> {
    let behind = |header: usize, ethertype: usize| {
        let kind = bytes.get(ethertype..ethertype + 2);
        matches!(kind, Some([0x08, 0x00] | [0x86, 0xdd])) && bytes.get(header..).is_some_and(is_ip)
    };
    let tagged = |tag: usize| {
        matches!(bytes.get(tag..tag + 2), Some([0x81, 0x00] | [0x88, 0xa8]))
            && behind(tag + 6, tag + 4)
    };
    let family = matches!(
        bytes.get(..4),
        Some([2 | 10 | 24 | 28 | 30, 0, 0, 0] | [0, 0, 0, 2 | 10 | 24 | 28 | 30])
    );
    Some(match () {
        () if behind(14, 12) || tagged(12) || tagged(16) => link::ETHERNET,
        () if is_ip(bytes) => link::RAW,
        () if behind(16, 14) => link::LINUX_SLL,
        () if behind(20, 0) => link::LINUX_SLL2,
        () if family && bytes.get(4..).is_some_and(is_ip) => link::NULL,
        () => return None,
    })
}

/// An IPv4 or IPv6 header whose length fits and whose payload is TCP or UDP.
fn is_ip(bytes: &[u8]) -> bool {
    match bytes {
        [0x45..=0x4f, _, high, low, _, _, _, _, ttl, 6 | 17, ..] => {
            let length = usize::from(*high) << 8 | usize::from(*low);
            length >= 28
                && *ttl > 0
                && bytes.len() >= 20
                && (has_checksum(&bytes[..20]) || length == bytes.len())
        }
        [0x60..=0x6f, _, _, _, high, low, 6 | 17, hops, ..] => {
            let length = usize::from(*high) << 8 | usize::from(*low);
            *hops > 0 && length + 40 == bytes.len()
        }
        _ => false,
    }
}

/// Whether the checksum of an IPv4 header of 20 bytes is right.
fn has_checksum(header: &[u8]) -> bool {
    let mut sum: u32 = header
        .chunks(2)
        .map(|pair| u32::from(pair[0]) << 8 | u32::from(pair[1]))
        .sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    header[0] == 0x45 && sum == 0xffff
}

/// Name and what to copy instead, for bytes that are known and hold no header
/// block that could be read.
pub(super) fn named(bytes: &[u8]) -> Option<&'static str> {
    let is_record = |bytes: &[u8]| {
        let length = bytes
            .get(3..5)
            .map_or(0, |two| usize::from(two[0]) << 8 | usize::from(two[1]));
        let next = bytes.get(5 + length..);
        length > 0
            && next.is_some_and(|rest| rest.is_empty() || matches!(rest, [0x14..=0x17, 3, ..]))
            || length > 256 && bytes.len() < 5 + length && bytes.len() > 32
    };
    match bytes {
        [0x14..=0x17, 3, 1..=4, ..] if is_record(bytes) => Some(
            "These are TLS records: the header blocks in them are encrypted. Open the capture itself together with its secrets (the key log that programs write to the file named by SSLKEYLOGFILE).",
        ),
        _ if is_on_stream_0(bytes) => Some(
            "This is a HEADERS frame on stream 0, which is the connection's: it carries no header block (RFC 9113 §6.2).",
        ),
        _ if is_draft_frames(bytes) => Some(
            "These are frames of a draft of HTTP/2, whose headers have 8 bytes: their blocks are not those of RFC 7541.",
        ),
        _ if !begins_connection(bytes)
            && bytes.len() > 3
            && bytes
                .iter()
                .all(|&byte| matches!(byte, b' '..=b'~' | b'\r' | b'\n' | b'\t')) =>
        {
            Some(
                "These bytes are printable text and no header block: header fields that are decoded already, or content. Copy the bytes of the HEADERS frame instead.",
            )
        }
        [first, rest @ ..]
            if rest.len() > 6
                && rest
                    .iter()
                    .zip(bytes)
                    .all(|(next, before)| *next == before.wrapping_add(1)) =>
        {
            let _ = first;
            Some("These bytes count up: they are the heading of a dump.")
        }
        _ => None,
    }
}

/// Frames of 8-byte headers (length of 14 or 16 bits, type, flags, stream) to
/// the exact end, with HEADERS among them.
fn is_draft_frames(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let mut has_headers = false;
    while let [high, low, kind, _, stream, _, _, _, payload @ ..] = rest {
        let length = usize::from(*high) << 8 | usize::from(*low);
        if *kind > 10 || *stream > 0 || payload.len() < length {
            return false;
        }
        has_headers |= *kind == 1 && length > 0;
        rest = &payload[length..];
    }
    rest.is_empty() && has_headers
}

/// Formats of files that are dropped as bytes.
pub(super) fn file(bytes: &[u8]) -> Option<&'static str> {
    const FILES: [(&[u8], usize, &str); 6] = [
        (b"\x1f\x8b", 10, "a gzip file: unpack it first"),
        (b"PK\x03\x04", 30, "a zip archive: unpack it first"),
        (b"\xfd7zXZ\x00", 6, "an xz file: unpack it first"),
        (b"\x89PNG\r\n", 8, "an image"),
        (b"%PDF-", 5, "a PDF document"),
        (b"\x7fELF", 16, "an executable"),
    ];
    let found = FILES
        .iter()
        .find(|(magic, least, _)| bytes.len() >= *least && bytes.starts_with(magic));
    found.map(|&(.., what)| what)
}

/// Whether bytes are UTF-8 of characters below U+0100, or of U+FFFD, that
/// themselves stood for bytes once.
pub(super) fn is_mangled(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else {
        return false;
    };
    let foreign = text.chars().filter(|c| !c.is_ascii()).count();
    let narrow = text
        .chars()
        .filter(|c| matches!(c, '\u{80}'..='\u{ff}' | '\u{fffd}'))
        .count();
    foreign >= 4 && narrow == foreign && !hpack::structure::is_whole(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_from_blocks() {
        let cases: [(&[u8], bool); 9] = [
            (b"\x82\x86\x84", false),
            (b"\x00\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84", true),
            (b"\x00\x00\x43\x01\x05\x00\x00\x00\x01\x82\x86\x84\x87", true),
            (b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x04\x01\x00\x00\x00\x00", true),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnothing", true),
            // SETTINGS, and then anything.
            (b"\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64\xff\xff\xff\xff\xff\xff\xff\xff\xff", true),
            (b"\x00\x00\x06\x04\x00\x00\x00\x00\x00\x77\x03\x00\x00\x00\x64\xff\xff\xff\xff\xff\xff\xff\xff\xff", false),
            (b"\x00\x00\x00", false),
            (b"\x40\x0acustom-key\x0dcustom-header", false),
        ];
        for (bytes, expected) in cases {
            assert_eq!(is_frames(bytes), expected, "{bytes:x?}");
        }
    }

    #[test]
    fn known_bytes_are_named() {
        let cases: [(&[u8], Option<&str>); 5] = [
            (b"\x16\x03\x01\x00\x05\x01\0\0\x01\0", Some("TLS")),
            (
                b"\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84",
                Some("draft"),
            ),
            (b"HTTP/2 404 \r\n", Some("printable")),
            (b"\x00\x01\x02\x03\x04\x05\x06\x07", Some("count")),
            (b"\x82\x86\x84", None),
        ];
        for (bytes, expected) in cases {
            let found = named(bytes);
            assert_eq!(found.is_some(), expected.is_some(), "{bytes:x?}");
            assert!(
                expected.is_none_or(|word| found.is_some_and(|text| text.contains(word))),
                "{found:?}"
            );
        }
    }
}
