//! Joins the bytes of elements that belong together.

use std::rc::Rc;

use hpack::structure;

use super::{
    super::{
        Format,
        frames::Frames,
        judge::{Table, Verdict, judge, judge_next},
        lexer::{Element, Kind},
        reading::{Reading, Trim},
    },
    Candidate, Few, Join, One, PROBE, Span, Text, Trimmed, What, tag_of,
};
use crate::Place;

impl Text<'_> {
    /// What begins like a block or frames of the first parts of a long span.
    pub(super) fn probe(&self, span: &Span) -> Option<Vec<Candidate>> {
        let is_long = span.members.len() > 4 * PROBE;
        if !is_long || matches!(span.what, What::Ready(..)) {
            return None;
        }
        let members: Rc<[u32]> = span.members[..PROBE].into();
        let probe = Span {
            last: members[PROBE - 1],
            members,
            what: match span.what {
                What::Operands(dialect) => What::Operands(dialect),
                _ => What::Rows,
            },
            ..*span
        };
        let mut all = Vec::new();
        self.join(&probe, &mut all);
        let table = Rc::new(Table::new(self.initial.unwrap_or(4096)));
        all.retain(|one| {
            let verdict = judge(one.bytes(), &table);
            let is_open = verdict.is_whole || verdict.fields > 2 * verdict.bad + 2;
            is_open || Frames::parse(one.bytes()).is_some()
        });
        Some(all)
    }

    pub(super) fn join(&self, span: &Span, all: &mut Vec<Candidate>) {
        let candidate = |tag, reading: Reading, trimmed| {
            let candidate = self.candidate(
                span.join,
                Few::Many(span.members.clone()),
                tag,
                Rc::new(reading),
            );
            Candidate {
                trimmed,
                ..candidate
            }
        };
        match &span.what {
            What::Ready(reading, tag) => all.push(candidate(tag, (**reading).clone(), None)),
            What::Operands(dialect) => {
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
                        ..Reading::new(one.reading.format, "operands of an expression")
                    });
                    if joined.format != Format::Escaped && one.tag.starts_with("lit") {
                        joined.format = one.reading.format;
                    }
                    joined.all.extend(&one.reading.all);
                }
                all.extend(joined.map(|mut joined| {
                    joined.end_row();
                    candidate(dialect.unwrap_or("operands"), joined, None)
                }));
            }
            What::Rows => self.join_rows(span, all),
        }
    }

    fn join_rows(&self, span: &Span, all: &mut Vec<Candidate>) {
        let members = &span.members;
        let element = |p: u32| self.element(p as usize);
        if members.iter().all(|&p| element(p).kind == Kind::Base64) {
            let rows: Vec<Element> = members.iter().map(|&p| *element(p)).collect();
            if let Ok(readings) = self.source.readings(&rows) {
                all.extend(readings.into_iter().map(|mut reading| {
                    reading.ends = vec![reading.bytes().len() as u32];
                    self.candidate(
                        Join::Rows,
                        Few::Many(members.clone()),
                        "Base64",
                        Rc::new(reading),
                    )
                }));
            }
            return;
        }
        let mut joined: Vec<(&One, Reading, Option<u64>)> = Vec::new();
        let firsts = self.ones(members[0] as usize);
        for one in firsts.iter() {
            if joined
                .iter()
                .any(|(other, ..)| join_key(other) == join_key(one))
            {
                continue;
            }
            joined.push((
                one,
                Reading::new(one.reading.format, one.reading.detail),
                one.value,
            ));
            if let Some((_, reading, _)) = joined.last_mut() {
                reading.is_certain = true;
            }
        }
        for (row, &p) in members.iter().enumerate() {
            let ones = self.ones(p as usize);
            joined.retain_mut(|(first, reading, value)| {
                let Some(one) = ones.iter().find(|one| join_key(one) == join_key(first)) else {
                    return false;
                };
                // A number that is left out of each row counts them.
                let is_counter = first.trimmed == Some(Trimmed::Counter);
                if is_counter
                    && (one.value.is_none() || one.value != value.map(|value| value + row as u64))
                {
                    return false;
                }
                reading.is_certain &= one.reading.is_certain;
                reading.all.extend(&one.reading.all);
                reading.end_row();
                true
            });
            if joined.is_empty() {
                break;
            }
        }
        let is_none = joined.is_empty();
        for (one, reading, _) in joined {
            if span.join == Join::Side && one.edge.is_some() {
                continue;
            }
            let mut reading = reading;
            reading.is_certain &= span.join != Join::Side;
            let mut candidate = self.candidate(
                span.join,
                Few::Many(members.clone()),
                one.tag,
                Rc::new(reading),
            );
            candidate.trimmed = one.trimmed;
            all.push(candidate);
        }
        if is_none
            && members
                .iter()
                .all(|&p| matches!(element(p).kind, Kind::Run(_)))
        {
            // What fits no row by itself can fit all together.
            let rows: Vec<Element> = members.iter().map(|&p| *element(p)).collect();
            let mut together = self.source.readings(&rows).unwrap_or_default();
            for reading in &mut together {
                reading.is_certain = false;
            }
            let numbers = self.join_numbers(members);
            let is_new = |one: &Reading| together.iter().all(|two| two.bytes() != one.bytes());
            let numbers: Vec<Reading> = numbers.into_iter().filter(is_new).collect();
            for reading in together.into_iter().chain(numbers) {
                let tag = tag_of(&reading);
                let mut candidate = self.candidate(
                    Join::Rows,
                    Few::Many(members.clone()),
                    tag,
                    Rc::new(reading),
                );
                candidate.is_forced = true;
                all.push(candidate);
            }
        }
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
            self.gap(two[0] as usize, two[1] as usize)
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
        let parts = || rows.iter().filter_map(|&p| self.part(p, "hex"));
        let Some(full) = parts().next().map(|row| row.len()) else {
            return false;
        };
        let count = parts().count();
        let is_wrapped = parts().take(count - 1).all(|row| row.len() == full)
            && parts().last().is_some_and(|row| row.len() <= full);
        let wholes = parts().filter(|row| structure::is_whole(row)).count();
        if count < rows.len() || wholes == 0 || is_wrapped && wholes < count {
            return false;
        }
        let joined: Vec<u8> = parts().flat_map(|row| row.to_vec()).collect();
        if Frames::parse(&joined).is_some() {
            return false;
        }
        let mut table = Rc::new(Table::new(self.initial.unwrap_or(4096)));
        let is_one = |verdict: Verdict| verdict.is_whole && verdict.is_section;
        !is_wrapped
            || !is_one(judge(&joined, &table))
            || parts().all(|row| is_one(judge_next(&row, &mut table)))
    }

    /// Reads numbers of rows that no notation fits row by row.
    fn join_numbers(&self, members: &[u32]) -> Vec<Reading> {
        let rows: Vec<Vec<(usize, usize, usize)>> =
            members.iter().map(|&p| self.numbers(p as usize)).collect();
        let count: usize = rows.iter().map(Vec::len).sum();
        let mut found = Vec::new();
        if count > 3000 {
            return found;
        }
        let plain = self.plain();
        let all = || rows.iter().flatten();
        let digits = |&(start, end, prefix): &(usize, usize, usize)| &plain[start + prefix..end];
        let is_signed = |one: &&(usize, usize, usize)| plain[one.0] == b'-';
        let has_sign = all().any(|one| is_signed(&one));
        let is_byte = |one: &(usize, usize, usize)| {
            let text = str::from_utf8(digits(one)).unwrap_or_default();
            let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
            let is_padded = text.len() > 1 && text.starts_with('0');
            let most = if is_signed(&one) { 128 } else { 255 };
            is_decimal
                && !is_padded
                && text.len() < 4
                && text.parse::<u16>().is_ok_and(|value| value <= most)
        };
        let has_prefix = all().any(|one| one.2 > usize::from(is_signed(&one)));
        let is_wanted = |format| self.source.chosen.is_none_or(|chosen| chosen == format);
        if !has_prefix && all().all(is_byte) && is_wanted(Format::Decimal) {
            let mut reading = Reading::new(Format::Decimal, "decimal bytes");
            for one in all() {
                let value = str::from_utf8(digits(one))
                    .unwrap_or_default()
                    .parse::<u16>()
                    .unwrap_or(0) as u8;
                let value = if is_signed(&one) {
                    value.wrapping_neg()
                } else {
                    value
                };
                reading.all.push(value, Place::new(one.0, one.1));
            }
            reading.end_row();
            found.push(reading);
        }
        // Digits torn at the ends of rows.
        let total: usize = all().map(|one| digits(one).len()).sum();
        let is_even = |one: &(usize, usize, usize)| digits(one).len() % 2 == 0;
        let last = members.len() - 1;
        let are_even = rows.iter().enumerate().all(|(n, row)| {
            let inner = row.get(1..row.len().max(2) - 1).unwrap_or_default();
            inner.iter().all(is_even) && (row.len() < 2 || n > 0 || is_even(&row[0]))
        });
        let lengths: Vec<usize> = members.iter().map(|&p| self.length(p)).collect();
        let (most, least) = (lengths.iter().max(), lengths[..last].iter().min());
        let is_wrapped = most
            .zip(least)
            .is_some_and(|(most, least)| most - least.min(most) <= 2 && lengths[last] <= *most);
        if !has_sign
            && total.is_multiple_of(2)
            && total > 8
            && are_even
            && is_wrapped
            && is_wanted(Format::Hex)
        {
            let places: Vec<usize> = all().flat_map(|one| one.0 + one.2..one.1).collect();
            let mut reading = Reading::new(Format::Hex, "hex digits");
            for two in places.chunks_exact(2) {
                let value = [plain[two[0]], plain[two[1]]]
                    .iter()
                    .try_fold(0, |value, &byte| {
                        Some(value * 16 + char::from(byte).to_digit(16)?)
                    });
                match value {
                    Some(value) => reading
                        .all
                        .push(value as u8, Place::new(two[0], two[1] + 1)),
                    None => return found,
                }
            }
            reading.end_row();
            found.push(reading);
        }
        found
    }
}

fn join_key(one: &One) -> (&'static str, Option<Trim>) {
    (if one.tag == "dump" { "hex" } else { one.tag }, one.edge)
}
