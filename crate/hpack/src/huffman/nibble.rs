//! Four bits at a time by a state machine, as nginx and nghttp2 do it: a
//! state is a branch of the code tree, and no code is shorter than a nibble,
//! so that a step gives one symbol at most.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    code::{CODES, EOS, LENGTHS, SYMBOLS},
    room::Room,
    tail,
};

/// Decodes four bits at a time. Its table, 32 KiB of which it uses half, is made
/// at first use.
#[derive(Clone, Copy)]
pub struct Nibble {
    machine: &'static Machine,
}

/// What four bits do in a state.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The state that follows; 0 is the root of the code tree.
    next: u16,
    /// The symbol that was completed, if [`EMITS`].
    symbol: u8,
    flags: u8,
}

/// A symbol was completed.
const EMITS: u8 = 1;

/// A string may end here: at most seven bits since the last code, all ones.
const ENDS: u8 = 2;

/// The state behind the code EOS, which no string may hold. Nothing leads out
/// of it.
const FAILED: u16 = SYMBOLS as u16 - 1;

/// Rows of the table: a power of two, so that a state needs no test.
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

#[derive(Clone, Copy)]
enum Way {
    Branch(u8),
    Symbol(u16),
}

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Box<Machine>> = OnceLock::new();
    MACHINE.get_or_init(|| {
        // The code is complete, so every way leads somewhere in the end; until
        // then it leads to the root.
        let mut ways = vec![[Way::Branch(0); 2]];
        let mut ends = vec![true];
        for symbol in 0..SYMBOLS {
            let mut at = 0;
            for depth in 1..=LENGTHS[symbol] {
                let bit = (CODES[symbol] >> (LENGTHS[symbol] - depth) & 1) as usize;
                if depth == LENGTHS[symbol] {
                    ways[at][bit] = Way::Symbol(symbol as u16);
                } else if let Way::Branch(next @ 1..) = ways[at][bit] {
                    at = usize::from(next);
                } else {
                    ways[at][bit] = Way::Branch(ways.len() as u8);
                    ends.push(ends[at] && bit == 1 && depth < 8);
                    at = ways.len();
                    ways.push([Way::Branch(0); 2]);
                }
            }
        }
        let failed = Step {
            next: FAILED,
            ..Step::default()
        };
        let mut machine = Box::new(Machine {
            steps: [[failed; 16]; ROWS],
        });
        for state in 0..ways.len() {
            for nibble in 0..16 {
                let mut step = Step::default();
                let mut at = state;
                for shift in (0..4).rev() {
                    match ways[at][nibble >> shift & 1] {
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
    /// The engine, its table made if it was not yet.
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
    const ID: &'static str = "nibble";

    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        // A step stores an octet, which may not count.
        let mut room = Room::new(out, coded.len(), 1);
        if !self.run(coded, &mut room) {
            return tail::decode(coded, 0, out.len(), out);
        }
        // SAFETY: `out` has not been touched since.
        unsafe { room.keep(out) };
        Ok(())
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        self.watch_from(coded, 0, How::Table, each);
    }
}

impl Nibble {
    /// Decodes `coded` into `room`, which is for it or for a string that ends
    /// with it, with a slack of one octet; whether it is right.
    #[inline(always)]
    pub(super) fn run(&self, coded: &[u8], room: &mut Room) -> bool {
        let mut last = Step {
            flags: ENDS,
            ..Step::default()
        };
        for &octet in coded {
            for nibble in [octet >> 4, octet] {
                last = self.machine.step(last.next, nibble);
                // Without a branch, which real strings would not let be foretold.
                // SAFETY: its code stood in `coded`.
                unsafe { room.put([last.symbol], usize::from(last.flags & EMITS)) };
            }
        }
        last.flags & ENDS != 0
    }

    /// What [`Self::run`] does with the octets of `coded` from `octet` on.
    pub(super) fn watch_from(
        &self,
        coded: &[u8],
        octet: usize,
        how: How,
        each: &mut dyn FnMut(LookUp),
    ) {
        let mut state = 0;
        for bit in (octet * 8..coded.len() * 8).step_by(4) {
            let step = self.machine.step(state, coded[bit / 8] >> (4 - bit % 8));
            each(LookUp {
                bit,
                bits: 4,
                symbols: step.flags & EMITS,
                how,
            });
            if step.next == FAILED {
                break;
            }
            state = step.next;
        }
    }
}
