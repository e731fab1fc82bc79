//! Whole header blocks among words that no reader knows: in a sentence, the
//! line of a log, a page, a program. Only runs of digits that are long, and
//! whole blocks each, are read, and only where nothing else in the text may be
//! bytes; what stands around them is listed as passed over.

mod missed;
mod rows;

use std::ops::Range;

use hpack::{Decoder, DynamicTable, History};

use super::{
    Format, Reading, Skipped,
    literal::bytes_of,
    notes::Notes,
    pieces::{Bond, Pieces, Side},
    sides,
    text::{Text, is_among, is_space},
    traces::is_sound,
    unread,
};
use crate::Place;
pub(super) use missed::notes as missed;

/// The fewest octets that are told from a number or a name.
const FEWEST: usize = 8;

/// Attributes of one tag are not further from each other, in bytes.
const TAG: usize = 512;

/// What is said of a text read so.
const NOTE: &str = "Only what is a whole header block for certain was read of this text: what stands around it was passed over.";

/// Words that say that bytes are left out.
const CUT: [&[u8]; 4] = [b"truncated", b"omitted", b" more", b"skipping"];

/// Words that name two values for one block.
const COMPARED: [&[u8]; 5] = [b"expected", b"actual", b"left:", b"assert", b"received:"];

/// What stands before a digest in hex.
const DIGESTS: [&[u8]; 6] = [
    b"commit ", b"tree ", b"parent ", b"sha1 ", b"sha256 ", b"md5 ",
];

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

    /// Whether an octet of a word is among these.
    fn holds(&self, word: &Word) -> bool {
        let next = self.places.partition_point(|place| place.1 <= word.start);
        self.places
            .get(next)
            .is_some_and(|place| place.0 < word.end)
    }

    /// Whether it has pseudo-header fields of a request, and no method.
    fn is_open_request(&self) -> bool {
        let table = DynamicTable::new(4096, 4096, History::Forgotten).with_unknown_before();
        let (mut pseudo, mut told) = (false, false);
        let decoded = Decoder::with_table(table).decode(&self.octets, |field| {
            let name = field.name.unwrap_or_default();
            pseudo |= name.starts_with(b":");
            told |= matches!(name, b":method" | b":status");
        });
        decoded.is_ok() && pseudo && !told
    }

    fn is_block(&self, fewest: usize) -> bool {
        self.octets.len() >= fewest && is_sound(&self.octets) && are_legible(&self.octets)
    }
}

/// Whether the names of a block's fields are in small letters, and its values
/// can be printed, as nearly all are (RFC 9113 §8.2.1), and it is not a request and
/// a response, or two of one.
fn are_legible(octets: &[u8]) -> bool {
    let table = DynamicTable::new(4096, 4096, History::Forgotten).with_unknown_before();
    let (mut legible, mut response) = (true, false);
    let mut pseudo: Vec<Vec<u8>> = Vec::new();
    let decoded = Decoder::with_table(table).decode(octets, |field| {
        let is_name = |byte: &u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase();
        let name = field.name.unwrap_or(b"?");
        let value = field
            .value
            .is_none_or(|value| value.iter().all(|byte| *byte >= b' '));
        legible &= value && !name.is_empty() && name.iter().all(is_name);
        if name.starts_with(b":") && legible {
            legible = pseudo.len() < 8 && pseudo.iter().all(|before| before != name);
            pseudo.push(name.into());
            response |= name == b":status";
        }
    });
    decoded.is_ok() && legible && !(response && pseudo.len() > 1)
}

