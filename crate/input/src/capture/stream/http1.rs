//! HTTP/1.1, as far as it leads elsewhere: to HTTP/2 by Upgrade (RFC 7540
//! §3.2), or by CONNECT to a tunnel.
//!
//! Bodies are not parsed: the answer that matters, and the preface behind it,
//! are looked for as they stand, and no more is kept than that takes.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http2::{Arrival, PREFACE, Setting, frame::Settings};

use super::{Side, kept::Kept, other};
use crate::work;

/// What is kept of one side's octets.
#[derive(Debug, Default)]
struct Tail {
    octets: Vec<u8>,
    arrival: Arrival,
}

/// A connection of HTTP/1.1.
#[derive(Debug)]
pub(super) struct Http1 {
    client: Side,
    tails: [Tail; 2],
    /// From the client's last HTTP2-Settings field.
    settings: Option<Vec<Setting>>,
    /// Whether the client asks for a tunnel, with its first request.
    connect: bool,
    begun: bool,
}

/// Octets that a head has at most.
const HEAD: usize = 16 << 10;
const FIELD: &[u8] = b"\r\nhttp2-settings:";
const ANSWER: &[u8] = b"HTTP/1.1 101";

impl Http1 {
    pub(super) fn new(client: Side) -> Self {
        Self {
            client,
            tails: [Tail::default(), Tail::default()],
            settings: None,
            connect: false,
            begun: false,
        }
    }

    pub(super) fn push(&mut self, side: Side, octets: &[u8], arrival: Arrival) {
        if side == self.client && !self.begun {
            self.begun = true;
            self.connect = octets.starts_with(b"CONNECT ");
        }
        self.tails[side].add(octets, arrival);
        if side == self.client && !self.connect {
            self.look_for_settings();
        }
    }

    pub(super) fn lose(&mut self, side: Side) {
        self.tails[side].octets.clear();
    }

    fn look_for_settings(&mut self) {
        let octets = &mut self.tails[self.client].octets;
        work::add(octets.len());
        let found = octets
            .windows(FIELD.len())
            .rposition(|window| window.eq_ignore_ascii_case(FIELD));
        if let Some(at) = found {
            let value = &octets[at + FIELD.len()..];
            let Some(end) = find(value, b"\r\n") else {
                return;
            };
            self.settings = settings(value[..end].trim_ascii());
        }
        let most = PREFACE.len() - 1;
        octets.drain(..octets.len().saturating_sub(most));
    }

    /// Whether the server agreed to HTTP/2: the client's settings then.
    pub(super) fn upgraded(&mut self) -> Option<Vec<Setting>> {
        let server = &mut self.tails[other(self.client)];
        let Some(at) = find(&server.octets, ANSWER) else {
            if !self.connect {
                let most = ANSWER.len() - 1;
                let length = server.octets.len();
                server.octets.drain(..length.saturating_sub(most));
            }
            return None;
        };
        let length = find(&server.octets[at..], b"\r\n\r\n")? + 4;
        let head = server.octets[at..at + length].to_ascii_lowercase();
        let agreed = head
            .split(|octet| *octet == b'\n')
            .any(|line| line.starts_with(b"upgrade:") && find(line, b"h2c").is_some());
        server.octets.drain(..at + length);
        if !agreed {
            return None;
        }
        let client = &mut self.tails[self.client].octets;
        let preface = find(client, PREFACE);
        client.drain(..preface.unwrap_or(client.len()));
        Some(self.settings.take().unwrap_or_default())
    }

    /// Whether the server opened the tunnel that the client asked for.
    pub(super) fn tunnelled(&mut self) -> bool {
        let server = &mut self.tails[other(self.client)].octets;
        if !self.connect || !server.starts_with(b"HTTP/1.") || server.get(9) != Some(&b'2') {
            return false;
        }
        let Some(end) = find(server, b"\r\n\r\n") else {
            return false;
        };
        server.drain(..end + 4);
        let client = &mut self.tails[self.client].octets;
        let end = find(client, b"\r\n\r\n").map_or(client.len(), |end| end + 4);
        client.drain(..end);
        true
    }

    /// What came behind the heads.
    pub(super) fn rest(&mut self) -> Vec<Kept> {
        [self.client, other(self.client)]
            .into_iter()
            .filter_map(|side| {
                let tail = std::mem::take(&mut self.tails[side]);
                (!tail.octets.is_empty()).then_some(Kept::Octets(side, tail.octets, tail.arrival))
            })
            .collect()
    }
}

