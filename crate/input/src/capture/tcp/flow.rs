//! One TCP connection: both directions put in order, and in the order in which
//! each answered the other.
//!
//! What a segment acknowledges, its sender had read before sending it. So it
//! is read after that, in whatever order the capture has the packets: the
//! acknowledgement of SETTINGS never comes before the SETTINGS.

use http2::{Arrival, Input};

use super::half::{FAR_BEHIND, Half, Obstacle, Piece};
use crate::capture::{
    cut::Cut,
    notes::Kind,
    stream::{Output, Side, Stream, other},
};

/// What a segment says, its addresses taken off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'a> {
    pub(super) sequence: u32,
    pub(super) acknowledges: Option<u32>,
    pub(super) syn: bool,
    pub(super) fin: bool,
    pub(super) reset: bool,
    /// Whether its checksum is right, or left to the network card.
    pub(super) sound: bool,
    /// Bytes that its sender has room for, before they are scaled.
    pub(super) window: u16,
    /// The scale of that from here on, in a SYN (RFC 7323 §2).
    pub(super) scale: u8,
    pub(super) payload: Cut<'a>,
    pub(super) arrival: Arrival,
}

/// Segments of a connection for which a missing one is waited for, once the
/// other side has acknowledged it: captures have packets out of order by a
/// few places.
const PATIENCE: u32 = 64;
/// Bytes of a direction that wait at most: more than a window usually holds.
const HELD: usize = 4 << 20;
/// Segments with wrong checksums that were used for want of others, until the
/// checksums of a connection are no longer believed: something on the way
/// writes them wrong.
const DISBELIEF: u32 = 4;
/// The smallest window that is reckoned with, bytes.
const WINDOW: u64 = 1 << 16;

