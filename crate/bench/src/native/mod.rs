//! What a program of its own has and a page has not: a thread's clock, a
//! core to stay on, folders.

mod clock;
pub mod machine;
mod race;
mod stories;

pub use clock::thread_clock;
pub use race::race;
pub use stories::{Stories, folder, stories};
