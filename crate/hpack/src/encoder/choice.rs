//! The legal ways to write a field, and what each costs.

use alloc::vec::Vec;
use core::fmt;

use super::{Encoder, FieldLine, HuffmanUse};
use crate::{
    dynamic_table::{DynamicTable, OVERHEAD},
    huffman, integer,
    representation::Kind,
    static_table,
};

/// A way to write a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// §6; never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// The index of the field or of its name; `None` where the name is a literal.
    pub index: Option<u32>,
    /// Whether the name is in the Huffman code; `None` where it is no literal.
    pub name_huffman: Option<bool>,
    /// Whether the value is in the Huffman code; `None` where it is no literal.
    pub value_huffman: Option<bool>,
    /// What it takes, octets.
    pub octets: usize,
    /// Entries that leave the table for it.
    pub evicts: usize,
    /// §4.4: whether the entry is larger than the table, which it empties
    /// without being added.
    pub empties: bool,
    /// §7.1.3: whether it keeps a sensitive field out of all tables; true
    /// for a field that is not sensitive.
    pub proper: bool,
}

/// Why a choice is not legal here and now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// §6.3: a size update stands for no field.
    NoField,
    /// §6.1: an indexed field needs an index.
    NoIndex,
    /// §2.3.3: neither table has that index.
    OutOfRange {
        /// The index.
        index: u32,
        /// The last one there is.
        last: u32,
    },
    /// The entry has another name.
    OtherName {
        /// Its index.
        index: u32,
    },
    /// The entry has the name, but another value.
    OtherValue {
        /// Its index.
        index: u32,
    },
    /// Whether a literal is in the Huffman code is not said, or said of a
    /// string that is no literal.
    Coding,
}

impl Illegal {
    /// The section whose rule it is.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::NoField => "RFC 7541 §6.3",
            Self::NoIndex | Self::OtherValue { .. } => "RFC 7541 §6.1",
            Self::OutOfRange { .. } => "RFC 7541 §2.3.3",
            Self::OtherName { .. } => "RFC 7541 §6",
            Self::Coding => "RFC 7541 §5.2",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoField => write!(f, "A size update does not carry a field."),
            Self::NoIndex => write!(f, "An indexed field needs an index."),
            Self::OutOfRange { index, last } => write!(
                f,
                "Index {index} is not in the tables, which end at {last}."
            ),
            Self::OtherName { index } => write!(f, "The entry at index {index} has another name."),
            Self::OtherValue { index } => {
                write!(f, "The entry at index {index} has another value.")
            }
            Self::Coding => write!(f, "Each literal string is either plain or Huffman-coded."),
        }
    }
}

impl core::error::Error for Illegal {}

/// What the strings of a field take as literals, with their lengths, octets:
/// plain, and in the Huffman code.
#[derive(Clone, Copy)]
pub(super) struct Literals {
    name: [usize; 2],
    value: [usize; 2],
}

impl Literals {
    /// Of a field that has none.
    const NONE: Self = Self {
        name: [0; 2],
        value: [0; 2],
    };

    pub(super) fn of(field: FieldLine<'_>) -> Self {
        let both = |text: &[u8]| {
            [text.len(), huffman::encoded_len(text)]
                .map(|length| integer::encoded_len(7, length as u64) + length)
        };
        Self {
            name: both(field.name),
            value: both(field.value),
        }
    }

    fn octets(
        &self,
        kind: Kind,
        index: Option<u32>,
        name: Option<bool>,
        value: Option<bool>,
    ) -> usize {
        let literal = |sizes: &[usize; 2], coded: Option<bool>| {
            coded.map_or(0, |coded| sizes[usize::from(coded)])
        };
        integer::encoded_len(kind.prefix_bits(), u64::from(index.unwrap_or(0)))
            + literal(&self.name, name)
            + literal(&self.value, value)
    }
}

/// The literal representations, in the order in which ties are decided.
const LITERALS: [Kind; 3] = [Kind::Incremental, Kind::WithoutIndexing, Kind::NeverIndexed];

/// What inserting a field does to the table: entries that leave, and whether
/// it is too large for the table.
fn effect(table: &DynamicTable, field: FieldLine<'_>) -> (usize, bool) {
    let size = (field.name.len() as u64)
        .saturating_add(field.value.len() as u64)
        .saturating_add(u64::from(OVERHEAD));
    let Some(room) = u64::from(table.state().maximum).checked_sub(size) else {
        return (table.count(), true);
    };
    (table.evictions_for(room), false)
}

