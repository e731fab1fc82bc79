//! What the words beside blocks say of them and the bytes do not show: that a
//! side received them, that a part was left out, that there are more, or that
//! they are of several connections. Of each kind the first is named.

use std::{
    collections::{BTreeSet, HashSet},
    iter,
};

use super::{
    notes::Noted,
    pieces::Side,
    sides,
    text::{Text, is_among},
};
use crate::{Block, Sender};

/// Words that say that bytes are left out; `0` is any number.
const LEFT_OUT: [&str; 21] = [
    "abbreviated",
    "abridged",
    "clipped",
    "elided",
    "incomplete",
    "omitted",
    "partial",
    "redacted",
    "snip",
    "suppressed",
    "truncated",
    "cut off",
    "more follows",
    "first part",
    "rest is missing",
    "not shown",
    "end headers not set",
    "repeated 0 times",
    "first 0 bytes",
    "first 0 octets",
    "last 0 bytes",
];

/// Commands that print a part of a file, with the option that says how much.
const COMMANDS: [(&str, &str); 4] = [
    ("xxd ", " -l "),
    ("hexdump ", " -n "),
    ("head ", " -c "),
    ("od ", " -N "),
];

/// How many blocks there are, in words.
const NUMBERS: &str = "both two three four five six seven eight nine ten";

/// What may stand between how many blocks there are and the word for them.
const KINDS: &str = "header hpack http encoded captured of the";

/// The longest line that may be a heading, in bytes.
const LONGEST: usize = 80;

/// What a number behind is of that has tables of its own.
const CONNECTIONS: &str = "conn connection connid cid session";

/// A part of the text without bytes of a block.
struct Part<'a> {
    at: usize,
    text: &'a str,
    /// The block on its line, or before which it stands.
    block: Option<usize>,
    words: Vec<(usize, &'a str)>,
}

impl<'a> Part<'a> {
    fn new(raw: &'a str, from: usize, to: usize, block: Option<usize>) -> Self {
        let text = &raw[from..to];
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c.is_ascii());
        let words = words.filter(|word| !word.is_empty());
        Self {
            at: from,
            text,
            block,
            words: words
                .map(|word| (word.as_ptr().addr() - raw.as_ptr().addr(), word))
                .collect(),
        }
    }

    /// The text from one word to another.
    fn between(&self, (from, _): (usize, &str), (to, last): (usize, &str)) -> &'a str {
        &self.text[from - self.at..to - self.at + last.len()]
    }
}

/// Words with which a person takes back what was written before, or that say
/// that it was sent once more.
const TAKEN_BACK: &str = "correction oops sorry typo typos retransmission retransmitted";

/// The words that begin what is looked for here, but for those of sides.
const SAYING: &str = "more rest abbreviated abridged clipped elided incomplete omitted partial redacted snip suppressed truncated cut not end repeated first last xxd hexdump head od both two three four five six seven eight nine ten blocks fragments count total data priority settings ping goaway window rst";

/// Whether something may be to be said of the only block, or the only list of
/// blocks, below a title, as it is for what stands behind a number and a slash.
pub(super) fn may_say(title: &str) -> bool {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric());
    let mut after_number = false;
    let says = |word: &str| {
        let is_part = after_number && word == "of";
        after_number = word.bytes().all(|byte| byte.is_ascii_digit());
        is_part || is_among(SAYING, word)
    };
    title.contains('/') || words.filter(|word| !word.is_empty()).any(says)
}

/// What is to be said of blocks for the words beside them.
pub(super) fn notes(blocks: &[Block], text: &Text) -> Vec<Noted> {
    let parts = parts(blocks, text.raw);
    let kinds = [
        parts.iter().find_map(|part| left_out(part, text)),
        parts.iter().find_map(|part| announced(part, blocks.len())),
        counted(&parts, blocks),
        part_of_several(&parts),
        numbering(&parts),
        address(blocks, text),
        taken_back(&parts, text),
        versions(text),
        other_frame(&parts),
        connections(&parts),
        received(&parts, blocks),
        both_sides(&parts, blocks).or_else(|| named_sides(&parts, blocks)),
        filling(blocks),
    ];
    kinds.into_iter().flatten().collect()
}

