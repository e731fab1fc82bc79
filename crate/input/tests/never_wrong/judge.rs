//! Whether the answer to a text is one that may be given.

use std::{cmp::Reverse, iter::once};

use input::{
    Refusal, Sender,
    paste::{self, Content, Options, Paste},
};

use crate::{
    blocks::Wire,
    described,
    formats::{self, Counted, Format, Sides},
    random::{Choices, Random},
    records,
};

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The blocks that were printed.
    Right,
    /// The same, and a note that something may be damaged.
    Noted,
    /// Other blocks, and something is said of what was chosen or damaged.
    Labelled,
    /// Not read, and a reason given.
    Refused,
    /// Other blocks, at which a decoder stops: what is read of the text is an
    /// error with its place.
    Broken,
    /// Other blocks, but the text is exactly what a format prints for them, or
    /// that with numbers before its lines.
    NoTrace,
    /// The same but for blanks and the ends of lines: more or fewer of them
    /// than the format has, or one for the other.
    Blanks,
    /// The text is a part of what a format prints for the blocks that were
    /// read, without a bracket or a quote that is left open.
    Part,
    /// The same but for names of variables and columns, which may be any, and
    /// for letters that are all small or all capitals.
    Names,
    /// Other blocks, and nothing said.
    Wrong,
}

/// The reading of a text.
pub(crate) fn read(text: &str) -> Result<Paste, Refusal> {
    paste::read(text.as_bytes(), &Options::default())
}

/// Whether the reader of plain hex says the same of a text, or nothing.
pub(crate) fn is_agreed(read: &Result<Paste, Refusal>, text: &str) -> bool {
    let plain = paste::plain::read(text.as_bytes(), &Options::default());
    let said = |paste: &Paste| (described(&blocks(paste)), remarks(paste, true));
    plain.is_none_or(|plain| read.as_ref().is_ok_and(|read| said(read) == said(&plain)))
}

/// The verdict on a reading, before it is asked whether a damage left a trace.
/// What is said of the `whole` text too, where that was read right, does not
/// name its damage.
pub(crate) fn verdict(
    read: &Result<Paste, Refusal>,
    wanted: &[Wire],
    sides: Sides,
    whole: Option<&str>,
) -> Verdict {
    match read {
        Err(_) => Verdict::Refused,
        Ok(paste) if is_right(paste, wanted, sides) => match is_noted(paste, wanted) {
            true => Verdict::Noted,
            false => Verdict::Right,
        },
        Ok(paste) if is_labelled(paste, wanted, sides, whole) => Verdict::Labelled,
        Ok(_) => Verdict::Wrong,
    }
}

/// Whether something is said to be damaged that is not. Of a block that was
/// broken before it was printed it may be said that it is.
fn is_noted(paste: &Paste, wanted: &[Wire]) -> bool {
    let all_whole = wanted
        .iter()
        .all(|block| hpack::structure::is_whole(&block.octets));
    let says = |message: &str| {
        ["missing", "doubled", "changed", "cut"]
            .iter()
            .any(|word| message.contains(word))
    };
    paste
        .problems
        .iter()
        .filter(|problem| all_whole || !problem.message.contains("where a field ends"))
        .any(|problem| says(&problem.message))
}

/// The blocks that were read.
pub(crate) fn blocks(paste: &Paste) -> Vec<Wire> {
    paste
        .blocks
        .iter()
        .map(|block| Wire {
            octets: block.octets.clone(),
            sender: block.sender,
            limits: block.limit_changes.clone(),
        })
        .collect()
}

/// Whether the octets, and how they are parted, are those that were printed;
/// and, where the text says who sent them, whether they are the same side's.
/// Labels of one side alone need not name it.
fn is_right(paste: &Paste, wanted: &[Wire], sides: Sides) -> bool {
    let octets = paste.content == Content::Blocks
        && paste
            .blocks
            .iter()
            .map(|block| &block.octets)
            .eq(wanted.iter().map(|block| &block.octets));
    if !octets || sides == Sides::Unsaid {
        return octets;
    }
    let one_side = wanted.iter().all(|block| block.sender == wanted[0].sender);
    let read = blocks(paste);
    if one_side && read.iter().all(|block| block.sender == Sender::Unknown) {
        return true;
    }
    let are = |side: fn(Sender) -> Sender| {
        read.iter().zip(wanted).all(|(read, wanted)| {
            (read.sender, &read.limits) == (side(wanted.sender), &wanted.limits)
        })
    };
    are(|side| side) || (sides == Sides::Told && are(Sender::peer))
}

