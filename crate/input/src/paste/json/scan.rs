//! A scanner for JSON, for the dictionaries of Python and for the objects of
//! JavaScript, Ruby and PHP. It keeps the place of every value.

/// A value and where it stands, quotes and brackets included.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) value: Value,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// `true`, `None`, and other names.
    Word,
    Number,
    /// Where the content stands, between the quotes.
    Text(usize, usize),
    List(Vec<Node>),
    Object(Vec<(Node, Node)>),
}

impl Node {
    /// The content of a string; another value as it is written.
    pub(super) fn of<'a>(&self, raw: &'a str) -> &'a str {
        match self.value {
            Value::Text(start, end) => &raw[start..end],
            _ => &raw[self.start..self.end],
        }
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.value, Value::Text(..))
    }

    /// Whether this is a byte string: `b'…'`.
    pub(super) fn is_bytes(&self, raw: &str) -> bool {
        matches!(self.value, Value::Text(start, _) if raw[self.start..start].contains(['b', 'B']))
    }
}

/// Where a text ceases to be what it began as.
pub(super) struct Broken {
    pub(super) at: usize,
    /// A name with a colon and a string could be read: it is one of these
    /// notations for certain.
    pub(super) certain: bool,
}

/// All documents of a text, and what is to be said of it: where, and what.
#[derive(Default)]
pub(super) struct Documents {
    pub(super) list: Vec<Node>,
    pub(super) notes: Vec<(usize, String)>,
    /// Whether the text has only a part of an object.
    pub(super) is_part: bool,
}

/// Nested deeper, it is no list of header blocks.
const DEEPEST: usize = 64;

/// All documents in `raw[from..to]`, one or several (JSON lines).
pub(super) fn documents(raw: &str, from: usize, to: usize) -> Result<Documents, Broken> {
    let mut scanner = Scanner::new(&raw[..to], from);
    let mut found = Documents::default();
    loop {
        let end = scanner.at;
        scanner.space();
        let comma = scanner.at;
        let mut parted = false;
        while !found.list.is_empty() && (scanner.take(b';') || scanner.take(b',')) {
            parted = true;
            scanner.space();
        }
        let document = match scanner.peek() {
            None if !found.list.is_empty() => {
                let last = Some(comma).filter(|_| parted && raw[comma..].starts_with(','));
                let note = "A comma stands here with nothing behind it: something may be missing.";
                if let Some(comma) = last.or(scanner.comma.filter(|_| scanner.strict)) {
                    found.notes.push((comma, note.to_owned()));
                }
                return Ok(found);
            }
            Some(b'{' | b'[') => scanner.value(0),
            _ => None,
        };
        match document {
            Some(document) => {
                let beside = !found.list.is_empty() && !raw[end..document.start].contains('\n');
                if beside && !parted && found.notes.is_empty() {
                    let note = "Two values stand beside each other here without a comma: a part may be pasted twice.";
                    found.notes.push((document.start, note.to_owned()));
                }
                found.list.push(document);
            }
            None => {
                return Err(Broken {
                    at: scanner.at,
                    certain: scanner.certain,
                });
            }
        }
    }
}

/// The members from `from` on, of an object of which the text has only a part:
/// its end closes all brackets, and brackets that were opened before it may be
/// closed there.
pub(super) fn part(raw: &str, from: usize) -> Option<Documents> {
    let mut scanner = Scanner {
        open: true,
        ..Scanner::new(raw, from)
    };
    let value = scanner.members(0)?;
    let is_end = |c: char| c.is_whitespace() || "}],".contains(c);
    let node = Node {
        start: from,
        end: scanner.at,
        value,
    };
    let note = "This is a part of a JSON text: what stood before or behind it is missing.";
    raw[scanner.at..].chars().all(is_end).then(|| Documents {
        list: vec![node],
        notes: vec![(from, note.to_owned())],
        is_part: true,
    })
}

struct Scanner<'a> {
    raw: &'a str,
    at: usize,
    certain: bool,
    /// All names so far are in double quotes, as in JSON.
    strict: bool,
    /// A comma before a closing bracket, which JSON does not allow.
    comma: Option<usize>,
    /// Whether the end of the text closes all brackets.
    open: bool,
}

