//! Which values are secret: what a person would not want in a link, a report
//! or the browser's history. Told by the field's name, or by what the value
//! looks like.

/// Why a value is taken for a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// `cookie` or `set-cookie`.
    Cookie,
    /// Credentials, by RFC 9110.
    Credentials,
    /// Its name speaks of a token, a key or the like: a guess.
    Name,
    /// It looks like a token, or begins with the name of a scheme of
    /// RFC 9110 §11.4: a guess.
    Shape,
    /// It is a URI with a password, or with a parameter whose name speaks of
    /// secrets: a guess.
    Parameter,
}

/// Parts of names that speak of secrets, between their hyphens.
const WORDS: [&[u8]; 16] = [
    b"auth",
    b"authentication",
    b"credential",
    b"credentials",
    b"csrf",
    b"jwt",
    b"passwd",
    b"password",
    b"pwd",
    b"secret",
    b"session",
    b"sid",
    b"sig",
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
/// What a key is for, where it is a secret.
const KEYS: [&[u8]; 8] = [
    b"access",
    b"api",
    b"functions",
    b"license",
    b"master",
    b"private",
    b"signing",
    b"subscription",
];

/// Names that have such a word and no secret: of RFC 6455, of caches and of
/// what a server asks for.
const HARMLESS: [&[u8]; 5] = [
    b"access-control-allow-credentials",
    b"proxy-authenticate",
    b"sec-token-binding",
    b"surrogate-key",
    b"www-authenticate",
];

/// Schemes of RFC 9110 §11.4, and those that vendors use.
const SCHEMES: [&[u8]; 11] = [
    b"apikey",
    b"aws4-hmac-sha256",
    b"basic",
    b"bearer",
    b"digest",
    b"dpop",
    b"hoba",
    b"mutual",
    b"negotiate",
    b"ntlm",
    b"token",
];

/// How tokens begin that say whose they are, and the least that follows.
const MARKED: [(&[u8], usize); 20] = [
    (b"AIza", 30),
    (b"AKIA", 12),
    (b"gho_", 20),
    (b"ghp_", 20),
    (b"ghr_", 20),
    (b"ghs_", 20),
    (b"ghu_", 20),
    (b"github_pat_", 20),
    (b"glpat-", 16),
    (b"rk_live_", 10),
    (b"rk_test_", 10),
    (b"sk-", 16),
    (b"sk_live_", 10),
    (b"sk_test_", 10),
    (b"xoxa-", 10),
    (b"xoxb-", 10),
    (b"xoxp-", 10),
    (b"xoxr-", 10),
    (b"xoxs-", 10),
    (b"ya29.", 10),
];

/// Characters of the shortest value that is a token as a whole, and of the
/// shortest run in a value that may be one.
const WHOLE: usize = 32;
const RUN: usize = 24;

/// Fewer bits a character than this is a word, or words joined; for hex
/// digits, of which there are 16, less.
const BITS: f64 = 3.5;
const HEX_BITS: f64 = 3.0;

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
                let is_secret = has_secret_parameter(value) || has_marked_token(value);
                is_secret.then_some(Self::Parameter)
            }
            [b':', ..] => None,
            name if is_harmless(name) => has_web_token(value).then_some(Self::Shape),
            name if speaks_of_secrets(name) => Some(Self::Name),
            _ if begins_with_scheme(value) || has_marked_token(value) => Some(Self::Shape),
            _ if value.contains(&b'?') && has_secret_parameter(value) => Some(Self::Parameter),
            // What caches compare and what traces are named by is random, and no secret.
            b"etag" | b"traceparent" | [b'i', b'f', b'-', ..] => None,
            _ => looks_like_a_token(value).then_some(Self::Shape),
        }
    }
}

fn is_harmless(name: &[u8]) -> bool {
    name.starts_with(b"sec-websocket-") || HARMLESS.contains(&name)
}

fn speaks_of_secrets(name: &[u8]) -> bool {
    let words = || name.split(|byte| matches!(byte, b'-' | b'_' | b'.'));
    let keys = words().zip(words().skip(1));
    words().any(|word| WORDS.contains(&word))
        || keys
            .into_iter()
            .any(|(of, word)| word == b"key" && KEYS.contains(&of))
        || PARTS
            .iter()
            .any(|part| name.windows(part.len()).any(|own| own == *part))
}

fn has_secret_parameter(uri: &[u8]) -> bool {
    if has_password(uri) {
        return true;
    }
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
        let secret = speaks_of_secrets(&name) || matches!(&name[..], b"code" | b"key" | b"state");
        !value.is_empty() && (secret || looks_like_a_token(value))
    })
}

