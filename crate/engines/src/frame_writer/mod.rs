//! Frames that wait to be sent, as slices for a gathering write. The engines
//! are one function, [`Queue::put`], with a number of bytes.
//!
//! Netty's HTTP/2 codec copies header blocks of up to 128 bytes behind their
//! frame header: its claim is that copying that little costs less than sending
//! a second buffer.

#[cfg(test)]
mod tests;

use crate::engines;

/// Copies a payload of up to `MOST` bytes into one slice with its frame header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying<const MOST: usize>;

/// A number of bytes up to which payloads are copied.
pub trait CutOff {
    /// The longest payload that is copied, bytes; `None` if none is, not even
    /// an empty one.
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

/// Slices that wait to be sent together, in order: some lent, some copied
/// into a buffer that is the queue's own.
#[derive(Clone, Debug, Default)]
pub struct Queue<'a> {
    copied: Vec<u8>,
    pieces: Vec<Piece<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// Of the queue's own buffer: from the end of the copy before it to here.
    Copied(usize),
    Lent(&'a [u8]),
}

/// The most padding that a frame can have (RFC 9113 §6.1).
static ZEROS: [u8; 255] = [0; 255];

impl<'a> Queue<'a> {
    /// Appends a slice without copying it; nothing if it is empty.
    pub fn lend(&mut self, bytes: &'a [u8]) {
        if !bytes.is_empty() {
            self.pieces.push(Piece::Lent(bytes));
        }
    }

    /// Appends one slice: head, payload and `zeros` zero bytes.
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

    /// Appends a frame: as one slice if its payload has up to `most` bytes, else
    /// as a copy of its head, the payload, and the padding. Never inlined, so
    /// that engines differ by that number and not by what the compiler makes of
    /// them.
    #[inline(never)]
    pub fn put(&mut self, head: &[u8], payload: &'a [u8], padding: u8, most: Option<usize>) {
        if most.is_some_and(|most| payload.len() <= most) {
            self.copy(head, payload, padding);
        } else {
            // A head is gone as soon as it is written: the queue keeps it.
            self.copy(head, &[], 0);
            self.lend(payload);
            self.lend(&ZEROS[..usize::from(padding)]);
        }
    }

    /// Number of bytes that were copied.
    #[must_use]
    pub fn copied(&self) -> usize {
        self.copied.len()
    }

    /// The slices, in order; none is empty.
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

    /// Empties it; its memory stays.
    pub fn clear(&mut self) {
        self.copied.clear();
        self.pieces.clear();
    }

    /// An empty queue that keeps the memory of this one, for slices that live
    /// elsewhere.
    #[must_use]
    pub fn emptied<'b>(mut self) -> Queue<'b> {
        self.clear();
        // Collecting into the place of an emptied list keeps its memory.
        let pieces = self.pieces.into_iter().map(|_| Piece::Copied(0)).collect();
        Queue {
            copied: self.copied,
            pieces,
        }
    }
}
