//! Two blocks, field by field.

use std::ops::Range;

use hpack::Kind;
use serde::Serialize;

use super::{
    ComparedVerdict,
    align::in_order,
    pairing::Pairing,
    sums::Sums,
    tables::ComparedTables,
    words::{Field, UNKNOWN, field, is_known},
};
use crate::{
    assumed::Overlay,
    columns::{Row, flags},
    report::{InsertedBy, Room},
    strings::Numbered,
    text::{beginning, lossy},
};

/// What the two sides of a line have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedWhat"))]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The same field in the same bytes.
    Same,
    /// The same field in another representation or other bytes.
    Encoding,
    /// The same name, another value; of size updates, another size.
    Value,
    /// The same name, and a value that is not known on one side or both.
    Unknown,
    /// Only the left has it.
    Left,
    /// Only the right has it.
    Right,
}

/// Two fields that go together, or one that is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What they have in common.
    pub what: What,
    /// Whether the other side has it at another place among its fields.
    pub moved: bool,
    /// The row's number in the left session.
    pub left: Option<usize>,
    /// The row's number in the right session.
    pub right: Option<usize>,
}

/// The lines of two blocks, by what their fields have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedCounts {
    /// Of [`What::Same`].
    pub same: usize,
    /// Of [`What::Encoding`].
    pub encoding: usize,
    /// Of [`What::Value`].
    pub value: usize,
    /// Of [`What::Unknown`].
    pub unknown: usize,
    /// Of [`What::Left`].
    pub left: usize,
    /// Of [`What::Right`].
    pub right: usize,
    /// Lines whose fields are at other places.
    pub moved: usize,
}

/// A block of a session.
#[derive(Clone, Copy, Debug)]
pub struct BlockOf<'a> {
    /// The session, with what is assumed of it.
    pub overlay: Overlay<'a>,
    /// The number of the block in it.
    pub block: usize,
}

/// Two blocks side by side.
#[derive(Debug)]
pub struct Comparison<'a> {
    left: BlockOf<'a>,
    right: BlockOf<'a>,
    /// The lines, in the order of the left; what only the right has stands
    /// where it is on the right.
    pub lines: Vec<Line>,
    /// The tables before the blocks.
    pub before: ComparedTables,
    /// The tables after them, or at their faults.
    pub after: ComparedTables,
}

/// All but the lines, and some of these.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Compared"))]
pub struct View {
    /// How they compare.
    pub verdict: ComparedVerdict,
    /// How many lines there are of each kind.
    pub counts: ComparedCounts,
    /// The left in numbers.
    pub left: Sums,
    /// The right.
    pub right: Sums,
    /// The tables before the blocks.
    pub before: ComparedTables,
    /// The tables after them, or at their faults.
    pub after: ComparedTables,
    /// How many lines there are.
    pub total: usize,
    /// Number of the first in `lines`.
    pub from: usize,
    /// The lines from there on.
    pub lines: Vec<LineView>,
}

/// A line in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedLine"))]
pub struct LineView {
    /// What the sides have in common.
    pub what: What,
    /// Whether the other side has it at another place among its fields.
    pub moved: bool,
    /// The left side.
    pub left: Option<SideView>,
    /// The right side.
    pub right: Option<SideView>,
}

/// One side of a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedSide"))]
#[serde(rename_all = "camelCase")]
pub struct SideView {
    /// The row's number in its session.
    pub row: usize,
    /// Its first byte in the block.
    pub start: u32,
    /// Its bytes on the wire.
    pub bytes: u32,
    /// How it is written.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub representation: &'static str,
    /// The index on the wire, where there is one.
    pub index: Option<u32>,
    /// Whether its name is Huffman-coded; `None` where it is no literal.
    pub name_huffman: Option<bool>,
    /// Whether its value is Huffman-coded; `None` where it is no literal.
    pub value_huffman: Option<bool>,
    /// Bytes of its whole name; 0 where it is not known.
    pub name_bytes: u32,
    /// Bytes of its whole value; 0 where it is not known.
    pub value_bytes: u32,
    /// Its name; `None` where it is not known, and for a size update.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// Its value; `None` where it is not known; of a size update, the size.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// In place of a name that there is no room for, what inserted it.
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_of: Option<InsertedBy>,
    /// In place of a value that there is no room for, what inserted it.
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_of: Option<InsertedBy>,
}