/// Whether the reading says that it may be another, or what is wrong with the
/// text. A remark on how lines part into blocks excuses no other octets; the
/// other way of parting, where it is offered, needs no remark.
fn is_labelled(paste: &Paste, wanted: &[Wire], sides: Sides, whole: Option<&str>) -> bool {
    let together = |blocks: &mut dyn Iterator<Item = &Vec<u8>>| -> Vec<u8> {
        blocks.flatten().copied().collect()
    };
    let printed = together(&mut wanted.iter().map(|block| &block.octets));
    let same_octets = together(&mut paste.blocks.iter().map(|block| &block.octets)) == printed;
    if paste.ambiguous.is_some() || (same_octets && paste.other.is_some()) {
        return true;
    }
    let said = remarks(paste, same_octets);
    let before = match whole.map(read) {
        // What is said of a whole text that was read as other blocks is a label.
        Some(Ok(whole)) if is_right(&whole, wanted, sides) => remarks(&whole, same_octets),
        _ => Vec::new(),
    };
    let count = |remarks: &[String], one: &String| remarks.iter().filter(|own| *own == one).count();
    said.iter()
        .any(|one| count(&said, one) > count(&before, one))
}

/// What is said of a reading, without the remarks on parting unless those
/// count.
fn remarks(paste: &Paste, on_parting: bool) -> Vec<String> {
    let is_on_parting =
        |message: &str| message.contains("one block") || message.contains("as a block");
    paste
        .problems
        .iter()
        .map(|problem| problem.message.clone())
        .filter(|message| on_parting || !is_on_parting(message))
        .collect()
}

/// As [`trace`]; where the text may be parted in another way, which is offered,
/// the reading is labelled if that way leaves no trace.
pub(crate) fn judged(
    format: &Format,
    choices: &Choices,
    wanted: &[Wire],
    text: &str,
    paste: &Paste,
) -> Verdict {
    let verdict = trace(format, choices, wanted, text, paste);
    let Some(blocks) = paste.other.filter(|_| verdict == Verdict::Wrong) else {
        return verdict;
    };
    let options = Options {
        blocks,
        ..Options::default()
    };
    match paste::read(text.as_bytes(), &options) {
        Ok(other) => match trace(format, choices, wanted, text, &other) {
            Verdict::Wrong => Verdict::Wrong,
            _ => Verdict::Labelled,
        },
        Err(_) => Verdict::Wrong,
    }
}

/// Whether a decoder stops at a block that was not printed, for more than an
/// index that may have been in its table before.
pub(crate) fn is_broken(blocks: &[Wire], wanted: &[Wire]) -> bool {
    let mut decoders = [Sender::Unknown, Sender::Client, Sender::Server]
        .map(|side| (side, hpack::Decoder::new(u32::MAX)));
    blocks.iter().any(|block| {
        let decoder = decoders.iter_mut().find(|(side, _)| *side == block.sender);
        let (_, decoder) = decoder.expect("there are three");
        for limit in &block.limits {
            decoder.table_mut().acknowledge_limit(*limit);
        }
        let stops = decoder.decode(&block.octets, |_| {}).err();
        let is_printed = wanted.iter().any(|own| own.octets == block.octets);
        !is_printed && stops.is_some_and(|error| error.code() != hpack::Code::IndexOutOfRange)
    })
}

