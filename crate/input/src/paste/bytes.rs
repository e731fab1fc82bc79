//! Bytes that were read, and where.

use crate::{Place, Places};

/// Bytes, each with its place.
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

    pub(super) fn extend(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
        self.places.extend(&other.places);
    }
}
