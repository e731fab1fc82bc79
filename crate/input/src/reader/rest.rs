//! What the last part had beyond its last whole record.

/// Bytes that wait for more. Those that are done with are taken off at the
/// front, which moves the others only once in a while.
#[derive(Debug, Default)]
pub(super) struct Rest {
    bytes: Vec<u8>,
    /// Bytes at the front that are done with.
    done: usize,
}

/// The share of the bytes that is done with when the others are moved.
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

    /// That many bytes are done with; how many others were moved.
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

    /// All of them.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.bytes.drain(..self.done);
        self.done = 0;
        std::mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen bytes come and go at a time, with many others behind them.
    #[test]
    fn few_bytes_are_moved() {
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
