//! Real header blocks with every kind of damage: the right change is found and
//! ranked first.

mod apply;
#[path = "../sessions/support.rs"]
#[allow(dead_code, reason = "shared with the tests of sessions")]
mod cases;
mod damage;
mod edits;
mod none;
mod ranked;
mod support;
