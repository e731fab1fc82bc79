//! Search for frames: chains of plausible headers, each at the end of the payload
//! of the one before.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, VecDeque},
};

use super::{Known, payload, score};
use crate::{Arrival, FrameType, Header};

/// Score in bits that makes a chain certain at the first byte, where the segment
/// after a loss often begins with a frame.
const CERTAIN_AT_FIRST: u32 = 16;

/// Score in bits that makes other chains certain.
const CERTAIN: u32 = 40;

/// Score in bits for a chain that ends exactly at the end of the bytes.
const ENDS_EXACTLY: u32 = 10;

/// Longest distance from the first frame of a chain to its decision, bytes.
const REACH: u64 = 1 << 16;

const CHAINS: usize = 1 << 12;

/// A search for frames. Positions count from the first byte pushed.
#[derive(Debug, Default)]
pub(crate) struct Search {
    bytes: Vec<u8>,
    /// Number of bytes dropped before `bytes`.
    dropped: u64,
    /// Ends and arrivals of the pieces.
    arrivals: VecDeque<(u64, Arrival)>,
    /// Position of the next candidate header.
    scanned: u64,
    chains: BinaryHeap<Reverse<Chain>>,
}

#[derive(Clone, Copy, Debug)]
struct Chain {
    /// End of the bytes that its next step needs.
    ready_at: u64,
    /// Position of its first frame.
    first: u64,
    header: Header,
    /// Position of its last header.
    at: u64,
    /// Whether the payload of its last header was scored.
    scored: bool,
    bits: u32,
}

