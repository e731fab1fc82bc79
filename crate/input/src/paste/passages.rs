//! Elements to passages: what is one run of bytes, or rows of one kind, with
//! its label and its side.

use hpack::Snapshot;
use http2::frame::sender_of_block;

use super::{
    Fault,
    bytes::Bytes,
    gap::Gap,
    joints::{self, Joint},
    lexer::{Element, Kind, Run, Shape},
    reading::{Reading, Source},
    settings::Setting,
    sides::{self, Side},
    text::{is_blank, is_word, line_start, near_line_end},
};
use crate::{RefusalKind, Sender};

/// Elements that are read together.
pub(super) struct Passage {
    /// The numbers of its first and last element, and where they are.
    pub(super) numbers: (usize, usize),
    pub(super) range: (usize, usize),
    first: Kind,
    last: Kind,
    /// Whether they are operands of one expression, and not rows.
    pub(super) is_joined: bool,
    /// The text that names it.
    pub(super) label: (usize, usize),
    /// Whether the label is on the line of the first bytes.
    pub(super) is_labelled: bool,
    pub(super) side: Option<Side>,
    pub(super) sender: Sender,
    /// What is before it, since the passage before.
    pub(super) gap: Gap,
    /// Settings before it, in order.
    pub(super) settings: Vec<Setting>,
    /// All that it can mean, once it was read.
    pub(super) readings: Result<Vec<Reading>, Fault>,
    /// Whether numbers beside its bytes were left out.
    pub(super) is_trimmed: bool,
    /// Whether something beside it belongs to it and has no bytes here.
    pub(super) is_torn: bool,
    /// A sign near it that says that bytes were left out.
    pub(super) cut: Option<usize>,
}

impl Passage {
    pub(super) fn start(&self) -> usize {
        self.range.0
    }

    pub(super) fn end(&self) -> usize {
        self.range.1
    }

    /// What its first element is.
    pub(super) fn kind(&self) -> Kind {
        self.first
    }

    /// The readings without numbers at the start and end of each row, if these
    /// can be explained.
    pub(super) fn read_without(
        &self,
        source: &Source<'_>,
        without: (usize, usize),
    ) -> Option<Vec<Reading>> {
        let rows = self.elements(source);
        let runs = || {
            rows.iter().filter_map(|row| match &row.kind {
                Kind::Run(run) => Some(source.elements.shapes_of(run)),
                _ => None,
            })
        };
        let number = |shape: &Shape, at: u32| {
            let start = (shape.start + at * shape.step) as usize + usize::from(shape.prefix);
            source.raw.get(start..start + shape.width as usize)
        };
        let mut explained = [true; 3];
        let mut before: Option<u64> = None;
        let mut count = 0;
        let is_list = |row: &Element| matches!(row.kind, Kind::Run(run) if run.bracket != 0 || run.separator == b',');
        if rows.iter().any(is_list) {
            return None;
        }
        for shapes in runs() {
            let total: u32 = shapes.iter().map(|shape| shape.count).sum();
            let (edge, at, next) = match without {
                (0, _) => {
                    let last = shapes.last()?;
                    (
                        last,
                        last.count - 1,
                        if last.count > 1 {
                            last
                        } else {
                            shapes.get(shapes.len().checked_sub(2)?)?
                        },
                    )
                }
                _ => (
                    &shapes[0],
                    0,
                    if shapes[0].count > 1 {
                        &shapes[0]
                    } else {
                        shapes.get(1)?
                    },
                ),
            };
            if total < 3 {
                return None;
            }
            let value: Option<u64> = number(edge, at)?.parse().ok();
            let bytes: u32 = shapes
                .iter()
                .map(|shape| shape.count * (shape.width / 2))
                .sum::<u32>()
                - edge.width / 2;
            // The last group of a row can be shorter.
            explained[0] &= edge.width > next.width || without.0 > 0 && edge.width < next.width;
            explained[1] &= value == Some(bytes.into());
            explained[2] &=
                value.is_some() && before.is_none_or(|before| value == Some(before + 1));
            before = value;
            count += 1;
        }
        let is_explained = explained[0] || explained[1] || explained[2] && count > 1;
        is_explained
            .then(|| source.readings(rows, without).ok())
            .flatten()
    }

