//! The encoder against the RFC, recorded connections, and third-party decoders.

mod appendix_c;
mod choices;
mod properties;
mod sizes;
mod stories;
