//! Pasted text: samples, the rules for splitting, properties of any text, and
//! what one changed character does.

mod changes;
mod print;
mod properties;
mod samples;
#[path = "../support/mod.rs"]
mod support;
