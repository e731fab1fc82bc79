//! The reference implementation: one bit at a time over the code tree.

use std::sync::OnceLock;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, HuffmanErrorKind, LookUpKind, Trace,
    code::{CODES, EOS, LENGTHS, SYMBOLS},
};

/// Walks the code tree bit by bit. Slow and simple.
#[derive(Clone, Copy, Debug, Default)]
pub struct BitByBit;

/// A child of a branch of the code tree.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Branch(u16),
    Symbol(u16),
}

/// The code tree: the children of each branch for a 0 and a 1, the root first.
pub(super) fn tree() -> &'static [[Way; 2]] {
    static TREE: OnceLock<Vec<[Way; 2]>> = OnceLock::new();
    TREE.get_or_init(|| {
        // The root is a placeholder: in a complete code every child is replaced.
        let mut tree = vec![[Way::Branch(0); 2]];
        for symbol in 0..SYMBOLS {
            let mut at = 0;
            for shift in (0..LENGTHS[symbol]).rev() {
                let bit = (CODES[symbol] >> shift & 1) as usize;
                if shift == 0 {
                    tree[at][bit] = Way::Symbol(symbol as u16);
                } else if let Way::Branch(next @ 1..) = tree[at][bit] {
                    at = usize::from(next);
                } else {
                    tree[at][bit] = Way::Branch(tree.len() as u16);
                    at = tree.len();
                    tree.push([Way::Branch(0); 2]);
                }
            }
        }
        tree
    })
}

impl BitByBit {
    /// Returns the engine.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl HuffmanDecoder for BitByBit {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let tree = tree();
        let before = out.len();
        let fail = |out: &mut Vec<u8>, kind, bit| {
            out.truncate(before);
            Err(HuffmanError { kind, bit })
        };
        let mut at = 0;
        // Bits since the last whole code, and the first zero among them.
        let mut open = 0;
        let mut zero = None;
        for bit in 0..coded.len() * 8 {
            let set = coded[bit / 8] >> (7 - bit % 8) & 1;
            open += 1;
            if set == 0 && zero.is_none() {
                zero = Some(bit);
            }
            let way = tree[at][usize::from(set)];
            let is_found = matches!(way, Way::Symbol(0..EOS));
            trace.look_up(bit, 1, u8::from(is_found), LookUpKind::Table);
            match way {
                Way::Branch(next) => at = usize::from(next),
                Way::Symbol(EOS) => return fail(out, HuffmanErrorKind::Eos, bit),
                Way::Symbol(symbol) => {
                    out.push(symbol as u8);
                    (at, open, zero) = (0, 0, None);
                }
            }
        }
        if open >= 8 {
            let last = coded.len() * 8 - 1;
            return fail(out, HuffmanErrorKind::PaddingTooLong { bits: open }, last);
        }
        match zero {
            Some(bit) => fail(out, HuffmanErrorKind::PaddingNotOnes, bit),
            None => Ok(()),
        }
    }
}
