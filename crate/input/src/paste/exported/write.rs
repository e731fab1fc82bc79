//! Writing.

use std::fmt::Write;

use hpack::Snapshot;

use super::{EMPTY, HEAD, UNKNOWN, check};
use crate::{Block, Framed, Sender};

/// Writes blocks one after the other.
#[derive(Debug)]
pub struct Writer {
    out: String,
    blocks: usize,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// A text with no block yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            out: format!("{HEAD}\n"),
            blocks: 0,
        }
    }

    /// Bytes that are written so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether no block is written yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks == 0
    }

    /// Something for people to know, which changes nothing.
    pub fn remark(&mut self, remark: &str) {
        for line in remark.lines() {
            self.line(&format!("## {}", crate::visible::visible(line)));
        }
    }

    /// The next block; where it stood in the input is left out.
    pub fn block(&mut self, block: &Block) {
        self.blocks += 1;
        self.out.push('\n');
        if let Some(label) = &block.label {
            let mut line = "# label ".to_owned();
            escape(label.as_bytes(), false, &mut line);
            self.line(&line);
        }
        let before = &block.before;
        if let Some(framed) = &before.framed {
            self.line(&stream(framed));
        }
        if before.blocks_missing {
            self.line("# blocks are missing");
        }
        if before.limit_unknown {
            self.line("# SETTINGS_HEADER_TABLE_SIZE ?");
        }
        for limit in &block.limit_changes {
            self.line(&format!("# SETTINGS_HEADER_TABLE_SIZE {limit}"));
        }
        if let Some(table) = &before.table {
            self.table(table);
        }
        self.out.push_str(match block.sender {
            Sender::Client => "> ",
            Sender::Server => "< ",
            Sender::Unknown => "",
        });
        if block.octets.is_empty() {
            self.out.push_str(EMPTY);
        }
        for octet in &block.octets {
            let _ = write!(self.out, "{octet:02x}");
        }
        self.out.push('\n');
    }

    fn table(&mut self, table: &Snapshot) {
        let mut line = format!("# table size {}", table.maximum);
        line.push_str(if table.assumed { " (assumed)" } else { "" });
        let _ = write!(line, ", limit {}", table.limit);
        line.push_str(if table.limit_unknown {
            " (assumed)"
        } else {
            ""
        });
        if let Some(pending) = table.pending {
            let _ = write!(line, ", update due to {pending}");
        }
        let _ = write!(
            line,
            ", {}",
            counted(table.entries.len(), "entry", "entries")
        );
        line.push_str(if table.unknown { " and others" } else { "" });
        self.line(&line);
        for (at, (name, value)) in table.entries.iter().enumerate() {
            let mut line = format!("# table {} ", at + 62);
            match name {
                Some(name) => escape(name, true, &mut line),
                None => line.push_str(UNKNOWN),
            }
            line.push_str(": ");
            match value {
                Some(value) => escape(value, false, &mut line),
                None => line.push_str(UNKNOWN),
            }
            self.line(line.trim_end_matches(' '));
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// The whole text.
    #[must_use]
    pub fn finish(mut self) -> String {
        let blocks = counted(self.blocks, "block", "blocks");
        let check = check(&self.out);
        let _ = writeln!(self.out, "\n# end of {blocks}, check {check:08x}");
        self.out
    }
}

fn stream(framed: &Framed) -> String {
    let mut line = format!("# stream {}", framed.stream);
    if let Some(promised) = framed.promised {
        let _ = write!(line, ", PUSH_PROMISE of {promised}");
    }
    line.push_str(if framed.end_stream {
        ", END_STREAM"
    } else {
        ""
    });
    line
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Writes a name, value or label. Of a name, the colon behind it is the first
/// but for one that it begins with.
fn escape(text: &[u8], name: bool, out: &mut String) {
    for (at, &octet) in text.iter().enumerate() {
        let at_end = at == 0 || at + 1 == text.len();
        let plain = match octet {
            b'\\' => {
                out.push_str("\\\\");
                continue;
            }
            b' ' => !at_end,
            b':' => !name || at == 0 && text.len() > 1,
            b'?' => text.len() > 1,
            _ => octet.is_ascii_graphic(),
        };
        if plain {
            out.push(octet.into());
        } else {
            let _ = write!(out, "\\x{octet:02x}");
        }
    }
}
