//! What stands around the octets: quoted mail, Markdown fences, line numbers,
//! the marks of who sent a block, and lines that announce settings.

use super::{
    Fault, Format, Reading, RefusalKind, Skipped, WITHOUT_BYTES,
    notes::Notes,
    pieces::{Pieces, Side},
    sides, stamp,
    text::{Line, Text, is_space},
};
use crate::{Place, Sender};

/// A line that may hold octets.
#[derive(Clone, Debug)]
pub(crate) struct FrameLine {
    /// What is left of the line: no marks, no line number, no space around.
    pub(crate) line: Line,
    /// Who sent what follows, by `>`, `<` or a word before it.
    pub(crate) mark: Option<Side>,
    /// Settings announced since the line before, in octets.
    pub(crate) limits: Vec<u32>,
    /// Whether a blank line, or another fence, parts it from the line before.
    pub(crate) blank_before: bool,
}

/// The lines that may hold octets, and what the others say.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) lines: Vec<FrameLine>,
    /// `# initial table size N`, in octets.
    pub(crate) initial_table_size: Option<u32>,
    pub(crate) notes: Notes,
    pub(crate) skipped: Vec<Skipped>,
    /// A number that may be none of the octets, if it is read as one.
    pub(crate) doubt: Option<Place>,
    /// What columns of the lines call the octets from these bytes on.
    pub(crate) labels: Vec<(usize, String)>,
    /// Whether line numbers were taken off.
    pub(crate) numbered: bool,
}

enum Setting {
    Limit(u32),
    Initial(u32),
}

