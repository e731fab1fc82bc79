//! Chromium's NetLog: bytes of sockets, and header lists decoded by Chromium.
//!
//! The log is one JSON object: `constants`, which defines its numbers, then
//! `events` in chronological order. Events are parsed individually, so that a
//! log can be of any size or cut off when Chromium was killed.

mod compare;
mod event;
mod names;
mod socket;

use std::collections::HashMap;

use http2::{Arrival, Sender};
use serde_json::Value;

pub use compare::differs;
use event::{Carried, Head};
use names::{Constants, Event};
use socket::Socket;

use super::json::{End, Found, Path, Position, Splitter};
use crate::{
    Problem, Refusal, RefusalKind,
    capture::{Logged, Sink, tls::suite_name},
    hex,
};

const WATCHED: &[Path] = &[&["constants"], &["events", "*"]];
const CONSTANTS: usize = 0;

/// Damaged places listed individually.
const LISTED: u64 = 100;
/// Most header lists held until the socket of their session is known.
const MAX_WAITING: usize = 1000;

const RECORD: &str = "Record it again with “Include raw bytes” chosen at chrome://net-export, or with --log-net-log=FILE --net-log-capture-mode=Everything.";

/// Reads a log in chunks.
#[derive(Debug)]
pub struct NetLog {
    splitter: Splitter,
    log: Log,
}

impl Default for NetLog {
    fn default() -> Self {
        Self {
            splitter: Splitter::new(WATCHED),
            log: Log::default(),
        }
    }
}

impl NetLog {
    /// Creates an empty reader.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn Sink) {
        let log = &mut self.log;
        self.splitter
            .push(bytes, &mut |found| log.read_item(found, sink));
    }

    /// Ends the log.
    ///
    /// # Errors
    /// If there is nothing to decode; the message says what to do.
    pub fn finish(self, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let Self { splitter, mut log } = self;
        match splitter.finish() {
            End::Whole => {}
            End::Inside(at) => sink.problem(Problem::missing(at.to_string(), "The log is cut off inside what begins here, as happens when Chromium is stopped before it can finish the log: everything before this was read.")),
            End::Open(at) => sink.problem(Problem::missing(at.to_string(), "The log has no end, as happens when Chromium is stopped before it can finish the log: everything before this was read.")),
        }
        log.finish(sink)
    }
}

/// Formats “1 header list”, “2 header lists”.
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[derive(Debug, Default)]
struct Session {
    socket: Option<i64>,
    host: Option<String>,
    /// Header lists that precede the bytes of the socket.
    waiting: Vec<(Sender, u32, Vec<Logged>)>,
    /// Header lists beyond [`MAX_WAITING`].
    lists: u64,
}

#[derive(Debug, Default)]
struct Log {
    constants: Option<Constants>,
    sockets: HashMap<i64, Socket>,
    sessions: HashMap<i64, Session>,
    connections: usize,
    /// Number of HTTP/2 sessions, header lists and QUIC sessions.
    http2: u64,
    lists: u64,
    quic: u64,
    /// Waiting header lists of all sessions.
    waiting: usize,
    damaged: u64,
}

const DAMAGED: &str = "The event that begins here is damaged and was skipped.";

impl Log {
    fn read_item(&mut self, found: Found<'_>, sink: &mut dyn Sink) {
        let (at, message) = match found {
            Found::Object(CONSTANTS, bytes, _) => {
                self.constants = Some(Constants::read(bytes));
                return;
            }
            Found::Object(_, bytes, at) => return self.read_event(bytes, at, sink),
            Found::Broken(CONSTANTS, bytes, at) => {
                self.constants = Some(Constants::read(bytes));
                (at, "The constants of the log are damaged here.")
            }
            Found::Broken(_, _, at) => (at, DAMAGED),
            Found::Lost(at) => (
                at,
                "This is not part of a log and was skipped up to the next event.",
            ),
        };
        self.report_damage(at, message, sink);
    }

    fn report_damage(&mut self, at: Position, message: &str, sink: &mut dyn Sink) {
        self.damaged += 1;
        if self.damaged <= LISTED {
            sink.problem(Problem::missing(at.to_string(), message));
        }
    }

