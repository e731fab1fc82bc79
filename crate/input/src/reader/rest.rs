//! Buffer for the unread end of a chunk.

/// A byte queue. Consumed bytes are removed from the front only once they are a
/// quarter of the buffer, so that few are moved.
#[derive(Debug, Default)]
pub(super) struct Rest {
    bytes: Vec<u8>,
    /// Consumed bytes at the front.
    done: usize,
}

/// Fraction of the buffer that must be consumed before the rest is moved.
const SHARE: usize = 4;

impl Rest {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.done..]
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len() - self.done
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Consumes `count` bytes. Returns the number of bytes moved.
    pub(super) fn skip(&mut self, count: usize) -> usize {
        self.done += count;
        let left = self.len();
        if left == 0 {
            *self = Self::default();
        } else if self.done >= self.bytes.len() / SHARE {
            self.bytes.drain(..self.done);
            self.done = 0;
            return left;
        }
        0
    }

    /// Takes all unread bytes.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.bytes.drain(..self.done);
        self.done = 0;
        std::mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appends and consumes 16 bytes at a time, with a long queue.
    #[test]
    fn moves_few_bytes() {
        for long in [1 << 10, 1 << 14, 1 << 18] {
            let mut rest = Rest::default();
            rest.extend(&vec![0; long]);
            let mut moved = 0;
            for number in 0..10_000_u32 {
                rest.extend(&[number as u8; 16]);
                moved += rest.skip(16);
            }
            assert_eq!(rest.len(), long);
            let end = 9_999_u32 as u8;
            assert_eq!(rest.bytes()[long - 16..], [end; 16]);
            let most = SHARE * (long + 16 * 10_000);
            assert!(moved <= most, "{moved} for {long}");
        }
    }
}