impl<'a> Scanner<'a> {
    fn new(raw: &'a str, at: usize) -> Self {
        Scanner {
            raw,
            at,
            certain: false,
            strict: true,
            comma: None,
            open: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.raw.as_bytes().get(self.at).copied()
    }

    /// Passes over white space and comments.
    fn space(&mut self) {
        loop {
            let rest = &self.raw[self.at..];
            let after = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - after.len();
            let end = match after.as_bytes() {
                [b'/', b'/', ..] | [b'#', ..] => after.find('\n'),
                [b'/', b'*', ..] => after.find("*/").map(|end| end + 2),
                _ => return,
            };
            self.at += end.unwrap_or(after.len());
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn close(&mut self, byte: u8) -> bool {
        self.take(byte) || self.open && self.at == self.raw.len()
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        self.space();
        let start = self.at;
        let value = match self.peek()? {
            b'[' if depth < DEEPEST => Value::List(self.list(b']', depth)?),
            b'(' if depth < DEEPEST => Value::List(self.list(b')', depth)?),
            b'{' if depth < DEEPEST => self.object(depth)?,
            b'-' | b'0'..=b'9' => self.number()?,
            _ => match self.text() {
                Some(text) => text,
                None => return self.word(depth),
            },
        };
        Some(Node {
            start,
            end: self.at,
            value,
        })
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.at + usize::from(self.peek() == Some(b'-'));
        let rest = &self.raw[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '+' | '-'))
            .unwrap_or(rest.len());
        self.at = start + length;
        let digits = &rest[..length];
        let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
        let known = match hex {
            Some(hex) => !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
            // With a zero in front it may be hexadecimal, or octal.
            None => {
                digits.parse::<f64>().is_ok()
                    && !(length > 1 && digits.starts_with('0') && !digits.contains('.'))
            }
        };
        known.then_some(Value::Number)
    }

    /// A string, and what stands before its quotes.
    fn text(&mut self) -> Option<Value> {
        let rest = &self.raw[self.at..];
        let prefix = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let quote = rest[prefix..].chars().next().filter(|_| prefix < 3)?;
        let closing: &[char] = match quote {
            '"' => &['"'],
            '\'' => &['\''],
            '`' => &['`'],
            '“' | '”' => &['”', '“'],
            '‘' | '’' => &['’', '‘'],
            _ => return None,
        };
        if !matches!(&rest[..prefix], "" | "b" | "B" | "u" | "r" | "rb" | "br") {
            return None;
        }
        // Languages with other strings have lists that may end with a comma.
        self.strict &= quote == '"' && prefix == 0;
        let start = self.at + prefix + quote.len_utf8();
        let mut characters = self.raw[start..].char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '\n' => return None,
                '\\' => {
                    characters.next()?;
                }
                _ if closing.contains(&c) => {
                    self.at = start + at + c.len_utf8();
                    return Some(Value::Text(start, start + at));
                }
                _ => {}
            }
        }
        None
    }

    /// A name; or a call or a constructor, which stands for what it is given:
    /// `bytes.fromhex('82')`, `new Uint8Array([130])`.
    fn word(&mut self, depth: usize) -> Option<Node> {
        let start = self.at;
        let rest = self.raw[start..].strip_prefix("new ");
        self.at += if rest.is_some() { 4 } else { 0 };
        self.name()?;
        let end = self.at;
        let mut given = None;
        if depth < DEEPEST && self.peek() == Some(b'(') {
            self.strict = false;
            given = self.list(b')', depth)?.into_iter().next();
        }
        if self.raw[self.at..].trim_start_matches(' ').starts_with('[') {
            return self.value(depth + 1);
        }
        Some(given.unwrap_or(Node {
            start,
            end,
            value: Value::Word,
        }))
    }

    /// A name without quotes.
    fn name(&mut self) -> Option<()> {
        let rest = &self.raw[self.at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.' | '-'))
            .unwrap_or(rest.len());
        self.at += length;
        (length > 0).then_some(())
    }

    fn list(&mut self, close: u8, depth: usize) -> Option<Vec<Node>> {
        self.at += 1;
        let mut list = Vec::new();
        loop {
            self.space();
            if self.close(close) {
                self.trailing(!list.is_empty());
                return Some(list);
            }
            list.push(self.value(depth + 1)?);
            self.space();
            if !self.take(b',') {
                return self.close(close).then_some(list);
            }
        }
    }

    /// Notes that a bracket was closed behind a comma.
    fn trailing(&mut self, is_so: bool) {
        if is_so {
            self.comma.get_or_insert(self.at - 1);
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        self.members(depth)
    }

    fn members(&mut self, depth: usize) -> Option<Value> {
        let mut members = Vec::new();
        loop {
            self.space();
            if self.close(b'}') {
                self.trailing(!members.is_empty());
                return Some(Value::Object(members));
            }
            let start = self.at;
            self.strict &= self.peek() == Some(b'"');
            let value = match self.text() {
                Some(text) => text,
                None => {
                    self.take(b':');
                    self.name()?;
                    Value::Word
                }
            };
            let key = Node {
                start,
                end: self.at,
                value,
            };
            self.space();
            let arrow = self.raw[self.at..].starts_with("=>");
            if !arrow && self.peek() != Some(b':') {
                return None;
            }
            self.at += if arrow { 2 } else { 1 };
            self.certain |= key.is_text();
            let value = self.value(depth + 1)?;
            self.certain |= value.is_text();
            members.push((key, value));
            self.space();
            if !self.take(b',') {
                return self.close(b'}').then_some(Value::Object(members));
            }
        }
    }
}

/// A string's content with its escapes resolved, and where each character of
/// it, and its end, stands in the text. Surrogates come as U+FFFD: they are no
/// octets.
pub(super) fn unescaped(raw: &str, start: usize, end: usize) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut places = Vec::new();
    let mut at = start;
    while let Some(mut c) = raw[at..end].chars().next() {
        let from = at;
        at += c.len_utf8();
        if c == '\\'
            && let Some(escape) = raw[at..end].chars().next()
        {
            at += escape.len_utf8();
            let digits = match escape {
                'x' => 2,
                'u' => 4,
                _ => 0,
            };
            c = match escape {
                'b' => '\x08',
                'f' => '\x0c',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' | 'x' => {
                    let code = raw[at..end]
                        .get(..digits)
                        .and_then(|digits| u32::from_str_radix(digits, 16).ok());
                    at = (at + digits).min(end);
                    code.and_then(char::from_u32).unwrap_or('\u{fffd}')
                }
                other => other,
            };
        }
        places.resize(text.len() + c.len_utf8(), from);
        // The first byte of a character has its place; so have the others.
        text.push(c);
    }
    places.push(end);
    (text, places)
}
