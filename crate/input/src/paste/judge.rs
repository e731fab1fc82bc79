//! Grades bytes as header blocks or frames, to choose between readings.

use std::iter;

use hpack::{
    DecodeError, DecodeErrorKind, Decoder, DynamicTable, History, InspectedField, Kind, Limits,
    Snapshot, structure::representation_at,
};
use http2::frame::sender_of_block;

use super::content;
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
    /// Also has the pseudo-header fields of a message, or is frames.
    Message,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) grade: Grade,
    /// How unlikely an accidental match is, in bits.
    pub(super) evidence: u32,
    pub(super) content: Content,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    #[default]
    Block,
    Frames,
    Packet,
}

/// Evidence of frames or packets, in bits: more than any block needs.
const CERTAIN: u32 = 64;

/// Longest block that is decoded to be judged, in bytes.
const LONGEST: usize = 1 << 16;

/// Bytes checked of a name or value, which one indexed field can make long.
const MAX_CHECKED: usize = 256;

/// Bytes that a decoder can hold in addition to its table.
const HELD: usize = 1 << 13;

/// Length of blocks, in bytes, whose history would exceed that.
const LONG: usize = 1 << 11;

/// Judges blocks with the tables left by the accepted ones.
pub(super) struct Judge {
    /// By [`Sender`].
    decoders: [Decoder; 3],
}

impl Judge {
    pub(super) fn new(initial: Option<u32>) -> Self {
        // The history allows restoring the table after a trial.
        let size = initial.unwrap_or(4096);
        let table = || DynamicTable::new(size, size, History::Kept);
        let decoders = [(); 3].map(|()| Decoder::with_table(table()).with_limits(Limits::NONE));
        Self { decoders }
    }

    fn decoder(&mut self, sender: Sender) -> &mut Decoder {
        &mut self.decoders[sender as usize]
    }

    pub(super) fn prepare(&mut self, sender: Sender, limits: &[u32], table: Option<&Snapshot>) {
        let current = self.decoder(sender).table_mut();
        for &limit in limits {
            current.acknowledge_limit(limit);
        }
        if let Some(table) = table {
            current.load(table);
        }
    }

    /// Judges bytes of a sender without changing the tables.
    pub(super) fn judge(&mut self, sender: Sender, bytes: &[u8]) -> Verdict {
        let content = if content::is_frames(bytes) {
            Content::Frames
        } else if content::packet(bytes).is_some() {
            Content::Packet
        } else {
            return self.judge_all(sender, iter::once(bytes));
        };
        Verdict {
            grade: Grade::Message,
            evidence: CERTAIN,
            content,
        }
    }

    /// Judges consecutive blocks. Returns the lowest grade.
    pub(super) fn judge_all<'b>(
        &mut self,
        sender: Sender,
        blocks: impl Iterator<Item = &'b [u8]> + Clone,
    ) -> Verdict {
        let verdict = self.judge_with(sender, blocks.clone());
        if sender != Sender::Unknown || verdict.grade >= Grade::Decodes {
            return verdict;
        }
        // Fields can show the sender, and so the table.
        let implied = blocks.clone().find_map(sender_of_block);
        match implied.map(|sender| self.judge_with(sender, blocks)) {
            Some(other) if other.grade > verdict.grade => other,
            _ => verdict,
        }
    }

    fn judge_with<'b>(
        &mut self,
        sender: Sender,
        blocks: impl Iterator<Item = &'b [u8]> + Clone,
    ) -> Verdict {
        let decoder = self.decoder(sender);
        let before = decoder.table().state();
        let mut all = Verdict {
            grade: Grade::Message,
            ..Verdict::default()
        };
        // A list can be long: decode it with a copy that keeps no history.
        let mut copied = blocks
            .clone()
            .nth(1)
            .map(|_| copy(decoder, History::Forgotten));
        for block in blocks {
            let decoder = copied.as_mut().unwrap_or(&mut *decoder);
            let (grade, evidence) = grade(decoder, block).unwrap_or_default();
            all.grade = all.grade.min(grade);
            all.evidence += evidence;
            if all.grade == Grade::Broken {
                break;
            }
        }
        let is_back = decoder.table_mut().rewind(before);
        debug_assert!(is_back);
        all
    }

    /// Updates the table with a block.
    pub(super) fn accept(&mut self, sender: Sender, block: &[u8]) {
        let decoder = self.decoder(sender);
        let is_long = block.len() > LONG;
        if is_long {
            *decoder = copy(decoder, History::Forgotten);
        }
        let _ = decode(decoder, block, &mut |_| {});
        let table = decoder.table();
        if is_long || table.held() > HELD + 2 * table.size() as usize {
            *decoder = copy(decoder, History::Kept);
        }
        if sender == Sender::Unknown
            && let Some(implied) = sender_of_block(block)
        {
            self.accept(implied, block);
        }
    }
}

