//! The text format for header blocks that this program exports and reads back,
//! with everything needed to decode them: one paragraph per block.
//!
//! ```text
//! # HPACK Inspector: header blocks, version 1
//!
//! # stream 1, END_STREAM
//! # SETTINGS_HEADER_TABLE_SIZE 256
//! # table size 4096, limit 256, update due to 256, 2 entries
//! # table 62 cache-control: no-cache
//! # table 63 :authority: www.example.com
//! > 3fe101828684
//!
//! # end of 1 block, check 8f2a6c01
//! ```
//!
//! `>` precedes the bytes of a client, `<` those of a server. The lines before
//! describe the block, in this order: label, stream, `# cut, 23 bytes missing`
//! (`# cut` if nothing says how many), `# blocks are missing`, `# after an
//! error`, acknowledged settings, and the table if it does not follow from
//! earlier blocks. Names and values are in visible ASCII; other
//! bytes are written `\x0a`, and a backslash `\\`. `?` is unknown, and a block
//! without bytes is `empty`. Lines that begin with `##` are remarks.
//!
//! A text is accepted only if writing its blocks again gives the same lines.
//! The check is the CRC-32 of the lines before it except blank ones and
//! remarks; edited texts can omit it.

use std::{fmt::Write, sync::Arc};

use hpack::Snapshot;

use crate::{
    Before, Block, Blocks, Framed, Missing, Place, Places, Problem, Refusal, RefusalKind, Sender,
    hex,
    pasted::{Paste, Split, split_field},
    positions::PositionIndex,
    scan::{contains, find},
    visible::visible,
};

const HEAD: &str = "# HPACK Inspector: header blocks, version 1";
const END: &str = "# end of ";
const UNKNOWN: &str = "?";

const ENDS: &str = "The text ends before its last line, which gives the number of blocks: a part of it is missing.";
const DAMAGED: &str = "This line is damaged, or lines before it are missing or repeated.";
const CHANGED: &str = "The text was changed after it was written: its check does not fit. If that was on purpose, take “, check …” off the last line.";
const BESIDE: &str =
    "Only the lines from this one to “# end of …” were read: this program wrote them.";
const EMPTY: &str = "There are no header blocks in this text.";

/// Whether the text contains exported blocks, by their first or last line.
pub(crate) fn is_exported(text: &str) -> bool {
    contains(text.as_bytes(), HEAD.as_bytes()) || text.lines().any(is_end)
}

fn is_end(line: &str) -> bool {
    line.starts_with(END) && line.contains(", check ")
}

/// Returns a trimmed line, unless it is blank or a remark.
fn significant_line(line: &str) -> Option<&str> {
    let line = line.trim_start_matches('\u{feff}').trim_end();
    (!line.is_empty() && !line.starts_with("##")).then_some(line)
}

/// Reads the exported part of a text, from its first line to its last.
pub(crate) fn read(text: &str) -> Result<Paste, Refusal> {
    let place = |at| {
        let (line, column) = PositionIndex::new(text).find(at);
        format!("line {line}, column {column}")
    };
    let (mut lines, mut blocks) = (Vec::<(usize, &str)>::new(), Blocks::default());
    let (mut label, mut before) = (None, Before::default());
    let mut writer = Writer::default();
    let mut at = 0;
    let mut has_other_text = false;
    for whole in text.split_inclusive('\n') {
        if let Some(line) = significant_line(whole) {
            let is_before = lines.is_empty() && line != HEAD;
            if is_before || lines.last().is_some_and(|(_, last)| last.starts_with(END)) {
                has_other_text = true;
                at += whole.len();
                continue;
            }
            lines.push((at, line));
            if let Some(words) = line.strip_prefix("# ") {
                parse_description(&mut label, &mut before, words);
            } else {
                let (sender, bytes, places) = read_bytes(line, at);
                let block = Block {
                    label: label.as_deref(),
                    before: &before,
                    ..Block::new(sender, &bytes)
                };
                writer.block(&block);
                blocks.push(block, &places);
                (label, before) = (None, Before::default());
            }
        }
        at += whole.len();
    }
    // Valid if writing the blocks gives the same lines.
    let written = writer.finish();
    let expected: Vec<&str> = written.lines().filter_map(significant_line).collect();
    let is_same = |pair: &(&(usize, &str), &&str)| pair.0.1.eq_ignore_ascii_case(pair.1);
    let same = lines.iter().zip(&expected).take_while(is_same).count();
    let error = |at, message| Err(Refusal::at(RefusalKind::Truncated, at, message));
    let Some(&(first, _)) = lines.first() else {
        let head = find(text.as_bytes(), HEAD.as_bytes());
        return error(head.unwrap_or(0), DAMAGED);
    };
    let mut problems = Vec::new();
    if has_other_text {
        problems.push(Problem::note(place(first), BESIDE));
    }
    // `# end of 1 block, check 8f2a6c01`
    let last = expected[expected.len() - 1];
    let (without_check, before_digits) = (&last[..last.len() - 16], &last[..last.len() - 8]);
    match (lines.get(same), expected.len() - same) {
        (None, 0) => {}
        (None, _) => return error(text.len(), ENDS),
        (Some(&(_, line)), 1) if line == without_check => {}
        (Some(&(at, line)), 1) if line.len() == last.len() && line.starts_with(before_digits) => {
            problems.push(Problem::note(place(at), CHANGED));
        }
        (Some(&(at, _)), _) => return error(at, DAMAGED),
    }
    if blocks.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, EMPTY));
    }
    Ok(Paste {
        detail: "exported header blocks".into(),
        split: match blocks.len() {
            1 => Split::Single,
            _ => Split::Lines,
        },
        blocks,
        problems,
        ..Paste::default()
    })
}

