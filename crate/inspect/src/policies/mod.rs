//! Policies by name, what common programs do among them, and every legal way to
//! write a field with what it costs.

mod chooser;
mod history;
mod legal;
mod look_ahead;
mod named;

pub use chooser::{Chooser, NamedPolicy};
pub use legal::{Illegal, Legal};
pub(crate) use legal::{check, encoded_len};
pub use look_ahead::{Ahead, Change};
pub(crate) use named::is_coded;
pub use named::{HuffmanUse, Indexing, Named};
