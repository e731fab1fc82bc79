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
use pseudo::Order;
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
    let mut order = Order::new(context, fields);
    for (number, field) in fields.iter().enumerate() {
        field::check(number, field, once, &mut found);
        order.check(number, field, once, &mut found);
    }
    let mut of_message = Vec::new();
    pseudo::check(context, fields, &mut of_message);
    // These are few: each goes after what its field breaks by itself.
    for violation in of_message {
        let place = |violation: &Violation| violation.field().unwrap_or(usize::MAX);
        let at = found.partition_point(|other| place(other) <= place(&violation));
        found.insert(at, violation);
    }
    found
}

#[cfg(test)]
mod tests;
