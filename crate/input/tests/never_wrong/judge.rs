//! Whether the answer to a text is one that may be given.

use std::iter::once;

use input::{
    Sender,
    paste::{self, Content, Options, Paste, Refusal},
};

use crate::{
    blocks::Wire,
    formats::{self, Format},
    random::{Choices, Random},
    records,
};

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The blocks that were printed.
    Right,
    /// Other blocks, and something is said of what was chosen or damaged.
    Labelled,
    /// Not read, and a reason given.
    Refused,
    /// Other blocks, but the text is exactly what a format prints for them.
    NoTrace,
    /// The same but for blanks: more or fewer of them than the format has.
    Blanks,
    /// Other blocks, and nothing said.
    Wrong,
}

/// The reading of a text.
pub(crate) fn read(text: &str) -> Result<Paste, Refusal> {
    paste::read(text.as_bytes(), &Options::default())
}

/// The verdict on a reading, before it is asked whether a damage left a trace.
pub(crate) fn verdict(read: &Result<Paste, Refusal>, wanted: &[Wire], sides: bool) -> Verdict {
    let paste = match read {
        Err(_) => return Verdict::Refused,
        Ok(paste) => paste,
    };
    if is_right(paste, wanted, sides) {
        Verdict::Right
    } else if is_labelled(paste, wanted) {
        Verdict::Labelled
    } else {
        Verdict::Wrong
    }
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
fn is_right(paste: &Paste, wanted: &[Wire], sides: bool) -> bool {
    let octets = paste.content == Content::Blocks
        && paste
            .blocks
            .iter()
            .map(|block| &block.octets)
            .eq(wanted.iter().map(|block| &block.octets));
    let one_side = wanted.iter().all(|block| block.sender == wanted[0].sender);
    let nobody = paste
        .blocks
        .iter()
        .all(|block| block.sender == Sender::Unknown);
    octets
        && (!sides || (one_side && nobody) || {
            let read = blocks(paste);
            read.iter().zip(wanted).all(|(read, wanted)| {
                (read.sender, &read.limits) == (wanted.sender, &wanted.limits)
            })
        })
}

/// Whether the reading says that it may be another. A remark on how lines
/// part into blocks excuses no other octets; the other way of parting, where
/// it is offered, needs no remark.
fn is_labelled(paste: &Paste, wanted: &[Wire]) -> bool {
    let together = |blocks: &mut dyn Iterator<Item = &Vec<u8>>| -> Vec<u8> {
        blocks.flatten().copied().collect()
    };
    let same_octets = together(&mut paste.blocks.iter().map(|block| &block.octets))
        == together(&mut wanted.iter().map(|block| &block.octets));
    let on_parting =
        |message: &str| message.contains("one block") || message.contains("as a block");
    match same_octets {
        true => paste.other.is_some() || !paste.problems.is_empty(),
        false => paste
            .problems
            .iter()
            .any(|problem| !on_parting(&problem.message)),
    }
}

/// What a damage left of the text that was printed, where the blocks that were
/// read are others: [`Verdict::NoTrace`], [`Verdict::Blanks`] or
/// [`Verdict::Wrong`].
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
    if !format.counted && records::hold(format, choices, wanted, text, &read) {
        return Verdict::NoTrace;
    }
    let is_plain = !text.contains(['"', '\'', '{', '}', '[', ']', '(', ')', '<', '>', '|']);
    let plain = formats::all()
        .filter(|plain| plain.plain && is_plain)
        .map(|plain| (plain, Choices::new(Random::of(0, plain.name, 0))));
    let mut verdict = Verdict::Wrong;
    for (format, choices) in once((format, choices.again())).chain(plain) {
        match printed(format, choices, &read, text) {
            Verdict::Wrong => {}
            Verdict::Blanks => verdict = Verdict::Blanks,
            found => return found,
        }
    }
    verdict
}

/// Whether the format prints exactly this text for the blocks, with whatever
/// options: each option in turn is set so that most of the text is the same.
fn printed(format: &Format, choices: Choices, blocks: &[Wire], text: &str) -> Verdict {
    let (exact, loose) = (lines(text), words(text));
    let compare = |mut choices: Choices| {
        let print = (format.print)(&mut choices, blocks);
        let (print, print_loose) = (lines(&print), words(&print));
        let same = (common(&print_loose, &loose), common(&print, &exact));
        let verdict = match () {
            () if print == exact => Verdict::NoTrace,
            () if print_loose == loose => Verdict::Blanks,
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
                if found != Verdict::Wrong {
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

/// How many characters two texts begin with alike.
fn common(one: &str, other: &str) -> usize {
    let alike = |(one, other): &(u8, u8)| one == other;
    one.bytes().zip(other.bytes()).take_while(alike).count()
}

/// A text without the blanks at the ends of its lines, and without blank lines
/// around it.
fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// A text with one blank where there are several, of any kind, and one blank
/// line where there are several.
fn words(text: &str) -> String {
    let mut words = String::new();
    for line in text.lines() {
        let line: Vec<&str> = line.split_whitespace().collect();
        if !(line.is_empty() && words.ends_with("\n\n")) {
            words += &line.join(" ");
            words.push('\n');
        }
    }
    words.trim_matches('\n').to_owned()
}
