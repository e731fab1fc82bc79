#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | RFC 7541 | module |
//! | --- | --- |
//! | §2.3.1 and Appendix A, the static table | [`static_table`] |
//! | §2.3.2 and §4, the dynamic table | [`dynamic_table`] |
//! | §3 and §6, decoding a header block | [`decoder`], [`representation`] |
//! | §6 and §4.2, encoding one | [`encoder`] |
//! | §5.1, integers | [`integer`] |
//! | §5.2 and Appendix B, string literals | [`huffman`] |
//! | the structure of a block, parsed without tables | [`structure`] |
//! | decoding errors | [`error`] |

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod decoder;
pub mod dynamic_table;
pub mod encoder;
pub mod error;
pub mod huffman;
pub mod integer;
pub mod representation;
pub mod static_table;
pub mod structure;

pub use decoder::{
    Decoder, Engines, Field, FieldList, InspectedField, Limits, Reference, SizeUpdate, Visitor,
};
pub use dynamic_table::{
    DynamicTable, Entry, History, Inserted, NameFrom, Origin, Position, Snapshot, TableState,
};
pub use encoder::{Encoder, FieldLine};
pub use error::{Code, DecodeError, DecodeErrorKind};
pub use representation::Kind;
