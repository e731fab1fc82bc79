//! The reference: one bit at a time over the code tree.

use std::sync::OnceLock;

use hpack_core::huffman::{
    How, HuffmanDecoder, HuffmanError, HuffmanErrorKind, Trace,
    code::{CODES, EOS, LENGTHS, SYMBOLS},
};

use crate::{Engine, Entry};

/// Walks the code tree bit by bit. Slow, and right by inspection.
#[derive(Clone, Copy, Debug, Default)]
pub struct BitByBit;

/// A branch of the tree; there are as many as symbols less one.
#[derive(Clone, Copy)]
struct Branch {
    /// Where a 0 and a 1 lead.
    to: [Step; 2],
}

#[derive(Clone, Copy)]
enum Step {
    Nowhere,
    Branch(u16),
    Symbol(u16),
}

fn tree() -> &'static [Branch] {
    static TREE: OnceLock<Vec<Branch>> = OnceLock::new();
    TREE.get_or_init(|| {
        let nowhere = Branch {
            to: [Step::Nowhere; 2],
        };
        let mut tree = vec![nowhere];
        for symbol in 0..SYMBOLS {
            let mut at = 0;
            for shift in (0..LENGTHS[symbol]).rev() {
                let bit = (CODES[symbol] >> shift & 1) as usize;
                if shift == 0 {
                    tree[at].to[bit] = Step::Symbol(symbol as u16);
                } else if let Step::Branch(next) = tree[at].to[bit] {
                    at = usize::from(next);
                } else {
                    tree[at].to[bit] = Step::Branch(tree.len() as u16);
                    at = tree.len();
                    tree.push(nowhere);
                }
            }
        }
        tree
    })
}

impl BitByBit {
    /// The engine.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl Engine for BitByBit {
    const ENTRY: Entry = Entry {
        id: "walk",
        title: "bit by bit",
        about: "Walks the code tree one bit at a time: the reference.",
    };
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
            let step = tree[at].to[usize::from(set)];
            let is_found = matches!(step, Step::Symbol(0..EOS));
            trace.look_up(bit, 1, u8::from(is_found), How::Table);
            match step {
                Step::Branch(next) => at = usize::from(next),
                Step::Symbol(EOS) => return fail(out, HuffmanErrorKind::Eos, bit),
                Step::Symbol(symbol) => {
                    out.push(symbol as u8);
                    (at, open, zero) = (0, 0, None);
                }
                Step::Nowhere => unreachable!("the code is complete: every branch has two ways"),
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