    fn read_event(&mut self, bytes: &[u8], at: Position, sink: &mut dyn Sink) {
        let Some(constants) = &self.constants else {
            return;
        };
        let Ok(head) = serde_json::from_slice::<Head>(bytes) else {
            return self.report_damage(at, DAMAGED, sink);
        };
        let Some(&kind) = constants.events.get(&head.kind) else {
            return;
        };
        let millis = constants.offset.saturating_add(head.time());
        let arrival = Arrival {
            packet: 0,
            nanos: u64::try_from(millis).unwrap_or(0).saturating_mul(1_000_000),
        };
        let (id, ends) = (head.source.id, head.phase == 2);
        let params = || event::params(bytes);
        match kind {
            Event::Sent { tls } | Event::Received { tls } => {
                let sender = match kind {
                    Event::Sent { .. } => Sender::Client,
                    _ => Sender::Server,
                };
                let Some(carried) = self.socket_bytes(id, bytes, at, sink) else {
                    return;
                };
                let socket = self.socket(id);
                if tls {
                    socket.tls();
                } else if !socket.is_plain(&carried.bytes) {
                    return;
                }
                if socket.number.is_none() {
                    let number = self.connections;
                    let socket = self.socket(id);
                    socket.number = Some(number);
                    socket.about.first = arrival;
                    sink.connection(number, &socket.about);
                    self.connections += 1;
                }
                let about_changed = self.socket(id).push(sender, carried, arrival);
                self.forward(id, about_changed, false, sink);
            }
            Event::Negotiated => self.read_tls_parameters(id, &params()),
            Event::Handshake => self.read_handshake(id, bytes),
            Event::Alive if ends => self.close_socket(id, sink),
            Event::Alive => {}
            Event::Session if ends => {
                let is_done = |session: &Session| session.waiting.is_empty();
                if self.sessions.get(&id).is_some_and(is_done) {
                    self.sessions.remove(&id);
                }
            }
            Event::Session => {
                self.http2 += 1;
                let host = params()["host"].as_str().map(str::to_owned);
                self.sessions.entry(id).or_default().host = host;
            }
            Event::Initialized => {
                let socket = params()["source_dependency"]["id"].as_i64();
                self.assign_socket(id, socket, sink);
            }
            Event::SentHeaders => self.read_headers(id, Sender::Client, &params(), sink),
            Event::ReceivedHeaders | Event::ReceivedPromise => {
                self.read_headers(id, Sender::Server, &params(), sink);
            }
            Event::Quic => self.quic += u64::from(!ends),
        }
    }

    fn socket(&mut self, id: i64) -> &mut Socket {
        self.sockets.entry(id).or_insert_with(|| Socket::new(id))
    }

    /// Returns the bytes of a socket event; `None` if they are not needed.
    fn socket_bytes(
        &mut self,
        id: i64,
        event: &[u8],
        at: Position,
        sink: &mut dyn Sink,
    ) -> Option<Carried> {
        let carried = event::parse(event)?;
        if !carried.is_logged {
            // Logs without bytes have none at all; otherwise these are damaged.
            let socket = self
                .sockets
                .get(&id)
                .filter(|socket| socket.number.is_some())?;
            let name = socket.about.name();
            let message = format!(
                "The bytes of this event are missing or damaged: {name} lacks {} B.",
                carried.missing
            );
            self.report_damage(at, &message, sink);
        }
        Some(carried)
    }

    /// Emits the metadata if it changed, then waiting header lists and events.
    fn forward(&mut self, id: i64, about_changed: bool, end: bool, sink: &mut dyn Sink) {
        let Some(socket) = self.sockets.get_mut(&id) else {
            return;
        };
        let Some(number) = socket.number else { return };
        if about_changed {
            sink.connection(number, &socket.about);
        }
        let session = socket
            .session
            .and_then(|session| self.sessions.get_mut(&session));
        for (sender, stream, fields) in session
            .map(|session| std::mem::take(&mut session.waiting))
            .unwrap_or_default()
        {
            self.waiting -= 1;
            sink.logged(number, sender, stream, fields);
        }
        socket.read(end, &mut |event| sink.event(number, event));
    }

    fn read_tls_parameters(&mut self, id: i64, params: &Value) {
        let tls = self.socket(id).tls();
        let text = |name: &str| params[name].as_str();
        if let Some(version) = text("version") {
            let known = ["TLS 1.3", "TLS 1.2", "TLS 1.1", "TLS 1.0"];
            tls.version = known.into_iter().find(|known| *known == version);
        }
        if let Some(alpn) = text("next_proto") {
            tls.alpn = (alpn != "unknown").then(|| alpn.to_owned());
        }
        if let Some(cipher) = params["cipher_suite"].as_u64() {
            let suite = u16::try_from(cipher).ok();
            tls.cipher = suite.and_then(suite_name).map(str::to_owned);
        }
        tls.resumed |= params["is_resumed"].as_bool() == Some(true);
    }

    /// Reads the client random from the first handshake message.
    fn read_handshake(&mut self, id: i64, event: &[u8]) {
        if let Some(Carried { bytes, .. }) = event::parse(event)
            && let [1, _, _, _, 3, _, rest @ ..] = &bytes[..]
            && let Some(random) = rest.get(..32)
        {
            self.socket(id).tls().client_random = Some(hex::encode(random));
        }
    }

