//! Handshake messages (RFC 8446 §4, RFC 5246 §7.4), as far as they affect keys.

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

/// Extension types (RFC 8446 §4.2, RFC 7366 §5, RFC 5077 §3.2).
mod extension {
    pub(super) const SERVER_NAME: u16 = 0;
    pub(super) const ALPN: u16 = 16;
    pub(super) const ENCRYPT_THEN_MAC: u16 = 22;
    pub(super) const SESSION_TICKET: u16 = 35;
    pub(super) const PRE_SHARED_KEY: u16 = 41;
    pub(super) const EARLY_DATA: u16 = 42;
    pub(super) const SUPPORTED_VERSIONS: u16 = 43;
}

/// SSL 3.0 to TLS 1.2; TLS 1.3 also says TLS 1.2 there.
const VERSIONS: std::ops::RangeInclusive<u16> = 0x0300..=0x0303;

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
            let [kind, ref length @ ..] = *self.bytes.first_chunk::<HEAD>()?;
            let length = big_endian(length);
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
            for (kind, body) in extensions(vector::<2>(&mut { body })?) {
                match kind {
                    extension::ALPN => alpn = first_protocol(body),
                    extension::EARLY_DATA => early_data = true,
                    _ => {}
                }
            }
            Some(Message::EncryptedExtensions(alpn, early_data))
        }
        // Preceded by a four-byte lifetime.
        kind::NEW_SESSION_TICKET => {
            let ticket = vector::<2>(&mut body.get(4..)?)?;
            Some(Message::Ticket(session_name(ticket)))
        }
        _ => None,
    }
}

fn client_hello(mut body: &[u8]) -> Option<ClientHello> {
    let body = &mut body;
    let [_, _] = *take(body)?;
    let mut hello = ClientHello {
        random: *take(body)?,
        session: session(body)?.to_vec(),
        ..ClientHello::default()
    };
    let _suites = vector::<2>(body)?;
    let _compressions = vector::<1>(body)?;
    for (kind, body) in extensions(vector::<2>(body).unwrap_or_default()) {
        match kind {
            extension::SERVER_NAME => hello.server_name = first_server_name(body),
            extension::SESSION_TICKET => hello.ticket = session_name(body),
            extension::EARLY_DATA => hello.early_data = true,
            _ => {}
        }
    }
    Some(hello)
}

fn server_hello(mut body: &[u8]) -> Option<ServerHello> {
    let body = &mut body;
    let mut hello = ServerHello {
        version: number(body).filter(|version| VERSIONS.contains(version))?,
        random: *take(body)?,
        session: session(body).map(session_name)?,
        suite: number(body)?,
        ..ServerHello::default()
    };
    let [_compression] = *take(body)?;
    for (kind, mut body) in extensions(vector::<2>(body).unwrap_or_default()) {
        match kind {
            extension::ALPN => hello.alpn = first_protocol(body),
            extension::SUPPORTED_VERSIONS => hello.version = number(&mut body)?,
            extension::PRE_SHARED_KEY => hello.resumes = true,
            extension::ENCRYPT_THEN_MAC => hello.mac_of_ciphertext = true,
            _ => {}
        }
    }
    Some(hello)
}

/// Session of a hello; at most 32 bytes.
fn session<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    vector::<1>(bytes).filter(|session| session.len() <= 32)
}

/// First name of a Server Name Indication (RFC 6066 §3).
fn first_server_name(mut body: &[u8]) -> Option<String> {
    let names = &mut vector::<2>(&mut body)?;
    let [_kind] = *take(names)?;
    vector::<2>(names).map(text)
}

/// First protocol of an ALPN extension (RFC 7301 §3.1).
fn first_protocol(mut body: &[u8]) -> Option<String> {
    vector::<1>(&mut vector::<2>(&mut body)?).map(text)
}

/// Iterates over types and contents of extensions up to one that is cut off.
fn extensions(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || Some((number(&mut bytes)?, vector::<2>(&mut bytes)?)))
}

/// Takes bytes from the start.
fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(taken)
}

fn number(bytes: &mut &[u8]) -> Option<u16> {
    take(bytes).copied().map(u16::from_be_bytes)
}

/// Takes a vector whose length is in its first `N` bytes (RFC 8446 §3.4).
fn vector<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = big_endian(take::<N>(bytes)?);
    let (vector, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(vector)
}

fn big_endian(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .fold(0, |number, &byte| number << 8 | usize::from(byte))
}

fn text(name: &[u8]) -> String {
    visible(&String::from_utf8_lossy(name)).into_owned()
}