/// The index of the entry at `position`.
fn index_of(table: &DynamicTable, position: i64) -> Option<u32> {
    let age = u32::try_from(table.state().end - 1 - position).ok()?;
    (static_table::LEN + 1).checked_add(age)
}

/// Static entries of that name: index, and whether the value is the same.
fn in_static<'a>(name: &'a [u8], value: &'a [u8]) -> impl Iterator<Item = (u32, bool)> + 'a {
    (1..=static_table::LEN)
        .zip(static_table::ENTRIES)
        .filter(move |(_, (found, _))| found.as_bytes() == name)
        .map(move |(index, (_, found))| (index, found.as_bytes() == value))
}

impl Encoder {
    /// Every legal representation of the field now, cheapest first. Of those
    /// that take the same octets, [`Kind::Indexed`] comes first, then
    /// incremental, without and never; then those with an index, the least
    /// first; then plain before Huffman, of the name and of the value.
    #[must_use]
    pub fn choices(&self, field: FieldLine<'_>) -> Vec<Choice> {
        self.choices_among(field, usize::MAX).0
    }

    /// The same with at most `most` entries of the dynamic table as
    /// references to the name, the newest, and how many representations are
    /// left out for it: none that is cheaper than those that are not.
    #[must_use]
    pub fn choices_among(&self, field: FieldLine<'_>, most: usize) -> (Vec<Choice>, usize) {
        let literals = Literals::of(field);
        let effect = effect(&self.table, field);
        let mut dynamic = self.index.with_name(field.name).filter_map(|position| {
            let (_, value) = self.table.field(position);
            Some((index_of(&self.table, position)?, value == Some(field.value)))
        });
        let mut names: Vec<(u32, bool)> = in_static(field.name, field.value).collect();
        names.extend(dynamic.by_ref().take(most));
        let mut more = 0;
        for (index, whole) in dynamic {
            // The field itself may stand further back than its name.
            if whole && !names.iter().any(|&(_, whole)| whole) {
                names.push((index, true));
            } else {
                more += LITERALS.len() * 2 + usize::from(whole);
            }
        }
        let mut choices = Vec::new();
        let mut push = |kind, index, name, value| {
            choices.push(finish(field, effect, &literals, kind, index, name, value));
        };
        for &(index, whole) in &names {
            if whole {
                push(Kind::Indexed, Some(index), None, None);
            }
        }
        let names = names.into_iter().map(|(index, _)| Some(index));
        for index in names.chain([None]) {
            let codings: &[Option<bool>] = match index {
                Some(_) => &[None],
                None => &[Some(false), Some(true)],
            };
            for kind in LITERALS {
                for &name in codings {
                    for value in [false, true] {
                        push(kind, index, name, Some(value));
                    }
                }
            }
        }
        choices.sort_by_key(order);
        (choices, more)
    }

    /// A representation by its parts, with what it costs here and now.
    ///
    /// # Errors
    /// [`Illegal`]: why it is not legal.
    pub fn choice(
        &self,
        field: FieldLine<'_>,
        kind: Kind,
        index: Option<u32>,
        name_huffman: Option<bool>,
        value_huffman: Option<bool>,
    ) -> Result<Choice, Illegal> {
        let effect = effect(&self.table, field);
        let literals = Literals::of(field);
        let choice = finish(
            field,
            effect,
            &literals,
            kind,
            index,
            name_huffman,
            value_huffman,
        );
        self.check(field, &choice).map(|()| choice)
    }

    /// Whether `choice` is a legal way to write the field now.
    ///
    /// # Errors
    /// [`Illegal`]: why it is not.
    pub fn check(&self, field: FieldLine<'_>, choice: &Choice) -> Result<(), Illegal> {
        let indexed = match choice.kind {
            Kind::SizeUpdate => return Err(Illegal::NoField),
            Kind::Indexed => true,
            Kind::Incremental | Kind::WithoutIndexing | Kind::NeverIndexed => false,
        };
        if choice.value_huffman.is_some() == indexed
            || choice.name_huffman.is_some() != (!indexed && choice.index.is_none())
        {
            return Err(Illegal::Coding);
        }
        let Some(index) = choice.index else {
            return if indexed {
                Err(Illegal::NoIndex)
            } else {
                Ok(())
            };
        };
        let (name, value) = self.look_up(index).ok_or_else(|| Illegal::OutOfRange {
            index,
            last: static_table::LEN.saturating_add(self.table.count() as u32),
        })?;
        if name != field.name {
            Err(Illegal::OtherName { index })
        } else if indexed && value != field.value {
            Err(Illegal::OtherValue { index })
        } else {
            Ok(())
        }
    }