    /// Whether it is a number, or a few as in a time, that nothing encloses.
    fn is_minor(&self, source: &Source<'_>) -> bool {
        let is_short = matches!(self.first, Kind::Run(_)) && self.end() - self.start() < 11;
        let is_time = matches!(self.first, Kind::Run(run) if matches!(run.separator, b':' | b'-'));
        self.is_number(source) || is_short && is_time && !self.is_enclosed(source.plain)
    }

    /// Whether it is one number of at most three digits.
    pub(super) fn is_number(&self, source: &Source<'_>) -> bool {
        let is_short = |run: &Run| {
            let shapes = source.elements.shapes_of(run);
            matches!(shapes, [shape] if shape.count == 1 && shape.width < 4)
        };
        self.numbers.0 == self.numbers.1 && matches!(&self.first, Kind::Run(run) if is_short(run))
    }

    /// Its elements, and comments among them.
    fn elements<'a>(&self, source: &Source<'a>) -> &'a [Element] {
        &source.elements.list[self.numbers.0..=self.numbers.1]
    }

    fn push(&mut self, number: usize, element: &Element) {
        self.numbers.1 = number;
        self.range.1 = element.end as usize;
        self.last = element.kind;
    }

    /// The bracket before it, if it is a list.
    pub(super) fn bracket(&self) -> Option<u8> {
        match self.first {
            Kind::Run(run) => Some(run.bracket).filter(|bracket| *bracket != 0),
            _ => None,
        }
    }

    /// Whether nothing of it is missing.
    pub(super) fn is_readable(&self) -> bool {
        !self.is_torn && self.cut.is_none()
    }

    /// The table that the text says its first block meets.
    pub(super) fn snapshot(&self, initial: Option<u32>) -> Option<Snapshot> {
        let size = initial.unwrap_or(4096);
        let mut snapshot: Option<Snapshot> = None;
        for setting in &self.settings {
            let Setting::Entry(index, name, value) = setting else {
                continue;
            };
            let fresh = || Snapshot {
                maximum: size,
                limit: size,
                ..Snapshot::default()
            };
            let entries = &mut snapshot.get_or_insert_with(fresh).entries;
            let at = *index as usize - 62;
            entries.resize(entries.len().max(at + 1), (None, None));
            entries[at] = (Some(name.clone()), Some(value.clone()));
        }
        snapshot
    }

    /// Whether it is written as another is.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self.first, other.first) {
            (Kind::Run(one), Kind::Run(two)) => {
                (one.style, one.bracket) == (two.style, two.bracket)
            }
            (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
        }
    }

    /// The changes of the limit before it.
    pub(super) fn limits(&self) -> impl Iterator<Item = u32> {
        self.settings.iter().filter_map(|setting| match setting {
            Setting::Limit(limit) => Some(*limit),
            _ => None,
        })
    }

    /// Whether it ends where it ends whatever is beside it.
    pub(super) fn is_apart(&self, plain: &[u8]) -> bool {
        matches!(self.first, Kind::Literal | Kind::Dump(_)) || self.is_enclosed(plain)
    }

    /// Whether brackets or quotes are around it.
    pub(super) fn is_enclosed(&self, plain: &[u8]) -> bool {
        let before = plain[..self.start()].trim_ascii_end().last().copied();
        let behind = plain[self.end()..].trim_ascii_start().first().copied();
        let is_quoted = matches!(before, Some(b'"' | b'\'' | b'`')) && behind == before;
        let is_list = |run: Run| run.bracket != 0 && (run.bracket != b'(' || run.separator != 0);
        is_quoted || matches!(self.first, Kind::Run(run) if is_list(run))
    }
}

