//! How far bytes are a header block, or frames: what decides between readings.

use hpack::{Decoder, DynamicTable, History, Kind, structure::representation_at};
use http2::frame::sender_of_block;

use super::content;
use crate::Sender;

/// How far bytes are a header block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    /// Its representations do not end where it ends.
    #[default]
    Broken,
    /// They do, but some refer to unknown entries or are no sound fields.
    Whole,
    /// Every field is known and sound (RFC 9113 §8.2 and §8.3).
    Decodes,
    /// And it has the pseudo-header fields of a message, or it is frames.
    Message,
}

/// What was found about some bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) grade: Grade,
    /// How unlikely it is that other bytes are so by accident, in bits.
    pub(super) evidence: u32,
    pub(super) content: Content,
}

/// What bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    #[default]
    Block,
    Frames,
    Packet,
}

/// Evidence of frames or packets: more than any block needs.
const CERTAIN: u32 = 64;

/// Longer blocks are not decoded to be judged.
const LONGEST: usize = 1 << 16;

/// Follows the blocks that were accepted, so that the next ones meet the
/// tables that they left.
pub(super) struct Judge {
    client: Decoder,
    server: Decoder,
    unknown: Decoder,
}

impl Judge {
    pub(super) fn new(initial: Option<u32>) -> Self {
        // What is tried is taken back, for which the history is needed.
        let size = initial.unwrap_or(4096);
        let fresh = || Decoder::with_table(DynamicTable::new(size, size, History::Kept));
        Self {
            client: fresh(),
            server: fresh(),
            unknown: fresh(),
        }
    }

    fn decoder(&mut self, sender: Sender) -> &mut Decoder {
        match sender {
            Sender::Client => &mut self.client,
            Sender::Server => &mut self.server,
            Sender::Unknown => &mut self.unknown,
        }
    }

    /// Sets the limit or the table that the sender's next block meets.
    pub(super) fn prepare(
        &mut self,
        sender: Sender,
        limits: &[u32],
        table: Option<&hpack::Snapshot>,
    ) {
        let decoder = self.decoder(sender);
        limits
            .iter()
            .for_each(|&limit| decoder.table_mut().acknowledge_limit(limit));
        if let Some(table) = table {
            decoder.table_mut().load(table);
        }
    }

    /// Judges bytes of a sender; nothing is changed.
    pub(super) fn judge(&mut self, sender: Sender, bytes: &[u8]) -> Verdict {
        if content::is_frames(bytes) {
            return Verdict {
                grade: Grade::Message,
                evidence: CERTAIN,
                content: Content::Frames,
            };
        }
        if content::packet(bytes).is_some() {
            return Verdict {
                grade: Grade::Message,
                evidence: CERTAIN,
                content: Content::Packet,
            };
        }
        self.judge_all(sender, &[bytes])
    }

    /// Judges blocks that follow each other: the least of their grades.
    pub(super) fn judge_all(&mut self, sender: Sender, blocks: &[&[u8]]) -> Verdict {
        let mut own = self.judge_with(sender, blocks);
        // Each side has a table of its own, if nobody says whose the blocks are.
        if sender == Sender::Unknown
            && own.grade < Grade::Decodes
            && let Some(side) = blocks.iter().find_map(|block| sender_of_block(block))
        {
            let other = self.judge_with(side, blocks);
            if other.grade > own.grade {
                own = other;
            }
        }
        own
    }

    fn judge_with(&mut self, sender: Sender, blocks: &[&[u8]]) -> Verdict {
        let decoder = self.decoder(sender);
        let before = decoder.table().state();
        let mut all = Verdict {
            grade: Grade::Message,
            ..Verdict::default()
        };
        for block in blocks {
            let own = judge_block(decoder, block);
            all.grade = all.grade.min(own.grade);
            all.evidence += own.evidence;
            if all.grade == Grade::Broken {
                break;
            }
        }
        decoder.table_mut().rewind(before);
        all
    }

    /// Decodes a block for what it does to the table.
    pub(super) fn accept(&mut self, sender: Sender, block: &[u8]) {
        let mut senders = vec![sender];
        if sender == Sender::Unknown {
            senders.extend(sender_of_block(block));
        }
        for sender in senders {
            let _ = self.decoder(sender).decode(block, |_| {});
        }
    }
}

