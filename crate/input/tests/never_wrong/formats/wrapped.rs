//! Texts inside other texts: prose, fences, mail, HTML, prompts.

use super::{Format, SPELLINGS, Spelling, each, joined, pair, several, shown, single};
use crate::{blocks::Wire, random::Choices};

/// An `xxd -g1` dump, for a text inside another.
fn dump(octets: &[u8]) -> String {
    let rows: Vec<String> = octets
        .chunks(16)
        .enumerate()
        .map(|(n, row)| {
            let cells = joined(row, " ", |octet| pair(octet, false));
            format!("{:08x}: {cells:<47}  {}", 16 * n, shown(row, '.'))
        })
        .collect();
    rows.join("\n")
}

/// What stands inside.
fn inside(choices: &mut Choices, blocks: &[Wire]) -> String {
    let spellings: [Spelling; 9] = [
        SPELLINGS[0],
        SPELLINGS[1],
        SPELLINGS[2],
        SPELLINGS[3],
        SPELLINGS[4],
        SPELLINGS[5],
        SPELLINGS[6],
        dump,
        dump,
    ];
    let spell = choices.pick(&spellings);
    each(blocks, "\n\n", |_, octets| spell(octets))
}

fn every_line(text: &str, before: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("{before}{line}")).collect();
    lines.join("\n")
}

pub(super) const FORMATS: &[Format] = &[
    several("Markdown fence", |choices, blocks| {
        let intro = choices.pick(&["", "Here is the block from the proxy:\n\n", "## Block\n"]);
        let (open, close) = choices.pick(&[
            ("```\n", "\n```"),
            ("```hex\n", "\n```"),
            ("~~~text\n", "\n~~~"),
        ]);
        format!("{intro}{open}{}{close}\n", inside(choices, blocks))
    }),
    several("quoted mail", |choices, blocks| {
        let before = choices.pick(&["> ", ">> ", "> > ", "| ", ">"]);
        let intro = choices.pick(&["", "On Sat, 21 Nov 2026, Ann wrote:\n"]);
        format!("{intro}{}\n", every_line(&inside(choices, blocks), before))
    }),
    several("prose around", |choices, blocks| {
        let intro = choices.pick(&[
            "Hello,\n\nhere is the block:\n\n",
            "This is what we received:\n",
            "Request headers of stream 3, 82 bytes:\n",
            "",
        ]);
        let outro = choices.pick(&["\n\nThanks,\nBob\n", "\n\nAny ideas?\n", "\n"]);
        format!("{intro}{}{outro}", inside(choices, blocks))
    }),
    single("block in a sentence", |choices, blocks| {
        let (before, after) = choices.pick(&[
            ("The block is ", "."),
            ("We got `", "` from the server"),
            ("I see ", " in the log"),
            ("block \"", "\" fails"),
        ]);
        let spell = choices.pick(&SPELLINGS);
        format!(
            "{before}{}{after}\n",
            each(blocks, " and ", |_, octets| spell(octets))
        )
    }),
    several("HTML", |choices, blocks| {
        let (open, close) = choices.pick(&[
            ("<pre>", "</pre>"),
            ("<code>", "</code>"),
            ("<hex>", "</hex>"),
            ("<pre><code>\n", "\n</code></pre>"),
        ]);
        format!("{open}{}{close}\n", inside(choices, blocks))
    }),
    several("shell session", |choices, blocks| {
        let command = choices.pick(&[
            "$ xxd -p block.bin\n",
            "$ cat block82.hex\n",
            "# xxd b\n",
            "PS C:\\> type b\n",
        ]);
        let after = choices.pick(&["", "$ ", "$\n"]);
        format!("{command}{}\n{after}", inside(choices, blocks))
    }),
    several("comments of source code", |choices, blocks| {
        let before = choices.pick(&["// ", "# ", " * ", "-- ", ";; "]);
        format!("{}\n", every_line(&inside(choices, blocks), before))
    }),
    several(super::COMMENTED, |choices, blocks| {
        let mark = choices.pick(&["  # ", " // ", "  ; ", " -- "]);
        let spell = choices.pick(&[SPELLINGS[0], SPELLINGS[2]]);
        let remark = choices.pick(&["the request", "82 bytes", "added later", "C.3.1"]);
        format!(
            "{}\n",
            each(blocks, "\n\n", |_, octets| format!(
                "{}{mark}{remark}",
                spell(octets)
            ))
        )
    }),
    several("YAML", |choices, blocks| {
        let spell = choices.pick(&SPELLINGS);
        let style = choices.below(3);
        let rows = each(blocks, "\n", |n, octets| match style {
            0 => format!("- {}", spell(octets)),
            1 => format!("- hex: \"{}\"", spell(octets)),
            _ => format!("- stream: {}\n  hex: {}", 2 * n + 1, spell(octets)),
        });
        format!("blocks:\n{rows}\n")
    }),
];
