//! What a person assumes unknown entries to be (“this is `:authority:
//! example.com`”), laid over a session, which stays as it is.
//!
//! Nothing is decoded again: an assumption is looked up where a name or value
//! is read, and only where nothing is known.

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

/// The unknown entries of a session that a person has taken to be something,
/// by direction and position. They are few: a sorted list takes less code than a
/// map in the package that the page loads first.
#[derive(Clone, Debug, Default)]
pub struct AssumedEntries(Vec<((usize, i64), AssumedField)>);

/// What an unknown entry is taken to be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AssumedField {
    name: Vec<u8>,
    /// `None` where only the name is assumed.
    value: Option<Vec<u8>>,
}

/// Why nothing can be assumed of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// There is no such direction, or no such entry was ever referred to.
    NoSuchEntry,
    /// Its name and value are known.
    Known,
}

impl AssumedEntries {
    /// Nothing is assumed.
    pub const NONE: Self = Self(Vec::new());

    /// Takes the entry at `position` of a direction's log, which is not known,
    /// to have this name and value; an entry of which only the name is not
    /// known passes it on to the one that it has its name from. The position
    /// that the assumption is kept for.
    ///
    /// # Errors
    /// Where there is no such entry, or it is known.
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
            // The value is known, or this entry stands for one that is not there.
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

    /// Forgets what was assumed of an entry; whether something was.
    pub fn retract(&mut self, direction: usize, position: i64) -> bool {
        let found = self.find(direction, position);
        found.map(|at| self.0.remove(at)).is_ok()
    }

    /// The number of the entry at `position`, or where it would be.
    fn find(&self, direction: usize, position: i64) -> Result<usize, usize> {
        self.0
            .binary_search_by_key(&(direction, position), |(key, _)| *key)
    }

    fn get(&self, direction: usize, position: i64) -> Option<&AssumedField> {
        let at = self.find(direction, position).ok()?;
        Some(&self.0[at].1)
    }

    /// `session` as it is read with these assumptions.
    #[must_use]
    pub fn over<'a>(&'a self, session: &'a Session) -> Overlay<'a> {
        Overlay {
            session,
            assumed: self,
        }
    }

    /// What the name of the entry at `position` is taken to be, or that of
    /// the entry which it has its name from.
    fn name(&self, session: &Session, direction: usize, position: i64) -> Option<&[u8]> {
        if self.0.is_empty() {
            return None;
        }
        let mut position = position;
        loop {
            if let Some(assumed) = self.get(direction, position) {
                return Some(&assumed.name);
            }
            // Each has its name from an older one.
            position = taken_from(session, direction, position)?;
        }
    }

    fn value(&self, direction: usize, position: i64) -> Option<&[u8]> {
        self.get(direction, position)?.value.as_deref()
    }
}

/// The oldest entry that the one at `position` has its name from.
fn name_from(session: &Session, direction: usize, position: i64) -> Option<i64> {
    let older = |&at: &i64| taken_from(session, direction, at);
    std::iter::successors(older(&position), older).last()
}

fn taken_from(session: &Session, direction: usize, position: i64) -> Option<i64> {
    let row = session.inserted_by(direction, position)?.row;
    session
        .referred(&session.rows()[row])
        .filter(|&older| older < position)
}

/// A session as it is read with assumed entries.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// The session.
    pub session: &'a Session,
    assumed: &'a AssumedEntries,
}

impl<'a> Overlay<'a> {
    /// A row's name, as it is or is assumed to be.
    #[must_use]
    pub fn name(&self, row: &Row) -> Option<&'a [u8]> {
        self.session.name(row).or_else(|| {
            let (direction, position) = self.unknown(row, flags::NAME_UNKNOWN)?;
            self.assumed.name(self.session, direction, position)
        })
    }

    /// A row's value, likewise.
    #[must_use]
    pub fn value(&self, row: &Row) -> Option<&'a [u8]> {
        self.session.value(row).or_else(|| {
            let (direction, position) = self.unknown(row, flags::VALUE_UNKNOWN)?;
            self.assumed.value(direction, position)
        })
    }

    /// The entry that a row refers to for what it does not know.
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

    /// [`Session::found`].
    #[must_use]
    pub fn found(&self, block: usize) -> Vec<Found> {
        let once = &mut Once::default();
        warnings::found(self.session, block, self.fields(block), once)
    }

    /// [`Session::warning`].
    #[must_use]
    pub fn warning(&self, block: usize, found: Found) -> Warning {
        warnings::warning(self.session, block, found, |row| self.field(row))
    }

    /// [`Session::explain`].
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
