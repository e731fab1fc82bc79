//! TCP (RFC 9293): segments to connections, and each connection's octets in
//! their order.

mod checksum;
mod flow;
mod half;

use std::{collections::HashMap, net::SocketAddr};

use etherparse::TcpHeaderSlice;
use http2::Arrival;

use super::{
    ip::{Datagram, Unreadable},
    stream::{Output, Side, Stream},
};
use crate::bounds::SEGMENTS;
use flow::{Flow, Segment};

/// Bytes that are kept of a connection.
const EACH: usize = size_of::<Flow>() + size_of::<([SocketAddr; 2], usize)>();

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Table {
    flows: Vec<Flow>,
    /// The latest connection between two ends, the lesser first.
    numbers: HashMap<[SocketAddr; 2], usize>,
    /// The one that had the last packet.
    recent: Option<([SocketAddr; 2], usize)>,
    held: usize,
    last: Arrival,
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
            TcpHeaderSlice::from_slice(datagram.payload.octets).map_err(|_| Unreadable::Short)?;
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
            sound: payload.missing() > 0 || checksum::is_sound(&header, datagram, payload.octets),
            payload,
            arrival,
        };
        self.last = arrival;
        let number = self.find(ends, side, &segment, out);
        let flow = &mut self.flows[number];
        let held = flow.held();
        flow.segment(side, &segment, out);
        self.held = self.held + flow.held() - held;
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
    ) -> usize {
        let known = match self.recent {
            Some((recent, number)) if recent == ends => Some(number),
            _ => self.numbers.get(&ends).copied(),
        };
        let number = match known {
            Some(number) if !self.flows[number].is_over(side, segment) => number,
            over => {
                if let Some(number) = over {
                    let flow = &mut self.flows[number];
                    self.held -= flow.held();
                    flow.finish(segment.arrival, out);
                }
                let number = self.flows.len();
                let stream = Stream::new(ends, segment.arrival, out);
                out.account.add(EACH);
                if number == self.flows.capacity() {
                    // Doubling would take twice the memory of millions.
                    self.flows.reserve_exact(number / 4 + 1);
                }
                self.flows.push(Flow::new(stream));
                self.numbers.insert(ends, number);
                number
            }
        };
        self.recent = Some((ends, number));
        number
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
            flow.finish(self.last, out);
        }
    }
}
