//! Names that policies treat differently.

use crate::encoder::FieldLine;

/// Cookies shorter than this are taken for secrets that could be guessed,
/// octets: the threshold of nghttp2 and Firefox.
const SHORT_COOKIE: usize = 20;

/// Which fields are taken for secrets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Secret {
    /// authorization and short cookies.
    Direct,
    /// proxy-authorization besides.
    Proxies,
}

/// §7.1.3: whether the field may hold a secret of low entropy.
pub(super) fn is_secret(field: FieldLine<'_>, secret: Secret) -> bool {
    match field.name {
        b"authorization" => true,
        b"proxy-authorization" => secret == Secret::Proxies,
        b"cookie" => field.value.len() < SHORT_COOKIE,
        _ => false,
    }
}

/// Names whose values nghttp2, and h2 after it, take to differ each time.
pub(super) fn is_unsteady(name: &[u8]) -> bool {
    matches!(
        name,
        b":path"
            | b"age"
            | b"content-length"
            | b"etag"
            | b"if-modified-since"
            | b"if-none-match"
            | b"location"
            | b"set-cookie"
    )
}

/// Names that nginx writes itself, by their static index.
pub(super) fn nginx_knows(name: &[u8]) -> bool {
    matches!(
        name,
        b":status"
            | b"server"
            | b"date"
            | b"content-type"
            | b"content-length"
            | b"last-modified"
            | b"location"
    )
}

/// Those of them whose values it does not code.
pub(super) fn nginx_writes_plain(name: &[u8]) -> bool {
    matches!(name, b":status" | b"content-length")
}
