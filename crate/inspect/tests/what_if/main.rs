//! What-if analysis of real connections and stories.

mod agreement;
mod figures;
#[path = "../sessions/support.rs"]
#[allow(dead_code, reason = "shared with the tests of sessions")]
mod support;