/// Whether a run is in quotes or brackets.
fn is_enclosed(element: &Element, plain: &[u8]) -> bool {
    let Kind::Run(run) = element.kind else {
        return false;
    };
    let before = (element.start as usize)
        .checked_sub(1)
        .map(|before| plain[before]);
    let behind = plain.get(element.end as usize).copied();
    let is_list = run.bracket != 0 && (run.bracket != b'(' || run.separator != 0);
    is_list || matches!(before, Some(b'"' | b'\'' | b'`')) && behind == before
}

/// Whether nothing but a separator, a quote or a comment is behind `at` in its line.
pub(super) fn ends_line(plain: &[u8], at: usize) -> bool {
    let rest = &plain[at..near_line_end(plain, at)];
    let rest = rest.trim_ascii();
    match rest {
        [] | [b'#' | b';', ..] | [b'-', b'-', ..] | [b'/', b'/' | b'*', ..] => true,
        [b'"' | b'\'' | b'`'] | [b'"' | b'\'', b'\\' | b')' | b';' | b','] => true,
        [separator, rest @ ..] => matches!(separator, b',' | b':' | b'\\') && rest.is_empty(),
    }
}

/// Whether `next` is another row of what `last` is a row of.
fn is_row(last: &Element, next: &Element, gap: Gap, source: &Source<'_>) -> bool {
    if let (Kind::Dump(one), Kind::Dump(other)) = (last.kind, next.kind) {
        let dumps = &source.elements.dumps;
        return dumps[other as usize].follows(&dumps[one as usize], gap);
    }
    let (from, to) = (last.end as usize, next.start as usize);
    let plain = source.plain;
    let prefix = |at: usize| &plain[line_start(plain, at)..at];
    let is_number = |element: &Element| element.end - element.start < 4;
    let before = prefix(last.start as usize);
    let is_labelled = before.iter().any(|&byte| is_word(byte));
    // The same words before each row are no part of it.
    let is_alike = is_labelled
        && prefix(to) == before
        && plain[from..to].trim_ascii_end().len() < before.len() + 2;
    let unlike = match is_alike {
        true => Gap::BLANK_LINE | Gap::CUT,
        false => Gap::BLANK_LINE | Gap::WORDS | Gap::CUT | Gap::MARK,
    };
    if !gap.has(Gap::LINE) || gap.has(unlike) || is_labelled && is_number(last) {
        return false;
    }
    let is_plain = is_alike || !gap.has(Gap::PUNCTUATION);
    // What one side of a connection sent is indented where it is followed.
    let is_indented = |at: usize| prefix(at).starts_with(b"\t");
    if is_indented(last.start as usize) != is_indented(next.start as usize) {
        return false;
    }
    match (last.kind, next.kind) {
        (Kind::Run(one), Kind::Run(other)) => {
            let is_alike = one.style == other.style
                && (one.separator == other.separator || one.separator == 0 || other.separator == 0);
            let is_open = one.bracket == 0 && other.bracket == 0;
            let is_line = ends_line(source.plain, next.end as usize);
            let between = source.plain[from..to].trim_ascii();
            let is_plain = is_plain || !between.is_empty() && between == [one.separator];
            if !is_line {
                return false;
            }
            is_alike
                && is_open
                && (is_plain || joints::joint(source.plain, from, to) == Joint::Adjacent)
        }
        (Kind::Literal, Kind::Literal) => is_plain,
        (Kind::Base64, Kind::Base64) | (Kind::Percent, Kind::Percent) => is_plain,
        _ => false,
    }
}

