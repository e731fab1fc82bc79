//! Matches the blocks of two sessions: requests by method and path, responses
//! by their request, the rest by order.

use std::collections::HashMap;

use input::Sender;
use serde::Serialize;

use super::{
    ComparedVerdict,
    pairing::Pairing,
    words::{Field, UNKNOWN, field, is_known},
};
use crate::{assumed::Overlay, strings::Numbered};

/// Two matching blocks, or one without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Verdict; `None` without a match.
    pub verdict: Option<ComparedVerdict>,
    /// Number of the block in the left session.
    pub left: Option<u32>,
    /// Number of the block in the right session.
    pub right: Option<u32>,
}

/// Number of pairs by verdict, and sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// Pairs with the same fields in the same bytes.
    pub same: usize,
    /// Pairs with the same fields in other bytes.
    pub encoding: usize,
    /// Pairs with other fields.
    pub fields: usize,
    /// Blocks only on the left.
    pub left: usize,
    /// Blocks only on the right.
    pub right: usize,
    /// Size of the left on the wire, bytes.
    pub left_bytes: u64,
    /// Size of the right on the wire, bytes.
    pub right_bytes: u64,
}

/// Pairs the blocks of two sessions, in the order of the left, with blocks only
/// on the right at their position there. Takes time and memory linear in the
/// number of fields.
pub fn pairs(left: Overlay<'_>, right: Overlay<'_>) -> Vec<Pair> {
    let mut words = Numbered::default();
    let left = Side::new(left, &mut words);
    let right = Side::new(right, &mut words);
    let mut pairing = Pairing::new(left.blocks.len(), right.blocks.len());
    let is_request = |block: &Message| block.request == Some(Request::Itself);
    let by_name =
        |block: &Message| is_request(block).then_some((block.role, block.method_and_path?));
    pairing.match_by(
        |at| by_name(&left.blocks[at]),
        |at| by_name(&right.blocks[at]),
    );
    let by_order = |block: &Message| is_request(block).then_some(block.role);
    pairing.match_by(
        |at| by_order(&left.blocks[at]),
        |at| by_order(&right.blocks[at]),
    );
    // A response matches the response to its request's partner.
    let pair_of = pairing.of_left.clone();
    let answer = |block: &Message| match block.request {
        Some(Request::Of(request)) => Some((request, block.role, block.nth)),
        _ => None,
    };
    pairing.match_by(
        |at| {
            let (request, role, nth) = answer(&left.blocks[at])?;
            Some((pair_of[request]?, role, nth))
        },
        |at| answer(&right.blocks[at]),
    );
    let rest = |block: &Message| Some((block.role, is_request(block)));
    pairing.match_by(|at| rest(&left.blocks[at]), |at| rest(&right.blocks[at]));
    sorted_pairs(&pairing, &left, &right)
}

/// Counts the pairs.
pub fn totals(left: Overlay<'_>, right: Overlay<'_>, pairs: &[Pair]) -> ComparedTotals {
    let mut totals = ComparedTotals {
        left_bytes: left.session.bytes_total() as u64,
        right_bytes: right.session.bytes_total() as u64,
        ..ComparedTotals::default()
    };
    for pair in pairs {
        *match (pair.verdict, pair.left) {
            (Some(ComparedVerdict::Same), _) => &mut totals.same,
            (Some(ComparedVerdict::Encoding), _) => &mut totals.encoding,
            (Some(ComparedVerdict::Fields), _) => &mut totals.fields,
            (None, Some(_)) => &mut totals.left,
            (None, None) => &mut totals.right,
        } += 1;
    }
    totals
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Itself,
    Of(usize),
}

#[derive(Clone, Copy, Debug)]
struct Message {
    /// Sender; if unknown, the usual sender of such a block.
    role: Sender,
    request: Option<Request>,
    /// Method and path of a request, if known.
    method_and_path: Option<[u32; 2]>,
    /// Number of earlier messages of its role since the request.
    nth: u32,
}