impl Frame {
    pub(crate) fn new(text: &Text) -> Result<Frame, Fault> {
        let plain = &text.plain;
        let mut frame = Frame::default();
        let mut lines = text.lines();
        if let Some(rests) = without_numbers(lines.iter().copied(), plain) {
            frame.skip_numbers(text, lines.iter().copied().zip(rests.iter().copied()));
            lines = rests;
        }
        let fences = Fences::of(&lines, plain);
        let signs = Signs::of(lines.iter().map(|line| line.trimmed(plain)), plain);
        let filled = lines.iter().filter(|line| line.start < line.end);
        frame.lines.reserve_exact(filled.count());
        let mut inside = false;
        let mut blank = false;
        let mut mark = None;
        // Where a mark stands by itself, and before another one; and whether
        // one is the server's, which no mail has.
        let (mut alone, mut followed) = (None, None);
        let mut alone_server = false;
        // Whether a line stood that is no comment.
        let mut begun = false;
        let mut limits = Vec::new();
        let mut announced = None;
        let (mut heading, mut quoted) = (None, false);
        for line in lines {
            let line = line.trimmed(plain);
            let (line, own) = marks(line, plain, signs);
            let own = own.filter(|_| !quoted);
            let content = line.of(plain);
            let is_outside = fences.hold_all && !inside;
            let side = || {
                let is_label = content.ends_with(b":") && !is_comment(content) && !is_outside;
                // "client": {
                let is_heading = !is_label && !content.ends_with(b"{");
                let line = str::from_utf8(content).ok().filter(|_| is_heading)?;
                sides::heading(line)
            };
            if let Some(side) = side() {
                // A heading behind a mark is a quoted mail's, as all its lines.
                quoted |= own == Some(CLIENT);
                if side.is_some() {
                    alone_server |= side != Some(CLIENT);
                    let other = alone.replace(text.raw_at(line.start));
                    followed = followed.or(other.filter(|_| mark != side));
                    mark = side;
                }
                let line_name = text.name(line.start, line.end);
                if sides::is_torn(&line_name) {
                    frame.notes.push((text.raw_at(line.start), TORN.into()));
                }
                heading = Some(sides::bare(&line_name).to_owned());
                blank = true;
            } else if is_fence(content) {
                inside = !inside;
                blank = true;
            } else if content.is_empty() {
                // A mark by itself is of the lines after it.
                if own.is_some() {
                    alone_server |= own == Some(SERVER);
                    followed = followed.or(alone.replace(text.raw_at(line.start)));
                }
                mark = own.or(mark);
                blank |= own.is_none();
            } else if let Some(setting) = setting(content, line.start, text)? {
                match setting {
                    Setting::Limit(limit) => {
                        limits.push(limit);
                        announced = Some(text.raw_at(line.start));
                    }
                    Setting::Initial(size) if !begun => frame.initial_table_size = Some(size),
                    Setting::Initial(_) => frame.skip(
                        text,
                        line,
                        "an initial table size, which only counts before the first block",
                    ),
                }
            } else if is_like_setting(content) {
                frame.notes.push((
                    text.raw_at(line.start),
                    "This line may announce a setting, but its name is not “SETTINGS_HEADER_TABLE_SIZE”: it may be damaged, and was not read.".into(),
                ));
                frame.skip(text, line, WITHOUT_BYTES);
            } else if is_outside {
                frame.skip(text, line, "outside the code fences");
            } else {
                if let Some(at) = setting_behind(content) {
                    frame.notes.push((
                        text.raw_at(line.start + at),
                        "This setting stands behind something else, and was not read: put it on a line of its own.".into(),
                    ));
                }
                begun |= !is_comment(content);
                let other = alone
                    .take()
                    .filter(|_| own.is_some() && (heading.is_none() || own != mark));
                followed = followed.or(other);
                frame
                    .labels
                    .extend(heading.take().map(|name| (line.start, name)));
                frame.lines.push(FrameLine {
                    line,
                    mark: own.or(mark.take()),
                    limits: std::mem::take(&mut limits),
                    blank_before: blank,
                });
                blank = false;
                announced = None;
            }
        }
        if let Some(at) = announced {
            frame
                .notes
                .push((at, "This setting stands behind the last bytes, and changes nothing: lines may be missing, or in another order.".into()));
        }
        if let Some(at) = fences.doubt {
            frame.notes.push((text.raw_at(at), FENCE.into()));
        }
        // Empty lines of a quoted mail have its mark too.
        let has_server = |line: &FrameLine| line.mark == Some(SERVER);
        if let Some(at) = followed.or(alone)
            && (alone_server || frame.lines.iter().any(has_server))
        {
            frame.notes.push((
                at,
                "No bytes stand behind this mark of a sender: they may be missing.".into(),
            ));
        }
        if !frame.numbered {
            frame.strip_numbers(text);
        }
        Ok(frame)
    }

    pub(crate) fn skip(&mut self, text: &Text, line: Line, reason: &'static str) {
        self.skipped.push(Skipped {
            place: text.place(line.start, line.end),
            reason: reason.into(),
            each: false,
        });
    }

    /// Takes out lines that hold no octets; what stood before them is of the
    /// next line that stays. The indices are in order.
    pub(crate) fn remove(&mut self, rows: &[usize]) {
        let mut rows = rows.iter().peekable();
        let mut row = 0;
        let (mut blank, mut mark) = (false, None);
        let mut limits = Vec::new();
        self.lines.retain_mut(|line| {
            let out = rows.next_if(|&&next| next == row).is_some();
            row += 1;
            line.blank_before |= std::mem::take(&mut blank);
            line.mark = line.mark.or(mark.take());
            line.limits.splice(0..0, std::mem::take(&mut limits));
            if out {
                mark = line.mark;
                blank = line.blank_before;
                limits = std::mem::take(&mut line.limits);
            }
            !out
        });
    }

    /// Puts lines, each a block, behind the lines with these indices, which are in
    /// order.
    pub(crate) fn insert(&mut self, lines: impl Iterator<Item = (usize, Line, Option<Side>)>) {
        let mut added = lines.peekable();
        for (row, line) in std::mem::take(&mut self.lines).into_iter().enumerate() {
            self.lines.push(line);
            while let Some((_, line, mark)) = added.next_if(|(at, ..)| *at == row) {
                self.lines.push(FrameLine {
                    line,
                    mark,
                    limits: Vec::new(),
                    blank_before: true,
                });
            }
        }
    }

