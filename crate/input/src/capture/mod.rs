//! Captures and browser logs: reads the HTTP/2 events of their connections.
//! Input is read in chunks; memory grows with header bytes, not with file size.

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

/// Protocol of a connection, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Protocol {
    /// HTTP/2.
    #[serde(rename = "h2")]
    Http2,
    /// HTTP/1.1.
    #[serde(rename = "http/1.1")]
    Http1,
    /// TLS that could not be decrypted, or carries another protocol.
    #[serde(rename = "tls")]
    Tls,
    /// QUIC, where HTTP/3 uses QPACK (RFC 9204).
    #[serde(rename = "quic")]
    Quic,
    /// Not recognised.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
}

/// How HTTP/2 was started on a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "ConnectionStart")
)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Cleartext connection preface.
    PriorKnowledge,
    /// HTTP/1.1 Upgrade.
    Upgrade,
    /// TLS.
    Tls,
    /// Before the capture began.
    #[default]
    Middle,
    /// Unknown, since the bytes were pasted.
    Paste,
}

/// TLS parameters of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Tls {
    /// “TLS 1.3”.
    pub version: Option<&'static str>,
    /// IANA name of the cipher suite.
    pub cipher: Option<String>,
    /// Server Name Indication.
    pub server_name: Option<String>,
    /// ALPN protocol selected by the server.
    pub alpn: Option<String>,
    /// Client random in hex, the key of its secrets in a key log.
    pub client_random: Option<String>,
    /// Whether it resumes an earlier session.
    pub resumed: bool,
    /// What decryption lacks and how to get it, in sentences.
    pub missing: Option<String>,
}

/// Metadata of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Address of the client.
    pub client: Option<SocketAddr>,
    /// Address of the server.
    pub server: Option<SocketAddr>,
    /// Label in the input, if it has no addresses.
    pub label: Option<String>,
    /// Protocol it carries.
    pub protocol: Protocol,
    /// How HTTP/2 was started.
    pub start: Start,
    /// TLS parameters, if it uses TLS.
    pub tls: Option<Tls>,
    /// First packet.
    pub first: Arrival,
}

impl About {
    /// Returns “client → server”, or else its label.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.client, self.server) {
            (Some(client), Some(server)) => {
                format!("{} → {}", name_end(client), name_end(server))
            }
            (Some(one), None) | (None, Some(one)) => name_end(one),
            (None, None) => self
                .label
                .as_deref()
                .map(|label| visible(label).into_owned())
                .unwrap_or_else(|| "connection".to_owned()),
        }
    }
}

/// Names an end; pasted packets can be without its address, or its port.
fn name_end(end: SocketAddr) -> String {
    match (end.ip().is_unspecified(), end.port()) {
        (true, port) => format!("port {port}"),
        (false, 0) => end.ip().to_string(),
        _ => end.to_string(),
    }
}

/// A header field from a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// Its name.
    pub name: Vec<u8>,
    /// Value, or its placeholder in the log.
    pub value: Vec<u8>,
}

/// Receives what is found. Connections are numbered from 0, in the order of
/// their first packets.
pub trait Sink {
    /// Announces a connection, or an update of its metadata.
    fn connection(&mut self, number: usize, about: &About);
    /// Reports an event of a connection's HTTP/2.
    fn event(&mut self, connection: usize, event: Event<'_>);
    /// Reports a header list as decoded by the logging program. It belongs to
    /// the sender's next block on `stream` that has no list yet;
    /// [`netlog::differs`] compares the two.
    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        let _ = (connection, sender, stream, fields);
    }
    /// Reports a problem or note.
    fn problem(&mut self, problem: Problem);
    /// Reports that the rest of the input is not read, since too much is kept.
    fn full(&mut self, problem: Problem) {
        self.problem(problem);
    }
    /// Approximate bytes kept by the sink; reading stops at
    /// [`KEPT`](crate::bounds::KEPT).
    fn kept(&self) -> usize {
        0
    }
}
