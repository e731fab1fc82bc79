//! Parts for native programs: a thread clock, pinning to a core, folders of
//! stories.

mod clock;
pub mod machine;
mod race;
mod stories;

pub use clock::thread_clock;
pub use race::race;
pub use stories::{Stories, folder, stories};
