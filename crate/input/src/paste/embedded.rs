//! Whole header blocks among words that no reader knows: in a sentence, the
//! line of a log, a page, a program. Only runs of digits that are long, and
//! whole blocks each, are read, and only where nothing else in the text may be
//! bytes; what stands around them is listed as passed over.

use std::ops::Range;

use hpack::{Decoder, DynamicTable, History};

use super::{
    Format, Reading, Skipped,
    notes::Notes,
    pieces::{Bond, Pieces, Side},
    sides,
    text::{Text, is_among, is_space},
    traces::is_sound,
    unread,
};
use crate::Place;

/// The fewest octets that are told from a number or a name.
const FEWEST: usize = 8;

/// What is said of a text read so.
const NOTE: &str = "Only what is a whole header block for certain was read of this text: what stands around it was passed over.";

/// Words that say that bytes are left out.
const CUT: [&[u8]; 4] = [b"truncated", b"omitted", b" more", b"skipping"];

/// Digits between other characters, in the likeness of the text.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: usize,
    end: usize,
    /// Where its digits begin, behind `0x`.
    digits: usize,
}

impl Word {
    fn length(self) -> usize {
        self.end - self.digits
    }

    fn of(self, plain: &[u8]) -> &[u8] {
        &plain[self.digits..self.end]
    }

    fn is_hex(self, plain: &[u8]) -> bool {
        self.of(plain).iter().all(u8::is_ascii_hexdigit)
    }

    fn is_decimal(self, plain: &[u8]) -> bool {
        self.of(plain).iter().all(u8::is_ascii_digit)
    }

    /// Whether it is octets in hex.
    fn is_pairs(self, plain: &[u8]) -> bool {
        self.length() > 0 && self.length().is_multiple_of(2) && self.is_hex(plain)
    }

    /// Whether it may be the digits of a block, of which one may be changed.
    fn is_nearly_hex(self, plain: &[u8]) -> bool {
        let odd = self
            .of(plain)
            .iter()
            .filter(|byte| !byte.is_ascii_hexdigit());
        let is_number = self.is_decimal(plain) && self.length() < 20;
        self.length() >= 12 && 4 * odd.count() < self.length() && !is_number
    }
}