    /// The reading that `pieces` are, with what was found around them.
    pub(crate) fn reading(
        &self,
        format: Format,
        detail: impl Into<String>,
        pieces: Pieces,
    ) -> Reading {
        Reading {
            format,
            detail: detail.into(),
            pieces,
            initial_table_size: self.initial_table_size,
            notes: self.notes.clone(),
            skipped: self.skipped.clone(),
            labels: self.labels.clone(),
            confirmed: false,
            doubt: self.doubt,
        }
    }

    /// Takes off what a person writes in brackets behind the octets: it names
    /// the block.
    pub(crate) fn strip_remarks(&mut self, text: &Text) {
        let plain = &*text.plain;
        for line in &mut self.lines {
            let content = line.line.of(plain);
            let Some(open) = content.iter().position(|byte| *byte == b'(') else {
                continue;
            };
            let remark = content[open + 1..].strip_suffix(b")");
            let is_words = remark.is_some_and(|remark| {
                let has = |word: &[u8]| remark.windows(word.len()).any(|part| part == word);
                // Of octets that are not shown the whole line is refused.
                !remark.contains(&b'(')
                    && ![&b"trunc"[..], b"more", b"omit", b"cut", b".."]
                        .into_iter()
                        .any(has)
                    && remark
                        .iter()
                        .any(|byte| matches!(byte, b'g'..=b'z' | b'G'..=b'Z'))
            });
            if !is_words || open == 0 || !is_space(content[open - 1]) || !is_hex(&content[..open]) {
                continue;
            }
            let end = line.line.start + open;
            self.labels
                .push((line.line.start, text.name(end + 1, line.line.end - 1)));
            self.skipped.push(Skipped {
                place: text.place(end, line.line.end),
                reason: "words in brackets".into(),
                each: true,
            });
            line.line = Line { end, ..line.line }.trimmed(plain);
        }
    }

    /// Takes off the names of sides that stand before what they sent, without
    /// the colon of a label.
    pub(crate) fn strip_sides(&mut self, text: &Text) {
        let plain = &*text.plain;
        let lines = self.lines.iter().map(|line| line.line);
        let signs = Signs::of(lines, plain);
        for line in &mut self.lines {
            if line.mark.is_some() {
                let from = line.line.start.saturating_sub(8);
                let arrow = str::from_utf8(&plain[from..line.line.start]).unwrap_or_default();
                let content = str::from_utf8(line.line.of(plain)).unwrap_or_default();
                if let Some((side, length)) = sides::behind_arrow(arrow, content) {
                    let start = line.line.start + length;
                    line.mark = Some(side);
                    self.labels
                        .push((start, text.name(line.line.start, start - 1)));
                    line.line = Line { start, ..line.line }.trimmed(plain);
                }
                continue;
            }
            // Behind the date and time of a log.
            let (own, mark) = marks(line.line, plain, signs);
            if mark.is_some() {
                (line.line, line.mark) = (own, mark);
                continue;
            }
            let Ok(content) = str::from_utf8(own.of(plain)) else {
                continue;
            };
            let Some((side, length)) = sides::before(content) else {
                line.mark = sides::behind(content);
                continue;
            };
            let start = own.start + length;
            line.mark = Some(side);
            line.line = Line { start, ..own }.trimmed(plain);
            let name = sides::name(&text.name(own.start, start)).to_owned();
            self.labels.push((line.line.start, name));
        }
    }

