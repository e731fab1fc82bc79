//! §8.2.1 and §8.2.2: rules for single fields.

use super::{
    Field, Rule, Violation,
    once::{Once, Target},
};

/// Connection-specific fields of HTTP/1.1 (§8.2.2).
const CONNECTION_SPECIFIC: [&[u8]; 5] = [
    b"connection",
    b"proxy-connection",
    b"keep-alive",
    b"transfer-encoding",
    b"upgrade",
];

pub(super) fn check(number: usize, field: &Field<'_>, once: &mut Once, found: &mut Vec<Violation>) {
    if let Some(value) = field.value {
        check_value(number, value, once, found);
    }
    let Some(name) = field.name else { return };
    check_name(number, name, once, found);
    if CONNECTION_SPECIFIC.contains(&name) {
        found.push(Violation::of(number, Rule::ConnectionSpecificField));
    }
    if let (b"te", Some(value)) = (name, field.value)
        && !value.eq_ignore_ascii_case(b"trailers")
    {
        found.push(Violation::of(number, Rule::TeNotTrailers));
    }
}

fn check_name(number: usize, name: &[u8], once: &mut Once, found: &mut Vec<Violation>) {
    if name.is_empty() {
        found.push(Violation::of(number, Rule::EmptyName));
        return;
    }
    let upper = once.position(Target::Upper, name, |byte| byte.is_ascii_uppercase());
    if upper.is_some() {
        found.push(Violation::of(number, Rule::UppercaseName));
    }
    // A colon is only allowed as the first byte, in pseudo-header fields.
    let rest = name.strip_prefix(b":").unwrap_or(name);
    let wrong = once.position(
        Target::InName,
        rest,
        |byte| matches!(byte, 0..=0x20 | b':' | 0x7f..),
    );
    if let Some(at) = wrong {
        let at = at + name.len() - rest.len();
        found.push(Violation::at(number, Rule::InvalidNameCharacter, at));
    }
}

fn check_value(number: usize, value: &[u8], once: &mut Once, found: &mut Vec<Violation>) {
    let wrong = once.position(Target::InValue, value, |byte| {
        matches!(byte, 0 | b'\n' | b'\r')
    });
    if let Some(at) = wrong {
        found.push(Violation::at(number, Rule::InvalidValueCharacter, at));
    }
    let space = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    if space(value.first()) || space(value.last()) {
        found.push(Violation::of(number, Rule::ValueSurroundingWhitespace));
    }
}
