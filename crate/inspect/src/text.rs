//! Octets as text for people.

/// UTF-8 as it is; U+FFFD in place of what is none.
pub(crate) fn lossy(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}
