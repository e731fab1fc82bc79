//! JSON with octets inside, and the dictionaries and objects of programs:
//! hpack-test-case stories, lists of hex strings, Node's Buffer, objects with
//! a hex or Base64 member. Plain lists of numbers and lone strings are read
//! where other languages' are.

mod export;
mod headers;
mod scan;

use headers::{Listed, Verdict};
use scan::{Documents, Node, Value};

use std::ops::Range;

use super::{
    Answer, Content, Fault, Format, Reading, RefusalKind, base64,
    columns::LENGTHS,
    frame::Frame,
    literal,
    notes::Notes,
    pieces::{Bond, Pieces, Side},
    sides,
    text::{Text, is_among},
    well_formed::is_plausible,
};
use crate::Place;

/// Names under which a member holds the octets of a block, in small letters
/// and without the signs between words; the likelier first.
const BLOCK_NAMES: &str = "wire hex hpack headerblock headersblock headerblockfragment fragment \
    block encoded bytes octets payload data raw base64 b64 header headers";

/// Names under which a member holds several blocks.
const LIST_NAMES: &str = "cases blocks connections directions sessions requests responses \
    messages frames events entries items packets streams";

/// A name in small letters and without the signs between its words.
fn plainly(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// What the JSON of a text holds.
pub(crate) enum Json {
    /// Octets in one notation or another.
    Reading(Reading),
    /// Whole packets, in a tool's export.
    Packets(Content),
}

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    match read_any(text, frame)? {
        Some(Json::Reading(reading)) => Ok(Some(reading)),
        _ => Ok(None),
    }
}

/// As [`read`], with packets too.
pub(crate) fn read_any(text: &Text, frame: &Frame) -> Result<Option<Json>, Fault> {
    let Some(Documents {
        list: documents,
        notes,
        is_part,
    }) = documents(text, frame)?
    else {
        return match quoted_name(text.raw) {
            Some(at) => Err(Fault::at(
                RefusalKind::Truncated,
                at,
                "This looks like a part of a JSON text, or of one with something else around it. Copy all of it, from its first bracket to its last, or paste the bytes alone.",
            )),
            None => Ok(None),
        };
    };
    refuse_exports(text.raw, &documents)?;
    let export = documents.iter().find_map(|document| match &document.value {
        Value::List(list) => list.first().map(|first| export::is_packet(first, text.raw)),
        // Before each packet tshark -T ek has a line of its own.
        _ => export::is_packet(document, text.raw).then_some(true),
    });
    if export == Some(true) {
        return Ok(Some(match export::read(text.raw, &documents)? {
            export::Export::Packets(content) => Json::Packets(content),
            export::Export::Blocks(pieces) => {
                let mut reading = frame.reading(Format::Json, "JSON of tshark", pieces);
                reading.notes.extend(notes);
                reading.confirmed = is_part;
                Json::Reading(reading)
            }
        }));
    }
    let mut reader = Reader::new(text.raw, frame.notes.clone());
    reader.notes.extend(notes);
    let stories = documents
        .iter()
        .filter(|node| member(node, text.raw, "cases").is_some())
        .count();
    if stories > 1 {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            documents[1].start,
            format!(
                "These are {stories} stories, each with a table of its own: paste one of them."
            ),
        ));
    }
    for document in &documents {
        if !reader.node(document, None)? {
            return no_octets(text.raw, document).map(|_| None);
        }
    }
    for piece in &mut reader.pieces.list {
        piece.bond = Bond::Apart;
    }
    let detail = match reader.detail {
        "" => "JSON",
        detail => detail,
    };
    let size = frame.initial_table_size;
    let verdict = headers::compare(&reader.lists, &reader.pieces, size);
    let mut reading = frame.reading(Format::Json, detail, reader.pieces);
    reading.notes = reader.notes;
    // That it is a part is all that its brackets and commas show.
    reading.confirmed = is_part;
    match verdict {
        Verdict::Confirmed => {
            reading.confirmed = true;
            reading.detail += ", fields confirmed";
        }
        Verdict::Contradicted(at, message) => reading.notes.push((at, message)),
        Verdict::Open => {}
    }
    Ok(Some(Json::Reading(reading)))
}

