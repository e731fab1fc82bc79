//! Decoded bytes with their places.

use crate::{Place, Places, hex};

/// Decoded bytes, each with its place in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    pub(super) bytes: Vec<u8>,
    pub(super) places: Places,
}

impl Bytes {
    pub(super) fn push(&mut self, byte: u8, place: Place) {
        self.bytes.push(byte);
        self.places.push(place);
    }

    /// Decodes pairs of hex digits at `start` of the text. Returns `None` if
    /// any of them is not a digit.
    pub(super) fn push_hex(&mut self, digits: &[u8], start: usize) -> Option<()> {
        hex::decode(digits, &mut self.bytes)?;
        let first = Place::new(start, start + 2);
        self.places.push_stride(first, 2, digits.len() as u32 / 2);
        Some(())
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
        self.places.extend(&other.places);
    }
}
