//! TCP (RFC 9293): segments to connections, and each connection's bytes in
//! their order.

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
use flow::{Belongs, Flow, Segment};

/// Bytes that are kept of a connection.
const EACH: usize = size_of::<Flow>() + size_of::<([SocketAddr; 2], usize)>();

/// Connections that ended, or between whose ports another began, and that may
/// yet go on: a RST, FINs and a SYN may be forged, or captured before what was
/// sent before them.
const OVER: usize = 1 << 10;
/// Earlier connections between the same ports of which a segment may be.
const PREVIOUS: usize = 16;

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Table {
    flows: Vec<Flow>,
    /// The latest connection between two ends, the lesser first.
    numbers: HashMap<[SocketAddr; 2], usize>,
    /// The one that had the last packet.
    recent: Option<([SocketAddr; 2], usize)>,
    held: usize,
    /// Those that may yet go on though they ended, the latest last.
    over: VecDeque<usize>,
}

impl Table {
    /// The next segment.
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
            scale: scale(&header),
            sound: payload.missing() > 0 || checksum::is_sound(&header, datagram, payload.bytes),
            payload,
            arrival,
        };
        let Some(number) = self.find(ends, side, &segment, out) else {
            return Ok(());
        };
        let is_doubtful = self
            .before(number)
            .any(|earlier| self.flows[earlier].has_room_for(side, &segment));
        let flow = &mut self.flows[number];
        if is_doubtful {
            flow.doubtful += payload.length;
        }
        let (held, was_over) = (flow.held(), flow.is_over());
        flow.segment(side, &segment, out);
        self.held = self.held + flow.held() - held;
        if flow.is_over() && !was_over && !flow.closed {
            self.over.push_back(number);
        }
        if self.over.len() > OVER
            && let Some(number) = self.over.pop_front()
            && (self.flows[number].is_over() || self.flows[number].is_followed)
        {
            self.finish_one(number, out);
        }
        if self.held > SEGMENTS {
            self.relieve(out);
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
            let number = self.nearest(latest, side, segment);
            // What the numbers of a SYN promise, a connection that goes on comes
            // first.
            if !self.flows[number].expects(side, segment) {
                opening = self.flows[latest].next(side, segment);
            }
            if opening.is_none() {
                if number != latest {
                    return Some(number);
                }
                match self.flows[latest].belongs(side, segment) {
                    Belongs::Here => {
                        self.recent = Some((ends, latest));
                        return Some(latest);
                    }
                    Belongs::Nowhere => return None,
                    Belongs::Next => {}
                }
            }
            self.flows[latest].is_followed = true;
            self.over.push_back(latest);
        }
        let number = self.flows.len();
        let first = opening
            .as_ref()
            .map_or(segment.arrival, |(_, syn)| syn.arrival);
        let mut flow = Flow::new(Stream::new(ends, first, out));
        flow.previous = known;
        out.shared.account.add(EACH);
        if let Some((side, syn)) = opening {
            flow.segment(side, &syn, out);
        }
        if number == self.flows.capacity() {
            // Doubling would take twice the memory of millions.
            self.flows.reserve_exact(number / 4 + 1);
        }
        self.flows.push(flow);
        self.numbers.insert(ends, number);
        self.recent = Some((ends, number));
        Some(number)
    }

    /// The connections before one between the same ends, the latest first.
    fn before(&self, number: usize) -> impl Iterator<Item = usize> {
        let previous = |&number: &usize| self.flows[number].previous;
        std::iter::successors(previous(&number), previous).take(PREVIOUS)
    }

    /// The connection between two ends whose numbers a segment fits best: the
    /// latest, or one of those before it. The earliest of those that it fits
    /// equally: a later one may be forged, to take its place.
    fn nearest(&self, latest: usize, side: Side, segment: &Segment<'_>) -> usize {
        let mut best = latest;
        let mut least = self.flows[latest].distance(side, segment);
        for number in self.before(latest) {
            let distance = self.flows[number].distance(side, segment);
            if distance <= least && distance < u64::MAX {
                (best, least) = (number, distance);
            }
        }
        best
    }

    fn finish_one(&mut self, number: usize, out: &mut Output<'_>) {
        let flow = &mut self.flows[number];
        self.held -= flow.held();
        flow.finish(out);
    }

    /// Too much waits: every connection gives up waiting for what is missing.
    fn relieve(&mut self, out: &mut Output<'_>) {
        for flow in &mut self.flows {
            flow.give_way(out);
        }
        self.held = 0;
    }

    /// Whether there was no segment.
    pub(super) fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }

    /// The capture ends.
    pub(super) fn finish(&mut self, out: &mut Output<'_>) {
        for flow in &mut self.flows {
            flow.finish(out);
        }
    }
}

/// The scale of the windows of a SYN's sender (RFC 7323 §2.2).
fn scale(header: &TcpHeaderSlice<'_>) -> u8 {
    let options = || header.options_iterator().flatten();
    let scale = options().find_map(|option| match option {
        TcpOptionElement::WindowScale(scale) => Some(scale),
        _ => None,
    });
    scale.filter(|_| header.syn()).unwrap_or_default()
}
