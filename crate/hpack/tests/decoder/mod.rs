//! The decoder against the RFC, recorded connections, other decoders and malformed
//! blocks.

mod appendix_c;
mod fields;
mod forks;
mod kept;
mod losses;
mod malformed;
mod memory;
mod properties;
mod sizes;
mod stories;
mod visitor;
