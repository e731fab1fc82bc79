//! Chromium's NetLog: what each socket sent and received, where the log was
//! made with it, and what Chromium itself decoded.
//!
//! The log is one JSON object: `constants`, by which its numbers are named,
//! then `events`, one after the other as they happened. Each event is read by
//! itself, so that a log of any size, or one that was cut when Chromium was
//! ended, can be read.

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
    capture::{Logged, Sink, tls::hex},
};

const WATCHED: &[Path] = &[&["constants"], &["events", "*"]];
const CONSTANTS: usize = 0;

/// Damaged places that are named one by one.
const NAMED: u64 = 100;
/// Header lists that are kept until the socket of their session is known.
const MOST_WAITING: usize = 1000;

/// How to record a log with the bytes in it.
const RECORD: &str = "Record it again with “Include raw bytes” chosen at chrome://net-export, or with --log-net-log=FILE --net-log-capture-mode=Everything.";

/// A log, read in chunks.
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
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next bytes.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn Sink) {
        let log = &mut self.log;
        self.splitter
            .push(bytes, &mut |found| log.found(found, sink));
    }

    /// The end.
    ///
    /// # Errors
    /// Where the log holds nothing to decode: what it lacks, and what to do.
    pub fn finish(self, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let Self { splitter, mut log } = self;
        match splitter.finish() {
            End::Whole => {}
            End::Inside(at) => sink.problem(Problem::gap(at.to_string(), "The log is cut off inside what begins here, as happens when Chromium is stopped before it can finish the log: everything before this was read.")),
            End::Open(at) => sink.problem(Problem::gap(at.to_string(), "The log has no end, as happens when Chromium is stopped before it can finish the log: everything before this was read.")),
        }
        log.finish(sink)
    }
}

/// “1 header list”, “2 header lists”.
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// An HTTP/2 session of the log.
#[derive(Debug, Default)]
struct Session {
    socket: Option<i64>,
    host: Option<String>,
    /// Header lists that came before the bytes of the session's socket.
    waiting: Vec<(Sender, u32, Vec<Logged>)>,
    /// Header lists that were logged while no bytes were.
    lists: u64,
}

/// What the events tell.
#[derive(Debug, Default)]
struct Log {
    constants: Option<Constants>,
    sockets: HashMap<i64, Socket>,
    sessions: HashMap<i64, Session>,
    /// Connections so far.
    connections: usize,
    /// HTTP/2 sessions, their header lists, and QUIC sessions so far.
    http2: u64,
    lists: u64,
    quic: u64,
    /// Lists that wait, in all sessions.
    waiting: usize,
    damaged: u64,
}

const DAMAGED: &str = "The event that begins here is damaged and was skipped.";

impl Log {
    fn found(&mut self, found: Found<'_>, sink: &mut dyn Sink) {
        let (at, message) = match found {
            Found::Object(CONSTANTS, bytes, _) => {
                self.constants = Some(Constants::read(bytes));
                return;
            }
            Found::Object(_, bytes, at) => return self.event(bytes, at, sink),
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
        self.damage(at, message, sink);
    }

    fn damage(&mut self, at: Position, message: &str, sink: &mut dyn Sink) {
        self.damaged += 1;
        if self.damaged <= NAMED {
            sink.problem(Problem::gap(at.to_string(), message));
        }
    }

    fn event(&mut self, bytes: &[u8], at: Position, sink: &mut dyn Sink) {
        let Some(constants) = &self.constants else {
            return;
        };
        let Ok(head) = serde_json::from_slice::<Head>(bytes) else {
            return self.damage(at, DAMAGED, sink);
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
                let Some(carried) = self.carried(id, bytes, at, sink) else {
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
                let told = self.socket(id).push(sender, carried, arrival);
                self.told(id, told, false, sink);
            }
            Event::Negotiated => self.negotiated(id, &params()),
            Event::Handshake => self.handshake(id, bytes),
            Event::Alive if ends => self.end(id, sink),
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
                self.initialized(id, socket, sink);
            }
            Event::SentHeaders => self.headers(id, Sender::Client, &params(), sink),
            Event::ReceivedHeaders | Event::ReceivedPromise => {
                self.headers(id, Sender::Server, &params(), sink);
            }
            Event::Quic => self.quic += u64::from(!ends),
        }
    }

