//! How the offsets of rows follow each other.

use std::collections::HashSet;

use super::{Dump, run_back, shape};
use crate::paste::{
    Fault, RefusalKind,
    pieces::{self, Bond},
    row::{self, Offset},
    text::Line,
    well_formed::is_plausible,
};

/// What the offsets so far say.
#[derive(Default)]
pub(super) struct Run {
    /// The dump at hand.
    own: Option<Own>,
    /// The offset before.
    before: Option<Offset>,
    /// Where dumps ended, and where others than at 0 began.
    over: HashSet<u64>,
    begun: HashSet<u64>,
    /// Dumps that no offset ended, and whether one ended any.
    open: Vec<(usize, u64)>,
    ended: bool,
    /// A `*` that stands for rows like the last one.
    squeezed: Option<Line>,
}

#[derive(Clone, Copy)]
struct Own {
    /// Its first offset, and the one that comes next.
    first: u64,
    next: u64,
    /// Its first octet, and the octets of its last row.
    start: usize,
    last: usize,
}

impl Dump<'_> {
    /// The offset of a line, and its value.
    pub(super) fn offset(&self, n: usize) -> Option<(Offset, u64)> {
        let offset = (*self.offsets.get(n)?)?;
        Some((offset, offset.value(self.plain, self.shape.base)?))
    }

    /// Refuses an offset that has not the digits of those before it: padded
    /// ones have as many, and others more where they grow.
    pub(super) fn check_digits(&mut self, offset: &Offset) -> Result<(), Fault> {
        let before = self.run.before.replace(*offset).unwrap_or(*offset);
        let padded = self.is_padded(&before) || self.is_padded(offset);
        let alike = before.prefixed == offset.prefixed && before.framed == offset.framed;
        if alike && (!padded || before.width() == offset.width()) {
            return Ok(());
        }
        self.fault(RefusalKind::Offsets, offset.digits.start, "This offset is not written as the one before it: a part of one of the two is missing. Copy the whole dump again.")
    }

    fn is_padded(&self, offset: &Offset) -> bool {
        self.plain[offset.digits.start] == b'0'
    }

    /// The octets up to the next offset of the dump.
    pub(super) fn expected(&self, n: usize) -> Option<usize> {
        let (next, distance) =
            shape::step(self.text, self.frame, self.offsets, n, self.shape.base)?;
        let most = match (self.width, self.frame.lines[next].blank_before) {
            (Some(width), _) => width,
            (None, true) => 64,
            (None, false) => row::WIDEST,
        };
        (distance <= most).then_some(distance)
    }

    /// How a row is bound to the one before it, by its offset.
    ///
    /// # Errors
    /// Where rows are missing or repeated between the two.
    pub(super) fn bond(&mut self, offset: &Offset, value: u64) -> Result<Bond, Fault> {
        let at = offset.digits.start;
        let apart = self.blank || self.label.is_some();
        let squeezed = self.run.squeezed.is_some();
        let (first, next) = match self.run.own {
            Some(own) if value == own.next && !squeezed => {
                if apart {
                    let parted = if self.blank {
                        "the blank line"
                    } else {
                        "the words"
                    };
                    self.note(at, &format!("The offsets continue across {parted} before this line, so both parts were read as one dump."));
                }
                self.label = None;
                return Ok(if self.blank {
                    Bond::JoinedOverBlank
                } else {
                    Bond::Joined
                });
            }
            Some(own) if value > own.next && squeezed => {
                self.fill(value - own.next)?;
                return Ok(Bond::Joined);
            }
            Some(own) => (own.first, own.next),
            None => (value, 0),
        };
        if squeezed || !apart && value != first && value != 0 {
            let shown = |value: u64| match self.shape.base {
                8 => format!("0{value:o}"),
                10 => value.to_string(),
                _ => format!("{value:#x}"),
            };
            let why = match value > next {
                true => "rows are missing",
                false => "rows are repeated here, or in a different order",
            };
            let message = format!(
                "The offset {} should be {}: {why}. Copy the whole dump again.",
                shown(value),
                shown(next)
            );
            return self.fault(RefusalKind::Offsets, at, message);
        }
        self.close()?;
        if value > 0 && self.run.over.contains(&value) {
            return self.fault(RefusalKind::Offsets, at, "This offset goes on where a dump before the last one ends: rows are in a different order, or parts of another dump stand among them. Copy the whole dump again.");
        }
        // An offset without zeros in front is an address, which may be any.
        let padded = self.is_padded(offset) && offset.width() <= 8;
        let is_whole = offset.prefixed || offset.width() > 4;
        let is_start =
            is_whole && value >= 1 << 12 && value.is_multiple_of(if padded { 256 } else { 16 });
        if value > 0 && !is_start {
            self.note(
                at,
                "The dump does not start at offset 0: rows before this one may be missing.",
            );
        }
        Ok(if self.blank {
            Bond::AfterBlank
        } else {
            Bond::Apart
        })
    }

    /// A row with the octets from `from` on was read.
    pub(super) fn advance(
        &mut self,
        offset: &Offset,
        value: u64,
        from: usize,
        fresh: bool,
    ) -> Result<(), Fault> {
        let octets = &self.pieces.octets;
        let is_again = matches!(&self.pieces.list[..], [.., before, _] if before.bond != Bond::Joined
            && octets[before.start..from] == octets[from..]);
        let is_again = fresh && is_again;
        if is_again && !is_plausible(&octets[from..]) {
            return self.fault(RefusalKind::Offsets, offset.digits.start, "The offset starts again here with the same row, and neither is a complete block: the row is repeated. Copy the dump again.");
        }
        let last = octets.len() - from;
        let next = value + last as u64;
        let own = self.run.own.filter(|_| !fresh);
        let (first, start) = own.map_or((value, from), |own| (own.first, own.start));
        self.run.own = Some(Own {
            first,
            next,
            start,
            last,
        });
        let is_apart = self
            .pieces
            .list
            .last()
            .is_some_and(|piece| piece.bond == Bond::Apart);
        if is_again && is_apart {
            self.note(offset.digits.start, "The dump before this one is the same: if it was copied twice, remove one of the two.");
        }
        if self.run.begun.contains(&next) {
            return self.fault(RefusalKind::Offsets, offset.digits.start, "The rows after this one stand before it: they are in a different order. Copy the whole dump again.");
        }
        Ok(())
    }

    /// Takes the dump at hand off, and notes where it stood.
    fn finish(&mut self) -> Option<Own> {
        let own = self.run.own.take()?;
        self.run.over.insert(own.next);
        self.run.begun.extend((own.first > 0).then_some(own.first));
        Some(own)
    }

    /// The dump at hand ends, and no offset says how long it is.
    fn close(&mut self) -> Result<(), Fault> {
        let Some(own) = self.finish() else {
            return Ok(());
        };
        let octets = &self.pieces.octets[own.start..];
        let last = self
            .pieces
            .places
            .last()
            .map_or(0, |place| place.start as usize);
        self.run.open.push((last, own.next - own.first));
        let cell = self.shape.cell;
        // xxd -e shows a part of a word; others fill it up.
        if cell.word() == 1 || self.shape.marked && !cell.prefixed {
            return Ok(());
        }
        let zeros = run_back(octets, |octet| *octet == 0).min(cell.octets - 1);
        if zeros > 0 && !self.shape.marked {
            let message = "The last word may be padded with zeros that are not data; the last line of the dump, an offset that would tell, is missing. Copy the dump through to its end.";
            return Err(Fault::at(RefusalKind::Truncated, last, message));
        }
        let is_whole = |zeros: &usize| is_plausible(&octets[..octets.len() - zeros]);
        if let Some(padding) = (1..=zeros).rev().find(is_whole) {
            self.notes.push_of_many(last, || {
                format!("The last word ends with {padding} zeros that were left out, because without them this is a complete header block: they may be padding or data.")
            });
            self.truncate(padding);
        } else if zeros > 0 && !is_plausible(octets) {
            self.notes.push_of_many(last, || {
                format!("The last word ends with zeros that may be padding, {zeros} at most: no whole header block tells, so bytes may be missing before it.")
            });
        }
        Ok(())
    }

    /// The text ends.
    pub(super) fn close_all(&mut self) -> Result<(), Fault> {
        if let Some(star) = self.run.squeezed {
            return self.fault(RefusalKind::Truncated, star.start, "The offset after “*”, which says how many rows it stands for, is missing. Copy the dump through to its end, or print it without squeezing (hexdump -v, od -v).");
        }
        self.close()?;
        let od = self.shape.is_od();
        for (at, next) in std::mem::take(&mut self.run.open) {
            if od || self.run.ended {
                self.notes.push_of_many(at, || {
                    format!("Such a dump ends with an offset on a line of its own, which is missing here: bytes after the first {next} may be missing too.")
                });
            }
        }
        Ok(())
    }

    fn truncate(&mut self, count: usize) {
        let keep = self.pieces.octets.len() - count;
        self.pieces.octets.truncate(keep);
        self.pieces.places.truncate(keep);
    }

    /// An offset without octets: where the dump ends.
    pub(super) fn end(&mut self, offset: &Offset, value: u64) -> Result<(), Fault> {
        let at = offset.digits.start;
        self.check_digits(offset)?;
        let own = self
            .run
            .own
            .filter(|own| self.shape.ends(offset) || own.next != value);
        let Some(Own { next, .. }) = own else {
            if self.shape.is_od() && value == 0 && self.run.own.is_none() {
                self.note(at, "There are no bytes before this offset: a dump is empty, or its bytes are missing.");
                return Ok(());
            }
            return self.fault(RefusalKind::Truncated, at, "There are no bytes after this offset, and such a dump does not end with an offset: the text was cut off. Copy the whole dump.");
        };
        let padding = usize::try_from(next.saturating_sub(value)).unwrap_or(usize::MAX);
        if value > next && self.run.squeezed.is_some() {
            // The rows that are squeezed may end in a part of one.
            self.fill(value - next)?;
        } else if value > next || padding >= self.shape.cell.word() {
            let message = format!(
                "The dump ends at {value:#x}, but its rows reach {next:#x}: rows or bytes are missing, or there are too many. Copy all of it again."
            );
            return self.fault(RefusalKind::Offsets, at, message);
        } else if run_back(&self.pieces.octets, |octet| *octet == 0) < padding {
            return self.fault(RefusalKind::Offsets, at, "The dump ends inside its last word, which is not padded with zeros. Copy all of it again.");
        } else {
            // The last word is filled with zeros that are no octets.
            self.truncate(padding);
        }
        self.finish();
        self.run.ended = true;
        Ok(())
    }

    /// A `*`.
    pub(super) fn squeeze(&mut self, star: Line) -> Result<(), Fault> {
        self.run.squeezed = Some(star);
        match self.run.own {
            Some(_) => Ok(()),
            None => self.fault(
                RefusalKind::Truncated,
                star.start,
                "“*” stands for rows like the one before it, and there is none.",
            ),
        }
    }

    /// Repeats the last row for a number of octets, placed at the `*`.
    fn fill(&mut self, octets: u64) -> Result<(), Fault> {
        let (Some(star), Some(own)) = (self.run.squeezed.take(), &mut self.run.own) else {
            return Ok(());
        };
        own.next += octets;
        let width = own.last;
        let from = self.pieces.octets.len() - width;
        let count = usize::try_from(octets).unwrap_or(usize::MAX);
        if width == 0 || !self.pieces.may_repeat(count, self.text) {
            let most = pieces::most_repeated(self.text);
            return self.fault(RefusalKind::TooLarge, star.start, format!("“*” stands for {octets} bytes here, and all that a text of this length repeats may be {most} bytes at most. Copy the dump again, or print it without squeezing (hexdump -v, od -v)."));
        }
        let place = self.text.place(star.start, star.end);
        for n in 0..count {
            self.pieces
                .push(self.pieces.octets[from + n % width], place);
        }
        Ok(())
    }
}
