//! Applies a named policy to the blocks of a connection.

use hpack::{
    FieldLine, Kind,
    dynamic_table::entry_size,
    encoder::{Choice, Matches, Nghttp2Policy, Policy},
    integer, static_table,
};

use super::{HuffmanUse, Indexing, history::History};

/// A Huffman policy and an indexing policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedPolicy {
    /// Huffman policy (RFC 7541 §5.2).
    pub huffman: HuffmanUse,
    /// Indexing policy (RFC 7541 §6).
    pub indexing: Indexing,
}

impl From<Indexing> for NamedPolicy {
    /// Adds the Huffman policy of the same program.
    fn from(indexing: Indexing) -> Self {
        let huffman = match indexing {
            Indexing::H2 | Indexing::Firefox => HuffmanUse::Always,
            Indexing::Netty => HuffmanUse::LongAndShorter,
            Indexing::LsHpack => HuffmanUse::NotLonger,
            _ => HuffmanUse::Shorter,
        };
        Self { huffman, indexing }
    }
}

/// A policy with its state for one connection.
#[derive(Clone, Debug)]
pub struct Chooser {
    policy: NamedPolicy,
    history: History,
    /// For each further field, whether it becomes an entry if no table has it.
    /// Defaults to true beyond the end.
    plan: std::vec::IntoIter<bool>,
}

/// Indices of names in the static table.
mod name {
    pub(super) const AUTHORITY: u32 = 1;
    pub(super) const PATH: u32 = 4;
    pub(super) const STATUS: u32 = 8;
    pub(super) const AUTHORIZATION: u32 = 23;
    pub(super) const CONTENT_LENGTH: u32 = 28;
    pub(super) const CONTENT_TYPE: u32 = 31;
    pub(super) const COOKIE: u32 = 32;
    pub(super) const DATE: u32 = 33;
    pub(super) const LAST_MODIFIED: u32 = 44;
    pub(super) const LOCATION: u32 = 46;
    pub(super) const PROXY_AUTHORIZATION: u32 = 49;
    pub(super) const SERVER: u32 = 54;
}

/// Cookies of fewer bytes are treated as low-entropy secrets by Firefox.
const SHORT_COOKIE: usize = 20;

impl Chooser {
    /// Creates the policy for a new connection. [`Indexing::LookAhead`] knows
    /// no later blocks and equals [`Indexing::Always`].
    pub fn new(policy: impl Into<NamedPolicy>) -> Self {
        Self::planned(policy.into(), Vec::new())
    }

    pub(super) fn planned(policy: NamedPolicy, plan: Vec<bool>) -> Self {
        Self {
            policy,
            history: History::default(),
            plan: plan.into_iter(),
        }
    }

    /// Returns the policy.
    pub fn policy(&self) -> NamedPolicy {
        self.policy
    }
}

/// Prefix that suffices to compare a string's length with that of an index: no
/// index is longer than the code of 64 bytes.
fn prefix(text: &[u8]) -> &[u8] {
    &text[..text.len().min(64)]
}