    fn socket(&mut self, id: i64) -> &mut Socket {
        self.sockets.entry(id).or_insert_with(|| Socket::new(id))
    }

    /// The bytes that an event of a socket carried; `None` if it cannot matter.
    fn carried(
        &mut self,
        id: i64,
        event: &[u8],
        at: Position,
        sink: &mut dyn Sink,
    ) -> Option<Carried> {
        let carried = event::parse(event)?;
        if !carried.is_logged {
            // A log without bytes has none anywhere; in one that has them these
            // are damaged.
            let socket = self
                .sockets
                .get(&id)
                .filter(|socket| socket.number.is_some())?;
            let name = socket.about.name();
            let message = format!(
                "The bytes of this event are missing or damaged: {name} lacks {} B.",
                carried.missing
            );
            self.damage(at, &message, sink);
        }
        Some(carried)
    }

    /// Hands on what a socket holds, after telling what it is.
    fn told(&mut self, id: i64, told: bool, end: bool, sink: &mut dyn Sink) {
        let Some(socket) = self.sockets.get_mut(&id) else {
            return;
        };
        let Some(number) = socket.number else { return };
        if told {
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

    /// TLS is negotiated.
    fn negotiated(&mut self, id: i64, params: &Value) {
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
            let suite = suite.and_then(tls_parser::TlsCipherSuite::from_id);
            tls.cipher = suite.map(|suite| suite.name.to_owned());
        }
        tls.resumed |= params["is_resumed"].as_bool() == Some(true);
    }

    /// A message of the TLS handshake: the client's first has its random.
    fn handshake(&mut self, id: i64, event: &[u8]) {
        if let Some(Carried { bytes, .. }) = event::parse(event)
            && let [1, _, _, _, 3, _, rest @ ..] = &bytes[..]
            && let Some(random) = rest.get(..32)
        {
            self.socket(id).tls().client_random = Some(hex(random));
        }
    }

    /// The socket of an HTTP/2 session is known.
    fn initialized(&mut self, id: i64, socket: Option<i64>, sink: &mut dyn Sink) {
        let Some(socket) = socket else { return };
        let session = self.sessions.entry(id).or_default();
        session.socket = Some(socket);
        let host = session.host.clone();
        let told = self.socket(socket).serves(id, host.as_deref());
        self.told(socket, told, false, sink);
    }

    /// A header list that Chromium logged.
    fn headers(&mut self, id: i64, sender: Sender, params: &Value, sink: &mut dyn Sink) {
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
            .map(|line| line.as_str().and_then(compare::field))
            .collect();
        let Some(fields) = fields else { return };
        let stream = u32::try_from(stream).unwrap_or(0);
        let session = self.sessions.entry(id).or_default();
        let number = session
            .socket
            .and_then(|socket| self.sockets.get(&socket)?.number);
        match number {
            Some(number) => sink.logged(number, sender, stream, fields),
            None if self.waiting < MOST_WAITING => {
                self.waiting += 1;
                session.waiting.push((sender, stream, fields));
            }
            None => session.lists += 1,
        }
    }

    /// A socket is closed.
    fn end(&mut self, id: i64, sink: &mut dyn Sink) {
        let Some(socket) = self.sockets.get_mut(&id) else {
            return;
        };
        let told = socket.end();
        self.told(id, told, true, sink);
        self.sockets.remove(&id);
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let mut open: Vec<i64> = self.sockets.keys().copied().collect();
        open.sort_unstable();
        for id in open {
            self.end(id, sink);
        }
        if self.damaged > NAMED {
            sink.problem(Problem::gap(
                "the log",
                format!(
                    "The log is damaged in {}.",
                    count(self.damaged - NAMED, "more place")
                ),
            ));
        }
        self.refusal().map_or(Ok(()), Err)?;
        self.left_over(sink);
        Ok(())
    }

    /// Why there is nothing to decode, if there is nothing.
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

    /// What was logged beside the bytes that were read.
    fn left_over(&mut self, sink: &mut dyn Sink) {
        let mut sessions: Vec<(&i64, u64)> = self
            .sessions
            .iter()
            .map(|(id, session)| (id, session.waiting.len() as u64 + session.lists))
            .filter(|(_, lists)| *lists > 0)
            .collect();
        sessions.sort_unstable();
        for (id, lists) in sessions {
            sink.problem(Problem::gap(
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
