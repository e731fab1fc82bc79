//! Sessions on the test data.

mod agreement;
mod captures;
mod limits;
mod streams;
mod support;
mod tables;
