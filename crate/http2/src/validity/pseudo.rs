//! §8.3, §8.5, §8.6 and RFC 8441 §4: pseudo-header fields.

use super::{
    Context, Field, Rule, Violation,
    context::{is_pseudo, message_of},
    once::{Once, Set, Target},
    violation::REQUIRED,
};

/// Checks a message as a whole: missing and conflicting fields.
pub(super) fn check(context: Option<Context>, fields: &[Field<'_>], found: &mut Vec<Violation>) {
    match context {
        Some(Context::Request | Context::PushPromise) => check_request(fields, found),
        Some(Context::Response) => check_response(fields, found),
        Some(Context::Trailers) | None => {}
    }
}

/// §8.3: checks that pseudo-header fields are defined, unique and before other
/// fields, in the order of the fields.
pub(super) struct Order<'a> {
    context: Option<Context>,
    after_regular: bool,
    names: Set<'a>,
}

impl<'a> Order<'a> {
    pub(super) fn new(context: Option<Context>, fields: &[Field<'_>]) -> Self {
        let context = match context {
            Some(Context::PushPromise) => Some(Context::Request),
            // Without a context, the first pseudo-header field decides.
            None => {
                let names = fields.iter().filter_map(|field| field.name);
                names.filter(|name| is_pseudo(name)).find_map(message_of)
            }
            other => other,
        };
        Self {
            context,
            after_regular: false,
            names: Set::default(),
        }
    }

    pub(super) fn check(
        &mut self,
        number: usize,
        field: &Field<'a>,
        once: &mut Once,
        found: &mut Vec<Violation>,
    ) {
        let Some(name) = field.name else { return };
        if !is_pseudo(name) {
            self.after_regular = true;
            return;
        }
        let mut violation = |rule| found.push(Violation::of(number, rule));
        if self.context == Some(Context::Trailers) {
            violation(Rule::PseudoFieldInTrailers);
            return;
        }
        if self.after_regular {
            violation(Rule::PseudoFieldAfterRegular);
        }
        match message_of(name) {
            // Reported as uppercase-name.
            None if once
                .position(Target::Upper, name, |byte| byte.is_ascii_uppercase())
                .is_some() => {}
            None => violation(Rule::UnknownPseudoField),
            Some(of) if self.context.is_some_and(|context| context != of) => {
                violation(Rule::WrongPseudoField);
            }
            Some(_) => {}
        }
        if !self.names.insert(name) {
            violation(match message_of(name) {
                Some(Context::Response) => Rule::DuplicateInResponse,
                Some(_) => Rule::DuplicateInRequest,
                None => Rule::DuplicatePseudoField,
            });
        }
    }
}

/// Number and value of the first field of that name.
fn first<'a>(fields: &[Field<'a>], name: &[u8]) -> Option<(usize, Option<&'a [u8]>)> {
    let number = fields.iter().position(|field| field.name == Some(name))?;
    Some((number, fields[number].value))
}

/// Reports a missing pseudo-header field, unless a field has an unknown name.
fn require(fields: &[Field<'_>], name: &str, rule: Rule, found: &mut Vec<Violation>) {
    let known = fields.iter().all(|field| field.name.is_some());
    if known && first(fields, name.as_bytes()).is_none() {
        let at = REQUIRED.iter().position(|required| *required == name);
        found.push(Violation::missing(rule, at.unwrap_or(REQUIRED.len())));
    }
}

/// §8.3.1 and §8.5.
fn check_request(fields: &[Field<'_>], found: &mut Vec<Violation>) {
    let method = first(fields, b":method");
    let protocol = first(fields, b":protocol");
    let connect = method.is_some_and(|(_, value)| value == Some(b"CONNECT"));
    if connect && protocol.is_none() {
        // A field with an unknown name can be “:protocol”.
        if fields.iter().any(|field| field.name.is_none()) {
            return;
        }
        for name in [":scheme", ":path"] {
            if let Some((number, _)) = first(fields, name.as_bytes()) {
                found.push(Violation::of(number, Rule::ConnectWithPathOrScheme));
            }
        }
        require(fields, ":authority", Rule::MissingInConnect, found);
        return;
    }
    require(fields, ":method", Rule::MissingInRequest, found);
    let unknown_method = method.is_some_and(|(_, value)| value.is_none());
    if !unknown_method {
        require(fields, ":scheme", Rule::MissingInRequest, found);
        require(fields, ":path", Rule::MissingInRequest, found);
        if let Some((number, _)) = protocol.filter(|_| !connect && method.is_some()) {
            found.push(Violation::of(number, Rule::ProtocolWithoutConnect));
        }
    }
    if let Some((number, Some(b""))) = first(fields, b":path")
        && is_web(fields)
    {
        found.push(Violation::of(number, Rule::EmptyPath));
    }
    if let (Some((number, Some(host))), Some((other, Some(authority)))) =
        (first(fields, b"host"), first(fields, b":authority"))
        && !same_host(fields, host, authority)
    {
        found.push(Violation::at(number, Rule::HostAuthorityMismatch, other));
    }
}

/// Whether the scheme is http, https or missing.
fn is_web(fields: &[Field<'_>]) -> bool {
    match first(fields, b":scheme") {
        Some((_, scheme)) => matches!(scheme, Some(b"http" | b"https")),
        None => true,
    }
}

/// Whether two authorities are equal, ignoring case and the scheme's default port.
fn same_host(fields: &[Field<'_>], one: &[u8], other: &[u8]) -> bool {
    let port: &[u8] = match first(fields, b":scheme") {
        Some((_, Some(b"http"))) => b":80",
        Some((_, Some(b"https"))) => b":443",
        _ => b"",
    };
    let bare = |authority: &[u8]| -> Vec<u8> {
        authority
            .strip_suffix(port)
            .unwrap_or(authority)
            .to_ascii_lowercase()
    };
    bare(one) == bare(other)
}

/// §8.3.2 and §8.6.
fn check_response(fields: &[Field<'_>], found: &mut Vec<Violation>) {
    require(fields, ":status", Rule::MissingInResponse, found);
    let Some((number, Some(status))) = first(fields, b":status") else {
        return;
    };
    if !matches!(status, [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9']) {
        found.push(Violation::of(number, Rule::InvalidStatus));
    } else if status == b"101" {
        found.push(Violation::of(number, Rule::Status101));
    }
}
