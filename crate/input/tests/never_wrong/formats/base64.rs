//! Base64 and what it is wrapped in.

use ::base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};

use super::{Format, between, each, ending, plain, several, wrapped};
use crate::random::Choices;

fn spelling(choices: &mut Choices) -> fn(&[u8]) -> String {
    choices.pick(&[
        |octets: &[u8]| STANDARD.encode(octets),
        |octets: &[u8]| STANDARD.encode(octets),
        |octets: &[u8]| STANDARD_NO_PAD.encode(octets),
        |octets: &[u8]| URL_SAFE.encode(octets),
        |octets: &[u8]| URL_SAFE_NO_PAD.encode(octets),
    ])
}

/// Base64 without anything around it.
pub(super) const PLAIN: &str = "Base64";

pub(super) const FORMATS: &[Format] = &[
    plain(PLAIN, "+/=-_", |choices, blocks| {
        let spell = spelling(choices);
        let width = match choices.below(60) {
            width @ 1..=38 => 2 * width,
            _ => usize::MAX,
        };
        let end = choices.pick(&["\n", "\r\n"]);
        let between = between(choices, width, end);
        each(blocks, &between, |_, octets| {
            wrapped(&spell(octets), width, end)
        }) + ending(choices)
    }),
    several("Base64 in quotes", |choices, blocks| {
        let spell = spelling(choices);
        let (open, close) = choices.pick(&[
            ("\"", "\""),
            ("atob(\"", "\")"),
            ("Buffer.from(\"", "\", \"base64\")"),
            ("base64.b64decode('", "')"),
            ("block: ", ""),
        ]);
        each(blocks, "\n", |_, octets| {
            format!("{open}{}{close}", spell(octets))
        }) + ending(choices)
    }),
    several("data URL", |choices, blocks| {
        let kind = choices.pick(&["", "application/octet-stream", "text/plain;charset=utf-8"]);
        each(blocks, "\n", |_, octets| {
            format!("data:{kind};base64,{}", STANDARD.encode(octets))
        }) + ending(choices)
    }),
    several("PEM", |choices, blocks| {
        let name = choices.pick(&["HPACK", "HEADER BLOCK", "DATA"]);
        each(blocks, "\n", |_, octets| {
            let lines = wrapped(&STANDARD.encode(octets), 64, "\n");
            format!("-----BEGIN {name}-----\n{lines}\n-----END {name}-----")
        }) + ending(choices)
    }),
];