/// The documents of a text; `None` where it is something else.
fn documents(text: &Text, frame: &Frame) -> Result<Option<Documents>, Fault> {
    let raw = text.raw;
    if let Some(at) = quoted_name(raw)
        && raw[..at].trim().is_empty()
        && let Some(documents) = scan::part(raw, at)
    {
        return Ok(Some(documents));
    }
    let Some(from) = raw.find(['{', '[']) else {
        return Ok(None);
    };
    // Nothing stands before it, or the name that it is given to.
    let before = raw[..from].trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let named = before.ends_with('=') && !before.contains(['\n', '"', '\'', '`', ':']);
    if before.is_empty() || named {
        if raw[from..].starts_with('[') && !raw[from..].contains(['"', '\'', '{', '`', '“', '‘'])
        {
            return Ok(None);
        }
        return match scan::documents(raw, from, raw.len()) {
            Ok(documents) => Ok(Some(documents)),
            Err(broken) if broken.certain => Err(damaged(raw, broken.at)),
            Err(_) => Ok(None),
        };
    }
    // A document in each line, behind whatever a log writes before it.
    let mut documents = Documents::default();
    for line in &frame.lines {
        let Range { start, end } = text.range(line.line.start, line.line.end);
        let own = raw[start..end].find('{').map(|at| start + at);
        match own.map(|from| scan::documents(raw, from, end)) {
            Some(Ok(found)) if found.list.iter().all(has_names) => {
                documents.list.extend(found.list);
                documents.notes.extend(found.notes);
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(documents))
}

/// Where a member's name stands in quotes, with a colon and another string
/// or bracket behind it.
fn quoted_name(raw: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(quote) = raw[at..].find('"') {
        let start = at + quote + 1;
        let rest = &raw[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'))
            .unwrap_or(rest.len());
        let after = rest[length..].strip_prefix('"').map(str::trim_start);
        let value = after
            .and_then(|after| after.strip_prefix(':'))
            .map(str::trim_start);
        if length > 0 && value.is_some_and(|value| value.starts_with(['"', '[', '{'])) {
            return Some(start - 1);
        }
        at = start + length;
    }
    None
}

/// Whether it is an object whose names are in quotes, or a list of such.
fn has_names(node: &Node) -> bool {
    match &node.value {
        Value::Object(members) => {
            !members.is_empty() && members.iter().all(|(key, _)| key.is_text())
        }
        Value::List(list) => list.iter().all(has_names),
        _ => false,
    }
}

fn damaged(raw: &str, at: usize) -> Fault {
    if raw[at..].trim().is_empty() {
        return Fault::at(
            RefusalKind::Truncated,
            at.min(raw.trim_end().len()),
            "This JSON is incomplete: it ends here with a bracket or a string open. Copy all of it.",
        );
    }
    Fault::at(
        RefusalKind::BadDigit,
        at,
        "This JSON is damaged: it cannot be read on from here. Correct it, or copy it again.",
    )
}

/// Where the JSON holds nothing to decode: its fields as text, or nothing.
fn no_octets(raw: &str, document: &Node) -> Answer {
    let whole = &raw[document.start..document.end];
    if [":method", ":status", ":path"]
        .iter()
        .any(|name| whole.contains(name))
    {
        return Err(Fault::at(
            RefusalKind::DecodedText,
            document.start,
            "This JSON holds header fields as text, already decoded: the bytes of the header block are not in it. Paste the bytes from a capture.",
        ));
    }
    let objects = match &document.value {
        Value::List(list) => list.iter().any(has_names),
        _ => has_names(document),
    };
    if objects {
        return Err(Fault::at(
            RefusalKind::Prose,
            document.start,
            "No member of this JSON can be read as the bytes of a header block. Paste the bytes alone, for example 82 86 84.",
        ));
    }
    Ok(None)
}

fn refuse_exports(raw: &str, documents: &[Node]) -> Result<(), Fault> {
    for document in documents {
        let first = match &document.value {
            Value::List(list) => list.first().unwrap_or(document),
            _ => document,
        };
        let has = |name| member(first, raw, name).is_some();
        let at = document.start;
        if member(first, raw, "log").is_some_and(|log| {
            ["entries", "creator", "version"]
                .iter()
                .any(|name| member(log, raw, name).is_some())
        }) {
            return Err(super::refuse::har(at));
        }
        if has("constants") && has("events") {
            return Err(super::refuse::netlog(at));
        }
    }
    Ok(())
}

/// The member of that name.
fn member<'a>(node: &'a Node, raw: &str, name: &str) -> Option<&'a Node> {
    let Value::Object(members) = &node.value else {
        return None;
    };
    members
        .iter()
        .find(|(key, _)| key.of(raw) == name)
        .map(|(_, value)| value)
}

fn is_numbers(list: &[Node]) -> bool {
    !list.is_empty() && list.iter().all(|item| matches!(item.value, Value::Number))
}

/// The octets of a value that can be a header block: hex, Base64, escapes, a
/// list of numbers.
fn octets(node: &Node, raw: &str) -> Option<Vec<u8>> {
    let mut reader = Reader::new(raw, Notes::default());
    match &node.value {
        Value::Text(start, end) if start < end => {
            reader.string(node).ok().filter(|is_read| *is_read)?;
        }
        Value::List(list) if is_numbers(list) => {
            reader.numbers(list).ok()?;
        }
        _ => return None,
    }
    Some(reader.pieces.octets)
}

/// Whether an object, or each of a list, has a member that holds a block, or is
/// named as a side and holds one.
fn holds_blocks(node: &Node, raw: &str) -> bool {
    let list = match &node.value {
        Value::List(list) => &list[..],
        Value::Object(_) => std::slice::from_ref(node),
        _ => return false,
    };
    let holds = |item: &Node| {
        matches!(&item.value, Value::Object(members) if members.iter().any(|(key, value)| {
            is_among(BLOCK_NAMES, &plainly(key.of(raw))) && octets(value, raw).is_some()
                || sides::of_name(key.of(raw)).is_some() && holds_blocks(value, raw)
        }))
    };
    !list.is_empty() && list.iter().all(holds)
}

/// The most keys of an object that are compared.
const MOST: usize = 64;

const OUT_OF_ORDER: &str = "The numbers of the cases do not follow each other here: a case may be missing, doubled or in another place.";

struct Reader<'a> {
    raw: &'a str,
    pieces: Pieces,
    detail: &'static str,
    notes: Notes,
    /// The number of the story's case before.
    seqno: Option<u32>,
    /// What the text says of the blocks' fields.
    lists: Vec<Listed>,
}

