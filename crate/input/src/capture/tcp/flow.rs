//! A TCP connection: orders both directions, and interleaves them causally.
//!
//! A sender has read what its segment acknowledges. The segment is therefore
//! read after those bytes, regardless of the order of packets in the capture,
//! so that an acknowledgement of SETTINGS never comes before the SETTINGS.

use http2::{Arrival, Input};

use super::half::{FAR_BEHIND, Half, Obstacle, Piece};
use crate::capture::{
    cut::Cut,
    notes::Kind,
    stream::{Output, Side, Stream, other},
};

/// A parsed segment without its addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'a> {
    pub(super) sequence: u32,
    pub(super) acknowledges: Option<u32>,
    pub(super) syn: bool,
    pub(super) fin: bool,
    pub(super) reset: bool,
    /// Whether its checksum is right, or left to the network card.
    pub(super) sound: bool,
    /// Window field, unscaled.
    pub(super) window: u16,
    /// Window scale option of a SYN (RFC 7323 §2).
    pub(super) scale: u8,
    pub(super) payload: Cut<'a>,
    pub(super) arrival: Arrival,
}

/// Segments to wait for a missing one that the peer has acknowledged. Captures
/// reorder packets by a few places.
const REORDER_SEGMENTS: u32 = 64;
/// Most bytes buffered in one direction; more than usual windows.
const MAX_BUFFERED: usize = 4 << 20;
/// Segments with wrong checksums used as the only copy before the checksums of
/// the connection are ignored: something on the path writes them wrong.
const MAX_BAD_CHECKSUMS: u32 = 4;
/// Smallest window assumed, in bytes.
const WINDOW: u64 = 1 << 16;

