//! Queues of frames as slices for a gathering write. The engines differ only in
//! the size up to which [`Queue::put`] copies payloads.
//!
//! Netty's HTTP/2 codec copies header blocks of up to 128 bytes after their frame
//! header, and claims that this costs less than sending a second buffer.

#[cfg(test)]
mod tests;

use crate::engines;

/// Copies a payload of up to `MOST` bytes into one slice with its frame header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying<const MOST: usize>;

/// Size up to which payloads are copied.
pub trait CutOff {
    /// Longest payload that is copied, bytes; `None` to copy not even an empty one.
    const MOST: Option<usize>;
}

impl<const MOST: usize> CutOff for Copying<MOST> {
    const MOST: Option<usize> = Some(MOST);
}

/// Copies no payload.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slices;

impl CutOff for Slices {
    const MOST: Option<usize> = None;
}

engines! {
    /// The engines.
    pub type Engines;
    Slices, "slices", "separate slices",
        "Passes frame header and payload on as two slices, to be gathered when sent.";
    Copying<64>, "copy-64", "copies up to 64 bytes",
        "Copies payloads of up to 64 bytes into one buffer with their frame header.";
    Copying<128>, "copy-128", "copies up to 128 bytes",
        "Copies payloads of up to 128 bytes into one buffer with their frame header: Netty's cut-off.";
    Copying<256>, "copy-256", "copies up to 256 bytes",
        "Copies payloads of up to 256 bytes into one buffer with their frame header.";
    Copying<1024>, "copy-1024", "copies up to 1,024 bytes",
        "Copies payloads of up to 1,024 bytes into one buffer with their frame header.";
    Copying<{ usize::MAX }>, "copy-all", "copies everything",
        "Copies every payload into one buffer with its frame header.";
}

/// Slices to be sent together, in order: some borrowed, some copied into the
/// queue's buffer.
#[derive(Clone, Debug, Default)]
pub struct Queue<'a> {
    copied: Vec<u8>,
    pieces: Vec<Piece<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// From the end of the previous copy to this offset of the queue's buffer.
    Copied(usize),
    Lent(&'a [u8]),
}

/// The longest padding that a frame can have (RFC 9113 §6.1).
static ZEROS: [u8; 255] = [0; 255];

impl<'a> Queue<'a> {
    /// Appends a slice without copying it, unless it is empty.
    pub fn lend(&mut self, bytes: &'a [u8]) {
        if !bytes.is_empty() {
            self.pieces.push(Piece::Lent(bytes));
        }
    }

    /// Appends a copy of head and payload and `zeros` zero bytes, as one slice.
    fn copy(&mut self, head: &[u8], payload: &[u8], zeros: u8) {
        self.copied
            .reserve(head.len() + payload.len() + usize::from(zeros));
        self.copied.extend_from_slice(head);
        self.copied.extend_from_slice(payload);
        if zeros > 0 {
            self.copied.extend_from_slice(&ZEROS[..usize::from(zeros)]);
        }
        self.pieces.push(Piece::Copied(self.copied.len()));
    }

    /// Appends a frame: copied as one slice if its payload has up to `most` bytes,
    /// otherwise as its copied head, the payload, and the padding. Never inlined,
    /// so that the engines share the same machine code.
    #[inline(never)]
    pub fn put(&mut self, head: &[u8], payload: &'a [u8], padding: u8, most: Option<usize>) {
        if most.is_some_and(|most| payload.len() <= most) {
            self.copy(head, payload, padding);
        } else {
            // The head does not live as long as the payload.
            self.copy(head, &[], 0);
            self.lend(payload);
            self.lend(&ZEROS[..usize::from(padding)]);
        }
    }

    /// Number of bytes copied.
    #[must_use]
    pub fn copied(&self) -> usize {
        self.copied.len()
    }

    /// Returns the slices in order; none is empty.
    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        let mut from = 0;
        self.pieces.iter().map(move |piece| match *piece {
            Piece::Copied(to) => {
                let copied = &self.copied[from..to];
                from = to;
                copied
            }
            Piece::Lent(bytes) => bytes,
        })
    }

    /// Removes all slices, keeping the allocation.
    pub fn clear(&mut self) {
        self.copied.clear();
        self.pieces.clear();
    }

    /// Returns an empty queue for slices of another lifetime, with the allocation
    /// of this one.
    #[must_use]
    pub fn recycle<'b>(mut self) -> Queue<'b> {
        self.clear();
        // In-place collection keeps the allocation.
        let pieces = self.pieces.into_iter().map(|_| Piece::Copied(0)).collect();
        Queue {
            copied: self.copied,
            pieces,
        }
    }
}
