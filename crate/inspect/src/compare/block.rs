//! Compares two blocks field by field.

use std::ops::Range;

use hpack::Kind;
use serde::Serialize;

use super::{
    ComparedVerdict,
    align::align,
    pairing::Pairing,
    sums::Sums,
    tables::ComparedTables,
    words::{Field, UNKNOWN, field, is_known},
};
use crate::{
    assumed::Overlay,
    columns::{Row, flags},
    report::{InsertedBy, OutputBudget},
    strings::Numbered,
    text::{lossy, truncated},
};

/// Relation of the two sides of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedWhat"))]
#[serde(rename_all = "lowercase")]
pub enum LineChange {
    /// Same field in the same bytes.
    Same,
    /// Same field in another representation or other bytes.
    Encoding,
    /// Same name with another value; for size updates, another maximum.
    Value,
    /// Same name, with a value that is unknown on at least one side.
    Unknown,
    /// Only on the left.
    Left,
    /// Only on the right.
    Right,
}

/// Two matching fields, or one without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Relation of the two sides.
    pub change: LineChange,
    /// Whether its position in the field order differs.
    pub moved: bool,
    /// Number of the row in the left session.
    pub left: Option<usize>,
    /// Number of the row in the right session.
    pub right: Option<usize>,
}

/// Number of lines by relation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedCounts {
    /// Lines with [`LineChange::Same`].
    pub same: usize,
    /// Lines with [`LineChange::Encoding`].
    pub encoding: usize,
    /// Lines with [`LineChange::Value`].
    pub value: usize,
    /// Lines with [`LineChange::Unknown`].
    pub unknown: usize,
    /// Lines with [`LineChange::Left`].
    pub left: usize,
    /// Lines with [`LineChange::Right`].
    pub right: usize,
    /// Lines whose position in the field order differs.
    pub moved: usize,
}

/// A block of a session.
#[derive(Clone, Copy, Debug)]
pub struct BlockOf<'a> {
    /// The session with guesses.
    pub overlay: Overlay<'a>,
    /// Number of the block in the session.
    pub block: usize,
}

/// A comparison of two blocks.
#[derive(Debug)]
pub struct Comparison<'a> {
    left: BlockOf<'a>,
    right: BlockOf<'a>,
    /// Lines in the order of the left, with lines only on the right at their
    /// position there.
    pub lines: Vec<Line>,
    /// Tables before the blocks.
    pub before: ComparedTables,
    /// Tables after the blocks, or at their errors.
    pub after: ComparedTables,
}

/// A comparison with a range of its lines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Compared"))]
pub struct View {
    /// Overall verdict.
    pub verdict: ComparedVerdict,
    /// Number of lines by relation.
    pub counts: ComparedCounts,
    /// Totals of the left.
    pub left: Sums,
    /// Totals of the right.
    pub right: Sums,
    /// Tables before the blocks.
    pub before: ComparedTables,
    /// Tables after the blocks, or at their errors.
    pub after: ComparedTables,
    /// Number of lines.
    pub total: usize,
    /// Number of the first line in `lines`.
    pub from: usize,
    /// Lines from `from` on.
    pub lines: Vec<LineView>,
}

/// A human-readable line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedLine"))]
pub struct LineView {
    /// Relation of the two sides.
    pub what: LineChange,
    /// Whether its position in the field order differs.
    pub moved: bool,
    /// Left side.
    pub left: Option<SideView>,
    /// Right side.
    pub right: Option<SideView>,
}

/// One side of a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedSide"))]
#[serde(rename_all = "camelCase")]
pub struct SideView {
    /// Number of the row in its session.
    pub row: usize,
    /// Offset in the block.
    pub start: u32,
    /// Size on the wire, bytes.
    pub bytes: u32,
    /// Kind of the representation.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub representation: &'static str,
    /// Index on the wire, if any.
    pub index: Option<u32>,
    /// Whether the name is Huffman-coded; `None` if indexed.
    pub name_huffman: Option<bool>,
    /// Whether the value is Huffman-coded; `None` if indexed.
    pub value_huffman: Option<bool>,
    /// Length of the whole name, bytes; 0 if unknown.
    pub name_bytes: u32,
    /// Length of the whole value, bytes; 0 if unknown.
    pub value_bytes: u32,
    /// Name; `None` if unknown or a size update.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// Value; `None` if unknown; the maximum for a size update.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Item that inserted the name, if there is no room for the name.
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_of: Option<InsertedBy>,
    /// Item that inserted the value, if there is no room for the value.
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_of: Option<InsertedBy>,
}