    /// Takes off the dates and times of a log, and line numbers behind them.
    pub(crate) fn strip_stamps(&mut self, text: &Text) {
        let plain = &*text.plain;
        let mut empty = Vec::new();
        let mut stamped = 0;
        let skipped = &mut self.skipped;
        for (row, line) in self.lines.iter_mut().enumerate() {
            let length = stamp::length(line.line.of(plain));
            if length > 0 {
                stamped += 1;
                let end = line.line.start + length;
                let stamp = Line { end, ..line.line }.trimmed(plain);
                skipped.push(Skipped {
                    place: text.place(stamp.start, stamp.end),
                    reason: stamp::REASON.into(),
                    each: true,
                });
            }
            line.line.start += length;
            if line.line.start == line.line.end {
                empty.push(row);
            }
        }
        if let ([row], true) = (&empty[..], stamped > 1) {
            let at = text.raw_at(self.lines[*row].line.start);
            self.notes.push((
                at,
                "Nothing stands behind the date and time of this line: it may be cut.".into(),
            ));
        }
        self.remove(&empty);
        if stamped > 1 && !self.numbered {
            self.strip_numbers(text);
        }
    }

    /// Takes off the line numbers that stand behind something else.
    fn strip_numbers(&mut self, text: &Text) {
        let lines = self.lines.iter().map(|line| line.line);
        if let Some(rests) = without_numbers(lines.clone(), &text.plain) {
            let lines: Vec<Line> = lines.collect();
            self.skip_numbers(text, lines.into_iter().zip(rests.iter().copied()));
            for (line, rest) in self.lines.iter_mut().zip(rests) {
                line.line = rest;
            }
        }
    }

    /// Passes over what stands in `lines` before their rests.
    fn skip_numbers(&mut self, text: &Text, lines: impl Iterator<Item = (Line, Line)>) {
        self.numbered = true;
        for (line, rest) in lines {
            let start = line.trimmed(&text.plain).start;
            if start < rest.start {
                let number = Line {
                    start,
                    end: rest.start,
                }
                .trimmed(&text.plain);
                self.skipped.push(Skipped {
                    place: text.place(number.start, number.end),
                    reason: "a line number".into(),
                    each: true,
                });
            }
        }
    }
}

/// The lines without an editor's line numbers: each begins with a number, one
/// more than the line before, and has more than one octet after it. Fences and
/// comments may have none.
fn without_numbers(lines: impl Iterator<Item = Line>, plain: &[u8]) -> Option<Vec<Line>> {
    let mut rests = Vec::new();
    let (mut due, mut count) = (None, 0);
    for line in lines {
        let line = line.trimmed(plain);
        let content = line.of(plain);
        let Some((number, rest)) = line_number(line, plain) else {
            if !(content.is_empty() || is_fence(content) || is_comment(content)) {
                return None;
            }
            rests.push(line);
            continue;
        };
        let is_brief = rest.end - rest.start < 5
            && !is_fence(rest.of(plain))
            && marks(rest, plain, Signs::default()).1.is_none();
        if due.is_some_and(|due| due != number) || is_brief {
            return None;
        }
        due = Some(number + 1);
        count += 1;
        rests.push(rest);
    }
    (count > 1).then_some(rests)
}

const TORN: &str = "The signs before and behind the words of this heading differ: characters may be missing here, and in other lines.";

const FENCE: &str = "This code fence has no partner, or bytes stand outside the fences: a part of the text may be missing, or in another place.";

/// The code fences of a text.
struct Fences {
    /// Whether there are some, and no octets outside them.
    hold_all: bool,
    /// A fence that is not closed, or one among octets outside of fences.
    doubt: Option<usize>,
}

impl Fences {
    fn of(lines: &[Line], plain: &[u8]) -> Self {
        let (mut count, mut outside, mut last) = (0, false, None);
        for line in lines {
            let line = line.trimmed(plain);
            let content = line.of(plain);
            if is_fence(content) {
                count += 1;
                last = Some(line.start);
            } else if count % 2 == 0 {
                outside |= is_hex(content);
            }
        }
        Self {
            hold_all: count > 0 && !outside,
            doubt: last.filter(|_| outside || count % 2 == 1),
        }
    }
}

