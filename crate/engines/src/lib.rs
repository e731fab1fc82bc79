#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod frame_writer;
pub mod header_buffer;
pub mod hex;
pub mod huffman;
pub mod integer;
mod list;
pub mod search;
pub mod static_look_up;

pub use list::{Engine, Entry, List, Visit, Visitor};
