//! Decimal, octal and binary numbers on their own, and percent-encoding.

use super::{Format, between, ending, joined, pair, plain, width};
use crate::{blocks::Wire, random::Choices};

/// Numbers on lines, one block a line or blank lines between wrapped blocks.
fn lay_out(
    choices: &mut Choices,
    blocks: &[Wire],
    betweens: &[&'static str],
    spell: &dyn Fn(u8) -> String,
) -> String {
    let separator = choices.pick(betweens);
    let width = width(choices);
    let goes_on = choices.pick(&["", separator.trim_end()]);
    let between = between(choices, width, "\n");
    let printed: Vec<String> = blocks
        .iter()
        .map(|block| {
            let lines: Vec<String> = block
                .octets
                .chunks(width)
                .map(|line| joined(line, separator, spell))
                .collect();
            lines.join(&format!("{goes_on}\n"))
        })
        .collect();
    printed.join(&between) + ending(choices)
}

pub(super) const FORMATS: &[Format] = &[
    plain("decimal", ",", |choices, blocks| {
        lay_out(choices, blocks, &[", ", ",", " "], &|octet| {
            octet.to_string()
        })
    }),
    plain("decimal, aligned", ",", |choices, blocks| {
        lay_out(choices, blocks, &[" ", ", "], &|octet| format!("{octet:3}"))
    }),
    plain("signed decimal", "-,", |choices, blocks| {
        lay_out(choices, blocks, &[", ", ",", " "], &|octet| {
            (octet as i8).to_string()
        })
    }),
    plain("octal", "\\,", |choices, blocks| {
        let prefix = choices.pick(&["0", "0o", "\\"]);
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{prefix}{octet:03o}")
        })
    }),
    plain("octal without prefix", ",", |choices, blocks| {
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{octet:03o}")
        })
    }),
    plain("numbers with suffixes", ",_", |choices, blocks| {
        let style = choices.below(3);
        lay_out(choices, blocks, &[", ", " "], &|octet| match style {
            0 => format!("0x{octet:02x}u8"),
            1 => format!("0x{octet:02x}_u8"),
            _ => format!("{octet}u8"),
        })
    }),
    plain("binary digits", ",", |choices, blocks| {
        let prefix = choices.pick(&["", "0b"]);
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{prefix}{octet:08b}")
        })
    }),
    plain("binary digits, run", "", |choices, blocks| {
        lay_out(choices, blocks, &[""], &|octet| format!("{octet:08b}"))
    }),
    plain("percent", "%-._~!*'()", |choices, blocks| {
        let (upper, all) = (choices.flip(), choices.flip());
        // Those of JavaScript and of others.
        let signs = choices.pick(&["-._~!*'()", "-._~"]).as_bytes();
        let between = choices.pick(&["\n", "\n\n"]);
        let plain = |octet: u8| !all && (octet.is_ascii_alphanumeric() || signs.contains(&octet));
        super::each(blocks, between, |_, octets| {
            joined(octets, "", |octet| match plain(octet) {
                true => (octet as char).to_string(),
                false => format!("%{}", pair(octet, upper)),
            })
        }) + ending(choices)
    }),
];