impl Tail {
    fn add(&mut self, octets: &[u8], arrival: Arrival) {
        let keep = HEAD.saturating_sub(octets.len()).min(self.octets.len());
        work::add(keep + octets.len());
        self.octets.drain(..self.octets.len() - keep);
        self.octets.extend_from_slice(octets);
        self.arrival = arrival;
    }
}

fn find(octets: &[u8], what: &[u8]) -> Option<usize> {
    work::add(octets.len());
    octets.windows(what.len()).position(|window| window == what)
}

/// The value of HTTP2-Settings (RFC 7540 §3.2.1): the payload of a SETTINGS
/// frame in base64url, without padding.
fn settings(value: &[u8]) -> Option<Vec<Setting>> {
    let payload = URL_SAFE_NO_PAD.decode(value).ok()?;
    let whole = payload.len().is_multiple_of(Setting::LEN);
    whole.then(|| Settings::new(&payload).iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_in_a_field() {
        // RFC 7540 §3.2.1: what curl sends.
        let curl = settings(b"AAMAAABkAAQCAAAAAAIAAAAA").unwrap();
        let pairs: Vec<_> = curl.iter().map(|one| (one.id, one.value)).collect();
        assert_eq!(pairs, [(3, 100), (4, 33_554_432), (2, 0)]);
        assert_eq!(settings(b"").unwrap(), []);
        assert_eq!(settings(b"AAMAAAB_").unwrap()[0].value, 127);
        for wrong in [
            &b"AAMAAAB"[..],
            b"AAMA",
            b"AA MAAAB",
            b"AAMAAAB/",
            b"AAMAAABk==",
        ] {
            assert_eq!(settings(wrong), None);
        }
    }

    type Part<'a> = (Side, &'a [u8]);

    /// What each side has left when the connection turns to something else.
    fn turn(parts: &[Part<'_>]) -> (bool, bool, Vec<(Side, Vec<u8>)>) {
        let mut http1 = Http1::new(0);
        let (mut upgraded, mut tunnelled) = (false, false);
        for (side, octets) in parts {
            http1.push(*side, octets, Arrival::default());
            upgraded |= http1.upgraded().is_some();
            tunnelled |= http1.tunnelled();
        }
        let rest = http1
            .rest()
            .into_iter()
            .filter_map(|kept| match kept {
                Kept::Octets(side, octets, _) => Some((side, octets)),
                Kept::Lost(..) => None,
            })
            .collect();
        (upgraded, tunnelled, rest)
    }

    const REQUEST: &[u8] =
        b"POST / HTTP/1.1\r\nUpgrade: h2c\r\nhttp2-Settings: AAMAAABk\r\nContent-Length: 4\r\n\r\nbody";

    #[test]
    fn answers() {
        let agreed: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n\x00\x00";
        let cases: &[(&[Part<'_>], bool, bool, &[Part<'_>])] = &[
            (&[(0, REQUEST), (1, agreed)], true, false, &[(1, b"\0\0")]),
            (
                &[
                    (0, REQUEST),
                    (1, b"HTTP/1.1 100 Continue\r\n\r\n"),
                    (1, agreed),
                ],
                true,
                false,
                &[(1, b"\0\0")],
            ),
            (
                &[(0, REQUEST), (1, &agreed[..20]), (1, &agreed[20..])],
                true,
                false,
                &[(1, b"\0\0")],
            ),
            (
                &[
                    (0, REQUEST),
                    (1, b"HTTP/1.1 101 x\r\nUpgrade: websocket\r\n\r\n"),
                ],
                false,
                false,
                &[(0, b"ntent-Length: 4\r\n\r\nbody")],
            ),
            (
                &[
                    (0, b"CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n"),
                    (1, b"HTTP/1.1 200 OK\r\n\r\n"),
                    (0, b"\x16\x03"),
                ],
                false,
                true,
                &[(0, b"\x16\x03")],
            ),
            (
                &[
                    (0, b"CONNECT a:443 HTTP/1.1\r\n\r\n"),
                    (1, b"HTTP/1.1 403 No\r\n\r\n"),
                ],
                false,
                false,
                &[
                    (0, b"CONNECT a:443 HTTP/1.1\r\n\r\n"),
                    (1, b"HTTP/1.1 403 No\r\n\r\n"),
                ],
            ),
        ];
        for (parts, upgraded, tunnelled, rest) in cases {
            let found = turn(parts);
            let rest: Vec<_> = rest
                .iter()
                .map(|(side, octets)| (*side, octets.to_vec()))
                .collect();
            assert_eq!(found, (*upgraded, *tunnelled, rest), "{parts:?}");
        }
    }
}