/// Whether `next` is the other operand of what `last` is one of.
/// The expression begins at `start`.
fn is_operand(last: &Element, next: &Element, gap: Gap, source: &Source<'_>, start: usize) -> bool {
    let can = |kind: Kind| matches!(kind, Kind::Literal | Kind::Plain);
    let can = |element: &Element| can(element.kind) || is_enclosed(element, source.plain);
    if !can(last) || !can(next) || gap.has(Gap::CUT) {
        return false;
    }
    let is_string = |kind: Kind| matches!(kind, Kind::Literal | Kind::Plain);
    let (from, to) = (last.end as usize, next.start as usize);
    if to - from > 200 {
        return false;
    }
    match joints::joint(source.plain, from, to) {
        Joint::Operator => true,
        Joint::Adjacent => {
            let before = source.plain[..start].trim_ascii_end().last();
            let is_continued =
                source.plain[from..to].contains(&b'\\') || matches!(before, Some(b'(' | b'='));
            let is_plain = next.kind == Kind::Plain;
            is_string(last.kind)
                && is_string(next.kind)
                && (!gap.has(Gap::LINE) || is_continued || is_plain)
        }
        Joint::Comma => {
            let line = start.saturating_sub(120);
            let before = &source.raw.as_bytes()[line..start];
            let end = next.end as usize;
            let behind =
                &source.raw.as_bytes()[end..near_line_end(source.plain, end).min(end + 24)];
            let has = |text: &[u8], name: &[u8]| text.windows(name.len()).any(|part| part == name);
            has(before, b"join '")
                || has(before, b"join(")
                || has(before, b"join \"")
                || has(before, b"concat(")
                || has(before, b"chain(")
                || has(behind, b".concat()")
        }
        Joint::Unknown | Joint::None => false,
    }
}

/// The passages of a text in order.
pub(super) fn passages(source: &Source<'_>) -> Vec<Passage> {
    let list = &source.elements.list;
    let mut passages: Vec<Passage> = Vec::new();
    let mut gap = Gap::default();
    let mut settings = Vec::new();
    for (number, element) in list.iter().enumerate() {
        gap = gap.with(element.gap);
        if let Kind::Setting(setting) = element.kind {
            settings.push(source.elements.settings[setting as usize].clone());
        }
        if !element.kind.has_bytes() {
            continue;
        }
        let own = std::mem::take(&mut gap);
        let joins = passages
            .last_mut()
            .filter(|_| settings.is_empty())
            .is_some_and(|last| {
                let before = list[last.numbers.1];
                let is_first = last.numbers.0 == last.numbers.1;
                let is_joined = (is_first || last.is_joined)
                    && is_operand(&before, element, own, source, last.range.0);
                let is_row = (is_first || !last.is_joined) && is_row(&before, element, own, source);
                last.is_joined |= is_joined;
                if is_joined || is_row {
                    last.push(number, element);
                }
                is_joined || is_row
            });
        if !joins {
            passages.push(Passage {
                numbers: (number, number),
                range: (element.start as usize, element.end as usize),
                first: element.kind,
                last: element.kind,
                is_joined: false,
                label: (0, 0),
                is_labelled: false,
                side: None,
                sender: Sender::Unknown,
                gap: own,
                settings: std::mem::take(&mut settings),
                readings: Ok(Vec::new()),
                is_trimmed: false,
                is_torn: false,
                cut: None,
            });
        }
    }
    // A string of words alone is none.
    passages.retain(|passage| {
        passage
            .elements(source)
            .iter()
            .any(|element| element.kind.has_bytes() && element.kind != Kind::Plain)
    });
    label(&mut passages, source);
    sides_by_indent(&mut passages, source);
    passages
}