pub(super) type Opening = (Side, Segment<'static>);

#[derive(Debug)]
pub(super) enum Owner {
    This,
    /// Not known yet: a SYN that does not fit, and may be forged.
    Undecided,
    /// The next connection between the same ports.
    Next,
}

#[derive(Debug)]
pub(super) struct Flow {
    halves: [Half; 2],
    stream: Stream,
    /// Segments since reading stalled.
    stalled: u32,
    unverified: u32,
    overlap_reported: bool,
    /// Window scale of each side, from its SYN.
    scales: [Option<u8>; 2],
    pending_syn: Option<Opening>,
    last: Arrival,
    /// Number of the previous connection between the same ports.
    pub(super) previous: Option<usize>,
    /// Whether another connection began between the same ports.
    pub(super) is_followed: bool,
    /// Bytes that may belong to an earlier connection.
    pub(super) doubtful: usize,
    /// Whether it was closed and its buffers freed.
    pub(super) closed: bool,
}

impl Flow {
    pub(super) fn new(stream: Stream) -> Self {
        Self {
            halves: [Half::default(), Half::default()],
            stream,
            stalled: 0,
            unverified: 0,
            overlap_reported: false,
            scales: [None; 2],
            pending_syn: None,
            last: Arrival::default(),
            previous: None,
            is_followed: false,
            doubtful: 0,
            closed: false,
        }
    }

    /// Returns the pending SYN if the segment confirms it: it is the peer's
    /// answer or the sender's next segment.
    pub(super) fn take_next_opening(
        &mut self,
        side: Side,
        segment: &Segment<'_>,
    ) -> Option<Opening> {
        let (from, syn) = self.pending_syn.as_ref()?;
        let next = syn.sequence.wrapping_add(1);
        let number = if side == *from {
            Some(segment.sequence)
        } else {
            segment.acknowledges
        };
        let fits = number == Some(next) && !segment.reset && !self.halves[*from].expects(next);
        self.pending_syn.take_if(|_| fits)
    }

    /// Determines the connection of a segment. SYNs can be forged, so one that
    /// does not fit starts a connection only once a later segment confirms it.
    pub(super) fn find_owner(&mut self, side: Side, segment: &Segment<'_>) -> Owner {
        let half = &self.halves[side];
        if segment.syn && (half.is_foreign(segment.sequence) || self.has_ended()) {
            if self.closed || self.has_ended() || segment.payload.length > 0 {
                return Owner::Next;
            }
            let payload = Cut::default();
            self.pending_syn = Some((
                side,
                Segment {
                    payload,
                    ..*segment
                },
            ));
            return Owner::Undecided;
        }
        let end = segment.sequence.wrapping_add(segment.payload.length as u32);
        let is_later = |place: i64| place > half.delivered.cast_signed();
        if self.closed && segment.payload.length > 0 && half.place(end).is_none_or(is_later) {
            return Owner::Next;
        }
        Owner::This
    }

    /// Whether a segment continues its sender's stream.
    pub(super) fn expects(&self, side: Side, segment: &Segment<'_>) -> bool {
        self.is_near(side, segment) && self.halves[side].expects(segment.sequence)
    }

    /// Whether a segment can carry new bytes, in order or not.
    pub(super) fn has_room_for(&self, side: Side, segment: &Segment<'_>) -> bool {
        self.is_near(side, segment)
            && segment.payload.length > 0
            && self.halves[side].has_room_at(segment.sequence)
    }

    /// Whether the acknowledgement number is plausible.
    fn is_near(&self, side: Side, segment: &Segment<'_>) -> bool {
        let peer = &self.halves[other(side)];
        let is_near = |number| peer.distance(number) <= WINDOW;
        !self.closed && !segment.syn && segment.acknowledges.is_none_or(is_near)
    }

    /// Distance of a segment from the expected sequence numbers; `u64::MAX` if
    /// it belongs to another connection.
    pub(super) fn distance(&self, side: Side, segment: &Segment<'_>) -> u64 {
        let half = &self.halves[side];
        let is_other = segment.syn && (half.is_foreign(segment.sequence) || self.has_ended());
        if self.closed || is_other {
            return u64::MAX;
        }
        if segment.syn {
            return 0;
        }
        let acknowledged = segment.acknowledges.map(|number| (other(side), number));
        [Some((side, segment.sequence)), acknowledged]
            .into_iter()
            .flatten()
            .map(|(side, number)| self.halves[side].distance(number))
            .sum()
    }

    /// Whether both sides sent FIN, or one sent RST with its next sequence
    /// number (RFC 5961 §3.2), and nothing followed. Both can be forged, and
    /// segments sent before a RST may come later in the capture.
    pub(super) fn has_ended(&self) -> bool {
        self.halves.iter().all(Half::is_at_end) || self.halves.iter().any(Half::is_at_reset)
    }

    pub(super) fn buffered(&self) -> usize {
        self.halves[0].held + self.halves[1].held
    }

    fn is_idle(&self) -> bool {
        self.halves.iter().all(Half::is_idle)
    }

    pub(super) fn read_segment(&mut self, side: Side, segment: &Segment<'_>, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        // Do not trust the header of a damaged segment.
        let is_trusted = segment.sound || self.unverified >= MAX_BAD_CHECKSUMS;
        let mut sequence = segment.sequence;
        self.last = segment.arrival;
        if segment.syn && is_trusted {
            self.halves[side].begin(sequence);
            self.scales[side] = Some(segment.scale.min(14));
            let client = if segment.acknowledges.is_some() {
                other(side)
            } else {
                side
            };
            self.stream.opened_by(client, out);
            sequence = sequence.wrapping_add(1);
        }
        let mut needs = 0;
        if let Some(number) = segment
            .acknowledges
            .filter(|_| is_trusted && !segment.reset)
        {
            let window = match self.scales[side] {
                Some(_) if segment.syn => segment.window.into(),
                Some(scale) => u64::from(segment.window) << scale,
                None => FAR_BEHIND.unsigned_abs(),
            };
            let peer = &mut self.halves[other(side)];
            peer.update_window(window.max(WINDOW));
            needs = peer.acknowledge(number).unwrap_or(0);
        }
        if segment.payload.length > 0 && !segment.reset {
            // The connection goes on, even if another seemed to replace it.
            self.is_followed = false;
            self.read_payload(side, sequence, needs, segment, out);
        }
        if segment.fin && is_trusted {
            let length = segment.payload.length as u32;
            self.halves[side].close(sequence.wrapping_add(length));
        }
        if !self.is_idle() {
            self.advance(out);
            self.give_up_if_stuck(out);
        }
        if segment.reset && segment.sound {
            self.halves[side].reset(sequence);
        }
    }

    fn read_payload(
        &mut self,
        side: Side,
        sequence: u32,
        needs: u64,
        segment: &Segment<'_>,
        out: &mut Output<'_>,
    ) {
        let arrival = segment.arrival;
        let peer = self.halves[other(side)].delivered;
        let half = &mut self.halves[side];
        let place = half.locate(sequence);
        let before = half.count_before(place, segment.payload.length);
        if before > 0 {
            let message = format_args!(
                "{before} bytes from the {} are from before the first of its connection that were read: they are not read",
                self.stream.name_of(side)
            );
            out.note(Kind::Hole, arrival, message);
        }
        let sound = segment.sound || self.unverified >= MAX_BAD_CHECKSUMS || half.is_full();
        let mut differs = sound && half.differs(place, segment.payload.bytes);
        if place + segment.payload.length as i64 <= half.delivered.cast_signed() {
            self.report_overlap(differs, arrival, out);
            return;
        }
        let is_next = place == half.delivered.cast_signed() && half.has_start();
        if sound && is_next && half.is_idle() && needs <= peer {
            half.delivered += segment.payload.bytes.len() as u64;
            half.remember(segment.payload.bytes);
            half.delivered += segment.payload.missing() as u64;
            let input = Input::Bytes(segment.payload.bytes, arrival);
            self.stream.read(side, input, out);
            let missing = segment.payload.missing();
            if missing > 0 {
                self.report_cut_off(side, missing as u64, arrival, out);
            }
            return;
        }
        if sound {
            differs |= half.keep(place, segment.payload, needs, arrival);
            self.report_overlap(differs, arrival, out);
        } else {
            half.hold_suspect(place, segment.payload.bytes, needs, arrival);
        }
    }

    fn report_overlap(&mut self, differs: bool, arrival: Arrival, out: &mut Output<'_>) {
        if differs && !std::mem::replace(&mut self.overlap_reported, true) {
            let message = format_args!(
                "bytes were sent again with different content: the first ones are used"
            );
            out.note(Kind::Overlap, arrival, message);
        }
    }

    fn take_ready(&mut self, side: Side) -> Option<Piece> {
        let peer = self.halves[other(side)].delivered;
        self.halves[side].take_ready(peer)
    }

    fn advance(&mut self, out: &mut Output<'_>) {
        let mut moved = true;
        while moved {
            moved = false;
            for side in [0, 1] {
                while let Some(piece) = self.take_ready(side) {
                    moved = true;
                    self.stalled = 0;
                    match piece.bytes {
                        Some(bytes) => {
                            self.halves[side].remember(&bytes);
                            let input = Input::Bytes(&bytes[..], piece.arrival);
                            self.stream.read(side, input, out);
                        }
                        None => self.report_cut_off(side, piece.length, piece.arrival, out),
                    }
                }
            }
        }
    }

    /// Gives up on missing bytes after waiting long enough.
    fn give_up_if_stuck(&mut self, out: &mut Output<'_>) {
        if self.is_idle() {
            return;
        }
        self.stalled += 1;
        for side in [0, 1] {
            while self.halves[side].held > MAX_BUFFERED && self.give_up(side, out) {
                self.advance(out);
            }
        }
        while self.stalled > REORDER_SEGMENTS && !self.is_idle() {
            let stuck = [0, 1].into_iter().find(|&side| self.is_lost(side));
            match stuck {
                Some(side) if self.give_up(side, out) => {
                    // What follows has waited as long.
                    let stalled = self.stalled;
                    self.advance(out);
                    self.stalled = stalled.max(self.stalled);
                }
                _ => break,
            }
        }
        if self.is_idle() {
            self.stalled = 0;
        }
    }

    /// Whether missing bytes will not come: the peer acknowledged them long
    /// ago.
    fn is_lost(&self, side: Side) -> bool {
        let half = &self.halves[side];
        match half.obstacle() {
            Obstacle::None => false,
            _ if !half.has_start() => true,
            Obstacle::Suspect => half.acknowledged > half.delivered,
            Obstacle::Hole(_) => half.acknowledged > half.delivered,
            Obstacle::Peer(_) => {
                matches!(self.halves[other(side)].obstacle(), Obstacle::None)
            }
        }
    }

    /// Gives up on what `side` waits for. Returns `false` if it does not wait.
    fn give_up(&mut self, side: Side, out: &mut Output<'_>) -> bool {
        let half = &mut self.halves[side];
        let obstacle = half.obstacle();
        if obstacle != Obstacle::None && !half.has_start() {
            half.fix_start();
            return true;
        }
        if matches!(obstacle, Obstacle::Hole(_) | Obstacle::Suspect)
            && let Some(arrival) = half.trust()
        {
            self.unverified += 1;
            let message = format_args!(
                "the TCP checksum is wrong: its bytes are used, as no other packet has them"
            );
            out.note(Kind::Checksum, arrival, message);
            return true;
        }
        match obstacle {
            Obstacle::None => false,
            Obstacle::Suspect => {
                half.drop_waiting();
                true
            }
            Obstacle::Peer(_) => {
                half.ignore_peer();
                true
            }
            Obstacle::Hole(place) if half.is_beyond(place) => {
                let (bytes, arrival) = half.discard().unwrap_or_default();
                let message = format_args!(
                    "the sequence number is far from those before it, and the other side never had these {bytes} bytes from the {}: they are not read",
                    self.stream.name_of(side)
                );
                out.note(Kind::Hole, arrival, message);
                true
            }
            Obstacle::Hole(place) => {
                let arrival = half.first_waiting().unwrap_or_default();
                // Bytes not acknowledged may be sent again.
                let lost = if half.acknowledged > half.delivered {
                    half.skip_lost(place.min(half.acknowledged))
                } else {
                    half.skip_lost(place)
                };
                self.report_lost(side, lost, arrival, out);
                true
            }
        }
    }

    /// Reports missing bytes before the current packet.
    fn report_lost(&mut self, side: Side, bytes: u64, arrival: Arrival, out: &mut Output<'_>) {
        // With so many bytes missing, another connection may have begun unseen.
        let known = Some(bytes).filter(|&bytes| bytes < FAR_BEHIND.unsigned_abs());
        let (count, are) = match known {
            Some(1) => ("1 byte".to_owned(), "is"),
            Some(bytes) => (format!("{bytes} bytes"), "are"),
            None => ("an unknown number of bytes".to_owned(), "are"),
        };
        let message = format_args!(
            "{count} from the {} before this packet {are} not in the capture",
            self.stream.name_of(side)
        );
        out.note(Kind::Hole, arrival, message);
        self.stream.read(side, Input::Lost(known, arrival), out);
    }

    fn report_cut_off(&mut self, side: Side, count: u64, arrival: Arrival, out: &mut Output<'_>) {
        let (bytes, were) = if count == 1 {
            ("byte".to_owned(), "was")
        } else {
            (format!("{count} bytes"), "were")
        };
        let message =
            format_args!("the last {bytes} of this packet {were} not captured (snap length)");
        out.note(Kind::Snapped, arrival, message);
        self.stream
            .read(side, Input::Lost(Some(count), arrival), out);
    }

    /// Reads everything buffered without waiting.
    pub(super) fn flush(&mut self, out: &mut Output<'_>) {
        self.advance(out);
        loop {
            let halves = &self.halves;
            let missing = |side: &Side| {
                matches!(
                    halves[*side].obstacle(),
                    Obstacle::Hole(_) | Obstacle::Suspect
                )
            };
            let Some(side) = [0, 1]
                .into_iter()
                .find(missing)
                .or_else(|| [0, 1].into_iter().find(|&side| !halves[side].is_idle()))
            else {
                return;
            };
            self.give_up(side, out);
            self.advance(out);
        }
    }

    pub(super) fn finish(&mut self, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        self.flush(out);
        for side in [0, 1] {
            let half = &mut self.halves[side];
            let missing = half.count_missing();
            if missing > 0 {
                half.skip_lost(half.delivered + missing);
                let message = format_args!(
                    "the last {missing} bytes from the {} are not in the capture",
                    self.stream.name_of(side)
                );
                out.note(Kind::Hole, self.last, message);
                let input = Input::Lost(Some(missing), self.last);
                self.stream.read(side, input, out);
            }
            self.stream.read(side, Input::End, out);
        }
        if self.doubtful > 0 && self.stream.is_unknown() {
            let message = format_args!(
                "{} bytes of this connection, in which nothing was recognized, fit one before it between the same ports too: they may be missing there",
                self.doubtful
            );
            out.note(Kind::Hole, self.last, message);
        }
        self.close(out);
    }

    fn close(&mut self, out: &mut Output<'_>) {
        self.closed = true;
        for half in &mut self.halves {
            half.drop_waiting();
        }
        self.stream.close(out);
    }
}
