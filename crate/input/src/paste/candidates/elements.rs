//! The readings of one element, also without some of its numbers.

use std::rc::Rc;

use super::{
    super::{
        Format,
        bytes::Bytes,
        content,
        lexer::Kind,
        literal,
        reading::{EdgeNumber, Reading},
    },
    MOST_TRIMMED, Readings, Text,
};

impl Text<'_> {
    /// Places of the numbers of a run, each with the length of its prefix.
    pub(in crate::paste) fn numbers(&self, p: usize) -> Vec<(usize, usize, usize)> {
        let element = self.element(p);
        let Kind::Run(run) = &element.kind else {
            return Vec::new();
        };
        let shapes = self.source.elements.shapes_of(element.place(), run);
        let all = shapes.iter().flat_map(|shape| {
            let prefix = usize::from(shape.prefix);
            let place = move |n| (shape.place(n).start as usize, shape.digits(n).end, prefix);
            (0..shape.count).map(place)
        });
        all.take(MOST_TRIMMED + 1).collect()
    }

    /// Whether the number at an edge of a row is one more or less than that of the
    /// row before or after it.
    fn counts_on(&self, p: usize, edge: EdgeNumber, value: Option<usize>) -> bool {
        let at_edge = |p: usize| -> Option<usize> {
            let numbers = self.numbers(p);
            let (start, end, _) = *match edge {
                EdgeNumber::First => numbers.first(),
                EdgeNumber::Last => numbers.last(),
            }?;
            self.source.slice(start, end).parse().ok()
        };
        let others = [p.checked_sub(1), Some(p + 1).filter(|&p| p < self.len())];
        let mut others = others.into_iter().flatten().filter_map(at_edge);
        value.is_some_and(|value| others.any(|other| other.abs_diff(value) == 1))
    }

    /// Whether an element could be a block by its length.
    pub(super) fn is_long(&self, p: usize) -> bool {
        let element = self.element(p);
        let before = self.plain()[..element.start as usize].last();
        let is_word = element.kind == Kind::Base64 && !matches!(before, Some(b'"' | b'\'' | b'`'));
        !is_word
            && self
                .ones(p)
                .iter()
                .any(|one| one.trimmed.is_none() && one.bytes().len() > 2)
    }

    /// All readings of an element.
    pub(in crate::paste) fn ones(&self, p: usize) -> Readings {
        match (self.kept.borrow().get(p), &*self.last.borrow()) {
            (Some(Some(kept)), _) => return kept.clone(),
            (_, Some((last, ones))) if *last == p => return ones.clone(),
            _ => {}
        }
        let ones: Readings = self.read(p).into();
        match self.kept.borrow_mut().get_mut(p) {
            Some(kept) => *kept = Some(ones.clone()),
            None => *self.last.borrow_mut() = Some((p, ones.clone())),
        }
        ones
    }

    fn read(&self, p: usize) -> Vec<Rc<Reading>> {
        let (source, element) = (&self.source, self.element(p));
        let mut ones = Vec::new();
        let mut add = |mut reading: Reading| {
            reading.known = content::describe_known(reading.bytes());
            ones.push(Rc::new(reading));
        };
        let is_text = matches!(element.kind, Kind::Literal | Kind::Unclosed | Kind::Plain);
        if is_text && source.chosen.is_none_or(|chosen| chosen == Format::Escaped) {
            let range = (element.start as usize, element.end as usize);
            for dialect in literal::dialects(source.text_of(element)) {
                let mut reading = Reading::new(Format::Escaped, "string with escapes");
                reading.is_certain = true;
                let out = &mut reading.all;
                if literal::decode(source.raw, source.plain, range, dialect, out).is_ok() {
                    reading.end_row();
                    reading.tag = dialect.tag;
                    add(reading);
                }
            }
        }
        // A string is read above, but for one whose only escape is before hex.
        let escapes = || {
            source
                .text_of(element)
                .iter()
                .filter(|&&byte| byte == b'\\')
        };
        if element.kind != Kind::Plain
            && (!is_text || source.chosen.is_some() || escapes().take(2).count() == 1)
            && let Ok(readings) = source.readings(std::slice::from_ref(element))
        {
            for reading in readings {
                if !is_text || reading.format != Format::Escaped {
                    add(reading);
                }
            }
        }
        ones.retain(|one| !one.bytes().is_empty());
        self.trim(p, &mut ones);
        ones
    }

    /// Adds readings without the first or last number, if it is of another width or
    /// the number of bytes.
    fn trim(&self, p: usize, ones: &mut Vec<Rc<Reading>>) {
        let Kind::Run(run) = self.element(p).kind else {
            return;
        };
        let whole = ones.len();
        if self.source.chosen.is_some() || self.is_many() && whole > 0 {
            return;
        }
        let numbers = self.numbers(p);
        let count = numbers.len();
        if !(2..=MOST_TRIMMED).contains(&count) {
            return;
        }
        let plain = self.plain();
        // What is recognised stays recognised without a number.
        let known = ones.first().and_then(|one| one.known);
        let known = known.filter(|known| !content::is_weak(known));
        let width = |n: usize| numbers[n].1 - numbers[n].0;
        if matches!(run.separator, 0 | b',' | b'-' | b':' | b'_') || run.bracket != 0 {
            return;
        }
        for (edge, at, next) in [
            (EdgeNumber::First, 0, 1),
            (EdgeNumber::Last, count - 1, count - 2),
        ] {
            let (start, end, _) = numbers[at];
            let rest = match edge {
                EdgeNumber::First => &numbers[1..],
                EdgeNumber::Last => &numbers[..count - 1],
            };
            let digits = rest
                .iter()
                .map(|(start, end, prefix)| (end - start - prefix) / 2);
            let value: Option<usize> = self.source.slice(start, end).parse().ok();
            let is_size = value == Some(digits.sum());
            let is_odd =
                width(at) > width(next) || edge == EdgeNumber::First && width(at) < width(next);
            let is_pair = width(at) % 2 == 1 && width(next) % 2 == 0
                || width(at) <= 10 && edge == EdgeNumber::First;
            let is_fit = count > 2 || is_pair && value.is_some();
            if !is_size && !(is_fit && (is_odd || self.counts_on(p, edge, value))) {
                continue;
            }
            let trimmed = |whole: &Reading, all: Bytes| {
                let mut reading = Reading {
                    all,
                    trimmed: Some(edge),
                    known,
                    ..whole.empty()
                };
                reading.end_row();
                Rc::new(reading)
            };
            if whole == 0 {
                let mut all = Bytes::default();
                let is_hex = rest.iter().all(|&(start, end, prefix)| {
                    (end - start - prefix) % 2 == 0
                        && all
                            .push_hex(&plain[start + prefix..end], start + prefix)
                            .is_some()
                });
                if is_hex {
                    let reading = Reading::new(Format::Hex, "hex bytes");
                    ones.push(trimmed(&reading, all));
                }
                continue;
            }
            for n in 0..whole {
                let all = ones[n].within(|place| !(start..end).contains(&(place.start as usize)));
                if !all.bytes.is_empty() {
                    ones.push(trimmed(&ones[n], all));
                }
            }
        }
    }
}
