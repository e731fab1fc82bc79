//! Experiments: the cost of hostile header blocks and the information in their
//! sizes, measured with the real encoder and decoder.

mod amplification;
mod size_oracle;

pub use amplification::{Amplification, Amplified, Limited};
pub use size_oracle::{GuessSizes, SizeOracle};
