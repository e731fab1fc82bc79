//! Helpers for scanning text forwards and backwards.

/// Returns the byte at `at`, or a line feed beyond the end.
pub(crate) fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(b'\n')
}

/// Returns the end of the run of bytes from `at` on that pass `test`.
pub(crate) fn span(text: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| test(byte)).count()
}

/// Returns the start of the run of bytes before `at` that pass `test`.
pub(crate) fn span_back(text: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    let rest = text[..at].iter().rev();
    at - rest.take_while(|&&byte| test(byte)).count()
}

pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, part)
}

pub(crate) fn contains(text: &[u8], part: &[u8]) -> bool {
    find(text, part).is_some()
}

/// Returns the byte before `at`, or a line feed at the start.
pub(crate) fn byte_before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(b'\n', |before| text[before])
}
