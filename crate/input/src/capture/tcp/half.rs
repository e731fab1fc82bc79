//! One direction of a TCP connection: segments to the bytes that were sent,
//! in their order, each once.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hasher},
};

use http2::Arrival;

use crate::{capture::cut::Cut, work};

/// A stretch that waits for what comes before it.
#[derive(Debug)]
pub(super) struct Piece {
    /// Its bytes; `None` if the capture cut them off.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) length: u64,
    /// Bytes of the other side's stream that had arrived when this was sent:
    /// they are read first.
    pub(super) needs: u64,
    pub(super) arrival: Arrival,
}

impl Piece {
    fn new(bytes: &[u8], needs: u64, arrival: Arrival) -> Self {
        let length = bytes.len() as u64;
        Self {
            bytes: Some(bytes.to_vec()),
            length,
            needs,
            arrival,
        }
    }

    /// Without its first `count` bytes.
    fn skip(mut self, count: u64) -> Self {
        self.length -= count;
        if let Some(bytes) = &mut self.bytes {
            bytes.drain(..count as usize);
        }
        self
    }

    /// Bytes that are held.
    fn held(&self) -> usize {
        self.bytes.as_ref().map_or(0, Vec::len)
    }
}

/// One direction.
#[derive(Debug, Default)]
pub(super) struct Half {
    /// The sequence number of place 0.
    base: Option<u32>,
    /// Where the stream begins for us, once that is settled: what was captured
    /// first need not have been sent first.
    start: Option<u64>,
    /// Bytes that were read, or are known to be lost.
    pub(super) done: u64,
    /// Bytes that the other side says it has.
    pub(super) acknowledged: u64,
    /// The highest acknowledgement before the first segment.
    early: Option<u32>,
    /// Where the stream ends, by a FIN: believed unless bytes follow.
    end: Option<u64>,
    /// Where it ends, by a RST: likewise.
    reset: Option<u64>,
    /// The most bytes that the other side had room for; `None` if it was never
    /// heard.
    window: Option<u64>,
    waiting: BTreeMap<u64, Piece>,
    /// What was read last: its place, length and hash, to compare what is sent
    /// again.
    read: VecDeque<(u64, usize, u64)>,
    /// Segments with a wrong checksum, and their places: used only if no other
    /// copy comes.
    suspects: Vec<(u64, Piece)>,
    /// Bytes that wait.
    pub(super) held: usize,
}

/// A number this far before what was read is from the next round of numbers.
pub(super) const FAR_BEHIND: i64 = 1 << 26;
/// Bytes before the first captured ones for which there is a place.
const BEFORE: u32 = 1 << 16;

