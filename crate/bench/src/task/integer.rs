//! Integer engines.

use std::{hint::black_box, sync::Arc};

use hpack::integer::{IntegerDecoder, IntegerError};
use hpack_engines::{
    Visitor,
    integer::{Bits64, Engines},
};

use super::{Answers, output_of, started};
use crate::{
    runner::Unit,
    stage::{Race, Start, Started},
    workload::{self, Data},
};

/// Every integer decoded by itself.
pub(crate) struct Integers;

impl Race for Integers {
    const ID: &'static str = "integer";
    const TITLE: &'static str = "Integer decoding";
    const BASELINE: &'static str = "bits64";
    const UNIT: Unit = Unit::Integer;

    type Data = workload::Integers;
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::Integers(integers) => Some(integers),
            _ => None,
        }
    }

    fn operations(integers: &Self::Data) -> usize {
        integers.places.len()
    }

    fn expected(integers: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<Bits64, Self>(integers)
    }
}

struct Decoding<I> {
    engine: I,
    integers: Arc<workload::Integers>,
}

impl<I: IntegerDecoder + Default + 'static> Visitor<I, Started> for Start<Integers> {
    fn visit(self) -> Started {
        started(Decoding {
            engine: I::default(),
            integers: self.0,
        })
    }
}

impl<I: IntegerDecoder> Answers for Decoding<I> {
    type Answer<'a> = Result<(u32, usize), IntegerError>;

    #[inline]
    fn answer(&mut self, mut each: impl FnMut(Self::Answer<'_>)) {
        let bytes = black_box(&self.integers.octets[..]);
        for &(at, prefix_bits) in &self.integers.places {
            each(self.engine.decode(bytes, at as usize, prefix_bits));
        }
    }

    #[inline]
    fn sum(answer: Self::Answer<'_>) -> u64 {
        answer.map_or(1, |(value, end)| u64::from(value) ^ end as u64)
    }

    fn write(answer: Self::Answer<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{answer:?}\n").as_bytes());
    }
}
