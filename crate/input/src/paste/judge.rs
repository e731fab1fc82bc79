//! Judges bytes as a header block. The table is a value, so that several ways
//! of reading a text can be followed side by side.

use std::{collections::VecDeque, rc::Rc};

use hpack::{
    Kind, Snapshot,
    huffman::{HuffmanDecoder, Window14},
    static_table,
    structure::{StringLiteral, representation_at},
};

use crate::Sender;

/// Grade of a header block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    /// Its representations do not end where it ends.
    #[default]
    Broken,
    /// Well-formed, but some entries are unknown or some fields invalid.
    Whole,
    /// Every field is known and valid (RFC 9113 §8.2 and §8.3).
    Decodes,
    /// Also has the pseudo-header fields of a message.
    Message,
}

/// Bytes kept of a name or value, which one indexed field can make long.
const MAX_CHECKED: usize = 256;

/// Bytes of a block whose fields are looked at; the rest only has to be whole.
const LONGEST: usize = 1 << 16;

/// Most entries of a table and most fields that are compared.
const MOST_ENTRIES: usize = 512;
const MOST_FIELDS: usize = 64;

/// Name and value, each `None` if unknown.
type Field = Rc<(Option<Vec<u8>>, Option<Vec<u8>>)>;

/// A dynamic table, newest entry first, with the size of each entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    entries: VecDeque<(Field, u32)>,
    size: u32,
    maximum: u32,
}

impl Table {
    pub(super) fn new(maximum: u32) -> Self {
        Self {
            entries: VecDeque::new(),
            size: 0,
            maximum,
        }
    }

    pub(super) fn load(snapshot: &Snapshot) -> Self {
        let mut table = Self::new(snapshot.maximum);
        for (name, value) in snapshot.entries.iter().rev() {
            let length = |text: &Option<Vec<u8>>| text.as_ref().map_or(0, Vec::len);
            let size = length(name) + length(value);
            table.add(Rc::new((name.clone(), value.clone())), size);
        }
        table
    }

    fn get(&self, index: u32) -> Option<Field> {
        thread_local! {
            static STATIC: Vec<Field> = (1..=static_table::LEN)
                .filter_map(static_table::get)
                .map(|(name, value)| Rc::new((Some(name.into()), Some(value.into()))))
                .collect();
        }
        let at = index.checked_sub(1)? as usize;
        match at.checked_sub(static_table::LEN as usize) {
            Some(at) => Some(self.entries.get(at)?.0.clone()),
            None => STATIC.with(|entries| entries.get(at).cloned()),
        }
    }

    fn add(&mut self, field: Field, length: usize) {
        let size = 32 + length.min(1 << 24) as u32;
        self.entries.push_front((field, size));
        self.size += size;
        self.evict();
    }

    fn evict(&mut self) {
        while (self.size > self.maximum || self.entries.len() > MOST_ENTRIES)
            && let Some((_, size)) = self.entries.pop_back()
        {
            self.size -= size;
        }
    }
}

/// What a block is, with a given table.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) grade: Grade,
    /// How unlikely an accidental structure is, in bits.
    pub(super) evidence: i32,
    /// How likely its fields are, in bits.
    pub(super) likelihood: i32,
    pub(super) fields: usize,
    /// Fields that were seen before in this block.
    pub(super) repeated: usize,
    pub(super) bad: usize,
    /// 2 with all pseudo-header fields of a message, 1 with some.
    pub(super) pseudo: u8,
    is_valid: bool,
    /// Whether no known field stands against its being a field section: pseudo-header
    /// fields come first and none twice (RFC 9113 §8.3).
    pub(super) is_section: bool,
    /// Whether its representations end where it ends.
    pub(super) is_whole: bool,
    pub(super) sender: Option<Sender>,
    pub(super) table: Rc<Table>,
}

impl Verdict {
    /// Whether it is cut: its fields are good up to where its bytes end.
    pub(super) fn is_cut(&self) -> bool {
        !self.is_whole && self.bad == 0 && self.fields > 0
    }
}

fn is_token(name: &[u8]) -> bool {
    let token = name.strip_prefix(b":").unwrap_or(name);
    let is_part = |&byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !token.is_empty() && token.iter().all(is_part)
}

fn is_value(value: &[u8]) -> bool {
    let is_text = |&byte: &u8| byte >= b' ' && byte != 0x7f || byte == b'\t';
    value.iter().all(is_text)
}

