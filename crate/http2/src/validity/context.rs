//! Which part of which message a header block is.

use std::collections::HashSet;

use super::Field;
use crate::Sender;

/// What a header block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The head of a request.
    Request,
    /// The head of a response, of an interim one (1xx) too.
    Response,
    /// The request that a PUSH_PROMISE stands for (§8.4).
    PushPromise,
    /// The trailers of a request or response.
    Trailers,
}

/// What each side has sent on its streams, to distinguish heads from trailers.
#[derive(Debug)]
pub struct Messages {
    /// For each sender, whether blocks may have come before that were not seen.
    missed: [bool; 3],
    /// Streams on which a sender's message has begun and not ended.
    begun: HashSet<(Sender, u32)>,
}

impl Messages {
    /// Nothing was sent. `missed`: blocks may have come before the first.
    #[must_use]
    pub fn new(missed: bool) -> Self {
        Self {
            missed: [missed; 3],
            begun: HashSet::new(),
        }
    }

    /// Blocks of `sender` may be missing here.
    pub fn missed(&mut self, sender: Sender) {
        self.missed[sender as usize] = true;
    }

    /// What the next block is: of `sender`, on `stream`, `promised` if it
    /// began with PUSH_PROMISE, `end_stream` if its HEADERS frame says so.
    /// `None` where that is not certain.
    pub fn next(
        &mut self,
        sender: Sender,
        stream: Option<u32>,
        promised: bool,
        end_stream: bool,
        fields: &[Field<'_>],
    ) -> Option<Context> {
        if promised {
            return Some(Context::PushPromise);
        }
        let by_fields = by_fields(fields);
        let (Some(stream), Sender::Client | Sender::Server) = (stream, sender) else {
            // What a side sends first is the head of a message.
            let first = !std::mem::replace(&mut self.missed[sender as usize], true);
            return if first && sender != Sender::Unknown {
                Some(head(sender))
            } else {
                of_sender(sender, by_fields)
            };
        };
        let key = (sender, stream);
        let context = if self.begun.contains(&key) {
            Some(Context::Trailers)
        } else if self.missed[sender as usize] {
            of_sender(sender, by_fields)
        } else {
            Some(head(sender))
        };
        if end_stream {
            self.begun.remove(&key);
        } else if context != Some(Context::Response) || !is_interim(fields) {
            self.begun.insert(key);
        }
        context
    }
}

/// The head of a message of `sender`.
const fn head(sender: Sender) -> Context {
    match sender {
        Sender::Server => Context::Response,
        Sender::Client | Sender::Unknown => Context::Request,
    }
}

/// What a block of `sender` is by its fields: its earlier blocks are not known.
fn of_sender(sender: Sender, by_fields: Option<Context>) -> Option<Context> {
    match (sender, by_fields) {
        (Sender::Client | Sender::Server, Some(Context::Request | Context::Response)) => {
            Some(head(sender))
        }
        _ => by_fields,
    }
}

/// What a block is by its first pseudo-header field that is defined; trailers,
/// where it begins with an ordinary field, or where every name is known and
/// none is a pseudo-header field.
fn by_fields(fields: &[Field<'_>]) -> Option<Context> {
    let first = fields.first().and_then(|field| field.name);
    if first.is_some_and(|name| !is_pseudo(name)) {
        return Some(Context::Trailers);
    }
    let mut names = fields.iter().filter_map(|field| field.name);
    if let Some(context) = names.clone().find_map(belongs) {
        return Some(context);
    }
    let known = fields.iter().all(|field| field.name.is_some());
    (known && !fields.is_empty() && !names.any(is_pseudo)).then_some(Context::Trailers)
}

/// Whether this is a response of 1xx, after which the final one follows.
fn is_interim(fields: &[Field<'_>]) -> bool {
    let status = fields.iter().find(|field| field.name == Some(b":status"));
    status.is_some_and(|field| matches!(field.value, Some([b'1', _, _])))
}

const OF_REQUEST: [&[u8]; 5] = [
    b":method",
    b":scheme",
    b":authority",
    b":path",
    b":protocol",
];

/// The kind of message that a pseudo-header field belongs to; `None` for one
/// that no specification has.
pub(super) fn belongs(name: &[u8]) -> Option<Context> {
    if name == b":status" {
        Some(Context::Response)
    } else if OF_REQUEST.contains(&name) {
        Some(Context::Request)
    } else {
        None
    }
}

pub(super) fn is_pseudo(name: &[u8]) -> bool {
    name.first() == Some(&b':')
}
