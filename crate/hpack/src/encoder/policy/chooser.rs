//! A policy at work over the blocks of a connection.

use super::{
    Indexing, Policy,
    history::History,
    names::{Secret, is_secret, is_unsteady, nginx_knows, nginx_writes_plain},
    plan::EntryPlan,
};
use crate::{
    dynamic_table::OVERHEAD,
    encoder::{
        Choice, Encoder, FieldLine, HuffmanUse,
        choice::{Names, order},
    },
    representation::Kind,
};

/// A policy with what it remembers of a connection.
#[derive(Clone, Debug)]
pub struct Chooser {
    policy: Policy,
    history: History,
    plan: EntryPlan,
}

impl Chooser {
    /// The policy at the start of a connection. [`Indexing::LookAhead`] then
    /// knows nothing of what comes, and does as [`Indexing::Always`] does.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            history: History::default(),
            plan: EntryPlan::default(),
        }
    }

    /// The same with a plan: every field becomes an entry or not as it says.
    pub(super) fn planned(policy: Policy, plan: EntryPlan) -> Self {
        Self {
            plan,
            ..Self::new(policy)
        }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// How the next field of the block is to be written: asked once for each
    /// field, in order. Sensitive fields are never indexed, whatever the
    /// policy (§7.1.3).
    pub fn choose(&mut self, encoder: &Encoder, field: FieldLine<'_>) -> Choice {
        let seen = self.policy.indexing == Indexing::LsHpack
            && self.history.see(field, encoder.table().state().maximum);
        let planned = self.policy.indexing == Indexing::LookAhead && self.plan.next();
        let wish = if field.sensitive {
            Wish::Literal(Kind::NeverIndexed)
        } else {
            self.wish(encoder, field, seen, planned)
        };
        let huffman = self.huffman(field);
        let literal = |kind| encoder.literal(field, kind, huffman, self.names(field));
        match wish {
            Wish::Literal(kind) => literal(kind),
            Wish::Static(kind) => encoder
                .indexed(field)
                .filter(|choice| {
                    choice
                        .index
                        .is_some_and(|index| index <= crate::static_table::LEN)
                })
                .unwrap_or_else(|| literal(kind)),
            Wish::IndexedOr(kind) => encoder.indexed(field).unwrap_or_else(|| literal(kind)),
            Wish::Cheapest(kinds) => {
                let literals = kinds.iter().map(|&kind| literal(kind));
                encoder
                    .indexed(field)
                    .into_iter()
                    .chain(literals)
                    .min_by_key(order)
                    .unwrap_or_else(|| literal(Kind::WithoutIndexing))
            }
        }
    }

    fn wish(&self, encoder: &Encoder, field: FieldLine<'_>, seen: bool, planned: bool) -> Wish {
        let maximum = u64::from(encoder.table().state().maximum);
        let size = (field.name.len() as u64)
            .saturating_add(field.value.len() as u64)
            .saturating_add(u64::from(OVERHEAD));
        let entry_if = |wanted| {
            Wish::IndexedOr(if wanted {
                Kind::Incremental
            } else {
                Kind::WithoutIndexing
            })
        };
        let three_quarters = size > maximum.saturating_mul(3) / 4;
        match self.policy.indexing {
            Indexing::Always => entry_if(true),
            Indexing::Never => Wish::Static(Kind::WithoutIndexing),
            Indexing::Guarded if is_secret(field, Secret::Proxies) => {
                Wish::Literal(Kind::NeverIndexed)
            }
            Indexing::Guarded => entry_if(true),
            Indexing::Fewest => Wish::Cheapest(&[Kind::Incremental, Kind::WithoutIndexing]),
            Indexing::LookAhead if planned => Wish::Cheapest(&[Kind::Incremental]),
            Indexing::LookAhead => Wish::Cheapest(&[Kind::WithoutIndexing]),
            Indexing::Nghttp2 | Indexing::Firefox if is_secret(field, Secret::Direct) => {
                Wish::Literal(Kind::NeverIndexed)
            }
            Indexing::Nghttp2 => entry_if(!is_unsteady(field.name) && !three_quarters),
            Indexing::H2 if matches!(field.name, b"authorization" | b"cookie") => entry_if(false),
            Indexing::H2 => entry_if(!is_unsteady(field.name) && !three_quarters),
            Indexing::Go | Indexing::Netty => entry_if(size <= maximum),
            Indexing::Chromium => entry_if(match field.name {
                b":authority" => true,
                [] | [b':', ..] => false,
                _ => true,
            }),
            Indexing::Firefox if field.name == b":path" => Wish::Literal(Kind::WithoutIndexing),
            Indexing::Firefox => entry_if(size <= maximum / 2 && maximum >= 128),
            Indexing::LsHpack => entry_if(seen),
            Indexing::Nginx if field.name == b":status" => Wish::Static(Kind::Incremental),
            Indexing::Nginx if nginx_knows(field.name) => Wish::Literal(Kind::Incremental),
            Indexing::Nginx => Wish::Literal(Kind::WithoutIndexing),
        }
    }

    fn huffman(&self, field: FieldLine<'_>) -> HuffmanUse {
        let Policy { huffman, indexing } = self.policy;
        let own = huffman == indexing.own_huffman();
        if own && indexing == Indexing::Nginx && nginx_writes_plain(field.name) {
            HuffmanUse::Never
        } else {
            huffman
        }
    }

    fn names(&self, field: FieldLine<'_>) -> Names {
        match self.policy.indexing {
            Indexing::Always | Indexing::Guarded | Indexing::Fewest | Indexing::LookAhead => {
                Names::Cheapest
            }
            Indexing::Never => Names::Static,
            Indexing::Nghttp2
            | Indexing::H2
            | Indexing::Netty
            | Indexing::Chromium
            | Indexing::LsHpack => Names::Least,
            Indexing::Go => Names::LastStatic,
            Indexing::Firefox => Names::Greatest,
            Indexing::Nginx if nginx_knows(field.name) => Names::Static,
            Indexing::Nginx => Names::Spelled,
        }
    }
}

/// What a policy wants of a field.
enum Wish {
    /// A literal of that kind.
    Literal(Kind),
    /// Indexed, if the static table has it; or else a literal of that kind.
    Static(Kind),
    /// Indexed, if a table has it; or else a literal of that kind.
    IndexedOr(Kind),
    /// The cheapest of indexed and literals of those kinds.
    Cheapest(&'static [Kind]),
}
