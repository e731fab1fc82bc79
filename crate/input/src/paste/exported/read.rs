//! Reading.

use std::sync::Arc;

use hpack::Snapshot;

use super::{super::Fault, EMPTY, HEAD, UNKNOWN, check, counting};
use crate::{Before, Block, Framed, Place, RefusalKind, Sender};

/// Whether a text is one of these.
pub(crate) fn is_exported(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.strip_prefix(HEAD)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['\n', '\r']))
}

/// The blocks of such a text; places are bytes of it.
///
/// The number is where the last line stands, if it says that the text was
/// changed.
pub(crate) fn read(text: &str) -> Result<(Vec<Block>, Option<usize>), Fault> {
    let mut reader = Reader::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start > 0
            && let Some(line) = counting(line)
        {
            reader.line(line, start)?;
        }
    }
    let Some((last, claimed)) = reader.ended else {
        return Err(fault(
            text.len(),
            "The text ends before its last line, which says how many blocks there are: a part of it is missing.",
        ));
    };
    if reader.blocks.is_empty() {
        let message = "There are no header blocks in this text.";
        return Err(Fault::whole(RefusalKind::Empty, message));
    }
    let changed = claimed.is_some_and(|claimed| claimed != check(&text[..last]));
    Ok((reader.blocks, changed.then_some(last)))
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// What the lines above say of the next block.
    next: Next,
    /// Where the last line stands, and the check that it has.
    ended: Option<(usize, Option<u32>)>,
}

#[derive(Default, PartialEq)]
struct Next {
    label: Option<String>,
    limits: Vec<u32>,
    before: Before,
    table: Option<Snapshot>,
    /// How many entries the table has.
    entries: usize,
}

fn fault(at: usize, message: impl Into<String>) -> Fault {
    Fault::at(RefusalKind::Truncated, at, message)
}

impl Reader {
    fn line(&mut self, line: &str, at: usize) -> Result<(), Fault> {
        if self.ended.is_some() {
            return Err(fault(at, "Nothing may stand behind the last line."));
        }
        let Some(words) = line.strip_prefix("# ") else {
            return self.block(line, at);
        };
        if let Some(rest) = words.strip_prefix("end of ") {
            return self.end(rest, at);
        }
        if let Some(rest) = words.strip_prefix("table ") {
            return self.table(rest, at);
        }
        let next = &mut self.next;
        let understood = if let Some(label) = words.strip_prefix("label ") {
            let label = unescape(label).and_then(|label| String::from_utf8(label).ok());
            label.map(|label| next.label.replace(label).is_none())
        } else if let Some(setting) = words.strip_prefix("SETTINGS_HEADER_TABLE_SIZE ") {
            if setting == UNKNOWN {
                // It is of what came before the others.
                let first = !next.before.limit_unknown && next.limits.is_empty();
                next.before.limit_unknown = true;
                Some(first)
            } else {
                number(setting).map(|limit| {
                    next.limits.push(limit);
                    true
                })
            }
        } else if words == "blocks are missing" {
            Some(!std::mem::replace(&mut next.before.blocks_missing, true))
        } else if let Some(rest) = words.strip_prefix("stream ") {
            stream(rest).map(|framed| next.before.framed.replace(framed).is_none())
        } else {
            None
        };
        match understood {
            Some(true) => Ok(()),
            _ => Err(not_understood(at)),
        }
    }

    fn block(&mut self, line: &str, at: usize) -> Result<(), Fault> {
        let (sender, digits) = match line.split_at_checked(2) {
            Some(("> ", digits)) => (Sender::Client, digits),
            Some(("< ", digits)) => (Sender::Server, digits),
            _ => (Sender::Unknown, line),
        };
        let Next {
            label,
            limits,
            mut before,
            table,
            entries,
        } = std::mem::take(&mut self.next);
        if let Some(table) = table {
            let here = table.entries.len();
            if here != entries {
                let are = if here == 1 { "is" } else { "are" };
                return Err(fault(
                    at,
                    format!(
                        "The table has {entries} entries, and {here} {are} here: lines are missing."
                    ),
                ));
            }
            before.table = Some(Arc::new(table));
        }
        let digits = if digits == EMPTY { "" } else { digits };
        let at = at + line.len() - digits.len();
        if digits.is_empty() && !line.ends_with(EMPTY) {
            return Err(not_understood(at));
        }
        if let Some(bad) = digits.bytes().position(|byte| !byte.is_ascii_hexdigit()) {
            let message = match digits.as_bytes()[bad] {
                b'0'..=b'9' | b'a'..=b'f' | b' ' => "Only hex digits may stand in this line.",
                _ if bad == 0 => return Err(not_understood(at)),
                _ => "Only hex digits may stand in this line.",
            };
            return Err(fault(at + bad, message));
        }
        if !digits.len().is_multiple_of(2) {
            let message = "This block has an odd number of hex digits: one is missing.";
            return Err(fault(at, message));
        }
        let octets = digits.as_bytes().chunks_exact(2).map(|pair| {
            let digit = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
            digit(pair[0]) << 4 | digit(pair[1])
        });
        let places = (at..at + digits.len()).step_by(2).map(|start| Place {
            start: start as u32,
            end: start as u32 + 2,
        });
        self.blocks.push(Block {
            sender,
            octets: octets.collect(),
            places: places.collect(),
            limit_changes: limits,
            label,
            before,
        });
        Ok(())
    }

