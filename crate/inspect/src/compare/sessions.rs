//! Which block of one session goes with which of another: requests by method
//! and path, what answers them by their request, and the rest by its order.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

use input::Sender;
use serde::Serialize;

use super::{
    Verdict,
    words::{Field, UNKNOWN, Words, is_known},
};
use crate::assumed::Overlay;

/// Two blocks that go together, or one that is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// How they compare; `None` for one that is alone.
    pub verdict: Option<Verdict>,
    /// The number of the block in the left session.
    pub left: Option<u32>,
    /// The number of the block in the right session.
    pub right: Option<u32>,
}

/// Two sessions in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "ComparedTotals")
)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Pairs of the same fields in the same bytes.
    pub same: usize,
    /// Pairs of the same fields in other bytes.
    pub encoding: usize,
    pub fields: usize,
    pub left: usize,
    pub right: usize,
    pub left_bytes: u64,
    pub right_bytes: u64,
}

/// Pairs the blocks of two sessions, in the order of the left; what only the
/// right has stands where it is on the right. Takes time and memory in the
/// order of the fields.
#[must_use]
pub fn pairs(left: Overlay<'_>, right: Overlay<'_>) -> Vec<Pair> {
    let mut words = Words::default();
    let left = Side::new(left, &mut words);
    let right = Side::new(right, &mut words);
    let mut found = Found {
        of_left: vec![None; left.blocks.len()],
        of_right: vec![None; right.blocks.len()],
    };
    let request = |block: &Message| block.request == Some(Request::Itself);
    let by_name = |block: &Message| request(block).then_some((block.role, block.named?));
    found.match_by(&left, &right, by_name, by_name);
    let by_order = |block: &Message| request(block).then_some(block.role);
    found.match_by(&left, &right, by_order, by_order);
    // What belongs to a request goes with what belongs to the other one.
    let pair_of = found.of_left.clone();
    let answer = |block: &Message| match block.request {
        Some(Request::Of(request)) => Some((request, block.role, block.nth)),
        _ => None,
    };
    found.match_by(
        &left,
        &right,
        |block| {
            let (request, role, nth) = answer(block)?;
            Some((pair_of[request as usize]?, role, nth))
        },
        answer,
    );
    let rest = |block: &Message| Some((block.role, request(block)));
    found.match_by(&left, &right, rest, rest);
    found.listed(&left, &right)
}

#[must_use]
pub fn totals(left: Overlay<'_>, right: Overlay<'_>, pairs: &[Pair]) -> Totals {
    let mut totals = Totals {
        left_bytes: left.session.octets_total() as u64,
        right_bytes: right.session.octets_total() as u64,
        ..Totals::default()
    };
    for pair in pairs {
        *match (pair.verdict, pair.left) {
            (Some(Verdict::Same), _) => &mut totals.same,
            (Some(Verdict::Encoding), _) => &mut totals.encoding,
            (Some(Verdict::Fields), _) => &mut totals.fields,
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
    Of(u32),
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
    fn new(overlay: Overlay<'a>, words: &mut Words<'a>) -> Self {
        let session = overlay.session;
        let rows = session.rows().iter();
        let fields: Vec<Field> = rows.map(|row| words.field(overlay, row)).collect();
        let [method, path, status] =
            [":method", ":path", ":status"].map(|name| words.number(name.as_bytes()));
        // The request on each stream, and what each role has sent since.
        let mut streams: HashMap<u32, (u32, HashMap<Sender, u32>)> = HashMap::new();
        let mut blocks = Vec::with_capacity(session.blocks().len());
        for (number, record) in session.blocks().iter().enumerate() {
            let number = number as u32;
            let of_block = &fields[record.rows.clone()];
            let value = |name: u32| {
                let found = of_block.iter().find(|field| field[0] == name)?;
                Some(found[1])
            };
            let sender = session.direction(number as usize).sender;
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

/// For each block the number of the one on the other side.
struct Found {
    of_left: Vec<Option<u32>>,
    of_right: Vec<Option<u32>>,
}

impl Found {
    /// Pairs blocks of the same key that are alone yet, the first with the
    /// first and so on.
    fn match_by<K: Hash + Eq>(
        &mut self,
        left: &Side<'_>,
        right: &Side<'_>,
        left_key: impl Fn(&Message) -> Option<K>,
        right_key: impl Fn(&Message) -> Option<K>,
    ) {
        let mut waiting: HashMap<K, VecDeque<u32>> = HashMap::new();
        for (number, block) in right.blocks.iter().enumerate() {
            if self.of_right[number].is_none()
                && let Some(key) = right_key(block)
            {
                waiting.entry(key).or_default().push_back(number as u32);
            }
        }
        for (number, block) in left.blocks.iter().enumerate() {
            if self.of_left[number].is_some() {
                continue;
            }
            let queue = left_key(block).and_then(|key| waiting.get_mut(&key));
            if let Some(other) = queue.and_then(VecDeque::pop_front) {
                self.of_left[number] = Some(other);
                self.of_right[other as usize] = Some(number as u32);
            }
        }
    }

    fn listed(&self, left: &Side<'_>, right: &Side<'_>) -> Vec<Pair> {
        // What only the right has, behind the left block whose partner stands
        // before it.
        let mut behind: Vec<(u32, u32)> = Vec::new();
        let mut first = 0;
        for (number, other) in self.of_right.iter().enumerate() {
            match other {
                Some(other) => first = other + 1,
                None => behind.push((first, number as u32)),
            }
        }
        behind.sort_unstable();
        let mut behind = behind.into_iter().peekable();
        let mut pairs = Vec::with_capacity(self.of_left.len());
        for (number, &other) in self.of_left.iter().enumerate() {
            while let Some((_, alone)) = behind.next_if(|(first, _)| *first as usize <= number) {
                pairs.push(alone_on_the_right(alone));
            }
            pairs.push(Pair {
                verdict: other.map(|other| verdict((left, number), (right, other as usize))),
                left: Some(number as u32),
                right: other,
            });
        }
        pairs.extend(behind.map(|(_, alone)| alone_on_the_right(alone)));
        pairs
    }
}

fn alone_on_the_right(block: u32) -> Pair {
    Pair {
        verdict: None,
        left: None,
        right: Some(block),
    }
}

/// How two blocks compare, as [`super::block::Comparison::verdict`] says.
fn verdict((left, block): (&Side<'_>, usize), (right, other): (&Side<'_>, usize)) -> Verdict {
    let fields = left.fields_of(block);
    let same = fields == right.fields_of(other) && fields.iter().copied().all(is_known);
    Verdict::of(
        same,
        (left.overlay.session, block),
        (right.overlay.session, other),
    )
}