/// Copies a decoder without its history.
fn copy(decoder: &Decoder, history: History) -> Decoder {
    let table = decoder.table();
    let state = table.state();
    let mut copied = DynamicTable::new(state.limit(), state.maximum(), history);
    copied.load(&table.snapshot_at(&state));
    Decoder::with_table(copied).with_limits(Limits::NONE)
}

/// Decodes a block. Takes a trait object so that the decoder's loop exists only
/// once in the small package that the page loads first.
pub(super) fn decode(
    decoder: &mut Decoder,
    block: &[u8],
    mut each: &mut dyn FnMut(InspectedField<'_>),
) -> Result<(), DecodeError> {
    decoder.visit(block, &mut each)
}

/// Returns grade and evidence of a block; `None` if it is broken.
fn grade(decoder: &mut Decoder, block: &[u8]) -> Option<(Grade, u32)> {
    let evidence = evidence(block)?;
    if block.len() > LONGEST {
        return Some((Grade::Whole, evidence));
    }
    let mut fields = Fields::default();
    let mut are_valid = true;
    let decoded = decode(decoder, block, &mut |field| {
        let head = |text: &[u8]| text.len().min(MAX_CHECKED);
        let known = field.name.zip(field.value);
        are_valid &= known
            .is_some_and(|(name, value)| fields.add(&name[..head(name)], &value[..head(value)]));
    });
    use DecodeErrorKind::{HuffmanEos, HuffmanPaddingNotOnes, HuffmanPaddingTooLong};
    let grade = match decoded.map_err(|error| error.kind) {
        Err(HuffmanEos | HuffmanPaddingTooLong { .. } | HuffmanPaddingNotOnes) => return None,
        Ok(()) if are_valid && fields.are_message() => Grade::Message,
        Ok(()) if are_valid && fields.are_any() => Grade::Decodes,
        _ => Grade::Whole,
    };
    Some((grade, evidence))
}

/// Returns the evidence, or `None` if the representations do not fit the block.
fn evidence(block: &[u8]) -> Option<u32> {
    let (mut at, mut evidence, mut updates) = (0, 0, 0);
    while at < block.len() {
        let found = representation_at(block, at).ok()?;
        match found.kind {
            Kind::Indexed if found.integer.value == 0 => return None,
            Kind::SizeUpdate => updates += 1,
            _ => {}
        }
        let literals = [&found.name, &found.value].into_iter().flatten();
        let lengths = literals.map(|literal| 4 + literal.length.value.min(20));
        evidence += 2 + lengths.sum::<u32>();
        at = found.range.end;
    }
    (at > 0 && updates <= 2).then_some(evidence)
}

#[derive(Default)]
struct Fields {
    pseudo: Vec<Vec<u8>>,
    has_regular: bool,
}

impl Fields {
    fn are_any(&self) -> bool {
        self.has_regular || !self.pseudo.is_empty()
    }

    /// Adds a field. Returns whether it is valid and in an allowed position.
    fn add(&mut self, name: &[u8], value: &[u8]) -> bool {
        let is_token =
            |&byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let is_text = |&byte: &u8| byte >= b' ' && byte != 0x7f || byte == b'\t';
        let token = name.strip_prefix(b":").unwrap_or(name);
        let is_pseudo = token.len() < name.len();
        let is_placed = !is_pseudo || !self.has_regular && self.pseudo.len() < 8 && !self.has(name);
        if is_pseudo && is_placed {
            self.pseudo.push(name.to_vec());
        }
        self.has_regular |= !is_pseudo;
        is_placed && !token.is_empty() && token.iter().all(is_token) && value.iter().all(is_text)
    }

    fn has(&self, name: &[u8]) -> bool {
        self.pseudo.iter().any(|known| known == name)
    }

    fn are_message(&self) -> bool {
        let is_request = self.has(b":method") || self.has(b":scheme") || self.has(b":path");
        is_request != self.has(b":status")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_blocks() {
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
            let verdict = Judge::new(None).judge(Sender::Unknown, bytes);
            assert_eq!(verdict.grade, grade, "{bytes:x?}");
        }
    }

    #[test]
    fn follows_tables() {
        let mut judge = Judge::new(None);
        assert_eq!(judge.judge(Sender::Client, b"\xbe").grade, Grade::Whole);
        judge.accept(Sender::Client, b"\x40\x01a\x01b");
        assert_eq!(judge.judge(Sender::Client, b"\xbe").grade, Grade::Decodes);
        assert_eq!(judge.judge(Sender::Server, b"\xbe").grade, Grade::Whole);
    }
}
