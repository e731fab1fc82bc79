//! The engines, for those who choose one at run time. Adding an engine is
//! adding a file, and a line to each list here.

use super::{Branch, HexDecoder, Lookup};

/// A hex engine by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`Branch`](super::Branch).
    Branch,
    /// [`Lookup`](super::Lookup).
    Lookup,
    /// [`Simd`](super::Simd), on processors that have it.
    #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
    Simd,
}

/// What is said of an engine.
struct Entry {
    engine: Engine,
    id: &'static str,
    title: &'static str,
    about: &'static str,
}

const ENTRIES: &[Entry] = &[
    Entry {
        engine: Engine::Branch,
        id: Branch::ID,
        title: "branches",
        about: "Asks of each digit whether it is a decimal digit, a capital or a small letter: the way Netty went at first.",
    },
    Entry {
        engine: Engine::Lookup,
        id: Lookup::ID,
        title: "look-ups",
        about: "Looks each digit up in a table of 256 rows: the way Netty goes now.",
    },
    #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
    Entry {
        engine: Engine::Simd,
        id: super::Simd::ID,
        title: "16 at once",
        about: "Classes and packs sixteen digits at once in a vector register.",
    },
];

impl Engine {
    /// Every engine that this platform has, the best last.
    pub const ALL: [Self; ENTRIES.len()] = {
        let mut all = [Self::Branch; ENTRIES.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = ENTRIES[i].engine;
            i += 1;
        }
        all
    };

    /// The engine that is used where nobody chooses.
    pub const BEST: Self = Self::ALL[ENTRIES.len() - 1];

    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The engine of that name, if this platform has it.
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

/// Runs `$body` with `$hex` bound to the chosen engine: the one place where a
/// choice made at run time becomes a type, once per input.
#[macro_export]
macro_rules! with_hex {
    ($engine:expr, |$hex:ident| $body:expr) => {
        match $engine {
            $crate::hex::Engine::Branch => {
                let $hex = $crate::hex::Branch;
                $body
            }
            $crate::hex::Engine::Lookup => {
                let $hex = $crate::hex::Lookup;
                $body
            }
            #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
            $crate::hex::Engine::Simd => {
                let $hex = $crate::hex::Simd;
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
            crate::with_hex!(engine, |hex| assert_eq!(id(&hex), engine.id()));
        }
        assert_eq!(Engine::from_id("none"), None);
    }

    #[test]
    fn the_best_by_name_is_the_best_by_type() {
        assert_eq!(Engine::BEST.id(), crate::hex::Best::ID);
    }

    fn id<H: HexDecoder>(_: &H) -> &'static str {
        H::ID
    }
}
