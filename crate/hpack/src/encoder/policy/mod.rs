//! Who decides how a field is written: policies, from the plain ones to what
//! common programs do.

mod chooser;
mod history;
mod huffman_use;
mod indexing;
mod look_ahead;
mod names;

pub use chooser::Chooser;
pub use huffman_use::HuffmanUse;
pub use indexing::Indexing;
pub use look_ahead::{Ahead, Change};

/// When strings are coded, and which fields become entries of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// §5.2.
    pub huffman: HuffmanUse,
    /// §6.
    pub indexing: Indexing,
}

impl Policy {
    /// An indexing policy with the Huffman coding that belongs to it.
    #[must_use]
    pub fn of(indexing: Indexing) -> Self {
        Self {
            huffman: indexing.own_huffman(),
            indexing,
        }
    }
}

/// An enum of named policies: what `engines!` does for engines, where there
/// is no type behind each.
macro_rules! policies {
    (
        $(#[$meta:meta])*
        pub enum $name:ident;
        $( $policy:ident: $id:literal, $title:literal, $about:literal; )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $( #[doc = $about] $policy, )+
        }

        impl $name {
            /// Every one, in the order in which they are offered.
            pub const ALL: [Self; [$( $id ),+].len()] = [$( Self::$policy ),+];

            /// Stable name.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $( Self::$policy => $id, )+ }
            }

            /// The one of that name.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|policy| policy.id() == id)
            }

            /// What a menu calls it.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $( Self::$policy => $title, )+ }
            }

            /// What it does, in a sentence or a few.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $( Self::$policy => $about, )+ }
            }
        }
    };
}

use policies;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_found_by_its_own_name() {
        for (place, policy) in Indexing::ALL.into_iter().enumerate() {
            assert_eq!(policy as usize, place);
            assert_eq!(Indexing::from_id(policy.id()), Some(policy));
        }
        for (place, policy) in HuffmanUse::ALL.into_iter().enumerate() {
            assert_eq!(policy as usize, place);
            assert_eq!(HuffmanUse::from_id(policy.id()), Some(policy));
        }
        assert_eq!(Indexing::from_id("none"), None);
    }
}
