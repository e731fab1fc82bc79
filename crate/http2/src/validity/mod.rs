//! §8.2 and §8.3: checking the fields of messages.
//!
//! Checks depend on the fields and their [`Context`] only; [`Messages`] follows a
//! connection to determine the context of each block. Unknown names and values
//! never violate a rule.

mod context;
mod field;
mod once;
mod pseudo;
mod violation;

pub use context::{Context, Messages};
pub use once::Once;
use pseudo::Order;
pub use violation::{Rule, Violation};

/// A field of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name; `None` if unknown.
    pub name: Option<&'a [u8]>,
    /// Its value; `None` if unknown.
    pub value: Option<&'a [u8]>,
}

/// Returns the violations of `fields` in `context`, sorted by field. Without a
/// context, only rules that apply everywhere are checked.
#[must_use]
pub fn check(context: Option<Context>, fields: &[Field<'_>]) -> Vec<Violation> {
    check_once(context, fields, &mut Once::default())
}

/// Like [`check`], for a series of lists whose strings do not move: `once` caches
/// the results of long ones.
#[must_use]
pub fn check_once(
    context: Option<Context>,
    fields: &[Field<'_>],
    once: &mut Once,
) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut order = Order::new(context, fields);
    for (number, field) in fields.iter().enumerate() {
        field::check(number, field, once, &mut found);
        order.check(number, field, once, &mut found);
    }
    let mut of_message = Vec::new();
    pseudo::check(context, fields, &mut of_message);
    // These are few. Each goes after the violations of its field.
    for violation in of_message {
        let place = |violation: &Violation| violation.field().unwrap_or(usize::MAX);
        let at = found.partition_point(|other| place(other) <= place(&violation));
        found.insert(at, violation);
    }
    found
}

#[cfg(test)]
mod tests;
