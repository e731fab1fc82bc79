//! A text with the elements found in it.

use super::{
    Format,
    lexer::{Element, Elements, Kind, Run, Shape},
    text::FILLER,
};
use crate::Place;

#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) raw: &'a str,
    pub(super) plain: &'a [u8],
    pub(super) elements: &'a Elements,
    /// Start of the part that is read.
    pub(super) start: usize,
    pub(super) chosen: Option<Format>,
}

impl<'a> Source<'a> {
    pub(super) fn part(&self) -> &'a str {
        &self.raw[self.start..self.plain.len()]
    }

    /// The text between two positions; empty if they are not in it, or split a
    /// character.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.raw.get(from..to).unwrap_or_default()
    }

    pub(super) fn text_of(&self, element: &Element) -> &[u8] {
        &self.plain[element.start as usize..element.end as usize]
    }

    pub(super) fn digits(&self, shape: &Shape, at: u32) -> impl Iterator<Item = (usize, u8)> + '_ {
        let digits = shape.digits(at);
        let digits = digits.clone().zip(&self.plain[digits]);
        digits
            .filter(|&(_, &byte)| byte != FILLER)
            .map(|(at, &byte)| (at, byte))
    }
}

pub(super) fn runs(rows: &[Element]) -> impl Iterator<Item = (Place, &Run)> {
    rows.iter().filter_map(|row| match &row.kind {
        Kind::Run(run) => Some((row.place(), run)),
        _ => None,
    })
}