impl Search {
    pub(crate) fn len(&self) -> u64 {
        self.dropped + self.bytes.len() as u64
    }

    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.bytes.capacity()
    }

    /// Searches in more bytes. Returns the start of a chain that becomes certain,
    /// regardless of how the bytes are split.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        arrival: Arrival,
        known: &Known<'_>,
    ) -> Option<u64> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let piece;
            (piece, rest) = rest.split_at(rest.len().min(REACH as usize));
            self.keep(piece, arrival);
            if let Some(found) = self.follow(known) {
                self.keep(rest, arrival);
                return Some(found);
            }
            self.forget();
        }
        None
    }

    fn keep(&mut self, bytes: &[u8], arrival: Arrival) {
        self.bytes.extend_from_slice(bytes);
        let end = self.len();
        match self.arrivals.back_mut() {
            Some(last) if last.1 == arrival => last.0 = end,
            _ => self.arrivals.push_back((end, arrival)),
        }
    }

    /// Drops bytes in which no chain can begin.
    fn forget(&mut self) {
        let reach = 2 * REACH as usize;
        if self.bytes.len() > reach + REACH as usize {
            let count = self.bytes.len() - reach;
            self.bytes.drain(..count);
            self.dropped += count as u64;
        }
        while self.arrivals.len() > 1 && self.arrivals[0].0 <= self.dropped {
            self.arrivals.pop_front();
        }
    }

    /// Start of the first certain chain at the end of the input.
    pub(crate) fn best(&self) -> Option<u64> {
        let end = self.len();
        let certain = self.chains.iter().filter(|Reverse(chain)| {
            let exactly = chain.scored && chain.next() == end;
            let bits = chain.bits + if exactly { ENDS_EXACTLY } else { 0 };
            chain.first >= self.dropped && bits >= chain.needed()
        });
        certain.map(|Reverse(chain)| chain.first).min()
    }

    /// Returns the bytes from `place` on, in the pieces in which they arrived.
    pub(crate) fn pieces(&self, place: u64) -> impl Iterator<Item = (&[u8], Arrival)> {
        let mut start = place.saturating_sub(self.dropped) as usize;
        self.arrivals.iter().filter_map(move |(end, arrival)| {
            let end = end.saturating_sub(self.dropped) as usize;
            let piece = self.bytes.get(start..end)?;
            start = end;
            (!piece.is_empty()).then_some((piece, *arrival))
        })
    }

    fn at(&self, place: u64) -> Option<&[u8]> {
        let at = usize::try_from(place.checked_sub(self.dropped)?).ok()?;
        self.bytes.get(at..)
    }

    /// Follows all chains to the end of the bytes, in the same order as for single
    /// bytes.
    fn follow(&mut self, known: &Known<'_>) -> Option<u64> {
        let end = self.len();
        loop {
            let fresh = self.scanned + Header::LEN as u64;
            let ready_at = self
                .chains
                .peek()
                .map_or(u64::MAX, |chain| chain.0.ready_at);
            let chain = if ready_at <= end && ready_at <= fresh {
                let Reverse(chain) = self.chains.pop()?;
                self.grow(chain, known)
            } else if fresh <= end {
                self.scan(end.min(ready_at - 1), known)
            } else {
                return None;
            };
            let Some(chain) = chain else { continue };
            if chain.is_certain() {
                return Some(self.first_kept(&chain));
            }
            if self.chains.len() < CHAINS {
                self.chains.push(Reverse(chain));
            }
        }
    }

    /// Finds the next plausible header that ends at or before position `end`.
    fn scan(&mut self, end: u64, known: &Known<'_>) -> Option<Chain> {
        let places = self.scanned..=end - Header::LEN as u64;
        self.scanned = end - Header::LEN as u64 + 1;
        let bytes = self.at(*places.start())?;
        let count = (self.scanned - places.start()) as usize;
        for (at, bytes) in bytes.windows(Header::LEN).take(count).enumerate() {
            let Some(bytes) = bytes
                .first_chunk()
                .filter(|bytes| !score::is_impossible(bytes))
            else {
                continue;
            };
            let header = Header::parse(*bytes);
            let Some(bits) = score::header(&header, known, None) else {
                continue;
            };
            let first = places.start() + at as u64;
            self.scanned = first + 1;
            return Some(Chain {
                ready_at: first + Header::LEN as u64 + u64::from(header.length),
                first,
                header,
                at: first,
                scored: false,
                bits,
            });
        }
        None
    }

    /// Scores the next payload or header of a chain; `None` if it is not a frame.
    fn grow(&self, mut chain: Chain, known: &Known<'_>) -> Option<Chain> {
        let next = chain.next();
        if chain.scored {
            let bytes = self.at(next)?.first_chunk::<{ Header::LEN }>()?;
            let header = Header::parse(*bytes);
            chain.bits += score::header(&header, known, Some(&chain.header))?;
            chain.header = header;
            chain.at = next;
            chain.scored = false;
            chain.ready_at = chain.next();
        } else {
            let payload = self
                .at(chain.at + Header::LEN as u64)
                .and_then(|bytes| bytes.get(..chain.header.length as usize));
            if let Some(payload) = payload {
                chain.bits += payload::score(&chain.header, payload)?;
            }
            chain.scored = true;
            chain.ready_at = next + Header::LEN as u64;
        }
        Some(chain)
    }

    /// First frame of a certain chain that is within reach of its decision.
    fn first_kept(&self, chain: &Chain) -> u64 {
        let decided = if chain.scored {
            chain.next()
        } else {
            chain.at + Header::LEN as u64
        };
        let places = [chain.first, chain.at, chain.next()];
        let is_kept = |place: &u64| *place + REACH >= decided;
        places.into_iter().find(is_kept).unwrap_or(chain.first)
    }
}

impl Chain {
    /// Position of the frame after its last.
    fn next(&self) -> u64 {
        self.at + Header::LEN as u64 + u64::from(self.header.length)
    }

    fn needed(&self) -> u32 {
        if self.first == 0 {
            CERTAIN_AT_FIRST
        } else {
            CERTAIN
        }
    }

    /// Whether it is certain. Payloads other than DATA must have been scored.
    fn is_certain(&self) -> bool {
        (self.scored || self.header.kind == FrameType::DATA) && self.bits >= self.needed()
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Chain {}

impl PartialOrd for Chain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chain {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.ready_at, self.first).cmp(&(other.ready_at, other.first))
    }
}
