//! Policies: how fields are represented.

use super::{Encoder, FieldLine, index::Key};
use crate::{dynamic_table::entry_size, representation::Kind, static_table};

/// Decides how fields are represented. Closures implement it.
///
/// ```
/// use hpack_core::{Encoder, FieldLine, Kind, encoder::Matches};
///
/// let mut no_paths = |field: FieldLine<'_>, found: &Matches<'_>| match field.name {
///     b":path" => found.indexed_or(Kind::WithoutIndexing),
///     _ => found.indexed_or(Kind::Incremental),
/// };
///
/// let mut encoder = Encoder::default();
/// let [mut first, mut second] = [Vec::new(), Vec::new()];
/// encoder.encode_with(&mut no_paths, [(":path", "/1"), ("x", "y")], &mut first);
/// encoder.encode_with(&mut no_paths, [(":path", "/1"), ("x", "y")], &mut second);
/// // “x: y” is an entry now, the path is not.
/// assert_eq!(second, b"\x04\x02/1\xbe");
/// ```
pub trait Policy {
    /// Returns the representation of `field`, for which the tables hold `found`.
    /// Called once for each field, in order. Sensitive fields are never indexed,
    /// regardless of the returned kind.
    fn choose(&mut self, field: FieldLine<'_>, found: &Matches<'_>) -> Choice;
}

impl<F: FnMut(FieldLine<'_>, &Matches<'_>) -> Choice> Policy for F {
    fn choose(&mut self, field: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        self(field, found)
    }
}

/// Indexes every field except likely secrets of low entropy, which are never
/// indexed (§7.1.3): authorization, proxy-authorization, and cookies of less
/// than 20 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DefaultPolicy;

/// Length in bytes below which a cookie could be guessed, as in nghttp2 and
/// Firefox.
const SHORT_COOKIE: usize = 20;

// Indices of names in the static table.
const PATH: u32 = 4;
const AGE: u32 = 21;
const AUTHORIZATION: u32 = 23;
const CONTENT_LENGTH: u32 = 28;
const COOKIE: u32 = 32;
const ETAG: u32 = 34;
const IF_MODIFIED_SINCE: u32 = 40;
const IF_NONE_MATCH: u32 = 41;
const LOCATION: u32 = 46;
const PROXY_AUTHORIZATION: u32 = 49;
const SET_COOKIE: u32 = 55;

impl Policy for DefaultPolicy {
    #[inline]
    fn choose(&mut self, field: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        match found.static_name() {
            Some(AUTHORIZATION | PROXY_AUTHORIZATION) => found.literal(Kind::NeverIndexed),
            Some(COOKIE) if field.value.len() < SHORT_COOKIE => found.literal(Kind::NeverIndexed),
            _ => found.indexed_or(Kind::Incremental),
        }
    }
}

/// Chooses as nghttp2 1.68 does, and so writes its blocks byte for byte: does not
/// index fields that probably change each time or take most of the table, and
/// never indexes authorization and cookies of less than 20 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nghttp2Policy;

impl Nghttp2Policy {
    /// Returns the kind of the literal for a field that no table holds.
    #[inline]
    #[must_use]
    pub fn literal_kind(field: FieldLine<'_>, found: &Matches<'_>) -> Kind {
        let size = entry_size((field.name.len() + field.value.len()) as u64);
        match found.static_name() {
            Some(AUTHORIZATION) => Kind::NeverIndexed,
            Some(COOKIE) if field.value.len() < SHORT_COOKIE => Kind::NeverIndexed,
            Some(
                PATH | AGE | CONTENT_LENGTH | ETAG | IF_MODIFIED_SINCE | IF_NONE_MATCH | LOCATION
                | SET_COOKIE,
            ) => Kind::WithoutIndexing,
            _ if size > u64::from(found.maximum()) * 3 / 4 => Kind::WithoutIndexing,
            _ => Kind::Incremental,
        }
    }
}

impl Policy for Nghttp2Policy {
    #[inline]
    fn choose(&mut self, field: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        match Self::literal_kind(field, found) {
            Kind::NeverIndexed => found.literal(Kind::NeverIndexed),
            kind => found.indexed_or(kind),
        }
    }
}

/// When a string literal is Huffman-coded (§5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Huffman {
    /// If that makes it shorter.
    #[default]
    Shorter,
    /// Even if it gets longer.
    Always,
    /// Never.
    Never,
}

