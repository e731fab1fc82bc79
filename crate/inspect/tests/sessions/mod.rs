//! Sessions on the test data.

mod agreement;
mod captures;
mod limits;
mod streams;
pub(crate) mod support;
mod tables;
