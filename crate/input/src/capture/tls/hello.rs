//! Handshake messages (RFC 8446 §4, RFC 5246 §7.4), as far as they affect keys.

use tls_parser::{
    TlsExtension, parse_tls_extension, parse_tls_handshake_client_hello,
    parse_tls_handshake_server_hello,
};

use super::keylog::{Random, SessionName, session_name};
use crate::visible::visible;

const HEAD: usize = 4;
/// Longer messages are ignored.
const LONGEST: usize = 1 << 16;
/// Random of a HelloRetryRequest (RFC 8446 §4.1.3).
const RETRY: Random = [
    0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
    0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
];

/// Message types (RFC 8446 §4, RFC 5246 §7.4).
mod kind {
    pub(super) const CLIENT_HELLO: u8 = 1;
    pub(super) const SERVER_HELLO: u8 = 2;
    pub(super) const NEW_SESSION_TICKET: u8 = 4;
    pub(super) const END_OF_EARLY_DATA: u8 = 5;
    pub(super) const ENCRYPTED_EXTENSIONS: u8 = 8;
    pub(super) const CERTIFICATE: u8 = 11;
    pub(super) const SERVER_KEY_EXCHANGE: u8 = 12;
    pub(super) const SERVER_HELLO_DONE: u8 = 14;
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClientHello {
    pub(super) random: Random,
    pub(super) session: Vec<u8>,
    /// Server Name Indication.
    pub(super) server_name: Option<String>,
    /// TLS 1.2 session ticket (RFC 5077).
    pub(super) ticket: Option<SessionName>,
    /// Whether early data follows.
    pub(super) early_data: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ServerHello {
    pub(super) random: Random,
    pub(super) session: Option<SessionName>,
    pub(super) suite: u16,
    /// Wire value; 0x0303 is TLS 1.2.
    pub(super) version: u16,
    pub(super) alpn: Option<String>,
    /// TLS 1.3: whether a session is resumed.
    pub(super) resumes: bool,
    /// Encrypt-then-MAC (RFC 7366).
    pub(super) mac_of_ciphertext: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    ClientHello(ClientHello),
    ServerHello(ServerHello),
    Retry,
    /// ALPN protocol, and whether early data is accepted.
    EncryptedExtensions(Option<String>, bool),
    /// TLS 1.2 NewSessionTicket (RFC 5077 §3.3).
    Ticket(Option<SessionName>),
    /// End of early data that the server accepted.
    EndOfEarlyData,
    /// A message that only a full TLS 1.2 handshake has.
    Full,
}

/// Message parser of one sender; messages can span records.
#[derive(Debug, Default)]
pub(super) struct Messages {
    bytes: Vec<u8>,
    /// Bytes of a skipped message left.
    skip: usize,
}

impl Messages {
    /// Reads the content of a record up to the end of the next needed message.
    /// Call until it returns `None`.
    pub(super) fn next(&mut self, content: &mut &[u8]) -> Option<Message> {
        loop {
            let skipped = self.skip.min(content.len());
            *content = &content[skipped..];
            self.skip -= skipped;
            self.fill(content, HEAD)?;
            let [kind, length @ ..] = *self.bytes.first_chunk::<HEAD>()?;
            let length = length
                .iter()
                .fold(0, |length, &byte| length << 8 | usize::from(byte));
            let wanted = matches!(
                kind,
                kind::CLIENT_HELLO
                    | kind::SERVER_HELLO
                    | kind::NEW_SESSION_TICKET
                    | kind::ENCRYPTED_EXTENSIONS
            ) && length <= LONGEST;
            if !wanted {
                self.bytes.clear();
                self.skip = length;
                match kind {
                    kind::CERTIFICATE | kind::SERVER_KEY_EXCHANGE | kind::SERVER_HELLO_DONE => {
                        return Some(Message::Full);
                    }
                    kind::END_OF_EARLY_DATA => return Some(Message::EndOfEarlyData),
                    _ => continue,
                }
            }
            self.fill(content, HEAD + length)?;
            let bytes = std::mem::take(&mut self.bytes);
            if let Some(message) = read(kind, &bytes[HEAD..]) {
                return Some(message);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Moves bytes from the content until the message has `wanted` bytes;
    /// `None` if the content ends before.
    fn fill(&mut self, content: &mut &[u8], wanted: usize) -> Option<()> {
        let missing = wanted.saturating_sub(self.bytes.len()).min(content.len());
        let (now, rest) = content.split_at(missing);
        self.bytes.extend_from_slice(now);
        *content = rest;
        (self.bytes.len() >= wanted).then_some(())
    }
}

fn read(kind: u8, body: &[u8]) -> Option<Message> {
    match kind {
        kind::CLIENT_HELLO => client_hello(body).map(Message::ClientHello),
        kind::SERVER_HELLO => {
            let hello = server_hello(body)?;
            Some(if hello.random == RETRY {
                Message::Retry
            } else {
                Message::ServerHello(hello)
            })
        }
        kind::ENCRYPTED_EXTENSIONS => {
            let (mut alpn, mut early_data) = (None, false);
            for extension in extensions(body.get(2..)?) {
                match extension {
                    TlsExtension::ALPN(names) => alpn = names.first().map(|name| text(name)),
                    TlsExtension::EarlyData(_) => early_data = true,
                    _ => {}
                }
            }
            Some(Message::EncryptedExtensions(alpn, early_data))
        }
        // Preceded by a four-byte lifetime and the ticket's length.
        kind::NEW_SESSION_TICKET => {
            let length = usize::from(u16::from_be_bytes([*body.get(4)?, *body.get(5)?]));
            body.get(6..6 + length)
                .map(|ticket| Message::Ticket(session_name(ticket)))
        }
        _ => None,
    }
}

fn client_hello(body: &[u8]) -> Option<ClientHello> {
    let (_, read) = parse_tls_handshake_client_hello(body).ok()?;
    let mut hello = ClientHello {
        random: read.random.try_into().ok()?,
        session: read.session_id.unwrap_or_default().to_vec(),
        ..ClientHello::default()
    };
    for extension in extensions(read.ext.unwrap_or_default()) {
        match extension {
            TlsExtension::SNI(names) => {
                hello.server_name = names.first().map(|(_, name)| text(name));
            }
            TlsExtension::SessionTicket(ticket) => hello.ticket = session_name(ticket),
            TlsExtension::EarlyData(_) => hello.early_data = true,
            _ => {}
        }
    }
    Some(hello)
}

fn server_hello(body: &[u8]) -> Option<ServerHello> {
    let (_, read) = parse_tls_handshake_server_hello(body).ok()?;
    let mut hello = ServerHello {
        random: read.random.try_into().ok()?,
        session: read.session_id.and_then(session_name),
        suite: read.cipher.0,
        version: read.version.0,
        ..ServerHello::default()
    };
    for extension in extensions(read.ext.unwrap_or_default()) {
        match extension {
            TlsExtension::ALPN(names) => hello.alpn = names.first().map(|name| text(name)),
            TlsExtension::SupportedVersions(versions) => {
                hello.version = versions.first()?.0;
            }
            TlsExtension::PreSharedKey(_) => hello.resumes = true,
            TlsExtension::EncryptThenMac => hello.mac_of_ciphertext = true,
            _ => {}
        }
    }
    Some(hello)
}

/// Iterates over the extensions, skipping unreadable ones.
fn extensions(mut bytes: &[u8]) -> impl Iterator<Item = TlsExtension<'_>> {
    std::iter::from_fn(move || {
        while let &[_, _, high, low, ref rest @ ..] = bytes {
            let length = usize::from(u16::from_be_bytes([high, low]));
            let extension = bytes.get(..HEAD + length)?;
            bytes = &rest[length..];
            if let Ok((_, extension)) = parse_tls_extension(extension) {
                return Some(extension);
            }
        }
        None
    })
}

fn text(name: &[u8]) -> String {
    visible(&String::from_utf8_lossy(name)).into_owned()
}