fn parse_description(label: &mut Option<String>, before: &mut Before, words: &str) -> Option<()> {
    let digits = words.split(|sign: char| !sign.is_ascii_digit());
    let mut numbers = digits.filter_map(|digits| digits.parse().ok());
    match words.split_once(' ').unwrap_or((words, "")) {
        ("label", text) => *label = String::from_utf8(unescape(text)?).ok(),
        ("stream", rest) => {
            before.framed = Some(Framed {
                stream: numbers.next()?,
                promised: numbers.next(),
                end_stream: rest.ends_with("END_STREAM"),
            });
        }
        ("SETTINGS_HEADER_TABLE_SIZE", UNKNOWN) => before.limit_unknown = true,
        ("SETTINGS_HEADER_TABLE_SIZE", _) => before.limit_changes.extend(numbers.next()),
        ("table", size) if size.starts_with("size ") => {
            let (first, rest) = size.split_once(',')?;
            before.table = Some(Arc::new(Snapshot {
                maximum: numbers.next()?,
                limit: numbers.next()?,
                required_maximum: numbers.next().filter(|_| contains(rest.as_bytes(), b"due")),
                assumed: first.ends_with("(assumed)"),
                limit_unknown: contains(rest.as_bytes(), b"(assumed)"),
                may_hold_unknown: rest.ends_with("others"),
                entries: Vec::new(),
            }));
        }
        ("table", entry) => {
            let (_, entry) = entry.split_once(' ')?;
            let (name, value) = split_field(entry)?;
            let known = |text: &str| unescape(text).filter(|_| text != UNKNOWN);
            let entry = (known(name), known(value));
            Arc::make_mut(before.table.as_mut()?).entries.push(entry);
        }
        ("cut," | "cut", _) => {
            before.missing = Some(
                numbers
                    .next()
                    .map_or(Missing::Unknown, |count: u32| Missing::Bytes(count.into())),
            );
        }
        ("after", _) => before.after_error |= words == "after an error",
        _ => before.blocks_missing |= words == "blocks are missing",
    }
    Some(())
}

fn read_bytes(line: &str, at: usize) -> (Sender, Vec<u8>, Places) {
    let (sender, digits) = match line.split_at_checked(2) {
        Some(("> ", digits)) => (Sender::Client, digits),
        Some(("< ", digits)) => (Sender::Server, digits),
        _ => (Sender::Unknown, line),
    };
    let bytes: Vec<u8> = digits.as_bytes().chunks(2).map_while(hex::byte).collect();
    let start = at + line.len() - digits.len();
    let mut places = Places::default();
    places.push_stride(Place::new(start, start + 2), 2, bytes.len() as u32);
    (sender, bytes, places)
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let text = text.replace(r"\\", r"\x5c");
    let mut parts = text.split(r"\x");
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.as_bytes().split_at_checked(2)?;
        bytes.push(hex::byte(digits)?);
        bytes.extend(rest);
    }
    Some(bytes)
}

/// Escapes a name, value or label. The first colon ends a name, unless the name
/// begins with it.
fn escape(text: Option<&[u8]>, is_name: bool) -> String {
    let Some(text) = text else {
        return UNKNOWN.to_owned();
    };
    let hex = |byte: u8| format!(r"\x{byte:02x}");
    let escape = |(at, &byte): (usize, &u8)| match byte {
        b'\\' => r"\\".to_owned(),
        b' ' if at == 0 || at + 1 == text.len() || is_name && text[..at] == *b":" => hex(byte),
        b':' if is_name && (at > 0 || text.len() == 1) => hex(byte),
        b'?' if text.len() == 1 => hex(byte),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => hex(byte),
    };
    text.iter().enumerate().map(escape).collect()
}

/// Writes header blocks in the export format.
#[derive(Debug)]
pub struct Writer {
    out: String,
    blocks: usize,
    /// CRC-32 so far, before the final inversion.
    check: u32,
}

