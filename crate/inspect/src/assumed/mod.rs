//! Guesses of the user for unknown entries (“this is `:authority:
//! example.com`”), as an overlay on an unchanged session.
//!
//! Nothing is decoded again: an unknown name or value is looked up in the
//! guesses when it is read.

mod evidence;

use http2::validity::{Field, Once};
use serde::Serialize;

pub use evidence::{AssumedView, Reason};

use crate::{
    columns::{Row, flags},
    explain::{Explanation, Part},
    session::Session,
    text::lossy,
    warnings::{self, Found, Warning},
};

/// Guesses for unknown entries of a session, by direction and position. They
/// are few, and a sorted list takes less code than a map in the package that
/// the page loads first.
#[derive(Clone, Debug, Default)]
pub struct AssumedEntries(Vec<((usize, i64), AssumedField)>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct AssumedField {
    name: Vec<u8>,
    /// `None` if only the name is assumed.
    value: Option<Vec<u8>>,
}

/// Reason for rejecting a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// The direction does not exist, or no row refers to the entry.
    NoSuchEntry,
    /// Name and value are known.
    Known,
}

impl AssumedEntries {
    /// No guesses.
    pub const NONE: Self = Self(Vec::new());

    /// Adds a guess for the unknown entry at `position` of a direction's log.
    /// If only the entry's name is unknown, the guess is stored for the entry
    /// that it took its name from. Returns the position of the guess.
    ///
    /// # Errors
    /// If there is no such entry, or it is known.
    pub fn assume(
        &mut self,
        session: &Session,
        (direction, position): (usize, i64),
        name: &[u8],
        value: Option<&[u8]>,
    ) -> Result<i64, Refused> {
        let found = session.directions().get(direction);
        let table = found.ok_or(Refused::NoSuchEntry)?.table();
        let (root, value) = match table.entry(position) {
            Some(entry) if entry.name.is_some() => return Err(Refused::Known),
            // Its value is known, or its insertion was not seen.
            Some(entry) if entry.value.is_some() => (
                name_from(session, direction, position).ok_or(Refused::NoSuchEntry)?,
                None,
            ),
            None if session.uses_of(direction, position).is_empty() => {
                return Err(Refused::NoSuchEntry);
            }
            _ => (position, value),
        };
        let value = value
            .or_else(|| self.value(direction, root))
            .map(<[u8]>::to_vec);
        let name = name.to_vec();
        let field = ((direction, root), AssumedField { name, value });
        match self.find(direction, root) {
            Ok(at) => self.0[at] = field,
            Err(at) => self.0.insert(at, field),
        }
        Ok(root)
    }

    /// Removes the guess for an entry. Returns whether there was one.
    pub fn retract(&mut self, direction: usize, position: i64) -> bool {
        let found = self.find(direction, position);
        found.map(|at| self.0.remove(at)).is_ok()
    }

    /// Number of the guess for the entry at `position`, or where to insert it.
    fn find(&self, direction: usize, position: i64) -> Result<usize, usize> {
        self.0
            .binary_search_by_key(&(direction, position), |(key, _)| *key)
    }

    fn get(&self, direction: usize, position: i64) -> Option<&AssumedField> {
        let at = self.find(direction, position).ok()?;
        Some(&self.0[at].1)
    }

    /// Overlays the guesses on `session`.
    #[must_use]
    pub fn over<'a>(&'a self, session: &'a Session) -> Overlay<'a> {
        Overlay {
            session,
            assumed: self,
        }
    }

    /// Guessed name of the entry at `position`, or of the entry that it took
    /// its name from.
    fn name(&self, session: &Session, direction: usize, position: i64) -> Option<&[u8]> {
        if self.0.is_empty() {
            return None;
        }
        let mut position = position;
        loop {
            if let Some(assumed) = self.get(direction, position) {
                return Some(&assumed.name);
            }
            position = name_source(session, direction, position)?;
        }
    }

    fn value(&self, direction: usize, position: i64) -> Option<&[u8]> {
        self.get(direction, position)?.value.as_deref()
    }
}

/// Oldest entry that the one at `position` took its name from, over any number
/// of steps.
fn name_from(session: &Session, direction: usize, position: i64) -> Option<i64> {
    let older = |&at: &i64| name_source(session, direction, at);
    std::iter::successors(older(&position), older).last()
}

fn name_source(session: &Session, direction: usize, position: i64) -> Option<i64> {
    let row = session.inserted_by(direction, position)?.row;
    session
        .referred(&session.rows()[row])
        .filter(|&older| older < position)
}

/// A session overlaid with guesses.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// The session.
    pub session: &'a Session,
    assumed: &'a AssumedEntries,
}

impl<'a> Overlay<'a> {
    /// Name of a row, decoded or guessed.
    #[must_use]
    pub fn name(&self, row: &Row) -> Option<&'a [u8]> {
        self.session.name(row).or_else(|| {
            let (direction, position) = self.unknown(row, flags::NAME_UNKNOWN)?;
            self.assumed.name(self.session, direction, position)
        })
    }

    /// Value of a row, decoded or guessed.
    #[must_use]
    pub fn value(&self, row: &Row) -> Option<&'a [u8]> {
        self.session.value(row).or_else(|| {
            let (direction, position) = self.unknown(row, flags::VALUE_UNKNOWN)?;
            self.assumed.value(direction, position)
        })
    }

    fn unknown(&self, row: &Row, flag: u16) -> Option<(usize, i64)> {
        let position = self.session.referred(row).filter(|_| row.has(flag))?;
        Some((self.session.direction_number(row), position))
    }

    fn field(&self, row: &Row) -> Field<'a> {
        Field {
            name: self.name(row),
            value: self.value(row),
        }
    }

    fn fields(self, block: usize) -> impl Iterator<Item = Field<'a>> {
        let rows = self.session.field_rows(block).iter();
        rows.map(move |row| self.field(row))
    }

    /// Like [`Session::found`], with the guesses.
    #[must_use]
    pub fn found(&self, block: usize) -> Vec<Found> {
        let once = &mut Once::default();
        warnings::found(self.session, block, self.fields(block), once)
    }

    /// Like [`Session::warning`], with the guesses.
    #[must_use]
    pub fn warning(&self, block: usize, found: Found) -> Warning {
        warnings::warning(self.session, block, found, |row| self.field(row))
    }

    /// Like [`Session::explain`], with the guesses.
    #[must_use]
    pub fn explain(&self, row: usize, characters_from: usize) -> Option<Explanation> {
        let mut explanation = self.session.explain(row, characters_from)?;
        let direction = self.session.direction_number(&self.session.rows()[row]);
        for part in &mut explanation.parts {
            if let Part::Reference(reference) = part
                && let Some(position) = reference.position
            {
                let name = self.assumed.name(self.session, direction, position);
                let value = self.assumed.value(direction, position);
                for (known, assumed) in [(&mut reference.name, name), (&mut reference.value, value)]
                {
                    if known.is_none() && assumed.is_some() {
                        *known = assumed.map(lossy);
                        reference.guessed = true;
                    }
                }
            }
        }
        Some(explanation)
    }
}
