//! IP datagrams that were sent in parts, put together (RFC 791 §3.2, RFC 8200
//! §4.5).

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    net::IpAddr,
};

use http2::Arrival;

use super::{
    cut::Cut,
    ip::{Datagram, Fragment},
    notes::Kind,
    stream::Output,
};
use crate::{bounds::DATAGRAMS, work};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    source: IpAddr,
    destination: IpAddr,
    protocol: u8,
    identification: u32,
}

/// A stretch of a datagram.
#[derive(Debug)]
struct Part {
    /// What was captured of it.
    octets: Vec<u8>,
    length: usize,
}

/// A datagram of which parts have come.
#[derive(Debug)]
struct Partial {
    /// By their places, of which none has two.
    parts: BTreeMap<usize, Part>,
    /// Octets that they have together.
    known: usize,
    /// Octets of the whole, once the last part came.
    total: Option<usize>,
    first: Arrival,
    /// The datagram with the same key just before: its parts may have been
    /// captured twice.
    before: Option<Vec<u8>>,
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
    /// What was put together last.
    whole: VecDeque<(Key, Vec<u8>)>,
}

/// The largest datagram, octets.
const LARGEST: usize = 1 << 16;
/// The most parts that it has.
const PARTS: usize = 1 << 10;
/// Datagrams of which parts that come again are known.
const WHOLE: usize = 64;

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
        if self.waiting.len() >= DATAGRAMS
            && !self.waiting.contains_key(&key)
            && let Some(oldest) = self
                .waiting
                .iter()
                .inspect(|_| work::add(1))
                .min_by_key(|(_, partial)| partial.first.packet)
                .map(|(&key, _)| key)
        {
            self.give_up(oldest, out);
        }
        let whole = &mut self.whole;
        let partial = self.waiting.entry(key).or_insert_with(|| {
            let at = whole.iter().position(|(before, _)| *before == key);
            Partial {
                parts: BTreeMap::new(),
                known: 0,
                total: None,
                first: arrival,
                before: at.and_then(|at| whole.remove(at)).map(|(_, octets)| octets),
            }
        });
        let end = fragment.offset + part.payload.length;
        if end > LARGEST || partial.parts.len() >= PARTS {
            self.give_up(key, out);
            return None;
        }
        if !fragment.more {
            partial.total.get_or_insert(end);
        }
        if partial.keep(fragment.offset, part.payload) {
            let message = "bytes of a fragment differ from those of another at the same place: the first ones are used";
            out.note(Kind::Overlap, arrival, format_args!("{message}"));
        }
        let total = partial.total?;
        let whole = partial.join(total)?;
        self.waiting.remove(&key);
        self.whole.truncate(WHOLE - 1);
        self.whole.push_front((key, whole.octets.clone()));
        Some(whole)
    }

    fn give_up(&mut self, key: Key, out: &mut Output<'_>) {
        if let Some(partial) = self.waiting.remove(&key)
            && !partial.is_repeated()
        {
            let message = format_args!(
                "this is a fragment of an IP datagram from {} whose other fragments are not in the capture, or do not fit",
                key.source
            );
            out.note(Kind::Fragments, partial.first, message);
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
    /// Keeps what is new of a part: the first octets at a place count. Whether
    /// others differ is the answer.
    fn keep(&mut self, offset: usize, part: Cut<'_>) -> bool {
        let end = offset + part.length;
        work::add(part.octets.len());
        let known = self.parts.range(..end).rev();
        let mut overlapping = known.take_while(|(start, known)| *start + known.length > offset);
        let differs = overlapping.any(|(&start, known)| {
            let from = start.max(offset);
            let first = known.octets.iter().skip(from - start);
            let second = part.octets.iter().skip(from - offset);
            first.zip(second).any(|(first, second)| first != second)
        });
        let before = self.parts.range(..=offset).next_back();
        let mut at = before.map_or(offset, |(start, known)| offset.max(start + known.length));
        while at < end {
            work::add(1);
            let next = self.parts.range(at..).next();
            let next = next.map(|(&start, known)| (start, start + known.length));
            let (stop, behind) = next.filter(|&(start, _)| start < end).unwrap_or((end, end));
            if at < stop {
                let captured = part.octets.len();
                let octets = (at - offset).min(captured)..(stop - offset).min(captured);
                let octets = part.octets[octets].to_vec();
                let length = stop - at;
                self.known += length;
                self.parts.insert(at, Part { octets, length });
            }
            at = behind;
        }
        differs
    }

    /// Whether all parts are those of the datagram before.
    fn is_repeated(&self) -> bool {
        self.before.as_ref().is_some_and(|before| {
            let is_there = |(&at, part): (&usize, &Part)| {
                before
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(&part.octets))
            };
            self.parts.iter().all(is_there)
        })
    }

    /// The whole, where no part is missing. A part that was captured to its
    /// middle ends what is there.
    fn join(&self, total: usize) -> Option<Whole> {
        if self.known < total {
            return None;
        }
        let mut octets: Vec<u8> = Vec::with_capacity(total);
        let mut end = 0;
        for (&start, part) in &self.parts {
            if start > end {
                break;
            }
            if octets.len() == start {
                octets.extend_from_slice(&part.octets);
            }
            end = start + part.length;
        }
        octets.truncate(total);
        (end >= total).then_some(Whole {
            octets,
            length: total,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partial(parts: &[(usize, &[u8], usize)]) -> Partial {
        let mut partial = Partial {
            parts: BTreeMap::new(),
            known: 0,
            total: None,
            first: Arrival::default(),
            before: None,
        };
        for &(offset, octets, length) in parts {
            partial.keep(offset, Cut { octets, length });
        }
        partial
    }

    #[test]
    fn parts_that_overlap() {
        // Place, octets and length of each part; the datagram of 12 octets.
        type Parts<'a> = &'a [(usize, &'a [u8], usize)];
        let cases: [(Parts<'_>, Option<&[u8]>); 9] = [
            (
                &[(0, b"abcdefgh", 8), (8, b"ijkl", 4)],
                Some(b"abcdefghijkl"),
            ),
            (
                &[(8, b"ijkl", 4), (0, b"abcdefgh", 8)],
                Some(b"abcdefghijkl"),
            ),
            (&[(0, b"abcdefgh", 8)], None),
            (&[(0, b"abcd", 4), (8, b"ijkl", 4)], None),
            (&[(0, b"abcd", 4), (8, b"ijkl", 4), (8, b"ijkl", 4)], None),
            (
                &[(4, b"efgh", 4), (0, b"ABCDEFGHIJKL", 12)],
                Some(b"ABCDefghIJKL"),
            ),
            (
                &[(0, b"abcdef", 6), (4, b"EFGHIJKL", 8)],
                Some(b"abcdefGHIJKL"),
            ),
            (
                &[(0, b"abcdefgh", 8), (8, b"ijklmn", 6)],
                Some(b"abcdefghijkl"),
            ),
            // Only half of the first was captured.
            (&[(0, b"abcd", 8), (8, b"ijkl", 4)], Some(b"abcd")),
        ];
        for (parts, expected) in cases {
            let whole = partial(parts).join(12);
            let octets = whole.map(|whole| whole.octets);
            assert_eq!(octets.as_deref(), expected, "{parts:?}");
        }
    }

    #[test]
    fn parts_that_differ() {
        let mut whole = partial(&[(0, b"abcd", 4), (8, b"ijkl", 4)]);
        let cases: [(usize, &[u8], bool); 6] = [
            (0, b"abcd", false),
            (2, b"cdefgh", false),
            (2, b"cDefgh", true),
            (6, b"ghi", false),
            (6, b"ghI", true),
            (12, b"m", false),
        ];
        for (offset, octets, differs) in cases {
            assert_eq!(
                whole.keep(offset, Cut::whole(octets)),
                differs,
                "{octets:?}"
            );
        }
    }

    #[test]
    fn what_comes_again_is_kept_once() {
        let octets = [0; 60_000];
        let parts: Vec<_> = (0..10_000)
            .map(|number| (number % 600 * 8, &octets[..], octets.len()))
            .collect();
        let partial = partial(&parts);
        let held: usize = partial.parts.values().map(|part| part.octets.len()).sum();
        assert_eq!((held, partial.known), (64_792, 64_792));
        assert_eq!(partial.parts.len(), 600);
    }
}
