//! Parameters of a what-if analysis.

use crate::policies::{HuffmanUse, Indexing, Named};

/// Choice of representations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choices {
    /// As the sender: fields that it indexed are indexed, and fields that it
    /// kept out of the table stay out. If the tables differ, an indexed field
    /// may become an incremental literal and vice versa.
    AsSent,
    /// By a policy.
    Policy(Indexing),
}

impl Choices {
    /// Stable id of [`Choices::AsSent`].
    pub const AS_SENT: &'static str = "as-sent";

    /// All options, [`Choices::AsSent`] first.
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

/// Parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Choice of representations.
    pub choices: Choices,
    /// Huffman policy; `None` for that of the sender or the policy.
    pub huffman: Option<HuffmanUse>,
    /// Maximum of the table from the first block on, bytes, regardless of the
    /// announced limit; `None` for that of the sender, with its changes.
    pub maximum: Option<u32>,
}

impl Plan {
    /// Re-encodes exactly as sent.
    pub const AS_SENT: Self = Self {
        choices: Choices::AsSent,
        huffman: None,
        maximum: None,
    };
}
