//! What waits to be sent.

/// Slices that wait to be sent together, in order: some lent, some copied
/// into a buffer that is the queue's own.
#[derive(Clone, Debug, Default)]
pub struct Queue<'a> {
    copied: Vec<u8>,
    pieces: Vec<Piece<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// Of the queue's own buffer: from where the copy before it ends to here.
    Copied(usize),
    Lent(&'a [u8]),
}

/// Padding (§6.1), as much as there can be.
static ZEROS: [u8; 255] = [0; 255];

impl<'a> Queue<'a> {
    /// Appends a slice that stays where it is; nothing, where it is empty.
    pub fn lend(&mut self, octets: &'a [u8]) {
        if !octets.is_empty() {
            self.pieces.push(Piece::Lent(octets));
        }
    }

    /// Appends one slice: head, payload and `zeros` zero octets.
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

    /// Appends a frame: as one slice where its payload has fewer octets than
    /// `copied_below`, else as a copy of its head, the payload, and the
    /// padding. It is one function for every engine, so that they differ by
    /// that number and not by what the compiler makes of them.
    #[inline(never)]
    pub(super) fn put(&mut self, head: &[u8], payload: &'a [u8], padding: u8, copied_below: usize) {
        if payload.len() < copied_below {
            self.copy(head, payload, padding);
        } else {
            // A head is gone as soon as it is written: the queue keeps it.
            self.copy(head, &[], 0);
            self.lend(payload);
            self.lend(&ZEROS[..usize::from(padding)]);
        }
    }

    /// Octets that were copied.
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
            Piece::Lent(octets) => octets,
        })
    }

    /// All octets, joined.
    #[must_use]
    pub fn octets(&self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.slices().map(<[u8]>::len).sum());
        for slice in self.slices() {
            all.extend_from_slice(slice);
        }
        all
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
