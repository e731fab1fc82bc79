//! Nothing but the head is copied.

use super::{FrameWriter, Head, Queue};

/// Hands on head, payload and padding as slices of their own, and leaves it
/// to the consumer to gather them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slices;

impl FrameWriter for Slices {
    #[inline]
    fn put<'a>(&self, head: &Head, payload: &'a [u8], padding: u8, queue: &mut Queue<'a>) {
        queue.put(head.octets(), payload, padding, 0);
    }
}
