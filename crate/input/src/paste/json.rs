//! JSON with octets inside: hpack-test-case stories, lists of hex strings,
//! Node's Buffer, objects with a hex or Base64 member. Plain lists of numbers
//! and lone strings are read where other languages' are.

mod export;
mod scan;

use scan::{Node, Value};

use super::{
    Answer, Content, Fault, Format, Reading, RefusalKind, base64,
    frame::Frame,
    split::{Bond, Pieces},
    text::Text,
    well_formed::is_plausible,
};
use crate::{Place, Sender};

/// Names under which a member holds the octets of a block.
const BLOCK_NAMES: [&str; 19] = [
    "wire",
    "hex",
    "hpack",
    "headerBlock",
    "header_block",
    "header-block",
    "headerBlockFragment",
    "fragment",
    "block",
    "encoded",
    "bytes",
    "octets",
    "payload",
    "data",
    "raw",
    "base64",
    "b64",
    "header",
    "headers",
];

/// Names under which a member holds several blocks.
const LIST_NAMES: [&str; 8] = [
    "cases",
    "blocks",
    "connections",
    "directions",
    "sessions",
    "requests",
    "responses",
    "messages",
];

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
    let raw = text.raw.trim_start_matches('\u{feff}');
    let from = text.raw.len() - raw.len();
    let Some(first) = raw
        .trim_start()
        .bytes()
        .next()
        .filter(|byte| matches!(byte, b'{' | b'['))
    else {
        return Ok(None);
    };
    if first == b'[' && plain_list(raw) {
        return Ok(None);
    }
    let Some(documents) = scan::documents(text.raw, from) else {
        return match unclosed(raw) {
            Some(at) => Err(Fault::at(
                RefusalKind::Truncated,
                from + at,
                "This JSON is incomplete: what begins here is not closed. Copy all of it.",
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
                Json::Reading(frame.reading(Format::Json, "JSON of tshark", pieces))
            }
        }));
    }
    let mut reader = Reader {
        raw: text.raw,
        pieces: Pieces::default(),
        detail: "",
        notes: frame.notes.clone(),
    };
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
        if !reader.node(document, Sender::Unknown)? {
            return no_octets(text.raw, document).map(|_| None);
        }
    }
    for piece in &mut reader.pieces.list {
        piece.bond = Bond::Apart;
    }
    let detail = if reader.detail.is_empty() {
        "JSON"
    } else {
        reader.detail
    };
    Ok(Some(Json::Reading(Reading {
        notes: reader.notes,
        ..frame.reading(Format::Json, detail, reader.pieces)
    })))
}

/// Where an object begins that is not closed, in text that begins as an
/// object of JSON.
fn unclosed(raw: &str) -> Option<usize> {
    let begin = raw.trim_start().trim_start_matches(['[', ' ', '\n']);
    if !begin.starts_with('{') || !begin[1..].trim_start().starts_with('"') {
        return None;
    }
    let mut open = Vec::new();
    let (mut inside, mut escaped) = (false, false);
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b'{' | b'[' if !inside => open.push(at),
            b'}' | b']' if !inside => {
                open.pop();
            }
            _ => {}
        }
    }
    open.first().copied()
}

/// Whether a `[` is followed by no string or object: numbers, in whichever
/// language.
fn plain_list(raw: &str) -> bool {
    !raw.bytes().any(|byte| matches!(byte, b'"' | b'{'))
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
        .find(|(key, _)| raw.get(key.start + 1..key.end - 1) == Some(name))
        .map(|(_, value)| value)
}

/// Whether a value is a string of hex digits or a list of numbers.
fn can_be_octets(node: &Node, raw: &str) -> bool {
    match &node.value {
        Value::Text => {
            let content = &raw[node.start + 1..node.end - 1];
            content.len() >= 2
                && content
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b' ' | b':'))
        }
        Value::List(list) => {
            !list.is_empty() && list.iter().all(|item| matches!(item.value, Value::Number))
        }
        _ => false,
    }
}

/// Whether each item of a list is an object with a member that holds a block.
fn holds_blocks(node: &Node, raw: &str) -> bool {
    let Value::List(list) = &node.value else {
        return false;
    };
    let holds = |item: &Node| {
        BLOCK_NAMES
            .iter()
            .any(|name| member(item, raw, name).is_some_and(|value| can_be_octets(value, raw)))
    };
    !list.is_empty() && list.iter().all(holds)
}

struct Reader<'a> {
    raw: &'a str,
    pieces: Pieces,
    detail: &'static str,
    /// Bytes of the text, and what is to be said about them.
    notes: Vec<(usize, String)>,
}