    fn assign_socket(&mut self, id: i64, socket: Option<i64>, sink: &mut dyn Sink) {
        let Some(socket) = socket else { return };
        let session = self.sessions.entry(id).or_default();
        session.socket = Some(socket);
        let host = session.host.clone();
        let about_changed = self.socket(socket).assign_session(id, host.as_deref());
        self.forward(socket, about_changed, false, sink);
    }

    fn read_headers(&mut self, id: i64, sender: Sender, params: &Value, sink: &mut dyn Sink) {
        self.lists += 1;
        let stream = ["stream_id", "id"]
            .iter()
            .find_map(|key| params[key].as_u64());
        let lines = params["headers"].as_array();
        let (Some(stream), Some(lines)) = (stream, lines) else {
            return;
        };
        let fields: Option<Vec<Logged>> = lines
            .iter()
            .map(|line| line.as_str().and_then(compare::parse_field))
            .collect();
        let Some(fields) = fields else { return };
        let stream = u32::try_from(stream).unwrap_or(0);
        let session = self.sessions.entry(id).or_default();
        let number = session
            .socket
            .and_then(|socket| self.sockets.get(&socket)?.number);
        match number {
            Some(number) => sink.logged(number, sender, stream, fields),
            None if self.waiting < MAX_WAITING => {
                self.waiting += 1;
                session.waiting.push((sender, stream, fields));
            }
            None => session.lists += 1,
        }
    }

    fn close_socket(&mut self, id: i64, sink: &mut dyn Sink) {
        let Some(socket) = self.sockets.get_mut(&id) else {
            return;
        };
        let about_changed = socket.end();
        self.forward(id, about_changed, true, sink);
        self.sockets.remove(&id);
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let mut open: Vec<i64> = self.sockets.keys().copied().collect();
        open.sort_unstable();
        for id in open {
            self.close_socket(id, sink);
        }
        if self.damaged > LISTED {
            sink.problem(Problem::missing(
                "the log",
                format!(
                    "The log is damaged in {}.",
                    count(self.damaged - LISTED, "more place")
                ),
            ));
        }
        self.refusal().map_or(Ok(()), Err)?;
        self.report_left_over(sink);
        Ok(())
    }

    /// Explains why there is nothing to decode, if so.
    fn refusal(&self) -> Option<Refusal> {
        let refuse = |message| Some(Refusal::new(RefusalKind::Capture, message));
        let (sessions, lists) = (self.http2, self.lists);
        let constants = self.constants.as_ref();
        if constants.is_none_or(|constants| constants.events.is_empty()) {
            return refuse("This is a NetLog of Chromium without its “constants”, by which its events are named: they are missing or damaged, and nothing of it can be read. Save the whole log again.".to_owned());
        }
        if self.connections > 0 {
            return None;
        }
        let mode = constants.and_then(|constants| constants.mode.as_deref());
        let mode = mode
            .map(|mode| format!(" (capture mode {mode})"))
            .unwrap_or_default();
        let quic = match self.quic {
            0 => String::new(),
            quic => format!(
                " It also has {}, and HTTP/3 uses QPACK, not HPACK.",
                count(quic, "QUIC session")
            ),
        };
        if sessions == 0 && lists == 0 {
            return refuse(format!(
                "This NetLog of Chromium{mode} holds no HTTP/2 session and no bytes of one.{quic} {RECORD}"
            ));
        }
        refuse(format!(
            "This NetLog of Chromium was captured without the bytes of its sockets{mode}: it has {} with {}, already decoded, and no header block.{quic} {RECORD}",
            count(sessions, "HTTP/2 session"),
            count(lists, "header list")
        ))
    }

    /// Reports logged header lists without bytes, and QUIC.
    fn report_left_over(&mut self, sink: &mut dyn Sink) {
        let mut sessions: Vec<(&i64, u64)> = self
            .sessions
            .iter()
            .map(|(id, session)| (id, session.waiting.len() as u64 + session.lists))
            .filter(|(_, lists)| *lists > 0)
            .collect();
        sessions.sort_unstable();
        for (id, lists) in sessions {
            sink.problem(Problem::missing(
                format!("HTTP/2 session {id}"),
                format!(
                    "Chromium logged {} of it, and the bytes of its socket are not in the log.",
                    count(lists, "header list")
                ),
            ));
        }
        if self.quic > 0 {
            sink.problem(Problem::note(
                "the log",
                format!(
                    "The log also has {}: HTTP/3 uses QPACK (RFC 9204), not HPACK, and is not decoded here.",
                    count(self.quic, "QUIC session")
                ),
            ));
        }
    }
}