impl<'a> Reader<'a> {
    fn new(raw: &'a str, notes: Notes) -> Reader<'a> {
        Reader {
            raw,
            pieces: Pieces::default(),
            detail: "",
            notes,
            seqno: None,
            lists: Vec::new(),
        }
    }

    /// Reads the blocks of one value; false where it holds none.
    fn node(&mut self, node: &Node, sender: Option<Side>) -> Result<bool, Fault> {
        match &node.value {
            Value::List(list) if list.is_empty() => Ok(false),
            Value::List(list) if is_numbers(list) => {
                self.begin(sender);
                self.numbers(list)
            }
            Value::List(list) if list.iter().all(Node::is_text) => {
                self.detail = "JSON list of strings";
                self.strings(list, sender)
            }
            Value::List(list) => {
                let mut without = Vec::new();
                let seqno = self.seqno.take();
                for item in list {
                    if !self.node(item, sender)? {
                        without.push(item);
                    }
                }
                self.seqno = seqno;
                if without.len() == list.len() {
                    return Ok(false);
                }
                for item in without {
                    if !matches!(item.value, Value::Object(_)) {
                        return Err(Fault::at(
                            RefusalKind::BadDigit,
                            item.start,
                            format!(
                                "“{}” stands among the blocks of this list, and it is no bytes. Remove it, or copy all of the list.",
                                item.of(self.raw).chars().take(24).collect::<String>()
                            ),
                        ));
                    }
                    let note = "There are no bytes of a header block in this item.";
                    self.notes.push((item.start, note.to_owned()));
                }
                Ok(true)
            }
            Value::Object(members) => self.object(node, members, sender),
            Value::Text(..) => {
                self.begin(sender);
                self.string(node)
            }
            _ => Ok(false),
        }
    }

    fn object(
        &mut self,
        node: &Node,
        members: &[(Node, Node)],
        sender: Option<Side>,
    ) -> Result<bool, Fault> {
        let raw = self.raw;
        let sender = members
            .iter()
            .filter(|(key, _)| is_among(sides::SENDERS, &plainly(key.of(raw))))
            .find_map(|(_, value)| sides::named(value.of(raw)))
            .or_else(|| {
                let is_told = |(key, value): &&(Node, Node)| {
                    value.is_text() && sides::is_told(key.of(raw), value.of(raw))
                };
                let (_, told) = members.iter().find(is_told)?;
                sides::side(told.of(raw))
            })
            .or(sender);
        // JSON.stringify of a Uint8Array: {"0":130,"1":134}.
        let mut numbered = members.iter().enumerate();
        if !members.is_empty() && numbered.all(|(n, (key, _))| key.of(raw).parse() == Ok(n)) {
            self.detail = "JSON of a typed array";
            self.begin(sender);
            let values: Vec<Node> = members.iter().map(|(_, value)| value.clone()).collect();
            return self.numbers(&values);
        }
        // {"request": "8286", "response": "88"}
        let sided = members.iter().filter_map(|(key, value)| {
            let side = sides::of_name(key.of(raw))?;
            (value.is_text() && hex_only(value.of(raw))).then_some((side, value))
        });
        let sided: Vec<(Side, &Node)> = sided.collect();
        let sender = match sided[..] {
            [(side, _)] => sender.or(Some(side)),
            _ => sender,
        };
        if let [(first, _), rest @ ..] = &sided[..]
            && rest.iter().any(|(side, _)| side != first)
        {
            for (side, value) in sided {
                self.node(value, Some(side))?;
            }
            return Ok(true);
        }
        if let Some((key, block)) = self.block(members)? {
            if member(node, raw, "wire").is_some() {
                self.detail = "hpack-test-case story";
            } else if member(node, raw, "type").is_some_and(|kind| kind.of(raw) == "Buffer") {
                self.detail = "JSON of a Node.js Buffer";
            }
            let (before, from) = (self.pieces.list.len(), self.pieces.octets.len());
            if !self.node(block, sender)? {
                return Err(Fault::at(
                    RefusalKind::BadDigit,
                    block.start,
                    format!(
                        "The value of “{}” cannot be read as bytes. Write them in hexadecimal.",
                        key.of(raw)
                    ),
                ));
            }
            let count = self.pieces.octets.len() - from;
            let lengths = members.iter().filter(|(key, value)| {
                let is_length = is_among(LENGTHS, &plainly(key.of(raw)));
                is_length
                    && value
                        .of(raw)
                        .parse()
                        .is_ok_and(|length: usize| length != count)
            });
            let keys = || members.iter().take(MOST).map(|(key, _)| key);
            let is_again =
                |(n, key): &(usize, &Node)| keys().take(*n).any(|own| own.of(raw) == key.of(raw));
            if let Some((_, key)) = keys().enumerate().find(is_again) {
                self.notes.push_of_many(key.start, || {
                    format!(
                        "“{}” stands twice in this object: a part of the text may be missing.",
                        key.of(raw)
                    )
                });
            }
            for (key, value) in lengths {
                self.notes.push_of_many(value.start, || {
                    format!("“{}” says {} here, but the block has {count} bytes: one of the two was changed, or bytes are missing.", key.of(raw), value.of(raw))
                });
            }
            if let Some(piece) = self.pieces.list.get_mut(before) {
                if let Some(limit) = member(node, raw, "header_table_size") {
                    piece.limits.push(limit.of(raw).parse().map_err(|_| {
                        Fault::at(
                            RefusalKind::Setting,
                            limit.start,
                            "“header_table_size” must be a whole number from 0 to 4294967295.",
                        )
                    })?);
                }
                let number = member(node, raw, "seqno");
                let number =
                    number.and_then(|own| Some((own.start, own.of(raw).parse::<u32>().ok()?)));
                let last = std::mem::replace(&mut self.seqno, number.map(|(_, number)| number));
                if let Some((at, number)) = number {
                    let is_next = |last: u32| last.checked_add(1) == Some(number);
                    if last.is_some_and(|last| !is_next(last)) {
                        self.notes.push_of_many(at, || OUT_OF_ORDER.into());
                    }
                }
                let list = member(node, raw, "headers");
                self.lists
                    .extend(list.and_then(|list| Listed::read(list, before, raw)));
                piece.label = ["stream", "label", "name", "seqno"].iter().find_map(|key| {
                    let value = member(node, raw, key)?;
                    match value.value {
                        Value::Number => Some(format!("{key} {}", value.of(raw))),
                        Value::Text(..) => Some(value.of(raw).to_owned()),
                        _ => None,
                    }
                });
            }
            return Ok(true);
        }
        let mut any = false;
        for (key, value) in members {
            let name = plainly(key.of(raw));
            let own = sides::of_name(key.of(raw));
            let list = is_among(LIST_NAMES, &name) || own.is_some() || holds_blocks(value, raw);
            if list && matches!(value.value, Value::List(_) | Value::Object(_)) {
                any |= self.node(value, own.or(sender))?;
            }
        }
        Ok(any)
    }

    /// The member that holds the header block: by its name, or because it is
    /// the only one that can.
    fn block<'n>(
        &mut self,
        members: &'n [(Node, Node)],
    ) -> Result<Option<(&'n Node, &'n Node)>, Fault> {
        let raw = self.raw;
        let names: Vec<String> = members
            .iter()
            .map(|(key, _)| plainly(key.of(raw)))
            .collect();
        let may_hold = |value: &Node| match &value.value {
            Value::Text(..) => true,
            Value::List(list) => is_numbers(list),
            Value::Object(_) => member(value, raw, "data").is_some(),
            _ => false,
        };
        // A named value that can be read stands before one that cannot.
        let named: Vec<&(Node, Node)> = BLOCK_NAMES
            .split(' ')
            .filter_map(|name| {
                let at = names.iter().position(|other| other == name)?;
                Some(&members[at]).filter(|(_, value)| may_hold(value))
            })
            .collect();
        let readable =
            |value: &Node| matches!(value.value, Value::Object(_)) || octets(value, raw).is_some();
        let chosen = named.iter().find(|(_, value)| readable(value));
        if let Some((key, block)) = chosen {
            let own = octets(block, raw);
            let mut rivals = members.iter().zip(&names);
            let rival = rivals.find(|((_, value), name)| {
                is_among(BLOCK_NAMES, name)
                    && value.start != block.start
                    && octets(value, raw).is_some_and(|other| own.as_ref() != Some(&other))
            });
            return match rival {
                Some(((key, _), _)) => Err(Fault::at(
                    RefusalKind::Ambiguous,
                    key.start,
                    "Two members of this object may hold the bytes of the block, and they differ. Leave only one.",
                )),
                None => Ok(Some((key, block))),
            };
        }
        let mut found = members.iter().filter(|(_, value)| {
            octets(value, raw).is_some()
                && (!value.is_text() || value.of(raw).len() >= 12 || hex_only(value.of(raw)))
        });
        let first = found.next();
        if let (Some(_), Some((other, _))) = (first, found.next()) {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                other.start,
                "Two members of this object may hold the bytes of the block, and no name says which. Leave only one.",
            ));
        }
        let whole = |value: &Node| octets(value, raw).is_some_and(|octets| is_plausible(&octets));
        let Some((key, value)) = first.filter(|(_, value)| whole(value)) else {
            // An empty block, or one with a slip in it: the reader says so.
            return Ok(named
                .first()
                .filter(|(_, value)| is_slip(value.of(raw)))
                .map(|(key, value)| (key, value)));
        };
        self.notes.push_of_many(key.start, || {
            format!(
                "The bytes were taken from “{}”, the only member that can hold them.",
                key.of(raw)
            )
        });
        Ok(Some((key, value)))
    }

    fn begin(&mut self, sender: Option<Side>) {
        self.pieces.begin(Bond::Apart).mark = sender;
    }

    fn numbers(&mut self, list: &[Node]) -> Result<bool, Fault> {
        for item in list {
            let digits = item.of(self.raw);
            let number = match digits.get(..2) {
                Some("0x" | "0X") => i32::from_str_radix(&digits[2..], 16).ok(),
                _ => digits.parse::<i32>().ok(),
            };
            let octet = number
                .filter(|value| (-128..=255).contains(value))
                .ok_or_else(|| {
                    Fault::at(
                        RefusalKind::BadNumber,
                        item.start,
                        format!("“{digits}” is not a byte: 0 to 255, or −128 to 127, is expected."),
                    )
                })?;
            self.pieces.push(octet as u8, place(item.start, item.end));
        }
        Ok(true)
    }

    /// A list of strings: a block each, unless each is a single octet.
    fn strings(&mut self, list: &[Node], sender: Option<Side>) -> Result<bool, Fault> {
        let before = self.pieces.list.len();
        for item in list {
            self.begin(sender);
            if !self.string(item)? {
                return Ok(false);
            }
        }
        let pieces = &mut self.pieces;
        if list.len() > 1 && (before..pieces.list.len()).all(|at| pieces.of(at).len() == 1) {
            pieces.list.truncate(before + 1);
            self.notes.push_of_many(list[0].start, || {
                "Each string of the list holds one byte; together they were read as one block. \
                 If each is a block, separate them with blank lines."
                    .to_owned()
            });
        }
        Ok(true)
    }

    /// The octets of one string: hex, Base64, a literal with escapes, or a
    /// character for each.
    fn string(&mut self, node: &Node) -> Result<bool, Fault> {
        let Value::Text(start, end) = node.value else {
            return Ok(false);
        };
        let content = &self.raw[start..end];
        if content.trim().is_empty() {
            // A header block may be empty.
            if let Some(piece) = self.pieces.list.last_mut() {
                piece.kept = true;
            }
            return Ok(true);
        }
        if hex(content, start, &mut self.pieces)? {
            return Ok(true);
        }
        if node.is_bytes(self.raw) {
            let source = &self.raw[node.start..node.end];
            return self.literal(source, |at| node.start + at);
        }
        if base64::looks_like(content.as_bytes()) {
            base64::decode(
                self.raw.as_bytes(),
                &[(start, end)],
                &mut self.pieces,
                &place,
            )?;
            return Ok(true);
        }
        let (text, places) = scan::unescaped(self.raw, start, end);
        if text.contains('\\') {
            return self.literal(&text, |at| places[at]);
        }
        // Characters for octets: only where some of them can be no text.
        let is_octet = |c: char| matches!(c, '\0'..='\x1f' | '\u{7f}'..='\u{ff}');
        let Some(at) = text.find(is_octet) else {
            return Ok(false);
        };
        let others: String = text.chars().filter(|c| !is_octet(*c)).collect();
        if base64::looks_like(others.as_bytes()) {
            let message = "This character does not belong to Base64, and all others in the string do. Correct it, or copy the string again.";
            return Err(Fault::at(RefusalKind::BadDigit, places[at], message));
        }
        let mut ends = text
            .char_indices()
            .skip(1)
            .map(|(at, _)| at)
            .chain([text.len()]);
        for (at, c) in text.char_indices() {
            let octet = u8::try_from(u32::from(c)).map_err(|_| literal::wide(c, places[at]))?;
            let end = ends.next().map_or(end, |end| places[end]);
            self.pieces.push(octet, place(places[at], end));
        }
        Ok(true)
    }

    /// A string literal in a program's notation, each byte of which stands at
    /// `place` in the text.
    fn literal(&mut self, source: &str, at: impl Fn(usize) -> usize) -> Result<bool, Fault> {
        let text = Text::new(source);
        let moved = |fault: Fault| Fault {
            at: fault.at.map(&at),
            ..fault
        };
        let frame = Frame::new(&text).map_err(moved)?;
        let Some(reading) = literal::read_as(&text, &frame).map_err(moved)? else {
            return Ok(false);
        };
        self.notes.extend_at(reading.notes, &at);
        let Pieces { octets, places, .. } = reading.pieces;
        for (octet, own) in octets.into_iter().zip(places) {
            self.pieces
                .push(octet, place(at(own.start as usize), at(own.end as usize)));
        }
        Ok(true)
    }
}

