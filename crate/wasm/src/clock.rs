//! The browser's clock.

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