/// Whether a line, or what stands behind its label, is hex digits in pairs or
/// longer runs.
fn is_hex(line: &[u8]) -> bool {
    let label = line.iter().rposition(|byte| matches!(byte, b':' | b'='));
    let rest = &line[label.map_or(0, |at| at + 1)..];
    let mut words = rest
        .split(|byte| is_space(*byte))
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some()
        && rest.iter().any(u8::is_ascii_digit)
        && words.all(|word| {
            let digits = word.strip_prefix(b"0x").unwrap_or(word);
            digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit)
        })
}

fn is_fence(line: &[u8]) -> bool {
    line.starts_with(b"```") && !line[3..].contains(&b'`') || line.starts_with(b"~~~")
}

/// Whether nothing but a remark stands in the line, and no macro of C.
fn is_comment(line: &[u8]) -> bool {
    let signs = [b"#".as_slice(), b"//", b"--", b";"];
    signs.iter().any(|sign| line.starts_with(sign)) && !line.starts_with(b"#define ")
}

const CLIENT: Side = Side::Is(Sender::Client);
const SERVER: Side = Side::Is(Sender::Server);

/// Signs that the lines of a text begin or end with, which say what others are.
#[derive(Clone, Copy, Default)]
struct Signs {
    /// Some begin with `>>>` and others with `<<<`.
    three: bool,
    /// Some begin with `>>` and others with `<<`.
    two: bool,
    /// Some begin with `<=`: without them Ruby prints `=>` before a result.
    double: bool,
    /// One ends with `<<`, as a list of Erlang opens.
    list: bool,
}

impl Signs {
    fn of(lines: impl Iterator<Item = Line>, plain: &[u8]) -> Self {
        let (mut has, mut list, mut double) = ([false; 4], false, false);
        for line in lines {
            double |= line.of(plain).starts_with(b"<=");
            list |= line.of(plain).ends_with(b"<<");
            let signs = [&b">>>"[..], b"<<<", b">> ", b"<< "];
            for (has, sign) in has.iter_mut().zip(signs) {
                *has |= line.of(plain).starts_with(sign);
            }
        }
        Self {
            three: has[0] && has[1],
            two: has[2] && has[3],
            double,
            list,
        }
    }
}

/// Takes an arrow off the start of a line: `->`, `=>`, and `>>>` where the
/// text has `<<<` too (else it is a quoted mail's, or a prompt), so with two.
fn arrow(line: Line, plain: &[u8], signs: Signs) -> Option<(Line, Option<Side>)> {
    const ARROWS: [(&[u8], Side); 12] = [
        (b"-->", CLIENT),
        (b"==>", CLIENT),
        (b"->", CLIENT),
        (b"=>", CLIENT),
        (b"<--", SERVER),
        (b"<==", SERVER),
        (b"<-", SERVER),
        (b"<=", SERVER),
        (b">>>", CLIENT),
        (b"<<<", SERVER),
        (b">>", CLIENT),
        (b"<<", SERVER),
    ];
    let content = line.of(plain);
    let is_known = |sign: &[u8]| match sign {
        b">>>" | b"<<<" => signs.three,
        b">>" | b"<<" => signs.two,
        _ => true,
    };
    let begins = |(sign, _): &&(&[u8], Side)| is_known(sign) && content.starts_with(sign);
    let (sign, sender) = ARROWS.iter().find(begins)?;
    let next = content.get(sign.len()).copied().unwrap_or(b' ');
    let rest = Line {
        start: line.start + sign.len(),
        end: line.end,
    };
    let rest = rest.trimmed(plain);
    let is_value = matches!(rest.of(plain), [] | [b'"' | b'\'' | b'[', ..]);
    let is_result = is_value && !signs.double && sign.ends_with(b"=>");
    let sender = Some(*sender).filter(|_| !is_result);
    (is_space(next) || next.is_ascii_hexdigit()).then_some((rest, sender))
}