/// `://name:password@`.
fn has_password(uri: &[u8]) -> bool {
    let Some(at) = uri.windows(3).position(|three| three == b"://") else {
        return false;
    };
    let authority = uri[at + 3..].split(|byte| matches!(byte, b'/' | b'?' | b'#'));
    let authority = authority.into_iter().next().unwrap_or_default();
    let mut sides = authority.rsplitn(2, |byte| *byte == b'@');
    matches!((sides.next(), sides.next()), (Some(_), Some(user)) if user.contains(&b':'))
}

/// A scheme and what follows it.
fn begins_with_scheme(value: &[u8]) -> bool {
    let mut words = value.trim_ascii().splitn(2, u8::is_ascii_whitespace);
    let scheme = words.next().unwrap_or_default().to_ascii_lowercase();
    let rest = words.next().unwrap_or_default().trim_ascii_start();
    let rest = rest.split(u8::is_ascii_whitespace).next();
    SCHEMES.contains(&&scheme[..]) && rest.is_some_and(|rest| rest.len() >= 6)
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The parts of a value in which words begin.
fn beginnings(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..value.len())
        .filter(|&at| at == 0 || !is_word(&value[at - 1]))
        .map(|at| &value[at..])
}

/// Characters of the word that `text` begins with.
fn word_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_word(byte)).count()
}

/// What RFC 7519 calls a JWT: header and payload begin with `{"`, in base64url.
fn has_web_token(value: &[u8]) -> bool {
    beginnings(value).any(|text| {
        let header = word_length(text);
        text.starts_with(b"eyJ") && header >= 11 && text[header..].starts_with(b".eyJ")
    })
}

fn has_marked_token(value: &[u8]) -> bool {
    let is_marked = |text: &[u8]| {
        let mut marks = MARKED.iter();
        marks.any(|(mark, least)| {
            text.strip_prefix(*mark)
                .is_some_and(|rest| word_length(rest) >= *least)
        })
    };
    has_web_token(value) || beginnings(value).any(is_marked)
}

/// One long run of letters and digits, or a shorter one that is random.
fn looks_like_a_token(value: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_-.~".contains(byte);
    let is_whole = value.len() >= WHOLE
        && value.iter().all(is_part)
        && has(value, u8::is_ascii_digit)
        && has(value, u8::is_ascii_alphabetic)
        && !is_uuid(value);
    let is_run = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/_-".contains(byte);
    let mut runs = value.split(|byte| !is_run(byte));
    is_whole || runs.any(|run| run.len() >= RUN && is_random(run))
}

fn has(run: &[u8], is: fn(&u8) -> bool) -> bool {
    run.iter().any(is)
}

/// A UUID names something, and opens nothing.
fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Letters of both cases and digits mixed, or hex digits, with no more order
/// than chance gives them.
fn is_random(run: &[u8]) -> bool {
    let is_mixed = has(run, u8::is_ascii_digit)
        && has(run, u8::is_ascii_lowercase)
        && has(run, u8::is_ascii_uppercase);
    let parts = || run.split(|byte| matches!(byte, b'/' | b'_' | b'-'));
    if parts().count() > 1 && parts().all(|part| part.len() < 20) {
        // A path or joined words: parts of letters alone, or of digits.
        let is_plain = |part: &[u8]| {
            part.iter().all(u8::is_ascii_alphabetic) || part.iter().all(u8::is_ascii_digit)
        };
        return is_mixed && !parts().all(is_plain);
    }
    if run.iter().all(u8::is_ascii_hexdigit) {
        return run.len() >= WHOLE && has(run, u8::is_ascii_alphabetic) && bits(run) > HEX_BITS;
    }
    is_mixed && bits(run) > BITS
}