/// Representation of a field.
///
/// The encoder ignores an index that does not refer to the field's name, or with
/// [`Kind::Indexed`] to its name and value, and writes literals instead: no
/// policy can change the fields of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// Kind of the representation. [`Kind::SizeUpdate`] counts as
    /// [`Kind::WithoutIndexing`].
    pub kind: Kind,
    /// Index of the field or of its name; `None` if the name is a literal.
    pub index: Option<u32>,
    /// Coding of the name, if it is a literal.
    pub name: Huffman,
    /// Coding of the value, if it is a literal.
    pub value: Huffman,
}

impl Choice {
    /// Returns a representation with [`Huffman::Shorter`] for its strings.
    #[must_use]
    pub fn new(kind: Kind, index: Option<u32>) -> Self {
        Self {
            kind,
            index,
            name: Huffman::Shorter,
            value: Huffman::Shorter,
        }
    }

    /// Sets the codings of name and value.
    #[must_use]
    pub fn with_huffman(self, name: Huffman, value: Huffman) -> Self {
        Self {
            name,
            value,
            ..self
        }
    }
}

/// The entries of both tables that match a field.
#[derive(Clone, Copy, Debug)]
pub struct Matches<'a> {
    pub(super) encoder: &'a Encoder,
    pub(super) field: FieldLine<'a>,
    pub(super) key: Key,
}

impl Matches<'_> {
    /// Lowest index of an entry with the field's name and value.
    #[inline]
    #[must_use]
    pub fn field(&self) -> Option<u32> {
        self.key.index
    }

    /// Lowest index of an entry with the field's name.
    #[inline]
    #[must_use]
    pub fn name(&self) -> Option<u32> {
        match self.key.index {
            None => self.key.name,
            Some(_) if self.key.static_name.is_some() => self.key.static_name,
            Some(_) => {
                let Encoder { index, table, .. } = self.encoder;
                index.name(table, self.key.name_hash(self.field), self.field.name)
            }
        }
    }

    /// Lowest index of a static entry with the field's name.
    #[inline]
    #[must_use]
    pub fn static_name(&self) -> Option<u32> {
        self.key.static_name
    }

    /// Indices of all dynamic entries with the field's name, lowest first.
    pub fn dynamic_names(&self) -> impl Iterator<Item = u32> {
        let Encoder { index, table, .. } = self.encoder;
        let name_hash = self.key.name_hash(self.field);
        index.names(table, name_hash, self.field.name)
    }

    /// Maximum of the dynamic table, in bytes (§4.2).
    #[inline]
    #[must_use]
    pub fn maximum(&self) -> u32 {
        self.encoder.table.state().maximum()
    }

    /// Returns a literal of that kind, with the lowest index of its name if an
    /// entry has it.
    #[inline]
    #[must_use]
    pub fn literal(&self, kind: Kind) -> Choice {
        Choice::new(kind, self.name())
    }

    /// Returns the choice of `policy`, never indexed for a sensitive field.
    #[inline]
    pub(super) fn choice_of(&self, policy: &mut (impl Policy + ?Sized)) -> Choice {
        let choice = policy.choose(self.field, self);
        if self.field.sensitive {
            protect(choice, self)
        } else {
            choice
        }
    }

    /// Returns an indexed representation if a table holds the field, otherwise a
    /// [`literal`](Self::literal) of that kind.
    #[inline]
    #[must_use]
    pub fn indexed_or(&self, kind: Kind) -> Choice {
        match self.key.index {
            Some(index) => Choice::new(Kind::Indexed, Some(index)),
            None => self.literal(kind),
        }
    }
}

impl Encoder {
    /// Looks up `field` in both tables.
    #[inline(always)]
    #[must_use]
    pub fn find<'a>(&'a self, field: FieldLine<'a>) -> Matches<'a> {
        Matches {
            encoder: self,
            field,
            key: self.index.key(&self.table, field),
        }
    }

    /// Whether the index of `choice` refers to the field's name and, if it is
    /// indexed, to its value.
    #[inline(never)]
    pub(super) fn refers_to(&self, choice: Choice, field: FieldLine<'_>) -> bool {
        let index = choice.index.unwrap_or(0);
        let (name, value) = match static_table::get(index) {
            Some((name, value)) => (Some(name.as_bytes()), Some(value.as_bytes())),
            None => self
                .table
                .position(index)
                .map_or((None, None), |position| self.table.field(position)),
        };
        name == Some(field.name) && (choice.kind != Kind::Indexed || value == Some(field.value))
    }
}

/// Makes `choice` a literal that is never indexed, for a sensitive field.
#[cold]
#[inline(never)]
pub(super) fn protect(choice: Choice, found: &Matches<'_>) -> Choice {
    Choice {
        kind: Kind::NeverIndexed,
        index: match choice.kind {
            Kind::Indexed => found.name(),
            _ => choice.index,
        },
        ..choice
    }
}
