//! Building header blocks field by field: a pure function from what a person
//! has written down to everything that is shown of it.

mod composed;
mod composition;
mod framing;
mod run;
#[cfg(test)]
mod tests;

pub use composed::{
    Composed, ComposedBlock, ComposedRow, Entry, Frame, Problem, Refused, Representation,
    SizeUpdate, Sums, Table, Warning,
};
pub use composition::{
    Block, Chosen, Composition, Framing, PolicyNames, Priority, Row, SizeChange,
};
pub use run::{MOST_REFERENCES, SHOWN, compose};

/// The same from JSON to JSON.
///
/// # Errors
/// A sentence: what is wrong with the JSON, and where.
pub fn compose_json(composition: &str) -> Result<String, String> {
    let composition: Composition = serde_json::from_str(composition)
        .map_err(|error| format!("This is no composition: {error}."))?;
    let composed = compose(&composition)?;
    serde_json::to_string(&composed).map_err(|error| error.to_string())
}
