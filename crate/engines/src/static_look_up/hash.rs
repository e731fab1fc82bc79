//! The perfect hash of `hpack-core`.

use hpack_core::static_table;

use super::{Match, StaticLookUp};

/// Hashes the name's length and three of its bytes to the only entry that can have
/// it, then continues like [`Stop`](super::Stop).
#[derive(Clone, Copy, Debug, Default)]
pub struct Hash;

impl StaticLookUp for Hash {
    #[inline]
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match> {
        static_table::find(name, value)
    }

    #[inline]
    fn find_name(&self, name: &[u8]) -> Option<u32> {
        static_table::find_name(name)
    }
}
