//! JSON and Python's dictionaries.

use ::base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE},
};

use super::{Format, SPELLINGS, counted, each, joined, run, several, single};
use crate::blocks::Wire;

/// What a list of items stands in.
fn list(items: &[String], style: usize) -> String {
    match style {
        0 => format!("[{}]", items.join(",")),
        1 => format!("[{}]", items.join(", ")),
        2 => format!("[\n  {}\n]", items.join(",\n  ")),
        _ => items.join("\n"),
    }
}

fn numbers(octets: &[u8], style: usize) -> String {
    match style {
        0 => format!("[{}]", joined(octets, ",", |octet| octet.to_string())),
        1 => format!("[{}]", joined(octets, ", ", |octet| octet.to_string())),
        _ => format!(
            "[\n{}\n]",
            joined(octets, ",\n", |octet| format!("    {octet}"))
        ),
    }
}

fn items(blocks: &[Wire], print: impl Fn(usize, &[u8]) -> String) -> Vec<String> {
    let print = |(n, block): (usize, &Wire)| print(n, &block.octets);
    blocks.iter().enumerate().map(print).collect()
}

pub(super) const FORMATS: &[Format] = &[
    several("JSON list of hex", |choices, blocks| {
        let (spell, style) = (choices.pick(&SPELLINGS), choices.below(3));
        list(
            &items(blocks, |_, octets| format!("\"{}\"", spell(octets))),
            style,
        )
    }),
    several("JSON lists of octets in hex", |choices, blocks| {
        let (prefix, between) = (choices.pick(&["", "0x"]), choices.pick(&[",", ", "]));
        each(blocks, "\n", |_, octets| {
            let spell = |octet: u8| format!("\"{prefix}{octet:02x}\"");
            format!("[{}]", joined(octets, between, spell))
        })
    }),
    counted("story", |choices, blocks| {
        let (style, headers) = (choices.below(3), choices.flip());
        let cases = items(blocks, |n, octets| {
            let fields = match headers {
                true => ", \"headers\": [{\":method\": \"GET\"}, {\"x-82\": \"8286\"}]",
                false => "",
            };
            format!(
                "{{\"seqno\": {n}, \"wire\": \"{}\"{fields}}}",
                run(octets, false)
            )
        });
        format!(
            "{{\"description\": \"a story\", \"cases\": {}}}\n",
            list(&cases, style)
        )
    }),
    single("Buffer as JSON", |choices, blocks| {
        let style = choices.below(3);
        each(blocks, "\n", |_, octets| {
            format!(
                "{{\"type\":\"Buffer\",\"data\":{}}}",
                numbers(octets, style)
            )
        })
    }),
    several("JSON list of numbers", |choices, blocks| {
        let (style, outer) = (choices.below(3), choices.below(3));
        let nested = choices.flip();
        match blocks {
            [block] if !nested => numbers(&block.octets, style),
            _ => list(&items(blocks, |_, octets| numbers(octets, style)), outer),
        }
    }),
    several("JSON objects", |choices, blocks| {
        let (spell, style) = (choices.pick(&SPELLINGS), choices.below(4));
        let key = choices.pick(&["hex", "block", "data", "header_block", "wire"]);
        let (first, ids) = (choices.below(20), choices.flip());
        let objects = items(blocks, |n, octets| {
            let before = match ids {
                true => format!(
                    "\"stream\": {}, \"length\": {}, ",
                    2 * (first + n) + 1,
                    octets.len()
                ),
                false => String::new(),
            };
            format!("{{{before}\"{key}\": \"{}\"}}", spell(octets))
        });
        match objects.as_slice() {
            [object] if style > 1 => object.clone(),
            _ => list(&objects, style),
        }
    }),
    several("JSON objects with numbers", |choices, blocks| {
        let (inner, style) = (choices.below(2), choices.below(4));
        let key = choices.pick(&["bytes", "data", "payload"]);
        let (first, length) = (choices.below(20), choices.flip());
        let objects = items(blocks, |n, octets| {
            let length = match length {
                true => format!("\"length\": {}, ", octets.len()),
                false => String::new(),
            };
            let id = 2 * (first + n) + 1;
            format!(
                "{{\"id\": {id}, {length}\"{key}\": {}}}",
                numbers(octets, inner)
            )
        });
        list(&objects, style)
    }),
    several("JSON objects with Base64", |choices, blocks| {
        let style = choices.below(4);
        let engine = choices.pick(&[&STANDARD, &STANDARD, &URL_SAFE]);
        let key = choices.pick(&["data", "payload", "base64"]);
        let objects = items(blocks, |n, octets| {
            format!("{{\"id\": {n}, \"{key}\": \"{}\"}}", engine.encode(octets))
        });
        list(&objects, style)
    }),
    single("Uint8Array as JSON", |choices, blocks| {
        let between = choices.pick(&[",", ", "]);
        let is_signed = choices.below(4) == 0;
        each(blocks, "\n", |_, octets| {
            let number = |octet: &u8| match is_signed {
                true => i16::from(*octet as i8),
                false => i16::from(*octet),
            };
            let members: Vec<String> = octets
                .iter()
                .enumerate()
                .map(|(at, octet)| format!("\"{at}\":{}", number(octet)))
                .collect();
            format!("{{{}}}", members.join(between))
        })
    }),
    several("Python dictionary", |choices, blocks| {
        let (spell, style) = (choices.pick(&SPELLINGS), choices.below(4));
        let key = choices.pick(&["hex", "block", "data"]);
        let first = choices.below(20);
        let objects = items(blocks, |n, octets| {
            format!(
                "{{'stream': {}, '{key}': '{}'}}",
                2 * (first + n) + 1,
                spell(octets)
            )
        });
        list(&objects, style)
    }),
    several("JavaScript objects", |choices, blocks| {
        let (spell, style) = (choices.pick(&SPELLINGS), choices.below(4));
        let key = choices.pick(&["hex", "block", "data"]);
        let (first, step) = (1 + choices.below(20), 1 + choices.below(2));
        let objects = items(blocks, |n, octets| {
            format!("{{ id: {}, {key}: '{}' }}", first + step * n, spell(octets))
        });
        list(&objects, style)
    }),
];
