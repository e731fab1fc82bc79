//! Small payloads go into one buffer with their head.
//!
//! Netty's HTTP/2 codec does so with header blocks of up to 128 octets: its
//! claim is that copying that little costs less than sending a second buffer.

use super::{FrameWriter, Head, Queue};

/// Copies head, payload and padding into one slice where the payload has at
/// most `CUT_OFF` octets; else hands on slices like
/// [`Slices`](super::Slices).
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying<const CUT_OFF: usize>;

/// Copies payloads of up to 64 octets.
pub type Copy64 = Copying<64>;
/// Copies payloads of up to 128 octets.
pub type Copy128 = Copying<128>;
/// Copies payloads of up to 256 octets.
pub type Copy256 = Copying<256>;
/// Copies payloads of up to 1,024 octets.
pub type Copy1024 = Copying<1024>;
/// Copies every payload.
pub type CopyAll = Copying<{ usize::MAX }>;

impl<const CUT_OFF: usize> FrameWriter for Copying<CUT_OFF> {
    #[inline]
    fn put<'a>(&self, head: &Head, payload: &'a [u8], padding: u8, queue: &mut Queue<'a>) {
        queue.put(head.octets(), payload, padding, CUT_OFF.saturating_add(1));
    }
}
