//! Substring search engines.

use std::{hint::black_box, ops::ControlFlow, sync::Arc};

use hpack_engines::{
    Visitor,
    search::{Engines, Scan, Search},
};

use super::{Task, boxed, output_of};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{Data, Needle, Searches},
};

/// Searching for needles that are prepared beforehand.
pub(crate) struct Searching;

impl Race for Searching {
    type Data = Searches;
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::Searches(searches) => Some(searches),
            _ => None,
        }
    }

    fn operations(searches: &Self::Data) -> usize {
        searches.needles.len()
    }

    /// Bytes searched in total, with one pass for each search.
    fn amount(searches: &Self::Data) -> usize {
        searches.haystack.len() * searches.needles.len()
    }

    fn expected(searches: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<Scan, Self>(searches)
    }
}

struct Finding<S> {
    engines: Vec<S>,
    searches: Arc<Searches>,
}

impl<S: Search + 'static> Visitor<S, BoxedTask> for CreateTask<Searching> {
    /// `None` if the engine rejects a needle.
    fn visit(self) -> BoxedTask {
        let prepare = |needles: &Vec<Needle>| {
            let needles: Vec<&[u8]> = needles.iter().map(|needle| &**needle).collect();
            S::new(&needles).ok()
        };
        let engines = self.0.needles.iter().map(prepare).collect::<Option<_>>()?;
        boxed(Finding::<S> {
            engines,
            searches: self.0,
        })
    }
}

impl<S: Search> Task for Finding<S> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_usize;
        for _ in 0..times {
            for engine in &self.engines {
                let _ = engine.visit(black_box(&*self.searches.haystack), |place| {
                    sum = sum.wrapping_add(place.at ^ place.needle);
                    ControlFlow::<()>::Continue(())
                });
            }
        }
        black_box(sum);
    }

    /// Matches of each search, in order.
    fn output(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        for engine in &self.engines {
            for place in engine.all(&self.searches.haystack) {
                all.extend_from_slice(&(place.at as u32).to_le_bytes());
                all.extend_from_slice(&(place.needle as u32).to_le_bytes());
            }
            all.extend_from_slice(&u32::MAX.to_le_bytes());
        }
        all
    }
}
