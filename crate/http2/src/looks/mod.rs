//! Telling frames from other octets by their looks: where octets are missing
//! before them, where a connection was captured from its middle, or where a
//! person brought octets and did not say what they are.

mod payload;
pub(crate) mod search;
mod weigh;

pub(crate) use weigh::{Header, Known};

use crate::{Kind, Sender, frame::HEADER};
use search::Search;

/// Bits of a beginning behind which frames may be broken.
const CERTAIN: u32 = 16;

/// What octets look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Where the first frame begins.
    pub at: usize,
    /// Type of the first frame.
    pub kind: Kind,
    /// Stream of the first frame.
    pub stream: u32,
    /// Whole frames, from `at` on.
    pub frames: usize,
    /// Whether the octets end inside a frame.
    pub cut: bool,
}

/// Whether `octets` are frames (§4.1), without a preface: from the first octet
/// to the last, but for a last frame that may be cut (`at_start`); or from
/// some octet on, behind the rest of a frame that began before.
#[must_use]
pub fn is_frames(octets: &[u8], at_start: bool) -> Option<Looks> {
    let known = Known::nothing(Sender::Unknown);
    if at_start {
        return chain(octets, &known);
    }
    let mut search = Search::default();
    let at = search
        .push(octets, crate::Arrival::default(), &known)
        .or_else(|| search.best())? as usize;
    chain(&octets[at..], &known).map(|looks| Looks { at, ..looks })
}

/// Frames from the first octet to the last. Those behind a certain beginning
/// may be broken, and so may be all that end exactly where the octets do: a
/// person may want to know what is wrong with them.
fn chain(octets: &[u8], known: &Known<'_>) -> Option<Looks> {
    let mut looks: Option<Looks> = None;
    let mut bits = 0;
    let mut broken = false;
    let mut before = None;
    let mut rest = octets;
    while let Some((header, behind)) = rest.split_first_chunk::<HEADER>() {
        let header = Header::of(header);
        let found = looks.get_or_insert(Looks {
            at: 0,
            kind: header.kind,
            stream: header.stream,
            frames: 0,
            cut: false,
        });
        let payload = behind.get(..header.length as usize);
        let weight = header.weigh(known, before.as_ref()).and_then(|bits| {
            let payload = payload.map_or(Some(0), |payload| payload::weigh(&header, payload));
            payload.map(|more| bits + more)
        });
        match weight {
            Some(weight) => bits += weight,
            None if header.may_be_broken() => broken |= bits < CERTAIN,
            None => return None,
        }
        if payload.is_none() {
            // A lone HEADERS frame whose end is missing begins 00 0x xx 01: as
            // a header block that were a field without a name.
            let alone =
                header.kind == Kind::HEADERS && header.length < 1 << 16 && behind.len() >= 4;
            return looks
                .filter(|looks| !broken && (looks.frames > 0 || alone))
                .map(|looks| Looks { cut: true, ..looks });
        }
        found.frames += 1;
        before = Some(header);
        rest = &behind[header.length as usize..];
    }
    looks
        .filter(|looks| looks.frames > 0 && (!broken || rest.is_empty()))
        .map(|looks| Looks {
            cut: !rest.is_empty(),
            ..looks
        })
}

#[cfg(test)]
mod tests;