/// Finds labels, sides and what is torn or cut.
fn label(passages: &mut [Passage], source: &Source<'_>) {
    let plain = source.plain;
    let mut before = source.start;
    let mut last_end = source.start;
    let mut side = None;
    let starts: Vec<usize> = passages.iter().map(Passage::start).collect();
    for (n, passage) in passages.iter_mut().enumerate() {
        let (start, end) = (passage.start(), passage.end());
        // Of a list the label is before its bracket, maybe in another line.
        let is_list = matches!(passage.first, Kind::Run(run) if run.bracket != 0);
        let opening = |byte: &u8| is_blank(*byte) || matches!(byte, b'\n' | b'[' | b'{' | b'(');
        let anchor = match is_list {
            true => {
                start
                    - plain[before.min(start)..start]
                        .iter()
                        .rev()
                        .take_while(|byte| opening(byte))
                        .count()
            }
            false => start,
        };
        let is_minor = passage.is_minor(source);
        // The label of a number is what is next to it.
        let near = if is_minor {
            anchor.saturating_sub(60)
        } else {
            0
        };
        let line = line_start(plain, anchor).max(before).max(near);
        passage.is_labelled = plain[line..anchor].iter().any(|&byte| is_word(byte));
        let heading = match passage.is_labelled {
            true => Some((line, anchor)),
            false => heading(plain, last_end.max(before), line),
        };
        passage.label = heading.unwrap_or((line, start));
        let next = starts.get(n + 1).copied().unwrap_or(plain.len());
        let rest = near_line_end(plain, end).min(next);
        let own = own_side(source, passage, before, line, rest);
        side = own.or(side);
        passage.side = side;
        let is_string = !matches!(passage.first, Kind::Dump(_) | Kind::Base64 | Kind::Percent);
        passage.is_torn = is_string
            && (joints::is_appended(plain, end) || joints::is_prepended(plain, start))
            || passage.elements(source).iter().any(|element| {
                element.kind == Kind::Unclosed || matches!(element.kind, Kind::Run(run) if run.torn)
            });
        passage.cut = cut_mark(source, passage, (line, start), next);
        // Numbers in a heading leave it one.
        if !is_minor || !passage.is_labelled {
            last_end = end;
        }
        // A number, or a time, is part of the next label.
        if !is_minor {
            before = end;
        }
    }
}

/// Where no side is named, what is indented is what the second peer sent, as
/// in a stream that Wireshark follows.
fn sides_by_indent(passages: &mut [Passage], source: &Source<'_>) {
    let is_long = |passage: &Passage| passage.end() - passage.start() >= MOST_OF_A_HEADER;
    let indent = |passage: &Passage| {
        let line = line_start(source.plain, passage.start());
        let blanks = &source.plain[line..passage.start()];
        blanks.iter().all(|&byte| is_blank(byte)).then(|| {
            blanks.contains(&b'\t') || blanks.len() > 3 && matches!(passage.first, Kind::Dump(_))
        })
    };
    let long = || passages.iter().filter(|passage| is_long(passage));
    let has = |wanted: bool| long().any(|passage| indent(passage) == Some(wanted));
    if long().any(|passage| passage.side.is_some()) || !has(true) || !has(false) {
        return;
    }
    for passage in passages.iter_mut().filter(|passage| is_long(passage)) {
        passage.side = indent(passage).map(|is_second| Side::Numbered(u8::from(is_second)));
    }
}

/// Digits of a frame's header.
const MOST_OF_A_HEADER: usize = 18;

/// The last line with words before `line`, which begins behind `before`.
fn heading(plain: &[u8], before: usize, line: usize) -> Option<(usize, usize)> {
    let mut end = line;
    if line > 0 && plain[line - 1] != b'\n' {
        return None;
    }
    for _ in 0..4 {
        end = end.checked_sub(1).filter(|&end| end > before)?;
        let start = line_start(plain, end);
        // What ends in the line of other bytes is about those.
        if start < before {
            return None;
        }
        let line = plain[start..end].trim_ascii_start();
        if line.iter().any(|&byte| is_word(byte)) && !line.starts_with(b"# ") {
            return Some((start, end));
        }
        end = start;
    }
    None
}

