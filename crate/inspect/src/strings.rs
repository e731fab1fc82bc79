//! Names and values as numbers: equal ones have the same number.

use std::collections::HashMap;

/// Numbers for strings of sessions, from 0. Thousands of rows may refer to one
/// entry: its bytes are looked at once.
#[derive(Debug, Default)]
pub(crate) struct Numbered<'a> {
    by_place: HashMap<(*const u8, usize), u32>,
    by_content: HashMap<&'a [u8], u32>,
    /// The strings, in the order of their numbers.
    pub(crate) all: Vec<&'a [u8]>,
}

impl<'a> Numbered<'a> {
    pub(crate) fn number(&mut self, bytes: &'a [u8]) -> u32 {
        let Self {
            by_place,
            by_content,
            all,
        } = self;
        let place = (bytes.as_ptr(), bytes.len());
        *by_place.entry(place).or_insert_with(|| {
            *by_content.entry(bytes).or_insert_with(|| {
                all.push(bytes);
                all.len() as u32 - 1
            })
        })
    }
}
