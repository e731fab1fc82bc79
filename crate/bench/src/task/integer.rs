//! Integer engines.

use std::sync::Arc;

use hpack::integer::{IntegerDecoder, IntegerError};
use hpack_engines::{
    Visitor,
    integer::{Bits64, Engines},
};

use super::{Answers, create_task, output_of};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{self, Data},
};

pub(crate) struct Integers;

impl Race for Integers {
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

impl<I: IntegerDecoder + Default + 'static> Visitor<I, BoxedTask> for CreateTask<Integers> {
    fn visit(self) -> BoxedTask {
        create_task::<_, I>(self)
    }
}

impl<I: IntegerDecoder> Answers<I> for Integers {
    type Answer<'a> = Result<(u32, usize), IntegerError>;

    #[inline]
    fn answer(
        engine: &mut I,
        integers: &Self::Data,
        _: &mut Vec<u8>,
        mut each: impl FnMut(Self::Answer<'_>),
    ) {
        for &(at, prefix_bits) in &integers.places {
            each(engine.decode(&integers.bytes, at as usize, prefix_bits));
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