/// The side that the text beside a passage names.
fn own_side(
    source: &Source<'_>,
    passage: &Passage,
    before: usize,
    line: usize,
    rest: usize,
) -> Option<Side> {
    let (raw, plain) = (source.raw, source.plain);
    let start = passage.start();
    let text = |from: usize, to: usize| raw.get(from..to).unwrap_or_default();
    let mark = text(line, start);
    let mark = match passage.first {
        Kind::Run(run) if run.bracket != 0 => mark.trim_end_matches(['<', '[', '{', '(', ' ']),
        _ => mark,
    };
    // Before every row of a dump, it is a quoted mail's.
    let is_quoted =
        matches!(passage.first, Kind::Dump(_)) && plain[start..passage.end()].contains(&b'\n');
    if !(is_quoted && mark.trim() == ">")
        && let Some(side) = sides::side(mark)
    {
        return Some(side);
    }
    let behind = text(passage.end(), rest);
    let has_key = [
        "\"dir\"",
        "\"direction\"",
        "\"from\"",
        "\"sender\"",
        "\"side\"",
    ]
    .iter()
    .any(|key| behind.contains(key));
    if has_key && let Some(side) = sides::side(behind) {
        return Some(side);
    }
    let mut end = line;
    if line > 0 && plain[line - 1] != b'\n' {
        return None;
    }
    for _ in 0..6 {
        end = end.checked_sub(1).filter(|&end| end > before)?;
        let from = line_start(plain, end);
        if from < before && before > 0 {
            return None;
        }
        let heading = text(from, end);
        // A member of a data structure names no side of others.
        let text = heading.trim();
        let is_member = text.starts_with('"') && !text.ends_with(['{', '[', ':']);
        if is_member || text.ends_with([',', '}', ']']) {
            return None;
        }
        if let Some(side) = sides::side(heading) {
            return Some(side);
        }
        end = from;
    }
    None
}

/// A sign within 40 characters behind a passage, or before it on its line,
/// that bytes were left out.
fn cut_mark(
    source: &Source<'_>,
    passage: &Passage,
    (line, start): (usize, usize),
    next: usize,
) -> Option<usize> {
    let plain = source.plain;
    let is_mark = |at: usize| plain[at] == super::text::ELLIPSIS || plain[at..].starts_with(b"...");
    let end = passage.end();
    let behind = (end..near_line_end(plain, end).min(end + 40).min(next))
        .take_while(|&at| !is_word(plain[at]) || plain[at].is_ascii_digit())
        .find(|&at| is_mark(at));
    let before = || {
        (line..start).find(|&at| is_mark(at) && plain[at..start].iter().all(|&byte| !is_word(byte)))
    };
    // A dump has proofs of its own.
    if matches!(passage.first, Kind::Dump(_)) {
        return None;
    }
    let is_sentence = |at: usize| at > 0 && is_word(plain[at - 1]) && at != end;
    behind
        .or_else(before)
        .filter(|&at| !is_sentence(at) && !is_characters(plain, end, at))
}

/// Whether what is behind a run is the column of its characters, and no mark.
fn is_characters(plain: &[u8], end: usize, at: usize) -> bool {
    at > end + 2
        && plain[end..at].iter().all(|&byte| is_blank(byte))
        && plain[at..near_line_end(plain, at)]
            .iter()
            .all(|&byte| byte == b'.')
}

impl Passage {
    /// Reads the passage in each notation that fits.
    pub(super) fn read(&mut self, source: &Source<'_>) {
        if !matches!(&self.readings, Ok(readings) if readings.is_empty()) {
            return;
        }
        self.readings = if self.is_joined {
            self.read_operands(source)
        } else {
            source.readings(self.elements(source), (0, 0))
        };
    }

