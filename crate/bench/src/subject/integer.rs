//! Integer engines.

use std::{hint::black_box, sync::Arc};

use hpack::integer::{Bits32, Bits64, IntegerDecoder};

use super::Subject;
use crate::{stage::EngineEntry, workload::Integers};

/// An integer engine by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerEngine {
    /// [`Bits64`].
    Bits64,
    /// [`Bits32`].
    Bits32,
}

impl IntegerEngine {
    /// All of them, the best last.
    pub const ALL: [Self; 2] = [Self::Bits64, Self::Bits32];

    /// What is said of it.
    #[must_use]
    pub fn entry(self) -> EngineEntry {
        match self {
            Self::Bits64 => EngineEntry {
                id: Bits64::ID,
                title: "64 bits",
                about: "Adds up in 64 bits and checks afterwards whether the value fits in 32.",
            },
            Self::Bits32 => EngineEntry {
                id: Bits32::ID,
                title: "32 bits",
                about: "Adds up in 32 bits and checks at the one shift that can first exceed them: what Netty changed to.",
            },
        }
    }

    /// The engine of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.entry().id == id)
    }
}

/// `engine` on `integers`.
#[must_use]
pub fn integers(engine: IntegerEngine, integers: Arc<Integers>) -> Box<dyn Subject> {
    match engine {
        IntegerEngine::Bits64 => Box::new(Reading {
            engine: Bits64,
            integers,
        }),
        IntegerEngine::Bits32 => Box::new(Reading {
            engine: Bits32,
            integers,
        }),
    }
}

/// What has to come out, by the engine that checks afterwards.
#[must_use]
pub fn integers_reference(integers: &Integers) -> Vec<u8> {
    output(&Bits64, integers)
}

struct Reading<I> {
    engine: I,
    integers: Arc<Integers>,
}

impl<I: IntegerDecoder> Subject for Reading<I> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            let octets = black_box(&self.integers.octets[..]);
            for &(at, prefix_bits) in &self.integers.places {
                // Used in a register: an answer handed to the outside each
                // time would cost more than the reading.
                sum = match self.engine.decode(octets, at as usize, prefix_bits) {
                    Ok((value, end)) => sum.wrapping_add(u64::from(value) ^ end as u64),
                    Err(_) => sum.rotate_left(1),
                };
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.engine, &self.integers)
    }
}

fn output<I: IntegerDecoder>(engine: &I, integers: &Integers) -> Vec<u8> {
    let mut all = Vec::new();
    for &(at, prefix_bits) in &integers.places {
        let answer = engine.decode(&integers.octets, at as usize, prefix_bits);
        all.extend_from_slice(format!("{answer:?}\n").as_bytes());
    }
    all
}
