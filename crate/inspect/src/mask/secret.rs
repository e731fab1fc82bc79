//! Which values are secret.

/// Why a value is taken for a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// `cookie` or `set-cookie`.
    Cookie,
    /// Credentials, by RFC 9110.
    Credentials,
    /// Its name speaks of a token, a key or the like: a guess.
    Name,
    /// It looks like a token: a guess.
    Shape,
    /// It is a URI with a parameter whose name speaks of such: a guess.
    Parameter,
}

/// Parts of names that speak of secrets, between their hyphens.
const WORDS: [&[u8]; 15] = [
    b"auth",
    b"authentication",
    b"credential",
    b"credentials",
    b"csrf",
    b"jwt",
    b"key",
    b"passwd",
    b"password",
    b"secret",
    b"session",
    b"sid",
    b"signature",
    b"token",
    b"xsrf",
];
/// And anywhere in them.
const PARTS: [&[u8]; 6] = [
    b"apikey",
    b"password",
    b"secret",
    b"sessionid",
    b"token",
    b"jwt",
];

/// Characters of the shortest value that looks like a token.
const SHORTEST: usize = 32;

impl Secret {
    /// Why the value of a field is secret, if it is.
    #[must_use]
    pub fn of(name: &[u8], value: &[u8]) -> Option<Self> {
        if value.is_empty() {
            return None;
        }
        let name = name.to_ascii_lowercase();
        match &name[..] {
            b"cookie" | b"set-cookie" | b"cookie2" | b"set-cookie2" => Some(Self::Cookie),
            b"authorization"
            | b"proxy-authorization"
            | b"authentication-info"
            | b"proxy-authentication-info" => Some(Self::Credentials),
            b":path" | b"location" | b"content-location" | b"referer" | b"link" | b"refresh" => {
                has_secret_parameter(value).then_some(Self::Parameter)
            }
            [b':', ..] => None,
            name if speaks_of_secrets(name) => Some(Self::Name),
            _ => looks_like_a_token(value).then_some(Self::Shape),
        }
    }
}

fn speaks_of_secrets(name: &[u8]) -> bool {
    // Names of RFC 6455 and of caches that have such a word and no secret.
    let harmless = name.starts_with(b"sec-websocket-") || name == b"surrogate-key";
    let mut words = name.split(|byte| matches!(byte, b'-' | b'_' | b'.'));
    !harmless
        && (words.any(|word| WORDS.contains(&word))
            || PARTS
                .iter()
                .any(|part| name.windows(part.len()).any(|own| own == *part)))
}

fn has_secret_parameter(uri: &[u8]) -> bool {
    let Some(query) = uri
        .iter()
        .position(|byte| matches!(byte, b'?' | b'#' | b';'))
    else {
        return false;
    };
    let mut parameters = uri[query + 1..].split(|byte| matches!(byte, b'&' | b';' | b'#' | b'?'));
    parameters.any(|parameter| {
        let mut sides = parameter.splitn(2, |byte| *byte == b'=');
        let name = sides.next().unwrap_or_default().to_ascii_lowercase();
        let value = sides.next().unwrap_or_default();
        let secret =
            speaks_of_secrets(&name) || matches!(&name[..], b"sig" | b"code" | b"state" | b"pwd");
        !value.is_empty() && (secret || looks_like_a_token(value))
    })
}

/// One long run of letters and digits, or what RFC 7519 calls a JWT.
fn looks_like_a_token(value: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_-.~".contains(byte);
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    value.len() >= SHORTEST
        && value.iter().all(is_part)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && !is_uuid(value)
}

/// A UUID names something, and opens nothing.
fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::Secret::{self, Cookie, Credentials, Name, Parameter, Shape};

    #[test]
    fn names_and_values() {
        let hex = "4bf92f3577b34da6a3ce929d0e0e4736";
        let cases: [(&str, &str, Option<Secret>); 26] = [
            ("cookie", "a=b", Some(Cookie)),
            ("Set-Cookie", "a=b", Some(Cookie)),
            ("cookie", "", None),
            ("authorization", "Basic YTpi", Some(Credentials)),
            ("proxy-authorization", "x", Some(Credentials)),
            ("x-api-key", "1", Some(Name)),
            ("x-amz-security-token", "1", Some(Name)),
            ("x_auth", "1", Some(Name)),
            ("x-csrftoken", "1", Some(Name)),
            ("author", "Ann", None),
            (":authority", "auth.example.com", None),
            ("sec-websocket-key", "x", None),
            ("keep-alive", "5", None),
            ("x-request-id", hex, Some(Shape)),
            ("x-request-id", "0b6f3a52-9d1e-4c1b-8f75-2a9f64b2c111", None),
            ("etag", "\"4bf92f3577b34da6a3ce929d0e0e4736\"", None),
            (
                "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
                None,
            ),
            (":path", "/search?q=words", None),
            (":path", "/a?x=1&access_token=9", Some(Parameter)),
            (":path", "/a?sig=9", Some(Parameter)),
            (":path", "/a?token=", None),
            (":path", &format!("/a?v={hex}"), Some(Parameter)),
            (":path", &format!("/{hex}"), None),
            ("location", "https://a/#id_token=x", Some(Parameter)),
            ("content-length", "12345678901234567890123456789012", None),
            ("accept-language", "de-DE", None),
        ];
        for (name, value, expected) in cases {
            assert_eq!(
                Secret::of(name.as_bytes(), value.as_bytes()),
                expected,
                "{name}: {value}"
            );
        }
    }
}
