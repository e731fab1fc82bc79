//! Engines that look fields up in the static table.

use std::{hint::black_box, sync::Arc};

use hpack_engines::{
    Visitor,
    static_look_up::{Engines, Match, Scan, StaticLookUp},
};

use super::{Answers, output_of, started};
use crate::{
    runner::Unit,
    stage::{Race, Start, Started},
    workload::{Data, LookUp},
};

/// Fields looked up by name and value, or by name alone.
pub(crate) struct StaticTable;

impl Race for StaticTable {
    const ID: &'static str = "static-table";
    const TITLE: &'static str = "Static-table look-up";
    const BASELINE: &'static str = "scan";
    const UNIT: Unit = Unit::LookUp;

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

struct LookingUp<L> {
    engine: L,
    look_ups: Arc<[LookUp]>,
}

impl<L: StaticLookUp + Default + 'static> Visitor<L, Started> for Start<StaticTable> {
    fn visit(self) -> Started {
        started(LookingUp {
            engine: L::default(),
            look_ups: self.0,
        })
    }
}

impl<L: StaticLookUp> Answers for LookingUp<L> {
    type Answer<'a> = Option<Match>;

    #[inline]
    fn answer(&mut self, mut each: impl FnMut(Self::Answer<'_>)) {
        for LookUp { name, value } in black_box(&*self.look_ups) {
            each(match value {
                Some(value) => self.engine.find(name, value),
                None => self.engine.find_name(name).map(|index| Match {
                    index,
                    value: false,
                }),
            });
        }
    }

    #[inline]
    fn sum(answer: Self::Answer<'_>) -> u64 {
        answer.map_or(0, |found| {
            u64::from(found.index) << 1 | u64::from(found.value)
        })
    }

    fn write(answer: Self::Answer<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{answer:?}\n").as_bytes());
    }
}
