//! Legal representations of a field with their costs.

use std::fmt;

use hpack::{
    Encoder, FieldLine, Kind,
    dynamic_table::{DynamicTable, entry_size},
    encoder::{Choice, Huffman},
    huffman, integer, static_table,
};

use super::is_coded;

/// A legal representation of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Representation (RFC 7541 §6); never [`Kind::SizeUpdate`].
    pub kind: Kind,
    /// Index of the field or of its name; `None` for a new name.
    pub index: Option<u32>,
    /// Whether name and value are Huffman-coded; `None` if indexed.
    pub huffman: [Option<bool>; 2],
    /// Length, bytes.
    pub length: usize,
    /// Number of entries that it evicts.
    pub evicts: usize,
    /// Whether the entry is larger than the table, which it empties without
    /// being added (RFC 7541 §4.4).
    pub empties: bool,
    /// Whether it keeps a sensitive field out of all tables (RFC 7541 §7.1.3);
    /// true for other fields.
    pub proper: bool,
}

/// Reason why a representation is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// A size update carries no field.
    NoField,
    /// An indexed field needs an index.
    NoIndex,
    /// The index is beyond the tables.
    OutOfRange {
        /// The index.
        index: u32,
        /// Last index of the tables.
        last: u32,
    },
    /// The entry has another name.
    OtherName {
        /// The index.
        index: u32,
    },
    /// The entry has the name, but another value.
    OtherValue {
        /// The index.
        index: u32,
    },
    /// The Huffman flag of a literal is missing, or an indexed string has one.
    Coding,
}

impl Illegal {
    /// Returns the section of the violated rule.
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

impl std::error::Error for Illegal {}

/// Encoded lengths of name and value as literals, raw and Huffman-coded, bytes.
type Lengths = [[usize; 2]; 2];

fn lengths(field: FieldLine<'_>) -> Lengths {
    [field.name, field.value].map(|text| {
        [text.len(), huffman::encoded_len(text)]
            .map(|length| integer::encoded_len(7, length as u64) + length)
    })
}

/// Huffman-coded lengths of name and value, bytes.
pub(super) fn coded_lens(field: FieldLine<'_>) -> [u32; 2] {
    [field.name, field.value].map(|text| huffman::encoded_len(text) as u32)
}

/// Encoded length of `field` as `choice`, bytes. `coded` are its
/// [`coded_lens`].
pub(crate) fn encoded_len(field: FieldLine<'_>, coded: [u32; 2], choice: &Choice) -> u32 {
    let string = |text: &[u8], coded: u32, coding| {
        let plain = text.len() as u32;
        let data = if is_coded(coding, plain, coded) {
            coded
        } else {
            plain
        };
        integer::encoded_len(7, data.into()) as u32 + data
    };
    let prefix_bits = choice.kind.prefix_bits();
    let mut length = integer::encoded_len(prefix_bits, choice.index.unwrap_or(0).into()) as u32;
    if choice.kind != Kind::Indexed {
        length += string(field.value, coded[1], choice.value);
        if choice.index.is_none() {
            length += string(field.name, coded[0], choice.name);
        }
    }
    length
}

/// Effect of inserting a field: number of evicted entries, and whether the
/// field is too large for the table.
fn effect(table: &DynamicTable, field: FieldLine<'_>) -> (usize, bool) {
    let size = entry_size((field.name.len() + field.value.len()) as u64);
    let Some(room) = u64::from(table.state().maximum()).checked_sub(size) else {
        return (table.count(), true);
    };
    let state = table.state();
    let mut left = table.size();
    let oldest_first = (table.oldest_at(&state)..state.end()).map_while(|at| table.entry(at));
    let evicts = oldest_first.take_while(|entry| {
        let leaves = left > room;
        left = left.saturating_sub(entry.size);
        leaves
    });
    (evicts.count(), false)
}

/// Literal representations, in tie-breaking order.
const LITERALS: [Kind; 3] = [Kind::Incremental, Kind::WithoutIndexing, Kind::NeverIndexed];

/// Inputs of the cost of a representation.
struct Costs<'a> {
    field: FieldLine<'a>,
    lengths: Lengths,
    effect: (usize, bool),
}

impl<'a> Costs<'a> {
    fn new(encoder: &Encoder, field: FieldLine<'a>) -> Self {
        Self {
            field,
            lengths: lengths(field),
            effect: effect(encoder.table(), field),
        }
    }

    fn of(&self, kind: Kind, index: Option<u32>, huffman: [Option<bool>; 2]) -> Legal {
        let inserts = kind == Kind::Incremental;
        let literals = self.lengths.iter().zip(huffman);
        let literals = literals.map(|(of, coded)| coded.map_or(0, |coded| of[usize::from(coded)]));
        Legal {
            kind,
            index,
            huffman,
            length: integer::encoded_len(kind.prefix_bits(), index.unwrap_or(0).into())
                + literals.sum::<usize>(),
            evicts: if inserts { self.effect.0 } else { 0 },
            empties: inserts && self.effect.1,
            proper: !self.field.sensitive || kind == Kind::NeverIndexed,
        }
    }
}

