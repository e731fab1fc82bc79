//! Reports panics. The trap that follows has no message, so it is passed to the
//! page first.

use std::panic::PanicHookInfo;

use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Defined by the worker; elsewhere the message is dropped.
    #[wasm_bindgen(catch, js_namespace = globalThis, js_name = hpackPanicked)]
    fn panicked(message: &str) -> Result<(), JsValue>;
}

/// Called when the package is loaded.
#[wasm_bindgen(start)]
pub(crate) fn start() {
    std::panic::set_hook(Box::new(|info| {
        let _ = panicked(&sentence(info));
    }));
}

fn sentence(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    match info.location() {
        Some(place) => format!("{what} ({}:{})", place.file(), place.line()),
        None => what.to_owned(),
    }
}
