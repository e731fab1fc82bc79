//! The package that the page loads first: everything but captures and benchmarks.

pub use hpack_inspector_wasm::Inspector;
