//! Decimal, octal and binary numbers on their own, and percent-encoding.

use super::{Format, ending, joined, pair, several};
use crate::{blocks::Wire, random::Choices};

/// Numbers on lines, one block a line or blank lines between wrapped blocks.
fn lay_out(
    choices: &mut Choices,
    blocks: &[Wire],
    betweens: &[&'static str],
    spell: &dyn Fn(u8) -> String,
) -> String {
    let between = choices.pick(betweens);
    let width = choices.pick(&[8, 10, 16]);
    let layout = choices.below(2);
    let goes_on = choices.pick(&["", between.trim_end()]);
    let printed: Vec<String> = blocks
        .iter()
        .map(|block| {
            if layout == 0 {
                return joined(&block.octets, between, spell);
            }
            let lines: Vec<String> = block
                .octets
                .chunks(width)
                .map(|line| joined(line, between, spell))
                .collect();
            lines.join(&format!("{goes_on}\n"))
        })
        .collect();
    printed.join("\n\n") + ending(choices)
}

pub(super) const FORMATS: &[Format] = &[
    several("decimal", |choices, blocks| {
        lay_out(choices, blocks, &[", ", ",", " "], &|octet| {
            octet.to_string()
        })
    }),
    several("decimal, aligned", |choices, blocks| {
        lay_out(choices, blocks, &[" ", ", "], &|octet| format!("{octet:3}"))
    }),
    several("signed decimal", |choices, blocks| {
        lay_out(choices, blocks, &[", ", ",", " "], &|octet| {
            (octet as i8).to_string()
        })
    }),
    several("octal", |choices, blocks| {
        let prefix = choices.pick(&["0", "0o", "\\"]);
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{prefix}{octet:03o}")
        })
    }),
    several("octal without prefix", |choices, blocks| {
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{octet:03o}")
        })
    }),
    several("binary digits", |choices, blocks| {
        let prefix = choices.pick(&["", "0b"]);
        lay_out(choices, blocks, &[" ", ", "], &|octet| {
            format!("{prefix}{octet:08b}")
        })
    }),
    several("binary digits, run", |choices, blocks| {
        lay_out(choices, blocks, &[""], &|octet| format!("{octet:08b}"))
    }),
    several("percent", |choices, blocks| {
        let (upper, all) = (choices.flip(), choices.flip());
        let between = choices.pick(&["\n", "\n\n"]);
        let plain = |octet: u8| !all && (octet.is_ascii_alphanumeric() || b"-._~".contains(&octet));
        super::each(blocks, between, |_, octets| {
            joined(octets, "", |octet| match plain(octet) {
                true => (octet as char).to_string(),
                false => format!("%{}", pair(octet, upper)),
            })
        }) + ending(choices)
    }),
];