struct Side<'a> {
    overlay: Overlay<'a>,
    blocks: Vec<Message>,
    fields: Vec<Field>,
}

impl<'a> Side<'a> {
    fn new(overlay: Overlay<'a>, words: &mut Numbered<'a>) -> Self {
        let session = overlay.session;
        let rows = session.rows().iter();
        let fields: Vec<Field> = rows.map(|row| field(words, overlay, row)).collect();
        let [method, path, status] =
            [":method", ":path", ":status"].map(|name| words.number(name.as_bytes()));
        // The request on each stream, and the number of messages of each role
        // since.
        let mut streams: HashMap<u32, (usize, HashMap<Sender, u32>)> = HashMap::new();
        let mut blocks = Vec::with_capacity(session.blocks().len());
        for (number, record) in session.blocks().iter().enumerate() {
            let of_block = &fields[record.rows.clone()];
            let value = |name: u32| {
                let found = of_block.iter().find(|field| field[0] == name)?;
                Some(found[1])
            };
            let sender = session.direction(number).sender;
            let is_request = value(method).is_some();
            let role = match sender {
                Sender::Unknown if is_request => Sender::Client,
                Sender::Unknown if value(status).is_some() => Sender::Server,
                known => known,
            };
            let stream = record
                .framed
                .map(|framed| framed.promised.unwrap_or(framed.stream));
            let mut message = Message {
                role,
                request: None,
                method_and_path: None,
                nth: 0,
            };
            if is_request {
                message.request = Some(Request::Itself);
                let method_and_path =
                    [value(method), value(path)].map(|word| word.unwrap_or(UNKNOWN));
                message.method_and_path = is_known(method_and_path).then_some(method_and_path);
                if let Some(stream) = stream {
                    streams.insert(stream, (number, HashMap::new()));
                }
            } else if let Some((request, sent)) = stream.and_then(|stream| streams.get_mut(&stream))
            {
                let nth = sent.entry(role).or_default();
                message.request = Some(Request::Of(*request));
                message.nth = *nth;
                *nth += 1;
            }
            blocks.push(message);
        }
        Self {
            overlay,
            blocks,
            fields,
        }
    }

    fn fields_of(&self, block: usize) -> &[Field] {
        &self.fields[self.overlay.session.blocks()[block].rows.clone()]
    }
}

fn sorted_pairs(pairing: &Pairing, left: &Side<'_>, right: &Side<'_>) -> Vec<Pair> {
    // Blocks only on the right, by the left block that they precede.
    let mut right_only: Vec<(usize, usize)> = Vec::new();
    let mut first = 0;
    for (number, other) in pairing.of_right.iter().enumerate() {
        match other {
            Some(other) => first = other + 1,
            None => right_only.push((first, number)),
        }
    }
    right_only.sort_unstable();
    let mut right_only = right_only.into_iter().peekable();
    let unmatched = |(_, block): (usize, usize)| Pair {
        verdict: None,
        left: None,
        right: Some(block as u32),
    };
    let mut pairs = Vec::with_capacity(pairing.of_left.len());
    for (number, &other) in pairing.of_left.iter().enumerate() {
        while let Some(one) = right_only.next_if(|(first, _)| *first <= number) {
            pairs.push(unmatched(one));
        }
        pairs.push(Pair {
            verdict: other.map(|other| verdict((left, number), (right, other))),
            left: Some(number as u32),
            right: other.map(|other| other as u32),
        });
    }
    pairs.extend(right_only.map(unmatched));
    pairs
}

fn verdict(
    (left, block): (&Side<'_>, usize),
    (right, other): (&Side<'_>, usize),
) -> ComparedVerdict {
    let fields = left.fields_of(block);
    let same = fields == right.fields_of(other) && fields.iter().copied().all(is_known);
    ComparedVerdict::of(
        same,
        (left.overlay.session, block),
        (right.overlay.session, other),
    )
}
