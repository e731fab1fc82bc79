//! What is tried: whose choices, which strings are coded, which size.

use crate::policies::{HuffmanUse, Indexing, Named};

/// Who chooses the representations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choices {
    /// The sender: what it indexed is indexed, what it kept out of the table
    /// stays out. Where the table does not have what the sender's had, a
    /// field that was an index becomes an entry anew, and the other way round.
    AsSent,
    /// A policy.
    Policy(Indexing),
}

impl Choices {
    /// Stable name of [`Choices::AsSent`].
    pub const AS_SENT: &'static str = "as-sent";

    /// All that can be tried, the sender's own first.
    pub const ALL: [Self; 1 + Indexing::ALL.len()] = {
        let mut all = [Self::AsSent; 1 + Indexing::ALL.len()];
        let mut at = 0;
        while at < Indexing::ALL.len() {
            all[at + 1] = Self::Policy(Indexing::ALL[at]);
            at += 1;
        }
        all
    };
}

impl Named for Choices {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Policy(indexing) => indexing.texts(),
            Self::AsSent => [
                Self::AS_SENT,
                "The sender's own choices",
                "What the sender added to its table is added to this one, and what it kept out stays out; only the table differs. A size update that changes nothing is not repeated.",
            ],
        }
    }
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Who chooses.
    pub choices: Choices,
    /// Which literals are in the Huffman code; `None`: as it was sent, or as
    /// belongs to the policy.
    pub huffman: Option<HuffmanUse>,
    /// The maximum of the table from the first block on, bytes, whatever
    /// limit was announced; `None`: as it was sent, with its changes.
    pub maximum: Option<u32>,
}

impl Plan {
    /// What was sent, once more.
    pub const AS_SENT: Self = Self {
        choices: Choices::AsSent,
        huffman: None,
        maximum: None,
    };
}
