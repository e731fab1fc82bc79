//! What-if analysis of real connections and stories.

mod agreement;
mod figures;
use super::sessions::support;