impl Reader<'_> {
    /// Reads the blocks of one value; false where it holds none.
    fn node(&mut self, node: &Node, sender: Sender) -> Result<bool, Fault> {
        match &node.value {
            Value::List(list) if list.is_empty() => Ok(false),
            Value::List(list) if list.iter().all(|item| matches!(item.value, Value::Number)) => {
                self.begin(sender);
                self.numbers(list)
            }
            Value::List(list) if list.iter().all(|item| matches!(item.value, Value::Text)) => {
                self.detail = "JSON list of strings";
                self.strings(list, sender)
            }
            Value::List(list) => {
                for item in list {
                    if !self.node(item, sender)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Value::Object(members) => self.object(node, members, sender),
            Value::Text => {
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
        sender: Sender,
    ) -> Result<bool, Fault> {
        let raw = self.raw;
        let name = |node: &Node| raw.get(node.start + 1..node.end - 1).unwrap_or("");
        let sender = ["sender", "direction", "dir", "from", "side"]
            .iter()
            .find_map(|key| member(node, raw, key).and_then(|value| sender_of(name(value))))
            .unwrap_or(sender);
        // JSON.stringify of a Uint8Array: {"0":130,"1":134}.
        if !members.is_empty()
            && members
                .iter()
                .enumerate()
                .all(|(n, (key, _))| name(key).parse() == Ok(n))
        {
            self.detail = "JSON of a typed array";
            self.begin(sender);
            let values: Vec<Node> = members.iter().map(|(_, value)| value.clone()).collect();
            return self.numbers(&values);
        }
        let block = BLOCK_NAMES.iter().find_map(|key| {
            member(node, raw, key).filter(|value| match &value.value {
                Value::Text => true,
                Value::List(list) => {
                    !list.is_empty() && list.iter().all(|item| matches!(item.value, Value::Number))
                }
                Value::Object(_) => member(value, raw, "data").is_some(),
                _ => false,
            })
        });
        let block = match block {
            None => self.only_octets(members)?,
            block => block,
        };
        if let Some(block) = block {
            self.check_rivals(members, block)?;
            if member(node, raw, "wire").is_some() {
                self.detail = "hpack-test-case story";
            } else if member(node, raw, "type").is_some_and(|kind| name(kind) == "Buffer") {
                self.detail = "JSON of a Node.js Buffer";
            }
            let before = self.pieces.list.len();
            if !self.node(block, sender)? {
                return Ok(false);
            }
            if let Some(piece) = self.pieces.list.get_mut(before) {
                if let Some(limit) = member(node, raw, "header_table_size") {
                    let digits = &raw[limit.start..limit.end];
                    piece.limits.push(digits.parse().map_err(|_| {
                        Fault::at(
                            RefusalKind::Setting,
                            limit.start,
                            "“header_table_size” must be a whole number from 0 to 4294967295.",
                        )
                    })?);
                }
                piece.label = ["stream", "label", "name", "seqno"].iter().find_map(|key| {
                    let value = member(node, raw, key)?;
                    match value.value {
                        Value::Number => Some(format!("{key} {}", &raw[value.start..value.end])),
                        Value::Text => Some(name(value).to_owned()),
                        _ => None,
                    }
                });
            }
            return Ok(true);
        }
        let mut any = false;
        for (key, value) in members {
            let sender = sender_of(name(key)).unwrap_or(sender);
            let list = LIST_NAMES.contains(&name(key))
                || sender_of(name(key)).is_some()
                || holds_blocks(value, raw);
            if list && !matches!(value.value, Value::Text | Value::Number | Value::Word) {
                any |= self.node(value, sender)?;
            }
        }
        Ok(any)
    }

    /// The value of the one member that can be a header block, where none has
    /// a name that says so.
    fn only_octets<'a>(&mut self, members: &'a [(Node, Node)]) -> Result<Option<&'a Node>, Fault> {
        let mut found = members.iter().filter(|(_, value)| {
            matches!(value.value, Value::Text) && can_be_octets(value, self.raw)
        });
        let Some((key, value)) = found.next() else {
            return Ok(None);
        };
        if let Some((other, _)) = found.next() {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                other.start,
                "Two members of this object may hold the bytes of the block, and no name says which. Leave only one.",
            ));
        }
        let mut pieces = Pieces::default();
        let content = &self.raw[value.start + 1..value.end - 1];
        let is_block = hex(content, value.start + 1, &mut pieces).is_ok_and(|is_hex| is_hex)
            && is_plausible(&pieces.octets);
        if !is_block {
            return Ok(None);
        }
        let name = &self.raw[key.start + 1..key.end - 1];
        self.notes.push((
            key.start,
            format!("The bytes were taken from “{name}”, the only member that can hold them."),
        ));
        Ok(Some(value))
    }

    /// Refuses an object in which another member may hold the octets as well.
    fn check_rivals(&self, members: &[(Node, Node)], block: &Node) -> Result<(), Fault> {
        let raw = self.raw;
        let spelled = |node: &Node| &raw[node.start..node.end];
        let rival = members.iter().find(|(key, value)| {
            let name = raw.get(key.start + 1..key.end - 1).unwrap_or("");
            BLOCK_NAMES.contains(&name)
                && value.start != block.start
                && can_be_octets(value, raw)
                && spelled(value) != spelled(block)
        });
        match rival {
            Some((key, _)) => Err(Fault::at(
                RefusalKind::Ambiguous,
                key.start,
                "Two members of this object may hold the bytes of the block, and they differ. Leave only one.",
            )),
            None => Ok(()),
        }
    }

    fn begin(&mut self, sender: Sender) {
        self.pieces.begin(Bond::Apart).mark = (sender != Sender::Unknown).then_some(sender);
    }

    fn numbers(&mut self, list: &[Node]) -> Result<bool, Fault> {
        for item in list {
            let digits = &self.raw[item.start..item.end];
            let octet = digits
                .parse::<i32>()
                .ok()
                .filter(|value| (-128..=255).contains(value))
                .ok_or_else(|| {
                    Fault::at(
                        RefusalKind::BadNumber,
                        item.start,
                        format!("“{digits}” is not a byte: 0 to 255, or −128 to 127, is expected."),
                    )
                })?;
            self.pieces.push(
                octet as u8,
                Place {
                    start: item.start as u32,
                    end: item.end as u32,
                },
            );
        }
        Ok(true)
    }

    /// A list of strings: a block each, unless each is a single octet.
    fn strings(&mut self, list: &[Node], sender: Sender) -> Result<bool, Fault> {
        self.begin(sender);
        let before = self.pieces.list.len() - 1;
        for (n, item) in list.iter().enumerate() {
            if n > 0 {
                self.begin(sender);
            }
            if !self.string(item)? {
                return Ok(false);
            }
        }
        let pieces = &mut self.pieces;
        if list.len() > 1 && (before..pieces.list.len()).all(|at| pieces.of(at).len() == 1) {
            pieces.list.truncate(before + 1);
            self.notes.push((
                list[0].start,
                "Each string of the list holds one byte; together they were read as one block. \
                 If each is a block, separate them with blank lines."
                    .to_owned(),
            ));
        }
        Ok(true)
    }

    /// The octets of one string: hex, Base64, or a character for each.
    fn string(&mut self, node: &Node) -> Result<bool, Fault> {
        let (start, end) = (node.start + 1, node.end - 1);
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
        if base64::looks_like(content.as_bytes()) {
            base64::decode(
                self.raw.as_bytes(),
                &[(start, end)],
                &mut self.pieces,
                &|start, end| Place {
                    start: start as u32,
                    end: end as u32,
                },
            )?;
            return Ok(true);
        }
        // Characters for octets: only where some of them can be no text.
        if !content
            .chars()
            .any(|c| c == '\\' || ('\u{80}'..='\u{ff}').contains(&c))
        {
            return Ok(false);
        }
        for (c, from, to) in scan::characters(self.raw, start, end) {
            let octet = u8::try_from(u32::from(c)).map_err(|_| super::literal::wide(c, from))?;
            self.pieces.push(
                octet,
                Place {
                    start: from as u32,
                    end: to as u32,
                },
            );
        }
        Ok(true)
    }
}

