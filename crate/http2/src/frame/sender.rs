//! Senders of frames, and inferring them.

use std::borrow::Cow;

use hpack::{
    huffman::{HuffmanDecoder, Window14},
    structure::{StringLiteral, representation_at},
};
use serde::{Deserialize, Serialize};

use super::{Detail, FrameType, Header, Setting, has_preface, split_body, split_first};

/// One side of a connection. Each has its own dynamic table (RFC 7541 §2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sender {
    /// The client: requests.
    Client,
    /// The server: responses.
    Server,
    /// Unknown from the input.
    #[default]
    Unknown,
}

impl Sender {
    /// Returns the other side, or unknown.
    #[must_use]
    pub const fn peer(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl Header {
    /// Returns the only side that may send a frame with this header, if there is
    /// one. Clients do not promise (RFC 9113 §8.4), servers do not send
    /// PRIORITY_UPDATE (RFC 9218 §7.1), and only servers send ORIGIN (RFC 8336
    /// §2) and ALTSVC (RFC 7838 §4). On streams that the server pushes, with even
    /// numbers, the client sends no headers and no content (RFC 9113 §5.1).
    #[must_use]
    pub const fn only_sender(&self) -> Option<Sender> {
        match self.kind {
            FrameType::PUSH_PROMISE | FrameType::ALTSVC => Some(Sender::Server),
            // On other streams it is ignored.
            FrameType::ORIGIN if self.stream == 0 => Some(Sender::Server),
            FrameType::PRIORITY_UPDATE => Some(Sender::Client),
            FrameType::DATA | FrameType::HEADERS | FrameType::CONTINUATION
                if self.stream != 0 && self.stream.is_multiple_of(2) =>
            {
                Some(Sender::Server)
            }
            _ => None,
        }
    }
}

/// Infers the sender of `bytes`, which begin with the connection preface or a
/// frame, from the first frame that only one side may send. The last frame may be
/// truncated.
///
/// PRIORITY, RST_STREAM, WINDOW_UPDATE, PING and GOAWAY do not decide, since both
/// sides send them. (A GOAWAY should name a stream of the receiver, but that of
/// some clients names their own.)
#[must_use]
pub fn infer_sender(bytes: &[u8]) -> Option<Sender> {
    if has_preface(bytes) == Some(true) {
        return Some(Sender::Client);
    }
    let mut rest = bytes;
    while let Some((header, payload, after)) = split_first(rest) {
        let sender = header
            .only_sender()
            .or_else(|| sender_of_payload(&header, payload));
        if sender.is_some() {
            return sender;
        }
        rest = after;
    }
    None
}

/// Infers the sender of a frame that either side may send from its payload.
fn sender_of_payload(header: &Header, payload: &[u8]) -> Option<Sender> {
    if header.kind == FrameType::HEADERS {
        let (_, fragment) = split_body(header, payload).ok()?;
        return sender_of_block(fragment);
    }
    // A server may only send the value 0 (RFC 9113 §6.5.2).
    let Detail::Settings(settings) = Detail::parse(header, payload) else {
        return None;
    };
    let client = |setting: Setting| setting.id == Setting::ENABLE_PUSH && setting.value == 1;
    settings.iter().any(client).then_some(Sender::Client)
}

/// Infers the sender of a header block of HEADERS, possibly truncated, from its
/// first pseudo-header field (RFC 9113 §8.3, RFC 8441 §4). Returns `None` for
/// trailers and unreadable blocks. Needs no dynamic table: entries of this block
/// repeat an earlier name, and entries of other blocks are skipped.
#[must_use]
pub fn sender_of_block(bytes: &[u8]) -> Option<Sender> {
    let mut at = 0;
    while at < bytes.len() {
        let field = representation_at(bytes, at).ok()?;
        if field.kind != hpack::Kind::SizeUpdate {
            match (field.integer.value, &field.name) {
                // The static table begins with :authority, :method, :path and
                // :scheme, and goes on with :status (RFC 7541, Appendix A).
                (1..=7, _) => return Some(Sender::Client),
                (8..=14, _) => return Some(Sender::Server),
                (0, Some(name)) => match &*text(bytes, name)? {
                    b":status" => return Some(Sender::Server),
                    b":method" | b":scheme" | b":path" | b":authority" | b":protocol" => {
                        return Some(Sender::Client);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        at = field.range.end;
    }
    None
}

fn text<'a>(block: &'a [u8], literal: &StringLiteral) -> Option<Cow<'a, [u8]>> {
    let data = &block[literal.data.clone()];
    if !literal.huffman {
        return Some(Cow::Borrowed(data));
    }
    let mut text = Vec::new();
    Window14::new().decode(data, &mut text).ok()?;
    Some(Cow::Owned(text))
}
