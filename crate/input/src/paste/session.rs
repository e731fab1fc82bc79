//! What a terminal and a page put around bytes: prompts with commands, the
//! place in a program that printed them, tags, emphasis, the headings of
//! records.

use std::collections::{HashMap, HashSet};

use super::{
    Skipped,
    frame::{Frame, FrameLine},
    pieces::Side,
    row, sides,
    text::{Line, Text, is_among, is_space, run},
    value::octets,
};

/// A line of which only a part, or nothing, can be bytes.
enum Found {
    /// Nothing in it is, for this reason.
    Line(&'static str),
    /// What stands before and behind this part is not, for this reason.
    Part(Line, &'static str),
}

/// Whether nothing in a line is bytes.
type Is = fn(&[u8]) -> bool;

/// How much stands before the bytes of a line and behind them.
type Around = fn(&[u8]) -> Option<(usize, usize)>;

const MARKUP: &str = "markup";

/// What Wireshark calls the bytes of a block in the tree of a packet.
const FRAGMENT: &[u8] = b"Header Block Fragment: ";

impl Found {
    /// A line without its first `before` bytes and its last `behind` bytes.
    fn of(line: Line, before: usize, behind: usize, reason: &'static str, plain: &[u8]) -> Self {
        let part = Line {
            start: line.start + before,
            end: line.end - behind,
        };
        match part.trimmed(plain) {
            part if part.start == part.end => Found::Line(reason),
            part => Found::Part(part, reason),
        }
    }
}

/// Takes off what stands around the bytes of each line.
pub(super) fn strip(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    strip_comments(frame, text);
    strip_page_breaks(frame, text);
    strip_services(frame, text);
    strip_sources(frame, text);
    strip_members(frame, text);
    strip_command(frame, text);
    strip_row_prefixes(frame, text);
    let closed = closed(frame, plain);
    let is_table = frame.lines.iter().any(|line| {
        let content = line.line.of(plain);
        content.contains(&b'|')
            || content.starts_with(b"+-")
            || content.ends_with(b" row)")
            || content.ends_with(b" rows)")
    });
    let is_fragment = |line: Line| line.of(plain).starts_with(FRAGMENT);
    let is_tree = frame.lines.iter().any(|line| is_fragment(line.line));
    let mut tag: Option<&[u8]> = None;
    let mut empty = Vec::new();
    let skip = |start, end, reason: &'static str| Skipped {
        place: text.place(start, end),
        reason: reason.into(),
        each: true,
    };
    let mut skipped = Vec::new();
    // What stands beside the bytes of a line, and a line with bytes alone.
    let (mut beside, mut bare) = (None, None);
    let is_dumping = |two: &[FrameLine]| {
        dumps(two[0].line.of(plain)) && row::offset(two[1].line, plain).is_some()
    };
    let dumping: HashSet<usize> = frame
        .lines
        .windows(2)
        .enumerate()
        .filter_map(|(row, two)| is_dumping(two).then_some(row))
        .collect();
    for (row, line) in frame.lines.iter_mut().enumerate() {
        let own = line.line;
        let content = own.of(plain);
        line.mark = line.mark.or_else(|| logged(content));
        let found = match (tag, opening(content)) {
            _ if dumping.contains(&row) => Some(Found::Line("a command behind a prompt")),
            _ if is_tree && !is_fragment(own) => {
                Some(Found::Line("a line of Wireshark's tree without the block"))
            }
            (Some(name), _) => ends_tag(content, name).then(|| {
                tag = None;
                Found::of(own, 0, name.len() + 3, MARKUP, plain)
            }),
            (None, Some((name, length))) if closed.get(name).is_some_and(|last| *last > row) => {
                tag = Some(name);
                Some(Found::of(own, length, 0, MARKUP, plain))
            }
            _ if !is_table && is_rule(content) => Some(Found::Line("a rule")),
            _ => found(own, plain),
        };
        match found {
            Some(Found::Line(reason)) => {
                empty.push(row);
                skipped.push(skip(own.start, own.end, reason));
            }
            Some(Found::Part(part, reason)) => {
                let is_gap = |at: usize| plain.get(at).is_some_and(|byte| is_space(*byte));
                let (before, behind) = (part.start > own.start, part.end < own.end);
                if reason == MARKUP
                    && (before && is_gap(part.start - 1) || behind && is_gap(part.end))
                {
                    frame.notes.push((
                        text.raw_at(part.start),
                        "A blank stands between the markup and the bytes: some may be missing."
                            .into(),
                    ));
                }
                let around = [(own.start, part.start), (part.end, own.end)];
                let parts = around.into_iter().filter(|(start, end)| start < end);
                skipped.extend(parts.map(|(start, end)| skip(start, end, reason)));
                beside = beside.or(Some(reason));
                line.line = part;
            }
            None if tag.is_none() && bare.is_none() && row::has_octets(own.of(plain)) => {
                bare = Some(own.start)
            }
            None => {}
        }
    }
    if let Some((reason, at)) = beside.zip(bare) {
        let message = format!(
            "Other lines have {reason} beside their bytes, and this one does not: it may not belong to them, or a part of it is missing."
        );
        frame.notes.push((text.raw_at(at), message));
    }
    if empty.len() < frame.lines.len() {
        frame.skipped.append(&mut skipped);
        for &row in &empty {
            // What stands behind a record's heading is another record.
            if let Some(next) = frame.lines.get_mut(row + 1) {
                next.blank_before = true;
            }
        }
        frame.remove(&empty);
    }
}

fn found(line: Line, plain: &[u8]) -> Option<Found> {
    let content = line.of(plain);
    let alone: [(Is, &'static str); 9] = [
        (is_tag, "a tag of YAML"),
        (is_record, "the heading of a record"),
        (is_introduction, "who wrote a mail, and when"),
        (is_directive, "a directive"),
        (is_decoder_log, "what a library says of a block"),
        (is_socat, "the heading of a transfer"),
        (|line| line == b"--", "the end of a transfer"),
        (is_dump_heading, "the heading of a dump"),
        (is_row_count, "the number of rows"),
    ];
    if let Some((_, reason)) = alone.iter().find(|(is, _)| is(content)) {
        return Some(Found::Line(reason));
    }
    if let Some(length) = prompt(content) {
        return match has_octets(&content[length..]) {
            // A shell's command says what it prints only together with others.
            true if content[0].is_ascii_digit() => {
                Some(Found::of(line, length, 0, "a prompt", plain))
            }
            true => None,
            false => Some(Found::Line("a command behind a prompt")),
        };
    }
    let beside: [(Around, &'static str); 9] = [
        (tag, "a tag of YAML"),
        (macro_head, "the name of a macro"),
        (directive, "a directive"),
        (source, "the place in a program"),
        (level, "the level"),
        (item, "the mark of an item"),
        (sentence, "words"),
        (count, "the number of bytes"),
        (tags, MARKUP),
    ];
    beside.iter().find_map(|(lengths, reason)| {
        let (before, behind) = lengths(content)?;
        Some(Found::of(line, before, behind, reason, plain))
    })
}

/// Whether a line says who wrote a mail and when.
fn is_introduction(line: &[u8]) -> bool {
    line.starts_with(b"On ") && line.ends_with(b" wrote:")
}

/// Whether a line is one that the Python packages hpack and httpcore log, of a
/// field or a number, and not of a block.
fn is_decoder_log(line: &[u8]) -> bool {
    const PHRASES: [&[u8]; 8] = [
        b"Decoded ",
        b"Adding ",
        b"Encoding ",
        b"HPACK encoding ",
        b"Evicting ",
        b"Removed ",
        b"Resizing header table",
        b"_headers.",
    ];
    let at = |part: &[u8]| line.windows(part.len()).position(|own| own == part);
    let logger = at(b"hpack.").or_else(|| at(b"httpcore."));
    logger.is_some_and(|logger| {
        let message = line[logger..]
            .iter()
            .position(|byte| is_space(*byte) || *byte == b':');
        message.is_some_and(|own| {
            PHRASES.iter().any(|phrase| {
                let message = &line[logger + own..];
                message
                    .windows(phrase.len())
                    .take(24)
                    .any(|part| part == *phrase)
            })
        })
    })
}

/// Whose the block is in a line of the log of the Python package hpack.
fn logged(line: &[u8]) -> Option<Side> {
    let has = |part: &[u8]| line.windows(part.len()).any(|own| own == part);
    if !has(b"hpack") {
        return None;
    }
    let is_own = has(b"Encoded header block to ").then_some(Side::Own);
    is_own.or(has(b"Decoding b").then_some(Side::Peer))
}

/// Whether a line is what socat writes before the octets of a transfer, behind
/// its date and time: `length=17 from=0 to=16`.
fn is_socat(line: &[u8]) -> bool {
    let mut rest = line;
    let is_all = [&b"length="[..], b"from=", b"to="].into_iter().all(|name| {
        let Some(digits) = rest.strip_prefix(name) else {
            return false;
        };
        let length = run(digits, u8::is_ascii_digit);
        rest = digits[length..].trim_ascii_start();
        length > 0
    });
    is_all && rest.is_empty()
}

/// Whether a line numbers the columns of a dump and of its characters, as
/// those of Emacs, GNU poke and radare2 do.
fn is_dump_heading(line: &[u8]) -> bool {
    let lower = line.to_ascii_lowercase();
    let has = |part: &[u8]| lower.windows(part.len()).any(|own| own == part);
    lower.ends_with(b"0123456789abcdef") && (has(b"0011 2233 4455") || has(b"offset"))
}

/// `1 row in set (0.00 sec)` of MySQL.
fn is_row_count(line: &[u8]) -> bool {
    let rest = &line[run(line, u8::is_ascii_digit)..];
    rest.len() < line.len()
        && (rest.starts_with(b" row in set") || rest.starts_with(b" rows in set"))
}

/// The length of the mark of a list's item before a label.
fn item(line: &[u8]) -> Option<(usize, usize)> {
    let is_label = line.windows(2).any(|two| two == b": ");
    (line.starts_with(b"* ") && is_label).then_some((2, 0))
}

/// The length of a prompt that a command stands behind: of a shell
/// (`$ `, `ann@host:~$ `), of a program with a number (`1> `), of others by name.
fn prompt(line: &[u8]) -> Option<usize> {
    let word = run(line, |byte| !is_space(*byte));
    let known = [&b"julia>"[..], b"jshell>", b"sqlite>", b"mysql>", b"0:000>"];
    // 1>, iex(2)>, irb(main):002:0>, [0x00000000]>
    let is_numbered = |name: &[u8]| {
        name.iter().all(u8::is_ascii_digit)
            || matches!(name, [.., b')' | b']'])
            || name.starts_with(b"irb(")
    };
    let is_open = line[..word]
        .strip_suffix(b">")
        .is_some_and(|name| !name.is_empty() && is_numbered(name));
    // psql's: h2=>, h2=#
    let is_psql = matches!(&line[..word], [name @ .., b'=', b'>' | b'#']
        if name.len() > 1 && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'))
        && line[word..]
            .trim_ascii_start()
            .to_ascii_lowercase()
            .starts_with(b"select ");
    let is_open = is_open || is_psql;
    if (is_open || known.contains(&&line[..word])) && word < line.len() {
        return Some(word + 1);
    }
    if line.starts_with(b"PS ") {
        return line
            .windows(2)
            .position(|two| two == b"> ")
            .map(|at| at + 2);
    }
    let is_apart = line.get(word).is_some();
    let has_host = line[..word].contains(&b'@') && line[..word].contains(&b':');
    let is_shell = match &line[..word] {
        b"$" | b"%" => true,
        [.., b'$' | b'%' | b'#'] => has_host,
        _ => false,
    };
    (is_apart && is_shell).then_some(word + 1)
}

/// The length of the level that a log gives a line, in brackets or not, where
/// octets stand behind it.
fn level(line: &[u8]) -> Option<(usize, usize)> {
    let word = run(line, |byte| !is_space(*byte));
    let name = line[..word].strip_suffix(b":").unwrap_or(&line[..word]);
    let name = match name {
        [b'[', inner @ .., b']'] => inner,
        _ => name,
    };
    let is_level = str::from_utf8(name).is_ok_and(|name| is_among(sides::LEVELS, name));
    let gap = run(&line[word..], |byte| is_space(*byte));
    let dash = if line[word + gap..].starts_with(b"- ") {
        2
    } else {
        0
    };
    let length = word + gap + dash;
    (is_level && gap > 0 && octets(&line[length..]).is_some()).then_some((length, 0))
}

/// The lengths of what says before the octets of a line, or behind them, how
/// many there are: `len=2 8286`, `8286 (2 bytes)`, `8286, 2 octets`.
fn count(line: &[u8]) -> Option<(usize, usize)> {
    let number = |text: &[u8]| str::from_utf8(text).ok()?.parse::<usize>().ok();
    let is_count = |count: Option<usize>, own: &[u8]| {
        count.is_some_and(|count| octets(own).is_some_and(|octets| octets.len() == count))
    };
    for name in [&b"len"[..], b"length", b"size"] {
        let Some(rest) = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(b"="))
        else {
            continue;
        };
        let digits = run(rest, u8::is_ascii_digit);
        let own = rest[digits..].trim_ascii_start();
        if own.len() < rest.len() - digits && is_count(number(&rest[..digits]), own) {
            return Some((line.len() - own.len(), 0));
        }
    }
    let mut rest = line
        .strip_suffix(b")")
        .or(line.strip_suffix(b"]"))
        .unwrap_or(line);
    for unit in [&b" bytes"[..], b" byte", b" octets", b" octet"] {
        rest = rest.strip_suffix(unit).unwrap_or(rest);
    }
    let digits = run_back(rest);
    let head = &rest[..rest.len() - digits];
    let head = head
        .strip_suffix(b"(")
        .or(head.strip_suffix(b"["))
        .or_else(|| {
            let is_named = rest.len() < line.len();
            head.strip_suffix(b", ").filter(|_| is_named)
        })?;
    let is_behind = is_count(number(&rest[rest.len() - digits..]), head.trim_ascii_end());
    is_behind.then(|| (0, line.len() - head.len()))
}

/// Whether a line is one sign, three times or more: under a heading, or between
/// parts of a text.
fn is_rule(line: &[u8]) -> bool {
    let is_sign = |byte: &u8| Some(byte) == line.first() && b"=-".contains(byte);
    line.len() > 2 && line.iter().all(is_sign)
}

const TAG: &[u8] = b"!!binary ";

/// Whether a line has the tag of what stands below in Base64.
fn is_tag(line: &[u8]) -> bool {
    line.ends_with(b"!!binary |") || line.ends_with(b"!!binary |-")
}

/// The length of the tag of Base64, and of the key before it.
fn tag(line: &[u8]) -> Option<(usize, usize)> {
    let at = line.windows(TAG.len()).position(|part| part == TAG)?;
    let is_behind = at == 0 || line[..at].ends_with(b": ") || line[..at].ends_with(b"- ");
    is_behind.then_some((at + TAG.len(), 0))
}

/// The length of what stands before a list or a string in a macro of C:
/// `#define BLOCK "`.
fn macro_head(line: &[u8]) -> Option<(usize, usize)> {
    let definition = line.strip_prefix(b"#define ")?.trim_ascii_start();
    let name = run(definition, |byte| {
        byte.is_ascii_alphanumeric() || *byte == b'_'
    });
    let content = definition[name..].trim_ascii();
    let is_list = content.starts_with(b"0x") && content.contains(&b',')
        || matches!(content, [b'"' | b'{' | b'(', ..])
        || content == b"\\";
    is_list.then(|| (line.len() - content.len(), 0))
}

/// Whether a line is an assembler's directive, of which the octets stand below.
fn is_directive(line: &[u8]) -> bool {
    const DIRECTIVES: [&[u8]; 5] = [b".byte", b"db", b".db", b"dc.b", b"defb"];
    DIRECTIVES.iter().any(|own| own.eq_ignore_ascii_case(line))
}

/// The length of a directive before a list of numbers. One number behind `db`,
/// which may be an octet itself, has a prefix or three digits.
fn directive(line: &[u8]) -> Option<(usize, usize)> {
    let mut word = run(line, |byte| !is_space(*byte));
    // A label stands before it.
    if !is_directive(&line[..word]) {
        let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.$:".contains(byte);
        let gap = run(&line[word..], |byte| is_space(*byte));
        if !line[..word].iter().all(is_sign) || line[0].is_ascii_digit() {
            return None;
        }
        let from = word + gap;
        word = from + run(&line[from..], |byte| !is_space(*byte));
        if !is_directive(&line[from..word]) {
            return None;
        }
    }
    let list = line[word..].trim_ascii_start();
    let is_list = list.contains(&b',')
        || list.starts_with(b"0x")
        || list.len() == 3 && list.iter().all(u8::is_ascii_digit)
        || matches!(list, [b'0'..=b'9', .., b'h' | b'H']);
    is_list.then(|| (line.len() - list.len(), 0))
}

/// The lengths of the words before the only octets of a sentence and behind
/// them, where those are a whole block: `I see 828684 in the log`.
fn sentence(line: &[u8]) -> Option<(usize, usize)> {
    let is_mark = |byte: &u8| b".,;!?`'\"".contains(byte);
    let bare = |word: &[u8]| {
        let before = run(word, is_mark);
        let behind = word[before..]
            .iter()
            .rev()
            .take_while(|byte| is_mark(byte))
            .count();
        (before, word.len() - behind)
    };
    let is_word = |word: &[u8]| {
        word.iter()
            .all(|byte| byte.is_ascii_alphabetic() || *byte == b'\'')
            && !word.iter().all(u8::is_ascii_hexdigit)
    };
    let (mut at, mut words) = (0, 0);
    // Where the octets begin and end, and whether words follow them.
    let (mut found, mut is_over): (Option<(usize, usize)>, _) = (None, false);
    for word in line.split(|byte| is_space(*byte)) {
        let start = at;
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let (from, to) = bare(word);
        if from < to && is_word(&word[from..to]) {
            words += 1;
            is_over = found.is_some();
            continue;
        }
        let is_glued = found.is_none_or(|(_, end)| end + 1 == start && from == 0);
        if is_over || from >= to || !is_glued || octets(&word[from..to]).is_none() {
            return None;
        }
        found = Some((found.map_or(start + from, |(first, _)| first), start + to));
    }
    let (first, end) = found?;
    // client sent 82
    if str::from_utf8(line).is_ok_and(|line| sides::before(line).is_some()) {
        return None;
    }
    let octets = octets(&line[first..end])?;
    let is_cut = line.windows(3).any(|three| three == b"...");
    let is_block = !is_cut && octets.len() > 1 && hpack::structure::is_whole(&octets);
    (words > 2 && is_block).then(|| (first, line.len() - end))
}

/// How many digits stand at the end.
fn run_back(line: &[u8]) -> usize {
    line.iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

/// Takes the signs of comments off, where every line is one: of source code
/// that shows its bytes nowhere else.
fn strip_comments(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let sign = |line: &[u8]| {
        let signs = ["///", "//", "#", "--", ";;", ";", "%", "*"];
        signs.into_iter().find(|sign| {
            let rest = line.strip_prefix(sign.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b" "))
        })
    };
    let Some(first) = frame.lines.first() else {
        return;
    };
    let Some(own) = sign(first.line.of(plain)) else {
        return;
    };
    let lines = || frame.lines.iter().map(|line| line.line.of(plain));
    let has = |line: &[u8]| {
        let rest = &line[own.len()..];
        row::has_octets(rest) || octets(rest.trim_ascii()).is_some_and(|octets| octets.len() > 1)
    };
    if !lines().all(|line| sign(line) == Some(own)) || !lines().any(has) {
        return;
    }
    frame.notes.push((
        text.raw_at(first.line.start),
        "All of this stands in comments, and was read without their signs.".into(),
    ));
    let blank = frame.lines[1..].iter().find(|line| line.blank_before);
    let blank = blank.map(|line| line.line.start);
    // Whether the line before is a comment without words; and where there are
    // two of these together, or one at the start or the end.
    let (mut was_empty, mut odd) = (true, None);
    let mut empty = Vec::new();
    for (row, line) in frame.lines.iter_mut().enumerate() {
        let start = line.line.start + own.len();
        line.line = Line { start, ..line.line }.trimmed(plain);
        let is_empty = line.line.start == line.line.end;
        if is_empty {
            odd = odd.or(was_empty.then_some(start));
            empty.push(row);
        } else {
            line.blank_before |= was_empty && row > 0;
        }
        was_empty = is_empty;
    }
    odd = odd.or(blank.filter(|_| !empty.is_empty()));
    if was_empty {
        odd = odd.or(frame.lines.last().map(|last| last.line.start));
    }
    if let Some(at) = odd {
        frame.notes.push((
            text.raw_at(at),
            "A line without bytes stands here, and not as the others do: lines may be missing, or in another order.".into(),
        ));
    }
    frame.remove(&empty);
}

/// Takes off what Docker Compose writes before each line: `web_1  | `.
fn strip_services(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let service = |line: Line| {
        let content = line.of(plain);
        let name = run(content, |byte| {
            byte.is_ascii_alphanumeric() || b"_-.".contains(byte)
        });
        let gap = run(&content[name..], |byte| *byte == b' ');
        let is_numbered = matches!(
            &content[..name],
            [b'a'..=b'z', .., b'_' | b'-', b'1'..=b'9']
        );
        let is_service = is_numbered && gap > 0 && content[name + gap..].starts_with(b"| ");
        is_service.then(|| &content[..name + gap + 2])
    };
    let [first, _, ..] = &frame.lines[..] else {
        return;
    };
    let Some(prefix) = service(first.line) else {
        return;
    };
    if frame
        .lines
        .iter()
        .all(|line| service(line.line) == Some(prefix))
    {
        skip_before(frame, text, std::iter::repeat(prefix.len()));
    }
}

/// Takes off a command behind R's prompt, which is the mark of a side too.
fn strip_command(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let [first, rows @ ..] = &frame.lines[..] else {
        return;
    };
    let is_row = |line: &FrameLine| line.mark.is_none() && line.line.of(plain).starts_with(b"[");
    let is_command = first.mark.is_some() && !has_octets(first.line.of(plain));
    let starts = rows
        .first()
        .is_some_and(|row| row.line.of(plain).starts_with(b"[1] "));
    if is_command && starts && rows.iter().all(is_row) {
        frame.skip(text, frame.lines[0].line, "a command behind a prompt");
        frame.lines[0].mark = None;
        frame.remove(&[0]);
    }
}

/// Takes off the index of each member of an array, and the type behind it, where
/// the indexes count: `[0] 130 byte` of Visual Studio (with tabs), `byte 0: 0x82`,
/// `[0] 82`.
fn strip_members(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let members: Option<Vec<(u32, Line)>> = frame
        .lines
        .iter()
        .map(|line| member(line.line, plain))
        .collect();
    let Some(members) = members.filter(|members| members.len() > 1) else {
        return;
    };
    let are_counted = (0..).zip(&members).all(|(n, (index, _))| *index == n);
    if !are_counted {
        return;
    }
    for (row, (_, value)) in members.into_iter().enumerate() {
        let Line { start, end } = std::mem::replace(&mut frame.lines[row].line, value);
        let around = [(start, value.start), (value.end, end)];
        let parts = around.into_iter().filter(|(start, end)| start < end);
        frame.skipped.extend(parts.map(|(start, end)| Skipped {
            place: text.place(start, end),
            reason: "the index and the type of a member".into(),
            each: true,
        }));
    }
}

/// The index of a member of an array, and its value.
fn member(line: Line, plain: &[u8]) -> Option<(u32, Line)> {
    const TYPES: [&[u8]; 5] = [b"byte", b"unsigned char", b"uint8_t", b"char", b"u8"];
    let content = line.of(plain);
    let (index, start, end) = match content.strip_prefix(b"byte ") {
        Some(rest) => {
            let digits = run(rest, u8::is_ascii_digit);
            rest[digits..].starts_with(b": ").then_some(())?;
            (&rest[..digits], digits + 7, content.len())
        }
        None => {
            let inner = content.strip_prefix(b"[")?;
            let index = &inner[..inner.iter().position(|byte| *byte == b']')?];
            let rest = &inner[index.len() + 1..];
            let value = rest.strip_prefix(b"\t").or(rest.strip_prefix(b" "))?;
            let typed = value.iter().rposition(|byte| *byte == b'\t');
            let is_typed = typed.is_some_and(|tab| TYPES.contains(&&value[tab + 1..]));
            // A byte alone, and no block.
            let is_octet = value.len() == 2 && value.iter().all(u8::is_ascii_hexdigit);
            let end = typed.filter(|_| is_typed);
            let end = end.or(is_octet.then_some(value.len()))?;
            let start = index.len() + 3;
            (index, start, start + end)
        }
    };
    let index = str::from_utf8(index).ok()?;
    let index = match index.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => index.parse(),
    };
    let value = Line {
        start: line.start + start,
        end: line.start + end,
    };
    Some((index.ok()?, value))
}

/// Takes off what a log writes before each row of a dump: the program, the
/// container, the segment.
fn strip_sources(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let [first, second, ..] = &frame.lines[..] else {
        return;
    };
    let (one, two) = (first.line.of(plain), second.line.of(plain));
    let same = one
        .iter()
        .zip(two)
        .take_while(|(one, two)| one == two)
        .count();
    let row = |line: Line, length: usize| {
        row::offset(
            Line {
                start: line.start + length,
                ..line
            },
            plain,
        )
    };
    let begins = |at: &usize| {
        let is_apart = is_space(one[at - 1]) || one[at - 1] == b':';
        is_apart && row(first.line, *at).is_some() && row(second.line, *at).is_some()
    };
    let Some(length) = (1..=same.min(80)).find(begins) else {
        return;
    };
    let source = &one[..length];
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit();
    let name = str::from_utf8(source).unwrap_or_default();
    let is_row = |line: Line| line.of(plain).starts_with(source) && row(line, length).is_some();
    let is_source = source.iter().any(is_word)
        && row(first.line, 0).is_none()
        && sides::of_name(name).is_none();
    if !is_source || !frame.lines.iter().all(|line| is_row(line.line)) {
        return;
    }
    skip_before(frame, text, std::iter::repeat(length));
}

/// Passes over what stands before each row, as much as the lengths say.
fn skip_before(frame: &mut Frame, text: &Text, lengths: impl Iterator<Item = usize>) {
    for (line, length) in frame.lines.iter_mut().zip(lengths) {
        let start = line.line.start + length;
        frame.skipped.push(Skipped {
            place: text.place(line.line.start, start),
            reason: "what stands before each row".into(),
            each: true,
        });
        line.line.start = start;
    }
}

/// Takes out the foot of a page of an RFC and the head of the next, with the
/// blank lines around them: what stands before goes on behind.
fn strip_page_breaks(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let is_break = |line: Line| {
        let content = line.of(plain);
        let is_foot = content.ends_with(b"]") && content.windows(7).any(|own| own == b"  [Page");
        let year = &content[content.len().saturating_sub(4)..];
        let is_head = content.starts_with(b"RFC ")
            && content.windows(4).any(|own| own == b"    ")
            && year.iter().all(u8::is_ascii_digit);
        is_foot || is_head
    };
    let rows = 0..frame.lines.len();
    let breaks: Vec<usize> = rows
        .filter(|row| is_break(frame.lines[*row].line))
        .collect();
    if breaks.len() == frame.lines.len() {
        return;
    }
    for &row in &breaks {
        frame.skip(text, frame.lines[row].line, "a page break");
        for line in frame.lines.iter_mut().skip(row).take(2) {
            line.blank_before = false;
        }
    }
    frame.remove(&breaks);
}

/// Takes off what a log or R writes before each row of octets that are one
/// block only together: all rows but the last have as many.
fn strip_row_prefixes(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let split = |line: Line| {
        let content = line.of(plain);
        let is_end = |two: &[u8]| matches!(two, b": " | b"] ");
        let at = content.windows(2).rposition(is_end)? + 2;
        Some((at, octets(&content[at..])?))
    };
    let rows: Option<Vec<(usize, Vec<u8>)>> =
        frame.lines.iter().map(|line| split(line.line)).collect();
    let Some(rows) = rows.filter(|rows| rows.len() > 1) else {
        return;
    };
    // A number in it may be a time.
    let prefix = |row: usize| {
        let own = &frame.lines[row].line.of(plain)[..rows[row].0];
        own.iter().filter(|byte| !byte.is_ascii_digit())
    };
    let width = rows[0].1.len();
    let (last, full) = (rows.len() - 1, &rows[..rows.len() - 1]);
    let joined: Vec<u8> = rows.iter().flat_map(|(_, own)| own).copied().collect();
    let is_dump = full.iter().all(|(_, own)| own.len() == width)
        && (1..=width).contains(&rows[last].1.len())
        && (1..rows.len()).all(|row| prefix(row).eq(prefix(0)));
    let is_whole = |octets: &[u8]| hpack::structure::is_whole(octets);
    // What names a side is a label.
    let first = &frame.lines[0].line.of(plain)[..rows[0].0];
    let is_side = str::from_utf8(first).is_ok_and(|name| sides::of_name(name).is_some());
    if !is_dump || is_side || is_whole(&rows[0].1) || !is_whole(&joined) {
        return;
    }
    skip_before(frame, text, rows.iter().map(|(length, _)| *length));
}

/// The name of the tag that opens a line and is not closed in it, and the
/// length of the tag.
fn opening(line: &[u8]) -> Option<(&[u8], usize)> {
    let inner = line.strip_prefix(b"<")?;
    let name = run(inner, u8::is_ascii_alphabetic);
    let end = inner.iter().position(|byte| *byte == b'>')?;
    let is_tag = matches!(inner.get(name), Some(b'>' | b' ')) && name > 1;
    (is_tag && !line.contains(&b'/')).then(|| (&inner[..name], end + 2))
}

/// Whether a line ends with the end of a tag.
fn ends_tag(line: &[u8], name: &[u8]) -> bool {
    closing(line) == Some(name)
}

/// The name of the tag that a line ends with the end of.
fn closing(line: &[u8]) -> Option<&[u8]> {
    let inner = line.strip_suffix(b">").or(line.strip_suffix(b"]"))?;
    let open = inner.iter().rposition(|byte| matches!(byte, b'<' | b'['))?;
    inner[open + 1..].strip_prefix(b"/")
}

/// The last line that ends with the end of each tag.
fn closed<'a>(frame: &Frame, plain: &'a [u8]) -> HashMap<&'a [u8], usize> {
    let lines = frame.lines.iter().map(|line| line.line.of(plain));
    let ends = lines
        .enumerate()
        .filter_map(|(row, line)| Some((closing(line)?, row)));
    ends.collect()
}