/// Whether the value of a known name is plausible.
fn is_plausible(name: &[u8], value: &[u8]) -> Option<bool> {
    let all = |test: fn(&u8) -> bool| !value.is_empty() && value.iter().all(test);
    let is_date = || {
        value.len() > 5 && value[..3].iter().all(u8::is_ascii_alphabetic) && value[3..5] == *b", "
    };
    Some(match name {
        b":method" => {
            (3..13).contains(&value.len()) && all(|byte| byte.is_ascii_uppercase() || *byte == b'-')
        }
        b":scheme" => (2..13).contains(&value.len()) && all(u8::is_ascii_lowercase),
        b":path" => matches!(value, [b'/' | b'*', ..]),
        b":status" => matches!(value, [b'1'..=b'5', b'0'..=b'9', b'0'..=b'9']),
        b":authority" => all(|byte| byte.is_ascii_alphanumeric() || b"_.:[]-".contains(byte)),
        b"date" | b"last-modified" | b"if-modified-since" => is_date(),
        b"expires" => is_date() || matches!(value, [b'-' | b'0'..=b'9', ..]),
        b"content-length" | b"age" => all(u8::is_ascii_digit),
        b"content-type" => value.iter().skip(1).any(|byte| *byte == b'/'),
        b"location" => matches!(value, [b'/' | b'.', ..]) || value.contains(&b':'),
        b"accept" => value.iter().any(|byte| b"*/".contains(byte)),
        _ => return None,
    })
}

/// Text of a literal; `None` if its Huffman code is broken.
fn text(block: &[u8], literal: &StringLiteral) -> Option<Vec<u8>> {
    thread_local! { static CODE: Window14 = Window14::new(); }
    let data = &block[literal.data.clone()];
    if !literal.huffman {
        return Some(data.to_vec());
    }
    let mut text = Vec::new();
    CODE.with(|code| code.decode(data, &mut text)).ok()?;
    Some(text)
}

fn keep(mut text: Vec<u8>) -> Vec<u8> {
    text.truncate(MAX_CHECKED);
    text
}

/// Judges a block with the table before it.
pub(super) fn judge(block: &[u8], table: &Rc<Table>) -> Verdict {
    let mut after = table.clone();
    let mut all = judge_next(block, &mut after);
    let is_kept = all.grade > Grade::Broken || all.is_cut() && all.fields > 1;
    all.table = if is_kept { after } else { table.clone() };
    all
}

