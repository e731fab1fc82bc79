//! Lines of logs, and columns before the octets.

use super::{Counted, Format, SPELLINGS, counted, ending, several};
use crate::{blocks::Wire, random::Choices};

/// A time that a log prints, `n` lines after its first.
fn stamp(style: usize, n: usize) -> String {
    let (second, milli) = (10 + n, 123 + 7 * n);
    match style {
        0 => format!("2026-11-21 10:00:{second}"),
        1 => format!("2026-11-21T10:00:{second}.{milli}Z"),
        2 => format!("[10:00:{second}.{milli}]"),
        3 => format!("10:00:{second},{milli}"),
        4 => format!("Nov 21 10:00:{second} host app[82]:"),
        5 => format!("2026/11/21 10:00:{second}"),
        6 => format!("17000000{second}.{milli}"),
        7 => format!("I1121 10:00:{second}.{milli}456 8286 hpack.cc:82]"),
        8 => format!("[   {second}.{milli}456]"),
        9 => format!("21/Nov/2026:10:00:{second} +0000"),
        10 => format!("[2026-11-21 10:00:{second},{milli}]"),
        _ => String::new(),
    }
}

const STAMPS: usize = 12;

/// A format whose numbers go up, some left out.
const fn filtered(name: &'static str, print: fn(&mut Choices, &[Wire]) -> String) -> Format {
    Format {
        counted: Counted::Up,
        ..several(name, print)
    }
}

/// A line a block.
fn lines(blocks: &[Wire], line: impl Fn(usize, &[u8]) -> String) -> String {
    let printed: Vec<String> = blocks
        .iter()
        .enumerate()
        .map(|(n, block)| line(n, &block.octets).trim_start().to_owned())
        .collect();
    printed.join("\n")
}

/// A number before each block.
fn numbered(choices: &mut Choices, blocks: &[Wire], first: usize, step: usize) -> String {
    let after = choices.pick(&["\t", "  ", " ", ". ", ") ", ": ", " | ", ","]);
    let before = choices.pick(&["", "", "#", "  ", "["]);
    let after = if before == "[" { "] " } else { after };
    let spell = choices.pick(&SPELLINGS);
    let line = |(n, block): (usize, &Wire)| {
        let number = first + step * n;
        format!("{before}{number}{after}{}", spell(&block.octets))
    };
    let printed: Vec<String> = blocks.iter().enumerate().map(line).collect();
    printed.join("\n") + ending(choices)
}

