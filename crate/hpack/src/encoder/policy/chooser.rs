//! A policy at work over the blocks of a connection.

use super::{Indexing, Policy};
use crate::{
    encoder::{Choice, Encoder, FieldLine, choice::order},
    representation::Kind,
};

/// A policy with what it remembers of a connection.
#[derive(Clone, Debug)]
pub struct Chooser {
    policy: Policy,
}

impl Chooser {
    /// The policy at the start of a connection.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// How the next field of the block is to be written. Sensitive fields are
    /// never indexed, whatever the policy (§7.1.3).
    pub fn choose(&mut self, encoder: &Encoder, field: FieldLine<'_>) -> Choice {
        let huffman = self.policy.huffman;
        let literal = |kind| encoder.literal(field, kind, huffman);
        if field.sensitive {
            return literal(Kind::Never);
        }
        let indexed = encoder.indexed(field);
        match self.policy.indexing {
            Indexing::Always => indexed.unwrap_or_else(|| literal(Kind::Incremental)),
            Indexing::Never => indexed.unwrap_or_else(|| literal(Kind::Without)),
            Indexing::Fewest => [Kind::Incremental, Kind::Without]
                .into_iter()
                .map(literal)
                .chain(indexed)
                .min_by_key(order)
                .unwrap_or_else(|| literal(Kind::Without)),
        }
    }
}
