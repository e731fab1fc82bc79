//! Static-table engines.

use std::sync::Arc;

use hpack_engines::{
    Visitor,
    static_look_up::{Engines, Match, Scan, StaticLookUp},
};

use super::{Answers, create_task, output_of};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{Data, LookUp},
};

/// Looking up fields by name and value, or by name alone.
pub(crate) struct StaticTable;

impl Race for StaticTable {
    type Data = [LookUp];
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::LookUps(look_ups) => Some(look_ups),
            _ => None,
        }
    }

    fn operations(look_ups: &Self::Data) -> usize {
        look_ups.len()
    }

    fn expected(look_ups: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<Scan, Self>(look_ups)
    }
}

impl<L: StaticLookUp + Default + 'static> Visitor<L, BoxedTask> for CreateTask<StaticTable> {
    fn visit(self) -> BoxedTask {
        create_task::<_, L>(self)
    }
}

impl<L: StaticLookUp> Answers<L> for StaticTable {
    type Answer<'a> = Option<Match>;

    #[inline]
    fn answer(
        engine: &mut L,
        look_ups: &Self::Data,
        _: &mut Vec<u8>,
        mut each: impl FnMut(Self::Answer<'_>),
    ) {
        for LookUp { name, value } in look_ups {
            each(match value {
                Some(value) => engine.find(name, value),
                None => engine.find_name(name).map(|index| Match {
                    index,
                    value: false,
                }),
            });
        }
    }

    #[inline]
    fn sum(answer: Self::Answer<'_>) -> u64 {
        answer.map_or(0, |Match { index, value }| {
            u64::from(index) << 1 | u64::from(value)
        })
    }

    fn write(answer: Self::Answer<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{answer:?}\n").as_bytes());
    }
}
