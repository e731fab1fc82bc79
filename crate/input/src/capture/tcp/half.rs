//! One direction of a TCP connection: reassembles its byte stream.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hasher},
};

use http2::Arrival;

use crate::{capture::cut::Cut, work};

/// A range of the stream that waits for what comes before it.
#[derive(Debug)]
pub(super) struct Piece {
    /// `None` if the bytes were not captured.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) length: u64,
    /// Bytes of the peer's stream that arrived before this was sent.
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

    fn skip(mut self, count: u64) -> Self {
        self.length -= count;
        if let Some(bytes) = &mut self.bytes {
            bytes.drain(..count as usize);
        }
        self
    }

    fn buffered(&self) -> usize {
        self.bytes.as_ref().map_or(0, Vec::len)
    }
}

#[derive(Debug, Default)]
pub(super) struct Half {
    /// Sequence number of offset 0.
    base: Option<u32>,
    /// Offset at which reading starts, once known: the first segment captured
    /// need not be the first sent.
    start: Option<u64>,
    /// Offset up to which bytes were read or are lost.
    pub(super) delivered: u64,
    /// Offset acknowledged by the peer.
    pub(super) acknowledged: u64,
    /// Highest acknowledgement before the first segment.
    early_ack: Option<u32>,
    /// End of the stream according to a FIN, ignored if bytes follow.
    end: Option<u64>,
    /// End of the stream according to a RST, likewise.
    reset: Option<u64>,
    /// Largest window advertised by the peer; `None` if it sent nothing.
    window: Option<u64>,
    waiting: BTreeMap<u64, Piece>,
    /// Offset, length and hash of recent segments, to compare with
    /// retransmissions.
    read: VecDeque<(u64, usize, u64)>,
    /// Segments with wrong checksums and their offsets, used as a last resort.
    suspects: Vec<(u64, Piece)>,
    /// Bytes buffered.
    pub(super) held: usize,
}

/// Sequence numbers this far behind belong to the next wrap-around.
pub(super) const FAR_BEHIND: i64 = 1 << 26;
/// Room for offsets before the first captured segment.
const BEFORE: u32 = 1 << 16;

