//! The header lists that stories give beside their bytes. What the bytes
//! decode to is compared with them: where all lists agree, no byte of the
//! blocks can have been changed.

use hpack::{Decoder, DynamicTable, History};

use super::super::pieces::Pieces;
use super::scan::{Node, Value, unescaped};

/// What the text says of one block's fields.
pub(super) struct Listed {
    /// The number of the block's piece.
    pub(super) piece: usize,
    /// Where the list begins.
    start: usize,
    /// Names and values.
    fields: Vec<(String, String)>,
}

impl Listed {
    /// `[{":method": "GET"}, …]`, `[[":method", "GET"], …]` or
    /// `{":method": "GET", …}`; `None` for anything else.
    pub(super) fn read(node: &Node, piece: usize, raw: &str) -> Option<Self> {
        let text = |node: &Node| match node.value {
            Value::Text(start, end) => Some(unescaped(raw, start, end).0),
            _ => None,
        };
        let pair = |(name, value): &(Node, Node)| Some((text(name)?, text(value)?));
        let fields: Option<Vec<_>> = match &node.value {
            Value::Object(members) => members.iter().map(pair).collect(),
            Value::List(items) => items
                .iter()
                .map(|item| match &item.value {
                    Value::Object(members) => match &members[..] {
                        [member] => pair(member),
                        _ => None,
                    },
                    Value::List(parts) => match &parts[..] {
                        [name, value] => Some((text(name)?, text(value)?)),
                        _ => None,
                    },
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        Some(Self {
            piece,
            start: node.start,
            fields: fields?,
        })
    }
}

/// What comparing the lists with the bytes shows.
pub(super) enum Verdict {
    /// Each block decodes to its list; the last one may be refused, and have
    /// none.
    Confirmed,
    /// Not all blocks have a list, or one cannot be decoded.
    Open,
    /// A list has other fields than its block: where, and what.
    Contradicted(usize, String),
}

/// Decodes the blocks, a piece each, and compares them with their `lists`, of
/// which there may be one for each piece, in order.
pub(super) fn compare(lists: &[Listed], pieces: &Pieces, initial: Option<u32>) -> Verdict {
    let size = initial.unwrap_or(4096);
    let mut decoder = Decoder::with_table(DynamicTable::new(size, size, History::Forgotten));
    let mut lists = lists.iter().peekable();
    if lists.peek().is_none() {
        return Verdict::Open;
    }
    let mut confirmed = true;
    for (number, piece) in pieces.list.iter().enumerate() {
        for &limit in &piece.limits {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let list = lists.next_if(|list| list.piece == number);
        let listed = list.map_or(&[][..], |list| &list.fields);
        let (mut count, mut other) = (0, None);
        let decoded = decoder.decode(pieces.of(number), |field| {
            let (name, value) = (
                field.name.unwrap_or_default(),
                field.value.unwrap_or_default(),
            );
            let own = listed.get(count);
            if !own.is_some_and(|own| is_same(&own.0, name) && is_same(&own.1, value)) {
                other.get_or_insert_with(|| format!("“{}: {}”", lossy(name), lossy(value)));
            }
            count += 1;
        });
        match (decoded, list) {
            (Err(_), None) if number + 1 == pieces.list.len() => {}
            (Err(_), _) => return Verdict::Open,
            (Ok(()), None) => confirmed = false,
            (Ok(()), Some(list)) => {
                if let Some(other) = other {
                    return Verdict::Contradicted(
                        list.start,
                        format!(
                            "The bytes of this block decode to {other}, which is not the field in this list: one of the two was changed, or the bytes are of an early draft of HPACK."
                        ),
                    );
                }
                if count < list.fields.len() {
                    return Verdict::Contradicted(
                        list.start,
                        format!(
                            "This list has {} fields, and the bytes of this block decode to {count}: some may be missing.",
                            list.fields.len()
                        ),
                    );
                }
            }
        }
    }
    match confirmed {
        true => Verdict::Confirmed,
        false => Verdict::Open,
    }
}

/// Values that are not UTF-8 stand in JSON with a character for each octet.
fn is_same(listed: &str, octets: &[u8]) -> bool {
    listed.as_bytes() == octets
        || listed
            .chars()
            .map(u32::from)
            .eq(octets.iter().map(|&octet| u32::from(octet)))
}

/// The start of a name or value, for people.
fn lossy(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    /// What a story of these cases is called, and what is said of it.
    fn said(cases: &str) -> (String, Vec<String>) {
        let story = format!("{{\"cases\": [{cases}]}}");
        let paste = read(story.as_bytes(), &Options::default()).unwrap();
        let messages = paste.problems.into_iter().map(|problem| problem.message);
        (paste.detail, messages.collect())
    }

    const GET: &str = "{\"seqno\": 0, \"wire\": \"82\", \"headers\": [{\":method\": \"GET\"}]}";

    #[test]
    fn nothing_is_said_where_the_lists_agree_with_the_bytes() {
        for cases in [
            GET.to_owned(),
            // The lists are of different lengths, and hold what looks like bytes.
            format!(
                "{GET},\n{{\"wire\": \"824003616263063832383638 34\", \"headers\": [{{\":method\": \"GET\"}}, {{\"abc\": \"828684\"}}]}},\n{{\"wire\": \"be\", \"headers\": [[\"abc\", \"828684\"]]}}"
            ),
            // Requests and responses, with one table.
            format!(
                "{GET}, {{\"wire\": \"88\", \"headers\": {{\":status\": \"200\"}}}}, {GET}, {{\"wire\": \"88\", \"headers\": {{\":status\": \"200\"}}}}"
            ),
            "{\"wire\": \"4001ff01e9\", \"headers\": [{\"\\u00ff\": \"é\"}]}"
                .replace("01e9", "02c3a9"),
            // The last one is to be refused.
            format!("{GET}, {{\"wire\": \"80\"}}"),
        ] {
            let (detail, problems) = said(&cases);
            assert_eq!(detail, "hpack-test-case story, fields confirmed");
            assert_eq!(problems, [""; 0], "{cases}");
        }
    }

    #[test]
    fn a_list_that_says_other_fields_than_the_bytes_is_named() {
        for (wire, list, says) in [
            (
                "83",
                "[{\":method\": \"GET\"}]",
                "decode to “:method: POST”",
            ),
            (
                "8286",
                "[{\":method\": \"GET\"}]",
                "decode to “:scheme: http”",
            ),
            (
                "82",
                "[{\":method\": \"GET\"}, {\":path\": \"/\"}]",
                "This list has 2 fields, and the bytes of this block decode to 1:",
            ),
        ] {
            let case = format!("{{\"seqno\": 1, \"wire\": \"{wire}\", \"headers\": {list}}}");
            let (detail, said) = said(&format!("{GET}, {case}"));
            assert_eq!(detail, "hpack-test-case story");
            assert!(
                said.iter().any(|said| said.contains(says)),
                "{case}: {said:?}"
            );
        }
    }
}
