//! The octets that a reader found, in pieces that are parted into blocks later.

use super::text::Text;
use crate::{Place, Sender};

/// How a piece is bound to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bond {
    /// A line of its own: the way of parting decides.
    Loose,
    /// A line of its own, after a blank line.
    AfterBlank,
    /// It goes on where the one before ended: a row of a dump, a string of
    /// a concatenation.
    Joined,
    /// A line of its own that the one before announces, with a comma or a
    /// backslash at its end.
    Continued,
    /// It goes on, over a blank line.
    JoinedOverBlank,
    /// It begins a block for certain: an offset that starts again, an item.
    Apart,
}

/// A side, as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// This one.
    Is(Sender),
    /// The one that wrote the log.
    Own,
    /// The other.
    Peer,
}

impl Side {
    /// Who that is, where the name alone tells.
    pub(crate) fn sender(self) -> Option<Sender> {
        match self {
            Side::Is(sender) => Some(sender),
            Side::Own | Side::Peer => None,
        }
    }
}

/// Some octets that stand together.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Its first octet.
    pub(crate) start: usize,
    pub(crate) bond: Bond,
    pub(crate) mark: Option<Side>,
    pub(crate) label: Option<String>,
    pub(crate) limits: Vec<u32>,
    /// Whether it is a block even without octets, as an empty string in a
    /// list of blocks is.
    pub(crate) kept: bool,
}

/// All octets of a text, in pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    pub(crate) octets: Vec<u8>,
    pub(crate) places: Vec<Place>,
    pub(crate) list: Vec<Piece>,
    /// Whether they are bare hex digits, whose lines may be blocks.
    pub(crate) bare: bool,
    /// Whether they are strings in quotes: those that stand beside each other
    /// may be one, or a block each.
    pub(crate) strings: bool,
    /// How many of the octets are written once for many.
    pub(crate) repeated: usize,
}

/// The most octets that a text may stand for without writing them out, in rows
/// that a dump squeezes or numbers that a debugger counts.
pub(crate) fn most_repeated(text: &Text) -> usize {
    (1 << 20) + 4 * text.raw.len()
}

impl Pieces {
    /// Begins a piece.
    pub(crate) fn begin(&mut self, bond: Bond) -> &mut Piece {
        let start = self.octets.len();
        self.list.push(Piece {
            start,
            bond,
            mark: None,
            label: None,
            limits: Vec::new(),
            kept: false,
        });
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    pub(crate) fn push(&mut self, octet: u8, place: Place) {
        self.octets.push(octet);
        self.places.push(place);
    }

    /// Whether `count` more octets may come that the text does not write out.
    pub(crate) fn may_repeat(&mut self, count: usize, text: &Text) -> bool {
        let all = self.repeated.saturating_add(count);
        let may = all <= most_repeated(text);
        if may {
            self.repeated = all;
            self.octets.reserve(count);
            self.places.reserve(count);
        }
        may
    }

    /// The octets of the piece `at`.
    pub(crate) fn of(&self, at: usize) -> &[u8] {
        &self.octets[self.list[at].start..self.end(at)]
    }

    pub(super) fn end(&self, at: usize) -> usize {
        self.list
            .get(at + 1)
            .map_or(self.octets.len(), |next| next.start)
    }

    /// Drops the pieces without octets, unless they are to be kept; what they
    /// said is of the next one.
    pub(super) fn tidy(&mut self) {
        let mut carried: Option<Piece> = None;
        let total = self.octets.len();
        let list = &mut self.list;
        let mut kept = 0;
        for at in 0..list.len() {
            let end = list.get(at + 1).map_or(total, |next| next.start);
            let piece = &mut list[at];
            if let Some(before) = carried.take() {
                piece.limits.splice(0..0, before.limits);
                piece.mark = piece.mark.or(before.mark);
                piece.label = piece.label.take().or(before.label);
                if before.bond != Bond::Joined && piece.bond != Bond::Apart {
                    piece.bond = before.bond;
                }
            }
            if end == piece.start && !piece.kept {
                carried = Some(Piece {
                    limits: std::mem::take(&mut piece.limits),
                    label: piece.label.take(),
                    ..*piece
                });
            } else {
                list.swap(kept, at);
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}
