//! Cache of the checks of long strings: indices of one byte can refer to the same
//! value of several kilobytes a million times.

use std::collections::{HashMap, HashSet};

/// Length up to which a check is cheaper than a look-up, bytes.
const SHORT: usize = 64;

/// Bytes that a check searches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// Uppercase letters.
    Upper,
    /// Bytes that are not allowed in names.
    InName,
    /// Bytes that are not allowed in values.
    InValue,
}

/// Cached results, by target, address and length of a string.
#[derive(Debug, Default)]
pub struct Once {
    found: HashMap<(Target, usize, usize), Option<usize>>,
}

impl Once {
    /// Position of the first byte of `bytes` that `is_target`.
    pub(super) fn position(
        &mut self,
        target: Target,
        bytes: &[u8],
        is_target: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let search = || bytes.iter().position(|&byte| is_target(byte));
        if bytes.len() <= SHORT {
            return search();
        }
        *self
            .found
            .entry((target, bytes.as_ptr().addr(), bytes.len()))
            .or_insert_with(search)
    }

    /// Number of cached results.
    #[must_use]
    pub fn cached_results(&self) -> usize {
        self.found.len()
    }
}

#[derive(Debug, Default)]
pub(super) struct Set<'a> {
    places: HashSet<(*const u8, usize)>,
    strings: HashSet<&'a [u8]>,
}

impl<'a> Set<'a> {
    /// Whether the string is new.
    pub(super) fn insert(&mut self, bytes: &'a [u8]) -> bool {
        self.places.insert((bytes.as_ptr(), bytes.len())) && self.strings.insert(bytes)
    }
}
