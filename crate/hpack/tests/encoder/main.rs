//! The encoder, held against the RFC, recorded connections, other people's
//! decoders, and every other way to write a field.

#[path = "../support/mod.rs"]
mod support;

mod appendix_c;
mod fewest;
mod illegal;
mod policies;
mod programs;
mod properties;
mod sizes;
mod stories;
