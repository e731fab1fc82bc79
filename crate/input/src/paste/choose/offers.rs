//! Offers the candidates of a text of many elements, one element after the other.
//! What speaks for an element alone depends on its shape, and is weighed once for
//! each shape; what was never better than being left out is not offered again.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    rc::Rc,
};

use super::{
    super::{
        candidates::{Candidate, Few, Join, Text},
        features::heading,
        lexer::Kind,
        mixer::Mixer,
        reading::{EdgeNumber, Reading},
        scan::contains,
        text::near_line_end,
    },
    Chooser, Offer,
};

/// Most shapes that are kept.
const MOST_SHAPES: usize = 4096;
/// How much of the text before and behind an element belongs to its shape.
const BEFORE: usize = 64;
const BEHIND: usize = 24;
/// Elements with the same surroundings that are tried before such short ones
/// are left out.
const TRIED: u32 = 32;
const SHORT: usize = 24;
/// Most elements that are few.
const SMALL: usize = 8;

/// What is known of elements with the same surroundings.
#[derive(Clone, Copy, Default)]
struct Surroundings {
    /// What it costs to leave one out.
    skip: i64,
    /// How many were offered alone.
    tried: u32,
    /// The notation in which they are taken alone.
    taken: Option<Notation>,
    is_mixed: bool,
    /// How often few elements were offered together, of which such a one is the
    /// first, and whether that was ever better than leaving them out.
    small: (u32, bool),
}

