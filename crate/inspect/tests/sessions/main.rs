//! Sessions on the test data, as a whole.

mod agreement;
mod captures;
mod limits;
mod support;
mod tables;
