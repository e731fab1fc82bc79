//! A scanner for JSON that keeps the place of every value.

/// A value and where it stands, quotes and brackets included.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) value: Value,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// `true`, `false`, `null`.
    Word,
    Number,
    Text,
    List(Vec<Node>),
    Object(Vec<(Node, Node)>),
}

/// Nested deeper, it is no list of header blocks.
const DEEPEST: usize = 64;

/// All JSON documents of the text, one or several (JSON lines), from the byte
/// `from` on; `None` where it is no JSON.
pub(super) fn documents(raw: &str, from: usize) -> Option<Vec<Node>> {
    let mut scanner = Scanner {
        bytes: raw.as_bytes(),
        at: from,
    };
    let mut documents = Vec::new();
    loop {
        scanner.space();
        if scanner.at == scanner.bytes.len() {
            return (!documents.is_empty()).then_some(documents);
        }
        if !matches!(scanner.bytes[scanner.at], b'{' | b'[') {
            return None;
        }
        documents.push(scanner.value(0)?);
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        self.space();
        let start = self.at;
        let value = match *self.bytes.get(self.at)? {
            b'"' => {
                self.text()?;
                Value::Text
            }
            b'[' if depth < DEEPEST => self.list(depth)?,
            b'{' if depth < DEEPEST => self.object(depth)?,
            b'-' | b'0'..=b'9' => {
                self.at += 1;
                while matches!(
                    self.bytes.get(self.at),
                    Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')
                ) {
                    self.at += 1;
                }
                let digits = self.bytes[start..self.at]
                    .strip_prefix(b"-")
                    .unwrap_or(&self.bytes[start..self.at]);
                // A zero in front is not JSON: such numbers may be hexadecimal.
                if digits.len() > 1 && digits[0] == b'0' && digits[1].is_ascii_digit() {
                    return None;
                }
                Value::Number
            }
            _ => {
                let word = [&b"true"[..], b"false", b"null"]
                    .into_iter()
                    .find(|word| self.bytes[start..].starts_with(word))?;
                self.at += word.len();
                Value::Word
            }
        };
        Some(Node {
            start,
            end: self.at,
            value,
        })
    }

    fn text(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match *self.bytes.get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => {
                    let known = matches!(
                        self.bytes.get(self.at + 1)?,
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u'
                    );
                    if !known {
                        return None;
                    }
                    if self.bytes[self.at + 1] == b'u'
                        && !self
                            .bytes
                            .get(self.at + 2..self.at + 6)?
                            .iter()
                            .all(u8::is_ascii_hexdigit)
                    {
                        return None;
                    }
                    self.at += 2;
                }
                b'\n' => return None,
                _ => self.at += 1,
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut list = Vec::new();
        loop {
            self.space();
            if self.take(b']') {
                return Some(Value::List(list));
            }
            list.push(self.value(depth + 1)?);
            self.space();
            if !self.take(b',') {
                return self.take(b']').then_some(Value::List(list));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.space();
            if self.take(b'}') {
                return Some(Value::Object(members));
            }
            let start = self.at;
            if self.bytes.get(self.at) != Some(&b'"') {
                return None;
            }
            self.text()?;
            let key = Node {
                start,
                end: self.at,
                value: Value::Text,
            };
            self.space();
            if !self.take(b':') {
                return None;
            }
            members.push((key, self.value(depth + 1)?));
            self.space();
            if !self.take(b',') {
                return self.take(b'}').then_some(Value::Object(members));
            }
        }
    }
}

/// The characters of a string's content, `start..end`, each with its place.
/// Surrogates come as U+FFFD: they are no octets.
pub(super) fn characters(
    raw: &str,
    start: usize,
    end: usize,
) -> impl Iterator<Item = (char, usize, usize)> {
    let mut at = start;
    std::iter::from_fn(move || {
        let from = at;
        let c = raw[at..end].chars().next()?;
        at += c.len_utf8();
        if c != '\\' {
            return Some((c, from, at));
        }
        let escape = raw[at..end].chars().next()?;
        at += escape.len_utf8();
        let c = match escape {
            'b' => '\x08',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let code = raw
                    .get(at..at + 4)
                    .and_then(|digits| u32::from_str_radix(digits, 16).ok());
                at = (at + 4).min(end);
                code.and_then(char::from_u32).unwrap_or('\u{fffd}')
            }
            other => other,
        };
        Some((c, from, at))
    })
}
