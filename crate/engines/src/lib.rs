#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod header_buffer;
pub mod huffman;
pub mod integer;
mod list;
pub mod search;
pub mod static_look_up;

pub use list::Listed;