    /// `size N, limit N, …`, or an entry.
    fn table(&mut self, words: &str, at: usize) -> Result<(), Fault> {
        let next = &mut self.next;
        if words.starts_with("size ") {
            let (table, entries) = size(words).ok_or_else(|| not_understood(at))?;
            next.entries = entries;
            return match next.table.replace(table) {
                None => Ok(()),
                Some(_) => Err(not_understood(at)),
            };
        }
        let Some(table) = &mut next.table else {
            let message = "A line with the table's size must stand before its entries.";
            return Err(fault(at, message));
        };
        let due = 62 + table.entries.len();
        let (index, field) = words.split_once(' ').ok_or_else(|| not_understood(at))?;
        if number(index) != u32::try_from(due).ok() {
            let message = format!("The entry at index {due} belongs here.");
            return Err(fault(at, message));
        }
        // A name may begin with a colon.
        let colon = field
            .char_indices()
            .skip(1)
            .find(|&(_, character)| character == ':')
            .ok_or_else(|| not_understood(at))?
            .0;
        let value = &field[colon + 1..];
        let value = value.strip_prefix(' ').unwrap_or(value);
        let text = |text: &str| match text {
            UNKNOWN => Ok(None),
            text => unescape(text).map(Some).ok_or_else(|| not_understood(at)),
        };
        table.entries.push((text(&field[..colon])?, text(value)?));
        Ok(())
    }

    fn end(&mut self, words: &str, at: usize) -> Result<(), Fault> {
        let (words, check) = match words.split_once(", check ") {
            Some((words, digits)) => {
                let check = u32::from_str_radix(digits, 16).ok();
                let check = check.filter(|_| digits.len() == 8);
                (words, Some(check.ok_or_else(|| not_understood(at))?))
            }
            None => (words, None),
        };
        let count = words
            .strip_suffix(" blocks")
            .or(words.strip_suffix(" block"));
        let count = count.and_then(number).ok_or_else(|| not_understood(at))?;
        if self.next != Next::default() {
            let message = "What the lines above say is of a block that is not here.";
            return Err(fault(at, message));
        }
        let here = self.blocks.len();
        if count as usize != here {
            let message = format!(
                "The text says that it has {count} blocks, and has {here}: a part of it is missing, or there twice."
            );
            return Err(fault(at, message));
        }
        self.ended = Some((at, check));
        Ok(())
    }
}

fn not_understood(at: usize) -> Fault {
    fault(
        at,
        "This line is none of those that a text of this kind has: it may be damaged.",
    )
}

fn number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

fn stream(words: &str) -> Option<Framed> {
    let (words, end_stream) = match words.strip_suffix(", END_STREAM") {
        Some(words) => (words, true),
        None => (words, false),
    };
    let (stream, promised) = match words.split_once(", PUSH_PROMISE of ") {
        Some((stream, promised)) => (stream, Some(number(promised)?)),
        None => (words, None),
    };
    Some(Framed {
        stream: number(stream)?,
        promised,
        end_stream,
    })
}

/// What stands behind `# table `, and how many entries follow.
fn size(words: &str) -> Option<(Snapshot, usize)> {
    let assumed = |words: &str| match words.strip_suffix(" (assumed)") {
        Some(digits) => Some((number(digits)?, true)),
        None => Some((number(words)?, false)),
    };
    let mut words = words.split(", ");
    let (maximum, is_assumed) = assumed(words.next()?.strip_prefix("size ")?)?;
    let (limit, limit_unknown) = assumed(words.next()?.strip_prefix("limit ")?)?;
    let mut last = words.next()?;
    let mut pending = None;
    if let Some(size) = last.strip_prefix("update due to ") {
        pending = Some(number(size)?);
        last = words.next()?;
    }
    if words.next().is_some() {
        return None;
    }
    let (count, unknown) = match last.strip_suffix(" and others") {
        Some(count) => (count, true),
        None => (last, false),
    };
    let count = count
        .strip_suffix(" entries")
        .or(count.strip_suffix(" entry"))?;
    let table = Snapshot {
        maximum,
        limit,
        pending,
        assumed: is_assumed,
        limit_unknown,
        unknown,
        entries: Vec::new(),
    };
    Some((table, number(count)? as usize))
}

/// A name, value or label as it was; nothing where it is not written so.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        octets.push(match byte {
            b'\\' => match rest.next()? {
                b'\\' => b'\\',
                b'x' => {
                    let mut digit = || char::from(rest.next()?).to_digit(16);
                    (digit()? << 4 | digit()?) as u8
                }
                _ => return None,
            },
            b' '..=b'~' => byte,
            _ => return None,
        });
    }
    Some(octets)
}
