//! Pasted text: samples, rules for splitting, properties of any text, and the
//! effect of one changed character.

mod changes;
mod print;
mod properties;
mod samples;
