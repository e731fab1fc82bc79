//! Recognises the format of an input by its content, never by its name.

use crate::{
    Refusal, RefusalKind,
    capture::{file::File, har::Har, json, netlog::NetLog},
};

/// Bytes that suffice to recognise every format.
pub(super) const HEAD: usize = 64;

/// The recognised format, and its reader.
#[derive(Debug)]
pub(super) enum State {
    /// Too few bytes so far.
    Unknown,
    /// A packet capture.
    Packets(File),
    NetLog(Box<NetLog>),
    Har(Box<Har>),
    /// Text, or bare bytes.
    Text,
}

/// Recognises an input by its first bytes.
///
/// # Errors
/// If the format is known but unsupported; the message names it and what to do.
pub(super) fn recognise(head: &[u8]) -> Result<State, Refusal> {
    Ok(match head {
        [0xa1, 0xb2, 0xc3, 0xd4, ..]
        | [0xd4, 0xc3, 0xb2, 0xa1, ..]
        | [0xa1, 0xb2, 0x3c, 0x4d, ..]
        | [0x4d, 0x3c, 0xb2, 0xa1, ..]
        | [0x34, 0xcd, 0xb2, 0xa1, ..] => State::Packets(File::pcap()),
        [0x0a, 0x0d, 0x0d, 0x0a, _, _, _, _, order @ ..]
            if order.starts_with(&[0x1a, 0x2b, 0x3c, 0x4d])
                || order.starts_with(&[0x4d, 0x3c, 0x2b, 0x1a]) =>
        {
            State::Packets(File::pcapng())
        }
        _ => match json::kind(head) {
            Some(json::Kind::NetLog) => State::NetLog(Box::default()),
            Some(json::Kind::Har) => State::Har(Box::default()),
            None => match unsupported(head) {
                Some(message) => return Err(Refusal::new(RefusalKind::Capture, message)),
                None => State::Text,
            },
        },
    })
}

const CONVERT: &str =
    "Wireshark's editcap turns it into one that can be read: editcap -F pcapng FILE NEW.";

/// Recognises unsupported formats.
fn unsupported(head: &[u8]) -> Option<String> {
    let captures: [(&[u8], &str); 7] = [
        (b"snoop\0\0\0", "a capture of Solaris' snoop"),
        (b"GMBU", "a capture of Microsoft Network Monitor"),
        (b"RTSS", "a capture of Microsoft Network Monitor 1"),
        (
            b"TRSNIFF data    \x1a",
            "a capture of Network General's Sniffer",
        ),
        (b"XCP\0", "a capture of NetXRay or Windows Sniffer"),
        (b"\x7fver", "a capture of OmniPeek"),
        (
            b"\xa1\xb2\xcd\x34",
            "a pcap capture of a patched libpcap on a big-endian machine",
        ),
    ];
    let packed: [(&[u8], &str, &str); 6] = [
        (b"\x28\xb5\x2f\xfd", "Zstandard", "zstd -d"),
        (b"\xfd7zXZ\0", "xz", "xz -d"),
        (b"BZh", "bzip2", "bzip2 -d"),
        (b"\x04\x22\x4d\x18", "LZ4", "lz4 -d"),
        (b"PK\x03\x04", "zip", "unzip"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x"),
    ];
    if let Some((_, what)) = captures.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(format!("This is {what}. {CONVERT}"));
    }
    let (_, name, tool) = packed
        .iter()
        .find(|(magic, ..)| head.starts_with(magic) && head.len() >= 9)?;
    Some(format!(
        "This is compressed with {name}, which cannot be read here: unpack it first ({tool}). Only gzip is unpacked while reading."
    ))
}

/// Labels of lines in NSS key logs, or their prefixes.
const SECRETS: [&str; 7] = [
    "CLIENT_RANDOM",
    "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
    "SERVER_HANDSHAKE_TRAFFIC_SECRET",
    "CLIENT_TRAFFIC_SECRET_",
    "SERVER_TRAFFIC_SECRET_",
    "CLIENT_EARLY_TRAFFIC_SECRET",
    "EXPORTER_SECRET",
];

/// Whether a text is a key log, by its first line with content.
pub(super) fn is_key_log(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Some(line) = text
        .split(|byte| *byte == b'\n')
        .take(1000)
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && line[0] != b'#')
    else {
        return false;
    };
    let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    let [label, random, secret] = words[..] else {
        return false;
    };
    let hex =
        |word: &[u8], least: usize| word.len() >= least && word.iter().all(u8::is_ascii_hexdigit);
    SECRETS
        .iter()
        .any(|secret| label.starts_with(secret.as_bytes()))
        && hex(random, 64)
        && hex(secret, 32)
}

/// The refusal of a key log without a capture.
pub(super) fn key_log_refusal() -> Refusal {
    Refusal::new(
        RefusalKind::Capture,
        "This is a TLS key log: it holds the secrets to decrypt a capture, and no headers. Open it together with the capture: on the page add it as the capture's key log, on the command line with --keylog FILE.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_formats() {
        let zeros = [0; 60];
        let cases: [(&[u8], &str); 14] = [
            (b"\xd4\xc3\xb2\xa1", "Pcap"),
            (b"\xa1\xb2\xc3\xd4", "Pcap"),
            (b"\xa1\xb2\x3c\x4d", "Pcap"),
            (b"\x4d\x3c\xb2\xa1", "Pcap"),
            (b"\x34\xcd\xb2\xa1", "Pcap"),
            (b"\x0a\x0d\x0d\x0a\0\0\0\x1c\x1a\x2b\x3c\x4d", "Pcapng"),
            (b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a", "Pcapng"),
            (b"\x0a\x0d\x0d\x0a\x1c\0\0\0", "Text"),
            (b"{\"constants\":{", "NetLog"),
            (b"{\"log\":{", "Har"),
            (b"snoop\0\0\0", "editcap"),
            (b"\x28\xb5\x2f\xfd", "zstd -d"),
            (b"PK\x03\x04", "unzip"),
            (b"82 86 84", "Text"),
        ];
        for (magic, expected) in cases {
            let found = match recognise(&[magic, &zeros].concat()) {
                Ok(state) => format!("{state:?}"),
                Err(refusal) => refusal.message,
            };
            assert!(found.contains(expected), "{magic:02x?}: {found}");
        }
    }

    #[test]
    fn recognises_key_logs() {
        let random = "5a".repeat(32);
        let secret = "0f".repeat(48);
        let cases = [
            (format!("CLIENT_RANDOM {random} {secret}\n"), true),
            (
                format!("# by curl\r\n\r\nSERVER_TRAFFIC_SECRET_0 {random} {secret}\r\n"),
                true,
            ),
            (format!("\u{feff}CLIENT_RANDOM {random} {secret}"), true),
            (format!("CLIENT_RANDOM {random}"), false),
            (format!("{random}\n"), false),
            ("# nothing\n".to_owned(), false),
            (String::new(), false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_key_log(text.as_bytes()), expected, "{text}");
        }
    }
}