impl Default for Writer {
    fn default() -> Self {
        let mut writer = Self {
            out: format!("{HEAD}\n"),
            blocks: 0,
            check: !0,
        };
        writer.add_to_check(0);
        writer
    }
}

impl Writer {
    /// Number of bytes written so far.
    pub fn size(&self) -> usize {
        self.out.len()
    }

    /// Writes a remark, which has no effect.
    pub fn remark(&mut self, remark: &str) {
        for line in remark.lines() {
            self.out += &format!("## {}\n", visible(line));
        }
    }

    /// Writes a block, without its places.
    pub fn block(&mut self, block: &Block<'_>) {
        let from = self.out.len();
        self.blocks += 1;
        self.out.push('\n');
        let before = block.before;
        if let Some(label) = block.label {
            self.out += &format!("# label {}\n", escape(Some(label.as_bytes()), false));
        }
        if let Some(framed) = &before.framed {
            self.out += &format!("# stream {}", framed.stream);
            if let Some(promised) = framed.promised {
                self.out += &format!(", PUSH_PROMISE of {promised}");
            }
            self.out += &format!("{}\n", text_if(framed.end_stream, ", END_STREAM"));
        }
        match before.missing {
            Some(Missing::Bytes(count)) => {
                self.out += &format!("# cut, {count} bytes missing\n");
            }
            Some(Missing::Unknown) => self.out += "# cut\n",
            None => {}
        }
        self.out += text_if(before.blocks_missing, "# blocks are missing\n");
        self.out += text_if(before.after_error, "# after an error\n");
        self.out += text_if(before.limit_unknown, "# SETTINGS_HEADER_TABLE_SIZE ?\n");
        for limit in &before.limit_changes {
            self.out += &format!("# SETTINGS_HEADER_TABLE_SIZE {limit}\n");
        }
        if let Some(table) = &before.table {
            self.table(table);
        }
        self.out += text_if(block.sender == Sender::Client, "> ");
        self.out += text_if(block.sender == Sender::Server, "< ");
        self.out += &hex::encode(block.bytes);
        self.out += text_if(block.bytes.is_empty(), "empty");
        self.out.push('\n');
        self.add_to_check(from);
    }

    /// Adds the lines from `from` on to the check.
    fn add_to_check(&mut self, from: usize) {
        let lines = self.out[from..].lines().filter_map(significant_line);
        let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
        self.check = bytes.fold(self.check, crc_step);
    }

    fn table(&mut self, table: &Snapshot) {
        let (maximum, assumed) = (table.maximum, text_if(table.assumed, " (assumed)"));
        let (limit, unknown) = (table.limit, text_if(table.limit_unknown, " (assumed)"));
        let pending = table
            .required_maximum
            .map(|size| format!(", update due to {size}"));
        let (pending, count) = (pending.unwrap_or_default(), table.entries.len());
        let entries = if count == 1 { "entry" } else { "entries" };
        let others = text_if(table.may_hold_unknown, " and others");
        self.out += &format!("# table size {maximum}{assumed}, limit {limit}{unknown}{pending}");
        self.out += &format!(", {count} {entries}{others}\n");
        for (index, (name, value)) in (62..).zip(&table.entries) {
            let name = escape(name.as_deref(), true);
            let value = escape(value.as_deref(), false);
            let line = format!("# table {index} {name}: {value}");
            self.out.extend([line.trim_end(), "\n"]);
        }
    }

    /// Writes the last line and returns the text.
    pub fn finish(self) -> String {
        let (mut text, count, check) = (self.out, self.blocks, !self.check);
        let many = text_if(count != 1, "s");
        let _ = writeln!(text, "\n# end of {count} block{many}, check {check:08x}");
        text
    }
}

fn text_if(is_written: bool, text: &str) -> &str {
    if is_written { text } else { "" }
}

