//! Chromium's NetLog: what each socket sent and received, where the log was
//! made with it.

use crate::{
    capture::{Logged, Sink},
    paste::Refusal,
};

/// A log, read in chunks.
#[derive(Debug, Default)]
pub struct NetLog {}

impl NetLog {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next octets.
    pub fn push(&mut self, octets: &[u8], sink: &mut dyn Sink) {
        let _ = (octets, sink);
    }

    /// The end.
    ///
    /// # Errors
    /// Where the log holds nothing to decode: what it lacks, and what to do.
    pub fn finish(self, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let _ = sink;
        Ok(())
    }
}

/// In what the fields of a block and those that Chromium logged for it
/// differ, as a sentence; `None` where they agree.
#[must_use]
pub fn differs(fields: &[(&[u8], &[u8])], logged: &[Logged]) -> Option<String> {
    let _ = (fields, logged);
    None
}
