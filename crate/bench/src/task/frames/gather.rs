//! Everything into one buffer.

use http2::writer::Queue;

use super::Consume;

/// Copies every slice.
#[derive(Default)]
pub(super) struct Gather {
    gathered: Vec<u8>,
}

impl Consume for Gather {
    #[inline]
    fn consume(&mut self, queue: &Queue<'_>) {
        self.gathered.clear();
        for slice in queue.slices() {
            self.gathered.extend_from_slice(slice);
        }
    }

    fn consumed(&self) -> &[u8] {
        &self.gathered
    }
}
