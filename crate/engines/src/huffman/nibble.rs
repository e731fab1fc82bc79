//! Four bits at a time with a state machine, as in nginx and nghttp2. A state is a
//! branch of the code tree; no code is shorter than four bits, so a step yields at
//! most one symbol.

use std::sync::OnceLock;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, LookUpKind, Trace,
    code::{EOS, SYMBOLS},
    spare_capacity::SpareCapacity,
    tail,
};

use super::bit_by_bit::{Way, tree};

/// Decodes four bits at a time, with a table of 32 KiB (half of it used), built at
/// first use.
#[derive(Clone, Copy)]
pub struct Nibble {
    machine: &'static Machine,
}

/// Transition of a state for four bits.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Next state; 0 is the root of the code tree.
    next: u16,
    /// The completed symbol, if [`EMITS`].
    symbol: u8,
    flags: u8,
}

const EMITS: u8 = 1;

/// The string can end here: at most seven bits since the last code, all ones.
const ENDS: u8 = 2;

/// State after EOS, which it never leaves.
const FAILED: u16 = SYMBOLS as u16 - 1;

/// Rows of the table: a power of two, to avoid bounds checks.
const ROWS: usize = 512;

struct Machine {
    /// By state: the branches of the code tree, then [`FAILED`], then unused.
    steps: [[Step; 16]; ROWS],
}

impl Machine {
    #[inline(always)]
    fn step(&self, state: u16, nibble: u8) -> Step {
        self.steps[usize::from(state) % ROWS][usize::from(nibble & 0xf)]
    }
}

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Box<Machine>> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let tree = tree();
        // Branches that up to seven ones lead to from the root.
        let mut ends = vec![false; tree.len()];
        let mut at = 0;
        for _ in 0..8 {
            ends[at] = true;
            if let Way::Branch(next) = tree[at][1] {
                at = usize::from(next);
            }
        }
        let failed = Step {
            next: FAILED,
            ..Step::default()
        };
        let mut machine = Box::new(Machine {
            steps: [[failed; 16]; ROWS],
        });
        for state in 0..tree.len() {
            for nibble in 0..16 {
                let mut step = Step::default();
                let mut at = state;
                for shift in (0..4).rev() {
                    match tree[at][nibble >> shift & 1] {
                        Way::Branch(next) => at = usize::from(next),
                        Way::Symbol(EOS) => {
                            step = failed;
                            break;
                        }
                        Way::Symbol(symbol) => {
                            step.symbol = symbol as u8;
                            step.flags |= EMITS;
                            at = 0;
                        }
                    }
                }
                if step.next != FAILED {
                    step.next = at as u16;
                    step.flags |= if ends[at] { ENDS } else { 0 };
                }
                machine.steps[state][nibble] = step;
            }
        }
        machine
    })
}

impl Nibble {
    /// Returns the engine; builds its table at first use.
    #[must_use]
    pub fn new() -> Self {
        Self { machine: machine() }
    }
}

impl Default for Nibble {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Nibble {
    const TABLE_BYTES: usize = size_of::<Machine>();

    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        // A step stores a byte, which it may not keep.
        let mut spare = SpareCapacity::new(out, coded.len(), 1);
        // SAFETY: the capacity is for this string, with a slack of one byte.
        if unsafe { self.run(coded, 0, &mut spare, LookUpKind::Table, trace) } {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}

impl Nibble {
    /// Decodes `coded` from the byte `from` on. Returns whether it is valid.
    ///
    /// # Safety
    /// `spare` is for `coded`, with a slack of at least one byte, and holds only
    /// symbols whose codes are before `from`.
    #[inline(always)]
    pub(super) unsafe fn run<W: Trace>(
        &self,
        coded: &[u8],
        from: usize,
        spare: &mut SpareCapacity<'_>,
        kind: LookUpKind,
        trace: &mut W,
    ) -> bool {
        let mut last = Step {
            flags: ENDS,
            ..Step::default()
        };
        for (number, &byte) in coded[from..].iter().enumerate() {
            for (nibble, within) in [(byte >> 4, 0), (byte, 4)] {
                let before = last.next;
                last = self.machine.step(before, nibble);
                if before != FAILED {
                    trace.look_up((from + number) * 8 + within, 4, last.flags & EMITS, kind);
                }
                // Branchless, since the branch would be unpredictable.
                // SAFETY: at most one symbol is kept, whose code was read from
                // `coded`.
                unsafe { spare.put([last.symbol], usize::from(last.flags & EMITS)) };
            }
        }
        last.flags & ENDS != 0
    }
}