/// What a damage left of the text that was printed, where the blocks that were
/// read are others: [`Verdict::NoTrace`], [`Verdict::Blanks`],
/// [`Verdict::Part`], [`Verdict::Names`] or [`Verdict::Wrong`].
pub(crate) fn trace(
    format: &Format,
    choices: &Choices,
    wanted: &[Wire],
    text: &str,
    paste: &Paste,
) -> Verdict {
    if paste.content != Content::Blocks {
        return Verdict::Wrong;
    }
    let read = blocks(paste);
    if records::hold(format, choices, wanted, text, &read) {
        return match format.counted {
            Counted::Each => Verdict::Part,
            Counted::No | Counted::Up => Verdict::NoTrace,
        };
    }
    let loose = words(text);
    let others: Vec<_> = formats::like(format, &loose)
        .map(|other| (other, Choices::new(Random::of(0, other.name, 0))))
        .collect();
    let mut verdict = Verdict::Wrong;
    for read in sent(read, format.sides) {
        for (format, choices) in once((format, choices.again())).chain(others.clone()) {
            match printed(format, choices, &read, text) {
                Verdict::Wrong => {}
                found @ (Verdict::Blanks | Verdict::Part | Verdict::Names) => verdict = found,
                found => return found,
            }
        }
        if verdict == Verdict::Wrong && is_left(format, choices, &read, text) {
            verdict = Verdict::Part;
        }
    }
    if verdict != Verdict::Wrong || read_base64(paste) {
        return verdict;
    }
    if two_options(format, choices, &blocks(paste), text) {
        return Verdict::NoTrace;
    }
    // What any other format prints exactly may have been meant.
    let read = blocks(paste);
    let is_told = read.iter().any(|block| block.sender != Sender::Unknown);
    for format in formats::all().filter(|other| is_told || other.sides == Sides::Unsaid) {
        let choices = Choices::new(Random::of(0, format.name, 0));
        let found = printed(format, choices, &read, text);
        if matches!(found, Verdict::NoTrace | Verdict::Blanks | Verdict::Names) {
            return found;
        }
    }
    // Any numbers may stand before the lines, each as great as the one before
    // or greater.
    let rest = unnumbered(text).unwrap_or_default();
    let is_column = formats::all()
        .filter(|format| format.is_plain())
        .any(|format| {
            let choices = Choices::new(Random::of(0, format.name, 0));
            let found = printed(format, choices, &read, &rest);
            matches!(found, Verdict::NoTrace | Verdict::Blanks)
        });
    if is_column {
        return Verdict::NoTrace;
    }
    verdict
}

/// A text without the numbers before its lines, none of which is less than the
/// one before or filled up with zeros.
fn unnumbered(text: &str) -> Option<String> {
    let mut last = 0;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rests: Option<Vec<&str>> = lines
        .map(|line| {
            let number = line.trim_start_matches([' ', '[', '(', '#']);
            let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &number[..number.len() - rest.len()];
            let own: u32 = digits.parse().ok().filter(|_| digits.len() < 7)?;
            let octets = rest.trim_start_matches([' ', '\t', ':', '.', ')', ']', '|', ',']);
            let is_number =
                octets.len() < rest.len() && (digits == "0" || !digits.starts_with('0'));
            let is_next = own >= std::mem::replace(&mut last, own);
            (is_number && is_next).then_some(octets)
        })
        .collect();
    rests.map(|rests| rests.join("\n"))
}

/// Whether the octets were read from Base64, which any letters and digits are.
fn read_base64(paste: &Paste) -> bool {
    paste.format == paste::Format::Base64
}

/// Whether the text is what is left at the end or the start of one with more
/// blocks, nothing of whose octets is left: it is left of two such texts with
/// other octets.
fn is_left(format: &Format, choices: &Choices, read: &[Wire], text: &str) -> bool {
    let filled = |text: &str| text.replace('\r', "").trim().to_owned();
    let left = filled(text);
    let cut = |octets: &[u8], count: usize, before: bool| {
        let other = Wire {
            octets: octets.to_vec(),
            ..read[0].clone()
        };
        let others = vec![other; count];
        let blocks = match before {
            true => [&others, read].concat(),
            false => [read, &others].concat(),
        };
        let print = filled(&(format.print)(&mut choices.again(), &blocks));
        let missing = match before {
            true => print.strip_suffix(&left),
            false => print.strip_prefix(&left),
        };
        missing.is_some() && is_part(&left, &print)
    };
    !read.is_empty()
        && (1..4).any(|count| {
            [true, false].into_iter().any(|before| {
                cut(&[0x82, 0x86, 0x84], count, before)
                    && cut(&[0x48, 0x03, b'5', b'0', b'0'], count, before)
            })
        })
}

