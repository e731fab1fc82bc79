//! Turns any input into header blocks: pasted text and bare bytes ([`paste`]),
//! captures and logs ([`capture`]). [`hex`] reads runs of hex digits.

#![deny(unsafe_code)]

mod blocks;
pub mod bounds;
pub mod capture;
mod content;
mod dissected;
pub mod exported;
mod feature;
pub mod hex;
pub mod paste;
mod pasted;
mod places;
mod positions;
pub mod printed;
mod reader;
mod refusal;
mod scan;
mod streams;
pub mod visible;
#[doc(hidden)]
pub mod work;

use serde::Serialize;

pub use blocks::{Before, Block, Blocks};
pub use http2::{Framed, Missing, Sender};
pub use places::Places;
pub use reader::{Options, Reader, Source};
pub use refusal::{Refusal, RefusalKind};

/// Range of the input that one byte was read from: UTF-8 offsets into text, or
/// byte offsets into a binary file.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The range `start..end` of an input of less than 4 GiB.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        let (start, end) = (start as u32, end as u32);
        Self { start, end }
    }

    /// Returns this range of `text`; empty if invalid.
    fn slice(self, text: &str) -> &str {
        let range = self.start as usize..self.end as usize;
        text.get(range).unwrap_or_default()
    }
}

/// A list of header fields from an archive, already decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderList {
    /// “GET https://example.com/”, “200 of https://…”.
    pub title: String,
    /// Who sent it.
    pub sender: Sender,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}

/// A note or warning about the input that did not stop reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// “line 3, column 5” (from 1, in code points), or “byte 120”.
    pub r#where: String,
    /// One sentence.
    pub message: String,
    /// Whether data is known to be missing, damaged or unreadable here;
    /// otherwise the note is only informational.
    #[serde(skip)]
    pub is_gap: bool,
}

impl Problem {
    /// A note with nothing missing.
    #[must_use]
    pub fn note(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            r#where: place.into(),
            message: message.into(),
            is_gap: false,
        }
    }

    /// A gap: something is missing, damaged or unreadable.
    #[must_use]
    pub fn missing(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            is_gap: true,
            ..Self::note(place, message)
        }
    }
}