    /// The operands put together; strings of words at both ends are no
    /// operands if it reads better without them.
    fn read_operands(&self, source: &Source<'_>) -> Result<Vec<Reading>, Fault> {
        let is_plain = |element: &&Element| element.kind == Kind::Plain;
        let elements: Vec<Element> = self
            .elements(source)
            .iter()
            .copied()
            .filter(|element| element.kind.has_bytes())
            .collect();
        let first = elements.iter().take_while(is_plain).count();
        let last = elements.iter().rev().take_while(is_plain).count();
        let mut readings: Vec<Reading> = Vec::new();
        let all = elements.len();
        let mut parts = Vec::with_capacity(all);
        for element in &elements {
            parts.push(source.readings(&[*element], (0, 0))?);
        }
        let most = parts.iter().map(Vec::len).max().unwrap_or(0);
        for (from, to) in [(0, all), (first, all), (0, all - last), (first, all - last)] {
            for dialect in 0..most {
                let mut bytes = Bytes::default();
                let chosen = parts[from..to]
                    .iter()
                    .map(|part| &part[dialect.min(part.len() - 1)]);
                chosen.for_each(|reading| bytes.extend(&reading.all));
                if readings.iter().all(|other| other.all.bytes != bytes.bytes) {
                    let own = &parts[first][dialect.min(parts[first].len() - 1)];
                    readings.push(Reading {
                        ends: vec![bytes.bytes.len() as u32],
                        all: bytes,
                        is_joined: true,
                        is_certain: true,
                        detail: "operands of an expression",
                        format: own.format,
                    });
                }
            }
        }
        if readings.is_empty() {
            Err(Fault::whole(RefusalKind::Prose, "There are no bytes here."))
        } else {
            Ok(readings)
        }
    }

    /// A heading can name who received a block: what it holds tells better.
    pub(super) fn correct_sender(&mut self) {
        let is_named = matches!(self.side, Some(Side::Is(_)));
        let is_heading = is_named && !self.is_labelled && !self.gap.has(Gap::MARK);
        if let Some(sender) = self.sender_by_content().filter(|_| is_heading) {
            self.sender = sender;
        }
    }

    /// Who sent it by what it holds, if that tells.
    pub(super) fn sender_by_content(&self) -> Option<Sender> {
        let reading = self.readings.as_ref().ok()?.first()?;
        let bytes = &reading.all.bytes;
        if super::content::is_frames(bytes) {
            http2::frame::infer_sender(bytes)
        } else {
            sender_of_block(&bytes[..bytes.len().min(1 << 12)])
        }
    }
}

/// Who the sides are: those of a log and numbered peers are told by what they
/// sent. Returns whether that had to be guessed.
pub(super) fn resolve_sides(passages: &mut [Passage], source: &Source<'_>) -> bool {
    let is_open = |passage: &&mut Passage| {
        matches!(
            passage.side,
            Some(Side::Own | Side::Peer | Side::Numbered(_))
        )
    };
    // The first ones tell as much as all.
    let open = passages.iter_mut().filter(is_open).take(100);
    open.for_each(|passage| passage.read(source));
    let has = |side: Side| passages.iter().any(|passage| passage.side == Some(side));
    let is_log = has(Side::Own) && has(Side::Peer);
    let told = |side: Side| {
        passages
            .iter()
            .filter(|passage| passage.side == Some(side))
            .find_map(Passage::sender_by_content)
    };
    let own = told(Side::Own).or_else(|| told(Side::Peer).map(Sender::peer));
    let first = told(Side::Numbered(0))
        .or_else(|| told(Side::Numbered(1)).map(Sender::peer))
        .unwrap_or(Sender::Client);
    for passage in passages {
        passage.sender = match passage.side {
            Some(Side::Is(sender)) => sender,
            Some(Side::Own) if is_log => own.unwrap_or(Sender::Client),
            Some(Side::Peer) if is_log => own.unwrap_or(Sender::Client).peer(),
            Some(Side::Numbered(0)) => first,
            Some(Side::Numbered(_)) => first.peer(),
            _ => Sender::Unknown,
        };
    }
    is_log && own.is_none()
}
