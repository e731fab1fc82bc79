//! Notes on the decoded blocks of a pasted text: how they compare with the fields
//! that it lists beside the bytes, the dynamic table to begin with, and what
//! depends on the sides.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};

use hpack::DecodeErrorKind::IndexOutOfRange;
use http2::frame::sender_of_block;
use input::{
    Problem, Sender,
    paste::Paste,
    printed::{List, Printed, lists},
};
use serde::Serialize;

use crate::{
    Session,
    diagnosis::{Change, Changed},
    text::{count, list_blocks, truncated},
};

/// Blocks with the same first field that a list is compared with.
const MOST_COMPARED: usize = 64;

/// Lines above a numbered list that can say that it is a table.
const MOST_ABOVE: usize = 3;

/// Tables that are tried: each decodes the session again.
const MOST_TRIED: usize = 4;

/// Notes on lists that differ.
const MOST_NOTES: usize = 100;

/// Bytes of a field that are quoted.
const QUOTED: usize = 100;

type Field<'a> = (&'a [u8], &'a [u8]);

/// Adds notes about the decoded blocks, after the notes about the text and
/// before the skipped parts.
pub fn add_notes(paste: &mut Paste, input: &[u8], session: &Session) {
    let notes: Vec<Problem> = doubt(paste, input, session)
        .into_iter()
        .chain(compare(paste, input, session))
        .collect();
    let is_note = |problem: &&Problem| !problem.message.starts_with("skipped: ");
    let at = paste.problems.iter().take_while(is_note).count();
    paste.problems.splice(at..at, notes);
}

/// Names the blocks of one list without sides in which a request refers to an
/// entry that a response inserted, or the other way round: their fields depend
/// on how the sides are told apart.
fn doubt(paste: &Paste, input: &[u8], session: &Session) -> Option<Problem> {
    if !paste.two_directions {
        return None;
    }
    let senders = (0..session.blocks().len()).map(|block| sender_of_block(session.bytes(block)));
    let senders: Vec<Option<Sender>> = senders.collect();
    let doubtful = session.rows().iter().filter(|row| {
        let block = row.block as usize;
        let record = &session.blocks()[block];
        let inserter = session
            .referred(row)
            .and_then(|position| session.inserted_by(record.direction as usize, position));
        let other = inserter.and_then(|inserter| senders[inserter.block as usize]);
        senders[block]
            .zip(other)
            .is_some_and(|(one, other)| one != other)
    });
    let mut blocks: Vec<u32> = doubtful.map(|row| row.block).collect();
    blocks.dedup();
    let place = paste.blocks.place(*blocks.first()? as usize, 0)?;
    let message = format!(
        "Fields of {} refer to entries inserted by blocks of the other kind (request or response). With one table per side, they are other fields.",
        list_blocks(&blocks)
    );
    Some(Problem::note(
        paste.place_names(input).of(place.start),
        message,
    ))
}

/// Says of each list of fields in a text how it compares with the decoded block
/// of `session` that it begins like.
fn compare(paste: &Paste, input: &[u8], session: &Session) -> Vec<Problem> {
    let lists = lists(paste.text(input).unwrap_or_default());
    if lists.is_empty() {
        return Vec::new();
    }
    let longest = lists.iter().map(|list| list.0.len()).max();
    let most = longest.map_or(0, |longest| longest + 1);
    let mut decoded: HashMap<Field<'_>, Vec<(u32, Vec<Field<'_>>)>> = HashMap::new();
    for block in 0..session.blocks().len() {
        if let Some(fields) = fields(session, block, most).filter(|fields| !fields.is_empty()) {
            let alike = decoded.entry(fields[0]).or_default();
            if alike.len() < MOST_COMPARED {
                alike.push((block as u32, fields));
            }
        }
    }
    let (mut agree, mut differ): (Vec<(usize, u32)>, Vec<_>) = (Vec::new(), Vec::new());
    for list in &lists {
        let at = list.0[0].at;
        let first = (list.0[0].name.as_bytes(), list.0[0].value.as_bytes());
        let alike = decoded.get(&first).into_iter().flatten();
        let common = |fields: &[Field<'_>]| {
            let pairs = list.0.iter().zip(fields);
            pairs
                .take_while(|(printed, field)| is_same(printed, field))
                .count()
        };
        let best = alike
            .map(|(block, fields)| (common(fields), *block, fields))
            .min_by_key(|&(same, block, fields)| {
                let rest = fields.len().max(list.0.len()) - same;
                (rest > 0, Reverse(same), block)
            });
        // A single field in common is no evidence that the list is of the block.
        let best = best.filter(|&(same, _, fields)| same > 1 || fields.len() + list.0.len() == 2);
        // A pseudo-header field behind others begins another list, also where the
        // block has it there.
        let is_split = |same: usize, fields: &[Field<'_>]| {
            let next = fields.get(same).map_or(&b""[..], |field| field.0);
            same == list.0.len()
                && next.starts_with(b":")
                && !list.0[same - 1].name.starts_with(':')
        };
        let best = best.filter(|&(same, _, fields)| !is_split(same, fields));
        match best.map(|(same, block, fields)| (block, difference(list, fields, same))) {
            Some((block, None)) => agree.push((at, block)),
            Some((block, Some(difference))) => differ.push((at, block, difference)),
            None => {}
        }
    }
    let names = paste.place_names(input);
    let place = |at: usize| names.of(at as u32);
    let same: BTreeSet<u32> = agree.iter().map(|one| one.1).collect();
    let other = differ.iter().filter(|one| !same.contains(&one.1));
    let other = other.take(MOST_NOTES).map(|(at, block, difference)| {
        let message = format!(
            "The fields listed here differ from block {} starting at field {difference}.",
            block + 1
        );
        Problem::note(place(*at), message)
    });
    let agreement = agree.first().map(|&(at, _)| {
        let blocks: Vec<u32> = same.iter().copied().collect();
        let blocks = list_blocks(&blocks);
        let message = format!("The fields listed in the text match {blocks}.");
        Problem::note(place(at), message)
    });
    other.chain(agreement).collect()
}