pub(super) const FORMATS: &[Format] = &[
    several("log: key and value", |choices, blocks| {
        let style = choices.below(STAMPS);
        let level = choices.pick(&["DEBUG ", "[INFO] ", "TRACE: ", "debug ", "D ", ""]);
        let name = choices.pick(&["hpack: ", "h2.codec: ", "main.go:82: ", "[http2] ", ""]);
        let key = choices.pick(&[
            "block=",
            "block: ",
            "hex=",
            "headers = ",
            "received header block: ",
        ]);
        let spell = choices.pick(&SPELLINGS);
        lines(blocks, |n, octets| {
            format!("{} {level}{name}{key}{}", stamp(style, n), spell(octets))
        }) + ending(choices)
    }),
    several("log: octets after a stamp", |choices, blocks| {
        let style = choices.below(STAMPS - 1);
        let level = choices.pick(&["", "DEBUG ", "INFO - ", "h2.codec: ", "DEBUG main.go:82: "]);
        let spell = choices.pick(&SPELLINGS);
        lines(blocks, |n, octets| {
            format!("{} {level}{}", stamp(style, n), spell(octets))
        }) + ending(choices)
    }),
    several("log: pairs of key and value", |choices, blocks| {
        let style = choices.below(4);
        let (first, length) = (choices.below(20), choices.below(3));
        let spell = choices.pick(&SPELLINGS[..2]);
        lines(blocks, |n, octets| {
            let stamp = match style {
                0 => format!("ts=17000000{} ", 10 + n),
                1 => format!("time=2026-11-21T10:00:{}Z level=debug msg=headers ", 10 + n),
                2 => format!("level=info n={n} "),
                _ => String::new(),
            };
            let length = match length {
                0 => format!("len={} ", octets.len()),
                1 => format!("length={} flags=0x5 ", octets.len()),
                _ => String::new(),
            };
            format!(
                "{stamp}stream={} {length}hex={}",
                2 * (first + n) + 1,
                spell(octets)
            )
        }) + ending(choices)
    }),
    several("name and colon", |choices, blocks| {
        let name = choices.pick(&[
            "block",
            "Block {n}",
            "Header Block Fragment",
            "stream {n}",
            "header block",
            "hdr[{l}]",
            "{n}",
        ]);
        let first = choices.below(20);
        let spell = choices.pick(&SPELLINGS);
        let between = choices.pick(&["\n", "\n\n"]);
        let title_line = choices.pick(&[" ", "\n", "\n  "]);
        let printed: Vec<String> = blocks
            .iter()
            .enumerate()
            .map(|(n, block)| {
                let name = name
                    .replace("{n}", &(first + n + 1).to_string())
                    .replace("{l}", &block.octets.len().to_string());
                format!("{name}:{title_line}{}", spell(&block.octets))
            })
            .collect();
        printed.join(between) + ending(choices)
    }),
    counted("column of numbers", |choices, blocks| {
        let first = choices.below(20) + 1;
        numbered(choices, blocks, first, 1)
    }),
    // Streams may be left out, and be answered in any order.
    several("column of streams", |choices, blocks| {
        let first = choices.below(20) + 1;
        let step = choices.pick(&[2, 2, 4]);
        numbered(choices, blocks, first, step)
    }),
    several("octets and their number", |choices, blocks| {
        let after = choices.pick(&[
            " ({l} bytes)",
            " # {l} bytes",
            " [{l}]",
            " ({l})",
            ", {l} octets",
        ]);
        let spell = choices.pick(&SPELLINGS);
        lines(blocks, |_, octets| {
            format!(
                "{}{}",
                spell(octets),
                after.replace("{l}", &octets.len().to_string())
            )
        }) + ending(choices)
    }),
    several("column of lengths", |choices, blocks| {
        let form = choices.pick(&[
            "{l} ",
            "({l}) ",
            "len={l} ",
            "{l} bytes: ",
            "[{l}] ",
            "{l}\t",
            "{l}: ",
        ]);
        let spell = choices.pick(&SPELLINGS);
        lines(blocks, |_, octets| {
            format!(
                "{}{}",
                form.replace("{l}", &octets.len().to_string()),
                spell(octets)
            )
        }) + ending(choices)
    }),
    filtered("packet, time and length columns", |choices, blocks| {
        let (first, tabs) = (choices.below(90), choices.flip());
        let spell = choices.pick(&SPELLINGS[..4]);
        lines(blocks, |n, octets| {
            let columns = [
                (first + n).to_string(),
                format!("0.{:06}", 1234 * (n + 1)),
                octets.len().to_string(),
                spell(octets),
            ];
            columns.join(if tabs { "\t" } else { "  " })
        }) + ending(choices)
    }),
    counted("numbered lines of one block", |choices, blocks| {
        let first = choices.below(60);
        let after = choices.pick(&[": ", "  ", "\t", " | ", ". "]);
        let spell = choices.pick(&SPELLINGS);
        let width = 1 + choices.below(128) / choices.pick(&[4, 4, 4, 2]);
        // A part of a listing begins with any line; of lines of a byte or two
        // each, it might as well be numbered blocks.
        let mut line = if first < 30 && width > 3 { first } else { 0 };
        let printed: Vec<String> = blocks
            .iter()
            .map(|block| {
                let rows: Vec<String> = block
                    .octets
                    .chunks(width)
                    .map(|row| {
                        line += 1;
                        format!("{line:3}{after}{}", spell(row))
                    })
                    .collect();
                rows.join("\n")
            })
            .collect();
        printed.join("\n\n") + ending(choices)
    }),
];