/// Most segments with wrong checksums held.
const SUSPECTS: usize = 256;
/// Segments remembered after being read.
const READ: usize = 64;

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Half {
    /// Starts the stream after a SYN.
    pub(super) fn begin(&mut self, syn: u32) {
        let first = syn.wrapping_add(1);
        let base = *self.base.get_or_insert(first);
        if self.start.is_none() {
            self.begin_at(u64::from(first.wrapping_sub(base)));
        }
    }

    fn begin_at(&mut self, place: u64) {
        self.start = Some(place);
        self.delivered = place;
    }

    /// Whether the start of the stream is known.
    pub(super) fn has_start(&self) -> bool {
        self.start.is_some()
    }

    /// Starts the stream at the first buffered byte.
    pub(super) fn fix_start(&mut self) {
        let suspects = self.suspects.iter().map(|(place, _)| *place);
        let first = suspects.chain(self.waiting.keys().copied()).min();
        self.begin_at(first.unwrap_or_default());
    }

    /// Whether a SYN does not belong to this stream.
    pub(super) fn is_foreign(&self, syn: u32) -> bool {
        let first = syn.wrapping_add(1);
        match (self.base, self.start, self.early_ack) {
            (None, _, None) => false,
            (None, _, Some(early_ack)) => i64::from(early_ack.wrapping_sub(first)) >= FAR_BEHIND,
            (Some(base), Some(start), _) => base.wrapping_add(start as u32) != first,
            (Some(base), None, _) => {
                let waiting = self.waiting.keys().next();
                let latest = waiting.copied().unwrap_or(BEFORE.into());
                u64::from(first.wrapping_sub(base)) > latest
            }
        }
    }

    pub(super) fn expects(&self, sequence: u32) -> bool {
        self.place(sequence) == Some(self.delivered.cast_signed())
    }

    /// Converts a sequence number to an offset, choosing the wrap-around
    /// nearest to what was read.
    pub(super) fn place(&self, sequence: u32) -> Option<i64> {
        let next = self.base?.wrapping_add(self.delivered as u32);
        let near = i64::from(sequence.wrapping_sub(next).cast_signed());
        let round = if near < -FAR_BEHIND { 1 << 32 } else { 0 };
        Some(self.delivered.cast_signed() + near + round)
    }

    /// Distance of a sequence number from that of the next byte. If that is
    /// unknown, a value greater than any near one.
    pub(super) fn distance(&self, number: u32) -> u64 {
        let place = self.place(number);
        place.map_or(BEFORE.into(), |place| {
            place.abs_diff(self.delivered.cast_signed())
        })
    }

    /// Whether new bytes can begin at this sequence number.
    pub(super) fn has_room_at(&self, sequence: u32) -> bool {
        let place = self
            .place(sequence)
            .and_then(|place| u64::try_from(place).ok());
        place.is_some_and(|place| place >= self.delivered && place <= self.limit())
    }

    /// Returns the offset of a segment. The first segment starts the stream if
    /// the peer's acknowledgement matches it.
    pub(super) fn locate(&mut self, sequence: u32) -> i64 {
        if self.base.is_none() {
            let is_next = self.early_ack == Some(sequence);
            self.base = Some(sequence.wrapping_sub(if is_next { 0 } else { BEFORE }));
            self.start = is_next.then_some(0);
        }
        self.place(sequence).unwrap_or_default()
    }

    /// Number of bytes before the start of the stream. Ignores the single byte
    /// of a keep-alive.
    pub(super) fn count_before(&self, place: i64, length: usize) -> usize {
        let start = self.start.unwrap_or_default().cast_signed();
        let before = (start - place).clamp(0, length as i64) as usize;
        before * usize::from(before > 1)
    }

    pub(super) fn update_window(&mut self, window: u64) {
        self.window = self.window.max(Some(window));
    }

    /// Offset up to which bytes can have been sent.
    fn limit(&self) -> u64 {
        let window = self.window.filter(|_| self.has_start());
        window.map_or(u64::MAX, |window| {
            self.acknowledged.max(self.delivered) + window
        })
    }

    /// Notes that the peer acknowledged everything before `number`. Returns its
    /// offset if plausible.
    pub(super) fn acknowledge(&mut self, number: u32) -> Option<u64> {
        let Some(place) = self.place(number) else {
            self.early_ack = Some(number);
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

    /// Whether data after a gap cannot belong to this stream: it exceeds the
    /// window, and at most a FIN was acknowledged.
    pub(super) fn is_beyond(&self, place: u64) -> bool {
        self.acknowledged <= self.delivered + 1 && place > self.limit()
    }

    pub(super) fn close(&mut self, sequence: u32) {
        let end = u64::try_from(self.locate(sequence)).ok();
        let end = end.filter(|&end| end >= self.delivered && end <= self.limit());
        self.end = end.or(self.end);
    }

    pub(super) fn reset(&mut self, sequence: u32) {
        let place = self.place(sequence);
        self.reset = place.and_then(|place| u64::try_from(place).ok());
    }

    /// Whether everything was read up to a FIN.
    pub(super) fn is_at_end(&self) -> bool {
        self.end == Some(self.delivered)
    }

    /// Whether everything was read up to a RST.
    pub(super) fn is_at_reset(&self) -> bool {
        self.reset == Some(self.delivered) && self.has_start()
    }

    /// Bytes still missing at the end of the capture.
    pub(super) fn count_missing(&self) -> u64 {
        let end = self.end.filter(|&end| end > self.delivered);
        let known = end.unwrap_or(self.acknowledged);
        let missing = known.saturating_sub(self.delivered);
        // A FIN is acknowledged like a byte, and may not be captured.
        let is_fin = end.is_none() && missing == 1;
        missing * u64::from(self.has_start() && !is_fin)
    }

    /// Remembers the bytes just read, which end at `done`.
    pub(super) fn remember(&mut self, bytes: &[u8]) {
        if self.read.len() == READ {
            self.read.pop_front();
        }
        let place = self.delivered - bytes.len() as u64;
        self.read.push_back((place, bytes.len(), hash(bytes)));
    }

    /// Whether bytes differ from those read at the same offset. Ignores the
    /// single byte of a keep-alive.
    pub(super) fn differs(&self, place: i64, bytes: &[u8]) -> bool {
        let part = |at: u64, length| {
            let from = usize::try_from(at.cast_signed() - place).ok()?;
            bytes.get(from..from + length)
        };
        let is_other =
            |&(at, length, known)| part(at, length).is_some_and(|part| hash(part) != known);
        place < self.delivered.cast_signed() && bytes.len() > 1 && self.read.iter().any(is_other)
    }

    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.suspects.is_empty()
    }

    /// Buffers a segment; the first bytes at an offset win. Returns whether any
    /// overlapping bytes differ.
    pub(super) fn keep(&mut self, place: i64, cut: Cut<'_>, needs: u64, arrival: Arrival) -> bool {
        let bytes = cut.bytes;
        let end = place + bytes.len() as i64;
        let mut differ = false;
        let mut at = place.max(self.delivered.cast_signed());
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
        if cut.missing() > 0 && at >= self.delivered.cast_signed() {
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

    pub(super) fn is_full(&self) -> bool {
        self.suspects.len() >= SUSPECTS
    }

    pub(super) fn hold_suspect(&mut self, place: i64, bytes: &[u8], needs: u64, arrival: Arrival) {
        let skipped = (self.delivered.cast_signed() - place).max(0) as usize;
        if let Some(bytes) = bytes.get(skipped..).filter(|rest| !rest.is_empty()) {
            self.held += bytes.len();
            let place = (place + skipped as i64) as u64;
            self.suspects
                .push((place, Piece::new(bytes, needs, arrival)));
        }
    }

    /// Accepts a reserved segment with the next byte despite its checksum.
    /// Returns its arrival.
    pub(super) fn trust(&mut self) -> Option<Arrival> {
        let next = self.delivered + 1;
        let has_next =
            |(place, piece): &(u64, Piece)| (*place + 1..=place + piece.length).contains(&next);
        let at = self.suspects.iter().position(has_next)?;
        let (place, piece) = self.suspects.swap_remove(at);
        self.held -= piece.buffered();
        let cut = Cut::whole(piece.bytes.as_deref().unwrap_or_default());
        self.keep(place.cast_signed(), cut, piece.needs, piece.arrival);
        Some(piece.arrival)
    }

    /// Takes the next range if it is contiguous and the peer's stream was read
    /// up to `peer`, as it requires.
    pub(super) fn take_ready(&mut self, peer: u64) -> Option<Piece> {
        self.start?;
        loop {
            let first = self.waiting.first_entry()?;
            let start = *first.key();
            if start > self.delivered {
                return None;
            }
            let skip = self.delivered - start;
            let is_known = skip >= first.get().length;
            if !is_known && first.get().needs > peer {
                return None;
            }
            let piece = first.remove();
            self.held -= piece.buffered();
            if !is_known {
                let piece = piece.skip(skip);
                self.delivered += piece.length;
                self.prune();
                return Some(piece);
            }
        }
    }

    pub(super) fn obstacle(&self) -> Obstacle {
        match self.waiting.first_key_value() {
            Some((&start, _)) if start > self.delivered => Obstacle::Hole(start),
            Some((_, piece)) => Obstacle::Peer(piece.needs),
            None if self.suspects.is_empty() => Obstacle::None,
            None => Obstacle::Suspect,
        }
    }

    /// Stops the next range from waiting for the peer.
    pub(super) fn ignore_peer(&mut self) {
        if let Some(mut first) = self.waiting.first_entry() {
            first.get_mut().needs = 0;
        }
    }

    /// Skips lost bytes up to `place`. Returns their number.
    pub(super) fn skip_lost(&mut self, place: u64) -> u64 {
        let lost = place.saturating_sub(self.delivered);
        self.delivered += lost;
        self.prune();
        lost
    }

    /// Drops the first buffered range. Returns its length and arrival.
    pub(super) fn discard(&mut self) -> Option<(u64, Arrival)> {
        let (_, piece) = self.waiting.pop_first()?;
        self.held -= piece.buffered();
        Some((piece.length, piece.arrival))
    }

    pub(super) fn first_waiting(&self) -> Option<Arrival> {
        Some(self.waiting.first_key_value()?.1.arrival)
    }

    pub(super) fn drop_waiting(&mut self) {
        self.waiting = BTreeMap::new();
        self.read = VecDeque::new();
        self.suspects = Vec::new();
        self.held = 0;
    }

    /// Drops reserved segments whose bytes were read.
    fn prune(&mut self) {
        let (done, held) = (self.delivered, &mut self.held);
        self.suspects.retain(|(place, piece)| {
            let is_useful = *place + piece.length > done;
            *held -= if is_useful { 0 } else { piece.buffered() };
            is_useful
        });
    }
}

/// Reason why the stream cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    None,
    /// Bytes up to this offset are missing.
    Hole(u64),
    /// The peer's stream must be read up to this offset first.
    Peer(u64),
    /// Only a segment with a wrong checksum has the next bytes.
    Suspect,
}
