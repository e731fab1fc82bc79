//! Step times of the open session, and how each Huffman engine reads a string.

use hpack::huffman::HuffmanDecoder;
use hpack_engines::{Visitor, huffman::HuffmanEngine};
use inspect::{Session, explain::EngineReading, timing::Timing};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, clock::now, inspector::Inspector};

/// How every engine reads a string.
pub(crate) fn readings(coded: &[u8]) -> Vec<EngineReading> {
    HuffmanEngine::ALL
        .map(|engine| {
            EngineReading::new(engine.id(), engine.title(), |each| {
                engine.trace(coded, each)
            })
        })
        .into()
}

/// Continues measuring with a statically typed engine: dispatch at run time
/// would be measured too.
struct GoOn<'a> {
    timing: &'a mut Timing,
    session: &'a Session,
    /// Nanoseconds.
    budget: f64,
}

impl<H: HuffmanDecoder + Copy + Default> Visitor<H, ()> for GoOn<'_> {
    fn visit(self) {
        self.timing
            .run_for(self.session, H::default(), &mut now, self.budget);
    }
}

#[wasm_bindgen]
impl Inspector {
    /// Selects the Huffman engine for step times; an unknown id has no effect.
    /// The session is not decoded again, since all engines agree.
    #[wasm_bindgen(js_name = setEngine)]
    pub fn set_engine(&mut self, id: &str) {
        if let (Some(document), Some(engine)) = (&mut self.document, HuffmanEngine::from_id(id)) {
            document.engine = engine;
            document.timing = None;
        }
    }

    /// How every Huffman engine reads the string data at `start..end` of a
    /// block: a JSON list of `EngineReading`, or `null`.
    #[wasm_bindgen(js_name = lookUps)]
    pub fn look_ups(&self, block: usize, start: usize, end: usize) -> String {
        self.answer(|of| of.session.bytes_at(block, start..end).map(readings))
    }

    /// Starts measuring the steps of a block with the selected engine.
    #[wasm_bindgen(js_name = startTiming)]
    pub fn start_timing(&mut self, block: usize, from: usize, to: usize) {
        if let Some(document) = &mut self.document {
            document.timing = document.session().and_then(|session| {
                let engine = document.engine.id();
                Timing::new(session, block, from..to, engine, &mut now)
            });
        }
    }

    /// Continues for about `budget_ms` milliseconds; returns JSON of the
    /// `TimingResult` so far, or `null` without a measurement.
    #[wasm_bindgen(js_name = timingRound)]
    pub fn timing_round(&mut self, budget_ms: f64) -> String {
        let result = self.document.as_mut().and_then(|document| {
            let mut timing = document.timing.take()?;
            let session = document.session()?;
            document.engine.visit(GoOn {
                timing: &mut timing,
                session,
                budget: budget_ms * 1e6,
            });
            Some(document.timing.insert(timing).result())
        });
        json(&result)
    }
}