    /// Name and value at `index`, where they are known.
    fn look_up(&self, index: u32) -> Option<(&[u8], &[u8])> {
        if let Some((name, value)) = static_table::get(index) {
            return Some((name.as_bytes(), value.as_bytes()));
        }
        let age = index.checked_sub(static_table::LEN + 1)?;
        let (name, value) = self.table.field(self.table.position(age)?);
        Some((name?, value?))
    }

    /// The least index of the field.
    pub(super) fn find(&self, field: FieldLine<'_>) -> Option<u32> {
        static_table::find(field.name, field.value)
            .filter(|found| found.value)
            .map(|found| found.index)
            .or_else(|| {
                let position = self.index.newest_field(field.name, field.value)?;
                index_of(&self.table, position)
            })
    }

    /// The index by which `names` refers to the name of the field.
    fn find_name(&self, field: FieldLine<'_>, names: Names) -> Option<u32> {
        let mut dynamic = self
            .index
            .with_name(field.name)
            .filter_map(|position| index_of(&self.table, position));
        let last_static = || in_static(field.name, field.value).last();
        match names {
            Names::Cheapest | Names::Least => {
                static_table::find_name(field.name).or_else(|| dynamic.next())
            }
            Names::LastStatic => last_static()
                .map(|(index, _)| index)
                .or_else(|| dynamic.next()),
            Names::Greatest => dynamic
                .next_back()
                .or_else(|| last_static().map(|(index, _)| index)),
            Names::Static => static_table::find_name(field.name),
            Names::Spelled => None,
        }
    }

    /// The field as indexed, if it is in a table.
    #[must_use]
    pub fn indexed(&self, field: FieldLine<'_>) -> Option<Choice> {
        let index = self.find(field)?;
        Some(finish(
            field,
            (0, false),
            &Literals::NONE,
            Kind::Indexed,
            Some(index),
            None,
            None,
        ))
    }

    /// The cheapest literal of that kind, its strings coded like that.
    #[must_use]
    pub fn cheapest_literal(
        &self,
        field: FieldLine<'_>,
        kind: Kind,
        huffman: HuffmanUse,
    ) -> Choice {
        self.literal(field, kind, huffman, Names::Cheapest)
    }

    /// A literal of that kind.
    pub(super) fn literal(
        &self,
        field: FieldLine<'_>,
        kind: Kind,
        huffman: HuffmanUse,
        names: Names,
    ) -> Choice {
        let literals = Literals::of(field);
        let value = huffman.codes(field.value);
        let spelled = (None, Some(huffman.codes(field.name)));
        let by_index = self
            .find_name(field, names)
            .map(|index| (Some(index), None));
        let octets = |&(index, name): &(Option<u32>, Option<bool>)| {
            literals.octets(kind, index, name, Some(value))
        };
        let (index, name) = match by_index {
            Some(by_index) if names != Names::Cheapest || octets(&by_index) <= octets(&spelled) => {
                by_index
            }
            _ => spelled,
        };
        let effect = match kind {
            Kind::Incremental => effect(&self.table, field),
            _ => (0, false),
        };
        finish(field, effect, &literals, kind, index, name, Some(value))
    }
}

/// How the name of a literal is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// By the least index, or spelled where that is shorter.
    Cheapest,
    /// By the least index.
    Least,
    /// By the last static index of that name, or else the least dynamic one.
    LastStatic,
    /// By the greatest index.
    Greatest,
    /// By the least static index.
    Static,
    /// As a literal.
    Spelled,
}

/// What [`Encoder::choices`] sorts by.
pub(super) fn order(choice: &Choice) -> impl Ord + use<> {
    let kind = match choice.kind {
        Kind::Indexed => 0,
        Kind::Incremental => 1,
        Kind::WithoutIndexing => 2,
        Kind::NeverIndexed | Kind::SizeUpdate => 3,
    };
    (
        choice.octets,
        kind,
        choice.index.unwrap_or(u32::MAX),
        choice.name_huffman,
        choice.value_huffman,
    )
}

fn finish(
    field: FieldLine<'_>,
    (evicts, empties): (usize, bool),
    literals: &Literals,
    kind: Kind,
    index: Option<u32>,
    name_huffman: Option<bool>,
    value_huffman: Option<bool>,
) -> Choice {
    let inserts = kind == Kind::Incremental;
    Choice {
        kind,
        index,
        name_huffman,
        value_huffman,
        octets: literals.octets(kind, index, name_huffman, value_huffman),
        evicts: if inserts { evicts } else { 0 },
        empties: inserts && empties,
        proper: !field.sensitive || kind == Kind::NeverIndexed,
    }
}
