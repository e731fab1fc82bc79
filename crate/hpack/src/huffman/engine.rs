//! The engines, for those who choose one at run time. Adding an engine is
//! adding a file, and a line to each list here.

use super::{HuffmanDecoder, Nibble, Walk, Window8, Window12, Window14, Window16};

/// A Huffman engine by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`Walk`](super::Walk).
    Walk,
    /// [`Nibble`](super::Nibble).
    Nibble,
    /// [`Window8`](super::Window8).
    Window8,
    /// [`Window12`](super::Window12).
    Window12,
    /// [`Window16`](super::Window16).
    Window16,
    /// [`Window14`](super::Window14).
    Window14,
}

/// What is said of an engine.
struct Entry {
    engine: Engine,
    id: &'static str,
    title: &'static str,
    about: &'static str,
}

const ENTRIES: [Entry; 6] = [
    Entry {
        engine: Engine::Walk,
        id: Walk::ID,
        title: "bit by bit",
        about: "Walks the code tree one bit at a time: the reference.",
    },
    Entry {
        engine: Engine::Nibble,
        id: Nibble::ID,
        title: "4-bit states",
        about: "A state machine takes four bits at a time, one character a step at most: the way of nginx and nghttp2.",
    },
    Entry {
        engine: Engine::Window8,
        id: Window8::ID,
        title: "8-bit tables",
        about: "A tree of tables takes eight bits at a time: one look-up for a code of up to eight bits, two for up to sixteen.",
    },
    Entry {
        engine: Engine::Window12,
        id: Window12::ID,
        title: "12-bit window",
        about: "Looks up 12 bits at a time in a table of 4,096 rows with up to two characters each; a longer code, and the end, go through 8-bit tables: the way of the Rust crate h2.",
    },
    Entry {
        engine: Engine::Window16,
        id: Window16::ID,
        title: "16-bit window",
        about: "Looks up 16 bits at a time in a table of 65,536 rows with up to three characters each; a longer code sends the rest through four bits at a time: LiteSpeed's way.",
    },
    Entry {
        engine: Engine::Window14,
        id: Window14::ID,
        title: "14-bit window",
        about: "Looks up 14 bits at a time in two small tables, one for the bits used and one for up to two characters; how many look-ups to do follows from the string's length, and long strings are cut in parts that are decoded side by side.",
    },
];

impl Engine {
    /// Every engine, the reference first and the best last.
    pub const ALL: [Self; ENTRIES.len()] = {
        let mut all = [Self::Walk; ENTRIES.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = ENTRIES[i].engine;
            i += 1;
        }
        all
    };

    /// The engine that is used where nobody chooses.
    pub const BEST: Self = Self::Window14;

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

/// Runs `$body` with `$huffman` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type, once per block.
#[macro_export]
macro_rules! with_huffman {
    ($engine:expr, |$huffman:ident| $body:expr) => {
        match $engine {
            $crate::huffman::Engine::Walk => {
                let $huffman = $crate::huffman::Walk::new();
                $body
            }
            $crate::huffman::Engine::Nibble => {
                let $huffman = $crate::huffman::Nibble::new();
                $body
            }
            $crate::huffman::Engine::Window8 => {
                let $huffman = $crate::huffman::Window8::new();
                $body
            }
            $crate::huffman::Engine::Window12 => {
                let $huffman = $crate::huffman::Window12::new();
                $body
            }
            $crate::huffman::Engine::Window16 => {
                let $huffman = $crate::huffman::Window16::new();
                $body
            }
            $crate::huffman::Engine::Window14 => {
                let $huffman = $crate::huffman::Window14::new();
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
            crate::with_huffman!(engine, |huffman| assert_eq!(id(&huffman), engine.id()));
        }
        assert_eq!(Engine::from_id("none"), None);
    }

    fn id<H: HuffmanDecoder>(_: &H) -> &'static str {
        H::ID
    }
}
