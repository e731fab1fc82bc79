//! Lists of field names for masking: fields without personal data, and public
//! names. Names are separated by blanks.

/// Fields whose values are kept: they describe content and format, not the
/// sender.
const HARMLESS: &str = "
    :method :protocol :scheme accept accept-charset accept-encoding accept-language accept-ranges
    allow cache-control content-encoding content-language content-type grpc-accept-encoding
    grpc-encoding pragma priority sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest
    sec-fetch-mode sec-fetch-site sec-fetch-user server strict-transport-security te
    transfer-encoding upgrade-insecure-requests user-agent
";

/// Fields whose values are kept if they are numbers, and if they are dates.
const NUMBERS: &str = ":status age content-length expires grpc-status grpc-timeout retry-after";
const DATES: &str = "date expires last-modified retry-after";

/// Fields whose values are lists of names, which are masked as names are.
const NAMES: &str = "
    access-control-allow-headers access-control-expose-headers access-control-request-headers
    connection trailer vary
";

/// Fields whose values are masked and whose names are public, in addition to
/// the static table.
const PUBLIC: &str = "
    :path accept-ch accept-patch access-control-allow-credentials access-control-allow-headers
    access-control-allow-methods access-control-expose-headers access-control-max-age
    access-control-request-headers access-control-request-method alt-svc alt-used api-key apikey
    authentication-info cdn-cache-control cf-ray clear-site-data content-digest
    content-security-policy content-security-policy-report-only cross-origin-embedder-policy
    cross-origin-opener-policy cross-origin-resource-policy dnt early-data expect-ct forwarded
    grpc-message grpc-metadata-authorization grpc-status-details-bin grpc-tags-bin
    grpc-trace-bin http2-settings idempotency-key keep-alive nel origin permissions-policy
    proxy-authentication-info proxy-connection referrer-policy report-to reporting-endpoints
    sec-websocket-accept sec-websocket-extensions sec-websocket-key sec-websocket-protocol
    sec-websocket-version server-timing timing-allow-origin traceparent tracestate upgrade
    x-access-token x-api-key x-auth-token x-authorization x-cache x-content-type-options
    x-correlation-id x-csrf-token x-dns-prefetch-control x-forwarded-for x-forwarded-host
    x-forwarded-port x-forwarded-proto x-frame-options x-powered-by x-real-ip x-request-id
    x-requested-with
    x-robots-tag x-xsrf-token x-xss-protection
";

fn has(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == name)
}

pub(super) fn is_harmless(name: &str) -> bool {
    has(HARMLESS, name)
}

pub(super) fn has_names(name: &str) -> bool {
    has(NAMES, name)
}

/// Whether a value is a number or date where the name wants one.
pub(super) fn is_measure(name: &str, value: &[u8]) -> bool {
    has(NUMBERS, name) && is_number(value) || has(DATES, name) && is_date(value)
}

pub(super) fn is_public(name: &str) -> bool {
    let lists = [HARMLESS, NUMBERS, DATES, NAMES, PUBLIC];
    lists.into_iter().any(|list| has(list, name))
}

/// Digits, with a unit of `grpc-timeout` or the sign of `expires: -1`.
fn is_number(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    let digits = match digits {
        [digits @ .., b'H' | b'M' | b'S' | b'm' | b'u' | b'n'] => digits,
        _ => digits,
    };
    (1..=19).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// A date of RFC 9110 §5.6.7.
fn is_date(value: &[u8]) -> bool {
    const FORM: &[u8] = b"Sun, 06 Nov 1994 08:49:37 GMT";
    let is_alike = |(one, form): (&u8, &u8)| match form {
        b'0'..=b'9' => one.is_ascii_digit(),
        b'A'..=b'Z' => one.is_ascii_uppercase(),
        b'a'..=b'z' => one.is_ascii_lowercase(),
        _ => one == form,
    };
    value.len() == FORM.len() && value.ends_with(b" GMT") && value.iter().zip(FORM).all(is_alike)
}