/// Judges a block and updates the table, which is copied only if it is shared;
/// after a broken block the table is good for nothing. Leaves
/// [`Verdict::table`] empty.
pub(super) fn judge_next(block: &[u8], table: &mut Rc<Table>) -> Verdict {
    thread_local! { static NOTHING: Rc<Table> = Rc::new(Table::new(0)); }
    let mut all = Verdict {
        grade: Grade::Broken,
        evidence: 0,
        likelihood: 0,
        fields: 0,
        repeated: 0,
        bad: 0,
        pseudo: 0,
        is_valid: false,
        is_section: true,
        is_whole: false,
        sender: None,
        table: NOTHING.with(Rc::clone),
    };
    let mut seen: Vec<Field> = Vec::with_capacity(8);
    let mut pseudo: Vec<Field> = Vec::with_capacity(4);
    let mut unknown: Vec<u32> = Vec::new();
    all.is_valid = !block.is_empty();
    let (mut is_bust, mut has_regular) = (false, false);
    let (mut at, mut updates) = (0, 0);
    while at < block.len() {
        let found = match representation_at(block, at) {
            Ok(found) => found,
            Err(error) => {
                if all.fields > 1 && all.bad == 0 {
                    // What follows refers to the entry that is cut.
                    if Kind::of(block[at]) == Kind::Incremental {
                        let index = error.integer.map_or(0, |integer| integer.value);
                        let name = table.get(index).and_then(|field| field.0.clone());
                        Rc::make_mut(table).add(Rc::new((name, None)), 2);
                    }
                }
                return all;
            }
        };
        at = found.range.end;
        if at > LONGEST {
            let literals = [&found.name, &found.value].into_iter().flatten();
            all.evidence += literals
                .map(|one| 4 + one.length.value.min(20) as i32)
                .sum::<i32>();
            all.evidence = all.evidence.min(1 << 20);
            all.is_valid = false;
            continue;
        }
        all.evidence += 2;
        let index = found.integer.value;
        let mut add = |all: &mut Verdict, field: Field| {
            if seen.contains(&field) {
                all.repeated += 1;
                all.likelihood -= 7;
            }
            match field.0.as_deref() {
                Some([b':', ..]) => {
                    if has_regular {
                        all.likelihood -= 6;
                    }
                    let is_again = pseudo.iter().any(|one| one.0 == field.0);
                    all.is_section &= !has_regular && !is_again;
                    all.is_valid &= all.is_section;
                    if is_again && pseudo.len() < 8 {
                        all.likelihood -= 4;
                    }
                    if pseudo.len() < MOST_FIELDS {
                        pseudo.push(field.clone());
                    }
                }
                Some(_) => has_regular = true,
                None => {}
            }
            if seen.len() < MOST_FIELDS {
                seen.push(field);
            }
            all.fields += 1;
        };
        match found.kind {
            Kind::Indexed if index == 0 => {
                is_bust = true;
                all.bad += 1;
            }
            Kind::Indexed => match table.get(index) {
                None => {
                    all.is_valid = false;
                    all.likelihood -= 1;
                    all.fields += 1;
                    // The same one again is no more evidence.
                    if unknown.contains(&index) {
                        all.evidence -= 2;
                    } else if unknown.len() < MOST_FIELDS {
                        unknown.push(index);
                    }
                }
                Some(field) => {
                    let is_static = index <= static_table::LEN;
                    let is_empty = field.1.as_ref().is_some_and(Vec::is_empty);
                    all.likelihood += match (is_static, is_empty) {
                        (true, true) => -5,
                        (true, false) => 4,
                        (false, _) => 6,
                    };
                    all.is_valid &= field.0.is_some() && field.1.is_some();
                    add(&mut all, field);
                }
            },
            Kind::SizeUpdate => {
                updates += 1;
                all.is_valid &= index <= 1 << 20 && all.fields == 0 && updates < 3;
                if table.maximum != index {
                    let table = Rc::make_mut(table);
                    table.maximum = index;
                    table.evict();
                }
            }
            _ => {
                let is_added = found.kind == Kind::Incremental;
                let mut length = 0;
                let name = match &found.name {
                    Some(literal) => {
                        let size = literal.length.value as i32;
                        all.evidence += 4 + size.min(20);
                        let name = text(block, literal);
                        match &name {
                            None => {
                                is_bust = true;
                                all.bad += 1;
                            }
                            Some(name) if !is_token(name) => {
                                all.is_valid = false;
                                all.bad += 1;
                                all.likelihood -= 8;
                            }
                            Some(name) if name.iter().any(u8::is_ascii_uppercase) => {
                                all.likelihood -= 3;
                            }
                            Some(_) => all.likelihood += 4 + size.min(12),
                        }
                        name
                    }
                    None => match table.get(index) {
                        None => {
                            all.is_valid = false;
                            all.likelihood -= 1;
                            None
                        }
                        Some(field) => {
                            all.likelihood += 2;
                            all.is_valid &= field.0.is_some();
                            field.0.clone()
                        }
                    },
                };
                length += name.as_ref().map_or(1, Vec::len);
                let value = found.value.as_ref().and_then(|literal| {
                    let size = literal.length.value as i32;
                    all.evidence += 4 + size.min(20);
                    let value = text(block, literal)?;
                    if is_value(&value) {
                        let coded = if literal.huffman { 3 } else { 2 };
                        all.likelihood += coded + size.min(10);
                    } else {
                        all.is_valid = false;
                        all.bad += 1;
                        all.likelihood -= 8;
                    }
                    match name.as_ref().and_then(|name| is_plausible(name, &value)) {
                        Some(true) => all.likelihood += 3,
                        Some(false) => {
                            all.likelihood -= 8;
                            all.bad += 1;
                        }
                        None => {}
                    }
                    Some(value)
                });
                if value.is_none() {
                    is_bust = true;
                    all.bad += 1;
                }
                length += value.as_ref().map_or(1, Vec::len);
                let field = Rc::new((name.map(keep), value.map(keep)));
                if is_added {
                    Rc::make_mut(table).add(field.clone(), length);
                }
                add(&mut all, field);
            }
        }
    }
    all.is_whole = at > 0;
    if is_bust || at == 0 {
        all.bad = 0;
        return all;
    }
    let has = |name: &[u8]| pseudo.iter().any(|one| one.0.as_deref() == Some(name));
    let request = [b":method".as_slice(), b":scheme", b":path"].map(has);
    let (is_request, is_response) = (request.contains(&true), has(b":status"));
    if is_request && is_response {
        all.likelihood -= 6;
    }
    all.pseudo = match () {
        () if request == [true; 3] && !is_response => 2,
        () if is_response && pseudo.len() == 1 => 2,
        () => u8::from(!pseudo.is_empty()),
    };
    all.sender = match (is_response, request[0] || request[2]) {
        (true, _) => Some(Sender::Server),
        (_, true) => Some(Sender::Client),
        _ => None,
    };
    all.grade = match () {
        () if !all.is_valid || all.fields == 0 => Grade::Whole,
        () if is_request != is_response => Grade::Message,
        () => Grade::Decodes,
    };
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_blocks() {
        use Grade::*;
        let cases: [(&[u8], Grade); 11] = [
            (b"", Broken),
            (b"\x82\x86\x84", Message),
            (b"\x88\x5c\x01\x37", Message),
            (b"\x41\x01", Broken),
            (b"\x80", Broken),
            (b"\xbe", Whole),
            (b"\x82\x82", Whole),
            (b"\x40\x01a\x01b", Decodes),
            (b"\x40\x01a\x01b\x82", Whole),
            (b"\x40\x01 \x01b", Whole),
            (b"\x10\x01a\x84\xff\xff\xff\xff", Broken),
        ];
        let table = Rc::new(Table::new(4096));
        for (bytes, grade) in cases {
            assert_eq!(judge(bytes, &table).grade, grade, "{bytes:x?}");
        }
    }

    #[test]
    fn follows_tables() {
        let table = Rc::new(Table::new(4096));
        let after = judge(b"\x40\x01a\x01b", &table).table;
        assert_eq!(judge(b"\xbe", &table).grade, Grade::Whole);
        assert_eq!(judge(b"\xbe", &after).grade, Grade::Decodes);
    }
}
