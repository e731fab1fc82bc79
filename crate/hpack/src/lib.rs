#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | RFC 7541 | module |
//! | --- | --- |
//! | §3 and §6, decoding a header block | [`decoder`] |
//! | §6 and §4.2, encoding one | [`encoder`] |
//! | decoding errors | [`error`] |
//!
//! With the feature `inspect`, for tools that show how a block was decoded, also
//!
//! | RFC 7541 | module |
//! | --- | --- |
//! | §2.3.1 and Appendix A, the static table | `static_table` |
//! | §2.3.2 and §4, the dynamic table | `dynamic_table` |
//! | §5.1, integers | `integer` |
//! | §5.2 and Appendix B, string literals | `huffman` |
//! | §6, representations | `representation` |
//! | the structure of a block, parsed without tables | `structure` |

#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(
    not(feature = "inspect"),
    allow(
        dead_code,
        unused_imports,
        unreachable_pub,
        reason = "code that only inspection uses stays next to the code it extends"
    )
)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

/// Modules that are public for inspection.
macro_rules! inspected {
    ($($module:ident)*) => {
        $(
            #[cfg(feature = "inspect")]
            pub mod $module;
            #[cfg(not(feature = "inspect"))]
            mod $module;
        )*
    };
}

pub mod decoder;
pub mod encoder;
pub mod error;
inspected! { dynamic_table huffman integer representation static_table structure }

pub use decoder::{Decoder, Field, FieldList, Limits, Progress};
#[cfg(feature = "inspect")]
pub use decoder::{Engines, InspectedField, Reference, SizeUpdate, Visitor};
#[cfg(feature = "inspect")]
pub use dynamic_table::{
    DynamicTable, Entry, History, Inserted, NameFrom, Origin, Position, Snapshot, TableState,
};
pub use encoder::{Encoder, FieldLine};
pub use error::{Code, DecodeError, DecodeErrorKind};
pub use representation::Kind;