/// How names and values are written.
#[derive(Clone, Copy, Debug)]
pub enum Strings<'a> {
    /// For show, cut to this many bytes each.
    Shown(usize),
    /// For programs: whole, with U+FFFD for what is no UTF-8, while there is
    /// room; then those of entries are referred to.
    Whole(&'a Room),
}

impl BlockOf<'_> {
    fn rows(&self) -> Range<usize> {
        self.overlay.session.blocks()[self.block].rows.clone()
    }

    fn bytes_of(&self, row: &Row) -> &[u8] {
        let bytes = self.overlay.session.bytes(self.block);
        bytes
            .get(row.start as usize..row.end as usize)
            .unwrap_or_default()
    }
}

impl<'a> Comparison<'a> {
    /// Compares two blocks, whose numbers are less than those of the blocks
    /// of their sessions. Takes time in O(n log n) of their fields.
    pub fn new(left: BlockOf<'a>, right: BlockOf<'a>) -> Self {
        let mut words = Numbered::default();
        let [left_fields, right_fields] = [left, right].map(|side| -> Vec<Field> {
            let rows = &side.overlay.session.rows()[side.rows()];
            let fields = rows.iter();
            fields
                .map(|row| field(&mut words, side.overlay, row))
                .collect()
        });
        let pairs = pairs(&left_fields, &right_fields);
        let line = |(at_left, at_right, moved): (Option<usize>, Option<usize>, bool)| {
            let what = match (at_left, at_right) {
                (Some(at_left), Some(at_right)) => {
                    let fields = (left_fields[at_left], right_fields[at_right]);
                    let rows = (left.rows().start + at_left, right.rows().start + at_right);
                    in_common(fields, (left, rows.0), (right, rows.1))
                }
                (Some(_), None) => What::Left,
                (None, _) => What::Right,
            };
            Line {
                what,
                moved,
                left: at_left.map(|at| left.rows().start + at),
                right: at_right.map(|at| right.rows().start + at),
            }
        };
        let lines = pairs.into_iter().map(line).collect();
        let [before, after] = [false, true].map(|after| {
            let [left, right] = [left, right].map(|side| {
                let session = side.overlay.session;
                let record = &session.blocks()[side.block];
                let moment = if after { record.after } else { record.before };
                (session.direction(side.block).table(), moment)
            });
            ComparedTables::of(left, right, &mut words)
        });
        Self {
            left,
            right,
            lines,
            before,
            after,
        }
    }

    /// How many lines there are of each kind.
    pub fn counts(&self) -> ComparedCounts {
        let mut counts = ComparedCounts::default();
        for line in &self.lines {
            counts.moved += usize::from(line.moved);
            *match line.what {
                What::Same => &mut counts.same,
                What::Encoding => &mut counts.encoding,
                What::Value => &mut counts.value,
                What::Unknown => &mut counts.unknown,
                What::Left => &mut counts.left,
                What::Right => &mut counts.right,
            } += 1;
        }
        counts
    }

    /// How the blocks compare as a whole.
    pub fn verdict(&self) -> ComparedVerdict {
        let counts = self.counts();
        let same = counts.same + counts.encoding == self.lines.len() && counts.moved == 0;
        let [left, right] = [self.left, self.right].map(|side| (side.overlay.session, side.block));
        ComparedVerdict::of(same, left, right)
    }

    /// The left and the right in numbers.
    pub fn sums(&self) -> [Sums; 2] {
        [self.left, self.right].map(|side| Sums::of(side.overlay.session, side.block))
    }

    /// A line in words.
    pub fn line(&self, line: &Line, strings: Strings<'_>) -> LineView {
        LineView {
            what: line.what,
            moved: line.moved,
            left: line.left.and_then(|row| side(self.left, row, strings)),
            right: line.right.and_then(|row| side(self.right, row, strings)),
        }
    }

    /// All but the lines, and those `from..to`, names and values cut to `most`
    /// bytes each.
    pub fn view(self, from: usize, to: usize, most: usize) -> View {
        let total = self.lines.len();
        let from = from.min(total);
        let lines = self.lines[from..to.clamp(from, total)].iter();
        let lines = lines
            .map(|line| self.line(line, Strings::Shown(most)))
            .collect();
        let [left, right] = self.sums();
        View {
            verdict: self.verdict(),
            counts: self.counts(),
            left,
            right,
            total,
            from,
            lines,
            before: self.before,
            after: self.after,
        }
    }
}

