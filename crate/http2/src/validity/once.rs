//! Long strings are looked at once: an index of one byte may give the same
//! value of kilobytes a million times.

use std::collections::{HashMap, HashSet};

/// Bytes that are looked at again sooner than remembered.
const SHORT: usize = 64;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sought {
    /// Letters in upper case.
    Upper,
    /// What no name may hold.
    InName,
    /// What no value may hold.
    InValue,
}

/// What was found, by where a string stands and how long it is.
#[derive(Debug, Default)]
pub struct Once {
    found: HashMap<(Sought, usize, usize), Option<usize>>,
}

impl Once {
    /// The first byte of `bytes` that is `wrong`.
    pub(super) fn position(
        &mut self,
        sought: Sought,
        bytes: &[u8],
        wrong: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let look = || bytes.iter().position(|&byte| wrong(byte));
        if bytes.len() <= SHORT {
            return look();
        }
        *self
            .found
            .entry((sought, bytes.as_ptr().addr(), bytes.len()))
            .or_insert_with(look)
    }

    /// How many long strings were looked at, each for as many things as were
    /// sought in it.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.found.len()
    }
}

/// Strings, each once.
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
