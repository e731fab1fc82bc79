//! A full scan.

use super::{Match, StaticLookUp, TABLE, equal, first_of_name};

/// Compares with each of the 61 entries until one has name and value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scan;

impl StaticLookUp for Scan {
    #[inline]
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match> {
        let mut found = None;
        for (index, (its_name, its_value)) in (1..).zip(&TABLE) {
            if !equal(its_name.as_bytes(), name) {
                continue;
            }
            if equal(its_value.as_bytes(), value) {
                return Some(Match { index, value: true });
            }
            found = found.or(Some(Match {
                index,
                value: false,
            }));
        }
        found
    }

    #[inline]
    fn find_name(&self, name: &[u8]) -> Option<u32> {
        first_of_name(name)
    }
}