/// Octets with their places in the likeness.
#[derive(Default)]
struct Run {
    octets: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl Run {
    fn of(words: &[Word], plain: &[u8]) -> Self {
        let mut run = Self::default();
        for word in words {
            for (n, pair) in word.of(plain).chunks(2).enumerate() {
                let octet = str::from_utf8(pair)
                    .ok()
                    .and_then(|pair| u8::from_str_radix(pair, 16).ok());
                let Some(octet) = octet else { continue };
                let start = word.digits + 2 * n;
                run.places
                    .push((if n == 0 { word.start } else { start }, start + 2));
                run.octets.push(octet);
            }
        }
        run
    }

    fn start(&self) -> usize {
        self.places.first().map_or(0, |place| place.0)
    }

    fn end(&self) -> usize {
        self.places.last().map_or(0, |place| place.1)
    }

    fn is_block(&self) -> bool {
        self.octets.len() >= FEWEST && is_sound(&self.octets) && are_legible(&self.octets)
    }
}

/// Whether the names of a block's fields are in small letters, and its values
/// can be printed, as nearly all are (RFC 9113 §8.2.1), and it is not a request and
/// a response.
fn are_legible(octets: &[u8]) -> bool {
    let table = DynamicTable::new(4096, 4096, History::Forgotten).with_unknown_before();
    let (mut legible, mut request, mut response) = (true, false, false);
    let decoded = Decoder::with_table(table).decode(octets, |field| {
        let is_name = |byte: &u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase();
        let name = field.name.is_none_or(|name| name.iter().all(is_name));
        let value = field
            .value
            .is_none_or(|value| value.iter().all(|byte| *byte >= b' '));
        legible &= name && value;
        response |= field.name == Some(b":status");
        request |=
            field.name != Some(b":status") && field.name.is_some_and(|name| name.starts_with(b":"));
    });
    decoded.is_ok() && legible && !(request && response)
}

/// Reads the blocks among the words of a text, if it is certain which they are.
pub(super) fn read(text: &Text) -> Option<Reading> {
    let plain = &*text.plain;
    let lower = plain.to_ascii_lowercase();
    let has = |part: &[u8]| lower.windows(part.len()).any(|own| own == part);
    if CUT.into_iter().any(has) || has(b"table_size") || has(b"table size") || has_stars(plain) {
        return None;
    }
    let mut runs = lists(plain)?;
    let in_list = |word: &Word| {
        let after = runs.partition_point(|run: &Run| run.end() <= word.start);
        runs.get(after).is_some_and(|run| run.start() < word.end)
    };
    let words: Vec<Word> = words(plain).filter(|word| !in_list(word)).collect();
    let hex = hex(plain, &words)?;
    let is_hex = !hex.is_empty();
    runs.extend(hex);
    runs.sort_by_key(Run::start);
    if runs.is_empty()
        || !runs.iter().all(|run| is_closed(run, plain))
        || !are_in_order(&runs, plain)
    {
        return None;
    }
    let mut pieces = Pieces::default();
    let (mut skipped, mut from) = (Vec::new(), 0);
    for run in &runs {
        let piece = pieces.begin(Bond::Apart);
        piece.mark = side(plain, from, run.start());
        skip(&mut skipped, text, from, run.start());
        for (octet, &(start, end)) in run.octets.iter().zip(&run.places) {
            pieces.push(*octet, text.place(start, end));
        }
        from = run.end();
    }
    skip(&mut skipped, text, from, plain.len());
    let mut notes = Notes::default();
    notes.push((text.raw_at(runs[0].start()), NOTE.into()));
    let (format, detail) = match is_hex {
        true => (Format::Hex, "hex digits among words"),
        false => (Format::Decimal, "decimal bytes among words"),
    };
    let reading = Reading {
        format,
        detail: detail.into(),
        pieces,
        initial_table_size: None,
        notes,
        skipped,
        confirmed: false,
        doubt: None,
        labels: Vec::new(),
    };
    unread::check(&reading, text).ok()?;
    Some(reading)
}

/// Whether asterisks stand in the place of digits.
fn has_stars(plain: &[u8]) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    plain.windows(2).enumerate().any(|(at, two)| {
        let (before, behind) = (at.checked_sub(1).map(|at| &plain[at]), plain.get(at + 2));
        let is_apart =
            before.is_none_or(|byte| is_space(*byte)) && behind.is_none_or(|byte| is_space(*byte));
        let is_part = is_digit(before) && is_digit(behind) || before == Some(&b'x');
        two == b"**" && (is_apart || is_part || behind == Some(&b'*'))
    })
}

/// Passes over what stands in each line of a part of the text.
fn skip(skipped: &mut Vec<Skipped>, text: &Text, from: usize, to: usize) {
    let mut start = from;
    for line in text.plain[from..to].split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let own = line.trim_ascii();
        let at = start + (line.len() - line.trim_ascii_start().len());
        start += line.len();
        if !own.is_empty() {
            let Place { start, end } = text.place(at, at + own.len());
            skipped.push(Skipped {
                place: Place { start, end },
                reason: "what stands around the bytes".into(),
                each: true,
            });
        }
    }
}

/// The words of a text, with the sign of hex or an escape before them.
fn words(plain: &[u8]) -> impl Iterator<Item = Word> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += plain[at..]
            .iter()
            .take_while(|byte| !byte.is_ascii_alphanumeric())
            .count();
        let start = at;
        at += plain[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let word = &plain[start..at];
        let sign = match word {
            [b'0', b'x' | b'X', ..] => 2,
            [b'x', ..] if plain[..start].ends_with(b"\\") => 1,
            _ => 0,
        };
        (start < at).then_some(Word {
            start,
            end: at,
            digits: start + sign,
        })
    })
}

/// The runs of hex digits that are blocks; `None` where others may be, or may
/// be a part of one.
fn hex(plain: &[u8], words: &[Word]) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let end = at + beside(plain, &words[at..]);
        let row = at..end;
        at = end;
        match row_block(plain, words, row.clone()) {
            Some(run) => runs.push(run),
            None if may_be_octets(plain, words, row) => return None,
            None => {}
        }
    }
    Some(runs)
}

/// The block that the words of a row are, without a number before it, as in
/// `12:828684…` and `#12 828684…`.
fn row_block(plain: &[u8], words: &[Word], row: Range<usize>) -> Option<Run> {
    let own = &words[row.clone()];
    if !own.iter().all(|word| word.is_pairs(plain)) {
        return None;
    }
    let before = plain[..own[0].start].last();
    let is_numbered = own.len() > 1 && own[0].is_decimal(plain);
    let from = match own {
        _ if before == Some(&b'#') && is_numbered => 1,
        [_, last]
            if is_numbered && last.length() >= 2 * FEWEST && !Run::of(own, plain).is_block() =>
        {
            1
        }
        _ => 0,
    };
    let has_letter = own.iter().any(|word| !word.is_decimal(plain));
    let run = Run::of(&own[from..], plain);
    (has_letter && run.is_block() && (from > 0 || is_apart(plain, words, row))).then_some(run)
}

