//! Captures: of real connections, against the truth beside them, and packets
//! made by hand.

mod build;
mod files;
mod kept;
mod layers;
mod segments;
#[path = "../support/mod.rs"]
mod support;
mod truth;
