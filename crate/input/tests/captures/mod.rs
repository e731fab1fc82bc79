//! Recorded captures with their expected content, and synthetic packets.

mod build;
mod files;
mod kept;
mod layers;
mod segments;
mod truth;
