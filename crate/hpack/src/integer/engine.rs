//! The engines, for those who choose one at run time. Adding an engine is
//! adding a file, and a line to each list here.

use super::{Bits32, Bits64, IntegerDecoder};

/// An integer engine by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`Bits64`](super::Bits64).
    Bits64,
    /// [`Bits32`](super::Bits32).
    Bits32,
}

/// What is said of an engine.
struct Entry {
    engine: Engine,
    id: &'static str,
    title: &'static str,
    about: &'static str,
}

const ENTRIES: [Entry; 2] = [
    Entry {
        engine: Engine::Bits64,
        id: Bits64::ID,
        title: "64 bits, checked afterwards",
        about: "Adds up in 64 bits, which no five octets can overflow, and compares the result with 2^32 − 1 at the end.",
    },
    Entry {
        engine: Engine::Bits32,
        id: Bits32::ID,
        title: "32 bits, checked at the fifth octet",
        about: "Adds up in 32 bits, octet by octet without a loop, and looks for an overflow only at the fifth octet, the first that can cause one.",
    },
];

impl Engine {
    /// Every engine, the best last.
    pub const ALL: [Self; ENTRIES.len()] = {
        let mut all = [Self::Bits64; ENTRIES.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = ENTRIES[i].engine;
            i += 1;
        }
        all
    };

    /// The engine that is used where nobody chooses.
    pub const BEST: Self = Self::Bits32;

    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The engine of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.id() == id)
    }

    /// What a menu calls it.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// How it works, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().about
    }
}

/// Runs `$body` with `$integer` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type, once per block.
#[macro_export]
macro_rules! with_integer {
    ($engine:expr, |$integer:ident| $body:expr) => {
        match $engine {
            $crate::integer::Engine::Bits64 => {
                let $integer = $crate::integer::Bits64;
                $body
            }
            $crate::integer::Engine::Bits32 => {
                let $integer = $crate::integer::Bits32;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_found_by_its_own_name() {
        for (place, engine) in Engine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(Engine::from_id(engine.id()), Some(engine));
            crate::with_integer!(engine, |integer| assert_eq!(id(&integer), engine.id()));
        }
        assert_eq!(Engine::from_id("none"), None);
    }

    fn id<I: IntegerDecoder>(_: &I) -> &'static str {
        I::ID
    }
}
