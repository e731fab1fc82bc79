//! LiteSpeed's decoder, in C.

use std::ffi::c_long;

use super::Peer;

unsafe extern "C" {
    fn peers_litespeed_decode(coded: *const u8, length: usize, out: *mut u8, room: usize)
    -> c_long;
}

/// The decoder of ls-hpack and ls-qpack: 16 bits at a time, one table.
#[derive(Default)]
pub(crate) struct LiteSpeed;

impl Peer for LiteSpeed {
    const ID: &'static str = "litespeed";
    const ABOUT: &'static str =
        "LiteSpeed's C decoder, from ls-qpack-sys: writes into a buffer that is there already";

    fn decode(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        // The shortest codes have five bits. With this much room it takes its
        // fast path, without bounds checks.
        out.reserve(coded.len() * 8 / 5 + 16);
        // SAFETY: it reads `coded.len()` bytes and writes within the spare
        // capacity, whose size it is given; only what it has written counts as
        // initialized.
        unsafe {
            let room = out.capacity();
            let written =
                peers_litespeed_decode(coded.as_ptr(), coded.len(), out.as_mut_ptr(), room);
            match usize::try_from(written) {
                Ok(written) => out.set_len(written),
                Err(_) => return false,
            }
        }
        true
    }
}
