//! `hpack-inspect encode`: header lists in, header blocks out.

use std::{
    io::{self, Write as _},
    ops::ControlFlow,
    str,
};

use hpack::{Encoder, FieldLine, dynamic_table::DEFAULT_MAXIMUM};
use http2::{Sender, writer};
use inspect::{
    policies::{Chooser, NamedPolicy, UpcomingBlock},
    text::hex,
};

use crate::{
    Outcome, Stop,
    arguments::Encode,
    lists::{Field, List, Lists},
    read,
};

/// Reads header lists and prints a block for each.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &Encode) -> Result<Outcome, Stop> {
    let name = read::name(arguments.file.as_deref());
    let answer = answer(arguments).map_err(|message| format!("{name}: {message}"))?;
    io::stdout().lock().write_all(answer.as_bytes())?;
    Ok(Outcome::Decoded)
}

/// Largest input, bytes.
const MOST: usize = 64 << 20;

/// Returns everything that goes to standard output.
fn answer(arguments: &Encode) -> Result<String, String> {
    let mut input = Vec::new();
    read::parts(arguments.file.as_deref(), |part| {
        input.extend_from_slice(part);
        match input.len() > MOST {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })
    .map_err(|error| error.to_string())?;
    if input.len() > MOST {
        return Err(format!(
            "This has more than {} MiB: encode parts of it.",
            MOST >> 20
        ));
    }
    let text = str::from_utf8(&input)
        .map_err(|error| format!("byte {}: this is not UTF-8.", error.valid_up_to()))?;
    let Lists(lists) = serde_json::from_str(text).map_err(|error| placed(text, &error))?;
    if lists.is_empty() {
        return Err("There is no header list to encode.".to_owned());
    }
    let mut policy = NamedPolicy::from(arguments.policy);
    if let Some(huffman) = arguments.huffman {
        policy.huffman = huffman;
    }
    let blocks = blocks(&lists, policy, arguments.max_table_size);
    let marked = lists.iter().any(|list| list.sender != Sender::Unknown);
    let mut answer = String::new();
    for (number, (list, block)) in lists.iter().zip(&blocks).enumerate() {
        answer.push_str(match list.sender {
            Sender::Client if marked => "> ",
            Sender::Server if marked => "< ",
            _ => "",
        });
        if arguments.frames {
            let stream = list.stream.unwrap_or_else(|| stream_of(number));
            let framing = writer::Framing::headers(stream, true);
            let frames = writer::frames(block, &framing).map_err(|refusal| refusal.to_string())?;
            answer.push_str(&hex(&frames));
        } else {
            answer.push_str(&hex(block));
        }
        answer.push('\n');
    }
    Ok(answer)
}

/// Client-initiated streams: 1, 3, 5 and so on (RFC 9113 §5.1.1).
fn stream_of(number: usize) -> u32 {
    u32::try_from(number)
        .unwrap_or(u32::MAX)
        .saturating_mul(2)
        .saturating_add(1)
}

/// Encodes each list as a block; each sender has a table of its own.
fn blocks(lists: &[List], policy: NamedPolicy, limit: u32) -> Vec<Vec<u8>> {
    let mut blocks = vec![Vec::new(); lists.len()];
    for sender in [Sender::Client, Sender::Server, Sender::Unknown] {
        let own = lists
            .iter()
            .enumerate()
            .filter(|(_, list)| list.sender == sender);
        let (numbers, fields): (Vec<usize>, Vec<Vec<FieldLine<'_>>>) = own
            .map(|(number, list)| (number, list.fields.iter().map(Field::line).collect()))
            .unzip();
        let ahead: Vec<UpcomingBlock<'_>> = fields
            .iter()
            .map(|fields| UpcomingBlock {
                changes: &[],
                fields,
            })
            .collect();
        // A connection starts with the default limit. Acknowledging another one
        // may require a size update (RFC 9113 §4.3.1).
        let mut encoder = Encoder::new(DEFAULT_MAXIMUM);
        encoder.acknowledge_limit(limit);
        let mut chooser = Chooser::with_lookahead(policy, &encoder, &ahead);
        for (number, fields) in numbers.into_iter().zip(&fields) {
            encoder.encode_with(&mut chooser, fields, &mut blocks[number]);
        }
    }
    blocks
}

/// A JSON error with its line and column from 1; the column counts code points.
fn placed(text: &str, error: &serde_json::Error) -> String {
    let said = error.to_string();
    let (line, column) = (error.line(), error.column());
    let place = format!(" at line {line} column {column}");
    let what = said.strip_suffix(&place).unwrap_or(&said);
    let before = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let column = before
        .char_indices()
        .take_while(|&(at, _)| at < column)
        .count();
    format!("line {line}, column {}: {what}.", column.max(1))
}
