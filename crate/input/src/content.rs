//! Recognises bytes other than header blocks.

use std::iter;

use hpack::integer::{Bits32, IntegerDecoder};
use http2::{
    FrameType, Sender,
    frame::{Header, has_preface, infer_sender, split_first},
};

/// Whether bytes are a chain of HTTP/2 frames, or begin like a connection: with
/// the preface or a valid SETTINGS frame.
pub(crate) fn is_frames(bytes: &[u8]) -> bool {
    let is_chain =
        begins_connection(bytes) || begins_with_settings(bytes) || http2::is_frames(bytes);
    is_chain && !is_on_stream_0(bytes)
}

fn first_frame(bytes: &[u8]) -> Option<(Header, &[u8])> {
    let (header, payload, _) = split_first(bytes)?;
    (payload.len() == header.length as usize).then_some((header, payload))
}

/// Returns the payload length if `bytes` are exactly one frame header (RFC 9113
/// §4.1) with a payload.
pub(crate) fn parse_header_only(bytes: &[u8]) -> Option<usize> {
    let header = Header::parse(bytes.try_into().ok()?);
    let is_known = header.kind.0 <= FrameType::CONTINUATION.0 && !header.reserved;
    (is_known && header.length > 0).then_some(header.length as usize)
}

fn is_on_stream_0(bytes: &[u8]) -> bool {
    first_frame(bytes)
        .is_some_and(|(header, _)| header.kind == FrameType::HEADERS && header.stream == 0)
}

fn begins_connection(bytes: &[u8]) -> bool {
    bytes.len() >= 14 && has_preface(bytes) != Some(false)
}

/// Returns the sender of frames, if they show it.
pub(crate) fn sender(frames: &[u8]) -> Option<Sender> {
    match begins_connection(frames) {
        true => Some(Sender::Client),
        false => infer_sender(frames),
    }
}

fn begins_with_settings(bytes: &[u8]) -> bool {
    first_frame(bytes).is_some_and(|(header, payload)| {
        let (settings, rest) = payload.as_chunks::<6>();
        // Known or greased (0x?a?a) identifiers.
        let is_known = |[high, low, ..]: &[u8; 6]| {
            *high == 0 && (1..=0x10).contains(low) || high & 0x0f == 0x0a && low & 0x0f == 0x0a
        };
        header.kind == FrameType::SETTINGS
            && (header.flags, header.reserved, header.stream) == (0, false, 0)
            && rest.is_empty()
            && settings.len() <= 64
            && settings.iter().all(is_known)
    })
}

/// Whether to offer reading a block as frames: it could begin with a frame
/// header or the preface.
pub(crate) fn may_be_frames(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PRI")
        || split_first(bytes).is_some_and(|(header, ..)| {
            header.length < 1 << 16
                && header.kind.0 <= FrameType::PRIORITY_UPDATE.0
                && header.stream < 1 << 24
        })
}

/// LINKTYPE values, and the length of their headers in bytes. The headers are
/// not checked: accidental IP headers are rare enough.
const LINKS: [(u32, usize); 7] = [
    (101, 0),  // Raw IP
    (0, 4),    // Loopback
    (1, 14),   // Ethernet
    (1, 18),   // Ethernet with a VLAN tag
    (1, 22),   // Ethernet with two VLAN tags
    (113, 16), // Linux “any” device
    (276, 20), // Linux “any” device, version 2
];

/// Returns the LINKTYPE of a packet.
pub(crate) fn packet(bytes: &[u8]) -> Option<u32> {
    let has_ip = |link: &&(u32, usize)| bytes.get(link.1..).is_some_and(is_ip);
    Some(LINKS.iter().find(has_ip)?.0)
}

/// Whether bytes are an IP packet with TCP or UDP and a matching length.
fn is_ip(bytes: &[u8]) -> bool {
    match bytes {
        [0x45..=0x4f, _, high, low, _, _, _, _, 1..=255, 6 | 17, ..] => {
            be_u16(*high, *low) == bytes.len() && bytes.len() >= 28
        }
        [0x60..=0x6f, _, _, _, high, low, 6 | 17, 1..=255, ..] => {
            be_u16(*high, *low) + 40 == bytes.len()
        }
        _ => false,
    }
}

fn be_u16(high: u8, low: u8) -> usize {
    u16::from_be_bytes([high, low]).into()
}

const TLS: &str = "These are TLS records: the header blocks in them are encrypted. Open the capture itself together with its secrets (the key log that programs write to the file named by SSLKEYLOGFILE).";
const HTTP_1: &str = "This is text of HTTP/1.1: the peer spoke HTTP/1.1, which has no header blocks. Look at why HTTP/2 was not agreed on (ALPN, the preface).";
const QPACK: &str = "This is a field section of QPACK, the compression of HTTP/3 (RFC 9204), which this program does not decode: header blocks of HTTP/2 are in HPACK.";
const ON_STREAM_0: &str = "This is a HEADERS frame on stream 0, which stands for the connection: HEADERS must be on a stream of its own (RFC 9113 §6.2).";
const DRAFT_FRAMES: &str = "These are frames of a draft of HTTP/2, whose headers have 8 bytes: their blocks are not those of RFC 7541.";
const PRINTABLE: &str = "These bytes are printable text and no header block: header fields that are decoded already, or content. Copy the bytes of the HEADERS frame instead.";
const COUNT: &str = "These bytes count up: they are the heading of a dump.";

