//! The program, run as users do.

#[cfg(feature = "bench")]
mod bench;
mod captures;
mod compare;
mod decode;
mod editors;
mod encode;
mod filters;
mod hostile;
mod live;
mod malformed;
mod manual;
mod questions;
mod quiet;
mod scan;
mod support;
mod text;
mod what_if;
