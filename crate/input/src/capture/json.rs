//! JSON of any length, in chunks: the objects at certain paths, one at a time,
//! also of a text that is cut or damaged.

/// A log or an archive in JSON that is read in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chromium's log of its network stack.
    NetLog,
    /// An HTTP archive.
    Har,
}

/// What the input is, by its first bytes: 64 are enough.
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

/// Where something stands in the text.
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

/// What the splitter finds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// An object at the watched path of that number, whole by its brackets.
    Object(usize, &'a [u8], Position),
    /// One that does not end where it should, as far as it goes.
    Broken(usize, &'a [u8], Position),
    /// What stands here is no JSON, or the object is larger than
    /// [`LARGEST`]; reading goes on at the next object of the list.
    Lost(Position),
}

/// How a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// As JSON should.
    Whole,
    /// Between two values.
    Open(Position),
    /// Inside the object that begins here.
    Inside(Position),
}

/// The largest object that is handed over, in bytes.
pub(super) const LARGEST: usize = 32 << 20;
/// Longer keys are ignored.
const LONGEST_KEY: usize = 32;
/// Deeper levels are not told apart.
const DEEPEST: usize = 16;

/// A path: keys from the outermost object inwards; `*` is each item of a
/// list.
pub(super) type Path = &'static [&'static str];

/// An open object or list outside the watched ones.
#[derive(Clone, Copy, Debug)]
struct Level {
    list: bool,
    /// The watched paths, a bit each, that lead through it.
    paths: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Among the levels.
    Structure,
    /// In the key of an object.
    Key,
    /// In an object or list, so deep: a watched one, or one of no interest.
    Inside(Option<usize>, u32),
    /// After damage: the next line that begins as an object did goes on.
    Seek,
}

