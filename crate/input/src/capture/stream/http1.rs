//! HTTP/1.1 (RFC 9112), as far as needed to find a switch to HTTP/2 by Upgrade
//! (RFC 7540 §3.2) or to a tunnel by CONNECT.
//!
//! Messages are delimited by their lengths, so that a body that looks like a
//! response is not taken for one. Bodies are not kept.

use std::collections::VecDeque;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http2::{
    Arrival, Input, Setting,
    frame::{Settings, has_preface},
};

use super::{BufferedInput, Side, other, recognise::is_request};
use crate::work;

/// Protocol that the connection switches to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// HTTP/2, with the client's settings.
    Upgrade(Vec<Setting>),
    Tunnel,
}

#[derive(Debug, Default)]
struct Request {
    is_head: bool,
    requested: Option<Answer>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Head,
    /// Bytes of body left.
    Body(u64),
    /// Chunk size line (RFC 9112 §7.1), possibly after empty lines.
    Size,
    /// Bytes of the chunk left.
    Chunk(u64),
    Trailer,
    /// Out of sync after a gap or an invalid message.
    Lost,
}

/// Messages of one side.
#[derive(Debug, Default)]
struct HttpSide {
    bytes: Vec<u8>,
    /// Start of unread bytes, and bytes already searched for the end of a line.
    at: usize,
    searched: usize,
    state: State,
    /// Whether reading stops here until the other side has answered.
    is_paused: bool,
    arrival: Arrival,
    /// Whether the loss of sync was reported.
    is_reported: bool,
}

#[derive(Debug)]
pub(super) struct Http1 {
    client: Side,
    has_client: bool,
    sides: [HttpSide; 2],
    requests: VecDeque<Request>,
    answer: Option<Answer>,
}

/// Longest message head, and most bytes a client sends before the answer.
const HEAD: usize = 64 << 10;
/// Most pipelined requests.
const PIPELINED: usize = 64 << 10;
const BODY_UNTIL_END: State = State::Body(u64::MAX);

impl Http1 {
    pub(super) fn new(client: Side) -> Self {
        Self {
            client,
            has_client: false,
            sides: Default::default(),
            requests: VecDeque::new(),
            answer: None,
        }
    }

    /// Reads bytes of one side. Returns what the connection switches to.
    pub(super) fn push(&mut self, side: Side, bytes: &[u8], arrival: Arrival) -> Option<Answer> {
        let begins = if side == self.client {
            self.has_client = true;
            is_request(bytes)
        } else {
            bytes.starts_with(b"HTTP/1.")
        };
        self.sides[side].add(bytes, begins, arrival);
        loop {
            while let Some(head) = self.sides[self.client].next_head() {
                self.read_request(&head);
            }
            let Some(head) = self.sides[other(self.client)].next_head() else {
                break;
            };
            self.read_response(&head);
        }
        let client = &self.sides[self.client];
        let is_asked = client.is_paused && client.state == State::Head;
        if is_asked && client.bytes.len() - client.at > HEAD {
            // The client goes on, so the answer was not captured.
            self.answer = self
                .requests
                .pop_back()
                .and_then(|request| request.requested);
        }
        let is_sent = is_asked || !self.has_client;
        self.answer.take_if(|_| is_sent)
    }

    /// Ends the connection. If the answer was not captured, decides by what the
    /// client sent after its request.
    pub(super) fn finish(&mut self) -> Option<Answer> {
        let client = &self.sides[self.client];
        let rest = &client.bytes[client.at..];
        if !client.is_paused || client.state != State::Head || rest.is_empty() {
            return None;
        }
        let has_preface = has_preface(rest) == Some(true);
        let requested = self.requests.pop_back()?.requested;
        requested.filter(|requested| has_preface || *requested == Answer::Tunnel)
    }

    /// Returns a side that lost sync without missing bytes, once per loss.
    pub(super) fn take_lost(&mut self) -> Option<Side> {
        let is_new = |reader: &HttpSide| reader.state == State::Lost && !reader.is_reported;
        let side = self.sides.iter().position(is_new)?;
        self.sides[side].is_reported = true;
        Some(side)
    }

    pub(super) fn on_loss(&mut self, side: Side) {
        let arrival = self.sides[side].arrival;
        self.sides[side] = HttpSide {
            state: State::Lost,
            is_reported: true,
            arrival,
            ..HttpSide::default()
        };
        // A client that requested a switch waits for the answer.
        let last = self.requests.pop_back().filter(|_| side != self.client);
        self.requests = last.into_iter().collect();
    }