/// Whether a line is a command behind a prompt that prints a dump of bytes.
fn dumps(line: &[u8]) -> bool {
    let last = line.rsplit(|byte| *byte == b'|').next().unwrap_or(line);
    let last = last.trim_ascii();
    let name = &last[..run(last, |byte| !is_space(*byte))];
    prompt(line).is_some()
        && last.len() < line.len()
        && [&b"xxd"[..], b"hexdump", b"hd", b"od"].contains(&name)
}

/// Whether a command may hold the bytes themselves.
fn has_octets(command: &[u8]) -> bool {
    let mut words = command.split(|byte| !byte.is_ascii_hexdigit());
    // WinDbg's, behind which an address stands.
    let is_windbg = matches!(command, [b'd', b'b' | b'd' | b'q' | b'w' | b'c', b' ', ..]);
    let signs = ["echo", "printf", "<<"];
    // A command of psql or MySQL, or a path of Windows, has other letters there.
    let is_escape = |two: &[u8]| two[0] == b'\\' && (two[1] == b'x' || two[1].is_ascii_digit());
    command.windows(2).any(is_escape)
        || !is_windbg && words.any(|word| word.len() > 5)
        || signs
            .iter()
            .any(|sign| command.starts_with(sign.as_bytes()))
}

/// The length of `[src/main.rs:4:5] ` or `hpack.cc:82] ` at the start of a line.
fn source(line: &[u8]) -> Option<(usize, usize)> {
    // As glog ends what stands before a message.
    let word = run(line, |byte| !is_space(*byte));
    if let Some(place) = line[..word].strip_suffix(b"]")
        && let Some(at) = place.iter().rposition(|byte| *byte == b':')
        && at > 0
        && place[..at].contains(&b'.')
        && !place.contains(&b'[')
        && place[at + 1..].iter().all(u8::is_ascii_digit)
        && word < line.len()
    {
        return Some((word + 1, 0));
    }
    let inner = line.strip_prefix(b"[")?;
    let end = inner.iter().position(|byte| *byte == b']')?;
    let mut parts = inner[..end].split(|byte| *byte == b':');
    let file = parts.next()?;
    let name = file.rsplit(|byte| *byte == b'.').next()?;
    let is_file = name.len() < file.len() && name.iter().all(u8::is_ascii_alphanumeric);
    let mut numbers = parts.map(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    let is_place = numbers.next() == Some(true) && numbers.all(|is| is);
    (is_file && is_place && inner.get(end + 1) == Some(&b' ')).then_some((end + 3, 0))
}

/// The lengths of what marks up a whole line: `<code>` and `</code>`, `**`.
fn tags(line: &[u8]) -> Option<(usize, usize)> {
    let (before, behind) = if line.starts_with(b"**") && line.ends_with(b"**") {
        (2, 2)
    } else {
        let inner = line.strip_prefix(b"<").or(line.strip_prefix(b"["))?;
        let name = run(inner, u8::is_ascii_alphabetic);
        let open = inner.iter().position(|byte| matches!(byte, b'>' | b']'))? + 2;
        let is_name = matches!(inner.get(name), Some(b'>' | b']' | b' '));
        let close = closing(line).filter(|own| name > 0 && is_name && *own == &inner[..name])?;
        (open, close.len() + 3)
    };
    // A blank at an end may stand for something that is gone.
    let part = line.get(before..line.len().checked_sub(behind)?)?;
    let is_whole = !part.is_empty() && part.trim_ascii().len() == part.len();
    is_whole.then_some((before, behind))
}

/// `-[ RECORD 1 ]---` of psql, `*** 1. row ***` of MySQL.
fn is_record(line: &[u8]) -> bool {
    line.starts_with(b"-[ RECORD ")
        || line.starts_with(b"***") && line.ends_with(b". row ***************************")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the lines.
    fn left(input: &str) -> Vec<String> {
        let text = Text::new(input);
        let mut frame = Frame::new(&text).unwrap();
        strip(&mut frame, &text);
        let lines = frame.lines.iter().map(|line| line.line.of(&text.plain));
        lines
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect()
    }

    #[test]
    fn what_stands_around_bytes_is_taken_off() {
        for (input, lines) in [
            ("$ xxd -p -c 16 b\n8286\n84", &["8286", "84"][..]),
            ("ann@host:~$ xxd b\n8286", &["8286"]),
            ("PS C:\\> type b\n8286", &["8286"]),
            ("1> <<130,134>>.", &["<<130,134>>."]),
            ("h2=> select b from t;\n8286", &["8286"]),
            ("mysql> select hex(b) from t\\G\n8286", &["8286"]),
            (
                "$ echo goaE | base64 -d | xxd\n00000000: 8286 84",
                &["00000000: 8286 84"],
            ),
            ("[src/main.rs:4:5] b = [", &["b = ["]),
            ("hpack.cc:82] 8286", &["8286"]),
            ("[INFO] 8286\nDEBUG - 84", &["8286", "84"]),
            (
                "len=2 8286\n82 (1 byte)\n8286, 2 octets\n82 [1]",
                &["8286", "82", "8286", "82"],
            ),
            ("I see 828684 in the log.", &["828684"]),
            ("<code>8286</code>", &["8286"]),
            ("<pre>\n8286\n</pre>", &["8286"]),
            ("<pre>8286\n\n84</pre>", &["8286", "84"]),
            ("**8286**", &["8286"]),
            ("# 82 86\n#\n# 84 41", &["82 86", "84 41"]),
            ("-[ RECORD 1 ]---\nhex: 82", &["hex: 82"]),
            ("82\n---\n86", &["82", "86"]),
            (
                "HyperText Transfer Protocol 2\n Length: 2\n Header Block Fragment: 8286\n",
                &["Header Block Fragment: 8286"],
            ),
            ("[code]8286[/code]", &["8286"]),
            (
                "DEBUG:hpack.hpack:Decoding b'8'\nDEBUG:hpack.hpack:Decoded (b'a', b'b'), consumed 1",
                &["DEBUG:hpack.hpack:Decoding b'8'"],
            ),
            ("length=2 from=0 to=1\n82 86", &["82 86"]),
            (
                "87654321  0011 2233 4455 6677  0123456789abcdef\n00000000: 8286",
                &["00000000: 8286"],
            ),
            ("block: 8286\n1 row in set (0.00 sec)", &["block: 8286"]),
            ("x:  db 82h, 86h\n    db 0FFh", &["82h, 86h", "0FFh"]),
            (
                "8286 |\n\nA & B     Standards Track     [Page 3]\n\nRFC 7541     HPACK     May 2015\n84 |",
                &["8286 |", "84 |"],
            ),
            (
                "I (1) h2: 82 86 84 41 0e 61 2e 65\nI (2) h2: 78 61 6d 70 6c 65 2e 63\nI (2) h2: 6f 6d 2f 2f",
                &[
                    "82 86 84 41 0e 61 2e 65",
                    "78 61 6d 70 6c 65 2e 63",
                    "6f 6d 2f 2f",
                ],
            ),
            // Rows that are blocks each, and rows of a side.
            ("a: 828684\na: 828684", &["a: 828684", "a: 828684"]),
            (
                "client: 828441\nclient: 016182",
                &["client: 828441", "client: 016182"],
            ),
            // What may be bytes stays.
            ("$ echo 8286 | xxd -r -p", &["$ echo 8286 | xxd -r -p"]),
            ("8286 (3 bytes)", &["8286 (3 bytes)"]),
            (
                "I see 828684... in the log.",
                &["I see 828684... in the log."],
            ),
            ("I see 82 and 86 there", &["I see 82 and 86 there"]),
            ("<82 86>", &["<82 86>"]),
        ] {
            assert_eq!(left(input), lines, "{input}");
        }
    }

    #[test]
    fn a_line_that_is_not_like_the_others_is_noted() {
        for (input, note) in [
            ("<b>8286</b>\n84 86", Some("Other lines have markup")),
            (
                "8286 (2 bytes)\n84 86",
                Some("Other lines have the number of bytes"),
            ),
            ("<pre> 8286</pre>", None),
            (
                "<pre>\n8286 </pre>",
                Some("A blank stands between the markup"),
            ),
            (
                "# 82 86\n#\n#\n# 84 41",
                Some("A line without bytes stands here"),
            ),
            ("<b>8286</b>\n<b>84</b>", None),
        ] {
            let text = Text::new(input);
            let mut frame = Frame::new(&text).unwrap();
            strip(&mut frame, &text);
            let problems = frame.notes.problems(&text);
            let is_noted = |note: &str| problems.iter().any(|own| own.message.starts_with(note));
            assert_eq!(
                note.is_some_and(is_noted),
                note.is_some(),
                "{input}: {problems:?}"
            );
            assert!(
                note.is_some() || problems.is_empty(),
                "{input}: {problems:?}"
            );
        }
    }
}
