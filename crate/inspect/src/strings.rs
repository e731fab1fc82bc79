//! Interned names and values: equal strings get equal numbers.

use std::collections::HashMap;

/// Number of an unknown string.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// Interner for the strings of sessions, numbered from 0. Thousands of rows may
/// refer to one entry, whose bytes are hashed only once.
#[derive(Debug, Default)]
pub(crate) struct Numbered<'a> {
    by_address: HashMap<(*const u8, usize), u32>,
    by_content: HashMap<&'a [u8], u32>,
    pub(crate) all: Vec<&'a [u8]>,
}

impl<'a> Numbered<'a> {
    /// Numbers of a name and a value.
    pub(crate) fn numbers(&mut self, both: [Option<&'a [u8]>; 2]) -> [u32; 2] {
        both.map(|bytes| bytes.map_or(UNKNOWN, |bytes| self.number(bytes)))
    }

    pub(crate) fn number(&mut self, bytes: &'a [u8]) -> u32 {
        let Self {
            by_address,
            by_content,
            all,
        } = self;
        let address = (bytes.as_ptr(), bytes.len());
        *by_address.entry(address).or_insert_with(|| {
            *by_content.entry(bytes).or_insert_with(|| {
                all.push(bytes);
                all.len() as u32 - 1
            })
        })
    }
}