/// The blocks as they may have been sent: where the text does not tell one
/// side from the other, by either.
fn sent(blocks: Vec<Wire>, sides: Sides) -> Vec<Vec<Wire>> {
    let by = |sender: &dyn Fn(Sender) -> Sender| -> Vec<Wire> {
        let one = |block: &Wire| Wire {
            sender: sender(block.sender),
            ..block.clone()
        };
        blocks.iter().map(one).collect()
    };
    let is_told = blocks.iter().any(|block| block.sender != Sender::Unknown);
    match sides {
        Sides::Unsaid => vec![blocks],
        _ if !is_told => vec![by(&|_| Sender::Client), by(&|_| Sender::Server)],
        Sides::Told => vec![by(&Sender::peer), blocks],
        Sides::Named => vec![blocks],
    }
}

/// Whether the format prints exactly this text for the blocks, with whatever
/// options: each option in turn is set so that most of the text is the same.
fn printed(format: &Format, choices: Choices, blocks: &[Wire], text: &str) -> Verdict {
    let shown = |text: &str| match format.name == formats::COMMENTED {
        true => uncommented(text),
        false => text.to_owned(),
    };
    let text = &shown(text);
    let (exact, loose) = (lines(text), words(text));
    let any_name = formats::has_names(format).then(|| nameless(&loose));
    let one_case = one_case(text);
    let rebased = rebased(text);
    let compare = |mut choices: Choices| {
        let print = shown(&(format.print)(&mut choices, blocks));
        let print_loose = words(&print);
        // Of two texts that are as much alike the shorter one is.
        let same = (common(&print_loose, &loose), Reverse(print_loose.len()));
        let is_alike = || {
            one_case && print_loose.eq_ignore_ascii_case(&loose)
                || is_unfilled(&loose) && loose == print_loose.replace("0x0", "0x")
                || any_name.as_ref() == Some(&nameless(&print_loose))
        };
        let verdict = match () {
            () if print_loose == loose && lines(&print) == exact => Verdict::NoTrace,
            () if print_loose == loose => Verdict::Blanks,
            () if rebased.is_some() && rebased == self::rebased(&print) => Verdict::NoTrace,
            () if timeless(&lines(&print)) == timeless(&exact) => Verdict::NoTrace,
            () if is_part(&loose, &print_loose) => Verdict::Part,
            () if is_alike() => Verdict::Names,
            () if any_name.as_ref().is_some_and(|own| {
                // Of the first name the end may be left.
                let rest = own.strip_prefix("name").unwrap_or(own);
                let print = nameless(&print_loose);
                is_part(own, &print) || is_part(rest, &print)
            }) =>
            {
                Verdict::Part
            }
            () => Verdict::Wrong,
        };
        (verdict, same, choices)
    };
    let (mut verdict, mut best, mut choices) = compare(choices);
    loop {
        let before = best;
        let mut at = 0;
        while at < choices.count() {
            for other in choices.clone().others(at) {
                if verdict == Verdict::NoTrace {
                    return verdict;
                }
                let (found, same, other) = compare(other);
                // A part of one text may be all of another, with other names.
                if found != Verdict::Wrong && (found, verdict) != (Verdict::Part, Verdict::Names) {
                    verdict = found;
                }
                if same > best {
                    (best, choices) = (same, other);
                }
            }
            at += 1;
        }
        // What is not alike to a good part is of another format.
        if best == before || best.0 * 4 < loose.len() {
            return verdict;
        }
    }
}