/// The text before each block and behind the last; what stands on the line where
/// a block ends, behind it, is a part of its own.
fn parts<'a>(blocks: &[Block], raw: &'a str) -> Vec<Part<'a>> {
    let ends = |block: &Block| {
        let start = block.places.iter().map(|place| place.start).min()?;
        let end = block.places.iter().map(|place| place.end).max()?;
        Some((start as usize, end as usize))
    };
    let mut parts = Vec::new();
    let (mut from, mut last) = (0, None);
    let rims = blocks.iter().enumerate();
    let rims = rims.filter_map(|(n, block)| Some((Some(n), ends(block)?)));
    for (block, (start, end)) in rims.chain(iter::once((None, (raw.len(), raw.len())))) {
        if start < from {
            continue;
        }
        let line = raw[from..start].find('\n').map(|end| from + end + 1);
        if let (Some(line), Some(_)) = (line, last) {
            parts.push(Part::new(raw, from, line, last));
            from = line;
        }
        parts.push(Part::new(raw, from, start, block));
        (from, last) = (end, block);
    }
    parts
}

/// Words that say that bytes are left out, or that take a part of them.
fn left_out(part: &Part, text: &Text) -> Option<Noted> {
    // Dots end a document of YAML.
    let is_yaml = || text.raw.lines().any(|line| line.trim() == "---");
    let is = |(known, (_, word)): (&str, &(usize, &str))| match known {
        "0" => word.bytes().all(|byte| byte.is_ascii_digit()),
        _ => known.eq_ignore_ascii_case(word),
    };
    let said = (0..part.words.len()).find_map(|n| {
        let words = &part.words[n..];
        LEFT_OUT.iter().find_map(|known| {
            let count = known.split(' ').count();
            let are = count <= words.len() && known.split(' ').zip(words).all(is);
            are.then(|| part.between(words[0], words[count - 1]))
        })
    });
    let behind = part.text.trim_start_matches([' ', ',', ';']);
    let is_etc = part.at > 0 && behind.starts_with("etc");
    let said = said
        .or_else(|| is_etc.then(|| &behind[..3]))
        .or_else(|| slice(part.text))
        .or_else(|| option(part.text))
        .or_else(|| {
            // Dots behind bytes are the characters of a dump.
            let is_line = |line: &&str| {
                let at = line.as_ptr().addr() - text.raw.as_ptr().addr();
                let before = text.raw[..at].trim_end_matches([' ', '\t']);
                before.is_empty() || before.ends_with(['\n', '>', '|'])
            };
            let mut lines = part.text.lines().map(str::trim);
            lines
                .find(|line| is_dots(line) && is_line(line))
                .filter(|_| !is_yaml())
        })
        .or_else(|| part.text.find("#REF!").map(|at| &part.text[at..at + 5]))?;
    let at = said.as_ptr().addr() - part.text.as_ptr().addr() + part.at;
    Some((
        at,
        format!("“{said}” may say that not all bytes stand here: some may be missing."),
    ))
}

/// Whether nothing but dots, which stand for what is left out, is in a line.
fn is_dots(line: &str) -> bool {
    matches!(line.trim_end_matches(','), "..." | "…" | "....")
}

/// What takes a part of the bytes beside it: `[3:]`, `[..8]`.
fn slice(text: &str) -> Option<&str> {
    text.match_indices('[').find_map(|(at, _)| {
        let length = text[at..].bytes().take(12).position(|byte| byte == b']')?;
        let inner = &text[at + 1..at + length];
        let (from, to) = inner.split_once(':').or_else(|| inner.split_once(".."))?;
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        // Pascal's array[0..16] is all of it.
        let is_start = from == "0" && !to.is_empty() && !inner.contains('.');
        let is_open = from.is_empty() != to.is_empty() || is_start;
        let is_beside = text[..at].is_empty()
            || text[..at].ends_with(|c: char| c.is_alphanumeric() || ")\"']_".contains(c));
        (is_open && is_beside && is_number(from) && is_number(to)).then(|| &text[at..=at + length])
    })
}

