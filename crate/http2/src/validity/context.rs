//! Context of a header block: the part of a message that it is.

use std::collections::HashSet;

use super::Field;
use crate::Sender;

/// Part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Header section of a request.
    Request,
    /// Header section of a response, final or interim (1xx).
    Response,
    /// Promised request of a PUSH_PROMISE (§8.4).
    PushPromise,
    /// Trailer section.
    Trailers,
}

/// Messages begun on each stream, to distinguish headers from trailers.
#[derive(Debug)]
pub struct Messages {
    /// By sender, whether earlier blocks may be missing.
    missed: [bool; 3],
    /// Streams on which a message of a sender has begun and not ended.
    begun: HashSet<(Sender, u32)>,
}

impl Messages {
    /// Begins without messages. `missed` is whether earlier blocks may be missing.
    #[must_use]
    pub fn new(missed: bool) -> Self {
        Self {
            missed: [missed; 3],
            begun: HashSet::new(),
        }
    }

    /// Notes that blocks of `sender` may be missing.
    pub fn missed(&mut self, sender: Sender) {
        self.missed[sender as usize] = true;
    }

    /// Determines the context of the next block: of `sender`, on `stream`,
    /// `promised` if it begins with PUSH_PROMISE, `end_stream` if its HEADERS
    /// frame has that flag. Returns `None` if it is uncertain.
    pub fn next<'a>(
        &mut self,
        sender: Sender,
        stream: Option<u32>,
        promised: bool,
        end_stream: bool,
        fields: impl Iterator<Item = Field<'a>> + Clone,
    ) -> Option<Context> {
        if promised {
            return Some(Context::PushPromise);
        }
        let inferred = infer(fields.clone());
        let (Some(stream), Sender::Client | Sender::Server) = (stream, sender) else {
            // The first block of a side begins a message.
            let first = !std::mem::replace(&mut self.missed[sender as usize], true);
            return if first && sender != Sender::Unknown {
                Some(head(sender))
            } else {
                of_sender(sender, inferred)
            };
        };
        let key = (sender, stream);
        let context = if self.begun.contains(&key) {
            Some(Context::Trailers)
        } else if self.missed[sender as usize] {
            of_sender(sender, inferred)
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

/// Context of the header section of a message of `sender`.
const fn head(sender: Sender) -> Context {
    match sender {
        Sender::Server => Context::Response,
        Sender::Client | Sender::Unknown => Context::Request,
    }
}

/// Context of a block of `sender` whose earlier blocks are unknown.
fn of_sender(sender: Sender, inferred: Option<Context>) -> Option<Context> {
    match (sender, inferred) {
        (Sender::Client | Sender::Server, Some(Context::Request | Context::Response)) => {
            Some(head(sender))
        }
        _ => inferred,
    }
}

/// Infers a context from the first defined pseudo-header field. A block is
/// trailers if it begins with a regular field, or if all names are known and none
/// is a pseudo-header field.
fn infer<'a>(mut fields: impl Iterator<Item = Field<'a>> + Clone) -> Option<Context> {
    let first = fields.clone().next()?.name;
    if first.is_some_and(|name| !is_pseudo(name)) {
        return Some(Context::Trailers);
    }
    let mut names = fields.clone().filter_map(|field| field.name);
    if let Some(context) = names.find_map(message_of) {
        return Some(context);
    }
    // Neither unknown names nor undefined pseudo-header fields.
    let is_regular = |field: Field<'_>| field.name.is_some_and(|name| !is_pseudo(name));
    fields.all(is_regular).then_some(Context::Trailers)
}

/// Whether this is an interim response (1xx).
fn is_interim<'a>(mut fields: impl Iterator<Item = Field<'a>>) -> bool {
    let status = fields.find(|field| field.name == Some(b":status"));
    status.is_some_and(|field| matches!(field.value, Some([b'1', _, _])))
}

const REQUEST_FIELDS: [&[u8]; 5] = [
    b":method",
    b":scheme",
    b":authority",
    b":path",
    b":protocol",
];

/// Kind of message that a pseudo-header field is defined for, if it is defined.
pub(super) fn message_of(name: &[u8]) -> Option<Context> {
    if name == b":status" {
        Some(Context::Response)
    } else if REQUEST_FIELDS.contains(&name) {
        Some(Context::Request)
    } else {
        None
    }
}

pub(super) fn is_pseudo(name: &[u8]) -> bool {
    name.first() == Some(&b':')
}