/// The first `most` fields of a block; `None` if not all are known.
fn fields(session: &Session, block: usize, most: usize) -> Option<Vec<Field<'_>>> {
    let whole = session.blocks()[block].error.is_none();
    let rows = session.rows_of(block).iter().filter(|_| whole);
    rows.filter(|row| row.kind != hpack::Kind::SizeUpdate)
        .take(most)
        .map(|row| Some((session.name(row)?, session.value(row)?)))
        .collect()
}

/// Whether a printed field is this one. A text may print only the beginning of a
/// value.
fn is_same(printed: &Printed<'_>, &(name, value): &Field<'_>) -> bool {
    let shown = printed.value;
    let beginning = shown
        .strip_suffix('…')
        .or_else(|| shown.strip_suffix("..."));
    printed.name.as_bytes() == name
        && (shown.as_bytes() == value
            || beginning.is_some_and(|beginning| value.starts_with(beginning.as_bytes())))
}

/// The field at which a list that begins with `same` fields of a block starts to
/// differ, and how; `None` if it does not.
fn difference(list: &List<'_>, fields: &[Field<'_>], same: usize) -> Option<String> {
    let from = same + 1;
    let quote = |name: &[u8], value: &[u8]| {
        format!(
            "“{}: {}”",
            truncated(name, QUOTED),
            truncated(value, QUOTED)
        )
    };
    let listed = list
        .0
        .get(same)
        .map(|one| quote(one.name.as_bytes(), one.value.as_bytes()));
    let decoded = fields.get(same).map(|&(name, value)| quote(name, value));
    Some(match (listed, decoded) {
        (None, None) => return None,
        (Some(listed), Some(decoded)) => {
            format!("{from}: {listed} is listed, {decoded} was decoded")
        }
        (Some(listed), None) => {
            format!("{from}: {listed} is listed, but the block has no more fields")
        }
        (None, Some(decoded)) => {
            format!("{from}: the list ends, {decoded} was decoded")
        }
    })
}

/// A dynamic table that a text lists before a block that needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListedTable {
    /// Names and values of its entries, from index 62 on.
    pub entries: Vec<(String, String)>,
    /// The offer to begin with it.
    pub what: String,
    /// Its place in the text.
    #[serde(skip)]
    pub place: String,
}

/// Finds the listed table with which the first block that refers beyond its
/// table can be decoded.
#[must_use]
pub fn find_table(paste: &Paste, input: &[u8], session: &Session) -> Option<ListedTable> {
    // Entries that a block lacks.
    let missing = |session: &Session, block: usize| match session.blocks()[block].error?.kind {
        IndexOutOfRange { index, last } => Some(u64::from(index).saturating_sub(last)),
        _ => None,
    };
    let mut blocks = 0..session.blocks().len();
    let (block, needed) = blocks.find_map(|block| Some((block, missing(session, block)?)))?;
    let before = *session.direction(block).blocks.first()?;
    let start = paste.blocks.place(block, 0)?.start as usize;
    let text = paste.text(input)?;
    let lists = lists(text);
    let tables = lists.iter().rev().filter(|list| {
        let at = list.0[0].at;
        let mut above = text[..at].lines().rev().take(MOST_ABOVE);
        let is_table = match list.first_number() {
            Some(62) => true,
            // A list of fields may be numbered as well.
            Some(0 | 1) => above.any(|line| line.to_ascii_lowercase().contains("table")),
            _ => false,
        };
        at < start && list.0.len() as u64 >= needed && is_table
    });
    let table = tables.take(MOST_TRIED).find(|table| {
        let entries = table.0.len() as u32;
        let change = Change::MissedBlock { before, entries };
        let decodes = |changed: Changed| missing(&changed.session, block).is_none();
        session.with_change(&change).is_some_and(decodes)
    })?;
    let entries = table.0.iter();
    let entries = entries.map(|one| (one.name.to_owned(), one.value.to_owned()));
    let entries: Vec<_> = entries.collect();
    let what = format!(
        "The text lists a dynamic table of {}, with which block {} can be decoded",
        count(entries.len() as u64, "entry"),
        block + 1
    );
    let place = paste.place_names(input).of(table.0[0].at as u32);
    Some(ListedTable {
        entries,
        what,
        place,
    })
}

