//! A scan that knows when to stop, as Netty's HPACK encoder does.
//!
//! Two things about the table are used. Entries of one name stand together,
//! so that the first entry of another name ends the search. And names repeat
//! only near the beginning, up to `:status`: after a name that is found behind
//! [`LAST_REPEAT`](super::LAST_REPEAT), not even the next entry is looked at.
//! Netty's claim is that this second test, with an index worked out from the
//! table when the program starts, makes it quicker to look up fields whose
//! value is not in the table, which most fields are. Netty itself finds the
//! first entry of a name in a hash table; here that is [`Hash`](super::Hash),
//! which ends in the same way.

use hpack_core::static_table::among_equal_names;

use super::{Match, StaticLookUp, first_of_name};

/// Scans for the first entry of the name, and from there goes on only while
/// the name is the same and may be.
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