    fn read_request(&mut self, head: &[u8]) {
        let reader = &mut self.sides[self.client];
        if !is_request(head) {
            reader.state = State::Lost;
            return;
        }
        let requested = if head.starts_with(b"CONNECT ") {
            Some(Answer::Tunnel)
        } else {
            reader.state = body_state(head).unwrap_or_default();
            let settings = values(head, b"http2-settings").find_map(decode_settings);
            is_h2c_upgrade(head).then(|| Answer::Upgrade(settings.unwrap_or_default()))
        };
        reader.is_paused = requested.is_some();
        if self.requests.len() == PIPELINED {
            self.requests.clear();
            reader.state = State::Lost;
        }
        let is_head = head.starts_with(b"HEAD ");
        self.requests.push_back(Request { is_head, requested });
    }

    fn read_response(&mut self, head: &[u8]) {
        let server = other(self.client);
        let Some(status) = head.get(9..12).filter(|_| head.starts_with(b"HTTP/1.")) else {
            self.sides[server].state = State::Lost;
            return;
        };
        if status[0] == b'1' && status != b"101" {
            return;
        }
        let unseen = || Request {
            is_head: false,
            requested: (!self.has_client).then(|| Answer::Upgrade(Vec::new())),
        };
        let request = self.requests.pop_front().unwrap_or_else(unseen);
        let is_agreed = match &request.requested {
            Some(Answer::Upgrade(_)) => status == b"101" && is_h2c_upgrade(head),
            Some(Answer::Tunnel) => status[0] == b'2',
            None => false,
        };
        self.sides[server].is_paused = is_agreed;
        if is_agreed {
            self.answer = request.requested;
        } else if status == b"101" {
            self.sides = Default::default();
            self.sides[server].state = BODY_UNTIL_END;
            self.sides[self.client].state = BODY_UNTIL_END;
        } else {
            if request.requested.is_some() {
                self.sides[self.client].is_paused = false;
            }
            let is_empty = request.is_head || matches!(status, b"204" | b"304");
            self.sides[server].state = if is_empty {
                State::Head
            } else {
                body_state(head).unwrap_or(BODY_UNTIL_END)
            };
        }
    }

    /// Takes the bytes after the last heads.
    pub(super) fn take_rest(&mut self) -> Vec<BufferedInput> {
        [self.client, other(self.client)]
            .into_iter()
            .filter_map(|side| {
                let mut reader = std::mem::take(&mut self.sides[side]);
                let rest = reader.bytes.split_off(reader.at);
                (!rest.is_empty()).then_some((side, Input::Bytes(rest, reader.arrival)))
            })
            .collect()
    }
}

impl HttpSide {
    fn add(&mut self, bytes: &[u8], begins: bool, arrival: Arrival) {
        if begins && self.state == State::Lost {
            self.state = State::Head;
            self.is_reported = false;
        }
        work::add(bytes.len());
        self.bytes.drain(..self.at);
        self.searched = self.searched.saturating_sub(self.at);
        self.at = 0;
        self.bytes.extend_from_slice(bytes);
        self.arrival = arrival;
    }

    /// Returns the next complete head, skipping bodies.
    fn next_head(&mut self) -> Option<Vec<u8>> {
        loop {
            let rest = &self.bytes[self.at..];
            match &mut self.state {
                State::Head if self.is_paused => return None,
                State::Head if rest.starts_with(b"\r\n") => self.at += 2,
                State::Head if rest.starts_with(b"\n") => self.at += 1,
                State::Head => return self.take_until(head_end).map(unfold),
                State::Body(left) | State::Chunk(left) if *left > 0 => {
                    if rest.is_empty() {
                        return None;
                    }
                    let skipped = rest.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                    *left -= skipped as u64;
                    self.at += skipped;
                }
                State::Body(_) => self.state = State::Head,
                State::Chunk(_) => self.state = State::Size,
                State::Size => {
                    let line = self.take_until(line_end)?;
                    if line.trim_ascii().is_empty() {
                        // End of the previous chunk's line.
                        continue;
                    }
                    let digits = line.split(|byte| *byte == b';').next();
                    let size = digits.and_then(|digits| number(digits, 16));
                    self.state = match size {
                        Some(0) => State::Trailer,
                        Some(size) => State::Chunk(size),
                        None => State::Lost,
                    };
                }
                State::Trailer if matches!(rest, [] | b"\r") => return None,
                State::Trailer => {
                    if !rest.starts_with(b"\r\n") && !rest.starts_with(b"\n") {
                        self.take_until(head_end)?;
                    }
                    self.state = State::Head;
                }
                State::Lost => {
                    self.at = self.bytes.len();
                    return None;
                }
            }
        }
    }