#[cfg(test)]
mod tests {
    use input::paste;

    use super::*;
    use crate::Options;

    fn read(text: &str) -> (Paste, Session) {
        let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
        let session = Session::decode_pasted(Options::default(), &paste.blocks).unwrap();
        (paste, session)
    }

    #[test]
    fn says_whether_listed_fields_were_decoded() {
        const C31: &str = "828684410f7777772e6578616d706c652e636f6d";
        let listed = |fields: &str| format!("block: {C31}\n\n{fields}\n");
        let same = "The fields listed in the text match block 1.";
        let differ = |rest: &str| {
            format!("The fields listed here differ from block 1 starting at field {rest}.")
        };
        let cases = [
            (
                ":method: GET\n:scheme: http\n:path: /\n:authority: www.example.com",
                Some(same.to_owned()),
            ),
            (
                "{\":method\", \"GET\"}, {\":scheme\", \"http\"}, {\":path\", \"/\"},\n {\":authority\", \"www...\"}",
                Some(same.to_owned()),
            ),
            (
                "Header: :method: GET\nHeader: :scheme: http\nHeader: :path: /a\nHeader: :authority: www.example.com",
                Some(differ("3: “:path: /a” is listed, “:path: /” was decoded")),
            ),
            (
                ":method: GET\n:scheme: http\n:path: /",
                Some(differ(
                    "4: the list ends, “:authority: www.example.com” was decoded",
                )),
            ),
            (
                ":method: GET\n:scheme: http\n:path: /\n:authority: www.example.com\nte: x",
                Some(differ(
                    "5: “te: x” is listed, but the block has no more fields",
                )),
            ),
            (":method: GET\n:path: /", None),
            (":method: POST\n:scheme: http", None),
            ("Nothing is listed.", None),
        ];
        for (fields, expected) in cases {
            let text = listed(fields);
            let (paste, session) = read(&text);
            let found = compare(&paste, text.as_bytes(), &session);
            let found = found.into_iter().next().map(|problem| problem.message);
            assert_eq!(found, expected, "{fields}");
        }
    }

    /// The second request refers to the response's entry.
    #[test]
    fn a_list_that_is_split_in_the_text_is_not_said_to_end() {
        let text = "block: 824001610162 8684\n\n:method: GET\na: b\n:scheme: http\n:path: /\n";
        let (paste, session) = read(text);
        assert_eq!(compare(&paste, text.as_bytes(), &session), []);
    }

    #[test]
    fn names_fields_that_depend_on_the_sides() {
        let cases = [
            (
                "828684410161\n\n884001620163\n\n828684be\n",
                Some("Fields of block 3 refer"),
            ),
            ("> 828684410161\n\n< 884001620163\n\n> 828684be\n", None),
            ("828684410161\n\n884001620163\n\n828684bf\n", None),
        ];
        for (text, expected) in cases {
            let (paste, session) = read(text);
            let found = doubt(&paste, text.as_bytes(), &session);
            let found = found.map(|problem| problem.message);
            let is_expected = found
                .as_deref()
                .map(|found| expected.is_some_and(|start| found.starts_with(start)));
            assert!(
                is_expected.unwrap_or(expected.is_none()),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn finds_the_table_to_begin_with() {
        const TABLE: &str = "62 :authority: a.example\n63 te: x\n64 accept: y\n";
        let block = "block: 82c0bf86\n";
        let first = |table: &str| {
            table
                .replace("62", "1")
                .replace("63", "2")
                .replace("64", "3")
        };
        let cases = [
            (format!("{TABLE}\n{block}"), 3),
            (format!("Dynamic table:\n{}\n{block}", first(TABLE)), 3),
            // A numbered list of fields.
            (format!("{}\n{block}", first(TABLE)), 0),
            // Too few entries, entries after the block, no need.
            (format!("{}\n{block}", &TABLE[..TABLE.len() - 13]), 0),
            (format!("{block}\n{TABLE}"), 0),
            (format!("{TABLE}\nblock: 828684\n"), 0),
        ];
        for (text, expected) in cases {
            let (paste, session) = read(&text);
            let found = find_table(&paste, text.as_bytes(), &session);
            let entries = found.map_or(Vec::new(), |found| found.entries);
            assert_eq!(entries.len(), expected, "{text}");
        }
    }
}
