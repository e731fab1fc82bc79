//! §5.2 and Appendix B: Huffman-coded strings. An engine a file, all behind
//! [`HuffmanDecoder`], with one suite over all of them.

pub mod code;
mod tail;
#[cfg(test)]
mod tests;
mod walk;
mod window16;

pub use walk::Walk;
pub use window16::Window16;

/// Why a string could not be decoded, and at which bit of it (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuffmanFault {
    /// What is wrong.
    pub kind: HuffmanFaultKind,
    /// EOS: its thirtieth bit. Padding too long: the last bit of the string.
    /// Padding not ones: its first zero.
    pub bit: usize,
}

/// The three ways a Huffman-coded string can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuffmanFaultKind {
    /// The EOS code inside the string.
    Eos,
    /// 8 or more bits after the last whole code; how many.
    PaddingTooLong {
        /// Bits after the last whole code.
        bits: usize,
    },
    /// Fewer than 8 bits after the last whole code, not all ones.
    PaddingNotOnes,
}

/// Decodes one string.
pub trait HuffmanDecoder {
    /// Stable name of the engine.
    const ID: &'static str;

    /// Appends what `coded` stands for to `out`: at most 8/5 of its length.
    ///
    /// # Errors
    /// [`HuffmanFault`]; `out` is then as it was.
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault>;
}

/// The engines, for those who choose one at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`Walk`].
    Walk,
    /// [`Window16`].
    Window16,
}

impl Engine {
    /// Every engine, the reference first.
    pub const ALL: [Self; 2] = [Self::Walk, Self::Window16];

    /// The best engine, which is used where nobody chooses.
    pub const BEST: Self = Self::Window16;

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Walk => Walk::ID,
            Self::Window16 => Window16::ID,
        }
    }

    /// The engine of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.id() == id)
    }

    /// What a menu calls it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Walk => "bit by bit",
            Self::Window16 => "16-bit window",
        }
    }

    /// How it works, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Walk => "Walks the code tree one bit at a time: the reference.",
            Self::Window16 => {
                "Looks up 16 bits at a time in a table of 65,536 rows with up to three characters \
                 each; codes longer than 16 bits take a second path."
            }
        }
    }
}

/// Runs `$body` with `$huffman` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type, once per block.
#[macro_export]
macro_rules! with_huffman {
    ($engine:expr, |$huffman:ident| $body:expr) => {
        match $engine {
            $crate::huffman::Engine::Walk => {
                let $huffman = $crate::huffman::Walk;
                $body
            }
            $crate::huffman::Engine::Window16 => {
                let $huffman = $crate::huffman::Window16::new();
                $body
            }
        }
    };
}