/// The option of a command that prints the start of a file.
fn option(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        COMMANDS.iter().find_map(|(command, option)| {
            let at = line.find(command)?;
            let from = at + line[at..].find(option)?;
            let number = &line[from + option.len()..];
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            (digits > 0).then(|| &line[from + 1..from + option.len() + digits])
        })
    })
}

/// How many blocks the text says there are, if there are not as many.
fn announced(part: &Part, count: usize) -> Option<Noted> {
    let number = |word: &str| match word.parse::<usize>() {
        Ok(number) => (1..1000).contains(&number).then_some(number),
        Err(_) => {
            let at = NUMBERS
                .split(' ')
                .position(|own| own.eq_ignore_ascii_case(word))?;
            Some(at.max(1) + 1)
        }
    };
    (0..part.words.len()).find_map(|n| {
        let (at, first) = part.words[n];
        let said = number(first)?;
        let is_kind = |(_, word): &&(usize, &str)| is_among(KINDS, word);
        let rest = &part.words[n + 1..];
        let kinds = rest.iter().take_while(is_kind).count();
        let unit = *rest.get(kinds)?;
        let is_unit = is_among("blocks fragments", unit.1);
        let words = part.between((at, first), unit);
        let is_plain = words.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
        (is_unit && is_plain && said != count).then(|| {
            let read = match count {
                1 => "1 was".to_owned(),
                _ => format!("{count} were"),
            };
            let note = format!("“{words}” are announced here, and {read} read: some may be missing, or parted otherwise.");
            (at, note)
        })
    })
}

/// A number of items that is neither that of the blocks nor of the bytes of one:
/// `"count": 3`.
fn counted(parts: &[Part], blocks: &[Block]) -> Option<Noted> {
    let lengths: HashSet<usize> = blocks.iter().map(|block| block.octets.len()).collect();
    parts.iter().find_map(|part| {
        part.words.windows(2).find_map(|two| {
            let is_count = is_among("count total", two[0].1);
            let number: usize = two[1].1.parse().ok().filter(|_| is_count)?;
            let said = part.between(two[0], two[1]);
            let is_beside = !said.contains(['\n', ',', ';']);
            let is_other = number != blocks.len() && !lengths.contains(&number);
            (is_beside && is_other && blocks.len() > 1).then(|| {
                let note = format!("{number} are counted here, and {} blocks were read: some may be missing, or parted otherwise.", blocks.len());
                (two[0].0, note)
            })
        })
    })
}

/// Numbers of blocks that do not follow each other, though the first two do:
/// `block 1`, `block 2`, `block 4`.
fn numbering(parts: &[Part]) -> Option<Noted> {
    let heads = parts.iter().filter(|part| part.block.is_some());
    let mut numbers = heads.filter_map(|part| {
        let is_numbered = |two: &&[(usize, &str)]| {
            let between = part.between(two[0], two[1]);
            is_among("block seq seqno part msg message nr item", two[0].1)
                && between.len() < two[0].1.len() + two[1].1.len() + 4
        };
        let two = part.words.windows(2).rev().find(is_numbered)?;
        let number: usize = two[1].1.parse().ok()?;
        Some((two[1].0, number))
    });
    let (first, second) = (numbers.next()?, numbers.next()?);
    let mut last = second.1;
    let is_counted = second.1 == first.1 + 1;
    let odd = numbers.find(|(_, number)| *number != std::mem::replace(&mut last, *number) + 1)?;
    is_counted.then(|| {
        (odd.0, "The numbers of the blocks do not follow each other here: a block may be missing, or in another place.".into())
    })
}

/// Words behind bytes that take them back, or what was said of them.
fn taken_back(parts: &[Part], text: &Text) -> Option<Noted> {
    let mut words = parts.iter().skip(1).flat_map(|part| &part.words);
    let is_edit = |at: usize, word: &str| {
        let behind = &text.raw[at + word.len()..];
        is_among("edit edited update", word) && behind.starts_with(':')
            || word == "same" && behind.starts_with(" as ")
    };
    let (at, word) = words.find(|(at, word)| is_among(TAKEN_BACK, word) || is_edit(*at, word))?;
    let note = format!(
        "“{word}” may take back what stands here, or a part of it: the bytes were read as they stand."
    );
    Some((*at, note))
}

