//! Turns any input into header blocks: pasted text and bare bytes ([`paste`]),
//! captures and logs ([`capture`]). [`hex`] reads runs of hex digits.

#![deny(unsafe_code)]

mod blocks;
pub mod bounds;
pub mod capture;
pub mod hex;
pub mod paste;
mod places;
mod reader;
mod refusal;
pub mod visible;
#[doc(hidden)]
pub mod work;

use serde::Serialize;

pub use blocks::{Before, Block, Blocks};
pub use http2::{Framed, Sender};
pub use places::Places;
pub use reader::{Options, Reader, Source};
pub use refusal::{Refusal, RefusalKind};

/// The part of the input from which one byte was read: a range of bytes
/// (UTF-8 offsets into the text, or offsets into a binary file), end
/// exclusive.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The bytes `start..end` of an input, which has less than 4 GiB.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        let (start, end) = (start as u32, end as u32);
        Self { start, end }
    }

    /// Returns this part of `text`; nothing if it is not in it, or cuts a character.
    fn of(self, text: &str) -> &str {
        let range = self.start as usize..self.end as usize;
        text.get(range).unwrap_or_default()
    }
}

/// A list of header fields from an archive, already decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderList {
    /// “GET https://example.com/”, “200 of https://…”.
    pub title: String,
    /// Its sender.
    pub sender: Sender,
    /// Names and values, in order.
    pub fields: Vec<(String, String)>,
}

/// A note about the input, which did not stop the reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// “line 3, column 5” (from 1, in code points), or “byte 120”.
    pub r#where: String,
    /// A sentence.
    pub message: String,
    /// Whether something is known to be missing or damaged here, or could not
    /// be read; else it is only worth knowing.
    #[serde(skip)]
    pub is_gap: bool,
}

impl Problem {
    /// Something worth knowing, with which nothing is missing.
    #[must_use]
    pub fn note(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            r#where: place.into(),
            message: message.into(),
            is_gap: false,
        }
    }

    /// Something is missing or damaged, or could not be read.
    #[must_use]
    pub fn gap(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            is_gap: true,
            ..Self::note(place, message)
        }
    }
}
