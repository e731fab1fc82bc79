//! Look-up engines.

use std::{hint::black_box, sync::Arc};

use hpack_engines::{
    static_look_up::{Scan, StaticLookUp, StaticLookUpEngine},
    with_look_up,
};

use super::Task;
use crate::workload::LookUp;

/// `engine` on `look_ups`.
#[must_use]
pub fn look_ups(engine: StaticLookUpEngine, look_ups: Arc<[LookUp]>) -> Box<dyn Task> {
    with_look_up!(engine, |engine| Box::new(Asking { engine, look_ups }))
}

/// What has to come out, by the engine that compares with every entry.
#[must_use]
pub fn look_ups_reference(look_ups: &[LookUp]) -> Vec<u8> {
    output(&Scan, look_ups)
}

struct Asking<L> {
    engine: L,
    look_ups: Arc<[LookUp]>,
}

impl<L: StaticLookUp> Task for Asking<L> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u32;
        for _ in 0..times {
            for look_up in black_box(&*self.look_ups) {
                let answer = match &look_up.value {
                    Some(value) => self
                        .engine
                        .find(&look_up.name, value)
                        .map_or(0, |found| found.index << 1 | u32::from(found.value)),
                    None => self.engine.find_name(&look_up.name).unwrap_or(0),
                };
                sum = sum.wrapping_add(answer);
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.engine, &self.look_ups)
    }
}

fn output<L: StaticLookUp>(engine: &L, look_ups: &[LookUp]) -> Vec<u8> {
    let mut all = Vec::new();
    for look_up in look_ups {
        let answer = match &look_up.value {
            Some(value) => format!("{:?}\n", engine.find(&look_up.name, value)),
            None => format!("{:?}\n", engine.find_name(&look_up.name)),
        };
        all.extend_from_slice(answer.as_bytes());
    }
    all
}
