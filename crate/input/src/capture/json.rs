//! JSON of any length, in chunks: the values at certain paths, one at a time.

/// A log or an archive in JSON that is read in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chromium's log of its network stack.
    NetLog,
    /// An HTTP archive.
    Har,
}

/// What the input is, by its first octets: 64 are enough.
#[must_use]
pub fn kind(head: &[u8]) -> Option<Kind> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let inside = head.trim_ascii_start().strip_prefix(b"{")?;
    let key = inside.trim_ascii_start().strip_prefix(b"\"")?;
    let end = key.iter().position(|byte| *byte == b'"')?;
    match &key[..end] {
        b"constants" => Some(Kind::NetLog),
        b"log" => {
            let value = key[end + 1..].trim_ascii_start().strip_prefix(b":")?;
            value
                .trim_ascii_start()
                .starts_with(b"{")
                .then_some(Kind::Har)
        }
        _ => None,
    }
}
