//! Looking ahead and back in a text.

/// The byte at `at`, or a line feed beyond the end of the text.
pub(super) fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(b'\n')
}

/// The end of the bytes from `at` on that all pass `test`.
pub(super) fn span(text: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| test(byte)).count()
}

/// The start of the bytes up to `at` that all pass `test`.
pub(super) fn span_back(text: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    let rest = text[..at].iter().rev();
    at - rest.take_while(|&&byte| test(byte)).count()
}

/// Where `part` is first in `text`.
pub(super) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, part)
}

/// Whether `text` contains `part`.
pub(super) fn contains(text: &[u8], part: &[u8]) -> bool {
    find(text, part).is_some()
}

/// The byte before `at`, or a line feed at the start of the text.
pub(super) fn byte_before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(b'\n', |before| text[before])
}
