//! The browser's clock.

use inspect::timing::Clock;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds, as coarse as the page's isolation has it.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Nanoseconds since the page began.
pub fn now() -> f64 {
    performance_now() * 1e6
}

/// `performance.now()`.
pub struct PerformanceClock;

impl Clock for PerformanceClock {
    fn now(&mut self) -> f64 {
        now()
    }
}