/// Describes known bytes without a readable header block, and what to copy.
pub(crate) fn describe_known(bytes: &[u8]) -> Option<&'static str> {
    type Test = fn(&[u8]) -> bool;
    const NAMED: [(Test, &str); 7] = [
        (is_tls, TLS),
        (is_http_1, HTTP_1),
        (is_qpack, QPACK),
        (is_on_stream_0, ON_STREAM_0),
        (is_draft_frames, DRAFT_FRAMES),
        (is_printable, PRINTABLE),
        (is_count, COUNT),
    ];
    let (_, what) = NAMED.iter().find(|(is_it, _)| is_it(bytes))?;
    Some(what)
}

/// Whether a description fits parts of other bytes as well.
pub(crate) fn is_weak(known: &str) -> bool {
    known == COUNT || known == PRINTABLE
}

/// Whether bytes begin like a TLS record. As a header block they would begin
/// with a control character in :path or :scheme.
fn is_tls(bytes: &[u8]) -> bool {
    matches!(bytes, [0x14..=0x17, 3, 1..=4, ..])
}

/// Whether bytes begin like a request or response of HTTP/1.
fn is_http_1(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|&byte| byte == b'\r')
        .next()
        .unwrap_or_default();
    let is_version = |end: &[u8]| end.starts_with(b" HTTP/1.");
    bytes.starts_with(b"HTTP/") && !bytes.starts_with(b"HTTP/2")
        || is_printable(line) && line.last_chunk::<9>().is_some_and(|end| is_version(end))
}

/// Whether bytes are exactly a field section of QPACK that refers to its static
/// table only: the prefix of RFC 9204 §4.5.1 is then 0, and representations
/// (§4.5.2, §4.5.4, §4.5.6) follow. As a header block it would begin with a
/// literal with an empty name.
fn is_qpack(bytes: &[u8]) -> bool {
    /// Number of entries of the static table (Appendix A).
    const STATIC: u32 = 99;
    let skip = |at: usize, bits: u8| {
        let (length, end) = Bits32.decode(bytes, at, bits).ok()?;
        end.checked_add(length as usize)
            .filter(|&end| end <= bytes.len())
    };
    let is_static = |at: usize, bits: u8| {
        let (index, end) = Bits32.decode(bytes, at, bits).ok()?;
        (index < STATIC).then_some(end)
    };
    let next = |at: usize| match bytes.get(at)? {
        0xc0.. => is_static(at, 6),
        first if first & 0xd0 == 0x50 => skip(is_static(at, 4)?, 7),
        first if first & 0xe0 == 0x20 => skip(skip(at, 3)?, 7),
        _ => None,
    };
    let last = iter::successors(Some(2), |&at| next(at)).last();
    bytes.starts_with(&[0, 0]) && bytes.len() > 2 && last == Some(bytes.len())
}

/// Whether bytes are complete frames of an early draft, with headers of 8 bytes
/// (length of 14 or 16 bits, type, flags, stream), including HEADERS.
fn is_draft_frames(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let mut has_headers = false;
    while let [high, low, kind @ 0..=10, _, 0, _, _, _, payload @ ..] = rest
        && let Some(next) = payload.get(be_u16(*high, *low)..)
    {
        has_headers |= *kind == 1 && next.len() < payload.len();
        rest = next;
    }
    rest.is_empty() && has_headers
}

fn is_printable(bytes: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\r' | b'\n' | b'\t');
    bytes.len() > 3 && bytes.iter().all(is_text) && !begins_connection(bytes)
}

pub(crate) fn is_count(bytes: &[u8]) -> bool {
    let is_next = |two: &[u8]| two[1] == two[0].wrapping_add(1);
    bytes.len() > 7 && bytes.windows(2).all(is_next)
}

/// Names the format of a dropped file.
pub(crate) fn file_format(bytes: &[u8]) -> Option<&'static str> {
    const FILES: [(&[u8], usize, &str); 6] = [
        (b"\x1f\x8b", 10, "a gzip file: unpack it first"),
        (b"PK\x03\x04", 30, "a zip archive: unpack it first"),
        (b"\xfd7zXZ\x00", 6, "an xz file: unpack it first"),
        (b"\x89PNG\r\n", 8, "an image"),
        (b"%PDF-", 5, "a PDF document"),
        (b"\x7fELF", 16, "an executable"),
    ];
    let has_magic = |magic: &[u8], least: usize| bytes.starts_with(magic) && bytes.len() >= least;
    let (.., what) = FILES
        .iter()
        .find(|&&(magic, least, _)| has_magic(magic, least))?;
    Some(what)
}

/// Whether bytes are UTF-8 whose non-ASCII characters are all below U+0100 or
/// U+FFFD, so that each was once a byte.
pub(crate) fn is_mangled(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let mut foreign = text.chars().filter(|c| !c.is_ascii());
    let is_byte = |c: char| matches!(c, '\u{80}'..='\u{ff}' | '\u{fffd}');
    foreign.clone().count() >= 4 && foreign.all(is_byte) && !hpack::structure::is_whole(bytes)
}
