//! §8.2 and §8.3: what fields a message may have. HPACK carries more than
//! HTTP allows.
//!
//! Everything here is a function of the fields alone; [`Messages`] follows a
//! connection to know what each block is. What is not known of a field never
//! counts against it.

mod context;
mod field;
mod once;
mod pseudo;
mod violation;

pub use context::{Context, Messages};
pub use once::Once;
pub use violation::{Rule, Violation};

/// A field as a block gives it; `None` is what is not known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name.
    pub name: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
}

/// The rules that `fields` break as a part of `context`, by their fields;
/// without one, those that hold everywhere.
#[must_use]
pub fn check(context: Option<Context>, fields: &[Field<'_>]) -> Vec<Violation> {
    check_once(context, fields, &mut Once::default())
}

/// [`check`] of one list after another whose strings stay where they are: `once`
/// remembers the long ones.
#[must_use]
pub fn check_once(
    context: Option<Context>,
    fields: &[Field<'_>],
    once: &mut Once,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for (number, field) in fields.iter().enumerate() {
        field::check(number, field, once, &mut found);
    }
    pseudo::check(context, fields, once, &mut found);
    let place = |violation: &Violation| violation.field().unwrap_or(usize::MAX);
    if !found.is_sorted_by_key(place) {
        found.sort_by_key(place);
    }
    found
}

#[cfg(test)]
mod tests;
