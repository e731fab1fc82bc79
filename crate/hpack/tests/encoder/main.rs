//! The encoder against the RFC, recorded connections, and other people's decoders.

#[path = "../support/mod.rs"]
mod support;

mod appendix_c;
mod choices;
mod properties;
mod sizes;
mod stories;
