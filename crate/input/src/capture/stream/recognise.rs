//! Recognises a protocol by the first bytes of a connection.

use http2::{
    FrameType, Input,
    frame::{has_preface, infer_sender, split_first},
};

use super::{BufferedInput, Side, other, wrapped};
use crate::{bounds, capture::tls};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// More bytes are needed.
    Wait,
    /// HTTP/2 from its preface, with the client's side.
    Preface(Side),
    /// HTTP/2 from the middle, with the client's side if the frames show it.
    Frames(Option<Side>),
    /// HTTP/1.1, with the client's side.
    Http1(Side),
    /// Preamble of this length on each side, followed by another protocol.
    Wrapped([usize; 2]),
    /// TLS, with the client's side if a hello shows it.
    Tls(Option<Side>),
    /// Unknown, after an unsupported SOCKS negotiation.
    Unread,
    Nothing,
}

/// First bytes of both sides.
#[derive(Debug, Default)]
pub(super) struct Heads {
    bytes: [Vec<u8>; 2],
    has_gap: [bool; 2],
}

/// Result for the bytes of one side.
enum Head {
    Nothing,
    Wait,
    Certain(Verdict),
}

impl Heads {
    pub(super) fn new(kept: &[BufferedInput]) -> Self {
        let mut heads = Self::default();
        for (side, input) in kept {
            match input {
                Input::Bytes(bytes, _) => heads.bytes[*side].extend_from_slice(bytes),
                _ => {
                    heads.bytes[*side].clear();
                    heads.has_gap[*side] = true;
                }
            }
        }
        heads
    }

    fn has_frames(&self) -> bool {
        self.bytes.iter().any(|bytes| http2::is_frames(bytes))
    }

    /// Recognises the protocol. `opened`: the bytes are the connection's first;
    /// `in_tls`: they were inside TLS; `last`: no more bytes follow.
    pub(super) fn verdict(&self, opened: bool, in_tls: bool, last: bool) -> Verdict {
        let mut wait = false;
        let total = self.bytes[0].len() + self.bytes[1].len();
        for side in [0, 1].into_iter().filter(|_| self.has_gap == [false; 2]) {
            let (client, server) = (&self.bytes[side], &self.bytes[other(side)]);
            match wrapped::preamble_lengths(client, server) {
                None if !client.is_empty() && !last && total < bounds::HEAD => {
                    return Verdict::Wait;
                }
                None | Some([0, 0]) => {}
                Some([one, two]) if side == 0 => return Verdict::Wrapped([one, two]),
                Some([one, two]) => return Verdict::Wrapped([two, one]),
            }
        }
        for side in [0, 1] {
            match self.head(side, in_tls) {
                Head::Certain(verdict) => return verdict,
                Head::Wait => wait = true,
                Head::Nothing => {}
            }
        }
        for side in [0, 1] {
            let bytes = &self.bytes[side];
            // A server can speak first: its preface is a SETTINGS frame.
            if opened && !self.has_gap[side] && begins_with_settings(bytes) {
                let client = other(side);
                let silent = self.bytes[client].is_empty();
                if silent && (last || self.has_gap[client]) {
                    return Verdict::Preface(client);
                }
                wait |= silent;
            }
        }
        if self.has_frames() && (!opened || self.has_gap != [false; 2]) {
            return Verdict::Frames(self.infer_client());
        }
        if !in_tls && !opened && self.bytes.iter().any(|bytes| tls::within(bytes)) {
            return Verdict::Tls(None);
        }
        if !last
            && total < bounds::HEAD
            && (wait || self.bytes.iter().any(Vec::is_empty) || !opened)
        {
            return Verdict::Wait;
        }
        let [one, two] = &self.bytes;
        if self.has_gap == [false; 2]
            && (wrapped::is_socks(one, two) || wrapped::is_socks(two, one))
        {
            return Verdict::Unread;
        }
        Verdict::Nothing
    }

    fn head(&self, side: Side, in_tls: bool) -> Head {
        let bytes = &self.bytes[side];
        if bytes.is_empty() {
            return Head::Nothing;
        }
        match has_preface(bytes) {
            Some(true) => return Head::Certain(Verdict::Preface(side)),
            None => return Head::Wait,
            Some(false) => {}
        }
        if bytes.starts_with(b"HTTP/1.") {
            return Head::Certain(Verdict::Http1(other(side)));
        }
        if is_request(bytes) {
            return Head::Certain(Verdict::Http1(side));
        }
        if in_tls {
            return Head::Nothing;
        }
        match tls::begins(bytes) {
            Some(true) => match (bytes[0], bytes.get(tls::HEAD)) {
                (22, None) => Head::Wait,
                (22, Some(1)) => Head::Certain(Verdict::Tls(Some(side))),
                (22, Some(2)) => Head::Certain(Verdict::Tls(Some(other(side)))),
                _ => Head::Certain(Verdict::Tls(None)),
            },
            Some(false) => Head::Nothing,
            None => Head::Wait,
        }
    }

    fn infer_client(&self) -> Option<Side> {
        [0, 1]
            .into_iter()
            .find_map(|side| match infer_sender(&self.bytes[side])? {
                http2::Sender::Server => Some(other(side)),
                _ => Some(side),
            })
    }
}

/// Whether bytes consist of at least one complete TLS record, followed by
/// others or nothing. Works in the middle of a connection too.
pub(super) fn is_tls(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let mut records = 0;
    while !rest.is_empty() {
        match tls::begins(rest) {
            Some(true) => {}
            Some(false) => return false,
            None => return records > 0,
        }
        let length = usize::from(u16::from_be_bytes([rest[3], rest[4]]));
        let Some(behind) = rest.get(tls::HEAD + length..) else {
            return records > 0;
        };
        records += 1;
        rest = behind;
    }
    records > 0
}

/// Whether bytes begin like an HTTP/1.1 request line (RFC 9112 §3).
pub(super) fn is_request(head: &[u8]) -> bool {
    let length = head
        .iter()
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    (3..=20).contains(&length) && head.get(length) == Some(&b' ')
}

/// Whether bytes begin with a plausible initial SETTINGS frame.
fn begins_with_settings(bytes: &[u8]) -> bool {
    split_first(bytes).is_some_and(|(header, ..)| {
        header.kind == FrameType::SETTINGS
            && header.flags == 0
            && header.stream == 0
            && header.length <= 6 * 64
            && header.length.is_multiple_of(6)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_tls_records() {
        let cases: [(&[u8], bool); 8] = [
            (b"", false),
            (b"\x17\x03\x03\0\x02ab", true),
            (b"\x17\x03\x03\0\x02a", false),
            (b"\x17\x03\x03\0\x02ab\x17\x03", true),
            (b"\x17\x03\x03\0\x02ab\x17\x03\x03\0\x09a", true),
            (b"\x17\x03\x03\0\x02abc", false),
            (b"\x16\x03\x01\0\x01a\x15\x03\x03\0\x02ab", true),
            (b"\x18\x03\x03\0\x02ab", false),
        ];
        for (bytes, expected) in cases {
            assert_eq!(is_tls(bytes), expected, "{bytes:02x?}");
        }
    }

    #[test]
    fn recognises_requests() {
        for (head, expected) in [
            (&b"GET / HTTP/1.1"[..], true),
            (b"PROPFIND /", true),
            (b"SSH-2.0", false),
            (b"get /", false),
            (b"A ", false),
            (b"GETGETGETGETGETGETGETGET ", false),
        ] {
            assert_eq!(is_request(head), expected);
        }
    }
}
