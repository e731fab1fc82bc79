//! Resynchronisation: chains of bytes that look like headers, each where the
//! one before says that its payload ends.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, VecDeque},
};

use super::{Known, payload, score};
use crate::{Arrival, FrameType, Header};

/// Bits that make a chain certain: at the first byte, where a segment that
/// was not lost often begins with a frame, and elsewhere.
const CERTAIN_AT_FIRST: u32 = 16;
const CERTAIN: u32 = 40;

/// Bits for a chain that ends exactly where the bytes end.
const ENDS_EXACTLY: u32 = 10;

/// How far back the first frame of a chain may begin, bytes.
const REACH: u64 = 1 << 16;

/// Chains that are followed at a time.
const CHAINS: usize = 1 << 12;

/// Bytes in which frames are looked for. Places in it count from the first
/// byte that was pushed.
#[derive(Debug, Default)]
pub(crate) struct Search {
    bytes: Vec<u8>,
    /// Bytes in front of `bytes` that were let go.
    dropped: u64,
    /// Where pieces end, and what brought them.
    arrivals: VecDeque<(u64, Arrival)>,
    /// Headers that begin before this place were looked at.
    scanned: u64,
    chains: BinaryHeap<Reverse<Chain>>,
}

/// Frames in a row that may be.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// Where the bytes end that decide what is next.
    due: u64,
    /// Where its first frame begins.
    first: u64,
    /// Its last header, and where that begins.
    header: Header,
    at: u64,
    /// Whether the payload behind that header was scored.
    scored: bool,
    /// How sure it is.
    bits: u32,
}

impl Search {
    /// Bytes that were pushed.
    pub(crate) fn len(&self) -> u64 {
        self.dropped + self.bytes.len() as u64
    }

    /// Bytes that are kept.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.bytes.capacity()
    }

    /// Takes more bytes; where that makes a chain certain, its first place.
    /// What is found does not depend on how the bytes are cut.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        arrival: Arrival,
        known: &Known<'_>,
    ) -> Option<u64> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.len().min(REACH as usize));
            self.keep(piece, arrival);
            rest = behind;
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

    /// Lets go of bytes that no chain can begin in.
    fn forget(&mut self) {
        let reach = 2 * REACH as usize;
        if self.bytes.len() > reach + REACH as usize {
            let gone = self.bytes.len() - reach;
            self.bytes.drain(..gone);
            self.dropped += gone as u64;
        }
        while self.arrivals.len() > 1 && self.arrivals[0].0 <= self.dropped {
            self.arrivals.pop_front();
        }
    }

    /// The first place of the best chain, now that no bytes follow these.
    pub(crate) fn best(&self) -> Option<u64> {
        let end = self.len();
        let sure = self.chains.iter().filter(|Reverse(chain)| {
            let exactly = chain.scored && chain.next() == end;
            let bits = chain.bits + if exactly { ENDS_EXACTLY } else { 0 };
            chain.first >= self.dropped && bits >= chain.needed()
        });
        sure.map(|Reverse(chain)| chain.first).min()
    }

    /// The bytes from `place` on, in the pieces in which they came.
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

    /// Follows all chains as far as the bytes reach, in the order in which
    /// single bytes would.
    fn follow(&mut self, known: &Known<'_>) -> Option<u64> {
        let end = self.len();
        loop {
            let fresh = self.scanned + Header::LEN as u64;
            let due = self.chains.peek().map_or(u64::MAX, |chain| chain.0.due);
            let chain = if due <= end && due <= fresh {
                let Reverse(chain) = self.chains.pop()?;
                self.grow(chain, known)
            } else if fresh <= end {
                self.scan(end.min(due - 1), known)
            } else {
                return None;
            };
            let Some(chain) = chain else { continue };
            if chain.is_certain() {
                return Some(self.reach(&chain));
            }
            if self.chains.len() < CHAINS {
                self.chains.push(Reverse(chain));
            }
        }
    }

    /// Looks for a header that ends at or before place `end`.
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
                due: first + Header::LEN as u64 + u64::from(header.length),
                first,
                header,
                at: first,
                scored: false,
                bits,
            });
        }
        None
    }

    /// Scores what a chain was waiting for; `None` where that is no frame.
    fn grow(&self, mut chain: Chain, known: &Known<'_>) -> Option<Chain> {
        let next = chain.next();
        if chain.scored {
            let bytes = self.at(next)?.first_chunk::<{ Header::LEN }>()?;
            let header = Header::parse(*bytes);
            chain.bits += score::header(&header, known, Some(&chain.header))?;
            chain.header = header;
            chain.at = next;
            chain.scored = false;
            chain.due = chain.next();
        } else {
            let payload = self
                .at(chain.at + Header::LEN as u64)
                .and_then(|bytes| bytes.get(..chain.header.length as usize));
            if let Some(payload) = payload {
                chain.bits += payload::score(&chain.header, payload)?;
            }
            chain.scored = true;
            chain.due = next + Header::LEN as u64;
        }
        Some(chain)
    }

    /// The first frame of a certain chain that is still kept.
    fn reach(&self, chain: &Chain) -> u64 {
        let decided = if chain.scored {
            chain.next()
        } else {
            chain.at + Header::LEN as u64
        };
        let places = [chain.first, chain.at, chain.next()];
        let kept = |place: &u64| *place + REACH >= decided;
        places.into_iter().find(kept).unwrap_or(chain.first)
    }
}

impl Chain {
    /// Where the frame behind its last begins.
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

    /// Whether it is certain. A small payload has to be scored too.
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
        (self.due, self.first).cmp(&(other.due, other.first))
    }
}
