//! Bare hex digits.

use super::{Format, between, ending, joined, pair, plain, run, width};
use crate::{blocks::Wire, random::Choices};

pub(super) const FORMATS: &[Format] = &[
    plain("hex run", "", |choices, blocks| {
        let upper = choices.flip();
        lay_out(choices, blocks, &|octets| run(octets, upper), "")
    }),
    plain("hex pairs", ":-,_", |choices, blocks| {
        let upper = choices.flip();
        let between = choices.pick(&[" ", " ", ":", "-", ",", ", ", "\t", "  ", "_"]);
        let spell = |octets: &[u8]| joined(octets, between, |octet| pair(octet, upper));
        let goes_on = choices.pick(&["", between.trim_end()]);
        lay_out(choices, blocks, &spell, goes_on)
    }),
    plain("hex groups", "_-", |choices, blocks| {
        let upper = choices.flip();
        let group = match choices.below(40) {
            group @ 2..24 => group,
            group => [2, 2, 4, 8][group % 4],
        };
        let between = choices.pick(&[" ", " ", "_", "-"]);
        let spell = |octets: &[u8]| {
            let groups: Vec<String> = octets.chunks(group).map(|one| run(one, upper)).collect();
            groups.join(between)
        };
        let goes_on = choices.pick(&["", between.trim_end()]);
        lay_out(choices, blocks, &spell, goes_on)
    }),
    plain("0x pairs", ",;", |choices, blocks| {
        let (upper, padded) = (choices.flip(), choices.below(4) > 0);
        let prefix = choices.pick(&["0x", "0x", "0X"]);
        let between = choices.pick(&[", ", ",", " ", "; "]);
        let spell = |octets: &[u8]| {
            joined(octets, between, |octet| match padded {
                true => format!("{prefix}{}", pair(octet, upper)),
                false => format!("{prefix}{octet:x}"),
            })
        };
        let goes_on = choices.pick(&["", between.trim_end()]);
        lay_out(choices, blocks, &spell, goes_on)
    }),
    plain("0x run", "", |choices, blocks| {
        let (upper, prefix) = (choices.flip(), choices.pick(&["0x", "0X"]));
        let spell = |octets: &[u8]| format!("{prefix}{}", run(octets, upper));
        let between = choices.pick(&["\n", "\n\n"]);
        super::each(blocks, between, |_, octets| spell(octets)) + ending(choices)
    }),
    plain("h suffix", ",", |choices, blocks| {
        let (upper, between) = (choices.flip(), choices.pick(&[" ", ", "]));
        let spell =
            |octets: &[u8]| joined(octets, between, |octet| format!("{}h", pair(octet, upper)));
        lay_out(choices, blocks, &spell, "")
    }),
    plain("\\x without quotes", "\\", |choices, blocks| {
        let upper = choices.flip();
        let spell =
            |octets: &[u8]| joined(octets, "", |octet| format!("\\x{}", pair(octet, upper)));
        lay_out(choices, blocks, &spell, "")
    }),
    plain("other prefixes", "#$&", |choices, blocks| {
        let (before, after) = choices.pick(&[("#x", ""), ("$", ""), ("&H", ""), ("16#", "#")]);
        let spell = |octets: &[u8]| {
            joined(octets, " ", |octet| {
                format!("{before}{}{after}", pair(octet, true))
            })
        };
        lay_out(choices, blocks, &spell, "")
    }),
];

/// Blocks on lines: one line each, wrapped, with blank lines or without.
fn lay_out(
    choices: &mut Choices,
    blocks: &[Wire],
    spell: &dyn Fn(&[u8]) -> String,
    goes_on: &str,
) -> String {
    let width = width(choices);
    let indent = choices.pick(&["", "", "", "    ", "\t", " "]);
    let end = choices.pick(&["\n", "\n", "\n", "\r\n"]);
    let between = between(choices, width, end);
    let title = choices.pick(&["", "", "", "# header blocks\n", "// from the proxy\n"]);
    let printed: Vec<String> = blocks
        .iter()
        .map(|block| {
            let lines: Vec<String> = block
                .octets
                .chunks(width)
                .map(|line| format!("{indent}{}", spell(line)))
                .collect();
            lines.join(&format!("{goes_on}{end}"))
        })
        .collect();
    format!("{title}{}{}", printed.join(&between), ending(choices))
}
