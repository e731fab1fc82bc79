//! `hpack-inspect what-if`.

use std::io::{self, BufWriter, Write};

use input::{Sender, visible::visible};
use inspect::{
    Session, json,
    policies::Named,
    text::count,
    what_if::{
        WhatIf,
        account::Totals,
        lists::LeftOut,
        plan::{Choices, Plan},
    },
};
use serde::Serialize;

use crate::{Outcome, Stop, arguments, arguments::Format, read};

/// Results for one connection.
#[derive(Serialize)]
struct Connection {
    /// Its number in the input.
    connection: usize,
    name: String,
    directions: Vec<Direction>,
}

/// Results for one side of a connection.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Direction {
    sender: Sender,
    blocks: usize,
    /// Bytes of the fields in plain text.
    plain_bytes: u64,
    left_out: LeftOut,
    sent: Totals,
    tried: Vec<Tried>,
}

/// Result of one policy.
#[derive(Serialize)]
struct Tried {
    policy: &'static str,
    #[serde(flatten)]
    totals: Totals,
}

/// Runs `what-if`; reports what is wrong with the input on standard error.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &arguments::WhatIf) -> Result<Outcome, Stop> {
    let name = read::name(arguments.file.as_deref());
    let tried = tried(arguments).map_err(|message| format!("{name}: {message}"))?;
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Table => {
            for (nth, connection) in tried.iter().enumerate() {
                if nth > 0 {
                    writeln!(out)?;
                }
                write(&mut out, connection)?;
            }
        }
        Format::Json => {
            json::line(&mut out, &tried)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Decoded)
}

fn tried(arguments: &arguments::WhatIf) -> Result<Vec<Connection>, String> {
    let sessions = read::sessions(arguments.file.as_deref(), &arguments.input)?;
    let only = arguments.connection;
    let found: Vec<Connection> = sessions
        .into_iter()
        .enumerate()
        .filter(|(number, _)| only.is_none_or(|only| only == *number))
        .filter_map(|(number, (name, session))| {
            let all = 0..session.directions().len();
            let directions: Vec<Direction> = all
                .filter_map(|direction| of_direction(&session, direction, arguments))
                .collect();
            (!directions.is_empty()).then_some(Connection {
                connection: number,
                name,
                directions,
            })
        })
        .collect();
    if found.is_empty() {
        return Err("has no header blocks that can be encoded again".to_owned());
    }
    Ok(found)
}

/// Re-encodes what one side sent; `None` if that is nothing.
fn of_direction(
    session: &Session,
    direction: usize,
    arguments: &arguments::WhatIf,
) -> Option<Direction> {
    let plan = |choices| Plan {
        choices,
        huffman: arguments.huffman,
        maximum: arguments.max_table_size,
    };
    let all: Vec<Choices> = match &arguments.policy[..] {
        [] => Choices::ALL.into(),
        named => named.to_vec(),
    };
    let mut what_if = WhatIf::new(session, direction, plan(*all.first()?))?;
    let mut tried = Vec::new();
    for choices in all {
        what_if.set_plan(session, plan(choices));
        // Runs to completion.
        what_if.run_for(session, &mut || 0.0, f64::INFINITY);
        tried.push(Tried {
            policy: choices.id(),
            totals: what_if.tried.totals,
        });
    }
    let lists = &what_if.lists;
    (!lists.blocks.is_empty()).then(|| Direction {
        sender: session.directions()[direction].sender,
        blocks: lists.blocks.len(),
        plain_bytes: lists
            .blocks
            .iter()
            .map(|block| u64::from(block.plain))
            .sum(),
        left_out: lists.left_out,
        sent: what_if.sent.totals,
        tried,
    })
}

/// Writes a connection as a table: what was sent, then the results by size.
fn write(out: &mut impl Write, connection: &Connection) -> io::Result<()> {
    let name = visible(&connection.name);
    writeln!(out, "connection {}  {name}", connection.connection)?;
    for direction in &connection.directions {
        let sender = match direction.sender {
            Sender::Client => "client",
            Sender::Server => "server",
            Sender::Unknown => "unknown sender",
        };
        let fields = direction.sent.tally.fields;
        writeln!(
            out,
            "\n  {sender}: {}, {}, {} plain",
            count(direction.blocks as u64, "block"),
            count(fields, "field"),
            count(direction.plain_bytes, "byte")
        )?;
        let left_out = direction.left_out;
        for (number, noun) in [
            (left_out.unknown, "unknown field"),
            (u64::from(left_out.undecodable_blocks), "undecodable block"),
            (u64::from(left_out.too_large), "too large block"),
            (u64::from(left_out.losses), "gap"),
        ] {
            if number > 0 {
                writeln!(out, "  left out: {}", count(number, noun))?;
            }
        }
        writeln!(
            out,
            "    {:<16} {:>10} {:>8} {:>10} {:>10} {:>10} {:>8}",
            "", "bytes", "of sent", "indexed", "inserted", "evicted", "unused"
        )?;
        let mut tried: Vec<(&str, &Totals)> = direction
            .tried
            .iter()
            .map(|tried| (tried.policy, &tried.totals))
            .collect();
        tried.sort_by_key(|(_, totals)| totals.bytes);
        for (policy, totals) in std::iter::once(("sent", &direction.sent)).chain(tried) {
            let share = totals.bytes as f64 / direction.sent.bytes.max(1) as f64;
            writeln!(
                out,
                "    {policy:<16} {:>10} {:>7.1}% {:>10} {:>10} {:>10} {:>8}",
                totals.bytes,
                100.0 * share,
                totals.tally.static_hits + totals.tally.dynamic_hits,
                totals.tally.inserted,
                totals.tally.evicted,
                totals.tally.unused
            )?;
        }
    }
    Ok(())
}