/// Advances a CRC-32 by one byte, without the 16 KiB of tables of `flate2`.
fn crc_step(crc: u32, byte: u8) -> u32 {
    (0..8).fold(crc ^ u32::from(byte), |crc, _| {
        (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
    })
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, option, prelude::*};

    use super::*;
    use crate::paste;

    const TEXT: &str = r"# HPACK Inspector: header blocks, version 1
## of \u{202e} two lines

# stream 7, END_STREAM
# SETTINGS_HEADER_TABLE_SIZE ?
# SETTINGS_HEADER_TABLE_SIZE 4294967295
> 8286

# stream 7, PUSH_PROMISE of 8
# blocks are missing
# after an error
< empty

# label Block 1 \\ \xe2\x80\x9ca\xe2\x80\x9d\x0a
# table size 4096 (assumed), limit 256 (assumed), update due to 128, 6 entries and others
# table 62 :authority: a: b\\ \xff\x1b
# table 63 a\x3ab: \x20
# table 64 ?: \x3f
# table 65 \x3f:
# table 66 ?: ?
# table 67 : a: b
be

# end of 3 blocks, check 3d372f43
";

    const TABLE: Snapshot = Snapshot {
        maximum: 4096,
        limit: 4096,
        required_maximum: None,
        assumed: false,
        limit_unknown: false,
        may_hold_unknown: true,
        entries: Vec::new(),
    };

    /// Arbitrary bytes, often ones with a special meaning.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        vec(
            prop_oneof![any::<u8>(), proptest::sample::select(&b": ?\\x#\n\0"[..])],
            0..5,
        )
    }

    fn read_blocks(text: &str) -> Result<Blocks, String> {
        let paste = paste::read(text.as_bytes(), &paste::Options::default());
        let paste = paste.map_err(|refusal| refusal.to_string())?;
        let problem = paste.problems.first();
        problem.map_or(Ok(paste.blocks), |problem| Err(problem.message.clone()))
    }

    #[test]
    fn reads_and_writes_blocks() {
        let blocks = read_blocks(TEXT).unwrap();
        let mut writer = Writer::default();
        writer.remark("of \u{202e} two lines");
        blocks.iter().for_each(|block| writer.block(&block));
        assert_eq!(writer.finish(), TEXT);
        assert!(read_blocks(&TEXT.replace('\n', "\r\n")).is_ok());
        let places = blocks.places(0);
        let digits = places
            .iter()
            .map(|place| &TEXT[place.start as usize..place.end as usize]);
        assert!(digits.eq(["82", "86"]) && blocks.bytes().starts_with(&[0x82, 0x86]));
        let table = blocks.get(2).unwrap().before.table.as_deref().unwrap();
        assert_eq!([table.maximum, table.limit], [4096, 256]);
        assert_eq!(table.entries[1].0.as_deref(), Some(&b"a:b"[..]));
        assert_eq!(table.entries[5].1.as_deref(), Some(&b"a: b"[..]));
    }

    proptest! {
        #[test]
        fn reads_back_any_names_and_values(
            entries in vec(option::of(text()).prop_flat_map(|name| (Just(name), option::of(text()))), 0..6),
            label in option::of(".{0,6}"),
        ) {
            let entries = Arc::new(Snapshot { entries, ..TABLE });
            let before = Before { table: Some(entries), ..Before::default() };
            let block = Block {
                label: label.as_deref(),
                before: &before,
                ..Block::new(Sender::Unknown, &[0x82])
            };
            let mut writer = Writer::default();
            writer.block(&block);
            let text = writer.finish();
            let read = read_blocks(&text).unwrap();
            prop_assert_eq!(read.get(0), Some(block), "{}", text);
        }
    }

    #[test]
    fn refuses_or_reports_damage() {
        let lines: Vec<&str> = TEXT.lines().filter_map(significant_line).collect();
        for (at, line) in lines.iter().enumerate().skip(1) {
            let with = |other: &[&str]| {
                read_blocks(&[&lines[..at], other, &lines[at + 1..]].concat().join("\n"))
            };
            assert!(with(&[]).is_err(), "without {line}");
            assert!(with(&[line, line]).is_err(), "twice {line}");
            for (head, tail) in (1..line.len()).map(|cut| line.split_at(cut)) {
                // The check is optional.
                let is_ok = head == "# end of 3 blocks";
                assert_eq!(with(&[head]).is_ok(), is_ok, "{head}");
                assert!(with(&[tail]).is_err(), "{tail}");
            }
        }
        // Text around the blocks is ignored.
        for (before, behind, is_read) in [
            ("\u{feff}\n \n", "\n\n", true),
            ("```\n", "```\n", false),
            ("A session:\n", "It fails.\n82\n", false),
        ] {
            let text = format!("{before}{TEXT}{behind}");
            let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
            assert_eq!(paste.blocks.len(), 3, "{before}");
            assert_eq!(paste.problems.is_empty(), is_read, "{before}");
        }
        for changed in [
            TEXT.replace('\n', "\n> "),
            format!("> {}", TEXT.replace('\n', "\n> ")),
            TEXT.replace('\n', "\n    "),
            TEXT.replacen(HEAD, "", 1),
            TEXT.replacen(HEAD, &HEAD[1..], 1),
        ] {
            assert!(
                read_blocks(&changed)
                    .unwrap_err()
                    .contains("This line is damaged"),
                "{changed}"
            );
        }
        let message = |lines: &str| read_blocks(&format!("{HEAD}\n{lines}")).unwrap_err();
        assert!(message("82").contains("line 2, column 3: The text ends before"));
        assert!(message("# end of 0 blocks").contains("There are no header blocks"));
        assert!(message("8\n# end of 1 block").contains("line 2, column 1: This line"));
        assert!(message("82\n# end of 1 block, check 12345678").contains("was changed"));
    }
}