fn in_common(
    fields: (Field, Field),
    (left, at_left): (BlockOf<'_>, usize),
    (right, at_right): (BlockOf<'_>, usize),
) -> What {
    if !is_known(fields.0) || !is_known(fields.1) {
        return What::Unknown;
    }
    if fields.0 != fields.1 {
        return What::Value;
    }
    let left_bytes = left.bytes_of(&left.overlay.session.rows()[at_left]);
    if left_bytes == right.bytes_of(&right.overlay.session.rows()[at_right]) {
        What::Same
    } else {
        What::Encoding
    }
}

/// What goes together, by places among the rows of each side, and whether it
/// is at another place on the other side: what is the same in order; then
/// what is the same elsewhere; then fields of one name between the same
/// fields; then fields of one name elsewhere; and what is alone.
fn pairs(left: &[Field], right: &[Field]) -> Vec<(Option<usize>, Option<usize>, bool)> {
    let anchors = in_order(left, right);
    let mut pairing = Pairing::new(left.len(), right.len());
    for &(at, place) in &anchors {
        pairing.pair(at, place);
    }
    let gaps_left = gaps(left.len(), anchors.iter().map(|&(at, _)| at));
    let gaps_right = gaps(right.len(), anchors.iter().map(|&(_, place)| place));
    let whole = |field: Field| is_known(field).then_some(field);
    let name = |field: Field| (field[0] != UNKNOWN).then_some(field[0]);
    let mut moved = vec![false; left.len()];
    let elsewhere = pairing.match_by(|at| whole(left[at]), |at| whole(right[at]));
    elsewhere.into_iter().for_each(|at| moved[at] = true);
    pairing.match_by(
        |at| Some((name(left[at])?, gaps_left[at])),
        |at| Some((name(right[at])?, gaps_right[at])),
    );
    let elsewhere = pairing.match_by(|at| name(left[at]), |at| name(right[at]));
    elsewhere.into_iter().for_each(|at| moved[at] = true);

    let mut pairs = Vec::with_capacity(left.len());
    let mut next = 0;
    let mut anchors = anchors.into_iter().peekable();
    let alone = |range: Range<usize>| {
        let alone = range.filter(|&place| pairing.of_right[place].is_none());
        alone.map(|place| (None, Some(place), false))
    };
    for (at, moved) in moved.into_iter().enumerate() {
        if let Some((_, place)) = anchors.next_if(|anchor| anchor.0 == at) {
            pairs.extend(alone(next..place));
            next = place + 1;
        }
        pairs.push((Some(at), pairing.of_left[at], moved));
    }
    pairs.extend(alone(next..right.len()));
    pairs
}

/// For each place, how many anchors stand before it.
fn gaps(places: usize, anchors: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut anchors = anchors.peekable();
    let mut gap = 0;
    (0..places)
        .map(|at| {
            if anchors.next_if(|&anchor| anchor < at).is_some() {
                gap += 1;
            }
            gap
        })
        .collect()
}

fn side(of: BlockOf<'_>, number: usize, strings: Strings<'_>) -> Option<SideView> {
    let row = of.overlay.session.rows().get(number)?;
    let text = |bytes: Option<&[u8]>, literal| {
        let Some(bytes) = bytes else {
            return (None, None);
        };
        let room = match strings {
            Strings::Shown(most) => {
                return (Some(beginning(bytes, most)), None);
            }
            Strings::Whole(room) => room,
        };
        if room.is_spent()
            && !row.has(literal)
            && let Some(by) = InsertedBy::of(of.overlay.session, row)
        {
            return (None, Some(by));
        }
        room.take(bytes.len());
        (Some(lossy(bytes)), None)
    };
    let (name, name_of) = text(of.overlay.name(row), flags::NAME_LITERAL);
    let (value, value_of) = match row.kind {
        Kind::SizeUpdate => (Some(row.size().to_string()), None),
        _ => text(of.overlay.value(row), flags::VALUE_LITERAL),
    };
    let [name_huffman, value_huffman] = row.huffman();
    Some(SideView {
        row: number,
        start: row.start,
        bytes: row.end - row.start,
        representation: row.kind.name(),
        index: (row.index > 0).then_some(row.index),
        name_huffman,
        value_huffman,
        name_bytes: row.name_bytes,
        value_bytes: row.value_bytes,
        name,
        value,
        name_of,
        value_of,
    })
}