fn sender_of(name: &str) -> Option<Sender> {
    match name {
        "client" | "c2s" | "request" | "requests" => Some(Sender::Client),
        "server" | "s2c" | "response" | "responses" => Some(Sender::Server),
        _ => None,
    }
}

/// Reads a string of hex digits in any usual spacing; false where it is none.
fn hex(content: &str, start: usize, pieces: &mut Pieces) -> Result<bool, Fault> {
    let stripped = content
        .strip_prefix("0x")
        .or_else(|| content.strip_prefix("0X"))
        .unwrap_or(content);
    let from = start + content.len() - stripped.len();
    let digits = stripped.bytes().filter(u8::is_ascii_hexdigit).count();
    let others = stripped
        .bytes()
        .filter(|byte| {
            !byte.is_ascii_hexdigit() && !matches!(byte, b' ' | b':' | b'-' | b'_' | b',')
        })
        .count();
    if digits == 0 || others * 8 > digits {
        return Ok(false);
    }
    if others > 0 && base64::looks_like(content.as_bytes()) {
        return Ok(false);
    }
    let mut half: Option<(usize, u8)> = None;
    for (n, byte) in stripped.bytes().enumerate() {
        let at = from + n;
        match (byte as char).to_digit(16) {
            Some(digit) => {
                half = match half {
                    None => Some((at, digit as u8)),
                    Some((first, high)) => {
                        pieces.push(
                            high << 4 | digit as u8,
                            Place {
                                start: first as u32,
                                end: at as u32 + 1,
                            },
                        );
                        None
                    }
                }
            }
            None if matches!(byte, b' ' | b':' | b'-' | b'_' | b',') => {
                if half.is_some() {
                    return Err(super::bare::odd(at));
                }
            }
            None => {
                let c = stripped[n..].chars().next().unwrap_or('?');
                return Err(super::bare::bad_digit(c, at));
            }
        }
    }
    match half {
        None => Ok(true),
        Some(_) => Err(super::bare::odd(start + content.len())),
    }
}
