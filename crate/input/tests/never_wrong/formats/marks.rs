//! Who sent each block, and which settings stand between blocks.

use input::Sender;

use super::{Format, SPELLINGS, Sides, each, ending, sided};
use crate::{blocks::Wire, random::Choices};

/// The lines of the settings before a block.
fn settings(block: &Wire) -> String {
    let limits = block.limits.iter();
    let line = |limit| format!("# SETTINGS_HEADER_TABLE_SIZE {limit}\n");
    limits.map(line).collect()
}

/// Blocks after the marks of their senders, with lines of settings.
fn marked(
    choices: &mut Choices,
    blocks: &[Wire],
    marks: &[[&'static str; 2]],
    betweens: &[&'static str],
) -> String {
    let [client, server] = choices.pick(marks);
    let between = choices.pick(betweens);
    let spell = choices.pick(&SPELLINGS);
    let width = choices.pick(&[0, 0, 16]);
    let printed: Vec<String> = blocks
        .iter()
        .enumerate()
        .map(|(n, block)| {
            let mark = match block.sender {
                Sender::Server => server,
                _ => client,
            };
            let settings = settings(block);
            let octets = match (width, between) {
                (1.., "\n\n") => {
                    let rows: Vec<String> = block.octets.chunks(width).map(spell).collect();
                    rows.join("\n")
                }
                _ => spell(&block.octets),
            };
            format!(
                "{settings}{}{octets}",
                mark.replace("{n}", &(n + 1).to_string())
            )
        })
        .collect();
    printed.join(between) + ending(choices)
}

pub(super) const FORMATS: &[Format] = &[
    sided("labels of sides", |choices, blocks| {
        let marks = [
            ["client: ", "server: "],
            ["Client: ", "Server: "],
            ["C: ", "S: "],
            ["request: ", "response: "],
            ["Request {n}: ", "Response {n}: "],
            ["client {n}:\n", "server {n}:\n"],
            ["request:\n", "response:\n"],
        ];
        marked(choices, blocks, &marks, &["\n", "\n\n"])
    }),
    sided("sides without a colon", |choices, blocks| {
        let marks = [
            ["client ", "server "],
            ["[client] ", "[server] "],
            ["C -> S: ", "S -> C: "],
            ["client -> server ", "server -> client "],
            ["c2s ", "s2c "],
            ["Request | ", "Response | "],
        ];
        marked(choices, blocks, &marks, &["\n"])
    }),
    sided("headings of sides", |choices, blocks| {
        let marks = [
            ["# client\n", "# server\n"],
            ["// request\n", "// response\n"],
            ["## Request\n\n", "## Response\n\n"],
            ["--- client ---\n", "--- server ---\n"],
            ["Request headers\n", "Response headers\n"],
            ["client -> server\n", "server -> client\n"],
        ];
        marked(choices, blocks, &marks, &["\n", "\n\n"])
    }),
    sided("variables of sides", |choices, blocks| {
        let [client, server] = choices.pick(&[
            ["request", "response"],
            ["client_block", "server_block"],
            ["const req", "const res"],
        ]);
        let (spell, between) = (choices.pick(&SPELLINGS), choices.pick(&["\n", "\n\n"]));
        let print = |n: usize, octets: &[u8]| {
            let name = match blocks[n].sender {
                Sender::Server => server,
                _ => client,
            };
            format!("{}{name} = \"{}\"", settings(&blocks[n]), spell(octets))
        };
        each(blocks, between, print) + ending(choices)
    }),
    sided("> and <", |choices, blocks| {
        let marks = [["> ", "< "], [">", "<"]];
        marked(choices, blocks, &marks, &["\n"])
    }),
    sided("-> and <-", |choices, blocks| {
        let marks = [
            ["-> ", "<- "],
            [">>> ", "<<< "],
            ["→ ", "← "],
            ["=> ", "<= "],
        ];
        marked(choices, blocks, &marks, &["\n"])
    }),
    Format {
        sides: Sides::Told,
        ..sided("SEND and RECV", |choices, blocks| {
            let marks = [
                ["WRITE: ", "READ: "],
                ["OUTBOUND ", "INBOUND "],
                ["send: ", "recv: "],
                ["sent ", "received "],
                ["TX ", "RX "],
            ];
            marked(choices, blocks, &marks, &["\n"])
        })
    },
];
