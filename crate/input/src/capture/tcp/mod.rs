//! TCP (RFC 9293): assigns segments to connections and reassembles streams.

mod checksum;
mod flow;
mod half;

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
};

use etherparse::{TcpHeaderSlice, TcpOptionElement};
use http2::Arrival;

use super::{
    ip::{Datagram, Unreadable},
    stream::{Output, Side, Stream},
};
use crate::bounds::SEGMENTS;
use flow::{Flow, Owner, Segment};

const CONNECTION_SIZE: usize = size_of::<Flow>() + size_of::<([SocketAddr; 2], usize)>();

/// Ended or superseded connections that are still read. RST, FIN and SYN can be
/// forged, or captured ahead of segments sent before them.
const ENDED: usize = 1 << 10;
/// Earlier connections between the same ports that can claim a segment.
const PREVIOUS: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Table {
    flows: Vec<Flow>,
    /// Latest connection of each pair of addresses, in ascending order.
    numbers: HashMap<[SocketAddr; 2], usize>,
    /// Connection of the last segment.
    recent: Option<([SocketAddr; 2], usize)>,
    held: usize,
    /// Ended connections that are still read, oldest first.
    ended: VecDeque<usize>,
}

impl Table {
    pub(super) fn segment(
        &mut self,
        datagram: &Datagram<'_>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let header =
            TcpHeaderSlice::from_slice(datagram.payload.bytes).map_err(|_| Unreadable::Short)?;
        let payload = datagram
            .payload
            .after(header.slice().len())
            .ok_or(Unreadable::Short)?;
        let from = SocketAddr::new(datagram.source, header.source_port());
        let to = SocketAddr::new(datagram.destination, header.destination_port());
        let side: Side = usize::from(from > to);
        let ends = if side == 0 { [from, to] } else { [to, from] };
        let segment = Segment {
            sequence: header.sequence_number(),
            acknowledges: header.ack().then(|| header.acknowledgment_number()),
            syn: header.syn(),
            fin: header.fin(),
            reset: header.rst(),
            window: header.window_size(),
            scale: window_scale(&header),
            sound: payload.missing() > 0 || checksum::is_sound(&header, datagram, payload.bytes),
            payload,
            arrival,
        };
        let Some(number) = self.find(ends, side, &segment, out) else {
            return Ok(());
        };
        let is_doubtful = self
            .earlier(number)
            .any(|earlier| self.flows[earlier].has_room_for(side, &segment));
        let flow = &mut self.flows[number];
        if is_doubtful {
            flow.doubtful += payload.length;
        }
        let (held, had_ended) = (flow.buffered(), flow.has_ended());
        flow.read_segment(side, &segment, out);
        self.held = self.held + flow.buffered() - held;
        if flow.has_ended() && !had_ended && !flow.closed {
            self.ended.push_back(number);
        }
        if self.ended.len() > ENDED
            && let Some(number) = self.ended.pop_front()
            && (self.flows[number].has_ended() || self.flows[number].is_followed)
        {
            self.finish_flow(number, out);
        }
        if self.held > SEGMENTS {
            self.release_memory(out);
        }
        Ok(())
    }

    fn find(
        &mut self,
        ends: [SocketAddr; 2],
        side: Side,
        segment: &Segment<'_>,
        out: &mut Output<'_>,
    ) -> Option<usize> {
        let known = match self.recent {
            Some((recent, number)) if recent == ends => Some(number),
            _ => self.numbers.get(&ends).copied(),
        };
        let mut opening = None;
        if let Some(latest) = known {
            let number = self.find_nearest(latest, side, segment);
            // A continuing connection takes precedence over one with only a
            // SYN.
            if !self.flows[number].expects(side, segment) {
                opening = self.flows[latest].take_next_opening(side, segment);
            }
            if opening.is_none() {
                if number != latest {
                    return Some(number);
                }
                match self.flows[latest].find_owner(side, segment) {
                    Owner::This => {
                        self.recent = Some((ends, latest));
                        return Some(latest);
                    }
                    Owner::Undecided => return None,
                    Owner::Next => {}
                }
            }
            self.flows[latest].is_followed = true;
            self.ended.push_back(latest);
        }
        let number = self.flows.len();
        let first = opening
            .as_ref()
            .map_or(segment.arrival, |(_, syn)| syn.arrival);
        let mut flow = Flow::new(Stream::new(ends, first, out));
        flow.previous = known;
        out.shared.account.add(CONNECTION_SIZE);
        if let Some((side, syn)) = opening {
            flow.read_segment(side, &syn, out);
        }
        if number == self.flows.capacity() {
            // Doubling would waste memory with millions of connections.
            self.flows.reserve_exact(number / 4 + 1);
        }
        self.flows.push(flow);
        self.numbers.insert(ends, number);
        self.recent = Some((ends, number));
        Some(number)
    }

    /// Earlier connections between the same addresses, latest first.
    fn earlier(&self, number: usize) -> impl Iterator<Item = usize> {
        let previous = |&number: &usize| self.flows[number].previous;
        std::iter::successors(previous(&number), previous).take(PREVIOUS)
    }

    /// Finds the connection whose sequence numbers fit a segment best, among
    /// the latest and those before it. Ties go to the earliest, since a later
    /// one can be forged.
    fn find_nearest(&self, latest: usize, side: Side, segment: &Segment<'_>) -> usize {
        let mut best = latest;
        let mut least = self.flows[latest].distance(side, segment);
        for number in self.earlier(latest) {
            let distance = self.flows[number].distance(side, segment);
            if distance <= least && distance < u64::MAX {
                (best, least) = (number, distance);
            }
        }
        best
    }

    fn finish_flow(&mut self, number: usize, out: &mut Output<'_>) {
        let flow = &mut self.flows[number];
        self.held -= flow.buffered();
        flow.finish(out);
    }

    /// Memory limit reached: stops waiting for missing segments.
    fn release_memory(&mut self, out: &mut Output<'_>) {
        for flow in &mut self.flows {
            flow.flush(out);
        }
        self.held = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }

    pub(super) fn finish(&mut self, out: &mut Output<'_>) {
        for flow in &mut self.flows {
            flow.finish(out);
        }
    }
}

/// Window scale (RFC 7323 §2.2).
fn window_scale(header: &TcpHeaderSlice<'_>) -> u8 {
    let options = || header.options_iterator().flatten();
    let scale = options().find_map(|option| match option {
        TcpOptionElement::WindowScale(scale) => Some(scale),
        _ => None,
    });
    scale.filter(|_| header.syn()).unwrap_or_default()
}