impl Legal {
    /// Returns every legal representation of the field, cheapest first, and the
    /// number of omitted ones. Names can refer to at most `most` dynamic
    /// entries, the newest; omitted representations are never cheaper. Ties are
    /// broken by kind ([`Kind::Indexed`], incremental, without, never), then
    /// lowest index before literal name, then raw before Huffman-coded name and
    /// value.
    pub fn all(encoder: &Encoder, field: FieldLine<'_>, most: usize) -> (Vec<Self>, usize) {
        let costs = Costs::new(encoder, field);
        let found = encoder.find(field);
        let statics = found.static_name().into_iter().flat_map(|first| {
            let name = |index: u32| static_table::get(index).map(|(name, _)| name);
            (first..=static_table::LEN).take_while(move |&index| name(index) == name(first))
        });
        let mut names: Vec<u32> = statics.collect();
        let mut dynamic = found.dynamic_names();
        names.extend(dynamic.by_ref().take(most));
        let has_value =
            |index| check(encoder, field, Kind::Indexed, Some(index), [None; 2]).is_ok();
        let mut full_matches: Vec<u32> = names
            .iter()
            .copied()
            .filter(|&index| has_value(index))
            .collect();
        let mut omitted = 0;
        for index in dynamic {
            let is_full = has_value(index);
            // The field itself may be older than the newest entries of its
            // name.
            if is_full && full_matches.is_empty() {
                names.push(index);
                full_matches.push(index);
            } else {
                omitted += LITERALS.len() * 2 + usize::from(is_full);
            }
        }
        let indexed = full_matches
            .into_iter()
            .map(|index| costs.of(Kind::Indexed, Some(index), [None; 2]));
        let mut all: Vec<Self> = indexed.collect();
        for index in names.into_iter().map(Some).chain([None]) {
            let codings: &[Option<bool>] = match index {
                Some(_) => &[None],
                None => &[Some(false), Some(true)],
            };
            for kind in LITERALS {
                for &name in codings {
                    let with = |value| costs.of(kind, index, [name, Some(value)]);
                    all.extend([false, true].map(with));
                }
            }
        }
        all.sort_by_key(|choice| {
            let index = choice.index.unwrap_or(u32::MAX);
            (choice.length, choice.kind as u8, index, choice.huffman)
        });
        (all, omitted)
    }

    /// Representation that the encoder would write for `choice`.
    pub fn of(encoder: &Encoder, field: FieldLine<'_>, choice: &Choice) -> Self {
        let costs = Costs::new(encoder, field);
        let [name, value] = costs.lengths;
        let literals = [
            (choice.index.is_none(), choice.name, name),
            (choice.kind != Kind::Indexed, choice.value, value),
        ];
        let huffman = literals.map(|(is_literal, coding, [plain, coded])| {
            is_literal.then(|| is_coded(coding, plain as u32, coded as u32))
        });
        costs.of(choice.kind, choice.index, huffman)
    }

    /// Checks a representation given by its parts.
    pub fn from_parts(
        encoder: &Encoder,
        field: FieldLine<'_>,
        kind: Kind,
        index: Option<u32>,
        huffman: [Option<bool>; 2],
    ) -> Result<Self, Illegal> {
        check(encoder, field, kind, index, huffman)?;
        Ok(Costs::new(encoder, field).of(kind, index, huffman))
    }

    /// Converts to the encoder's type.
    pub fn choice(&self) -> Choice {
        choice(self.kind, self.index, self.huffman)
    }
}

fn choice(kind: Kind, index: Option<u32>, huffman: [Option<bool>; 2]) -> Choice {
    let [name, value] = huffman.map(|coded| match coded {
        Some(true) => Huffman::Always,
        _ => Huffman::Never,
    });
    Choice::new(kind, index).with_huffman(name, value)
}

/// Returns the choice with these parts if it is a legal representation.
pub(crate) fn check(
    encoder: &Encoder,
    field: FieldLine<'_>,
    kind: Kind,
    index: Option<u32>,
    huffman: [Option<bool>; 2],
) -> Result<Choice, Illegal> {
    let indexed = match kind {
        Kind::SizeUpdate => return Err(Illegal::NoField),
        kind => kind == Kind::Indexed,
    };
    if huffman.map(|coded| coded.is_some()) != [!indexed && index.is_none(), !indexed] {
        return Err(Illegal::Coding);
    }
    if let Some(index) = index {
        let table = encoder.table();
        let dynamic = || {
            let entry = table.entry(table.position(index)?)?;
            Some((entry.name?, entry.value?))
        };
        let (name, value) = static_table::get(index)
            .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
            .or_else(dynamic)
            .ok_or_else(|| Illegal::OutOfRange {
                index,
                last: static_table::LEN.saturating_add(table.count() as u32),
            })?;
        if name != field.name {
            return Err(Illegal::OtherName { index });
        }
        if indexed && value != field.value {
            return Err(Illegal::OtherValue { index });
        }
    } else if indexed {
        return Err(Illegal::NoIndex);
    }
    Ok(choice(kind, index, huffman))
}
