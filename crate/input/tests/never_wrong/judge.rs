//! Whether the answer to a text is one that may be given.

use input::{
    Sender,
    paste::{self, Content, Options, Paste, Refusal},
};

use crate::{blocks::Wire, formats::Format, random::Choices};

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The blocks that were printed.
    Right,
    /// Other blocks, and something is said of what was chosen or damaged.
    Labelled,
    /// Not read, and a reason given.
    Refused,
    /// Other blocks, but the text is exactly what the format prints for them.
    NoTrace,
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

/// Whether the format prints exactly this text for the blocks that were read:
/// with the same options, or with one of them changed. Nothing in such a text
/// tells of damage.
pub(crate) fn is_printed(format: &Format, choices: &Choices, text: &str, paste: &Paste) -> bool {
    if paste.content != Content::Blocks {
        return false;
    }
    let blocks = blocks(paste);
    let text = bare(text);
    let prints = |mut choices: Choices| bare(&(format.print)(&mut choices, &blocks)) == text;
    prints(choices.again()) || choices.but_one().any(prints)
}

/// A text without the blanks at the ends of its lines, and without blank lines
/// around it.
fn bare(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
