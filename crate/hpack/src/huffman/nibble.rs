//! Four bits at a time by a state machine, as nginx and nghttp2 do it: a
//! state is a branch of the code tree, and no code is shorter than a nibble,
//! so that a step gives one symbol at most.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    code::{CODES, EOS, LENGTHS, SYMBOLS},
    tail,
};

/// Decodes four bits at a time. Its table, 16 KiB, is made at first use.
#[derive(Clone, Copy)]
pub struct Nibble {
    machine: &'static Machine,
}

/// What four bits do in a state.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The state that follows; 0 is the root of the code tree.
    next: u8,
    /// The symbol that was completed, if [`EMITS`].
    symbol: u8,
    flags: u8,
}

/// A symbol was completed.
const EMITS: u8 = 1;

/// A string may end here: at most seven bits since the last code, all ones.
const ENDS: u8 = 2;

/// The code EOS was completed, which no string may hold.
const FAILS: u8 = 4;

struct Machine {
    steps: [[Step; 16]; SYMBOLS - 1],
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
        let mut machine = Box::new(Machine {
            steps: [[Step::default(); 16]; SYMBOLS - 1],
        });
        for (state, steps) in machine.steps.iter_mut().enumerate() {
            for (nibble, step) in steps.iter_mut().enumerate() {
                let mut at = state;
                for shift in (0..4).rev() {
                    match ways[at][nibble >> shift & 1] {
                        Way::Branch(next) => at = usize::from(next),
                        Way::Symbol(EOS) => step.flags |= FAILS,
                        Way::Symbol(symbol) => {
                            step.symbol = symbol as u8;
                            step.flags |= EMITS;
                            at = 0;
                        }
                    }
                }
                step.next = at as u8;
                if ends[at] {
                    step.flags |= ENDS;
                }
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
        let before = out.len();
        out.resize(before + tail::most(coded.len()), 0);
        match self.run(coded, &mut out[before..]) {
            Some(length) => {
                out.truncate(before + length);
                Ok(())
            }
            None => {
                out.truncate(before);
                tail::decode(coded, 0, before, out)
            }
        }
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        self.watch_from(coded, 0, How::Table, each);
    }
}

impl Nibble {
    /// Decodes `coded` into `room`, which has [`tail::most`] octets; how many
    /// it wrote, or `None` where `coded` is wrong.
    pub(super) fn run(&self, coded: &[u8], room: &mut [u8]) -> Option<usize> {
        let mut length = 0;
        let mut state = 0;
        let mut flags = ENDS;
        for &octet in coded {
            for nibble in [octet >> 4, octet & 0xf] {
                let step = self.machine.steps[usize::from(state)][usize::from(nibble)];
                flags = step.flags;
                if flags & FAILS != 0 {
                    return None;
                }
                if flags & EMITS != 0 {
                    *room.get_mut(length)? = step.symbol;
                    length += 1;
                }
                state = step.next;
            }
        }
        (flags & ENDS != 0).then_some(length)
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
            let nibble = coded[bit / 8] >> (4 - bit % 8) & 0xf;
            let step = self.machine.steps[usize::from(state)][usize::from(nibble)];
            each(LookUp {
                bit,
                bits: 4,
                symbols: u8::from(step.flags & (EMITS | FAILS) == EMITS),
                how,
            });
            if step.flags & FAILS != 0 {
                break;
            }
            state = step.next;
        }
    }
}
