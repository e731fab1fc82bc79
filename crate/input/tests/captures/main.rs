//! Recorded captures with their expected content, and synthetic packets.

mod build;
mod files;
mod kept;
mod layers;
mod segments;
#[path = "../support/mod.rs"]
mod support;
mod truth;
