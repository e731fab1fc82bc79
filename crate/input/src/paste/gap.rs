//! What stands between two elements.

use super::{
    scan::span,
    text::{FILLER, is_blank, is_word},
};

/// Flags for the text between an element and the previous one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gap(u8);

impl Gap {
    pub(super) const LINE: u8 = 1;
    pub(super) const BLANK_LINE: u8 = 2;
    pub(super) const WORDS: u8 = 4;
    /// A comma or other nonblank character.
    pub(super) const PUNCTUATION: u8 = 8;
    /// A mark such as `>`, `|` or `-` at the start of a line.
    pub(super) const MARK: u8 = 16;

    pub(super) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn scan(plain: &[u8], from: usize, to: usize) -> Self {
        let text = &plain[..to];
        let mut flags = 0;
        let mut is_line_start = from == 0;
        let mut at = from;
        while let Some(&byte) = text.get(at) {
            if is_blank(byte) || byte == FILLER {
                at += 1;
                continue;
            }
            let (flag, end) = match byte {
                b'\n' if is_line_start => (Self::LINE | Self::BLANK_LINE, at + 1),
                b'\n' => (Self::LINE, at + 1),
                b'>' | b'<' | b'|' | b'-' | b'*' | b'+' if is_line_start => {
                    (Self::MARK, span(text, at, |next| next == byte))
                }
                _ if is_word(byte) => (Self::WORDS, span(text, at, is_word)),
                _ => (Self::PUNCTUATION, at + 1),
            };
            flags |= flag;
            is_line_start = byte == b'\n';
            at = end;
        }
        Self(flags)
    }
}
