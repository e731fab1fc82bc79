//! What is between two elements of a text.

use super::text::{ELLIPSIS, FILLER, is_blank, is_word};

/// What is between an element and the one before it, or the text's start or end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gap(u8);

impl Gap {
    pub(super) const LINE: u8 = 1;
    /// A line without anything in it.
    pub(super) const BLANK_LINE: u8 = 2;
    pub(super) const WORDS: u8 = 4;
    /// `…` or `...`
    pub(super) const CUT: u8 = 8;
    /// A comma, or something else that is no blank.
    pub(super) const PUNCTUATION: u8 = 16;
    /// `>`, `<` or `|` at the start of a line.
    pub(super) const MARK: u8 = 32;

    pub(super) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn of(plain: &[u8], from: usize, to: usize) -> Self {
        let mut flags = 0;
        let mut fresh = from == 0;
        let mut at = from;
        while at < to {
            let byte = plain[at];
            at += 1;
            match byte {
                b'\n' => {
                    flags |= if fresh {
                        Self::LINE | Self::BLANK_LINE
                    } else {
                        Self::LINE
                    };
                    fresh = true;
                    continue;
                }
                FILLER => continue,
                byte if is_blank(byte) => continue,
                ELLIPSIS => flags |= Self::CUT,
                b'.' if plain[at - 1..to].starts_with(b"...") => {
                    flags |= Self::CUT;
                    at += 2;
                }
                b'>' | b'<' | b'|' | b'-' | b'*' | b'+' if fresh => {
                    flags |= Self::MARK;
                    while at < to && plain[at] == byte {
                        at += 1;
                    }
                }
                byte if is_word(byte) => {
                    flags |= Self::WORDS;
                    while at < to && is_word(plain[at]) {
                        at += 1;
                    }
                }
                _ => flags |= Self::PUNCTUATION,
            }
            fresh = false;
        }
        Self(flags)
    }
}