fn place(start: usize, end: usize) -> Place {
    Place {
        start: start as u32,
        end: end as u32,
    }
}

/// Whether a string holds nothing but hex digits.
fn hex_only(content: &str) -> bool {
    content.len() > 1
        && content
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b' ' | b':'))
}

/// Whether a string is empty, or could be octets but for a slip.
fn is_slip(content: &str) -> bool {
    let signs = content.bytes().filter(|byte| *byte != b' ').count();
    let digits = content.bytes().filter(u8::is_ascii_hexdigit).count();
    digits * 4 >= signs * 3 || content.contains('\\')
}

/// Reads a string of hex digits in any usual spacing, with or without `0x`
/// before them; false where it is none.
fn hex(content: &str, start: usize, pieces: &mut Pieces) -> Result<bool, Fault> {
    let is_sign = |c: char| matches!(c, ' ' | ':' | '-' | '_' | ',');
    let (mut digits, mut others) = (0, 0);
    let runs = || {
        // The signs are a byte long each.
        let mut end = start;
        content.split(is_sign).map(move |run| {
            let bare = run.strip_prefix("0x").or_else(|| run.strip_prefix("0X"));
            let bare = bare.unwrap_or(run);
            end += run.len() + 1;
            (end - 1 - bare.len(), bare)
        })
    };
    for c in runs().flat_map(|(_, run)| run.chars()) {
        match c.is_ascii_hexdigit() {
            true => digits += 1,
            false => others += 1,
        }
    }
    if digits == 0 || others * 8 > digits || others > 0 && base64::looks_like(content.as_bytes()) {
        return Ok(false);
    }
    for (from, run) in runs() {
        if run.is_empty() && from > start && content[..from - start].ends_with(['x', 'X']) {
            return Err(super::bare::odd(from));
        }
        if let Some((at, c)) = run.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
            return Err(super::bare::bad_digit(c, from + at));
        }
        if run.len() % 2 == 1 {
            return Err(super::bare::odd(from + run.len()));
        }
        for (n, pair) in run.as_bytes().chunks(2).enumerate() {
            let at = from + 2 * n;
            pieces.push(crate::hex::octet(pair).unwrap_or(0), place(at, at + 2));
        }
    }
    Ok(true)
}