/// Lines of two versions of a file, of which one is not in use.
fn versions(text: &Text) -> Option<Noted> {
    // Of what a change adds there is one version.
    let is_old = |line: &str| line.starts_with('-') && !line.starts_with("--");
    let has_old = text.raw.lines().any(is_old);
    let is_version = |line: &str| {
        ["<<<<<<< ", ">>>>>>> "]
            .iter()
            .any(|sign| line.starts_with(sign))
            || has_old && line.starts_with("@@ -") && line[4..].contains(" @@")
    };
    let line = text.raw.lines().find(|line| is_version(line))?;
    let at = line.as_ptr().addr() - text.raw.as_ptr().addr();
    Some((at, "Two versions of a text stand here, of which one may not be in use: the bytes of both were read.".into()))
}

/// Six bytes that may be the address of a network card, and sixteen that may be
/// one of IPv6.
fn address(blocks: &[Block], text: &Text) -> Option<Noted> {
    let word = text.raw.trim();
    let is_sign = |c: char| matches!(c, ':' | '-');
    let are = |count: usize, digits: usize| {
        let mut parts = word.split(is_sign);
        word.len() == count * (digits + 1) - 1
            && word.matches(is_sign).count() == count - 1
            && parts.all(|part| part.len() == digits)
    };
    let kind = match blocks.len() {
        1 if are(6, 2) => "Six bytes parted so are how an address of a network card (MAC)",
        1 if are(8, 4) && word.contains(':') => "Words parted so are how an address of IPv6",
        _ => return None,
    };
    let at = word.as_ptr().addr() - text.raw.as_ptr().addr();
    Some((
        at,
        format!("{kind} is written too; these were read as a header block."),
    ))
}

/// Bytes that the text calls those of a frame that has no header block.
fn other_frame(parts: &[Part]) -> Option<Noted> {
    const OTHERS: [&str; 7] = [
        "DATA", "PRIORITY", "SETTINGS", "PING", "GOAWAY", "WINDOW", "RST",
    ];
    parts.iter().filter(|part| part.block.is_some()).find_map(|part| {
        part.words.windows(2).find_map(|two| {
            let is_other = OTHERS.contains(&two[0].1);
            let is_frame = is_among("frame payload", two[1].1);
            let said = part.between(two[0], two[1]);
            (is_other && is_frame && said.len() < 20).then(|| {
                let note = format!("“{said}” names a frame that has no header block (RFC 9113 §6): what stands behind it was read as one.");
                (two[0].0, note)
            })
        })
    })
}

/// One part of several that are not all here: `[1/3]`, `part 1 of 2`.
fn part_of_several(parts: &[Part]) -> Option<Noted> {
    let number = |word: &str| word.parse::<usize>().ok().filter(|number| *number < 1000);
    let mut told: Option<(usize, &str, usize)> = None;
    let mut here = BTreeSet::new();
    for part in parts {
        for n in 0..part.words.len() {
            let word = |n: usize| part.words.get(n).copied();
            let (Some(first), Some(second)) = (word(n), word(n + 1)) else {
                break;
            };
            let (last, is_named) = match second.1 {
                "of" => (word(n + 2), true),
                _ => (Some(second), false),
            };
            let Some(last) = last else { break };
            let (Some(one), Some(all)) = (number(first.1), number(last.1)) else {
                continue;
            };
            let said = part.between(first, last);
            let before = n.checked_sub(1).and_then(word);
            let is_part =
                before.is_some_and(|(_, word)| is_among("part fragment piece chunk block", word));
            let start = first.0 - part.at;
            let is_framed = part.text[..start].ends_with(['[', '('])
                && part.text[start + said.len()..].starts_with([']', ')']);
            let is_ratio = said == format!("{}/{}", first.1, last.1) && (is_framed || is_part);
            if (is_ratio || is_named && (is_part || is_framed))
                && (1..=all).contains(&one)
                && all > 1
            {
                told.get_or_insert((first.0, said, all));
                here.insert(one);
            }
        }
    }
    let (at, said, all) = told?;
    (here.len() < all).then(|| {
        let note = format!("“{said}” says that this is one part of {all}, and not all of them are here: bytes may be missing.");
        (at, note)
    })
}

