//! Real header blocks, damaged in every way that is looked for: the right
//! change is found, and ranked first.

mod apply;
mod damage;
mod edits;
mod none;
mod ranked;
#[path = "../sessions/sent.rs"]
mod sent;
mod support;