/// Whether the format prints exactly this text with two options set in another
/// way, the first of which makes most of the text the same.
fn two_options(format: &Format, choices: &Choices, blocks: &[Wire], text: &str) -> bool {
    let (exact, loose) = (lines(text), words(text));
    let print = |mut choices: Choices| {
        let print = (format.print)(&mut choices, blocks);
        (
            common(&words(&print), &loose),
            lines(&print) == exact,
            choices,
        )
    };
    let changed = |choices: &Choices| -> Vec<(usize, bool, Choices)> {
        let all = (0..choices.count()).flat_map(|at| choices.clone().others(at));
        all.map(print).collect()
    };
    let (_, _, first) = print(choices.again());
    let once = changed(&first);
    let best = once.iter().map(|(same, ..)| *same).max().unwrap_or(0);
    once.iter()
        .filter(|(same, ..)| *same == best)
        .any(|(_, _, choices)| changed(choices).iter().any(|(_, is_same, _)| *is_same))
}

/// How many characters two texts begin and end with alike.
fn common(one: &str, other: &str) -> usize {
    let alike = |(one, other): &(u8, u8)| one == other;
    let first = one.bytes().zip(other.bytes()).take_while(alike).count();
    let (one, other) = (one.bytes().rev(), other.bytes().rev());
    first + one.zip(other).take_while(alike).count()
}

/// Whether a text is a part of another, and what is missing leaves nothing
/// open.
fn is_part(part: &str, whole: &str) -> bool {
    let missing = whole
        .find(part)
        .map(|at| whole[..at].to_owned() + &whole[at + part.len()..]);
    let pairs = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];
    let count = |text: &str, sign: char| text.matches(sign).count();
    missing.as_deref().is_some_and(|missing| {
        pairs
            .iter()
            .all(|(open, close)| count(missing, *open) == count(missing, *close))
            && ['"', '\'', '`']
                .iter()
                .all(|quote| count(missing, *quote).is_multiple_of(2))
            && !missing.contains(['┌', '└', '+'])
    })
}

/// A text with one time for all, as each may be any: hours, minutes and seconds,
/// of which the first may have one digit, and numbers of seconds with a fraction.
fn timeless(text: &str) -> String {
    let words = text.split_inclusive([' ', '\t', '\n']).map(|word| {
        let time = word.trim_end();
        let parts: Vec<&str> = time.split([':', '.']).collect();
        let are_digits = parts
            .iter()
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_clock = time.matches(':').count() == 2
            && parts.len() == 3
            && parts[0].len() < 3
            && parts[1..].iter().all(|part| part.len() == 2);
        let is_fraction = parts.len() == 2 && time.contains('.');
        match are_digits && (is_clock || is_fraction) {
            true => format!("time{}", &word[time.len()..]),
            false => word.to_owned(),
        }
    });
    words.collect()
}

/// Dumps whose addresses are counted from that of their first row, as each may
/// begin anywhere.
fn rebased(text: &str) -> Option<Vec<(u64, String)>> {
    let mut first = None;
    let rows = text.trim().lines().map(|row| {
        if row.trim().is_empty() || row.starts_with("(lldb) ") {
            first = None;
            return Some((0, words(row)));
        }
        let (address, rest) = row.trim().split_once([' ', '\t', ':'])?;
        let address = address.replace('`', "");
        let digits = address.strip_prefix("0x").unwrap_or(&address);
        let address = u64::from_str_radix(digits, 16).ok()?;
        let from = *first.get_or_insert(address);
        let is_address = digits.len() >= 6;
        is_address.then(|| (address.wrapping_sub(from), words(rest)))
    });
    let mut rows: Vec<_> = rows.collect::<Option<_>>()?;
    rows.dedup_by(|next, row| row.1.is_empty() && next.1.is_empty());
    Some(rows)
}

/// A text without the blanks at the ends of its lines, without blank lines
/// around it, and without lines that are remarks.
fn lines(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !is_remark(line))
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// A text without the comments behind its octets, which may be any words.
fn uncommented(text: &str) -> String {
    let own = |line: &str| {
        let marks = ["  # ", " // ", "  ; ", " -- "];
        let ends = marks.iter().filter_map(|mark| line.find(mark)).min();
        line[..ends.unwrap_or(line.len())].to_owned()
    };
    let lines: Vec<String> = text.lines().map(own).collect();
    lines.join("\n")
}