    /// Takes the bytes up to an end, which begins with a line feed.
    fn take_until(&mut self, end: fn(&[u8]) -> Option<usize>) -> Option<Vec<u8>> {
        let from = self.at.max(self.searched.saturating_sub(2));
        let rest = &self.bytes[from..];
        let found = (0..rest.len()).find_map(|at| Some(at + end(&rest[at..])?));
        work::add(found.unwrap_or(rest.len()));
        let Some(found) = found else {
            self.searched = self.bytes.len();
            if self.searched - self.at > HEAD {
                self.state = State::Lost;
            }
            return None;
        };
        let start = self.at;
        self.at = from + found;
        Some(self.bytes[start..self.at].to_vec())
    }
}

/// Length of a line end, which can be a bare LF (RFC 9112 §2.2).
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.starts_with(b"\n").then_some(1)
}

/// Length of a line end and the following empty line.
fn head_end(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', b'\n', ..] => Some(2),
        [b'\n', b'\r', b'\n', ..] => Some(3),
        _ => None,
    }
}

/// Joins folded lines (RFC 9112 §5.2).
fn unfold(mut head: Vec<u8>) -> Vec<u8> {
    for at in 1..head.len() {
        if head[at - 1] == b'\n' && matches!(head[at], b' ' | b'\t') {
            let end = head[..at].trim_ascii_end().len();
            head[end..at].fill(b' ');
        }
    }
    head
}

fn values<'a>(head: &'a [u8], name: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let lines = head.split(|byte| *byte == b'\n');
    lines.filter_map(move |line| {
        let (found, value) = line.split_at_checked(name.len())?;
        let value = value.strip_prefix(b":")?;
        found.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
    })
}

/// Whether the list in a field contains `what`.
fn list_contains(head: &[u8], name: &[u8], what: &[u8]) -> bool {
    values(head, name)
        .flat_map(|value| value.split(|byte| *byte == b','))
        .any(|one| one.trim_ascii().eq_ignore_ascii_case(what))
}

fn is_h2c_upgrade(head: &[u8]) -> bool {
    list_contains(head, b"upgrade", b"h2c")
}

/// Body state announced by a head (RFC 9112 §6.3).
fn body_state(head: &[u8]) -> Option<State> {
    if list_contains(head, b"transfer-encoding", b"chunked") {
        return Some(State::Size);
    }
    let length = values(head, b"content-length").next()?;
    Some(number(length, 10).map_or(State::Lost, State::Body))
}

fn number(digits: &[u8], radix: u32) -> Option<u64> {
    u64::from_str_radix(str::from_utf8(digits.trim_ascii()).ok()?, radix).ok()
}

