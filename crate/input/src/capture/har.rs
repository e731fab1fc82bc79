//! HTTP archives: header fields, decoded already, and no octets.

use crate::paste::{Refusal, RefusalKind};

/// An archive, read in chunks.
#[derive(Debug, Default)]
pub struct Har {}

impl Har {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next octets.
    pub fn push(&mut self, octets: &[u8]) {
        let _ = octets;
    }

    /// What it is: always a refusal, with the header lists in it.
    #[must_use]
    pub fn finish(self) -> Refusal {
        Refusal::new(RefusalKind::Har, "HAR")
    }
}
