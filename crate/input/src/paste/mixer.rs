//! A hash of short keys, faster than the standard one.

use std::hash::Hasher;

/// The keys come from the program or from one text.
#[derive(Default)]
pub(super) struct Mixer(pub(super) u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

impl Mixer {
    /// Adds text, in which only the number of digits counts.
    pub(super) fn write_text(&mut self, text: &[u8]) {
        for &byte in text {
            self.write_u8(if byte.is_ascii_digit() { b'0' } else { byte });
        }
        self.write_u64(text.len() as u64);
    }
}
