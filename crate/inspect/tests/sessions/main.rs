//! Sessions on the test data, as a whole.

mod agreement;
mod captures;
mod support;
mod tables;