type Notation = (&'static str, Option<EdgeNumber>);

pub(super) struct Offers<'t, 'a> {
    text: &'t Text<'a>,
    surroundings: HashMap<u64, Surroundings, BuildHasherDefault<Mixer>>,
    shapes: HashMap<u64, Rc<Candidate>, BuildHasherDefault<Mixer>>,
    /// The surroundings of the last element.
    key: u64,
}

impl<'t, 'a> Offers<'t, 'a> {
    pub(super) fn new(text: &'t Text<'a>) -> Self {
        Self {
            text,
            surroundings: HashMap::default(),
            shapes: HashMap::default(),
            key: 0,
        }
    }

    /// The candidates that begin at `p`, and what it costs to leave it out.
    pub(super) fn at(
        &mut self,
        p: usize,
        chooser: &Chooser<'_, '_>,
        column: &[i32],
    ) -> (i64, Vec<Offer>) {
        let text = self.text;
        self.key = self.key(p);
        let known = self.surroundings.get(&self.key).copied();
        let mut around = known.unwrap_or_else(|| Surroundings {
            skip: chooser.skip(column, p),
            ..Surroundings::default()
        });
        let mut all = Vec::new();
        let is_short = text.end(p) - text.start(p) <= SHORT;
        let is_known = around.tried >= TRIED && !around.is_mixed;
        let usual = around.taken.filter(|_| is_known);
        let usual = usual.and_then(|(tag, trimmed)| text.part(p as u32, tag, trimmed));
        if let Some(one) = usual {
            all.push(self.alone(p, &one));
        } else if !is_short || !is_known || around.taken.is_some() {
            let ones = text.ones(p);
            for one in text.distinct(p, &ones) {
                if one.ends.len() > 1 {
                    let mut lists = Vec::new();
                    text.read_alone(p, one, &mut lists);
                    all.extend(lists.into_iter().map(|one| Offer::new(Rc::new(one))));
                } else {
                    all.push(self.alone(p, one));
                }
            }
            around.tried += 1;
        }
        let most = text.most_joined(p);
        if most > SMALL || most > 0 && (around.small.1 || around.small.0 < TRIED) {
            let joined = text.joined(p).into_iter();
            all.extend(joined.map(|one| Offer::new(Rc::new(one))));
            around.small.0 += 1;
        }
        if known.is_some() || self.surroundings.len() < MOST_SHAPES {
            self.surroundings.insert(self.key, around);
        }
        (around.skip, all)
    }

    /// Records that a candidate starting at the last element scores better than
    /// skipping that element. Of candidates with no other element, only the best
    /// is recorded.
    pub(super) fn learn(&mut self, candidate: &Candidate) {
        if let Some(around) = self.surroundings.get_mut(&self.key) {
            let kind = &candidate.reading;
            let notation = Some((kind.tag, kind.trimmed));
            match candidate.members.len() {
                1 => {
                    let is_list = candidate.join == Join::List || candidate.ends.len() > 1;
                    around.is_mixed |=
                        is_list || around.taken.is_some_and(|one| Some(one) != notation);
                    around.taken = notation;
                }
                count => around.small.1 |= count <= SMALL,
            }
        }
    }

    /// What an element is, and what is around it.
    fn key(&self, p: usize) -> u64 {
        let (text, plain) = (self.text, self.text.plain());
        let element = text.element(p);
        let (start, end) = (text.start(p), text.end(p));
        let near = &plain[start.saturating_sub(BEFORE)..start];
        let inner = near.iter().rev().take_while(|&&byte| byte != b'\n').count();
        let line = start - inner;
        let from = text.end_before(p, line).clamp(line, start);
        let before = from.min(start.saturating_sub(2));
        let line_end = near_line_end(plain, end).min(end + BEHIND);
        let next = (p + 1 < text.len()).then(|| text.start(p + 1).max(end));
        let behind = next.unwrap_or(line_end).min(line_end);
        let mut key = Mixer::default();
        key.write_text(&plain[before..start]);
        key.write_text(&plain[end..behind]);
        key.write_u64((behind == line_end).into());
        let has_words = plain[before..start].iter().any(u8::is_ascii_alphabetic);
        if !has_words && !text.is_strict {
            let (from, to) = heading(text, line);
            key.write_text(&plain[from.max(to.saturating_sub(BEFORE))..to]);
            key.write_u64(inner as u64);
        }
        let flags = [text.even_of(p).is_some(), from > line];
        flags.iter().for_each(|&flag| key.write_u64(flag.into()));
        key.write_u64((end - start + 1).ilog2().into());
        match element.kind {
            Kind::Run(run) => {
                let behind = &plain[end..plain.len().min(end + 60)];
                let is_closed = run.bracket != 0 && behind.iter().any(|sign| b"]})".contains(sign));
                let sizes = [run.style as u8, run.separator, run.bracket];
                key.write(&sizes);
                key.write_u64(u64::from(run.is_incomplete) << 1 | u64::from(is_closed));
                if run.separator == 0 {
                    key.write_u64((end - start).min(65) as u64);
                }
            }
            Kind::Dump(n) => {
                let dump = &text.source.elements.dumps[n as usize];
                let flags = [dump.has_characters, dump.error.is_some()];
                let is_words = contains(&plain[start..end], b"0x");
                key.write_u64(flags.map(u64::from)[0] << 2 | u64::from(flags[1]) << 1);
                key.write_u64(is_words.into());
            }
            kind => {
                let is_text = matches!(kind, Kind::Literal | Kind::Unclosed);
                let has_bytes = is_text && contains(&plain[start..end], b"\\x");
                key.write_u64(2 + u64::from(has_bytes));
                let named = [Kind::Literal, Kind::Unclosed, Kind::Base64, Kind::Percent];
                key.write_u64(named.iter().position(|&one| one == kind).unwrap_or(9) as u64);
            }
        }
        key.finish()
    }

    /// An element in one of its readings, with the evidence of its shape.
    fn alone(&mut self, p: usize, one: &Rc<Reading>) -> Offer {
        let text = self.text;
        let bytes = one.bytes();
        let count = bytes.len();
        let mut key = Mixer(self.key);
        key.write(one.tag.as_bytes());
        let size = match count {
            0..10 => count as u32,
            _ => 10 + (count + 1).ilog2().min(8),
        };
        key.write_u64(size.into());
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\r' | b'\n' | b'\t');
        let flags = [
            bytes.iter().all(is_text),
            one.known.is_some(),
            one.is_certain,
            one.trimmed.is_some(),
        ];
        let flags = flags
            .iter()
            .fold(0, |all, &flag| all << 1 | u64::from(flag));
        key.write_u64(flags);
        let key = key.finish();
        let mut candidate = text.candidate(Join::One, Few::One(p as u32), one.clone());
        let shape = match self.shapes.get(&key) {
            Some(shape) => shape.clone(),
            None => {
                text.measure(&mut candidate);
                let shape = Rc::new(Candidate {
                    ends: Few::One(0),
                    reading: Rc::new(Reading {
                        is_certain: one.is_certain,
                        known: one.known,
                        ..one.empty()
                    }),
                    ..candidate.clone()
                });
                if self.shapes.len() < MOST_SHAPES {
                    self.shapes.insert(key, shape.clone());
                }
                shape
            }
        };
        let candidate = Candidate {
            holds: text.holds(bytes),
            features: shape.features.clone(),
            signature: shape.signature.clone(),
            ..candidate
        };
        Offer {
            candidate: Rc::new(candidate),
            shape: Some(shape),
        }
    }
}
