//! What the text around a passage says of it.

use super::{
    Format,
    passages::Passage,
    reading::{Reading, Source},
    sides::{self, Side},
    text::{line_start, near_line_end, skip_blanks},
};

/// Parts of words for header blocks and what is done with them.
const NAMES: &str = "block hpack frag decode encoded inflate header hdr wire payload";

/// Words for the size of something.
const SIZES: &str = "len length size bytes octets";

fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

impl Passage {
    fn label_text<'a>(&self, source: &Source<'a>) -> &'a str {
        source
            .raw
            .get(self.label.0..self.label.1)
            .unwrap_or_default()
    }

    /// Whether one of the last `count` words before it announces a block, or a
    /// short label names its sender.
    pub(super) fn is_announced(&self, source: &Source<'_>, count: usize) -> bool {
        let label = self.label_text(source).to_ascii_lowercase();
        let words = label.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words = words.filter(|word| word.chars().any(char::is_alphabetic));
        let is_name = |word: &str| NAMES.split(' ').any(|name| word.contains(name));
        let rest = skip_blanks(source.plain, self.end(), false);
        let is_alone = matches!(source.plain.get(rest), None | Some(b'\n'));
        let is_side = matches!(self.side, Some(Side::Is(_))) && self.is_labelled && is_alone;
        words.clone().rev().take(count).any(is_name) || is_side && words.count() < 4
    }

    /// Whether it is a string, and its line names the notation: `fromhex("…")`.
    pub(super) fn is_named(&self, source: &Source<'_>, reading: &Reading) -> bool {
        let name: &[u8] = match reading.format {
            Format::Hex => b"hex",
            Format::Base64 => b"64",
            _ => return false,
        };
        if !self.is_enclosed(source.plain) {
            return false;
        }
        let from = line_start(source.plain, self.start());
        let to = near_line_end(source.plain, self.end());
        let line = &source.raw.as_bytes()[from..to];
        let prefix = self.start().checked_sub(2).map(|at| source.plain[at]);
        let mut parts = line.windows(name.len());
        parts.any(|part| part.eq_ignore_ascii_case(name)) || matches!(prefix, Some(b'x' | b'X'))
    }

    /// Whether the text before it states how many bytes it has.
    pub(super) fn is_counted(&self, source: &Source<'_>, count: usize) -> bool {
        let label = source
            .raw
            .get(self.label.0..self.start())
            .unwrap_or_default();
        let mut before = "";
        label
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| {
                let is_count = |text: &str| text.parse() == Ok(count);
                let is_size = |text: &str| is_among(SIZES, &text.to_ascii_lowercase());
                let is_stated = is_count(word) && (count > 3 || is_size(before))
                    || is_size(word) && is_count(before);
                if !word.is_empty() {
                    before = word;
                }
                is_stated
            })
    }

    /// What passages of one kind have in common: the last word before them,
    /// words for sides being alike, and whether they are enclosed.
    pub(super) fn key(&self, source: &Source<'_>) -> Option<(String, bool)> {
        let mut words = self
            .label_text(source)
            .split(|c: char| !c.is_alphanumeric());
        let is_name = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
        let last = words.rfind(is_name)?;
        let last = match sides::side(last) {
            Some(_) => "side".to_owned(),
            None => last.to_ascii_lowercase(),
        };
        Some((last, self.is_apart(source.plain)))
    }
}
