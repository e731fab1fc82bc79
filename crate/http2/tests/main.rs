//! Frames, their codec, and messages, on tables of cases, captures and random input.

mod captures;
mod codec;
mod corpus;
mod frames;
mod losses;
mod malformed;
mod properties;
#[path = "support/script.rs"]
mod script;
mod support;
mod validity;