fn judge_block(decoder: &mut Decoder, block: &[u8]) -> Verdict {
    let broken = Verdict::default();
    if block.is_empty() {
        return broken;
    }
    let mut at = 0;
    let mut evidence = 0;
    let mut updates = 0;
    while at < block.len() {
        let Ok(found) = representation_at(block, at) else {
            return broken;
        };
        let index_zero = found.kind == Kind::Indexed && found.integer.value == 0;
        updates += u32::from(found.kind == Kind::SizeUpdate);
        if index_zero {
            return broken;
        }
        let literals = [&found.name, &found.value].into_iter().flatten();
        evidence += 2 + literals
            .map(|literal| 4 + literal.length.value.min(20))
            .sum::<u32>();
        at = found.octets.end;
    }
    if updates > 2 {
        return broken;
    }
    let whole = Verdict {
        grade: Grade::Whole,
        evidence,
        ..broken
    };
    if block.len() > LONGEST {
        return whole;
    }
    let mut fields = Fields::default();
    match decoder.decode(block, |field| fields.add(field.name, field.value)) {
        Err(error) if is_huffman(&error) => broken,
        Err(_) => whole,
        Ok(_) if !fields.is_sound => whole,
        Ok(_) if fields.is_message() => Verdict {
            grade: Grade::Message,
            ..whole
        },
        Ok(_) => Verdict {
            grade: Grade::Decodes,
            ..whole
        },
    }
}

fn is_huffman(error: &hpack::DecodeError) -> bool {
    use hpack::DecodeErrorKind as Kind;
    matches!(
        error.kind,
        Kind::HuffmanEos | Kind::HuffmanPaddingTooLong { .. } | Kind::HuffmanPaddingNotOnes
    )
}

/// The fields of a block as a message.
struct Fields {
    pseudo: Vec<Vec<u8>>,
    is_regular: bool,
    is_sound: bool,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            pseudo: Vec::new(),
            is_regular: false,
            is_sound: true,
        }
    }
}

impl Fields {
    fn add(&mut self, name: Option<&[u8]>, value: Option<&[u8]>) {
        let (Some(name), Some(value)) = (name, value) else {
            self.is_sound = false;
            return;
        };
        let is_pseudo = name.first() == Some(&b':');
        let token = name.strip_prefix(b":").unwrap_or(name);
        let is_token = !token.is_empty()
            && token
                .iter()
                .all(|&byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
        let is_value = value
            .iter()
            .all(|&byte| byte >= b' ' && byte != 0x7f || byte == b'\t');
        let is_placed = !is_pseudo
            || !self.is_regular
                && self.pseudo.len() < 8
                && self.pseudo.iter().all(|other| other != name);
        self.is_sound &= is_token && is_value && is_placed;
        if is_pseudo && is_placed {
            self.pseudo.push(name.to_vec());
        }
        self.is_regular |= !is_pseudo;
    }

    fn is_message(&self) -> bool {
        let has = |name: &[u8]| self.pseudo.iter().any(|own| own == name);
        let is_request = has(b":method") || has(b":scheme") || has(b":path");
        is_request != has(b":status")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades() {
        use Grade::*;
        let cases: [(&[u8], Grade); 12] = [
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
            (b"\0\0\x03\x01\x05\0\0\0\x01\x82\x86\x84", Message),
        ];
        for (bytes, grade) in cases {
            assert_eq!(
                Judge::new(None).judge(Sender::Unknown, bytes).grade,
                grade,
                "{bytes:x?}"
            );
        }
    }

    #[test]
    fn tables_go_along() {
        let mut judge = Judge::new(None);
        assert_eq!(judge.judge(Sender::Client, b"\xbe").grade, Grade::Whole);
        judge.accept(Sender::Client, b"\x40\x01a\x01b");
        assert_eq!(judge.judge(Sender::Client, b"\xbe").grade, Grade::Decodes);
        assert_eq!(judge.judge(Sender::Server, b"\xbe").grade, Grade::Whole);
    }
}