/// Whether what stands beside a row is no part of it: words, or the numbers of
/// something else.
fn is_apart(plain: &[u8], words: &[Word], row: Range<usize>) -> bool {
    let (first, last) = (words[row.start], words[row.end - 1]);
    if row.len() == 1 {
        return true;
    }
    let gap = &plain[first.end..words[row.start + 1].start];
    let is_gap =
        |between: &[u8]| between == gap || gap == b" " && between.iter().all(|byte| *byte == b' ');
    let is_other = |word: &Word| {
        let own = word.of(plain);
        let digits = own.iter().filter(|byte| byte.is_ascii_digit()).count();
        let sign = plain[..word.start].last();
        let is_word = own
            .iter()
            .any(|byte| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit());
        is_word && 2 * digits <= own.len()
            || word.is_decimal(plain) && matches!(sign, Some(b'=' | b'#'))
    };
    let before = row.start.checked_sub(1).map(|before| &words[before]);
    let is_cut = before
        .is_some_and(|word| is_gap(&plain[word.end..first.start]) && !is_other(word))
        || words
            .get(row.end)
            .is_some_and(|word| is_gap(&plain[last.end..word.start]) && !is_other(word));
    let (head, tail) = (&plain[..first.start], &plain[last.end..]);
    let has_sign = gap.trim_ascii().len() == gap.len();
    let is_open = has_sign
        && (tail.starts_with(gap)
            || head.ends_with(gap)
                && !head[..head.len() - gap.len()]
                    .last()
                    .is_some_and(u8::is_ascii_alphanumeric));
    !is_cut && !is_open
}

/// Whether words that are no block may be octets all the same.
fn may_be_octets(plain: &[u8], words: &[Word], row: Range<usize>) -> bool {
    let own = &words[row.clone()];
    let (first, last) = (own[0], own[own.len() - 1]);
    let gap = own
        .get(1)
        .map_or(&b""[..], |next| &plain[first.end..next.start]);
    // Nov 14 22:13:20
    let is_time = plain[last.end..].starts_with(b":");
    let are_letters = own.iter().any(|word| !word.is_decimal(plain));
    let is_row = own.len() > 1 && (are_letters || own.len() > 3 || gap == b" " && !is_time);
    let is_prefixed = |word: &Word| word.digits > word.start && word.length() == 2;
    is_row
        || own
            .iter()
            .any(|word| word.is_nearly_hex(plain) || is_prefixed(word))
        || is_item(plain, first)
}

/// Whether pairs of hex digits stand by themselves, as a string or in a cell.
fn is_item(plain: &[u8], word: Word) -> bool {
    let is_edge = |byte: &u8| b"\"'`|[]{}()<>\n\r".contains(byte);
    let rim = |byte: Option<&u8>| byte.is_none_or(is_edge);
    let (before, behind) = (&plain[..word.start], &plain[word.end..]);
    let blank = |byte: &&u8| !is_space(**byte);
    // A line that ends with two digits may go on in the next.
    let is_end = word.length() == 2 && matches!(behind.first(), None | Some(b'\n' | b'\r'));
    let may_be_number = word.is_decimal(plain)
        && !is_end
        && (word.length() < 6 || !is_sound(&Run::of(&[word], plain).octets));
    word.is_pairs(plain)
        && !may_be_number
        && rim(before.iter().rev().find(blank))
        && rim(behind.iter().find(blank))
}

/// How many words from the first on are parted alike, as octets are.
fn beside(plain: &[u8], words: &[Word]) -> usize {
    if !words[0].is_pairs(plain) {
        return 1;
    }
    let gap = |n: usize| &plain[words[n - 1].end..words[n].start];
    let mut count = 1;
    while let Some(next) = words.get(count).filter(|next| next.is_pairs(plain)) {
        let (first, own) = (gap(1), gap(count));
        let is_gap = matches!(
            own,
            b" " | b":" | b"-" | b"," | b", " | b"_" | b"\\" | b"\", \"" | b"', '"
        );
        let is_middle = first == b" " && own == b"  ";
        if next.start == words[count - 1].end || !(is_gap && own == first || is_middle) {
            break;
        }
        count += 1;
    }
    count
}