/// Takes what says who sent a line off its start, also behind the `>` of a
/// quoted mail.
fn marks(line: Line, plain: &[u8], signs: Signs) -> (Line, Option<Side>) {
    let closes = matches!(
        line.of(plain),
        [b'>', b'>'] | [b'>', b'>', b'.' | b';' | b',', ..]
    );
    if signs.list && closes {
        return (line, None);
    }
    let own = |line: Line| arrow(line, plain, signs).unwrap_or_else(|| strip_mark(line, plain));
    let (rest, outer) = own(line);
    let is_quoted = outer == Some(CLIENT) && matches!(rest.of(plain), [b'<' | b'-' | b'=', ..]);
    match own(rest) {
        (inside, Some(side)) if is_quoted => (inside, Some(side)),
        _ => (rest, outer),
    }
}

/// Takes `>` and `<` off the start of a line. Several `>` are quoted mail.
fn strip_mark(line: Line, plain: &[u8]) -> (Line, Option<Side>) {
    let content = line.of(plain);
    let sender = match content.first() {
        Some(b'>') => CLIENT,
        Some(b'<') if !closes(content) => SERVER,
        _ => return (line, None),
    };
    let sign = content[0];
    let mut length = 0;
    let mut signs = 0;
    for (at, &byte) in content.iter().enumerate() {
        if byte == sign && at <= length + 1 && signs < 16 {
            length = at + 1;
            signs += 1;
        } else if !is_space(byte) {
            break;
        }
    }
    // A mark stands before space or octets; `<Buffer`, `<<1,2>>` and `=>` are others' syntax.
    let next = content.get(length).copied().unwrap_or(b' ');
    if sign == b'<' && (signs > 1 || !(is_space(next) || next.is_ascii_hexdigit() || next == b'\\'))
    {
        return (line, None);
    }
    let rest = Line {
        start: line.start + length,
        end: line.end,
    }
    .trimmed(plain);
    (rest, (signs == 1).then_some(sender))
}

/// Whether a `<` at the start of a line has its `>` at the end, as Apple's
/// NSData and Node's Buffer are printed.
fn closes(content: &[u8]) -> bool {
    content.contains(&b'>')
}

fn line_number(line: Line, plain: &[u8]) -> Option<(u64, Line)> {
    let content = line.of(plain);
    let digits = content
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if digits == 0 || digits > 6 || (digits > 1 && content[0] == b'0') {
        return None;
    }
    let number = str::from_utf8(&content[..digits]).ok()?.parse().ok()?;
    let after = &content[digits..];
    let sign = match after {
        [b':' | b'|' | b'.' | b')', b' ' | b'\t', ..] => 1,
        // What stands between octets too may stand behind one of them.
        [b'\t', rest @ ..] if !rest.contains(&b'\t') => 0,
        [b' ', b' ', rest @ ..] if digits % 2 == 1 || !rest.windows(2).any(|two| two == b"  ") => 0,
        [b' ', b'|', ..] => 2,
        _ => return None,
    };
    Some((
        number,
        Line {
            start: line.start + digits + sign,
            end: line.end,
        }
        .trimmed(plain),
    ))
}

/// The line's setting, if it is a comment that announces one.
fn setting(content: &[u8], start: usize, text: &Text) -> Result<Option<Setting>, Fault> {
    if content.first() != Some(&b'#') {
        return Ok(None);
    }
    let Ok(words) = str::from_utf8(content) else {
        return Ok(None);
    };
    let lower = words.to_ascii_lowercase();
    let find = |name: &str| lower.find(name).map(|at| at + name.len());
    let limit = find("settings_header_table_size");
    let Some(end) = limit.or_else(|| find("initial table size")) else {
        return Ok(None);
    };
    let rest = lower[end..].trim_start_matches([':', '=', ' ', '\t']);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let name = if limit.is_some() {
        "SETTINGS_HEADER_TABLE_SIZE"
    } else {
        "initial table size"
    };
    let number_at = start + words.len() - rest.len();
    if digits == 0 && !rest.is_empty() && limit.is_none() {
        return Ok(None);
    }
    // A digit in place of the blank behind the name would be one of the number.
    let is_apart = digits == 0 || rest.len() < lower.len() - end;
    let value = rest[..digits]
        .parse()
        .ok()
        .filter(|_: &u32| is_apart && !goes_on(&rest[digits..]));
    let value = value.ok_or_else(|| {
        Fault::at(
            RefusalKind::Setting,
            text.raw_at(number_at),
            format!("After “{name}” a whole number from 0 to 4294967295 is expected, in digits only, as in “# {name} 4096”."),
        )
    })?;
    if let Some(word) = hex_word(&rest[digits..]) {
        return Err(Fault::at(
            RefusalKind::Setting,
            text.raw_at(number_at + digits),
            format!(
                "“{word}” may be bytes, and stands on the line of a setting: put it on a line of its own."
            ),
        ));
    }
    Ok(Some(if limit.is_some() {
        Setting::Limit(value)
    } else {
        Setting::Initial(value)
    }))
}