/// A SYN, and the end that sent it.
pub(super) type Opening = (Side, Segment<'static>);

/// Which connection a segment is part of.
#[derive(Debug)]
pub(super) enum Belongs {
    /// This one.
    Here,
    /// None: a SYN that does not fit, until what follows fits it.
    Nowhere,
    /// The next between the same ports.
    Next,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Flow {
    halves: [Half; 2],
    stream: Stream,
    /// Segments since reading came to a halt.
    waited: u32,
    trusted: u32,
    told_overlap: bool,
    /// The scale of each side's window, from its SYN.
    scales: [Option<u8>; 2],
    /// A SYN that does not fit.
    rival: Option<Opening>,
    last: Arrival,
    /// The number of the connection before it between the same ports, some of
    /// whose segments may still come.
    pub(super) previous: Option<usize>,
    /// Whether another began between the same ports.
    pub(super) is_followed: bool,
    /// Bytes that may be those of an earlier connection.
    pub(super) doubtful: usize,
    /// Whether nothing more is expected.
    pub(super) closed: bool,
}

impl Flow {
    pub(super) fn new(stream: Stream) -> Self {
        Self {
            halves: [Half::default(), Half::default()],
            stream,
            waited: 0,
            trusted: 0,
            told_overlap: false,
            scales: [None; 2],
            rival: None,
            last: Arrival::default(),
            previous: None,
            is_followed: false,
            doubtful: 0,
            closed: false,
        }
    }

    /// The connection that a segment shows to have begun with a SYN that did not
    /// fit this one: its peer answers the SYN, or its sender goes on after it.
    pub(super) fn next(&mut self, side: Side, segment: &Segment<'_>) -> Option<Opening> {
        let (from, syn) = self.rival.as_ref()?;
        let next = syn.sequence.wrapping_add(1);
        let number = if side == *from {
            Some(segment.sequence)
        } else {
            segment.acknowledges
        };
        let fits = number == Some(next) && !segment.reset && !self.halves[*from].expects(next);
        self.rival.take_if(|_| fits)
    }

    /// Whether a segment is part of this connection. Anyone can send a SYN:
    /// it begins another one only where what follows fits it.
    pub(super) fn belongs(&mut self, side: Side, segment: &Segment<'_>) -> Belongs {
        let half = &self.halves[side];
        if segment.syn && (half.is_foreign(segment.sequence) || self.is_over()) {
            if self.closed || self.is_over() || segment.payload.length > 0 {
                return Belongs::Next;
            }
            let payload = Cut::default();
            self.rival = Some((
                side,
                Segment {
                    payload,
                    ..*segment
                },
            ));
            return Belongs::Nowhere;
        }
        let end = segment.sequence.wrapping_add(segment.payload.length as u32);
        let is_later = |place: i64| place > half.done.cast_signed();
        if self.closed && segment.payload.length > 0 && half.place(end).is_none_or(is_later) {
            return Belongs::Next;
        }
        Belongs::Here
    }

    /// Whether a segment has the next bytes of its sender.
    pub(super) fn expects(&self, side: Side, segment: &Segment<'_>) -> bool {
        self.is_near(side, segment) && self.halves[side].expects(segment.sequence)
    }

    /// Whether a segment can have new bytes of this connection, if not the next.
    pub(super) fn has_room_for(&self, side: Side, segment: &Segment<'_>) -> bool {
        self.is_near(side, segment)
            && segment.payload.length > 0
            && self.halves[side].has_room_at(segment.sequence)
    }

    /// Whether what a segment acknowledges is near to what was read.
    fn is_near(&self, side: Side, segment: &Segment<'_>) -> bool {
        let peer = &self.halves[other(side)];
        let is_near = |number| peer.distance(number) <= WINDOW;
        !self.closed && !segment.syn && segment.acknowledges.is_none_or(is_near)
    }

    /// How far the numbers of a segment are from those that are expected; the
    /// most if it is part of another connection for certain.
    pub(super) fn distance(&self, side: Side, segment: &Segment<'_>) -> u64 {
        let half = &self.halves[side];
        let is_other = segment.syn && (half.is_foreign(segment.sequence) || self.is_over());
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

    /// Whether both sides sent a FIN, or one a RST with the number of its next
    /// byte (RFC 5961 §3.2), and nothing since. Both may be forged, and what the
    /// other side had sent before a RST may still come.
    pub(super) fn is_over(&self) -> bool {
        self.halves.iter().all(Half::is_at_end) || self.halves.iter().any(Half::is_at_reset)
    }

    /// Bytes that wait for others.
    pub(super) fn held(&self) -> usize {
        self.halves[0].held + self.halves[1].held
    }

    fn is_idle(&self) -> bool {
        self.halves.iter().all(Half::idle)
    }

    pub(super) fn segment(&mut self, side: Side, segment: &Segment<'_>, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        // A damaged header may say anything.
        let believed = segment.sound || self.trusted >= DISBELIEF;
        let mut sequence = segment.sequence;
        self.last = segment.arrival;
        if segment.syn && believed {
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
        if let Some(number) = segment.acknowledges.filter(|_| believed && !segment.reset) {
            let window = match self.scales[side] {
                Some(_) if segment.syn => segment.window.into(),
                Some(scale) => u64::from(segment.window) << scale,
                None => FAR_BEHIND.unsigned_abs(),
            };
            let peer = &mut self.halves[other(side)];
            peer.offer(window.max(WINDOW));
            needs = peer.acknowledge(number).unwrap_or(0);
        }
        if segment.payload.length > 0 && !segment.reset {
            // It goes on, whatever seemed to begin in its place.
            self.is_followed = false;
            self.payload(side, sequence, needs, segment, out);
        }
        if segment.fin && believed {
            let length = segment.payload.length as u32;
            self.halves[side].close(sequence.wrapping_add(length));
        }
        if !self.is_idle() {
            self.advance(out);
            self.wait(out);
        }
        if segment.reset && segment.sound {
            self.halves[side].reset(sequence);
        }
    }

    fn payload(
        &mut self,
        side: Side,
        sequence: u32,
        needs: u64,
        segment: &Segment<'_>,
        out: &mut Output<'_>,
    ) {
        let arrival = segment.arrival;
        let peer = self.halves[other(side)].done;
        let half = &mut self.halves[side];
        let place = half.arrive(sequence);
        let before = half.count_before(place, segment.payload.length);
        if before > 0 {
            let message = format_args!(
                "{before} bytes from the {} are from before the first of its connection that were read: they are not read",
                self.stream.name_of(side)
            );
            out.note(Kind::Hole, arrival, message);
        }
        let sound = segment.sound || self.trusted >= DISBELIEF || half.is_full();
        let mut differs = sound && half.differs(place, segment.payload.bytes);
        if place + segment.payload.length as i64 <= half.done.cast_signed() {
            self.tell_overlap(differs, arrival, out);
            return;
        }
        let is_next = place == half.done.cast_signed() && half.is_settled();
        if sound && is_next && half.idle() && needs <= peer {
            half.done += segment.payload.bytes.len() as u64;
            half.remember(segment.payload.bytes);
            half.done += segment.payload.missing() as u64;
            let input = Input::Bytes(segment.payload.bytes, arrival);
            self.stream.read(side, input, out);
            let missing = segment.payload.missing();
            if missing > 0 {
                self.cut_off(side, missing as u64, arrival, out);
            }
            return;
        }
        if sound {
            differs |= half.keep(place, segment.payload, needs, arrival);
            self.tell_overlap(differs, arrival, out);
        } else {
            half.suspect(place, segment.payload.bytes, needs, arrival);
        }
    }

    fn tell_overlap(&mut self, differs: bool, arrival: Arrival, out: &mut Output<'_>) {
        if differs && !std::mem::replace(&mut self.told_overlap, true) {
            let message = format_args!(
                "bytes were sent again with different content: the first ones are used"
            );
            out.note(Kind::Overlap, arrival, message);
        }
    }

    fn take(&mut self, side: Side) -> Option<Piece> {
        let peer = self.halves[other(side)].done;
        self.halves[side].take(peer)
    }

    /// Reads what can be read.
    fn advance(&mut self, out: &mut Output<'_>) {
        let mut moved = true;
        while moved {
            moved = false;
            for side in [0, 1] {
                while let Some(piece) = self.take(side) {
                    moved = true;
                    self.waited = 0;
                    match piece.bytes {
                        Some(bytes) => {
                            self.halves[side].remember(&bytes);
                            let input = Input::Bytes(&bytes[..], piece.arrival);
                            self.stream.read(side, input, out);
                        }
                        None => self.cut_off(side, piece.length, piece.arrival, out),
                    }
                }
            }
        }
    }

    /// Gives up on what is missing once it was waited for long enough.
    fn wait(&mut self, out: &mut Output<'_>) {
        if self.is_idle() {
            return;
        }
        self.waited += 1;
        for side in [0, 1] {
            while self.halves[side].held > HELD && self.give_up(side, out) {
                self.advance(out);
            }
        }
        while self.waited > PATIENCE && !self.is_idle() {
            let stuck = [0, 1].into_iter().find(|&side| self.certain(side));
            match stuck {
                Some(side) if self.give_up(side, out) => {
                    // Those behind it waited as long.
                    let waited = self.waited;
                    self.advance(out);
                    self.waited = waited.max(self.waited);
                }
                _ => break,
            }
        }
        if self.is_idle() {
            self.waited = 0;
        }
    }

    /// Whether what this side waits for will not come: the other side
    /// acknowledged it long ago.
    fn certain(&self, side: Side) -> bool {
        let half = &self.halves[side];
        match half.obstacle() {
            Obstacle::None => false,
            _ if !half.is_settled() => true,
            Obstacle::Suspect => half.acknowledged > half.done,
            Obstacle::Hole(_) => half.acknowledged > half.done,
            Obstacle::Peer(_) => {
                matches!(self.halves[other(side)].obstacle(), Obstacle::None)
            }
        }
    }

    /// Goes on without what `side` waits for; `false` where it does not wait.
    fn give_up(&mut self, side: Side, out: &mut Output<'_>) -> bool {
        let half = &mut self.halves[side];
        let obstacle = half.obstacle();
        if obstacle != Obstacle::None && !half.is_settled() {
            half.settle();
            return true;
        }
        if matches!(obstacle, Obstacle::Hole(_) | Obstacle::Suspect)
            && let Some(arrival) = half.trust()
        {
            self.trusted += 1;
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
                half.hurry();
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
                // What was not acknowledged may yet be sent again.
                let lost = if half.acknowledged > half.done {
                    half.lose(place.min(half.acknowledged))
                } else {
                    half.lose(place)
                };
                self.lost(side, lost, arrival, out);
                true
            }
        }
    }

    /// Bytes are missing before the packet at hand.
    fn lost(&mut self, side: Side, bytes: u64, arrival: Arrival, out: &mut Output<'_>) {
        // With so many, another connection may have begun unseen.
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

    /// The capture has only the beginning of a packet.
    fn cut_off(&mut self, side: Side, count: u64, arrival: Arrival, out: &mut Output<'_>) {
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

    /// Waits no longer for anything.
    pub(super) fn give_way(&mut self, out: &mut Output<'_>) {
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
                .or_else(|| [0, 1].into_iter().find(|&side| !halves[side].idle()))
            else {
                return;
            };
            self.give_up(side, out);
            self.advance(out);
        }
    }

    /// Nothing more comes.
    pub(super) fn finish(&mut self, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        self.give_way(out);
        for side in [0, 1] {
            let half = &mut self.halves[side];
            let missing = half.unread();
            if missing > 0 {
                half.lose(half.done + missing);
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

    /// Lets go of what a connection in use needs.
    fn close(&mut self, out: &mut Output<'_>) {
        self.closed = true;
        for half in &mut self.halves {
            half.drop_waiting();
        }
        self.stream.close(out);
    }
}
