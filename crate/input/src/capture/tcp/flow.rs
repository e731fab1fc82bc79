//! One TCP connection: both directions put in order, and in the order in which
//! each answered the other.
//!
//! What a segment acknowledges, its sender had read before sending it. So it
//! is read after that, in whatever order the capture has the packets: the
//! acknowledgement of SETTINGS never comes before the SETTINGS.

use http2::Arrival;

use super::half::{Data, Half, Obstacle};
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
    pub(super) payload: Cut<'a>,
    pub(super) arrival: Arrival,
}

/// Segments of a connection for which a missing one is waited for, once the
/// other side has acknowledged it: captures have packets out of order by a
/// few places.
const PATIENCE: u32 = 64;
/// Octets of a direction that wait at most: more than a window usually holds.
const HELD: usize = 4 << 20;
/// Segments with wrong checksums that were used for want of others, until the
/// checksums of a connection are no longer believed: something on the way
/// writes them wrong.
const DISBELIEF: u32 = 4;
/// Octets at the end that were acknowledged and not captured; more is no
/// honest acknowledgement.
const TAIL: u64 = 1 << 30;

/// One connection.
#[derive(Debug)]
pub(super) struct Flow {
    halves: [Half; 2],
    stream: Stream,
    /// Segments since reading came to a halt.
    waited: u32,
    trusted: u32,
    told_overlap: bool,
    finished: [bool; 2],
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
            finished: [false; 2],
            closed: false,
        }
    }

    /// Whether this SYN begins another connection between the same ports.
    pub(super) fn is_over(&self, side: Side, segment: &Segment<'_>) -> bool {
        segment.syn && self.halves[side].begun() && !self.halves[side].began_with(segment.sequence)
    }

    /// Octets that wait for others.
    pub(super) fn held(&self) -> usize {
        self.halves[0].held + self.halves[1].held
    }

    pub(super) fn segment(&mut self, side: Side, segment: &Segment<'_>, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        // A damaged header may say anything.
        let believed = segment.sound || self.trusted >= DISBELIEF;
        let mut sequence = segment.sequence;
        if segment.syn && believed {
            if !self.halves[side].begun() {
                self.halves[side].begin(sequence);
            }
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
            needs = self.halves[other(side)].acknowledge(number).unwrap_or(0);
        }
        if segment.payload.length > 0 && !segment.reset {
            self.payload(side, sequence, needs, segment, out);
        }
        if segment.fin && believed {
            let length = segment.payload.length as u32;
            if let Some(end) = self.halves[side].arrive(sequence.wrapping_add(length))
                && self.halves[side].end.is_none()
            {
                self.halves[side].end = u64::try_from(end).ok();
            }
        }
        if !(self.halves[0].idle() && self.halves[1].idle()) {
            self.advance(out);
            self.wait(out);
        }
        if segment.reset && segment.sound {
            self.finish(segment.arrival, out);
        } else if self.halves[0].end.is_some() || self.halves[1].end.is_some() {
            self.end(out);
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
        let Some(place) = half.arrive(sequence) else {
            half.jump(sequence);
            out.note(
                Kind::Hole,
                arrival,
                format_args!(
                    "the sequence number is far from those before it: an unknown number of bytes from the {} are missing here",
                    self.stream.name_of(side)
                ),
            );
            self.stream.lose(side, None, arrival, out);
            return self.payload(side, sequence, needs, segment, out);
        };
        if place + segment.payload.length as i64 <= half.done.cast_signed() {
            return;
        }
        let sound = segment.sound || self.trusted >= DISBELIEF || half.is_full();
        if !sound {
            out.note(
                Kind::Checksum,
                arrival,
                format_args!("the TCP checksum is wrong: its bytes are used only where no other packet has them"),
            );
        }
        if sound && place == half.done.cast_signed() && half.idle() && needs <= peer {
            half.done += segment.payload.length as u64;
            self.stream.push(side, segment.payload.octets, arrival, out);
            let missing = segment.payload.missing();
            if missing > 0 {
                self.cut_off(side, missing as u64, arrival, out);
            }
            return;
        }
        if sound {
            if half.keep(place, segment.payload, needs, arrival) && !self.told_overlap {
                self.told_overlap = true;
                out.note(
                    Kind::Overlap,
                    arrival,
                    format_args!(
                        "bytes were sent again with different content: the first ones are used"
                    ),
                );
            }
        } else {
            half.suspect(place, segment.payload.octets, needs, arrival);
        }
    }

    /// Reads what can be read.
    fn advance(&mut self, out: &mut Output<'_>) {
        let mut moved = true;
        while moved {
            moved = false;
            for side in [0, 1] {
                while let Some(piece) = {
                    let peer = self.halves[other(side)].done;
                    self.halves[side].take(peer)
                } {
                    moved = true;
                    self.waited = 0;
                    match piece.data {
                        Data::Octets(octets) => {
                            self.stream.push(side, &octets, piece.arrival, out);
                        }
                        Data::Absent(count) => {
                            self.cut_off(side, count, piece.arrival, out);
                        }
                    }
                }
            }
        }
    }

    /// Gives up on what is missing once it was waited for long enough.
    fn wait(&mut self, out: &mut Output<'_>) {
        if self.halves[0].idle() && self.halves[1].idle() {
            return;
        }
        self.waited += 1;
        for side in [0, 1] {
            while self.halves[side].held > HELD && self.give_up(side, out) {
                self.advance(out);
            }
        }
        while self.waited > PATIENCE && !(self.halves[0].idle() && self.halves[1].idle()) {
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
        if self.halves[0].idle() && self.halves[1].idle() {
            self.waited = 0;
        }
    }

    /// Whether what this side waits for will not come: the other side
    /// acknowledged it long ago.
    fn certain(&self, side: Side) -> bool {
        let half = &self.halves[side];
        match half.obstacle() {
            Obstacle::None => false,
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
        if matches!(obstacle, Obstacle::Hole(_) | Obstacle::Suspect) && half.trust().is_some() {
            self.trusted += 1;
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

    /// Octets are missing before the packet at hand.
    fn lost(&mut self, side: Side, octets: u64, arrival: Arrival, out: &mut Output<'_>) {
        out.note(
            Kind::Hole,
            arrival,
            format_args!(
                "{octets} byte{} from the {} before this packet {} not in the capture",
                if octets == 1 { "" } else { "s" },
                self.stream.name_of(side),
                if octets == 1 { "is" } else { "are" }
            ),
        );
        self.stream.lose(side, Some(octets), arrival, out);
    }

    /// The capture has only the beginning of a packet.
    fn cut_off(&mut self, side: Side, octets: u64, arrival: Arrival, out: &mut Output<'_>) {
        let (bytes, were) = if octets == 1 {
            ("byte".to_owned(), "was")
        } else {
            (format!("{octets} bytes"), "were")
        };
        out.note(
            Kind::Snapped,
            arrival,
            format_args!("the last {bytes} of this packet {were} not captured (snap length)"),
        );
        self.stream.lose(side, Some(octets), arrival, out);
    }

    /// Tells the stream of directions that are at their end.
    fn end(&mut self, out: &mut Output<'_>) {
        for side in [0, 1] {
            let half = &self.halves[side];
            if half.end.is_some_and(|end| half.done >= end) && !self.finished[side] {
                self.finished[side] = true;
                self.stream.finish(side, out);
            }
        }
        if self.finished == [true; 2] {
            self.close(out);
        }
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
    pub(super) fn finish(&mut self, last: Arrival, out: &mut Output<'_>) {
        if self.closed {
            return;
        }
        self.give_way(out);
        for side in [0, 1] {
            let half = &mut self.halves[side];
            let known = half.end.unwrap_or(half.acknowledged);
            let missing = known.saturating_sub(half.done);
            // A FIN is acknowledged like an octet, and may not be captured.
            let fin = half.end.is_none() && missing == 1;
            if missing > 0 && missing < TAIL && !fin {
                half.lose(known);
                out.note(
                    Kind::Hole,
                    last,
                    format_args!(
                        "the last {missing} bytes from the {} are not in the capture",
                        self.stream.name_of(side)
                    ),
                );
                self.stream.lose(side, Some(missing), last, out);
            }
            if !self.finished[side] {
                self.finished[side] = true;
                self.stream.finish(side, out);
            }
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
