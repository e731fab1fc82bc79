//! Building header blocks field by field: a pure function from what a person
//! has written down to everything that is shown of it.

mod composed;
mod composition;
mod framing;
mod run;
#[cfg(test)]
mod tests;
mod written;

pub use composed::{
    Composed, ComposedBlock, ComposedRow, Entry, Frame, Problem, Refused, Representation,
    SizeUpdate, Sums, Table, Warning,
};
pub use composition::{
    Block, Chosen, Composition, Framing, PolicyNames, Priority, Row, SizeChange,
};
pub use run::{MOST_REFERENCES, SHOWN, compose};
pub use written::written;

/// A composition from JSON.
///
/// # Errors
/// A sentence: what is wrong with the JSON, and where.
pub fn parse(composition: &str) -> Result<Composition, String> {
    serde_json::from_str(composition).map_err(|error| format!("This is no composition: {error}."))
}
