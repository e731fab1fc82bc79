//! §8.2.1 and §8.2.2: what holds of each field by itself.

use super::{
    Breach, Field,
    once::{Once, Rule},
    shown,
};

/// Fields that speak of an HTTP/1.1 connection (§8.2.2).
const OF_CONNECTION: [&[u8]; 5] = [
    b"connection",
    b"proxy-connection",
    b"keep-alive",
    b"transfer-encoding",
    b"upgrade",
];

pub(super) fn check(number: usize, field: &Field<'_>, once: &mut Once, found: &mut Vec<Breach>) {
    if let Some(value) = field.value {
        let binary = field.name.is_some_and(|name| name.ends_with(b"-bin"));
        check_value(number, value, binary, once, found);
    }
    let Some(name) = field.name else { return };
    check_name(number, name, once, found);
    if OF_CONNECTION.contains(&name) {
        found.push(Breach::of(
            number,
            "connection-specific-field",
            "RFC 9113 §8.2.2",
            format!(
                "{} speaks of an HTTP/1.1 connection and has no place in HTTP/2.",
                shown(name)
            ),
        ));
    }
    if let (b"te", Some(value)) = (name, field.value)
        && !value.eq_ignore_ascii_case(b"trailers")
    {
        found.push(Breach::of(
            number,
            "te-not-trailers",
            "RFC 9113 §8.2.2",
            format!(
                "TE is {}; in HTTP/2 it may only be «trailers».",
                shown(value)
            ),
        ));
    }
}

fn check_name(number: usize, name: &[u8], once: &mut Once, found: &mut Vec<Breach>) {
    let mut breach = |code, message: String| {
        found.push(Breach::of(number, code, "RFC 9113 §8.2.1", message));
    };
    if name.is_empty() {
        breach("empty-name", "The name is empty.".to_owned());
        return;
    }
    let upper = once.position(Rule::Upper, name, |octet| octet.is_ascii_uppercase());
    if upper.is_some() {
        breach(
            "uppercase-name",
            format!("The name {} has letters in upper case.", shown(name)),
        );
    }
    // A colon may only begin a name: then it is a pseudo-header field's.
    let rest = name.strip_prefix(b":").unwrap_or(name);
    let wrong = once.position(
        Rule::Name,
        rest,
        |octet| matches!(octet, 0..=0x20 | b':' | 0x7f..),
    );
    if let Some(at) = wrong {
        let octet = rest[at];
        let at = at + name.len() - rest.len();
        breach(
            "invalid-name-character",
            format!(
                "Octet {at} of the name {} is {octet:#04x}, which no name may hold.",
                shown(name)
            ),
        );
    }
}

fn check_value(
    number: usize,
    value: &[u8],
    binary: bool,
    once: &mut Once,
    found: &mut Vec<Breach>,
) {
    let mut breach = |code, message: String| {
        found.push(Breach::of(number, code, "RFC 9113 §8.2.1", message));
    };
    let wrong = once.position(Rule::Value, value, |octet| {
        matches!(octet, 0 | b'\n' | b'\r')
    });
    if let Some(at) = wrong {
        let what = match value[at] {
            0 if at == 0 && binary => "NUL, as in binary metadata of gRPC",
            0 => "NUL",
            b'\n' => "a line feed",
            _ => "a carriage return",
        };
        breach(
            "invalid-value-character",
            format!("Octet {at} of the value is {what}, which no value may hold."),
        );
    }
    let space = |octet: Option<&u8>| matches!(octet, Some(b' ' | b'\t'));
    let where_ = match (space(value.first()), space(value.last())) {
        (true, true) => "begins and ends",
        (true, false) => "begins",
        (false, true) => "ends",
        (false, false) => return,
    };
    breach(
        "value-surrounding-whitespace",
        format!("The value {where_} with white space."),
    );
}
