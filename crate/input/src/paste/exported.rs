//! Header blocks as this program writes them down, with everything that
//! decoding them needs: one paragraph a block.
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
//! `>` stands before what the client sent and `<` before what the server sent;
//! a block of neither has no mark, and one without bytes says `empty`. Lines
//! before a block are of that block: the stream it came on, settings that were
//! acknowledged, `# blocks are missing`, and the table that it meets where the
//! blocks before it do not lead to it. In names and values, what is not
//! visible ASCII is written `\x0a`, a backslash `\\`; `?` is what is not known.
//! Lines that begin with `##` say something to people.
//!
//! The first line decides that a text is this, so nothing in it is guessed: a
//! line that is none of these is refused. The check at the end is the CRC-32
//! of all lines before it that are not blank and no remarks, each with a line
//! feed; a text that was changed by hand may leave it out.

mod read;
mod write;

use flate2::Crc;

pub(crate) use read::{is_exported, read};
pub use write::Writer;

/// The first line.
const HEAD: &str = "# HPACK Inspector: header blocks, version 1";
/// In place of a block's digits, where it has none.
const EMPTY: &str = "empty";
/// In place of a name, value or limit that is not known.
const UNKNOWN: &str = "?";

/// A line as it counts: nothing for one that is blank or a remark.
fn counting(line: &str) -> Option<&str> {
    let line = line.trim_end_matches(['\n', '\r', ' ', '\t']);
    (!line.is_empty() && !line.starts_with("##")).then_some(line)
}

