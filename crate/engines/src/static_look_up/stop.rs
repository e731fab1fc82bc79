//! A scan that stops early, as in Netty's HPACK encoder.
//!
//! Entries of one name are adjacent, so the first entry of another name ends the
//! search. Names repeat only up to `:status`, so after a name beyond
//! [`LAST_REPEAT`](super::LAST_REPEAT) not even the next entry is compared.
//! Netty claims that this second test speeds up the look-up of fields whose value
//! is not in the table, which is the usual case. Netty itself finds the first
//! entry of a name by hashing, like [`Hash`](super::Hash).

use hpack_core::static_table::among_equal_names;

use super::{Match, StaticLookUp, first_of_name};

/// Scans for the first entry of the name, then continues only while the name can
/// be the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop;

impl StaticLookUp for Stop {
    #[inline]
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match> {
        self.find_name(name)
            .map(|first| among_equal_names(first, value))
    }

    #[inline]
    fn find_name(&self, name: &[u8]) -> Option<u32> {
        first_of_name(name)
    }
}
