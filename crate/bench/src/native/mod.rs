//! What a program of its own has and a page has not: the system's clock, a
//! core to stay on, folders.

pub mod machine;
mod race;
mod stories;

pub use race::{Monotonic, race};
pub use stories::{Stories, stories};