/// The check of the lines that a text has before its last.
fn check(text: &str) -> u32 {
    let mut crc = Crc::new();
    for line in text.split('\n').filter_map(counting) {
        crc.update(line.as_bytes());
        crc.update(b"\n");
    }
    crc.sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hpack::Snapshot;

    use super::*;
    use crate::{Before, Block, Framed, Sender, paste};

    fn block(sender: Sender, octets: &[u8]) -> Block {
        Block {
            sender,
            octets: octets.to_vec(),
            ..Block::default()
        }
    }

    fn talk() -> Vec<Block> {
        let known = |text: &[u8]| Some(text.to_vec());
        let table = Snapshot {
            maximum: 4096,
            limit: 256,
            pending: Some(128),
            assumed: true,
            limit_unknown: true,
            unknown: true,
            entries: vec![
                (known(b":authority"), known(b"a: b\\ \xff\x1b")),
                (known(b"a:b"), known(b" ")),
                (None, known(b"?")),
                (known(b"?"), known(b"")),
                (None, None),
            ],
        };
        vec![
            Block {
                limit_changes: vec![0, u32::MAX],
                before: Before {
                    framed: Some(Framed {
                        stream: 7,
                        promised: None,
                        end_stream: true,
                    }),
                    limit_unknown: true,
                    ..Before::default()
                },
                ..block(Sender::Client, &[0x82, 0x86])
            },
            Block {
                before: Before {
                    framed: Some(Framed {
                        stream: 7,
                        promised: Some(8),
                        end_stream: false,
                    }),
                    blocks_missing: true,
                    ..Before::default()
                },
                ..block(Sender::Server, &[])
            },
            Block {
                label: Some("Block 1 \\ “a”\n".to_owned()),
                before: Before {
                    table: Some(Arc::new(table)),
                    ..Before::default()
                },
                ..block(Sender::Unknown, &[0xbe])
            },
            Block {
                before: Before {
                    table: Some(Arc::default()),
                    ..Before::default()
                },
                ..block(Sender::Client, &[0x84])
            },
        ]
    }

    fn written(blocks: &[Block]) -> String {
        let mut writer = Writer::new();
        writer.remark("a remark\nof \u{202e} two lines");
        for block in blocks {
            writer.block(block);
        }
        writer.finish()
    }

    fn reading(text: &str) -> Result<Vec<Block>, String> {
        let paste = paste::read(text.as_bytes(), &paste::Options::default());
        let mut paste = paste.map_err(|refusal| refusal.to_string())?;
        if let [problem] = &paste.problems[..] {
            return Err(problem.message.clone());
        }
        for block in &mut paste.blocks {
            for (octet, place) in block.octets.iter().zip(&block.places) {
                let digits = &text[place.start as usize..place.end as usize];
                assert_eq!(u8::from_str_radix(digits, 16), Ok(*octet));
            }
            block.places.clear();
        }
        Ok(paste.blocks)
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(reading(&written(&talk())), Ok(talk()));
        let windows = written(&talk()).replace('\n', "\r\n");
        assert_eq!(reading(&windows), Ok(talk()));
        for block in talk() {
            let one = [block];
            assert_eq!(reading(&written(&one)).as_deref(), Ok(&one[..]));
        }
    }

    /// A text with a line that is cut, left out or there twice is refused, or
    /// read with a warning.
    #[test]
    fn damage_is_seen() {
        let text = written(&talk());
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().skip(1) {
            if line.is_empty() || line.starts_with("##") {
                continue;
            }
            let with = |other: &[&str]| {
                let all = [&lines[..at], other, &lines[at + 1..]].concat();
                all.join("\n")
            };
            assert!(reading(&with(&[])).is_err(), "without {line}");
            assert!(reading(&with(&[line, line])).is_err(), "twice {line}");
            for cut in 1..line.len() {
                // The check may be left out.
                let (head, tail) = line.split_at(cut);
                let may_end = head == "# end of 4 block" || head == "# end of 4 blocks";
                assert_eq!(reading(&with(&[head])).is_ok(), may_end, "{head}");
                assert!(reading(&with(&[tail])).is_err(), "{tail}");
            }
        }
    }

    #[test]
    fn refusals() {
        let all = |lines: &str| format!("{HEAD}\n{lines}");
        let cases = [
            ("", "line 2, column 1: The text ends before its last line"),
            (
                "82\n",
                "line 3, column 1: The text ends before its last line",
            ),
            (
                "82\n# end of 2 blocks",
                "line 3, column 1: The text says that it has 2 blocks, and has 1",
            ),
            (
                "# end of 0 blocks",
                "There are no header blocks in this text",
            ),
            (
                "8\n# end of 1 block",
                "line 2, column 1: This block has an odd number of hex digits",
            ),
            (
                "82 86\n# end of 1 block",
                "line 2, column 3: Only hex digits",
            ),
            (
                "> \n# end of 1 block",
                "line 2, column 1: This line is none",
            ),
            (
                "# stream x\n82\n# end of 1 block",
                "line 2, column 1: This line is none",
            ),
            (
                "# table 62 a: b\n82\n# end of 1 block",
                "line 2, column 1: A line with the table's size must stand before its entries",
            ),
            (
                "# table size 1, limit 1, 2 entries\n# table 62 a: b\n82\n# end of 1 block",
                "line 4, column 1: The table has 2 entries, and 1 is here",
            ),
            (
                "# table size 1, limit 1, 2 entries\n# table 63 a: b\n82\n# end of 1 block",
                "line 3, column 1: The entry at index 62 belongs here",
            ),
            (
                "# table size 1, limit 1, 1 entry\n# table 62 a\n82\n# end of 1 block",
                "line 3, column 1: This line is none",
            ),
            (
                "# table size 1, limit 1, 1 entry\n# table 62 a: \\y\n82\n# end of 1 block",
                "line 3, column 1: This line is none",
            ),
            (
                "82\n# end of 1 block, check 12345678",
                "The text was changed",
            ),
            (
                "82\n# end of 1 block, check 123",
                "line 3, column 1: This line is none",
            ),
            (
                "82\n# end of 1 block\n84",
                "line 4, column 1: Nothing may stand behind the last line",
            ),
            (
                "82\n# stream 1\n# end of 1 block",
                "line 4, column 1: What the lines above say is of a block that is not here",
            ),
        ];
        for (lines, expected) in cases {
            let message = reading(&all(lines)).expect_err(lines);
            assert!(message.contains(expected), "{lines}: {message}");
        }
    }
}
