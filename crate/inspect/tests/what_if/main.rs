//! What if: real connections and stories, encoded anew.

mod agreement;
mod figures;
#[path = "../sessions/sent.rs"]
mod sent;
#[path = "../sessions/support.rs"]
#[allow(dead_code, reason = "shared with the tests of sessions")]
mod support;
