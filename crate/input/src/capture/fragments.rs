//! IP datagrams that were sent in parts, put together (RFC 791 §3.2, RFC 8200
//! §4.5).

use std::{collections::HashMap, net::IpAddr};

use http2::Arrival;

use super::{
    cut::Cut,
    ip::{Datagram, Fragment},
    notes::Kind,
    stream::Output,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    source: IpAddr,
    destination: IpAddr,
    protocol: u8,
    identification: u32,
}

#[derive(Debug)]
struct Part {
    offset: usize,
    octets: Vec<u8>,
    length: usize,
}

/// A datagram of which parts have come.
#[derive(Debug)]
struct Partial {
    parts: Vec<Part>,
    /// Octets of the whole, once the last part came.
    total: Option<usize>,
    first: Arrival,
}

/// A datagram that was put together.
#[derive(Debug)]
pub(super) struct Whole {
    octets: Vec<u8>,
    length: usize,
}

impl Whole {
    /// It, with what its parts have in common.
    pub(super) fn datagram<'a>(&'a self, part: &Datagram<'_>) -> Datagram<'a> {
        Datagram {
            source: part.source,
            destination: part.destination,
            protocol: part.protocol,
            payload: Cut {
                octets: &self.octets,
                length: self.length,
            },
            fragment: None,
            bad_checksum: false,
        }
    }
}

/// Datagrams that wait for their other parts.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    waiting: HashMap<Key, Partial>,
}

/// Datagrams that wait at most.
const WAITING: usize = 256;
/// The largest datagram, octets.
const LARGEST: usize = 1 << 16;
/// The most parts that it has.
const PARTS: usize = 1 << 10;

impl Fragments {
    /// One more part; the datagram, where it is whole with it.
    pub(super) fn add(
        &mut self,
        part: &Datagram<'_>,
        fragment: Fragment,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) -> Option<Whole> {
        let key = Key {
            source: part.source,
            destination: part.destination,
            protocol: part.protocol,
            identification: fragment.identification,
        };
        if self.waiting.len() >= WAITING
            && !self.waiting.contains_key(&key)
            && let Some(oldest) = self
                .waiting
                .iter()
                .min_by_key(|(_, partial)| partial.first.packet)
                .map(|(&key, _)| key)
        {
            self.give_up(oldest, out);
        }
        let partial = self.waiting.entry(key).or_insert(Partial {
            parts: Vec::new(),
            total: None,
            first: arrival,
        });
        let end = fragment.offset + part.payload.length;
        if end > LARGEST || partial.parts.len() == PARTS {
            self.give_up(key, out);
            return None;
        }
        if !fragment.more {
            partial.total.get_or_insert(end);
        }
        partial.parts.push(Part {
            offset: fragment.offset,
            octets: part.payload.octets.to_vec(),
            length: part.payload.length,
        });
        let total = partial.total?;
        let whole = partial.join(total)?;
        self.waiting.remove(&key);
        Some(whole)
    }

    fn give_up(&mut self, key: Key, out: &mut Output<'_>) {
        if let Some(partial) = self.waiting.remove(&key) {
            out.note(
                Kind::Fragments,
                partial.first,
                format_args!(
                    "this is a fragment of an IP datagram from {} whose other fragments are not in the capture, or do not fit",
                    key.source
                ),
            );
        }
    }

    /// The capture ends: what waits is not whole.
    pub(super) fn finish(&mut self, out: &mut Output<'_>) {
        let mut keys: Vec<(u32, Key)> = self
            .waiting
            .iter()
            .map(|(&key, partial)| (partial.first.packet, key))
            .collect();
        keys.sort_unstable_by_key(|(packet, _)| *packet);
        for (_, key) in keys {
            self.give_up(key, out);
        }
    }
}

impl Partial {
    /// The whole, where no part is missing. A part that was captured to its
    /// middle ends what is there.
    fn join(&mut self, total: usize) -> Option<Whole> {
        // The first of two parts with the same place counts.
        self.parts.sort_by_key(|part| part.offset);
        let mut known = 0;
        for part in &self.parts {
            if part.offset > known {
                return None;
            }
            known = known.max(part.offset + part.length);
        }
        if known < total {
            return None;
        }
        let mut octets: Vec<u8> = Vec::with_capacity(total);
        for part in &self.parts {
            let have = octets.len();
            if part.offset > have {
                break;
            }
            octets.extend_from_slice(part.octets.get(have - part.offset..).unwrap_or_default());
        }
        octets.truncate(total);
        Some(Whole {
            octets,
            length: total,
        })
    }
}
