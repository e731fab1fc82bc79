//! Sessions on the test data, as a whole.

mod agreement;
mod captures;
mod limits;
mod sent;
mod streams;
mod support;
mod tables;
