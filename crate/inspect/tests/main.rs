//! Sessions and their analyses, on the test data and within their bounds.

mod bounds;
mod diagnosis;
mod listing;
mod policies;
mod sessions;
mod what_if;