/// Splits JSON that comes in chunks.
#[derive(Debug)]
pub(super) struct Splitter {
    watched: &'static [Path],
    mode: Mode,
    levels: Vec<Level>,
    key: Vec<u8>,
    /// Paths that lead on through the value of the last key.
    next: u8,
    string: bool,
    escaped: bool,
    /// The watched object at hand, as far as earlier chunks have it.
    held: Vec<u8>,
    /// Where it began.
    begin: Position,
    /// The levels down to the watched list that was opened last: where
    /// reading goes on after damage, whatever brackets the damage held.
    list: Vec<Level>,
    /// The column at which objects of that list begin, where each begins a
    /// line.
    margin: Option<u64>,
    /// Only white space came since the line began.
    fresh: bool,
    /// The line at hand, and its characters so far.
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
            fresh: true,
            line: 1,
            column: 0,
            closed: false,
        }
    }

    /// The next bytes.
    pub(super) fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(Found<'_>)) {
        // Where the watched object at hand begins in these bytes.
        let mut from = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if let Mode::Inside(path, _) = self.mode {
                let plain = self.plain(&bytes[at..]);
                at += plain;
                let Some(&byte) = bytes.get(at) else { break };
                self.count(byte);
                if let Some(path) = path
                    && self.begins_anew(byte)
                {
                    let part = &bytes[from..at];
                    let object = whole(&mut self.held, part);
                    found(Found::Broken(path, object, self.begin));
                    self.held.clear();
                    self.string = false;
                    self.mode = Mode::Inside(Some(path), 0);
                    self.begin = self.position();
                    from = at;
                }
                if self.inside(byte) {
                    if let Some(path) = path {
                        let object = whole(&mut self.held, &bytes[from..=at]);
                        found(Found::Object(path, object, self.begin));
                        self.held.clear();
                    }
                    self.mode = Mode::Structure;
                } else if byte == b'\n' && self.string {
                    if let Some(path) = path {
                        let object = whole(&mut self.held, &bytes[from..at]);
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
                self.after(byte);
                at += 1;
                continue;
            }
            self.count(byte);
            match self.mode {
                Mode::Structure => {
                    if self.structure(byte, found) {
                        from = at;
                    }
                }
                Mode::Key => self.in_key(byte, found),
                Mode::Seek => {
                    if self.resume(byte) {
                        from = at;
                    }
                }
                Mode::Inside(..) => {}
            }
            self.after(byte);
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

    /// The object at hand is too large.
    fn skip_large(&mut self, found: &mut dyn FnMut(Found<'_>)) {
        found(Found::Lost(self.begin));
        self.held = Vec::new();
        self.string = false;
        self.mode = Mode::Seek;
    }

    /// The end of the text.
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

    /// Bytes at the start of `bytes` that mean nothing inside a value.
    fn plain(&mut self, bytes: &[u8]) -> usize {
        if self.fresh {
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
        let characters = bytes[..plain].iter().filter(|byte| !continues(**byte));
        self.column += characters.count() as u64;
        plain
    }

    /// Counts the characters of the line.
    fn count(&mut self, byte: u8) {
        self.column += u64::from(!continues(byte));
    }

    /// What the byte that was looked at means for the line.
    fn after(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
            self.fresh = true;
        } else if !matches!(byte, b' ' | b'\t' | b'\r') {
            self.fresh = false;
        }
    }

    /// Whether the byte begins an object of the list though another is open.
    fn begins_anew(&self, byte: u8) -> bool {
        byte == b'{' && self.fresh && self.margin == Some(self.column)
    }

    /// After damage: whether the byte begins an object of the watched list,
    /// which is then open. Before the first object of the list has shown its
    /// column, any object that begins a line is taken for one.
    fn resume(&mut self, byte: u8) -> bool {
        let first = byte == b'{' && self.fresh && self.margin.is_none();
        let begins = !self.list.is_empty() && (first || self.begins_anew(byte));
        if begins {
            self.levels.clone_from(&self.list);
            self.closed = false;
            self.open(byte);
        }
        begins
    }

    /// Inside a value: whether the byte ends it.
    fn inside(&mut self, byte: u8) -> bool {
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

    /// Among the levels: whether a watched object begins.
    fn structure(&mut self, byte: u8, found: &mut dyn FnMut(Found<'_>)) -> bool {
        let list = self.levels.last().map(|level| level.list);
        match byte {
            b'{' | b'[' => {
                if list.is_none() && self.closed || list == Some(false) && self.key.is_empty() {
                    found(Found::Lost(self.position()));
                    self.mode = Mode::Seek;
                    return self.resume(byte);
                }
                return self.open(byte);
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

    /// An object or a list begins: whether it is a watched one.
    fn open(&mut self, byte: u8) -> bool {
        let paths = match self.levels.last() {
            Some(level) if level.list => self.through(level.paths, b"*"),
            _ => self.next,
        };
        let depth = self.levels.len();
        let ends = |path: &usize| paths & (1 << path) != 0 && self.watched[*path].len() == depth;
        let path = (0..self.watched.len()).find(ends);
        if let (Some(path), b'{') = (path, byte) {
            self.begin = self.position();
            self.held.clear();
            if self.levels.last().is_some_and(|level| level.list) && self.fresh {
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
        if byte == b'[' && self.through(paths, b"*") != 0 {
            self.list.clone_from(&self.levels);
        }
        self.key.clear();
        self.mode = Mode::Structure;
        false
    }

    /// The paths among `paths` that go on with that key.
    fn through(&self, paths: u8, key: &[u8]) -> u8 {
        let depth = self.levels.len() - 1;
        let leads = |path: &usize| {
            paths & (1 << path) != 0
                && self.watched[*path].get(depth).map(|key| key.as_bytes()) == Some(key)
        };
        (0..self.watched.len())
            .filter(leads)
            .fold(0, |all, path| all | 1 << path)
    }

    fn in_key(&mut self, byte: u8, found: &mut dyn FnMut(Found<'_>)) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => {
                self.next = match self.levels.last() {
                    Some(level) => self.through(level.paths, &self.key),
                    None => 0,
                };
                // An empty key is a key too.
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

/// Whether the byte is inside a character of UTF-8.
fn continues(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The object of which `held` came in earlier chunks.
fn whole<'a>(held: &'a mut Vec<u8>, part: &'a [u8]) -> &'a [u8] {
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

    /// What is found in a text that comes in chunks of `chunk` bytes.
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
    fn kinds_by_their_first_key() {
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
    fn objects_at_watched_paths() {
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
            // Cut.
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
            // The first line is damaged, before it showed where objects begin.
            (
                "{\"events\":[\n\"{\"a\":1},\n{\"b\":2},\n{\"c\":3}]}",
                &["lost @2:10", "1 {\"b\":2} @3:1", "1 {\"c\":3} @4:1"],
                End::Whole,
            ),
            // Brackets of a damaged line close what they did not open.
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
            // Nothing of it is JSON.
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