/// Bits a character, by how often each stands in the run.
fn bits(run: &[u8]) -> f64 {
    let mut times = [0_u32; 256];
    for byte in run {
        times[usize::from(*byte)] += 1;
    }
    let all = run.len() as f64;
    let share = |count: u32| f64::from(count) / all;
    let counts = times.into_iter().filter(|count| *count > 0);
    counts
        .map(|count| -share(count) * share(count).log2())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::Secret::{self, Cookie, Credentials, Name, Parameter, Shape};

    const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
    const HEX: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn names() {
        let cases: [(&str, Option<Secret>); 37] = [
            ("cookie", Some(Cookie)),
            ("Set-Cookie", Some(Cookie)),
            ("authorization", Some(Credentials)),
            ("proxy-authorization", Some(Credentials)),
            ("authentication-info", Some(Credentials)),
            ("x-api-key", Some(Name)),
            ("api-key", Some(Name)),
            ("apikey", Some(Name)),
            ("x-goog-api-key", Some(Name)),
            ("x-functions-key", Some(Name)),
            ("ocp-apim-subscription-key", Some(Name)),
            ("x-auth-token", Some(Name)),
            ("x-csrf-token", Some(Name)),
            ("x-csrftoken", Some(Name)),
            ("x-xsrf-token", Some(Name)),
            ("x-amz-security-token", Some(Name)),
            ("x-access-token", Some(Name)),
            ("private-token", Some(Name)),
            ("x-session-id", Some(Name)),
            ("x-client-secret", Some(Name)),
            ("x-hub-signature", Some(Name)),
            ("x-password", Some(Name)),
            ("x-auth", Some(Name)),
            ("x_auth", Some(Name)),
            ("author", None),
            (":authority", None),
            ("sec-websocket-key", None),
            ("sec-websocket-accept", None),
            ("access-control-allow-credentials", None),
            ("www-authenticate", None),
            ("keep-alive", None),
            ("custom-key", None),
            ("idempotency-key", None),
            ("server", None),
            ("content-length", None),
            ("accept", None),
            ("x", None),
        ];
        for (name, expected) in cases {
            assert_eq!(Secret::of(name.as_bytes(), b"v-1"), expected, "{name}");
            assert_eq!(Secret::of(name.as_bytes(), b""), None, "{name}");
        }
    }

    #[test]
    fn values() {
        let token = format!("token={JWT}; other");
        let cases: [(&str, &str, Option<Secret>); 55] = [
            ("x", JWT, Some(Shape)),
            ("x", &token, Some(Shape)),
            ("www-authenticate", &token, Some(Shape)),
            ("x", "Bearer abcdefgh", Some(Shape)),
            ("x", "basic dXNlcjpwYXNz", Some(Shape)),
            (
                "x",
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/2013",
                Some(Shape),
            ),
            ("x", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", Some(Shape)),
            ("x", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", Some(Shape)),
            ("x", "a glpat-a1B2c3D4e5F6g7H8i9J0", Some(Shape)),
            ("x", "basic", None),
            ("x", "token of it", None),
            ("x", "disk-full-and-more-of-it-here", None),
            ("x", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", Some(Shape)),
            ("x", "Zm9vYmFyQmF6MTIzNDU2Nzg5MGFiY2RlZg==", Some(Shape)),
            ("x", "to Zm9vYmFyQmF6MTIzNDU2Nzg5MGFiY2RlZg", Some(Shape)),
            ("x-request-id", HEX, Some(Shape)),
            ("x-request-id", "0b6f3a52-9d1e-4c1b-8f75-2a9f64b2c111", None),
            ("etag", "\"4bf92f3577b34da6a3ce929d0e0e4736\"", None),
            ("if-none-match", HEX, None),
            (
                "traceparent",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                None,
            ),
            ("www-authenticate", "Basic realm=\"x\"", None),
            (
                "access-control-allow-headers",
                "authorization, x-api-key",
                None,
            ),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==", None),
            ("custom-key", "custom-value", None),
            ("date", "Mon, 21 Oct 2013 20:13:21 GMT", None),
            (
                "strict-transport-security",
                "max-age=31536000; includeSubDomains",
                None,
            ),
            ("content-type", "application/x-www-form-urlencoded", None),
            ("content-length", "12345678901234567890123456789012", None),
            (
                "x-request-path",
                "/a/very/long/path/of/many/words/indeed",
                None,
            ),
            (
                "accept",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                None,
            ),
            ("accept-language", "de-DE", None),
            (
                "sec-ch-ua",
                "\"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"",
                None,
            ),
            (
                "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0",
                None,
            ),
            (":path", "/search?q=words", None),
            (":path", "/a?x=1&access_token=9", Some(Parameter)),
            (":path", "/a?sig=9", Some(Parameter)),
            (":path", "/a?token=", None),
            (":path", &format!("/a?v={HEX}"), Some(Parameter)),
            (":path", &format!("/{HEX}"), None),
            (":path", &format!("/login/{JWT}"), Some(Parameter)),
            (
                ":path",
                "/download?file=1&X-Amz-Signature=aabbccddeeff",
                Some(Parameter),
            ),
            (
                ":path",
                "/articles/2026/11/how-we-made-the-decoder-twice-as-fast",
                None,
            ),
            (":path", "/assets/index-DkX81aB2.js", None),
            (":path", "/@user:name", None),
            ("location", "https://a/#id_token=x", Some(Parameter)),
            (
                "location",
                "https://user:pass@example.com/",
                Some(Parameter),
            ),
            ("location", "https://example.com:80/@a", None),
            (
                "referer",
                "https://example.com/cb?code=4/0AY0e-g7",
                Some(Parameter),
            ),
            (
                "x",
                "https://example.com/cb?code=4/0AY0e-g7",
                Some(Parameter),
            ),
            ("x", "What? Nothing", None),
            (":authority", "auth.example.com", None),
            (":method", "GET", None),
            (":status", "200", None),
            ("server", "nginx", None),
            ("cookie", "", None),
        ];
        for (name, value, expected) in cases {
            let found = Secret::of(name.as_bytes(), value.as_bytes());
            assert_eq!(found, expected, "{name}: {value}");
        }
    }
}