/// Whether a line is a comment, in which anything may stand, or a sentence or
/// a heading around the octets, which a person may write in any words.
fn is_remark(line: &str) -> bool {
    let line = line.trim_start();
    if is_prose(line.trim_end()) {
        return true;
    }
    // A person may type any command.
    let is_file = line.trim_end().ends_with(".bin") || line.trim_end().ends_with(".hex");
    if line.starts_with("$ ") || line.starts_with("PS C:") || is_file {
        return true;
    }
    let is_comment = ["// ", "/* ", "# "]
        .iter()
        .any(|mark| line.starts_with(mark) || line.trim_end() == mark.trim_end());
    is_comment && !line.contains("TABLE_SIZE")
}

/// Whether a line is words: three or more without a digit, one that ends as
/// nothing but a letter's greeting does, who wrote a mail and when.
fn is_prose(line: &str) -> bool {
    let words = line.trim_end_matches([':', ',', '?', '.']);
    let is_plain = words.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    let is_name =
        words.starts_with(char::is_uppercase) && words.contains(|c: char| !c.is_ascii_hexdigit());
    let count = words.split(' ').count();
    is_plain && (line.ends_with([',', '?']) || count > 2 || count == 1 && is_name)
        || line.ends_with(':') && count > 3
        || line.ends_with(" wrote:")
        || line.starts_with('#')
            && line
                .trim_start_matches('#')
                .chars()
                .all(|c| c.is_alphabetic() || c == ' ')
}

/// A text with one blank where there are several, of any kind, or the ends of
/// lines.
fn words(text: &str) -> String {
    let words: Vec<&str> = text
        .lines()
        .filter(|line| !is_remark(line) && !line.trim().chars().all(|c| "> |".contains(c)))
        .flat_map(str::split_whitespace)
        .collect();
    words.join(" ")
}

/// A text with one name in place of those that stand outside quotes: words
/// that begin with a letter and cannot be hex digits. A list may end with a
/// comma.
fn nameless(text: &str) -> String {
    let mut out = String::new();
    let mut quote: Option<char> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match is_word(c) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let is_declared = ["[]", " =", "[] =", ": "]
            .iter()
            .any(|sign| after.starts_with(sign));
        let is_hex = word.bytes().all(|byte| byte.is_ascii_hexdigit()) && !is_declared;
        let is_marked = out.ends_with(['\\', '#', '&', '$']);
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        let is_name = !c.is_ascii_digit() && is_word(c) && !is_hex && !is_marked;
        match quote.is_none() && is_name {
            true if out.trim_end().trim_end_matches('.').ends_with("name") => {
                out.truncate(out.trim_end_matches(['.', ' ']).len());
            }
            true => out += "name",
            false => out += word,
        }
        rest = after;
    }
    numberless(&out)
        .replace(", ]", " ]")
        .replace(", }", " }")
        .replace(", )", " )")
}

/// A text with names, without the numbers that stand behind them and before a
/// colon.
fn numberless(text: &str) -> String {
    let mut parts = text.split("name ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = rest.len() < part.len() && rest.starts_with(':');
        out + "name " + if is_number { rest } else { part }
    })
}

/// Whether no number with a prefix is filled up with a zero.
fn is_unfilled(text: &str) -> bool {
    let mut numbers = text.split("0x0").skip(1);
    numbers.all(|rest| !rest.starts_with(|c: char| c.is_ascii_hexdigit()))
}

/// Whether the letters of hex digits in escapes are all small or all capitals.
fn one_case(text: &str) -> bool {
    let digits = |escape: &str| -> String { escape.chars().take(2).collect() };
    let escapes: String = text.split("\\x").skip(1).map(digits).collect();
    !escapes.contains(|c: char| matches!(c, 'a'..='f'))
        || !escapes.contains(|c: char| matches!(c, 'A'..='F'))
}
