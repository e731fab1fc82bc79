//! Search engines on needles and haystacks.

use std::{hint::black_box, ops::ControlFlow, sync::Arc};

use hpack_engines::{
    search::{Scan, Search, SearchEngine},
    with_search,
};

use super::Task;
use crate::workload::{Needle, Searches};

/// `engine`, prepared for each of the searches; `None` where it refuses a
/// needle.
#[must_use]
pub fn searches(engine: SearchEngine, searches: Arc<Searches>) -> Option<Box<dyn Task>> {
    with_search!(engine, Engine => Some(Box::new(Finding {
        engines: prepared::<Engine>(&searches)?,
        searches,
    })))
}

/// What has to come out, by the plain scan.
#[must_use]
pub fn searches_reference(searches: &Searches) -> Vec<u8> {
    let engines = prepared::<Scan>(searches).unwrap_or_default();
    output(&engines, searches)
}

/// An engine for each search; `None` where a needle is refused.
fn prepared<S: Search>(searches: &Searches) -> Option<Vec<S>> {
    let prepare = |needles: &Vec<Needle>| {
        let needles: Vec<&[u8]> = needles.iter().map(|needle| &**needle).collect();
        S::new(&needles).ok()
    };
    searches.needles.iter().map(prepare).collect()
}

struct Finding<S> {
    engines: Vec<S>,
    searches: Arc<Searches>,
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

    fn output(&mut self) -> Vec<u8> {
        output(&self.engines, &self.searches)
    }
}

/// The places of each search, in order.
fn output<S: Search>(engines: &[S], searches: &Searches) -> Vec<u8> {
    let mut all = Vec::new();
    for engine in engines {
        for place in engine.all(&searches.haystack) {
            all.extend_from_slice(&(place.at as u32).to_le_bytes());
            all.extend_from_slice(&(place.needle as u32).to_le_bytes());
        }
        all.extend_from_slice(&u32::MAX.to_le_bytes());
    }
    all
}
