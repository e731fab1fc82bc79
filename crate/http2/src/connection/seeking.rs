//! A search for the next frame, and why there is one.

use crate::{Arrival, sync::search::Search};

/// Frames are looked for.
#[derive(Debug)]
pub(super) struct Seeking {
    pub(super) why: Beginning,
    /// Place of the first octet that is missing or not understood.
    pub(super) from: u64,
    /// Octets that are missing; `None` where that is not known.
    pub(super) missing: Option<u64>,
    /// What revealed the loss, or came last.
    pub(super) arrival: Arrival,
    /// Place of the first octet in which frames are looked for.
    pub(super) start: u64,
    pub(super) search: Box<Search>,
}

/// Why frames are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// Octets are missing.
    Hole,
    /// The connection began before.
    Middle,
    /// The connection does not begin with the preface.
    NoPreface,
}

impl Seeking {
    pub(super) fn what(&self) -> String {
        match self.missing {
            Some(1) => "1 byte is missing".to_owned(),
            Some(octets) => format!("{octets} bytes are missing"),
            None => "Bytes are missing".to_owned(),
        }
    }
}