/// Segments with wrong checksums that are held back at most.
const SUSPECTS: usize = 256;
/// Stretches that are known after they were read.
const READ: usize = 64;

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Half {
    /// The stream begins behind this SYN.
    pub(super) fn begin(&mut self, syn: u32) {
        let first = syn.wrapping_add(1);
        let base = *self.base.get_or_insert(first);
        if self.start.is_none() {
            self.begin_at(u64::from(first.wrapping_sub(base)));
        }
    }

    fn begin_at(&mut self, place: u64) {
        self.start = Some(place);
        self.done = place;
    }

    /// Whether it is known where the stream begins.
    pub(super) fn is_settled(&self) -> bool {
        self.start.is_some()
    }

    /// Has the stream begin with the first bytes that are there.
    pub(super) fn settle(&mut self) {
        let suspects = self.suspects.iter().map(|(place, _)| *place);
        let first = suspects.chain(self.waiting.keys().copied()).min();
        self.begin_at(first.unwrap_or_default());
    }

    /// Whether this SYN is not the one that the stream began with.
    pub(super) fn is_foreign(&self, syn: u32) -> bool {
        let first = syn.wrapping_add(1);
        match (self.base, self.start, self.early) {
            (None, _, None) => false,
            (None, _, Some(early)) => i64::from(early.wrapping_sub(first)) >= FAR_BEHIND,
            (Some(base), Some(start), _) => base.wrapping_add(start as u32) != first,
            (Some(base), None, _) => {
                let waiting = self.waiting.keys().next();
                let latest = waiting.copied().unwrap_or(BEFORE.into());
                u64::from(first.wrapping_sub(base)) > latest
            }
        }
    }

    /// Whether this is the number of the next byte.
    pub(super) fn expects(&self, sequence: u32) -> bool {
        self.place(sequence) == Some(self.done.cast_signed())
    }

    /// The place of a sequence number in the stream; numbers wrap, so the
    /// nearest to what was read is meant.
    pub(super) fn place(&self, sequence: u32) -> Option<i64> {
        let next = self.base?.wrapping_add(self.done as u32);
        let near = i64::from(sequence.wrapping_sub(next).cast_signed());
        let round = if near < -FAR_BEHIND { 1 << 32 } else { 0 };
        Some(self.done.cast_signed() + near + round)
    }

    /// How far a number is from that of the next byte; if that is unknown, more
    /// than any near one.
    pub(super) fn distance(&self, number: u32) -> u64 {
        let place = self.place(number);
        place.map_or(BEFORE.into(), |place| {
            place.abs_diff(self.done.cast_signed())
        })
    }

    /// Whether bytes with this number can be new ones of this stream.
    pub(super) fn has_room_at(&self, sequence: u32) -> bool {
        let place = self
            .place(sequence)
            .and_then(|place| u64::try_from(place).ok());
        place.is_some_and(|place| place >= self.done && place <= self.limit())
    }

    /// The place of a segment; the first one's is where the stream begins for
    /// us if the other side says so.
    pub(super) fn arrive(&mut self, sequence: u32) -> i64 {
        if self.base.is_none() {
            let is_next = self.early == Some(sequence);
            self.base = Some(sequence.wrapping_sub(if is_next { 0 } else { BEFORE }));
            self.start = is_next.then_some(0);
        }
        self.place(sequence).unwrap_or_default()
    }

    /// How many of the bytes at a place are from before where the stream begins
    /// for us. A keep-alive has one, of no meaning.
    pub(super) fn count_before(&self, place: i64, length: usize) -> usize {
        let start = self.start.unwrap_or_default().cast_signed();
        let before = (start - place).clamp(0, length as i64) as usize;
        before * usize::from(before > 1)
    }

    /// The other side has room for this many bytes.
    pub(super) fn offer(&mut self, window: u64) {
        self.window = self.window.max(Some(window));
    }

    /// The place up to which bytes can have been sent.
    fn limit(&self) -> u64 {
        let window = self.window.filter(|_| self.is_settled());
        window.map_or(u64::MAX, |window| self.acknowledged.max(self.done) + window)
    }

    /// The other side has everything before this sequence number, which it can
    /// have only where that was sent.
    pub(super) fn acknowledge(&mut self, number: u32) -> Option<u64> {
        let Some(place) = self.place(number) else {
            self.early = Some(number);
            return None;
        };
        let place = u64::try_from(place).ok()?;
        let before = self.waiting.range(..place).next_back();
        let is_captured = before.is_some_and(|(at, piece)| at + piece.length >= place);
        if place > self.limit() && !is_captured {
            return None;
        }
        self.acknowledged = self.acknowledged.max(place);
        Some(place)
    }

    /// Whether what is after a hole cannot be of this stream: there was no room
    /// for it, and nothing more than a FIN was acknowledged.
    pub(super) fn is_beyond(&self, place: u64) -> bool {
        self.acknowledged <= self.done + 1 && place > self.limit()
    }

    /// A FIN has this sequence number.
    pub(super) fn close(&mut self, sequence: u32) {
        let end = u64::try_from(self.arrive(sequence)).ok();
        let end = end.filter(|&end| end >= self.done && end <= self.limit());
        self.end = end.or(self.end);
    }

    /// A RST has this sequence number.
    pub(super) fn reset(&mut self, sequence: u32) {
        let place = self.place(sequence);
        self.reset = place.and_then(|place| u64::try_from(place).ok());
    }

    /// Whether all was read up to a FIN.
    pub(super) fn is_at_end(&self) -> bool {
        self.end == Some(self.done)
    }

    /// Whether all was read up to a RST.
    pub(super) fn is_at_reset(&self) -> bool {
        self.reset == Some(self.done) && self.is_settled()
    }

    /// Bytes after those that were read, at the end of everything.
    pub(super) fn unread(&self) -> u64 {
        let end = self.end.filter(|&end| end > self.done);
        let known = end.unwrap_or(self.acknowledged);
        let missing = known.saturating_sub(self.done);
        // A FIN is acknowledged like a byte, and may not be captured.
        let is_fin = end.is_none() && missing == 1;
        missing * u64::from(self.is_settled() && !is_fin)
    }

    /// Notes that these bytes, up to the place of the next, were read.
    pub(super) fn remember(&mut self, bytes: &[u8]) {
        if self.read.len() == READ {
            self.read.pop_front();
        }
        let place = self.done - bytes.len() as u64;
        self.read.push_back((place, bytes.len(), hash(bytes)));
    }

    /// Whether bytes at a place differ from those that were read. The one of a
    /// keep-alive has no meaning.
    pub(super) fn differs(&self, place: i64, bytes: &[u8]) -> bool {
        let part = |at: u64, length| {
            let from = usize::try_from(at.cast_signed() - place).ok()?;
            bytes.get(from..from + length)
        };
        let is_other =
            |&(at, length, known)| part(at, length).is_some_and(|part| hash(part) != known);
        place < self.done.cast_signed() && bytes.len() > 1 && self.read.iter().any(is_other)
    }

    /// Whether the next bytes can be read as they come.
    pub(super) fn idle(&self) -> bool {
        self.waiting.is_empty() && self.suspects.is_empty()
    }

    /// Keeps a segment until its turn comes. Where bytes are known already,
    /// the first ones count; whether any differ is the answer.
    pub(super) fn keep(&mut self, place: i64, cut: Cut<'_>, needs: u64, arrival: Arrival) -> bool {
        let bytes = cut.bytes;
        let end = place + bytes.len() as i64;
        let mut differ = false;
        let mut at = place.max(self.done.cast_signed());
        work::add(bytes.len());
        while at < end {
            work::add(1);
            let from = at as u64;
            let before = self.waiting.range(..=from).next_back();
            let before = before.filter(|(start, piece)| *start + piece.length > from);
            if let Some((&start, piece)) = before {
                let stop = (start + piece.length).min(end as u64);
                if let Some(known) = &piece.bytes {
                    differ |= known[(from - start) as usize..(stop - start) as usize]
                        != bytes[(at - place) as usize..(stop as i64 - place) as usize];
                }
                at = stop as i64;
                continue;
            }
            let next = self.waiting.range(from..).next();
            let stop = next.map_or(end, |(&start, _)| end.min(start as i64));
            let part = &bytes[(at - place) as usize..(stop - place) as usize];
            self.held += part.len();
            self.waiting.insert(from, Piece::new(part, needs, arrival));
            at = stop;
        }
        if cut.missing() > 0 && at >= self.done.cast_signed() {
            let (bytes, length) = (None, cut.missing() as u64);
            let absent = Piece {
                bytes,
                length,
                needs,
                arrival,
            };
            self.waiting.entry(at as u64).or_insert(absent);
        }
        differ
    }

    /// Whether no more segments with wrong checksums are held back.
    pub(super) fn is_full(&self) -> bool {
        self.suspects.len() >= SUSPECTS
    }

    /// Keeps a segment with a wrong checksum in reserve.
    pub(super) fn suspect(&mut self, place: i64, bytes: &[u8], needs: u64, arrival: Arrival) {
        let skipped = (self.done.cast_signed() - place).max(0) as usize;
        if let Some(bytes) = bytes.get(skipped..).filter(|rest| !rest.is_empty()) {
            self.held += bytes.len();
            let place = (place + skipped as i64) as u64;
            self.suspects
                .push((place, Piece::new(bytes, needs, arrival)));
        }
    }

    /// Takes a segment with a wrong checksum for good, if it has the next byte;
    /// returns its packet.
    pub(super) fn trust(&mut self) -> Option<Arrival> {
        let next = self.done + 1;
        let has_next =
            |(place, piece): &(u64, Piece)| (*place + 1..=place + piece.length).contains(&next);
        let at = self.suspects.iter().position(has_next)?;
        let (place, piece) = self.suspects.swap_remove(at);
        self.held -= piece.held();
        let cut = Cut::whole(piece.bytes.as_deref().unwrap_or_default());
        self.keep(place.cast_signed(), cut, piece.needs, piece.arrival);
        Some(piece.arrival)
    }

    /// The next stretch, where it is there and the other side's stream was
    /// read up to `peer`.
    pub(super) fn take(&mut self, peer: u64) -> Option<Piece> {
        self.start?;
        loop {
            let first = self.waiting.first_entry()?;
            let start = *first.key();
            if start > self.done {
                return None;
            }
            let skip = self.done - start;
            let is_known = skip >= first.get().length;
            if !is_known && first.get().needs > peer {
                return None;
            }
            let piece = first.remove();
            self.held -= piece.held();
            if !is_known {
                let piece = piece.skip(skip);
                self.done += piece.length;
                self.prune();
                return Some(piece);
            }
        }
    }

    /// What keeps the stream from going on.
    pub(super) fn obstacle(&self) -> Obstacle {
        match self.waiting.first_key_value() {
            Some((&start, _)) if start > self.done => Obstacle::Hole(start),
            Some((_, piece)) => Obstacle::Peer(piece.needs),
            None if self.suspects.is_empty() => Obstacle::None,
            None => Obstacle::Suspect,
        }
    }

    /// The next stretch waits no longer for the other side.
    pub(super) fn hurry(&mut self) {
        if let Some(mut first) = self.waiting.first_entry() {
            first.get_mut().needs = 0;
        }
    }

    /// Bytes up to `place` are lost: how many.
    pub(super) fn lose(&mut self, place: u64) -> u64 {
        let lost = place.saturating_sub(self.done);
        self.done += lost;
        self.prune();
        lost
    }

    /// Drops the stretch that waits first: how many bytes, and when it arrived.
    pub(super) fn discard(&mut self) -> Option<(u64, Arrival)> {
        let (_, piece) = self.waiting.pop_first()?;
        self.held -= piece.held();
        Some((piece.length, piece.arrival))
    }

    /// When the stretch that waits first arrived.
    pub(super) fn first_waiting(&self) -> Option<Arrival> {
        Some(self.waiting.first_key_value()?.1.arrival)
    }

    pub(super) fn drop_waiting(&mut self) {
        self.waiting = BTreeMap::new();
        self.read = VecDeque::new();
        self.suspects = Vec::new();
        self.held = 0;
    }

    /// Copies in reserve are of no use once their bytes were read.
    fn prune(&mut self) {
        let (done, held) = (self.done, &mut self.held);
        self.suspects.retain(|(place, piece)| {
            let is_useful = *place + piece.length > done;
            *held -= if is_useful { 0 } else { piece.held() };
            is_useful
        });
    }
}

/// Why a stream does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Nothing waits.
    None,
    /// Bytes up to this place are missing.
    Hole(u64),
    /// The other side's stream is not yet read up to this place.
    Peer(u64),
    /// Only a segment with a wrong checksum has what comes next.
    Suspect,
}