/// Whether nothing beside a run says that more of it was there.
fn is_closed(run: &Run, plain: &[u8]) -> bool {
    let (before, behind) = (&plain[..run.start()], &plain[run.end()..]);
    let before = before
        .strip_suffix(b"\\")
        .unwrap_or(before)
        .trim_ascii_end();
    let next = behind.first().copied().unwrap_or(b' ');
    let rest = behind.trim_ascii_start();
    !before.ends_with(b"..")
        && !rest.starts_with(b"..")
        && !matches!(next, b'\\' | b'%' | b'*' | b'?' | b'+' | b'/' | b'=' | b'~')
}

/// Whether words stand between the runs of one line, labels that are numbers
/// count up, and no label has another label below it.
fn are_in_order(runs: &[Run], plain: &[u8]) -> bool {
    let ends = std::iter::once(0).chain(runs.iter().map(Run::end));
    let mut last = None;
    ends.zip(runs).enumerate().all(|(n, (end, run))| {
        let glue = &plain[end..run.start()];
        let is_label = |line: &&[u8]| line.ends_with(b":");
        let lines = glue
            .split(|byte| matches!(byte, b'\n' | b'\r'))
            .map(<[u8]>::trim_ascii);
        let labels = lines.filter(is_label).count();
        let label: Vec<u8> = glue
            .iter()
            .filter(|byte| byte.is_ascii_alphanumeric())
            .copied()
            .collect();
        let number: Option<u64> = str::from_utf8(&label)
            .ok()
            .and_then(|label| label.parse().ok());
        let is_later = number.is_none() || last.replace(number) < Some(number);
        (n == 0 || !label.is_empty() || glue.contains(&b'\n')) && labels < 2 && is_later
    })
}

/// The lists of decimal numbers in brackets, if all that may be blocks are.
fn lists(plain: &[u8]) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(open) = plain[at..].iter().position(|byte| b"[{(<".contains(byte)) {
        at += open + 1;
        let inner =
            |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b",-".contains(byte);
        let length = plain[at..].iter().take_while(|byte| inner(byte)).count();
        let is_closed = plain
            .get(at + length)
            .is_some_and(|byte| b"]})>".contains(byte));
        if let Some(run) = list(plain, at, at + length)
            && run.octets.len() >= FEWEST
        {
            runs.push(Some(run).filter(|run| is_closed && run.is_block())?);
        }
        at += length;
    }
    Some(runs)
}

/// Numbers with a comma behind each but the last.
fn list(plain: &[u8], start: usize, end: usize) -> Option<Run> {
    let mut run = Run::default();
    let mut at = start;
    for item in plain[start..end].split(|byte| *byte == b',') {
        let own = item.trim_ascii();
        let from = at + (item.len() - item.trim_ascii_start().len());
        at += item.len() + 1;
        if own.is_empty() && at > end {
            break;
        }
        let number: i16 = str::from_utf8(own).ok()?.parse().ok()?;
        let octet = (-128..256).contains(&number).then_some(number as u8)?;
        run.octets.push(octet);
        run.places.push((from, from + own.len()));
    }
    Some(run)
}

/// Who sent the block at `to`, by what stands before it in its line, from `from`
/// on: a word directly before it, an attribute, or a word of a log.
fn side(plain: &[u8], from: usize, to: usize) -> Option<Side> {
    let head = &plain[from..to];
    let line = head.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next()?;
    let head = str::from_utf8(line).ok()?;
    let is_sign = |c: char| !c.is_ascii_alphanumeric();
    let words: Vec<&str> = head
        .split(is_sign)
        .filter(|word| !word.is_empty())
        .collect();
    let named = |word: &str| {
        sides::is_told("", word)
            .then(|| sides::side(word))
            .flatten()
    };
    let told = words.windows(2).find_map(|two| {
        named(two[1]).filter(|_| is_among(sides::SENDERS, two[0]) && sides::is_told(two[0], two[1]))
    });
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut all = words.iter().filter(|word| !is_number(word));
    let first = all
        .next()
        .and_then(|word| named(word))
        .filter(|_| all.all(|word| sides::is_beside(word) && named(word).is_none()));
    let last = words.last().and_then(|word| named(word)).filter(|_| {
        !words.contains(&"to")
            && line
                .last()
                .is_some_and(|byte| is_space(*byte) || !byte.is_ascii_alphanumeric())
    });
    told.or(first).or(last)
}