/// Decodes HTTP2-Settings (RFC 7540 §3.2.1): base64url of a SETTINGS payload.
fn decode_settings(value: &[u8]) -> Option<Vec<Setting>> {
    let payload = URL_SAFE_NO_PAD.decode(value).ok()?;
    let whole = payload.len().is_multiple_of(Setting::LEN);
    whole.then(|| Settings::new(&payload).iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_http2_settings() {
        // As sent by curl.
        let curl = decode_settings(b"AAMAAABkAAQCAAAAAAIAAAAA").unwrap();
        let pairs: Vec<_> = curl.iter().map(|one| (one.id, one.value)).collect();
        assert_eq!(pairs, [(3, 100), (4, 33_554_432), (2, 0)]);
        assert_eq!(decode_settings(b"").unwrap(), []);
        assert_eq!(decode_settings(b"AAMAAAB_").unwrap()[0].value, 127);
        for wrong in [
            &b"AAMAAAB"[..],
            b"AAMA",
            b"AA MAAAB",
            b"AAMAAAB/",
            b"AAMAAABk==",
        ] {
            assert_eq!(decode_settings(wrong), None);
        }
    }

    /// Returns what a connection switches to, and the bytes left on each side.
    /// Parts that begin with `<` are sent by the server.
    fn run(parts: &[&str], size: usize) -> (Option<Answer>, Vec<(Side, Vec<u8>)>) {
        let mut http1 = Http1::new(0);
        let mut answer = None;
        for part in parts {
            let sent = part.trim_start_matches('<');
            let side = usize::from(sent.len() < part.len());
            for bytes in sent.as_bytes().chunks(size) {
                let found = http1.push(side, bytes, Arrival::default());
                if found.is_some() {
                    http1.sides[0].is_paused = true;
                    answer = found;
                }
            }
        }
        answer = answer.or_else(|| http1.finish());
        let rest = http1
            .take_rest()
            .into_iter()
            .filter_map(|(side, input)| match input {
                Input::Bytes(bytes, _) => Some((side, bytes)),
                _ => None,
            });
        let rest = rest.filter(|_| answer.is_some()).collect();
        (answer, rest)
    }

    #[test]
    fn finds_protocol_switches() {
        let requested = "POST / HTTP/1.1\r\nUpgrade: h2c\r\nhttp2-Settings: AAMAAABk\r\nContent-Length: 4\r\n\r\nbody";
        let agreed = "<HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n\0\0";
        let go_on = "<HTTP/1.1 100 Continue\r\n\r\n";
        let websocket = "<HTTP/1.1 101 x\r\nUpgrade: websocket\r\n\r\n";
        let ok = "<HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
        let get = "GET / HTTP/1.1\r\n\r\n";
        let head = "HEAD / HTTP/1.1\r\n\r\n";
        let put = "PUT / HTTP/1.1\r\nContent-Length: 999\r\n\r\n";
        let connect = "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n";
        let connected = "<HTTP/1.0 200 OK\r\n\r\n\0\0";
        let refused = "<HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno";
        // The heads of bodies that quote an answer.
        let endless = "<HTTP/1.1 200 OK\r\n\r\n";
        let long = "<HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n";
        let chunked = "<HTTP/1.1 200 OK\r\nTransfer-Encoding: a, chunked\r\n\r\n00ff;a=b\r\n";
        let chunk = format!("<{}\r\n0\r\na: b\r\n\r\n", "x".repeat(255));
        let cookie = format!("\r\nCookie: {}\r\n", "x".repeat(40_000));
        let long_asks = requested.replacen("\r\n", &cookie, 1);
        let long_agreed = agreed.replacen("\r\n", &cookie, 1);
        let long_head = get.replacen("\r\n", &cookie, 1);
        let gets = head.repeat(1030);
        let oks = format!("<{}", ok[1..].repeat(1030));
        let lf_chunked = chunked.replace("\r\n", "\n") + &chunk[1..].replace("\r\n", "\n");
        let upgrade: &[&[&str]] = &[
            &[requested, agreed],
            &[requested, go_on, agreed],
            &[get, requested, ok, "<body", agreed],
            &[get, chunked, requested, &chunk, agreed],
            &[head, requested, ok, agreed],
            &[&long_asks, agreed],
            &[requested, &long_agreed],
            &[&long_head, requested, ok, "<body", agreed],
            &[&gets, requested, &oks, agreed],
            &[
                &requested.replace("\r\n", "\n"),
                &agreed.replace("\r\n", "\n"),
            ],
            &[get, &lf_chunked, requested, agreed],
            &[&requested.replace(": h2c", ":\r\n\t h2c"), agreed],
        ];
        let tunnel: &[&[&str]] = &[
            &[connect, connected],
            &[connect, refused, connect, connected],
        ];
        let none: &[&[&str]] = &[
            &[requested, websocket, agreed],
            &[requested, ok, "<body", agreed],
            &[get, agreed],
            &[get, ok, "<body", agreed],
            &[requested, endless, agreed],
            &[requested, long, agreed],
            &[requested, chunked, agreed],
            &[put, requested, agreed],
            &[connect, refused],
        ];
        let settings = decode_settings(b"AAMAAABk").unwrap_or_default();
        for (cases, expected) in [
            (upgrade, Some(Answer::Upgrade(settings.clone()))),
            (&[&[agreed]], Some(Answer::Upgrade(Vec::new()))),
            (tunnel, Some(Answer::Tunnel)),
            (none, None),
        ] {
            for (parts, size) in cases.iter().flat_map(|parts| [(parts, 1), (parts, 5000)]) {
                let (answer, rest) = run(parts, size);
                assert_eq!(answer, expected, "{parts:?}");
                let left = [(1, vec![0, 0])];
                assert_eq!(rest, left[..answer.iter().count()], "{parts:?}");
            }
        }
        // The answer was not captured; the client's next bytes decide.
        let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        for (requested, more, answer) in [
            (connect, &*"a".repeat(HEAD + 1), Some(Answer::Tunnel)),
            (connect, "a", Some(Answer::Tunnel)),
            (connect, "", None),
            (requested, get, None),
            (requested, preface, Some(Answer::Upgrade(settings))),
        ] {
            let (found, rest) = run(&[requested, more], HEAD * 2);
            let left = [(0, more.as_bytes().to_vec())];
            assert_eq!(rest, left[..answer.iter().count()], "{requested}");
            assert_eq!(found, answer, "{requested}");
        }
    }
}
