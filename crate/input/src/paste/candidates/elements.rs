//! The readings of one element, also without some of its numbers.

use std::rc::Rc;

use super::{
    super::{
        Format,
        bytes::Bytes,
        content,
        lexer::Kind,
        literal::{self, DIALECTS},
        number::Style,
        reading::{Reading, Trim},
        scan::contains,
    },
    MOST_TRIMMED, One, Text, Trimmed, tag_of,
};

impl One {
    /// An element of which only the bytes in `all` are left.
    fn trimmed(
        tag: &'static str,
        whole: &Reading,
        all: Bytes,
        edge: Trim,
        trimmed: Trimmed,
        value: Option<u64>,
    ) -> Self {
        let mut reading = Reading {
            all,
            ..Reading::new(whole.format, whole.detail)
        };
        reading.end_row();
        Self {
            tag,
            edge: Some(edge),
            trimmed: Some(trimmed),
            value,
            reading: Rc::new(reading),
            known: None,
        }
    }
}

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

    fn parse_decimal(&self, (start, end): (usize, usize)) -> Option<u64> {
        str::from_utf8(self.plain().get(start..end)?)
            .ok()?
            .parse()
            .ok()
    }

    /// Whether the number at an edge of a row is one more or less than that of the
    /// row before or after it.
    fn counts_on(&self, p: usize, edge: Trim, value: Option<u64>) -> bool {
        let at_edge = |p: usize| {
            let numbers = self.numbers(p);
            let (start, end, _) = match edge {
                Trim::First => numbers.first(),
                _ => numbers.last(),
            }
            .copied()?;
            self.parse_decimal((start, end))
        };
        let others = [p.checked_sub(1), Some(p + 1).filter(|&p| p < self.len())];
        let others = others.into_iter().flatten().filter_map(at_edge);
        value.is_some_and(|value| others.map(|other| other.abs_diff(value)).any(|by| by == 1))
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
                .any(|one| one.edge.is_none() && one.reading.bytes().len() > 2)
    }

    /// All readings of an element.
    pub(in crate::paste) fn ones(&self, p: usize) -> Rc<[One]> {
        match (self.kept.borrow().get(p), &*self.last.borrow()) {
            (Some(Some(kept)), _) => return kept.clone(),
            (_, Some((last, ones))) if *last == p => return ones.clone(),
            _ => {}
        }
        let ones: Rc<[One]> = self.read(p).into();
        match self.kept.borrow_mut().get_mut(p) {
            Some(kept) => *kept = Some(ones.clone()),
            None => *self.last.borrow_mut() = Some((p, ones.clone())),
        }
        ones
    }

    fn read(&self, p: usize) -> Vec<One> {
        const TAGS: [&str; 4] = ["lit0", "lit1", "lit2", "lit3"];
        let (source, element) = (&self.source, self.element(p));
        let mut ones = Vec::new();
        let mut add = |tag, reading: Reading| {
            let known = content::describe_known(reading.bytes());
            let reading = Rc::new(reading);
            ones.push(One {
                tag,
                edge: None,
                trimmed: None,
                value: None,
                reading,
                known,
            });
        };
        let is_text = matches!(element.kind, Kind::Literal | Kind::Unclosed | Kind::Plain);
        if is_text && source.chosen.is_none_or(|chosen| chosen == Format::Escaped) {
            let has_bytes = contains(source.text_of(element), b"\\x");
            let range = (element.start as usize, element.end as usize);
            // Without `\x` escapes, `\u0082` is likely a byte, as in JSON.
            let order = if has_bytes {
                [0, 2, 1, 3]
            } else {
                [1, 3, 0, 2]
            };
            for n in order {
                let mut reading = Reading::new(Format::Escaped, "string with escapes");
                reading.is_certain = true;
                let decoded = literal::decode(
                    source.raw,
                    source.plain,
                    range,
                    DIALECTS[n],
                    &mut reading.all,
                );
                if decoded.is_ok() {
                    reading.end_row();
                    add(TAGS[n], reading);
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
                    add(tag_of(&reading), reading);
                }
            }
        }
        ones.retain(|one| !one.reading.bytes().is_empty());
        self.trim(p, &mut ones);
        ones
    }

    /// Adds readings without the first or last number, and of a run's parts.
    fn trim(&self, p: usize, ones: &mut Vec<One>) {
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
        let width = |n: usize| numbers[n].1 - numbers[n].0;
        let is_free = !matches!(run.separator, 0 | b',' | b'-' | b':' | b'_') && run.bracket == 0;
        let edges = [
            (Trim::First, 0, 1),
            (Trim::Last, count - 1, count.saturating_sub(2)),
        ];
        for (edge, at, next) in edges.into_iter().filter(|_| is_free) {
            let (start, end, _) = numbers[at];
            let rest = match edge {
                Trim::First => &numbers[1..],
                _ => &numbers[..count - 1],
            };
            let digits: usize = rest
                .iter()
                .map(|(start, end, prefix)| (end - start - prefix) / 2)
                .sum();
            let value = self.parse_decimal((start, end));
            let is_size = value == Some(digits as u64);
            let is_odd = width(at) > width(next) || edge == Trim::First && width(at) < width(next);
            let is_pair = width(at) % 2 == 1 && width(next) % 2 == 0
                || width(at) <= 10 && edge == Trim::First;
            if !(count > 2 || is_size || is_pair && value.is_some())
                || !(is_odd || is_size || value.is_some())
            {
                continue;
            }
            let trimmed = if is_odd || is_size {
                Trimmed::Odd
            } else if self.counts_on(p, edge, value) {
                Trimmed::Counter
            } else {
                continue;
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
                    ones.push(One::trimmed("hex", &reading, all, edge, trimmed, value));
                }
                continue;
            }
            for n in 0..whole {
                let one = ones[n].reading.clone();
                let all = one.within(|place| !(start..end).contains(&(place.start as usize)));
                if !all.bytes.is_empty() {
                    let tag = ones[n].tag;
                    ones.push(One::trimmed(tag, &one, all, edge, trimmed, value));
                }
            }
        }
        let is_short = (3..40).contains(&count) || count == 2 && run.style == Style::Hex;
        for n in (0..whole).filter(|_| is_short && run.bracket == 0) {
            for at in 1..count {
                if width(at) == width(at - 1) || at > 4 && count - at > 4 {
                    continue;
                }
                for (from, to) in [(at, count), (0, at)] {
                    if to - from == count || to - from == 1 && width(from) < 8 {
                        continue;
                    }
                    let range = numbers[from].0..numbers[to - 1].1;
                    let one = &ones[n];
                    let all = one
                        .reading
                        .within(|place| range.contains(&(place.start as usize)));
                    if !all.bytes.is_empty() {
                        let (tag, part) = (one.tag, Trimmed::Part);
                        let part = One::trimmed(tag, &one.reading, all, Trim::Nothing, part, None);
                        ones.push(part);
                    }
                }
            }
        }
        // What is recognised stays recognised without a number.
        let known = ones.first().and_then(|one| one.known);
        let known = known.filter(|known| !content::is_weak(known));
        for one in &mut ones[whole..] {
            one.known = known;
        }
    }
}