/// Reads the blocks among the words of a text, if it is certain which they are.
pub(super) fn read(text: &Text) -> Option<Reading> {
    let plain = &*text.plain;
    let lower = plain.to_ascii_lowercase();
    let has = |part: &[u8]| lower.windows(part.len()).any(|own| own == part);
    if CUT.into_iter().chain(COMPARED).any(has)
        || has(b"table_size")
        || has(b"table size")
        || has_stars(plain)
    {
        return None;
    }
    let (lists, strings) = (lists(plain)?, strings(text)?);
    let format = match (lists.len(), strings.len()) {
        (0, 0) => Format::Hex,
        (_, 0) => Format::Decimal,
        _ => Format::Escaped,
    };
    let rows = rows::read(plain)?;
    let is_within = |at: usize| {
        let after = rows.partition_point(|(lines, _): &(Range<usize>, Run)| lines.end <= at);
        rows.get(after)
            .is_some_and(|(lines, _)| lines.contains(&at))
    };
    let mut runs = lists;
    runs.extend(strings);
    runs.retain(|run| !is_within(run.start()));
    runs.sort_by_key(Run::start);
    let is_free = |word: &Word| {
        let after = runs.partition_point(|run: &Run| run.end() <= word.start);
        runs.get(after).is_none_or(|run| run.start() >= word.end)
    };
    let words = words(plain).filter(|word| is_free(word) && !is_within(word.start));
    let words: Vec<Word> = words.collect();
    let found = hex(plain, &words)?;
    // One octet with a prefix may be of a run whose octets have one each.
    let is_alone = |word: &Word| {
        let after = found.partition_point(|run| run.end() <= word.start);
        let is_free = found.get(after).is_none_or(|run| run.start() >= word.end);
        word.digits > word.start && word.length() == 2 && is_free
    };
    let has_prefixes = |run: &Run| {
        let (start, end) = run.places[0];
        end - start > 2
    };
    if found.iter().any(has_prefixes) && words.iter().any(is_alone) {
        return None;
    }
    runs.extend(found);
    runs.extend(rows.into_iter().map(|(_, run)| run));
    runs.sort_by_key(Run::start);
    // Wireshark's PDML has the bytes of a field in several of its attributes.
    runs.dedup_by(|next, run| {
        let between = plain.get(run.end()..next.start());
        let is_of_tag = |part: &[u8]| {
            part.windows(2).any(|two| two == b"=\"")
                && !part.iter().any(|byte| b"<>\n".contains(byte))
        };
        let is_near = |part: &&[u8]| part.len() < TAG;
        next.octets == run.octets && between.filter(is_near).is_some_and(is_of_tag)
    });
    let is_beside = |pair: &[Run]| pair[0].end() <= pair[1].start();
    if !runs.windows(2).all(is_beside) {
        return None;
    }
    let is_free = |word: &Word| {
        let after = runs.partition_point(|run| run.end() <= word.start);
        runs.get(after).is_none_or(|run| !run.holds(word))
    };
    let may_be_octet =
        |word: &Word| word.length() == 2 && Run::of(&[*word], plain).octets.first() >= Some(&0x80);
    if runs.iter().any(Run::is_open_request)
        && words.iter().filter(|word| is_free(word)).any(may_be_octet)
    {
        // Its first fields may stand by themselves.
        return None;
    }
    if runs.is_empty()
        || !runs.iter().all(|run| is_closed(run, plain))
        || !are_in_order(&runs, plain)
    {
        return None;
    }
    let is_told = |from: usize, to: usize| {
        str::from_utf8(&plain[from..to]).is_ok_and(|part| told(part).is_some())
    };
    // An attribute that stands behind the first block is not of the next.
    let last = runs.last().map_or(0, Run::end);
    let is_above = is_told(0, runs[0].start()) && !is_told(last, plain.len());
    let mut pieces = Pieces::default();
    let (mut skipped, mut from) = (Vec::new(), 0);
    for run in &runs {
        let piece = pieces.begin(Bond::Apart);
        piece.mark = side(plain, from, run.start(), is_above);
        skip(&mut skipped, text, from, run.start());
        from = run.start();
        for (octet, &(start, end)) in run.octets.iter().zip(&run.places) {
            if plain[from..start].contains(&b'\n') {
                skip(&mut skipped, text, from, start);
            }
            pieces.push(*octet, text.place(start, end));
            from = end;
        }
    }
    skip(&mut skipped, text, from, plain.len());
    let mut notes = Notes::default();
    notes.push((text.raw_at(runs[0].start()), NOTE.into()));
    let reading = Reading {
        format,
        detail: "whole blocks among words".into(),
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

/// The strings of a text with escapes, in quotes or between blanks, if all that
/// may be blocks are.
fn strings(text: &Text) -> Option<Vec<Run>> {
    let (raw, plain) = (text.raw, &*text.plain);
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(found) = raw[at..].find("\\x").filter(|_| raw.len() == plain.len()) {
        let escape = at + found;
        let line = raw[at..escape]
            .rfind(['\n', '\r'])
            .map_or(at, |end| at + end + 1);
        let ends = |c: char| c.is_whitespace() || "=\"'`".contains(c);
        // In quotes a string begins behind the first of them in its line.
        let quote = raw[line..escape]
            .find(['"', '\'', '`'])
            .map(|from| line + from);
        let (start, length) = match quote {
            Some(quote) => {
                let sign = &raw[quote..=quote];
                let inner = &raw[quote + 1..];
                let is_end = |(end, _): &(usize, &str)| !inner[..*end].ends_with('\\');
                let end = inner.match_indices(sign).find(is_end)?.0;
                (quote + 1, end)
            }
            None => {
                let start = raw[line..escape]
                    .rfind(ends)
                    .map_or(line, |end| line + end + 1);
                let length = raw[start..].find(ends).unwrap_or(raw.len() - start);
                if raw[start + length..].starts_with(['"', '\'', '`']) {
                    // Its other quote is missing, and more may be.
                    return None;
                }
                (start, length)
            }
        };
        at = start + length + usize::from(quote.is_some());
        if start + length < escape {
            // The escapes stand in a string behind this one.
            continue;
        }
        let pieces = bytes_of(raw, (start, start + length))?;
        let places = pieces
            .places
            .iter()
            .map(|place| (place.start as usize, place.end as usize));
        let run = Run {
            places: places.collect(),
            octets: pieces.octets,
        };
        runs.push(Some(run).filter(|run| run.is_block(FEWEST))?);
    }
    Some(runs)
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
    let has_sign = |word: &Word| word.digits > word.start;
    let is_alike = |word: &Word| word.is_pairs(plain) && has_sign(word) == has_sign(&own[0]);
    if !own.iter().all(is_alike) {
        return None;
    }
    let before = plain[..own[0].start].last();
    let is_numbered = own.len() > 1 && own[0].is_decimal(plain);
    let from = match own {
        _ if before == Some(&b'#') && is_numbered => 1,
        [_, last]
            if is_numbered
                && last.length() >= 2 * FEWEST
                && !Run::of(own, plain).is_block(FEWEST) =>
        {
            1
        }
        _ => 0,
    };
    let has_letter = own.iter().any(|word| !word.is_decimal(plain));
    let run = Run::of(&own[from..], plain);
    (has_letter && run.is_block(FEWEST) && (from > 0 || is_apart(plain, words, row))).then_some(run)
}

/// Whether what stands beside a row is no part of it: words, or the numbers of
/// something else.
fn is_apart(plain: &[u8], words: &[Word], row: Range<usize>) -> bool {
    let (first, last) = (words[row.start], words[row.end - 1]);
    if row.len() == 1 {
        let is_part = |n: usize, between: &[u8]| {
            matches!(between, b"-" | b"_" | b".") && words[n].is_hex(plain)
        };
        let before = row.start.checked_sub(1);
        return !before.is_some_and(|n| is_part(n, &plain[words[n].end..first.start]))
            && !words
                .get(row.end)
                .is_some_and(|word| is_part(row.end, &plain[last.end..word.start]));
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
    let is_name = |word: &Word| word.of(plain).iter().all(u8::is_ascii_alphabetic);
    let has_sign = gap.trim_ascii().len() == gap.len();
    let is_open =
        has_sign && (tail.starts_with(gap) || head.ends_with(gap) && !before.is_some_and(is_name));
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
    let is_bits = |word: &Word| word.of(plain).iter().all(|byte| b"01".contains(byte));
    // 1000 0010 is binary.
    let is_other = is_time || own.len() == 2 && own.iter().all(is_bits);
    let is_row = own.len() > 1 && (are_letters || own.len() > 3 || gap == b" " && !is_other);
    // commit 9fceb02d…, codec.cc:12, 0x7f8a1c003e10
    let before = &plain[..first.start];
    let is_digest =
        matches!(first.length(), 32 | 40 | 64) && DIGESTS.iter().any(|name| before.ends_with(name));
    let is_source = own.len() == 2 && before.ends_with(b".") && gap == b":";
    let is_address = own.len() == 1
        && first.digits > first.start
        && first.length() == 12
        && [&b"7f"[..], b"55", b"56"]
            .iter()
            .any(|start| first.of(plain).starts_with(start));
    if is_digest || is_source || is_address {
        return false;
    }
    let is_block = |word: &Word| {
        let run = Run::of(&[*word], plain);
        word.is_pairs(plain)
            && run.octets.len() > 2
            && is_sound(&run.octets)
            && are_legible(&run.octets)
    };
    is_row
        || own
            .iter()
            .any(|word| word.is_nearly_hex(plain) || is_block(word))
        || is_item(plain, first)
}

/// Whether pairs of hex digits stand by themselves, as a string or in a cell.
fn is_item(plain: &[u8], word: Word) -> bool {
    let is_edge = |byte: &u8| b"\"'`|[]{}()<>\n\r".contains(byte);
    let rim = |byte: Option<&u8>| byte.is_none_or(is_edge);
    let (before, behind) = (&plain[..word.start], &plain[word.end..]);
    let blank = |byte: &&u8| !is_space(**byte);
    // A line that ends with two digits may go on in the next.
    let is_end = word.length() == 2
        && matches!(
            behind.iter().find(|byte| !b" \t".contains(byte)),
            None | Some(b'\n' | b'\r')
        );
    let may_be_number = word.is_decimal(plain) && !is_end;
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
        let is_string = matches!(own, b"\", \"" | b"', '") && words[count - 1].length() == 2;
        let is_gap = is_string || matches!(own, b" " | b":" | b"-" | b"," | b", " | b"_" | b"\\");
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
/// count up, and each label has bytes below it.
fn are_in_order(runs: &[Run], plain: &[u8]) -> bool {
    let ends = std::iter::once(0).chain(runs.iter().map(Run::end));
    let is_label = |line: &&[u8]| {
        let blanks = line.iter().filter(|byte| **byte == b' ').count();
        line.ends_with(b":") && blanks < 5
    };
    let tail = runs.last().map_or(&b""[..], |run| &plain[run.end()..]);
    let (mut last, mut was_bare) = (None, true);
    let is_open = is_label(&tail.trim_ascii_end());
    !is_open
        && ends.zip(runs).enumerate().all(|(n, (end, run))| {
            let glue = &plain[end..run.start()];
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
            // It may be how many octets there were.
            let count = run.octets.len() as u64;
            let is_more = number.is_some_and(|number| number > count && number <= count + 8);
            // Below a line with words, one of bytes alone may go on with it.
            let is_bare = glue.trim_ascii().is_empty();
            let goes_on = !std::mem::replace(&mut was_bare, is_bare) && is_bare;
            (n == 0 || !label.is_empty() || glue.contains(&b'\n'))
                && labels < 2
                && is_later
                && !is_more
                && !goes_on
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
            runs.push(Some(run).filter(|run| is_closed && run.is_block(FEWEST))?);
        }
        at += length;
    }
    Some(runs)
}

/// Numbers with a comma, or a blank, behind each but the last.
fn list(plain: &[u8], start: usize, end: usize) -> Option<Run> {
    let mut run = Run::default();
    let mut at = start;
    let has_commas = plain[start..end].contains(&b',');
    let parts = |byte: &u8| {
        if has_commas {
            *byte == b','
        } else {
            byte.is_ascii_whitespace()
        }
    };
    for item in plain[start..end].split(parts) {
        let own = item.trim_ascii();
        let from = at + (item.len() - item.trim_ascii_start().len());
        at += item.len() + 1;
        if own.is_empty() && (at > end || !has_commas) {
            continue;
        }
        let number: i16 = str::from_utf8(own).ok()?.parse().ok()?;
        let octet = (-128..256).contains(&number).then_some(number as u8)?;
        run.octets.push(octet);
        run.places.push((from, from + own.len()));
    }
    // Without commas, numbers of two digits may be hex.
    let is_decimal = has_commas || run.places.iter().any(|(from, end)| end - from > 2);
    is_decimal.then_some(run)
}

/// Who sent the block at `to`, by what stands before it from `from` on: an
/// attribute, in its line or the lines above, an arrow between two sides, a word
/// directly before it, or a word of a log in its line.
fn side(plain: &[u8], from: usize, to: usize, is_above: bool) -> Option<Side> {
    let head = str::from_utf8(&plain[from..to]).ok()?;
    let line = head.rsplit(['\n', '\r']).next()?;
    let words = words_of(line);
    let told = told(if is_above { head } else { line });
    let mut sides = words
        .iter()
        .enumerate()
        .filter_map(|(n, (_, word))| Some((n, named(word)?)));
    let Some((first, only)) = sides.next() else {
        return told;
    };
    if let Some((second, other)) = sides.find(|(_, side)| *side != only) {
        let ((start, word), (end, _)) = (words[first], words[second]);
        let sign = line[start + word.len()..end].trim();
        let sent = match sign {
            _ if second != first + 1 || sides.next().is_some() => None,
            _ if sign.ends_with('>') => Some(only),
            _ if sign.starts_with('<') => Some(other),
            _ => None,
        };
        return told.or(sent);
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut rest = words
        .iter()
        .map(|(_, word)| *word)
        .filter(|word| !is_number(word));
    let is_log = rest.next().and_then(named).is_some()
        && rest.all(|word| sides::is_beside(word) && named(word).is_none());
    let is_last = words.last().is_some_and(|(_, word)| named(word).is_some())
        && !words.iter().any(|(_, word)| *word == "to")
        && line.ends_with(|c: char| !c.is_ascii_alphanumeric());
    told.or(Some(only).filter(|_| is_log || is_last))
}

/// The side that an attribute names: `from: client`.
fn told(part: &str) -> Option<Side> {
    words_of(part).windows(2).find_map(|two| {
        let [(_, key), (_, value)] = two else {
            return None;
        };
        let is_key = is_among(sides::SENDERS, key) || matches!(*key, "kind" | "type");
        named(value).filter(|_| is_key && sides::is_told(key, value))
    })
}

/// The side that a word names; a letter may be a part of another word.
fn named(word: &str) -> Option<Side> {
    (word.len() > 1 && sides::is_told("", word))
        .then(|| sides::side(word))
        .flatten()
}

/// The words of a part of a text, and where they begin.
fn words_of(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let placed = words.map(|word| {
        let start = at;
        // The signs between them have a byte each: it is the likeness.
        at += word.len() + 1;
        (start, word)
    });
    placed.filter(|(_, word)| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = "828684418cf1e3c2e5f23a6ba0ab90f4ff";
    const OTHER: &str = "828684be5886a8eb10649cbf";

    /// The blocks that are read of a text.
    fn blocks(text: &str) -> Option<Vec<String>> {
        let text = Text::new(text);
        let pieces = read(&text)?.pieces;
        let hex = |octets: &[u8]| octets.iter().map(|octet| format!("{octet:02x}")).collect();
        Some(
            (0..pieces.list.len())
                .map(|at| hex(pieces.of(at)))
                .collect(),
        )
    }

    #[test]
    fn whole_blocks_are_found_among_words() {
        let pairs = REQUEST.as_bytes().chunks(2).map(String::from_utf8_lossy);
        let pairs = pairs.collect::<Vec<_>>().join(" ");
        for text in [
            format!("The request was {REQUEST}, wasn't it?"),
            format!("GET /?hpack={REQUEST} HTTP/1.1"),
            format!("see `{pairs}` in the log of 12:30"),
            format!("user_17 sent {REQUEST} at 22:13:20"),
            "lost [130, 134, 132, 65, 140, 241, 227, 194, 229, 242, 58, 107, 160, 171, 144, 244, 255] there".into(),
            r"buf: '\x82\x86\x84A\x8c\xf1\xe3\xc2\xe5\xf2:k\xa0\xab\x90\xf4\xff' of 3".into(),
            format!("INSERT INTO t VALUES (1, X'{REQUEST}')"),
        ] {
            assert_eq!(blocks(&text), Some(vec![REQUEST.into()]), "{text}");
        }
        let two = format!("first {REQUEST} and then {OTHER} came");
        assert_eq!(blocks(&two), Some(vec![REQUEST.into(), OTHER.into()]));
    }

    #[test]
    fn rows_below_each_other_are_one_block() {
        let authority = "82\n86\n84\n41 8c\nf1e3c2e5f23a6ba0ab90f4ff";
        let rows = |before: &str, behind: &str| {
            let rows = authority.lines();
            let rows: Vec<_> = rows.map(|row| format!("{before}{row}{behind}\n")).collect();
            format!("see below:\n\n{}\nas I said", rows.concat())
        };
        for (text, is_read) in [
            (rows("", " -> something"), true),
            (rows("\u{2022} ", "\t:name"), true),
            (rows("", " & text \\\\"), true),
            (rows("> ", "  a remark"), true),
            // Rows without words have as many octets each, but for the last.
            (rows("", ""), false),
            (
                "f(\n  \"828684418c\"\n  \"f1e3c2e5f2\"\n  \"3a6ba0ab90\"\n  \"f4ff\")\nof it"
                    .into(),
                true,
            ),
            (
                "f(\n  \"828684418c\",\n  \"f1e3c2e5f2\",\n  \"3a6ba0ab90\",\n  \"f4ff\")\nof it"
                    .into(),
                false,
            ),
            // The line above may hold the first octets.
            (rows("", " -> x").replace("below:\n\n", "8286\n"), false),
            (rows("", " -> cut").replace("f4ff", "f4"), false),
        ] {
            let read = blocks(&text);
            assert_eq!(read, is_read.then(|| vec![REQUEST.into()]), "{text}");
        }
    }

    #[test]
    fn nothing_is_read_where_more_may_be_bytes() {
        for text in [
            // Something else may be bytes, or a part of these.
            format!("The request was {REQUEST} and 8286, no more"),
            format!("first {REQUEST} and 82 86 84 41 8c f1 then"),
            format!("first {REQUEST} and [130, 134, 132, 65, 140, 241, 227, 194] then"),
            "4882640-5f92497ca589d34d1f6a1271d882a60b532acf7f there".into(),
            format!("the bytes {REQUEST}... were sent"),
            format!("the bytes {REQUEST}** were sent"),
            format!("{REQUEST} (4 more) of it"),
            // Not a whole block, or too short to be told from a name.
            format!("The request was {}, wasn't it?", &REQUEST[..32]),
            "The request was 828684, wasn't it?".into(),
            // Two values for one block.
            format!("expected {REQUEST}, got {OTHER}"),
            // Bytes alone in a line may go on with those above.
            format!("sent: {REQUEST}\n{OTHER}\n"),
            format!("7: {OTHER}\n6: {REQUEST}\n"),
            format!("a: {REQUEST}\nb:\n"),
            // A number that may be how many there were.
            format!("18;{REQUEST} x"),
            "no bytes here".into(),
        ] {
            assert_eq!(blocks(&text), None, "{text}");
        }
    }

    #[test]
    fn a_word_before_a_block_names_its_sender() {
        for (text, named) in [
            (format!("from the client: {REQUEST} of 3"), true),
            (format!("from: server, block: {REQUEST} of 3"), true),
            (format!("| from | client |\n| hex | {REQUEST} |\n"), true),
            (format!("| hex | {REQUEST} |\n| from | client |\n"), false),
            (format!("to the client or server {REQUEST} of 3"), false),
            (format!("| client → server | {REQUEST} | 3 |"), true),
            (format!("the client, server {REQUEST} of 3"), false),
        ] {
            let reading = read(&Text::new(&text)).expect(&text);
            assert_eq!(reading.pieces.list[0].mark.is_some(), named, "{text}");
        }
    }
}
