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

    /// Appends so many zeros.
    pub(super) fn lend_zeros(&mut self, octets: u8) {
        self.lend(&ZEROS[..usize::from(octets)]);
    }

    /// Appends one slice in which `parts` and so many zeros are joined.
    pub(super) fn copy<const N: usize>(&mut self, parts: [&[u8]; N], zeros: u8) {
        for part in parts {
            self.copied.extend_from_slice(part);
        }
        if zeros > 0 {
            self.copied.extend_from_slice(&ZEROS[..usize::from(zeros)]);
        }
        self.pieces.push(Piece::Copied(self.copied.len()));
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
