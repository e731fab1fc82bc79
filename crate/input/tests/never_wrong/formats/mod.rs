//! The formats in which people paste header blocks: how each prints blocks.

mod base64;
mod dumps;
mod hex;
mod json;
mod lists;
mod logs;
mod marks;
mod numbers;
mod strings;
mod tables;
mod wrapped;

use crate::{blocks::Wire, random::Choices};

/// What a text says of who sent its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// Nothing.
    Unsaid,
    /// The client or the server.
    Named,
    /// The side whose log it is or the other, which is the client's and which
    /// the server's the fields may tell.
    Told,
}

/// How the blocks of a text are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// They are not.
    No,
    /// Each has a larger number than the one before, as where packets are
    /// filtered.
    Up,
    /// Each number is as far from the one before.
    Each,
}

/// A format with all its options.
pub(crate) struct Format {
    pub(crate) name: &'static str,
    /// Prints blocks, with options that do not depend on the blocks.
    pub(crate) print: fn(&mut Choices, &[Wire]) -> String,
    /// How many blocks a text has at most.
    pub(crate) most: usize,
    pub(crate) sides: Sides,
    /// The punctuation of a text that is octets and nothing else, as what is
    /// left of another text may be.
    marks: Option<&'static str>,
    /// How the blocks are numbered.
    pub(crate) counted: Counted,
}

impl Format {
    /// Whether a text of it is octets and nothing else.
    pub(crate) fn is_plain(&self) -> bool {
        self.marks.is_some()
    }
}

/// A format for several blocks.
const fn several(name: &'static str, print: fn(&mut Choices, &[Wire]) -> String) -> Format {
    Format {
        name,
        print,
        most: 4,
        sides: Sides::Unsaid,
        marks: None,
        counted: Counted::No,
    }
}

/// A format of octets and nothing else.
const fn plain(
    name: &'static str,
    marks: &'static str,
    print: fn(&mut Choices, &[Wire]) -> String,
) -> Format {
    Format {
        marks: Some(marks),
        ..several(name, print)
    }
}

/// A format that numbers its blocks.
const fn counted(name: &'static str, print: fn(&mut Choices, &[Wire]) -> String) -> Format {
    Format {
        counted: Counted::Each,
        ..several(name, print)
    }
}

/// A format for one block.
const fn single(name: &'static str, print: fn(&mut Choices, &[Wire]) -> String) -> Format {
    Format {
        most: 1,
        ..several(name, print)
    }
}

/// A format that says who sent each block.
const fn sided(name: &'static str, print: fn(&mut Choices, &[Wire]) -> String) -> Format {
    Format {
        sides: Sides::Named,
        ..several(name, print)
    }
}

const FAMILIES: [&[Format]; 11] = [
    hex::FORMATS,
    lists::FORMATS,
    numbers::FORMATS,
    dumps::FORMATS,
    strings::FORMATS,
    base64::FORMATS,
    json::FORMATS,
    logs::FORMATS,
    tables::FORMATS,
    marks::FORMATS,
    wrapped::FORMATS,
];

/// Every format.
pub(crate) fn all() -> impl Iterator<Item = &'static Format> {
    FAMILIES.into_iter().flatten()
}

/// Other formats in which the text may be printed: those of octets and nothing
/// else with the punctuation it has, and, for literals of source code, others.
/// Base64 is left of Base64 only: any digits and letters would do.
pub(crate) fn like<'a>(format: &'a Format, text: &'a str) -> impl Iterator<Item = &'static Format> {
    let in_text = |marks: &str| {
        text.chars()
            .all(|c| c.is_alphanumeric() || c.is_whitespace() || marks.contains(c))
    };
    let literals = [lists::FORMATS, strings::FORMATS]
        .into_iter()
        .find(|family| family.iter().any(|own| own.name == format.name));
    let plain = all().filter(move |other| {
        other.marks.is_some_and(in_text) || text.contains(':') && other.name == "name and colon"
    });
    let of_base64 =
        base64::FORMATS.iter().any(|own| own.name == format.name) || format.name.contains("Base64");
    plain
        .chain(literals.into_iter().flatten())
        .filter(move |other| of_base64 || other.name != base64::PLAIN)
        .filter(|other| other.name != format.name)
}

