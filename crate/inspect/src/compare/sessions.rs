//! Which block of one session goes with which of another: requests by method
//! and path, what answers them by their request, and the rest by its order.

use std::collections::HashMap;

use input::Sender;
use serde::Serialize;

use super::{
    ComparedVerdict,
    pairing::Pairing,
    words::{Field, UNKNOWN, field, is_known},
};
use crate::{assumed::Overlay, strings::Numbered};

/// Two blocks that go together, or one that is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// How they compare; `None` for one that is alone.
    pub verdict: Option<ComparedVerdict>,
    /// The number of the block in the left session.
    pub left: Option<u32>,
    /// The number of the block in the right session.
    pub right: Option<u32>,
}

/// How much of two sessions is alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// Pairs of the same fields in the same bytes.
    pub same: usize,
    /// Pairs of the same fields in other bytes.
    pub encoding: usize,
    /// Pairs of other fields.
    pub fields: usize,
    /// Fields of the left alone.
    pub left: usize,
    /// Fields of the right alone.
    pub right: usize,
    /// Bytes on the wire of the left.
    pub left_bytes: u64,
    /// Bytes on the wire of the right.
    pub right_bytes: u64,
}

/// Pairs the blocks of two sessions, in the order of the left; what only the
/// right has stands where it is on the right. Takes time and memory in the
/// order of the fields.
pub fn pairs(left: Overlay<'_>, right: Overlay<'_>) -> Vec<Pair> {
    let mut words = Numbered::default();
    let left = Side::new(left, &mut words);
    let right = Side::new(right, &mut words);
    let mut pairing = Pairing::new(left.blocks.len(), right.blocks.len());
    let is_request = |block: &Message| block.request == Some(Request::Itself);
    let by_name = |block: &Message| is_request(block).then_some((block.role, block.named?));
    pairing.match_by(
        |at| by_name(&left.blocks[at]),
        |at| by_name(&right.blocks[at]),
    );
    let by_order = |block: &Message| is_request(block).then_some(block.role);
    pairing.match_by(
        |at| by_order(&left.blocks[at]),
        |at| by_order(&right.blocks[at]),
    );
    // What belongs to a request goes with what belongs to the other one.
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
    listed(&pairing, &left, &right)
}

/// The pairs in numbers.
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

/// Which request a block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Itself,
    Of(usize),
}

#[derive(Clone, Copy, Debug)]
struct Message {
    /// Who sent it; of one whose sender is not known, who sends such blocks.
    role: Sender,
    request: Option<Request>,
    /// Of a request, its method and path, where they are known.
    named: Option<[u32; 2]>,
    /// How many of its role came on its stream since the request.
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
        // The request on each stream, and what each role has sent since.
        let mut streams: HashMap<u32, (usize, HashMap<Sender, u32>)> = HashMap::new();
        let mut blocks = Vec::with_capacity(session.blocks().len());
        for (number, record) in session.blocks().iter().enumerate() {
            let of_block = &fields[record.rows.clone()];
            let value = |name: u32| {
                let found = of_block.iter().find(|field| field[0] == name)?;
                Some(found[1])
            };
            let sender = session.direction(number).sender;
            let asks = value(method).is_some();
            let role = match sender {
                Sender::Unknown if asks => Sender::Client,
                Sender::Unknown if value(status).is_some() => Sender::Server,
                known => known,
            };
            let stream = record
                .framed
                .map(|framed| framed.promised.unwrap_or(framed.stream));
            let mut message = Message {
                role,
                request: None,
                named: None,
                nth: 0,
            };
            if asks {
                message.request = Some(Request::Itself);
                let named = [value(method), value(path)].map(|word| word.unwrap_or(UNKNOWN));
                message.named = is_known(named).then_some(named);
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

fn listed(pairing: &Pairing, left: &Side<'_>, right: &Side<'_>) -> Vec<Pair> {
    // What only the right has, behind the left block whose partner is before it.
    let mut behind: Vec<(usize, usize)> = Vec::new();
    let mut first = 0;
    for (number, other) in pairing.of_right.iter().enumerate() {
        match other {
            Some(other) => first = other + 1,
            None => behind.push((first, number)),
        }
    }
    behind.sort_unstable();
    let mut behind = behind.into_iter().peekable();
    let alone = |(_, block): (usize, usize)| Pair {
        verdict: None,
        left: None,
        right: Some(block as u32),
    };
    let mut pairs = Vec::with_capacity(pairing.of_left.len());
    for (number, &other) in pairing.of_left.iter().enumerate() {
        while let Some(one) = behind.next_if(|(first, _)| *first <= number) {
            pairs.push(alone(one));
        }
        pairs.push(Pair {
            verdict: other.map(|other| verdict((left, number), (right, other))),
            left: Some(number as u32),
            right: other.map(|other| other as u32),
        });
    }
    pairs.extend(behind.map(alone));
    pairs
}

/// How two blocks compare, as [`super::block::Comparison::verdict`] says.
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
