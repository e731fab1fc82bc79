//! What the first octets of a connection are.

use http2::{
    FrameType, Input,
    frame::{has_preface, infer_sender, split_first},
};

use super::{Kept, Side, other, wrapped};
use crate::{bounds, capture::tls};

/// What first octets say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Too little.
    Wait,
    /// HTTP/2 from its beginning; this side is the client.
    Preface(Side),
    /// HTTP/2 from somewhere in the middle; this side is the client, where
    /// the frames tell.
    Frames(Option<Side>),
    /// HTTP/1.1; this side is the client.
    Http1(Side),
    /// What follows this many bytes of each side.
    Wrapped([usize; 2]),
    /// TLS; this side is the client, where a hello tells.
    Tls(Option<Side>),
    /// Nothing known, after an agreement with a SOCKS proxy that is not read.
    Unread,
    /// Nothing known.
    Nothing,
}

/// The first octets of both sides.
#[derive(Debug, Default)]
pub(super) struct Heads {
    octets: [Vec<u8>; 2],
    /// Whether octets before these are missing.
    torn: [bool; 2],
}

/// What the first octets of one side say by themselves.
enum Head {
    Nothing,
    Wait,
    Certain(Verdict),
}

impl Heads {
    pub(super) fn new(kept: &[Kept]) -> Self {
        let mut heads = Self::default();
        for (side, input) in kept {
            match input {
                Input::Bytes(bytes, _) => heads.octets[*side].extend_from_slice(bytes),
                _ => {
                    heads.octets[*side].clear();
                    heads.torn[*side] = true;
                }
            }
        }
        heads
    }

    /// Whether either side shows frames.
    fn frames(&self) -> bool {
        self.octets.iter().any(|octets| http2::is_frames(octets))
    }

    /// What they are. `opened`: they are the connection's first; `inside`:
    /// they were inside TLS; `last`: no more come.
    pub(super) fn verdict(&self, opened: bool, inside: bool, last: bool) -> Verdict {
        let mut wait = false;
        let total = self.octets[0].len() + self.octets[1].len();
        for side in [0, 1].into_iter().filter(|_| self.torn == [false; 2]) {
            let (client, server) = (&self.octets[side], &self.octets[other(side)]);
            match wrapped::prefix(client, server) {
                None if !client.is_empty() && !last && total < bounds::HEAD => {
                    return Verdict::Wait;
                }
                None | Some([0, 0]) => {}
                Some([one, two]) if side == 0 => return Verdict::Wrapped([one, two]),
                Some([one, two]) => return Verdict::Wrapped([two, one]),
            }
        }
        for side in [0, 1] {
            match self.head(side, inside) {
                Head::Certain(verdict) => return verdict,
                Head::Wait => wait = true,
                Head::Nothing => {}
            }
        }
        for side in [0, 1] {
            let octets = &self.octets[side];
            // A server may speak first: its preface is a SETTINGS frame.
            if opened && !self.torn[side] && settings(octets) {
                let client = other(side);
                let silent = self.octets[client].is_empty();
                if silent && (last || self.torn[client]) {
                    return Verdict::Preface(client);
                }
                wait |= silent;
            }
        }
        if self.frames() && (!opened || self.torn != [false; 2]) {
            return Verdict::Frames(self.client());
        }
        if !inside && !opened && self.octets.iter().any(|octets| tls::within(octets)) {
            return Verdict::Tls(None);
        }
        if !last
            && total < bounds::HEAD
            && (wait || self.octets.iter().any(Vec::is_empty) || !opened)
        {
            return Verdict::Wait;
        }
        let [one, two] = &self.octets;
        if self.torn == [false; 2] && (wrapped::is_socks(one, two) || wrapped::is_socks(two, one)) {
            return Verdict::Unread;
        }
        Verdict::Nothing
    }

    fn head(&self, side: Side, inside: bool) -> Head {
        let octets = &self.octets[side];
        if octets.is_empty() {
            return Head::Nothing;
        }
        match has_preface(octets) {
            Some(true) => return Head::Certain(Verdict::Preface(side)),
            None => return Head::Wait,
            Some(false) => {}
        }
        if octets.starts_with(b"HTTP/1.") {
            return Head::Certain(Verdict::Http1(other(side)));
        }
        if method(octets) {
            return Head::Certain(Verdict::Http1(side));
        }
        if inside {
            return Head::Nothing;
        }
        match tls::begins(octets) {
            Some(true) => match (octets[0], octets.get(tls::HEAD)) {
                (22, None) => Head::Wait,
                (22, Some(1)) => Head::Certain(Verdict::Tls(Some(side))),
                (22, Some(2)) => Head::Certain(Verdict::Tls(Some(other(side)))),
                _ => Head::Certain(Verdict::Tls(None)),
            },
            Some(false) => Head::Nothing,
            None => Head::Wait,
        }
    }

    /// Which side is the client, by what its frames hold.
    fn client(&self) -> Option<Side> {
        [0, 1]
            .into_iter()
            .find_map(|side| match infer_sender(&self.octets[side])? {
                http2::Sender::Server => Some(other(side)),
                _ => Some(side),
            })
    }
}

/// Whether octets begin with a TLS record that is whole and that others
/// follow, or nothing: in the middle of a connection, too.
pub(super) fn is_tls(octets: &[u8]) -> bool {
    let mut rest = octets;
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

/// Whether octets begin as a request of HTTP/1.1 does (RFC 9112 §3).
pub(super) fn method(head: &[u8]) -> bool {
    let length = head
        .iter()
        .take_while(|octet| octet.is_ascii_uppercase())
        .count();
    (3..=20).contains(&length) && head.get(length) == Some(&b' ')
}

/// Whether octets begin with a SETTINGS frame that announces something.
fn settings(octets: &[u8]) -> bool {
    split_first(octets).is_some_and(|(header, ..)| {
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
    fn records() {
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
        for (octets, expected) in cases {
            assert_eq!(is_tls(octets), expected, "{octets:02x?}");
        }
    }

    #[test]
    fn methods() {
        for (head, expected) in [
            (&b"GET / HTTP/1.1"[..], true),
            (b"PROPFIND /", true),
            (b"SSH-2.0", false),
            (b"get /", false),
            (b"A ", false),
            (b"GETGETGETGETGETGETGETGET ", false),
        ] {
            assert_eq!(method(head), expected);
        }
    }
}