/// Format of names and values.
#[derive(Clone, Copy, Debug)]
pub enum Strings<'a> {
    /// For display, truncated to this number of bytes.
    Shown(usize),
    /// Whole, with U+FFFD in place of invalid UTF-8, until the budget is spent;
    /// then as references to entries.
    Whole(&'a OutputBudget),
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
    /// Compares two blocks in O(n log n) time. Panics if a block is out of
    /// range.
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
                    relation(fields, (left, rows.0), (right, rows.1))
                }
                (Some(_), None) => LineChange::Left,
                (None, _) => LineChange::Right,
            };
            Line {
                change: what,
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

    /// Counts the lines by relation.
    pub fn counts(&self) -> ComparedCounts {
        let mut counts = ComparedCounts::default();
        for line in &self.lines {
            counts.moved += usize::from(line.moved);
            *match line.change {
                LineChange::Same => &mut counts.same,
                LineChange::Encoding => &mut counts.encoding,
                LineChange::Value => &mut counts.value,
                LineChange::Unknown => &mut counts.unknown,
                LineChange::Left => &mut counts.left,
                LineChange::Right => &mut counts.right,
            } += 1;
        }
        counts
    }

    /// Returns the overall verdict.
    pub fn verdict(&self) -> ComparedVerdict {
        let [left, right] = [self.left, self.right].map(|side| (side.overlay.session, side.block));
        ComparedVerdict::of(self.has_same_fields(), left, right)
    }

    /// Whether the decoded fields of both sides are the same, in the same order.
    pub fn has_same_fields(&self) -> bool {
        let counts = self.counts();
        counts.same + counts.encoding == self.lines.len() && counts.moved == 0
    }

    /// Returns the totals of the left and the right.
    pub fn sums(&self) -> [Sums; 2] {
        [self.left, self.right].map(|side| Sums::of(side.overlay.session, side.block))
    }

    /// Formats a line.
    pub fn line(&self, line: &Line, strings: Strings<'_>) -> LineView {
        LineView {
            what: line.change,
            moved: line.moved,
            left: line.left.and_then(|row| side(self.left, row, strings)),
            right: line.right.and_then(|row| side(self.right, row, strings)),
        }
    }

    /// Returns the comparison with lines `from..to`, names and values truncated
    /// to `most` bytes.
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

fn relation(
    fields: (Field, Field),
    (left, at_left): (BlockOf<'_>, usize),
    (right, at_right): (BlockOf<'_>, usize),
) -> LineChange {
    if !is_known(fields.0) || !is_known(fields.1) {
        return LineChange::Unknown;
    }
    if fields.0 != fields.1 {
        return LineChange::Value;
    }
    let left_bytes = left.bytes_of(&left.overlay.session.rows()[at_left]);
    if left_bytes == right.bytes_of(&right.overlay.session.rows()[at_right]) {
        LineChange::Same
    } else {
        LineChange::Encoding
    }
}

/// Matches fields by position and reports whether they moved: first equal
/// fields in the same order, then equal fields elsewhere, then fields of the
/// same name within the same gap, then fields of the same name elsewhere; the
/// rest stays unmatched.
fn pairs(left: &[Field], right: &[Field]) -> Vec<(Option<usize>, Option<usize>, bool)> {
    let anchors = align(left, right);
    let mut pairing = Pairing::new(left.len(), right.len());
    for &(at, place) in &anchors {
        pairing.pair(at, place);
    }
    let gaps_left = gap_numbers(left.len(), anchors.iter().map(|&(at, _)| at));
    let gaps_right = gap_numbers(right.len(), anchors.iter().map(|&(_, place)| place));
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
    let unmatched = |range: Range<usize>| {
        let unmatched = range.filter(|&place| pairing.of_right[place].is_none());
        unmatched.map(|place| (None, Some(place), false))
    };
    for (at, moved) in moved.into_iter().enumerate() {
        if let Some((_, place)) = anchors.next_if(|anchor| anchor.0 == at) {
            pairs.extend(unmatched(next..place));
            next = place + 1;
        }
        pairs.push((Some(at), pairing.of_left[at], moved));
    }
    pairs.extend(unmatched(next..right.len()));
    pairs
}

/// For each position, the number of anchors before it.
fn gap_numbers(places: usize, anchors: impl Iterator<Item = usize>) -> Vec<u32> {
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
                return (Some(truncated(bytes, most)), None);
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
