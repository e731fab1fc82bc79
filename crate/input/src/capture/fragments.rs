//! Reassembles fragmented IP datagrams (RFC 791 §3.2, RFC 8200 §4.5).

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

#[derive(Debug)]
struct Part {
    bytes: Vec<u8>,
    length: usize,
}

#[derive(Debug)]
struct Partial {
    /// Parts by offset, without overlaps.
    parts: BTreeMap<usize, Part>,
    /// Bytes of all parts on the wire.
    known: usize,
    /// Length of the datagram, once the last fragment has arrived.
    total: Option<usize>,
    first: Arrival,
    /// The previous datagram with the same key, whose fragments may have been
    /// captured twice.
    before: Option<Vec<u8>>,
}

#[derive(Debug)]
pub(super) struct Whole {
    bytes: Vec<u8>,
    length: usize,
}

impl Whole {
    /// Returns the datagram with the header of one of its fragments.
    pub(super) fn datagram<'a>(&'a self, part: &Datagram<'_>) -> Datagram<'a> {
        Datagram {
            source: part.source,
            destination: part.destination,
            protocol: part.protocol,
            payload: Cut {
                bytes: &self.bytes,
                length: self.length,
            },
            fragment: None,
            bad_checksum: false,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Fragments {
    waiting: HashMap<Key, Partial>,
    /// Datagrams completed last, newest first.
    whole: VecDeque<(Key, Vec<u8>)>,
}

/// Largest datagram, in bytes.
const LARGEST: usize = 1 << 16;
const PARTS: usize = 1 << 10;
/// Completed datagrams whose repeated fragments are recognised.
const WHOLE: usize = 64;

impl Fragments {
    /// Adds a fragment. Returns the datagram if it is now complete.
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
            let before = at.and_then(|at| whole.remove(at)).map(|(_, bytes)| bytes);
            Partial::new(arrival, before)
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
        self.whole.push_front((key, whole.bytes.clone()));
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

    /// Ends the capture: reports incomplete datagrams.
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
    fn new(first: Arrival, before: Option<Vec<u8>>) -> Self {
        let (parts, known, total) = (BTreeMap::new(), 0, None);
        Self {
            parts,
            known,
            total,
            first,
            before,
        }
    }

    /// Stores the new bytes of a fragment; the first bytes at an offset win.
    /// Returns whether any overlapping bytes differ.
    fn keep(&mut self, offset: usize, part: Cut<'_>) -> bool {
        let end = offset + part.length;
        work::add(part.bytes.len());
        let known = self.parts.range(..end).rev();
        let mut overlapping = known.take_while(|(start, known)| *start + known.length > offset);
        let differs = overlapping.any(|(&start, known)| {
            let from = start.max(offset);
            let first = known.bytes.iter().skip(from - start);
            let second = part.bytes.iter().skip(from - offset);
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
                let captured = part.bytes.len();
                let bytes = (at - offset).min(captured)..(stop - offset).min(captured);
                let bytes = part.bytes[bytes].to_vec();
                let length = stop - at;
                self.known += length;
                self.parts.insert(at, Part { bytes, length });
            }
            at = behind;
        }
        differs
    }

    /// Whether all fragments repeat the previous datagram.
    fn is_repeated(&self) -> bool {
        self.before.as_ref().is_some_and(|before| {
            let repeats = |(&at, part): (&usize, &Part)| {
                before
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(&part.bytes))
            };
            self.parts.iter().all(repeats)
        })
    }

    /// Joins the fragments if none is missing. Captured bytes end at the first
    /// fragment that was captured only in part.
    fn join(&self, total: usize) -> Option<Whole> {
        if self.known < total {
            return None;
        }
        let mut bytes: Vec<u8> = Vec::with_capacity(total);
        let mut end = 0;
        for (&start, part) in &self.parts {
            if start > end {
                break;
            }
            if bytes.len() == start {
                bytes.extend_from_slice(&part.bytes);
            }
            end = start + part.length;
        }
        bytes.truncate(total);
        (end >= total).then_some(Whole {
            bytes,
            length: total,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partial(parts: impl IntoIterator<Item = (usize, Vec<u8>, usize)>) -> Partial {
        let mut partial = Partial::new(Arrival::default(), None);
        for (offset, bytes, length) in parts {
            let bytes = &bytes[..];
            partial.keep(offset, Cut { bytes, length });
        }
        partial
    }

    /// Parses fragments: offset, bytes, and after `+` the number not captured.
    fn parts(text: &str) -> Vec<(usize, Vec<u8>, usize)> {
        let part = |part: &str| {
            let (place, rest) = part.split_once(':').unwrap();
            let (bytes, more) = rest.split_once('+').unwrap_or((rest, "0"));
            let length = bytes.len() + more.parse::<usize>().unwrap();
            (place.parse().unwrap(), bytes.as_bytes().to_vec(), length)
        };
        text.split_whitespace().map(part).collect()
    }

    #[test]
    fn joins_overlapping_fragments() {
        // Fragments of a datagram of 12 bytes.
        for (text, expected) in [
            ("0:abcdefgh 8:ijkl", Some("abcdefghijkl")),
            ("8:ijkl 0:abcdefgh", Some("abcdefghijkl")),
            ("0:abcdefgh", None),
            ("0:abcd 8:ijkl", None),
            ("0:abcd 8:ijkl 8:ijkl", None),
            ("4:efgh 0:ABCDEFGHIJKL", Some("ABCDefghIJKL")),
            ("0:abcdef 4:EFGHIJKL", Some("abcdefGHIJKL")),
            ("0:abcdefgh 8:ijklmn", Some("abcdefghijkl")),
            // Only half of the first was captured.
            ("0:abcd+4 8:ijkl", Some("abcd")),
        ] {
            let whole = partial(parts(text)).join(12);
            let bytes = whole.map(|whole| whole.bytes);
            assert_eq!(bytes.as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn detects_differing_fragments() {
        let mut whole = partial(parts("0:abcd 8:ijkl"));
        for (offset, bytes, differs) in [
            (0, "abcd", false),
            (2, "cdefgh", false),
            (2, "cDefgh", true),
            (6, "ghi", false),
            (6, "ghI", true),
            (12, "m", false),
        ] {
            let cut = Cut::whole(bytes.as_bytes());
            assert_eq!(whole.keep(offset, cut), differs, "{bytes}");
        }
    }

    #[test]
    fn keeps_repeated_fragments_once() {
        let part = |number: usize| (number % 600 * 8, vec![0; 60_000], 60_000);
        let partial = partial((0..10_000).map(part));
        let held: usize = partial.parts.values().map(|part| part.bytes.len()).sum();
        assert_eq!((held, partial.known), (64_792, 64_792));
        assert_eq!(partial.parts.len(), 600);
    }
}
