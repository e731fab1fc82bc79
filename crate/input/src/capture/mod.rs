//! Captures: files of packets and logs of browsers, to the events of the
//! HTTP/2 connections in them. Read in chunks: what is kept grows with the
//! bytes of headers, not with the file.

mod cut;
pub(crate) mod file;
mod fragments;
pub mod har;
mod ip;
pub mod json;
mod link;
pub mod netlog;
mod notes;
mod packets;
mod stream;
mod tcp;
pub mod tls;
mod udp;

use std::net::SocketAddr;

use http2::{Arrival, Event, Sender};
use serde::Serialize;

use crate::{Problem, visible::visible};
pub use packets::{Packet, Packets};

/// What a connection carries, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Protocol {
    /// HTTP/2.
    #[serde(rename = "h2")]
    Http2,
    /// HTTP/1.1.
    #[serde(rename = "http/1.1")]
    Http1,
    /// TLS that could not be decrypted, or that carries something else.
    #[serde(rename = "tls")]
    Tls,
    /// QUIC: HTTP/3 has QPACK (RFC 9204), not HPACK.
    #[serde(rename = "quic")]
    Quic,
    /// Not recognised.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
}

/// How a connection's HTTP/2 began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "ConnectionStart")
)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// With the preface, in clear text.
    PriorKnowledge,
    /// After an HTTP/1.1 Upgrade.
    Upgrade,
    /// Inside TLS.
    Tls,
    /// Before the capture.
    #[default]
    Middle,
    /// Unknown: its bytes were pasted.
    Paste,
}

/// What is known of a connection's TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Tls {
    /// “TLS 1.3”.
    pub version: Option<&'static str>,
    /// Its cipher suite, by its registered name.
    pub cipher: Option<String>,
    /// SNI.
    pub server_name: Option<String>,
    /// ALPN, as the server chose it.
    pub alpn: Option<String>,
    /// The client random in hex, by which a key log names the connection.
    pub client_random: Option<String>,
    /// Whether it resumes an earlier session.
    pub resumed: bool,
    /// What is missing for decryption and what to do, as sentences.
    pub missing: Option<String>,
}

/// What is known of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The client's address.
    pub client: Option<SocketAddr>,
    /// The server's address.
    pub server: Option<SocketAddr>,
    /// What the input calls it, where it has no addresses.
    pub label: Option<String>,
    /// What it carries.
    pub protocol: Protocol,
    /// How it began.
    pub start: Start,
    /// Its TLS, if any.
    pub tls: Option<Tls>,
    /// Its first packet.
    pub first: Arrival,
}

impl About {
    /// “client → server”, or what the input calls it.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.client, self.server) {
            (Some(client), Some(server)) => format!("{client} → {server}"),
            (Some(one), None) | (None, Some(one)) => one.to_string(),
            (None, None) => self
                .label
                .as_deref()
                .map(|label| visible(label).into_owned())
                .unwrap_or_else(|| "connection".to_owned()),
        }
    }
}

/// A field of a header list that was logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// Its name.
    pub name: Vec<u8>,
    /// Its value, or what was logged in its place.
    pub value: Vec<u8>,
}

/// Takes what is found, as it is found. Connections are numbered from 0, in
/// the order of their first packets.
pub trait Sink {
    /// A connection is new, or more is known of it.
    fn connection(&mut self, number: usize, about: &About);
    /// Something of a connection's HTTP/2.
    fn event(&mut self, connection: usize, event: Event<'_>);
    /// A header list as the maker of the log saw it, decoded by itself: that of
    /// the sender's next block on that stream that no list was given for. What
    /// the two must have in common is [`netlog::differs`]'s to say.
    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        let _ = (connection, sender, stream, fields);
    }
    /// Something that could not be read, or that is worth knowing.
    fn problem(&mut self, problem: Problem);
    /// Bytes that are kept of what was found, about: reading ends where that is
    /// [too much](crate::bounds::KEPT).
    fn kept(&self) -> usize {
        0
    }
}
