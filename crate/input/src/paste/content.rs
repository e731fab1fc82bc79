//! A last look at the octets themselves: frames, streams, packets and files
//! are no header blocks, whatever notation they came in.

use http2::{
    FrameType, Setting,
    frame::{Detail, has_preface, split_first},
};

use super::{Fault, RefusalKind};

/// Refuses a file of bare bytes that is of a known kind.
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
        (b"\x89PNG\r\n", 8, "an image"),
        (b"%PDF-", 5, "a PDF document"),
        (b"\x7fELF", 16, "an executable"),
    ];
    for (magic, least, what) in file {
        if octets.len() >= least && octets.starts_with(magic) {
            return Err(Fault::whole(
                RefusalKind::Capture,
                format!(
                    "This is {what}. Only header blocks can be read here: the HPACK bytes of a HEADERS frame, which Wireshark shows as “Header Block Fragment”."
                ),
            ));
        }
    }
    if is_mangled(octets) {
        return Err(Fault::whole(
            RefusalKind::Lossy,
            "These look like bytes that were saved as UTF-8 text: some are lost. Copy them as hex or Base64 instead (in Wireshark, “… as a Hex Stream”).",
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

const INSTEAD: &str = "Paste either header blocks or frames; header blocks are what Wireshark calls “Header Block Fragment”.";

/// What octets are that are no header block, and cannot be read beside some.
pub(super) fn name(octets: &[u8]) -> Option<(RefusalKind, String)> {
    if is_certain(octets) || is_frames(octets) {
        return Some((
            RefusalKind::Frames,
            format!("HTTP/2 frames begin here, among other bytes. {INSTEAD}"),
        ));
    }
    if let Some((_, what)) = packet(octets) {
        return Some((
            RefusalKind::Packet,
            format!("A network packet ({what}) begins here, among other bytes. {INSTEAD}"),
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
                "These are TLS records: the header blocks inside are encrypted. Open the capture itself, and its secrets with it (an NSS key log, which programs write to the file named by SSLKEYLOGFILE).".to_owned(),
            ));
        }
    }
    None
}

/// Whether octets begin with the client's preface, or with so much of it that
/// they can be nothing else.
pub(super) fn begins_with_preface(octets: &[u8]) -> bool {
    octets.len() >= 14 && has_preface(octets) != Some(false)
}

/// Whether octets are the start of a connection for certain, whatever is wrong
/// with them further on: the client's preface, or a whole SETTINGS frame that
/// is right in all its parts.
pub(super) fn is_certain(octets: &[u8]) -> bool {
    let settings = || {
        let Some((header, payload, _)) = split_first(octets) else {
            return false;
        };
        let Detail::Settings(settings) = Detail::parse(&header, payload) else {
            return false;
        };
        // Identifiers that are in use, or greased (0x?a?a).
        let known =
            |setting: Setting| (1..=0x10).contains(&setting.id) || setting.id & 0x0f0f == 0x0a0a;
        header.flags == 0
            && header.stream == 0
            && !header.reserved
            && header.length.is_multiple_of(6)
            && header.length <= 6 * 64
            && payload.len() == header.length as usize
            && settings.iter().all(known)
    };
    begins_with_preface(octets) || settings()
}

/// Whether octets are HTTP/2 frames from the first octet to the last; the
/// last frame may be cut.
pub(crate) fn is_frames(octets: &[u8]) -> bool {
    http2::is_frames(octets)
}

/// Whether a person may want octets that look like header blocks read as
/// frames: their beginning could be a frame's header, or the preface.
pub(super) fn may_be_frames(octets: &[u8]) -> bool {
    octets.starts_with(b"PRI")
        || split_first(octets).is_some_and(|(header, ..)| {
            header.length < 1 << 16
                && header.kind.0 <= FrameType::PRIORITY_UPDATE.0
                && header.stream < 1 << 24
        })
}

/// LINKTYPE_ numbers of capture files.
pub(super) mod link {
    pub(in super::super) const NULL: u32 = 0;
    pub(in super::super) const ETHERNET: u32 = 1;
    pub(in super::super) const RAW: u32 = 101;
    pub(in super::super) const LINUX_SLL: u32 = 113;
    pub(in super::super) const LINUX_SLL2: u32 = 276;
}

/// What a packet's first header is, if the octets begin with one, and its
/// name.
pub(super) fn packet(octets: &[u8]) -> Option<(u32, &'static str)> {
    packet_of(octets, is_ip)
}

/// As [`packet`], where the text says that it is one.
pub(super) fn packet_for_certain(octets: &[u8]) -> Option<(u32, &'static str)> {
    packet_of(octets, |octets| {
        matches!(octets, [0x45..=0x4f, ..] | [0x60..=0x6f, ..]) && octets.len() >= 20
    })
}

fn packet_of(octets: &[u8], is_ip: fn(&[u8]) -> bool) -> Option<(u32, &'static str)> {
    let behind = |header: usize, ethertype: usize| {
        let kind = octets.get(ethertype..ethertype + 2);
        matches!(kind, Some([0x08, 0x00] | [0x86, 0xdd])) && octets.get(header..).is_some_and(is_ip)
    };
    let tagged = |tag: usize| {
        matches!(octets.get(tag..tag + 2), Some([0x81, 0x00] | [0x88, 0xa8]))
            && behind(tag + 6, tag + 4)
    };
    let family = matches!(
        octets.get(..4),
        Some([2 | 10 | 24 | 28 | 30, 0, 0, 0] | [0, 0, 0, 2 | 10 | 24 | 28 | 30])
    );
    Some(match () {
        () if behind(14, 12) || tagged(12) || tagged(16) => (link::ETHERNET, "Ethernet"),
        () if is_ip(octets) => (link::RAW, "IP"),
        () if behind(16, 14) => (link::LINUX_SLL, "Linux cooked capture"),
        () if behind(20, 0) => (link::LINUX_SLL2, "Linux cooked capture v2"),
        () if family && octets.get(4..).is_some_and(is_ip) => (link::NULL, "loopback"),
        () => return None,
    })
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
    fn frames_are_told_from_blocks() {
        let cases: [(&[u8], bool); 12] = [
            (b"\x82\x86\x84", false),
            (b"\x00\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84", true),
            (b"\x00\x00\x43\x01\x05\x00\x00\x00\x01\x82\x86\x84\x87", true),
            (b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x04\x01\x00\x00\x00\x00", true),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", true),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnothing", true),
            // SETTINGS, and then anything.
            (b"\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64\xff\xff\xff\xff\xff\xff\xff\xff\xff", true),
            (b"\x00\x00\x06\x04\x00\x00\x00\x00\x00\x77\x03\x00\x00\x00\x64\xff\xff\xff\xff\xff\xff\xff\xff\xff", false),
            (b"\x00\x00\x00", false),
            (b"\x00\x00\x03\x01\x05\x00\x00\x00\x01\x82\x86\x84\x87\x87\x87\x87\x87\x87\x87\x87\x87", false),
            (b"\x00\x00\x04\x08\x00\x00\x00\x00\x00\x00\x00\x10\x00", true),
            (b"\x40\x0acustom-key\x0dcustom-header", false),
        ];
        for (octets, expected) in cases {
            let found = is_certain(octets) || is_frames(octets);
            assert_eq!(found, expected, "{octets:x?}");
        }
    }

    #[test]
    fn files_are_named() {
        let gzip = check_file(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03x").unwrap_err();
        assert_eq!(gzip.kind, RefusalKind::Capture);
        assert!(check_file(b"\x82\x86").is_ok());
    }
}
