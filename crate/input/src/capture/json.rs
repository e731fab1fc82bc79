//! Streams the objects at given paths from JSON, even truncated or damaged.

/// A JSON format that is read in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chromium's NetLog.
    NetLog,
    /// An HTTP archive.
    Har,
}

/// Recognises the format by the first 64 bytes.
#[must_use]
pub fn kind(head: &[u8]) -> Option<Kind> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let inside = head.trim_ascii_start().strip_prefix(b"{")?;
    let key = inside.trim_ascii_start().strip_prefix(b"\"")?;
    let end = key.iter().position(|byte| *byte == b'"')?;
    match &key[..end] {
        b"constants" => Some(Kind::NetLog),
        b"log" => {
            let value = key[end + 1..].trim_ascii_start().strip_prefix(b":")?;
            value
                .trim_ascii_start()
                .starts_with(b"{")
                .then_some(Kind::Har)
        }
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// From 1.
    pub(super) line: u64,
    /// From 1, in code points.
    pub(super) column: u64,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An item found by the splitter.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// A complete object at the watched path of this number.
    Object(usize, &'a [u8], Position),
    /// An object that does not end properly, up to the damage.
    Broken(usize, &'a [u8], Position),
    /// Invalid JSON, or an object larger than [`LARGEST`]. Reading continues at
    /// the next object of the list.
    Lost(Position),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    /// Cut off between two values.
    Open(Position),
    /// Cut off inside the object that begins here.
    Inside(Position),
}

/// Largest object returned, in bytes.
pub(super) const LARGEST: usize = 32 << 20;
/// Longer keys are ignored.
const LONGEST_KEY: usize = 32;
/// Deeper levels are ignored.
const DEEPEST: usize = 16;

/// Keys from the outermost object inwards; `*` matches each item of a list.
pub(super) type Path = &'static [&'static str];

/// An open object or list on the way to watched ones.
#[derive(Clone, Copy, Debug)]
struct Level {
    list: bool,
    /// Bit set of the watched paths that lead through it.
    paths: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Between values of the open levels.
    Structure,
    Key,
    /// Inside a value at this depth: a watched path, or `None` for one to skip.
    Inside(Option<usize>, u32),
    /// After damage: searching for a line that begins an object of the list.
    Seek,
}

/// Splits JSON that arrives in chunks.
#[derive(Debug)]
pub(super) struct Splitter {
    watched: &'static [Path],
    mode: Mode,
    levels: Vec<Level>,
    key: Vec<u8>,
    /// Watched paths that continue in the value of the last key.
    next: u8,
    string: bool,
    escaped: bool,
    /// The part of the current watched object from earlier chunks.
    held: Vec<u8>,
    /// Position of that object.
    begin: Position,
    /// Levels of the last watched list opened, restored after damage regardless
    /// of its brackets.
    list: Vec<Level>,
    /// Column of the objects of that list, if each begins a line.
    margin: Option<u64>,
    /// Whether the line has only white space so far.
    at_line_start: bool,
    /// Current line, and characters of it so far.
    line: u64,
    column: u64,
    closed: bool,
}

impl Splitter {
    pub(super) fn new(watched: &'static [Path]) -> Self {
        Self {
            watched,
            mode: Mode::Structure,
            levels: Vec::new(),
            key: Vec::new(),
            next: (1u16 << watched.len()).wrapping_sub(1) as u8,
            string: false,
            escaped: false,
            held: Vec::new(),
            begin: Position::default(),
            list: Vec::new(),
            margin: None,
            at_line_start: true,
            line: 1,
            column: 0,
            closed: false,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(Found<'_>)) {
        // Start of the current watched object in `bytes`.
        let mut from = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if let Mode::Inside(path, _) = self.mode {
                let plain = self.skip_plain(&bytes[at..]);
                at += plain;
                let Some(&byte) = bytes.get(at) else { break };
                self.count_character(byte);
                if let Some(path) = path
                    && self.begins_unexpectedly(byte)
                {
                    let part = &bytes[from..at];
                    let object = join_held(&mut self.held, part);
                    found(Found::Broken(path, object, self.begin));
                    self.held.clear();
                    self.string = false;
                    self.mode = Mode::Inside(Some(path), 0);
                    self.begin = self.position();
                    from = at;
                }
                if self.read_inside(byte) {
                    if let Some(path) = path {
                        let object = join_held(&mut self.held, &bytes[from..=at]);
                        found(Found::Object(path, object, self.begin));
                        self.held.clear();
                    }
                    self.mode = Mode::Structure;
                } else if byte == b'\n' && self.string {
                    if let Some(path) = path {
                        let object = join_held(&mut self.held, &bytes[from..at]);
                        found(Found::Broken(path, object, self.begin));
                        self.held.clear();
                    } else {
                        found(Found::Lost(self.position()));
                    }
                    self.string = false;
                    self.mode = Mode::Seek;
                } else if path.is_some() && self.held.len() + (at - from) > LARGEST {
                    self.skip_large(found);
                }
                self.update_line(byte);
                at += 1;
                continue;
            }
            self.count_character(byte);
            match self.mode {
                Mode::Structure => {
                    if self.read_structure(byte, found) {
                        from = at;
                    }
                }
                Mode::Key => self.read_key(byte, found),
                Mode::Seek => {
                    if self.resume(byte) {
                        from = at;
                    }
                }
                Mode::Inside(..) => {}
            }
            self.update_line(byte);
            at += 1;
        }
        if let Mode::Inside(Some(_), _) = self.mode {
            let part = &bytes[from.min(bytes.len())..];
            if self.held.len() + part.len() <= LARGEST {
                self.held.extend_from_slice(part);
            } else {
                self.skip_large(found);
            }
        }
    }

    fn skip_large(&mut self, found: &mut dyn FnMut(Found<'_>)) {
        found(Found::Lost(self.begin));
        self.held = Vec::new();
        self.string = false;
        self.mode = Mode::Seek;
    }

    pub(super) fn finish(self) -> End {
        match self.mode {
            Mode::Inside(Some(_), _) => End::Inside(self.begin),
            _ if self.closed => End::Whole,
            _ => End::Open(self.position()),
        }
    }

    fn position(&self) -> Position {
        Position {
            line: self.line,
            column: self.column.max(1),
        }
    }

    /// Number of leading bytes without meaning inside a value.
    fn skip_plain(&mut self, bytes: &[u8]) -> usize {
        if self.at_line_start {
            return 0;
        }
        let plain = if self.string {
            bytes
                .iter()
                .position(|byte| self.escaped || matches!(byte, b'"' | b'\\' | b'\n'))
        } else {
            bytes
                .iter()
                .position(|byte| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']' | b'\n'))
        }
        .unwrap_or(bytes.len());
        let characters = bytes[..plain]
            .iter()
            .filter(|byte| !is_continuation(**byte));
        self.column += characters.count() as u64;
        plain
    }

    fn count_character(&mut self, byte: u8) {
        self.column += u64::from(!is_continuation(byte));
    }

    /// Updates the line state after a byte.
    fn update_line(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
            self.at_line_start = true;
        } else if !matches!(byte, b' ' | b'\t' | b'\r') {
            self.at_line_start = false;
        }
    }

    /// Whether the byte begins an object of the list while another is open.
    fn begins_unexpectedly(&self, byte: u8) -> bool {
        byte == b'{' && self.at_line_start && self.margin == Some(self.column)
    }

    /// After damage: reopens the watched list if the byte begins one of its
    /// objects. Until the column of these objects is known, any object at the
    /// start of a line is accepted.
    fn resume(&mut self, byte: u8) -> bool {
        let first = byte == b'{' && self.at_line_start && self.margin.is_none();
        let begins = !self.list.is_empty() && (first || self.begins_unexpectedly(byte));
        if begins {
            self.levels.clone_from(&self.list);
            self.closed = false;
            self.open_value(byte);
        }
        begins
    }

    /// Processes a byte inside a value. Returns whether the value ends.
    fn read_inside(&mut self, byte: u8) -> bool {
        if self.string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.string = false,
                _ => {}
            }
            return false;
        }
        let Mode::Inside(_, depth) = &mut self.mode else {
            return false;
        };
        match byte {
            b'"' => self.string = true,
            b'{' | b'[' => *depth = depth.saturating_add(1),
            b'}' | b']' => {
                *depth = depth.saturating_sub(1);
                return *depth == 0;
            }
            _ => {}
        }
        false
    }

    /// Processes a byte between values. Returns whether a watched object
    /// begins.
    fn read_structure(&mut self, byte: u8, found: &mut dyn FnMut(Found<'_>)) -> bool {
        let list = self.levels.last().map(|level| level.list);
        match byte {
            b'{' | b'[' => {
                if list.is_none() && self.closed || list == Some(false) && self.key.is_empty() {
                    found(Found::Lost(self.position()));
                    self.mode = Mode::Seek;
                    return self.resume(byte);
                }
                return self.open_value(byte);
            }
            b'}' | b']' => {
                if list == Some(byte == b']') {
                    self.levels.pop();
                    self.key.clear();
                    self.closed = self.levels.is_empty();
                } else {
                    found(Found::Lost(self.position()));
                }
            }
            b'"' => {
                self.key.clear();
                self.mode = Mode::Key;
            }
            _ => {}
        }
        false
    }

    /// Opens an object or list. Returns whether it is a watched object.
    fn open_value(&mut self, byte: u8) -> bool {
        let paths = match self.levels.last() {
            Some(level) if level.list => self.paths_through(level.paths, b"*"),
            _ => self.next,
        };
        let depth = self.levels.len();
        let ends = |path: &usize| paths & (1 << path) != 0 && self.watched[*path].len() == depth;
        let path = (0..self.watched.len()).find(ends);
        if let (Some(path), b'{') = (path, byte) {
            self.begin = self.position();
            self.held.clear();
            if self.levels.last().is_some_and(|level| level.list) && self.at_line_start {
                self.margin = Some(self.column);
            }
            self.mode = Mode::Inside(Some(path), 1);
            return true;
        }
        if paths == 0 || path.is_some() || depth >= DEEPEST {
            self.mode = Mode::Inside(None, 1);
            return false;
        }
        self.levels.push(Level {
            list: byte == b'[',
            paths,
        });
        if byte == b'[' && self.paths_through(paths, b"*") != 0 {
            self.list.clone_from(&self.levels);
        }
        self.key.clear();
        self.mode = Mode::Structure;
        false
    }

    /// The subset of `paths` that continues with `key`.
    fn paths_through(&self, paths: u8, key: &[u8]) -> u8 {
        let depth = self.levels.len() - 1;
        let leads = |path: &usize| {
            paths & (1 << path) != 0
                && self.watched[*path].get(depth).map(|key| key.as_bytes()) == Some(key)
        };
        (0..self.watched.len())
            .filter(leads)
            .fold(0, |all, path| all | 1 << path)
    }

    fn read_key(&mut self, byte: u8, found: &mut dyn FnMut(Found<'_>)) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => {
                self.next = match self.levels.last() {
                    Some(level) => self.paths_through(level.paths, &self.key),
                    None => 0,
                };
                // Marks an empty key as present.
                self.key.push(b'"');
                self.mode = Mode::Structure;
            }
            b'\n' => {
                found(Found::Lost(self.position()));
                self.mode = Mode::Seek;
            }
            _ if self.key.len() <= LONGEST_KEY => self.key.push(byte),
            _ => {}
        }
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Joins an object with its part from earlier chunks.
fn join_held<'a>(held: &'a mut Vec<u8>, part: &'a [u8]) -> &'a [u8] {
    if held.is_empty() {
        return part;
    }
    held.extend_from_slice(part);
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    const WATCHED: &[Path] = &[&["constants"], &["events", "*"]];

    /// Splits `text` in chunks of `chunk` bytes.
    fn split(text: &str, chunk: usize) -> (Vec<String>, End) {
        let mut splitter = Splitter::new(WATCHED);
        let mut all = Vec::new();
        for part in text.as_bytes().chunks(chunk) {
            splitter.push(part, &mut |found| {
                all.push(match found {
                    Found::Object(path, bytes, at) => {
                        format!(
                            "{path} {} @{}:{}",
                            String::from_utf8_lossy(bytes),
                            at.line,
                            at.column
                        )
                    }
                    Found::Broken(_, bytes, _) => {
                        format!("broken {}", String::from_utf8_lossy(bytes))
                    }
                    Found::Lost(at) => format!("lost @{}:{}", at.line, at.column),
                });
            });
        }
        (all, splitter.finish())
    }

    #[test]
    fn recognises_kinds_by_their_first_key() {
        let cases: [(&[u8], Option<Kind>); 8] = [
            (b"{\"constants\":{", Some(Kind::NetLog)),
            (b"\xef\xbb\xbf{\n  \"constants\": {", Some(Kind::NetLog)),
            (b"{\"log\":{\"version\"", Some(Kind::Har)),
            (b" {\r\n \"log\" : {", Some(Kind::Har)),
            (b"{\"log\":\"8286\"}", None),
            (b"{\"wire\":\"8286\"}", None),
            (b"[{\"log\":{", None),
            (b"{\"consta", None),
        ];
        for (head, expected) in cases {
            assert_eq!(kind(head), expected, "{}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn finds_objects_at_watched_paths() {
        let open = |line, column| End::Open(Position { line, column });
        let inside = |line, column| End::Inside(Position { line, column });
        let cases: [(&str, &[&str], End); 15] = [
            (
                "{\"constants\":{\"a\":{}},\n\"events\": [\n{\"b\":1},\n{\"c\":\"}\\\"]\"}],\n\"x\": [{}]}",
                &[
                    "0 {\"a\":{}} @1:14",
                    "1 {\"b\":1} @3:1",
                    "1 {\"c\":\"}\\\"]\"} @4:1",
                ],
                End::Whole,
            ),
            ("{\"other\":{\"events\":[{}]}}", &[], End::Whole),
            (
                "{\"events\":[[{}],1,{\"a\":2}]}",
                &["1 {\"a\":2} @1:19"],
                End::Whole,
            ),
            ("{\"e\\u0076ents\":[{}]}", &[], End::Whole),
            ("{\"é\":1,\"events\":[{}]}", &["1 {} @1:18"], End::Whole),
            // Cut off.
            (
                "{\"events\":[{\"a\":1},{\"b\"",
                &["1 {\"a\":1} @1:12"],
                inside(1, 20),
            ),
            (
                "{\"events\":[\n{\"a\":1},\n",
                &["1 {\"a\":1} @2:1"],
                open(3, 1),
            ),
            ("", &[], open(1, 1)),
            // A line without its end, and one without its beginning.
            (
                "{\"events\":[\n{\"a\":1},\n{\"b\":{\n{\"c\":3},\n{\"d\":\"x\n{\"e\":5}]}",
                &[
                    "1 {\"a\":1} @2:1",
                    "broken {\"b\":{\n",
                    "1 {\"c\":3} @4:1",
                    "broken {\"d\":\"x",
                    "1 {\"e\":5} @6:1",
                ],
                End::Whole,
            ),
            (
                "{\"events\":[\n{\"a\":1},\n\"x\":2},\n{\"c\":3}]}",
                &["1 {\"a\":1} @2:1", "lost @3:6", "1 {\"c\":3} @4:1"],
                End::Whole,
            ),
            // The first line is damaged, before the column of objects is known.
            (
                "{\"events\":[\n\"{\"a\":1},\n{\"b\":2},\n{\"c\":3}]}",
                &["lost @2:10", "1 {\"b\":2} @3:1", "1 {\"c\":3} @4:1"],
                End::Whole,
            ),
            // Unbalanced closing brackets in a damaged line.
            (
                "{\"events\":[\n{\"a\":1},\n[2]]},\n{\"c\":3},\n{\"d\":4}]}",
                &[
                    "1 {\"a\":1} @2:1",
                    "lost @4:1",
                    "1 {\"c\":3} @4:1",
                    "1 {\"d\":4} @5:1",
                ],
                End::Whole,
            ),
            // Pretty-printed.
            (
                "{\n \"events\": [\n  {\n   \"a\": {\n    }\n  },\n  {\n   \"b\n  },\n  {\n  }\n ]\n}",
                &[
                    "1 {\n   \"a\": {\n    }\n  } @3:3",
                    "broken {\n   \"b",
                    "1 {\n  } @10:3",
                ],
                End::Whole,
            ),
            // Not JSON.
            (
                "}}]]",
                &["lost @1:1", "lost @1:2", "lost @1:3", "lost @1:4"],
                open(1, 4),
            ),
            ("{{{", &["lost @1:2"], open(1, 3)),
        ];
        for (text, expected, end) in cases {
            for chunk in [1, 2, 3, 7, 1000] {
                let (found, ended) = split(text, chunk);
                assert_eq!(found, expected, "{text} by {chunk}");
                assert_eq!(ended, end, "{text} by {chunk}");
            }
        }
    }
}