impl Policy for Chooser {
    #[inline]
    fn choose(&mut self, field: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        let NamedPolicy {
            mut huffman,
            indexing,
        } = self.policy;
        if indexing == Indexing::Nghttp2 {
            let choice = Nghttp2Policy.choose(field, found);
            return match choice.kind {
                Kind::Indexed => choice,
                _ => choice.with_huffman(huffman.of(field.name), huffman.of(field.value)),
            };
        }
        let known = found.static_name();
        let size = entry_size((field.name.len() + field.value.len()) as u64);
        let maximum = u64::from(found.maximum());
        let entry_if = |wanted| match wanted {
            true => Kind::Incremental,
            false => Kind::WithoutIndexing,
        };
        let is_secret = match known {
            Some(name::AUTHORIZATION) => true,
            Some(name::COOKIE) => field.value.len() < SHORT_COOKIE,
            Some(name::PROXY_AUTHORIZATION) => indexing == Indexing::Guarded,
            _ => false,
        };
        // Names that nginx encodes by index.
        let is_nginx_name = matches!(
            known,
            Some(
                name::STATUS
                    | name::SERVER
                    | name::DATE
                    | name::CONTENT_TYPE
                    | name::CONTENT_LENGTH
                    | name::LAST_MODIFIED
                    | name::LOCATION
            )
        );
        // The literal, and the highest index by which a matching entry is used
        // instead.
        const NO: u32 = 0;
        const ANY: u32 = u32::MAX;
        let (kind, last_index) = match indexing {
            Indexing::Always | Indexing::Fewest => (Kind::Incremental, ANY),
            Indexing::Never => (Kind::WithoutIndexing, static_table::LEN),
            Indexing::Guarded | Indexing::Firefox if is_secret => (Kind::NeverIndexed, NO),
            Indexing::Guarded => (Kind::Incremental, ANY),
            Indexing::LookAhead => (entry_if(self.plan.next().unwrap_or(true)), ANY),
            Indexing::H2 if matches!(known, Some(name::AUTHORIZATION | name::COOKIE)) => {
                (Kind::WithoutIndexing, ANY)
            }
            Indexing::Nghttp2 | Indexing::H2 => (Nghttp2Policy::literal_kind(field, found), ANY),
            Indexing::Go | Indexing::Netty => (entry_if(size <= maximum), ANY),
            Indexing::Chromium => {
                let pseudo = matches!(field.name, [] | [b':', ..]);
                (entry_if(!pseudo || known == Some(name::AUTHORITY)), ANY)
            }
            Indexing::Firefox if known == Some(name::PATH) => (Kind::WithoutIndexing, NO),
            Indexing::Firefox => (entry_if(size <= maximum / 2 && maximum >= 128), ANY),
            Indexing::LsHpack => (entry_if(self.history.record(field, found.maximum())), ANY),
            Indexing::Nginx if known == Some(name::STATUS) => {
                (Kind::Incremental, static_table::LEN)
            }
            Indexing::Nginx => (entry_if(is_nginx_name), NO),
        };
        let fewest = matches!(indexing, Indexing::Fewest | Indexing::LookAhead);
        let indexed = found
            .field()
            .filter(|&index| index <= last_index && !field.sensitive);
        if let Some(index) = indexed
            && (!fewest || integer::encoded_len(7, index.into()) <= 2)
        {
            return Choice::new(Kind::Indexed, Some(index));
        }
        let last_static = || match known {
            Some(name::PATH) => Some(5),
            Some(name::STATUS) => Some(14),
            Some(first @ (2 | 6)) => Some(first + 1),
            known => known,
        };
        let name = match indexing {
            Indexing::Never => known,
            Indexing::Nginx => known.filter(|_| is_nginx_name),
            Indexing::Go => last_static().or_else(|| found.name()),
            Indexing::Firefox => found.dynamic_names().last().or_else(last_static),
            _ => found.name(),
        };
        let is_default = huffman == NamedPolicy::from(indexing).huffman;
        if is_default
            && indexing == Indexing::Nginx
            && matches!(known, Some(name::STATUS | name::CONTENT_LENGTH))
        {
            huffman = HuffmanUse::Never;
        }
        let literal = |index| {
            Choice::new(kind, index).with_huffman(huffman.of(field.name), huffman.of(field.value))
        };
        // An index of three bytes or more can be longer than a short string.
        let is_long_index = |index: u32| integer::encoded_len(kind.prefix_bits(), index.into()) > 2;
        if !name.is_some_and(is_long_index) && indexed.is_none() {
            return literal(name);
        }
        let new_name = match indexing {
            Indexing::Always | Indexing::Guarded => Some(literal(None)),
            _ if fewest => Some(literal(None)),
            _ => None,
        };
        let indexed = indexed.map(|index| Choice::new(Kind::Indexed, Some(index)));
        let by_index = (name.is_some() || new_name.is_none()).then(|| literal(name));
        let choices = [indexed, by_index, new_name].into_iter().flatten();
        let prefix = FieldLine {
            name: prefix(field.name),
            value: prefix(field.value),
            ..field
        };
        let coded = super::legal::coded_lens(prefix);
        choices
            .min_by_key(|choice| super::encoded_len(prefix, coded, choice))
            .unwrap_or(literal(None))
    }
}
