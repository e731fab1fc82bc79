//! Finds which elements could belong together: rows, operands, series.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
};

use super::{
    super::{
        lexer::{Element, Kind},
        number::Style,
        operands::{self, Joint},
        reading::Reading,
        series,
        text::{is_blank, line_start},
    },
    ALL_SEGMENTS, Join, Span, SpanContent, Text, is_blank_line,
};
use crate::Place;

/// What columns and rows have in common.
#[derive(Default)]
pub(super) struct Done {
    /// Rows whose segments were added.
    rows: HashSet<Rc<[u32]>>,
    /// First and last row and the number of rows of each segment.
    segments: HashSet<(u32, u32, usize)>,
}

impl Text<'_> {
    /// Groups elements that begin in one column, or after the same words.
    pub(super) fn find_columns(&mut self, done: &mut Done) {
        let plain = self.plain();
        let mut columns: HashMap<(usize, u64), Vec<u32>> = HashMap::new();
        let mut order = Vec::new();
        for p in 0..self.len() {
            let element = self.element(p);
            if element.kind == Kind::Plain {
                continue;
            }
            let at = element.start as usize;
            let line = line_start(plain, at);
            if line > 0 && plain[line - 1] != b'\n' {
                continue;
            }
            let before = &plain[line..at];
            let is_first = !strip_margin(before).iter().any(u8::is_ascii_alphanumeric);
            let mut hasher = DefaultHasher::new();
            style_of(element).hash(&mut hasher);
            let mut column = usize::MAX;
            if is_first {
                column = before.len();
                if matches!(element.kind, Kind::Dump(_)) {
                    let is_margin = |byte: &&u8| is_blank(**byte) || b"|>".contains(byte);
                    column += plain[at..].iter().take_while(is_margin).count();
                }
            } else {
                for &byte in before {
                    hasher.write_u8(if byte.is_ascii_digit() { b'0' } else { byte });
                }
            }
            let key = (column, hasher.finish());
            columns
                .entry(key)
                .or_insert_with(|| {
                    order.push(key);
                    Vec::new()
                })
                .push(p as u32);
        }
        for key in order {
            let column = columns.remove(&key).unwrap_or_default();
            let mut part: Vec<u32> = Vec::new();
            for p in column {
                if let Some(&last) = part.last() {
                    let gap = self.text_between(last as usize, p as usize);
                    let near = &gap[..gap.len().min(1201)];
                    match near.iter().filter(|&&byte| byte == b'\n').count() {
                        0 if gap.len() < 1201 => continue,
                        lines if lines > 12 || gap.len() > 1200 => {
                            self.add_rows(std::mem::take(&mut part), done);
                        }
                        _ => {}
                    }
                }
                if part
                    .last()
                    .is_some_and(|&last| self.parts_blocks(last as usize, p as usize))
                {
                    self.add_rows(std::mem::take(&mut part), done);
                }
                part.push(p);
            }
            self.add_rows(part, done);
        }
    }

    /// Whether a setting is between two elements, a dump begins again, or a blank
    /// line parts blocks.
    fn parts_blocks(&self, one: usize, next: usize) -> bool {
        let between = &self.source.elements.list[self.base[one] as usize..self.base[next] as usize];
        let dumps = &self.source.elements.dumps;
        let is_again = match (self.element(one).kind, self.element(next).kind) {
            (Kind::Dump(one), Kind::Dump(next)) => {
                dumps[next as usize].begins_again(&dumps[one as usize])
            }
            _ => false,
        };
        let is_part =
            self.is_strict && !self.is_dump(next) && is_blank_line(self.text_between(one, next));
        is_again
            || is_part
            || between
                .iter()
                .any(|element| matches!(element.kind, Kind::Setting(_)))
    }

    /// Groups elements without words between.
    pub(super) fn find_rows(&mut self, done: &mut Done) {
        let mut part: Vec<u32> = Vec::new();
        let is_joint =
            |byte: &u8| byte.is_ascii_whitespace() || b"\0\x0b>|+,;:*#\\-".contains(byte);
        // Among words, runs in one line are not rows.
        let least = usize::from(!self.is_strict);
        for p in 0..self.len() {
            if let Some(&last) = part.last() {
                let (one, next) = (self.element(last as usize), self.element(p));
                let gap = match self.is_strict {
                    true => &self.joint_text(last as usize, p)[..],
                    false => self.text_between(last as usize, p),
                };
                let is_next = style_of(one) == style_of(next)
                    && std::mem::discriminant(&one.kind) == std::mem::discriminant(&next.kind)
                    && next.kind != Kind::Plain
                    && gap.len() < 60
                    && gap.iter().all(is_joint)
                    && (least..4).contains(&gap.iter().filter(|&&byte| byte == b'\n').count())
                    && !self.parts_blocks(last as usize, p)
                    && (!self.is_many() || self.mark(last as usize) == self.mark(p));
                if !is_next {
                    self.add_rows(std::mem::take(&mut part), done);
                }
            }
            part.push(p as u32);
        }
        self.add_rows(part, done);
    }

    /// Adds the segments of rows as spans.
    fn add_rows(&mut self, rows: Vec<u32>, done: &mut Done) {
        let rows: Rc<[u32]> = rows.into();
        if rows.len() < 2 || !done.rows.insert(rows.clone()) || self.are_lines(&rows) {
            return;
        }
        self.mark_even(&rows);
        for (from, to) in self.segments(&rows) {
            let members: Rc<[u32]> = if to - from + 1 == rows.len() {
                rows.clone()
            } else {
                rows[from..=to].into()
            };
            let (first, last) = (members[0], members[members.len() - 1]);
            if self.blocks == super::super::Blocks::Blank
                && !self.is_paragraph(first, last, &members)
            {
                continue;
            }
            if self.blocks == super::super::Blocks::Blank && self.is_strict {
                self.paragraphs.extend(members.iter());
            }
            if done.segments.insert((first, last, members.len())) {
                self.spans.push(Span {
                    first,
                    join: Join::Rows,
                    members,
                    content: SpanContent::Rows,
                });
            }
        }
    }

    /// Whether rows are all of what is between blank lines.
    fn is_paragraph(&self, first: u32, last: u32, members: &[u32]) -> bool {
        let (first, last) = (first as usize, last as usize);
        let is_start = first == 0 || is_blank_line(self.text_between(first - 1, first));
        let is_end = last + 1 == self.len() || is_blank_line(self.text_between(last, last + 1));
        let mut pairs = members.windows(2);
        is_start
            && is_end
            && !pairs.any(|two| is_blank_line(self.text_between(two[0] as usize, two[1] as usize)))
    }

    /// Segments of rows to try: all of a few; of many, the whole, and parts
    /// between blank lines.
    fn segments(&self, rows: &[u32]) -> Vec<(usize, usize)> {
        let count = rows.len();
        let limit = ALL_SEGMENTS
            .iter()
            .find(|limit| self.len() <= limit.0)
            .map_or(2, |limit| limit.1);
        if count <= limit {
            return (0..count)
                .flat_map(|from| (from + 1..count).map(move |to| (from, to)))
                .collect();
        }
        let mut all = vec![(0, count - 1)];
        let mut from = 0;
        for to in 0..count {
            let is_last = to + 1 == count
                || is_blank_line(self.text_between(rows[to] as usize, rows[to + 1] as usize));
            if is_last {
                if to > from {
                    all.push((from, to));
                }
                from = to + 1;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Notes rows of equal length, with a shorter last one: a wrapped block.
    fn mark_even(&mut self, rows: &[u32]) {
        if rows.iter().any(|row| self.even.contains_key(row)) {
            return;
        }
        let is_next = |one: u32, next: u32| {
            let gap = self.text_between(one as usize, next as usize);
            gap.contains(&b'\n')
                && !gap
                    .iter()
                    .any(|byte| byte.is_ascii_alphabetic() || b"\"'".contains(byte))
                && !is_blank_line(gap)
        };
        let mut at = 0;
        let mut found = Vec::new();
        while at < rows.len() {
            let length = self.length(rows[at]);
            let mut end = at;
            while end + 1 < rows.len()
                && self.length(rows[end + 1]) == length
                && is_next(rows[end], rows[end + 1])
            {
                end += 1;
            }
            if (end > at || length >= 32)
                && end + 1 < rows.len()
                && self.length(rows[end + 1]) < length
                && is_next(rows[end], rows[end + 1])
            {
                end += 1;
            }
            if end > at && length >= 16 {
                found.push((at, end));
            }
            at = end + 1;
        }
        for (at, end) in found {
            for &row in &rows[at..=end] {
                self.even.insert(row, (rows[at], rows[end]));
            }
        }
    }

    pub(super) fn find_series(&mut self) {
        for found in series::find(self.plain()) {
            let starts = self.base.partition_point(|&n| {
                self.source.elements.list[n as usize].end as usize <= found.start
            });
            let ends = self.base.partition_point(|&n| {
                (self.source.elements.list[n as usize].start as usize) < found.end
            });
            if starts >= ends || matches!(self.element(starts).kind, Kind::Dump(_)) {
                continue;
            }
            // It does not go on in a comment.
            let (start, end) = (self.start(starts), self.end(ends - 1));
            let is_outside =
                |place: Place| (place.start as usize) < start || place.end as usize > end;
            if found.bytes.places.iter().any(is_outside) {
                continue;
            }
            // Not the rest of a list, nor what the user left out.
            let is_rest = !found.is_indexed && self.start(starts) < found.start;
            if is_rest && self.bracket(starts) != 0 || found.start < self.source.start {
                continue;
            }
            let members: Rc<[u32]> = (starts as u32..ends as u32).collect();
            if found.is_incomplete {
                self.torn.extend(members.iter());
                continue;
            }
            let mut reading = Reading::new(found.format, "numbered bytes");
            reading.all = found.bytes;
            reading.is_certain = found.is_indexed;
            reading.tag = "series";
            reading.end_row();
            if self
                .source
                .chosen
                .is_some_and(|chosen| chosen != reading.format)
            {
                continue;
            }
            self.spans.push(Span {
                first: members[0],
                join: Join::Series,
                members,
                content: SpanContent::Ready(Box::new(reading)),
            });
        }
    }

    /// Finds operands of one expression, and elements that continue others.
    pub(super) fn find_operands(&mut self) {
        let mut part: Vec<u32> = Vec::new();
        let mut has_operator = false;
        for p in 0..=self.len() {
            if let Some(&last) = part.last() {
                let next = (p < self.len())
                    .then(|| self.joint(last as usize, p, part[0] as usize))
                    .flatten();
                match next {
                    Some(joint) => {
                        has_operator |= joint == Joint::Operator;
                    }
                    None => {
                        let part = std::mem::take(&mut part);
                        self.add_operands(&part, has_operator);
                        has_operator = false;
                    }
                }
            }
            part.push(p as u32);
        }
    }

    /// How the element at `next` continues the expression.
    fn joint(&self, last: usize, next: usize, first: usize) -> Option<Joint> {
        let (one, other) = (self.element(last), self.element(next));
        let is_string = |element: &Element| matches!(element.kind, Kind::Literal | Kind::Plain);
        let is_enclosed = |element: &Element| {
            let before = self.plain()[..element.start as usize].last();
            is_string(element)
                || matches!(element.kind, Kind::Run(run) if run.bracket != 0 || matches!(before, Some(b'"' | b'\'' | b'`')))
        };
        let (from, to) = (one.end as usize, other.start as usize);
        let joint = if to - from < 200 {
            operands::classify(self.plain(), from, to)
        } else {
            Joint::None
        };
        match joint {
            Joint::Operator if is_enclosed(one) && is_enclosed(other) => {
                return Some(Joint::Operator);
            }
            Joint::Adjacent if is_string(one) && is_string(other) => {
                let gap = &self.plain()[from..to];
                let before = self.plain()[..self.start(first)].trim_ascii_end().last();
                let is_continued = matches!(before, Some(b'(' | b'=')) || gap.contains(&b'\\');
                let is_line = gap.contains(&b'\n') && other.kind != Kind::Plain;
                return (is_continued || !is_line).then_some(Joint::Adjacent);
            }
            Joint::Comma
                if is_enclosed(one)
                    && is_enclosed(other)
                    && operands::is_concatenated(
                        &self.source,
                        self.start(first),
                        other.end as usize,
                    ) =>
            {
                return Some(Joint::Operator);
            }
            _ => {}
        }
        match (one.kind, other.kind) {
            (Kind::Dump(one), Kind::Dump(next)) => {
                let dumps = &self.source.elements.dumps;
                dumps[next as usize]
                    .continues(&dumps[one as usize], other.gap)
                    .then_some(Joint::Adjacent)
            }
            _ => None,
        }
    }

    fn add_operands(&mut self, part: &[u32], has_operator: bool) {
        if part.len() < 2 {
            return;
        }
        let join = match has_operator {
            true => Join::Operator,
            false => Join::Adjacent,
        };
        let members: Rc<[u32]> = part.into();
        let mut dialects: Vec<Option<&'static str>> = Vec::new();
        for &p in members.iter().take(64) {
            let ones = self.ones(p as usize);
            let literals = ones.iter().filter(|one| one.tag.starts_with("lit"));
            for tag in literals.map(|one| Some(one.tag)) {
                if !dialects.contains(&tag) {
                    dialects.push(tag);
                }
            }
        }
        if dialects.is_empty() {
            dialects.push(None);
        }
        self.spans.extend(dialects.into_iter().map(|dialect| Span {
            first: part[0],
            join,
            members: members.clone(),
            content: SpanContent::Operands(dialect),
        }));
    }
}

/// Kind and style of an element; rows of a dump are like bare hex.
fn style_of(element: &Element) -> (u8, u8) {
    match element.kind {
        // A bar can part bytes from their characters.
        Kind::Run(run) if run.separator == b'|' => (7, run.style as u8),
        Kind::Run(run) => (0, run.style as u8),
        Kind::Dump(_) => (0, Style::Bare as u8),
        Kind::Literal => (1, 0),
        Kind::Unclosed => (2, 0),
        Kind::Plain => (3, 0),
        Kind::Base64 => (4, 0),
        Kind::Percent => (5, 0),
        _ => (6, 0),
    }
}

/// Removes marks and line numbers before a line.
fn strip_margin(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let marks = line
        .iter()
        .take_while(|byte| b">|+*#/-".contains(byte))
        .count();
    let line = line[marks..].trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &line[digits..] {
        [b':' | b'.' | b')' | b'|', blank, rest @ ..]
            if is_blank(*blank) && (1..7).contains(&digits) =>
        {
            rest
        }
        _ => line,
    }
}
