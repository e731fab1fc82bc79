//! Tables: Markdown, CSV, databases.

use super::{Format, SPELLINGS, each, several};
use crate::random::Choices;

fn column(choices: &mut Choices) -> (fn(usize, usize) -> String, &'static str) {
    choices.pick(&[
        (
            (|n, _| (2 * n + 1).to_string()) as fn(usize, usize) -> String,
            "stream",
        ),
        (|_, length| length.to_string(), "length"),
        (|n, _| (n + 1).to_string(), "no"),
        (|n, _| format!("10:00:{}", 10 + n), "time"),
        (
            |n, _| (["GET /", "POST /a", "GET /82"])[n % 3].to_owned(),
            "request",
        ),
    ])
}

pub(super) const FORMATS: &[Format] = &[
    several("Markdown table", |choices, blocks| {
        let ((own, title), spell) = (column(choices), choices.pick(&SPELLINGS));
        let key = choices.pick(&["hex", "block", "bytes"]);
        let code = choices.pick(&["", "`"]);
        let rows = each(blocks, "\n", |n, octets| {
            format!(
                "| {} | {code}{}{code} |",
                own(n, octets.len()),
                spell(octets)
            )
        });
        format!("| {title} | {key} |\n| --- | --- |\n{rows}\n")
    }),
    several("Markdown table of one column", |choices, blocks| {
        let spell = choices.pick(&SPELLINGS);
        let key = choices.pick(&["hex", "block", "bytes"]);
        let rows = each(blocks, "\n", |_, octets| format!("| {} |", spell(octets)));
        format!("| {key} |\n|---|\n{rows}\n")
    }),
    several("CSV", |choices, blocks| {
        let ((own, title), spell) = (column(choices), choices.pick(&SPELLINGS));
        let key = choices.pick(&["hex", "block", "bytes"]);
        let (quote, between) = (choices.pick(&["", "\""]), choices.pick(&[",", ";", "\t"]));
        let head = match choices.flip() {
            true => format!("{quote}{title}{quote}{between}{quote}{key}{quote}\n"),
            false => String::new(),
        };
        let rows = each(blocks, "\n", |n, octets| {
            format!(
                "{quote}{}{quote}{between}{quote}{}{quote}",
                own(n, octets.len()),
                spell(octets)
            )
        });
        format!("{head}{rows}\n")
    }),
    several("psql", |choices, blocks| {
        let ((own, title), spell) = (column(choices), choices.pick(&SPELLINGS[..2]));
        let width = blocks
            .iter()
            .map(|block| 2 * block.octets.len() + 2)
            .max()
            .unwrap_or(4)
            .max(5);
        let rows = each(blocks, "\n", |n, octets| {
            format!(
                " {:>8} | {:width$}",
                own(n, octets.len()),
                format!("\\x{}", spell(octets))
            )
        });
        let count = blocks.len();
        let (s, line) = (if count == 1 { "" } else { "s" }, "-".repeat(width + 2));
        format!(
            " {title:>8} | {:width$}\n----------+{line}\n{rows}\n({count} row{s})\n",
            "block"
        )
    }),
    several("mysql", |choices, blocks| {
        let ((own, title), spell) = (column(choices), choices.pick(&SPELLINGS[..2]));
        let width = blocks
            .iter()
            .map(|block| 2 * block.octets.len() + 2)
            .max()
            .unwrap_or(4)
            .max(5);
        let rows = each(blocks, "\n", |n, octets| {
            format!(
                "| {:>8} | {:width$} |",
                own(n, octets.len()),
                format!("0x{}", spell(octets))
            )
        });
        let line = format!("+----------+{}+", "-".repeat(width + 2));
        format!(
            "{line}\n| {title:>8} | {:width$} |\n{line}\n{rows}\n{line}\n",
            "block"
        )
    }),
];
