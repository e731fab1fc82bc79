//! Integer engines.

use std::{hint::black_box, sync::Arc};

use hpack::integer::IntegerDecoder;
use hpack_engines::{
    integer::{Bits64, IntegerEngine},
    with_integer,
};

use super::Task;
use crate::workload::Integers;

/// `engine` on `integers`.
#[must_use]
pub fn integers(engine: IntegerEngine, integers: Arc<Integers>) -> Box<dyn Task> {
    with_integer!(engine, |engine| Box::new(Reading { engine, integers }))
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

impl<I: IntegerDecoder> Task for Reading<I> {
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
