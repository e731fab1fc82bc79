//! The encoder against the RFC, recorded connections, and third-party decoders.

#[path = "../support/mod.rs"]
mod support;

mod appendix_c;
mod choices;
mod properties;
mod sizes;
mod stories;
