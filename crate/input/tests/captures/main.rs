//! Captures: of real connections, against the truth beside them, and packets
//! made by hand.

mod build;
mod files;
mod kept;
mod layers;
mod record;
mod segments;
mod truth;
