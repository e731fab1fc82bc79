//! The browser's clock.

use inspect::timing::Clock;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds; the resolution depends on cross-origin isolation.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Nanoseconds since the page's start.
pub fn now() -> f64 {
    performance_now() * 1e6
}

/// Times with `performance.now()`.
pub struct PerformanceClock;

impl Clock for PerformanceClock {
    fn now(&mut self) -> f64 {
        now()
    }
}