/// Where a setting stands in a line behind something else.
fn setting_behind(content: &[u8]) -> Option<usize> {
    const NAME: &[u8] = b"# SETTINGS_HEADER_TABLE_SIZE";
    let at = content.iter().rposition(|byte| *byte == b'#')?;
    (at > 0 && content[at..].starts_with(NAME)).then_some(at)
}

/// The first word that is pairs of hex digits, which may have an arrow, a
/// prefix or colons.
fn hex_word(text: &str) -> Option<&str> {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_start_matches(['<', '>', '-', '=']));
    words.into_iter().find(|word| {
        let mut runs = word.trim_start_matches("0x").split(':');
        let is_pairs =
            |run: &str| run.len().is_multiple_of(2) && run.chars().all(|c| c.is_ascii_hexdigit());
        word.contains(|c: char| c.is_ascii_digit()) && runs.all(is_pairs)
    })
}

/// Whether a line is words in capitals and a number, and the words have a part of
/// the name of the setting; or a comment is a number of three digits or more.
fn is_like_setting(content: &[u8]) -> bool {
    let (comment, is_comment) = match content.strip_prefix(b"#") {
        Some(comment) => (comment, true),
        None => (content, false),
    };
    let digits = comment
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit());
    let (name, number) = comment.split_at(comment.len() - digits.count());
    let has = |part: &[u8]| name.windows(part.len()).any(|own| own == part);
    let parts = [&b"SETT"[..], b"HEADER_", b"TABLE_", b"_SIZE"];
    let small = name.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    let is_alone = is_comment || name.trim_ascii().iter().all(is_capital);
    let is_name = name.len() > 8 && small < 2 && is_alone && parts.into_iter().any(has);
    let is_rest = is_comment && name.trim_ascii().is_empty() && number.len() > 2;
    !number.is_empty() && (is_name || is_rest)
}