/// Blocks of several connections, which were read with the tables of one.
fn connections(parts: &[Part]) -> Option<Noted> {
    let named = parts.iter().filter(|part| part.block.is_some());
    let mut named = named.filter_map(|part| {
        let two = part.words.windows(2).rev().find(|two| {
            let is_number = two[1].1.bytes().any(|byte| byte.is_ascii_digit());
            is_among(CONNECTIONS, two[0].1) && is_number && two[1].1.len() < 12
        })?;
        Some((two[0].0, two[1].1, part.between(two[0], two[1])))
    });
    let (_, first, said) = named.next()?;
    let (at, _, other) = named.find(|(_, number, _)| *number != first)?;
    Some((
        at,
        format!(
            "“{said}” and “{other}” may be two connections, and the blocks of each have tables of their own (RFC 7541 §2.2): these were read with one table. Paste each by itself."
        ),
    ))
}

/// A block that a side may have received, where no pseudo-header fields say that
/// sides are named for what they sent.
fn received(parts: &[Part], blocks: &[Block]) -> Option<Noted> {
    if blocks.iter().any(sides::is_confirmed) {
        return None;
    }
    let mut parts = parts.iter().filter(|part| {
        let first = part.block.and_then(|block| blocks[block].places.first());
        first.is_some_and(|first| part.at <= first.start as usize)
    });
    let by_words = parts.find_map(|part| {
        let mut words = part.words.iter().map(|(_, word)| *word);
        let sender = blocks[part.block?].sender;
        let is_so = sides::may_have_received(part.text, &mut words, sender);
        is_so.then(|| part.at + part.text.len() - part.text.trim_start().len())
    });
    let by_label = || {
        let block = blocks.iter().find(|block| {
            let label = block.label.as_deref();
            label.is_some_and(|label| sides::is_doubtful(label, block.sender))
        })?;
        Some(block.places.first()?.start as usize)
    };
    Some((by_words.or_else(by_label)?, sides::WHO.to_owned()))
}

/// A block below a line that names the other side than that of which it was read,
/// or blocks behind the names of both sides that were read as one's.
fn named_sides(parts: &[Part], blocks: &[Block]) -> Option<Noted> {
    let mut unread: Option<(usize, &str, Sender)> = None;
    for part in parts {
        let Some(block) = part.block.map(|block| &blocks[block]) else {
            continue;
        };
        let first = block.places.first()?.start as usize;
        let is_unknown = block.sender == Sender::Unknown;
        // On the block's own line an arrow may stand behind the name.
        let above = part.text.rfind('\n').map_or("", |end| &part.text[..end]);
        let text = if is_unknown { part.text } else { above };
        let told = text.lines().rev().map(str::trim).find_map(|line| {
            // What is left of “it's” is no side.
            let is_name =
                |word: &str| word.len() > 1 && matches!(sides::side(word), Some(Side::Is(_)));
            let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
            let is_named = line.len() < LONGEST && words.any(is_name);
            match sides::of_name(line).filter(|_| is_named)? {
                Side::Is(sender) => Some((line, sender)),
                Side::Own | Side::Peer => None,
            }
        });
        let Some((line, sender)) = told.filter(|_| part.at <= first) else {
            continue;
        };
        let at = part.at + (line.as_ptr().addr() - part.text.as_ptr().addr());
        let own = &part.text[above.len()..];
        let mut words = own.split(|c: char| !c.is_ascii_alphanumeric());
        let is_received = words.any(sides::is_receiving);
        if block.sender == sender.peer() && !is_received && !sides::is_confirmed(block) {
            let note = format!(
                "“{line}” stands above these bytes, and they were read as the other side's: it may name who sent them."
            );
            return Some((at, note));
        }
        match unread {
            _ if !is_unknown => {}
            None => unread = Some((at, line, sender)),
            Some((first, own, known)) if known != sender => {
                return Some((first, of_both(own, line)));
            }
            Some(_) => {}
        }
    }
    None
}

