//! Joins the bytes of elements that belong together.

use std::{rc::Rc, slice};

use hpack::structure;

use super::{
    super::{
        Format, frames,
        judge::{Table, Verdict, judge, judge_next},
        lexer::{Element, Kind},
        reading::Reading,
    },
    Candidate, Few, Join, PROBE, Readings, Span, SpanContent, Text, are_wrapped, split,
};
use crate::Place;

impl Text<'_> {
    /// What begins like a block or frames of the first parts of a long span.
    pub(super) fn probe(&self, span: &Span) -> Option<Vec<Candidate>> {
        let is_long = span.members.len() > 4 * PROBE;
        if !is_long || matches!(span.content, SpanContent::Ready(..)) {
            return None;
        }
        let members: Rc<[u32]> = span.members[..PROBE].into();
        let probe = Span {
            members,
            content: match span.content {
                SpanContent::Operands(dialect) => SpanContent::Operands(dialect),
                _ => SpanContent::Rows,
            },
            ..*span
        };
        let mut all = Vec::new();
        self.join(&probe, None, &mut all);
        let table = Rc::new(Table::new(self.initial.unwrap_or(4096)));
        all.retain(|one| {
            let verdict = judge(one.bytes(), &table);
            let is_open = verdict.is_whole || verdict.fields > 2 * verdict.bad + 2;
            is_open || frames::blocks(one.bytes()).is_some()
        });
        Some(all)
    }

    /// Joins a span, rows only in the notations in which a probe can be a block.
    pub(super) fn join(&self, span: &Span, probe: Option<&[Candidate]>, all: &mut Vec<Candidate>) {
        let candidate = |reading: Reading| {
            let members = Few::Many(span.members.clone());
            self.candidate(span.join, members, Rc::new(reading))
        };
        match &span.content {
            SpanContent::Ready(reading) => all.push(candidate((**reading).clone())),
            SpanContent::Operands(dialect) => {
                let mut joined: Option<Reading> = None;
                for &p in &*span.members {
                    let ones = self.ones(p as usize);
                    let same = ones.iter().find(|one| Some(one.tag) == *dialect);
                    let other = || ones.iter().find(|one| !one.tag.starts_with("lit"));
                    let Some(one) = same.or_else(other).or(ones.first()) else {
                        return;
                    };
                    let joined = joined.get_or_insert_with(|| Reading {
                        is_certain: true,
                        tag: dialect.unwrap_or("operands"),
                        ..Reading::new(one.format, "operands of an expression")
                    });
                    if joined.format != Format::Escaped && one.tag.starts_with("lit") {
                        joined.format = one.format;
                    }
                    joined.all.extend(&one.all);
                }
                all.extend(joined.map(|mut joined| {
                    joined.end_row();
                    candidate(joined)
                }));
            }
            SpanContent::Rows => self.join_rows(span, probe, all),
        }
    }

    fn join_rows(&self, span: &Span, probe: Option<&[Candidate]>, all: &mut Vec<Candidate>) {
        let members = &span.members;
        let element = |p: u32| self.element(p as usize);
        if members.iter().all(|&p| element(p).kind == Kind::Base64) {
            let rows: Vec<Element> = members.iter().map(|&p| *element(p)).collect();
            if let Ok(readings) = self.source.readings(&rows) {
                all.extend(readings.into_iter().map(|mut reading| {
                    reading.ends = vec![reading.bytes().len() as u32];
                    let members = Few::Many(members.clone());
                    self.candidate(Join::Rows, members, Rc::new(reading))
                }));
            }
            return;
        }
        let mut joined: Vec<Reading> = Vec::new();
        let firsts = self.ones(members[0] as usize);
        for one in firsts.iter() {
            let mut probed = probe.unwrap_or_default().iter();
            let is_open = probe.is_none() || probed.any(|other| is_joined(&other.reading, one));
            if is_open && joined.iter().all(|other| !is_joined(other, one)) {
                let is_certain = true;
                joined.push(Reading {
                    is_certain,
                    ..one.empty()
                });
            }
        }
        for &p in members.iter() {
            let ones = self.rows_as(p as usize, &joined);
            joined.retain_mut(|reading| {
                let Some(one) = ones.iter().find(|one| is_joined(one, reading)) else {
                    return false;
                };
                reading.is_certain &= one.is_certain;
                reading.all.extend(&one.all);
                reading.end_row();
                true
            });
            if joined.is_empty() {
                break;
            }
        }
        let rows = |reading| {
            let members = Few::Many(members.clone());
            self.candidate(span.join, members, Rc::new(reading))
        };
        let is_run = |&p: &u32| matches!(element(p).kind, Kind::Run(_));
        if joined.is_empty() && members.iter().all(is_run) {
            // What fits no row by itself can fit all together.
            let elements: Vec<Element> = members.iter().map(|&p| *element(p)).collect();
            let mut together = self.source.readings(&elements).unwrap_or_default();
            together.extend(self.join_torn(members));
            for mut reading in together {
                reading.is_certain = false;
                let is_forced = true;
                all.push(Candidate {
                    is_forced,
                    ..rows(reading)
                });
            }
        }
        all.extend(joined.into_iter().map(rows));
    }

    /// Reads a row; in a long text, only in the notations of `joined`.
    fn rows_as(&self, p: usize, joined: &[Reading]) -> Readings {
        let is_free = self.is_many() && self.is_free_run(p);
        if !is_free || joined.iter().any(|one| one.trimmed.is_some()) {
            return self.ones(p);
        }
        let is_wanted = |one: &Reading| joined.iter().any(|other| is_joined(one, other));
        let row = slice::from_ref(self.element(p));
        let all = self.source.numbers(row, is_wanted).unwrap_or_default();
        let has_bytes = |one: &Reading| !one.bytes().is_empty();
        all.into_iter().filter(has_bytes).map(Rc::new).collect()
    }

    /// Whether rows of a text without words are blocks of their own: lines of
    /// bare hex of which each is structurally whole, or some are and their lengths
    /// differ. Rows of one length but for the last can be a wrapped block too: they
    /// are if that is a field section and the lines are not.
    pub(super) fn are_lines(&self, rows: &[u32]) -> bool {
        let is_bare = |&p: &u32| matches!(self.element(p as usize).kind, Kind::Run(run) if run.separator != b',');
        // Marks of senders may be between.
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"<>".contains(byte);
        let is_alone = |two: &[u32]| {
            self.text_between(two[0] as usize, two[1] as usize)
                .iter()
                .all(is_between)
        };
        if !self.is_strict
            || self.blocks != crate::paste::Blocks::Auto
            || !rows.iter().all(is_bare)
            || !rows.windows(2).all(is_alone)
        {
            return false;
        }
        let (mut joined, mut ends) = (Vec::new(), Vec::with_capacity(rows.len()));
        for &p in rows {
            let Some(row) = self.part(p, "hex", None) else {
                return false;
            };
            joined.extend_from_slice(row.bytes());
            ends.push(joined.len() as u32);
        }
        let parts = || split(&joined, &ends);
        let is_wrapped = are_wrapped(parts());
        let wholes = parts().filter(|row| structure::is_whole(row)).count();
        if wholes == 0 || is_wrapped && wholes < rows.len() || frames::blocks(&joined).is_some() {
            return false;
        }
        let mut table = Rc::new(Table::new(self.initial.unwrap_or(4096)));
        let is_one = |verdict: Verdict| verdict.is_whole && verdict.is_section;
        !is_wrapped
            || !is_one(judge(&joined, &table))
            || parts().all(|row| is_one(judge_next(row, &mut table)))
    }

    /// Reads hex digits that are torn at the ends of rows.
    fn join_torn(&self, members: &[u32]) -> Option<Reading> {
        if self
            .source
            .chosen
            .is_some_and(|chosen| chosen != Format::Hex)
        {
            return None;
        }
        let rows: Vec<Vec<(usize, usize, usize)>> =
            members.iter().map(|&p| self.numbers(p as usize)).collect();
        let is_even = |one: &(usize, usize, usize)| (one.1 - one.0 - one.2).is_multiple_of(2);
        let are_even = rows.iter().enumerate().all(|(n, row)| {
            let inner = row.get(1..row.len().max(2) - 1).unwrap_or_default();
            inner.iter().all(is_even) && (row.len() < 2 || n > 0 || is_even(&row[0]))
        });
        let (last, full) = members.split_last()?;
        let lengths = || full.iter().map(|&row| self.length(row));
        let (least, most) = (lengths().min()?, lengths().max()?);
        let numbers = rows.iter().flatten();
        let places: Vec<usize> = numbers.flat_map(|one| one.0 + one.2..one.1).collect();
        if !are_even || most - least > 2 || self.length(*last) > most || places.len() < 9 {
            return None;
        }
        let mut reading = Reading::new(Format::Hex, "hex digits");
        for two in places.chunks(2) {
            let digit = |&at: &usize| char::from(self.plain()[at]).to_digit(16);
            let [high, low] = [two.first()?, two.get(1)?].map(digit);
            let place = Place::new(two[0], two[1] + 1);
            reading.all.push((high? * 16 + low?) as u8, place);
        }
        reading.end_row();
        Some(reading)
    }
}

/// Notation of single rows: a row of a dump is read as hex.
pub(super) fn tag_of_rows(tag: &str) -> &str {
    if tag == "dump" { "hex" } else { tag }
}

/// Whether two elements are in one notation, without the same number.
fn is_joined(one: &Reading, other: &Reading) -> bool {
    (tag_of_rows(one.tag), one.trimmed) == (tag_of_rows(other.tag), other.trimmed)
}
