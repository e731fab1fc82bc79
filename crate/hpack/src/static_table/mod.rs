//! Appendix A: the static table, indices 1 to 61.

mod find;

pub(crate) use find::equal;
pub use find::{LAST_REPEAT, Match, among_equal_names, find, find_name};

/// Number of entries.
pub const LEN: u32 = 61;

/// Name and value of each entry, from index 1 on.
pub const ENTRIES: [(&str, &str); LEN as usize] = [
    (":authority", ""),
    (":method", "GET"),
    (":method", "POST"),
    (":path", "/"),
    (":path", "/index.html"),
    (":scheme", "http"),
    (":scheme", "https"),
    (":status", "200"),
    (":status", "204"),
    (":status", "206"),
    (":status", "304"),
    (":status", "400"),
    (":status", "404"),
    (":status", "500"),
    ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
    ("accept-language", ""),
    ("accept-ranges", ""),
    ("accept", ""),
    ("access-control-allow-origin", ""),
    ("age", ""),
    ("allow", ""),
    ("authorization", ""),
    ("cache-control", ""),
    ("content-disposition", ""),
    ("content-encoding", ""),
    ("content-language", ""),
    ("content-length", ""),
    ("content-location", ""),
    ("content-range", ""),
    ("content-type", ""),
    ("cookie", ""),
    ("date", ""),
    ("etag", ""),
    ("expect", ""),
    ("expires", ""),
    ("from", ""),
    ("host", ""),
    ("if-match", ""),
    ("if-modified-since", ""),
    ("if-none-match", ""),
    ("if-range", ""),
    ("if-unmodified-since", ""),
    ("last-modified", ""),
    ("link", ""),
    ("location", ""),
    ("max-forwards", ""),
    ("proxy-authenticate", ""),
    ("proxy-authorization", ""),
    ("range", ""),
    ("referer", ""),
    ("refresh", ""),
    ("retry-after", ""),
    ("server", ""),
    ("set-cookie", ""),
    ("strict-transport-security", ""),
    ("transfer-encoding", ""),
    ("user-agent", ""),
    ("vary", ""),
    ("via", ""),
    ("www-authenticate", ""),
];

/// Returns name and value of the entry at `index`.
///
/// ```
/// assert_eq!(hpack_core::static_table::get(2), Some((":method", "GET")));
/// assert_eq!(hpack_core::static_table::get(62), None);
/// ```
#[inline]
#[must_use]
pub fn get(index: u32) -> Option<(&'static str, &'static str)> {
    ENTRIES.get((index as usize).wrapping_sub(1)).copied()
}

const TEXT_LEN: usize = {
    let mut length = 0;
    let mut i = 0;
    while i < ENTRIES.len() {
        length += ENTRIES[i].0.len() + ENTRIES[i].1.len();
        i += 1;
    }
    length
};

/// Names and values of all entries, concatenated.
pub(crate) static TEXT: [u8; TEXT_LEN] = {
    let mut text = [0; TEXT_LEN];
    let mut at = 0;
    let mut i = 0;
    while i < 2 * ENTRIES.len() {
        let (name, value) = ENTRIES[i / 2];
        let bytes = if i % 2 == 0 {
            name.as_bytes()
        } else {
            value.as_bytes()
        };
        let mut j = 0;
        while j < bytes.len() {
            text[at] = bytes[j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    text
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_run_from_1_to_61() {
        assert_eq!(get(0), None);
        assert_eq!(get(1), Some((":authority", "")));
        assert_eq!(get(2), Some((":method", "GET")));
        assert_eq!(get(61), Some(("www-authenticate", "")));
        assert_eq!(get(62), None);
        assert_eq!(get(u32::MAX), None);
    }
}