fn of_both(one: &str, other: &str) -> String {
    format!(
        "“{one}” and “{other}” may say that the sides of a connection sent these blocks, each with a table of its own; they were read with one table."
    )
}

/// Zeros at the end of a block, as they fill up a buffer.
fn filling(blocks: &[Block]) -> Option<Noted> {
    let zeros = |block: &Block| {
        block
            .octets
            .iter()
            .rev()
            .take_while(|octet| **octet == 0)
            .count()
    };
    let block = blocks.iter().find(|block| zeros(block) > 2)?;
    let count = zeros(block);
    let at = block.places.get(block.octets.len() - count)?.start as usize;
    Some((
        at,
        format!(
            "The block ends with {count} zeros, which may be the rest of a buffer that was not filled: if so, leave them out."
        ),
    ))
}

/// Blocks of both sides, by the words before them, which were read as one side's.
fn both_sides(parts: &[Part], blocks: &[Block]) -> Option<Noted> {
    let of = |is: fn(&str) -> bool| {
        parts.iter().find_map(|part| {
            let block = part.block?;
            let first = blocks[block].places.first()?.start as usize;
            let (at, word) = *part.words.iter().find(|(_, word)| is(word))?;
            (part.at <= first && blocks[block].sender == Sender::Unknown)
                .then_some((at, word, block))
        })
    };
    let (at, sent, own) = of(sides::is_sending)?;
    let (_, received, other) = of(sides::is_receiving)?;
    (own != other).then(|| (at, of_both(sent, received)))
}

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    const A: &str = "828684418cf1e3c2e5f23a6ba0ab90f4ff";
    /// Trailers, of which nothing tells who sent them.
    const T: &str = "40889acac8b21234da8f810740899acac8b5254207317f82d59b";

    /// What is said of a text that is read.
    fn said(text: &str) -> String {
        let paste = read(text.as_bytes(), &Options::default()).expect(text);
        let said: Vec<&str> = paste.problems.iter().map(|said| &*said.message).collect();
        said.join("\n")
    }

    #[test]
    fn what_the_words_say_is_named() {
        let spaced = "82 86 84";
        let cases = [
            // Who received.
            (
                format!("{{\"role\":\"client\",\"event\":\"recv\",\"block\":\"{T}\"}}"),
                "who sent the bytes",
            ),
            (
                format!("event,role,block\nrecv,client,{T}"),
                "who sent the bytes",
            ),
            (format!("decoded by the client: {T}"), "who sent the bytes"),
            (
                format!("<client><recv>{T}</recv><send>{A}</send></client>"),
                "“send” and “recv”",
            ),
            // What was left out.
            (format!("headers(partial)={A}"), "“partial” may say"),
            (
                format!("stream 1: {A}\nstream 3: <redacted>\n"),
                "“redacted”",
            ),
            (
                format!("stream 1: {A}\nstream 3: (binary, not shown)\n"),
                "“not shown”",
            ),
            (
                format!("h: {A}\nh: last message repeated 2 times\n"),
                "“repeated 2 times”",
            ),
            (
                format!("HEADERS (END_HEADERS not set): {spaced}"),
                "“END_HEADERS not set”",
            ),
            (
                format!("first 3 bytes of the block: {spaced}"),
                "“first 3 bytes”",
            ),
            (format!("block[:3].hex() = '{A}'"), "“[:3]”"),
            (
                "xxd -l 3 block.bin\n00000000: 8286 84                                  ...\n"
                    .into(),
                "“-l 3”",
            ),
            (format!("stream,block\n1,{A}\n3,#REF!\n"), "“#REF!”"),
            (format!("[\n  \"{A}\",\n  ...\n]\n"), "“...” may say"),
            // How many there are.
            (
                format!("Here are the 3 header blocks:\n\n{A}\n{A}\n"),
                "“3 header blocks” are announced here, and 2",
            ),
            (format!("both blocks:\n{A}"), "“both blocks”"),
            (
                format!("{{\"count\": 3, \"blocks\": [\"{A}\", \"{A}\"]}}"),
                "3 are counted here",
            ),
            (
                format!("fragment 1/3: {A}\nfragment 2/3: {A}\n"),
                "“1/3” says that this is one part of 3",
            ),
            (
                format!("Header block, part 1 of 2:\n\n{spaced}\n"),
                "“1 of 2”",
            ),
            (
                format!("Block 1: {A}\nBlock 2: {A}\nBlock 4: {A}\n"),
                "numbers of the blocks do not follow",
            ),
            // What they are.
            (
                format!("conn=1 block={A}\nconn=2 block={A}\n"),
                "“conn=1” and “conn=2”",
            ),
            (
                format!("<<<<<<< HEAD\nb = \"{A}\"\n=======\nb = \"{T}\"\n>>>>>>> x\n"),
                "Two versions",
            ),
            (
                format!("seqno 0: {A}\nseqno 1: {A}\nseqno 1: {A}\n"),
                "numbers of the blocks do not follow",
            ),
            (
                format!("Request: {A}\nResponse: same as above but for 88"),
                "“same” may take back",
            ),
            ("82:86:84:88:8a:8f".into(), "(MAC)"),
            (
                format!("Alice (client): {T}\nBob (server): {T}\n"),
                "“Alice (client):” and “Bob (server):”",
            ),
            (
                format!(
                    "uint8_t b[20] = {{0x82, 0x86, 0x84, {}0}};",
                    "0, ".repeat(16)
                ),
                "ends with 17 zeros",
            ),
            ("2001:0db8:85a3:0000:0000:8a2e:0370:7334".into(), "of IPv6"),
            (format!("block: {A} etc."), "“etc”"),
            (
                format!("block: {A}\n\nEDIT: the 2nd byte is 87."),
                "“EDIT” may take back",
            ),
            (
                format!("client -> server: {A}\n(oops, the other way round)"),
                "“oops” may take back",
            ),
            (format!("DATA payload: {spaced}"), "“DATA payload”"),
        ];
        for (text, words) in cases {
            assert!(said(&text).contains(words), "{text}\n{}", said(&text));
        }
    }

    #[test]
    fn titles_that_say_something_are_left_to_the_larger_reader() {
        let numbers = super::NUMBERS
            .split(' ')
            .map(|number| format!("{number} blocks"));
        let left_out = super::LEFT_OUT.iter().map(|words| words.replace('0', "3"));
        let commands = super::COMMANDS
            .iter()
            .map(|(name, option)| format!("{name}{option}3"));
        let others = [
            "3 header blocks",
            "part 1 of 2",
            "chunk 1/3",
            "count: 3",
            "DATA frame",
        ];
        let titles = numbers.chain(left_out).chain(commands);
        for title in titles.chain(others.map(str::to_owned)) {
            let text = format!("# {title}\n82 86 84\n");
            let plain = crate::paste::plain::read(text.as_bytes(), &Options::default());
            assert!(plain.is_none(), "{title}");
        }
        let title = "captured by curl: the requests of one connection";
        let text = format!("# {title}\n82 86 84\n");
        assert!(crate::paste::plain::read(text.as_bytes(), &Options::default()).is_some());
    }

    #[test]
    fn nothing_is_said_of_other_words() {
        let cases = [
            format!("client sent {T}"),
            format!("client: {T}\nserver: {T}\n"),
            format!("In [1]: block\nOut[1]: '{A}'\n"),
            format!("array[0..16] of Byte = {A}"),
            format!("What's this?\n\n> {T}\n"),
            format!("it's one: {T}\nwith -c: {T}\n"),
            format!("part 1 of 2: {A}\npart 2 of 2: {A}\n"),
            format!("two blocks:\n{A}\n{A}\n"),
            format!("stream 1: {A}\nstream 3: {A}\nstream 9: {A}\n"),
            format!("conn 1: {A}\nconn 1: {A}\n"),
            format!(
                "not ok 2 - round trip\n  ---\n  block: {A}\n  error: bad huffman\n  ...\n1..2"
            ),
        ];
        let notes = [
            "who sent",
            "may say",
            "announced",
            "one part",
            "do not follow",
            "connections",
            "MAC",
            "stands above",
        ];
        for text in cases {
            let said = said(&text);
            assert!(
                !notes.iter().any(|note| said.contains(note)),
                "{text}\n{said}"
            );
        }
    }
}
