//! Encoder policies by name, including those of common programs, and all legal
//! representations of a field with their costs.

mod chooser;
mod history;
mod legal;
mod look_ahead;
mod named;

pub use chooser::{Chooser, NamedPolicy};
pub use legal::{Illegal, Legal};
pub(crate) use legal::{check, encoded_len};
pub use look_ahead::{Change, UpcomingBlock};
pub(crate) use named::is_coded;
pub use named::{HuffmanUse, Indexing, MenuOption, Named};
