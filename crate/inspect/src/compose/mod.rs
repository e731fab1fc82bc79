//! Composes header blocks field by field: a pure function from a composition to
//! everything that the page shows of it.

mod composed;
mod composition;
mod framing;
mod run;
#[cfg(test)]
mod tests;
mod written;

pub use composed::{
    Composed, ComposedBlock, ComposedFrame, ComposedProblem, ComposedRow, ComposedSizeUpdate,
    ComposedWarning, Refused, Representation, Sums,
};
pub use composition::{
    Chosen, Composition, CompositionBlock, CompositionRow, FramingOptions, FramingPriority,
    PolicyNames,
};
pub use run::{MOST_REFERENCES, SHOWN, compose};
pub use written::written;

/// Parses a composition from JSON.
pub fn parse(composition: &str) -> Result<Composition, String> {
    serde_json::from_str(composition).map_err(|error| format!("Invalid composition: {error}."))
}