/// Whether what stands behind some digits may be more of the number:
/// `65,536`, `65 536`, `64K`, `0x1000`.
fn goes_on(after: &str) -> bool {
    let mut characters = after.chars();
    match characters.next() {
        Some(',' | '.' | '_' | '\'' | ' ') => characters.next().is_some_and(|c| c.is_ascii_digit()),
        Some(next) => next.is_alphanumeric() || next == '*' && characters.next() == Some('*'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &str) -> Vec<(String, Option<Sender>, Vec<u32>, bool)> {
        let text = Text::new(input);
        let frame = Frame::new(&text).unwrap();
        let show = |line: &FrameLine| {
            let content = String::from_utf8_lossy(line.line.of(&text.plain)).into_owned();
            let sender = line.mark.and_then(Side::sender);
            (content, sender, line.limits.clone(), line.blank_before)
        };
        frame.lines.iter().map(show).collect()
    }

    #[test]
    fn marks_and_settings() {
        let client = Some(Sender::Client);
        let server = Some(Sender::Server);
        assert_eq!(
            lines("> 82\n< 88"),
            [
                ("82".into(), client, vec![], false),
                ("88".into(), server, vec![], false)
            ]
        );
        assert_eq!(lines(">\n82\n84")[0], ("82".into(), client, vec![], false));
        assert_eq!(lines(">> 82")[0], ("82".into(), None, vec![], false));
        assert_eq!(lines("<82 86>")[0], ("<82 86>".into(), None, vec![], false));
        let limited =
            lines("82\n# SETTINGS_HEADER_TABLE_SIZE 256\n# SETTINGS_HEADER_TABLE_SIZE: 4096\n86");
        assert_eq!(limited[1], ("86".into(), None, vec![256, 4096], false));
    }

    #[test]
    fn fences_and_line_numbers() {
        assert_eq!(
            lines("See:\n```hex\n82\n```\nand\n```\n84\n```\nBye."),
            [
                ("82".into(), None, vec![], true),
                ("84".into(), None, vec![], true)
            ]
        );
        assert_eq!(lines("  9: 82 86 41\n 10: 84 82 86")[1].0, "84 82 86");
        let marked = lines("  1: >82 86\n  2: <88 be");
        assert_eq!(
            marked[0],
            ("82 86".into(), Some(Sender::Client), vec![], false)
        );
        assert_eq!(
            marked[1],
            ("88 be".into(), Some(Sender::Server), vec![], false)
        );
        assert_eq!(lines("1\t82 86 41\n2\t84 82 86")[1].0, "84 82 86");
        let text = Text::new("  9: 82 86 41\n 10: 84 82 86");
        let numbers = Frame::new(&text).unwrap().skipped;
        let shown = numbers
            .iter()
            .map(|number| &text.raw[number.place.start as usize..number.place.end as usize]);
        assert_eq!(shown.collect::<Vec<_>>(), ["9:", "10:"]);
        // Two blanks part all octets.
        let text = "82  87  04  88\n83  86  04  83";
        assert_eq!(lines(text)[1].0, "83  86  04  83");
    }

    #[test]
    fn an_initial_size_may_follow_remarks_but_no_octets() {
        for (input, size) in [
            ("# initial table size 256\n82", Some(256)),
            ("# RFC 7541 C.6\n\n# initial table size 256\n82", Some(256)),
            ("// a remark\n# initial table size 0\n82", Some(0)),
            ("82\n# initial table size 256\n84", None),
        ] {
            let frame = Frame::new(&Text::new(input)).unwrap();
            assert_eq!(frame.initial_table_size, size, "{input}");
            assert_eq!(frame.skipped.is_empty(), size.is_some(), "{input}");
        }
    }

    #[test]
    fn a_setting_needs_a_number_and_all_of_it() {
        for number in [
            "99999999999",
            "65,536",
            "65 536",
            "64K",
            "0x1000",
            "many",
            "",
            "0← 20 8b",
            "256 82",
        ] {
            let text = format!("82\n# SETTINGS_HEADER_TABLE_SIZE {number}\n");
            let fault = Frame::new(&Text::new(&text)).unwrap_err();
            assert_eq!(fault.kind, RefusalKind::Setting, "{number}");
        }
        for remark in ["", " ", " (acknowledged)", ", from the server", ". "] {
            let found = lines(&format!("# SETTINGS_HEADER_TABLE_SIZE 256{remark}\n82"));
            assert_eq!(found[0].2, [256], "{remark}");
        }
    }

    #[test]
    fn what_a_line_is_missing_is_noted() {
        for (input, note) in [
            ("<= 88\n=> 82", None),
            ("=> 82\n<=\n=> 84", Some("No bytes stand behind this mark")),
            ("> 82\n>\n> 84", None),
            (
                "82 # SETTINGS_HEADER_TABLE_SIZE 4096\n84",
                Some("This setting stands behind something else"),
            ),
        ] {
            let text = Text::new(input);
            let problems = Frame::new(&text).unwrap().notes.problems(&text);
            let said: Vec<_> = problems.iter().map(|problem| &problem.message).collect();
            assert_eq!(said.len(), usize::from(note.is_some()), "{input}: {said:?}");
            assert!(note.is_none_or(|note| said[0].starts_with(note)), "{input}");
        }
    }
}