/// Whether no word of letters outside quotes is a part of the octets, or their
/// characters, in a format.
pub(crate) fn has_names(format: &Format) -> bool {
    let families = [
        lists::FORMATS,
        strings::FORMATS,
        json::FORMATS,
        logs::FORMATS,
        tables::FORMATS,
        marks::FORMATS,
        wrapped::FORMATS,
    ];
    !strings::UNQUOTED.contains(&format.name)
        && families
            .iter()
            .any(|family| family.iter().any(|own| own.name == format.name))
}

/// Spells each octet.
fn joined(octets: &[u8], between: &str, spell: impl Fn(u8) -> String) -> String {
    let spelled: Vec<String> = octets.iter().map(|octet| spell(*octet)).collect();
    spelled.join(between)
}

/// Two hex digits.
fn pair(octet: u8, upper: bool) -> String {
    match upper {
        true => format!("{octet:02X}"),
        false => format!("{octet:02x}"),
    }
}

fn run(octets: &[u8], upper: bool) -> String {
    joined(octets, "", |octet| pair(octet, upper))
}

/// Printed octets, others as `other`.
fn shown(octets: &[u8], other: char) -> String {
    octets
        .iter()
        .map(|octet| match octet {
            b' '..=b'~' => *octet as char,
            _ => other,
        })
        .collect()
}

/// Breaks a text that has one character an octet or so into lines.
fn wrapped(text: &str, width: usize, end: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let lines: Vec<String> = characters
        .chunks(width)
        .map(|line| line.iter().collect())
        .collect();
    lines.join(end)
}

/// Each block printed, with `between` between them.
fn each(blocks: &[Wire], between: &str, print: impl Fn(usize, &[u8]) -> String) -> String {
    let printed: Vec<String> = blocks
        .iter()
        .enumerate()
        .map(|(n, block)| print(n, &block.octets))
        .collect();
    printed.join(between)
}

/// The number of octets on a line, which may be all of them.
fn width(choices: &mut Choices) -> usize {
    match choices.below(110) {
        width @ 1..=63 => width,
        64 => 64,
        65..=69 => 16,
        70..=72 => 8,
        _ => usize::MAX,
    }
}

/// What is between blocks: where their lines are broken, a blank line.
fn between(choices: &mut Choices, width: usize, end: &str) -> String {
    match (choices.flip(), width) {
        (true, usize::MAX) => end.to_owned(),
        _ => end.repeat(2),
    }
}

/// What a text ends with.
fn ending(choices: &mut Choices) -> &'static str {
    choices.pick(&["\n", "", "\n\n", "\r\n"])
}

/// The format whose octets have comments behind them.
pub(crate) const COMMENTED: &str = "octets with comments";

/// How plain digits and letters are spelled in the middle of other text.
type Spelling = fn(&[u8]) -> String;

const SPELLINGS: [Spelling; 7] = [
    |octets| run(octets, false),
    |octets| run(octets, true),
    |octets| joined(octets, " ", |octet| pair(octet, false)),
    |octets| joined(octets, ":", |octet| pair(octet, false)),
    |octets| joined(octets, " ", |octet| format!("0x{octet:02x}")),
    |octets| joined(octets, " ", |octet| pair(octet, true)),
    |octets| {
        let groups: Vec<String> = octets.chunks(2).map(|two| run(two, false)).collect();
        groups.join(" ")
    },
];

/// A name that something may have, digits of the notation among its letters.
const NAMES: [&str; 8] = [
    "block",
    "hdr",
    "b",
    "data2",
    "header_block",
    "payload",
    "frag_82",
    "kBlock1",
];
