//! Appendix A: the static table, indices 1 to 61, and how fields are found in it.

mod find;

pub(crate) use find::equal;
pub use find::{LAST_REPEAT, Match, among_equal_names, find, find_name};

/// Entries of the static table: the first dynamic index is one more.
pub const LEN: u32 = 61;

/// Name and value of each entry; index 1 stands first.
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

/// Name and value at `index`.
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

const fn names_length() -> usize {
    let mut length = 0;
    let mut i = 0;
    while i < ENTRIES.len() {
        length += ENTRIES[i].0.len();
        i += 1;
    }
    length
}

/// All names, one behind the other. A table's arena begins with them, so
/// that the name of an entry is a range of the arena wherever it came from.
pub(crate) const NAMES: [u8; names_length()] = {
    let mut names = [0; names_length()];
    let mut at = 0;
    let mut i = 0;
    while i < ENTRIES.len() {
        let name = ENTRIES[i].0.as_bytes();
        let mut j = 0;
        while j < name.len() {
            names[at] = name[j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    names
};

/// Where the name at each index (from 1) begins in [`NAMES`].
pub(crate) const NAME_STARTS: [u16; ENTRIES.len()] = {
    let mut starts = [0; ENTRIES.len()];
    let mut at = 0;
    let mut i = 0;
    while i < ENTRIES.len() {
        starts[i] = at;
        at += ENTRIES[i].0.len() as u16;
        i += 1;
    }
    starts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_stand_where_they_are_said_to() {
        for (i, (name, _)) in ENTRIES.iter().enumerate() {
            let start = usize::from(NAME_STARTS[i]);
            assert_eq!(&NAMES[start..start + name.len()], name.as_bytes());
        }
    }

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
