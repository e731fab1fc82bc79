//! Names and values that masking keeps. An allowlist, because a list of secrets
//! would never be complete.

use std::collections::HashMap;

use hpack::static_table;
use serde::Deserialize;

use super::{
    names::{has_names, is_harmless, is_measure, is_public},
    replace::{self, Key, Part},
};

/// Maximum length of a word in a path, and of a parameter's name in its query:
/// longer ones can be tokens.
const WORD: usize = 12;
const PARAMETER: usize = 20;

/// Maximum length of a word in the value of a harmless field.
const HARMLESS_WORD: usize = 24;

/// In place of a name, it keeps addresses.
const ADDRESSES: &str = "addresses";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NameSource {
    /// A literal or the static table.
    Literal,
    /// The dynamic table, which equals the sender's unless a block is missing.
    Table,
    /// A dynamic table that may differ from the sender's, or an unknown name.
    Uncertain,
}

/// Names whose values are kept.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Keep {
    /// The user's choices, by lowercase name: `true` keeps the values, `false`
    /// masks values that are kept by default.
    chosen: HashMap<String, bool>,
    /// Values are hashed with it.
    #[serde(skip)]
    key: Option<Key>,
}

impl Keep {
    /// Keeps the values of fields called `names`, in addition to the defaults.
    pub fn also<'a>(names: impl IntoIterator<Item = &'a String>) -> Self {
        let names = names.into_iter().map(|name| name.to_ascii_lowercase());
        Self {
            chosen: names.map(|name| (name, true)).collect(),
            key: None,
        }
    }

    /// Replaces values by a hash with `secret` as its key, so that equal values
    /// stay equal, and different ones different if they are long.
    #[must_use]
    pub fn hashing(self, secret: &[u8]) -> Self {
        Self {
            key: Some([0, 1].map(|half| replace::hash([half, 0], secret))),
            ..self
        }
    }

    /// Identifies what is kept and how the rest is replaced, without the key.
    pub fn fingerprint(&self) -> String {
        let mut chosen: Vec<_> = self.chosen.iter().collect();
        chosen.sort_unstable();
        let text = format!("{chosen:?} {}", self.key.is_some());
        let hash = replace::hash(self.key.unwrap_or_default(), text.as_bytes());
        format!("{hash:016x}")
    }

    fn replace(&self, value: &mut [u8]) {
        match self.key {
            Some(key) => replace::hashed(value, key),
            None => replace::text(value, Part::Value),
        }
    }

    fn chosen(&self, name: &str) -> Option<bool> {
        self.chosen.get(name).copied()
    }

    pub(super) fn mask_name(&self, name: &mut [u8]) {
        let lower = name.to_ascii_lowercase();
        let is_known = std::str::from_utf8(&lower).is_ok_and(|lower| {
            static_table::find_name(lower.as_bytes()).is_some()
                || is_public(lower)
                || self.chosen(lower) == Some(true)
        });
        if !is_known {
            replace::text(name, Part::Name);
        }
    }

    /// Masks a value, or the part of it that is not kept.
    pub(super) fn mask_value(&self, name: &[u8], source: NameSource, value: &mut [u8]) {
        if static_table::find(name, value).is_some_and(|found| found.value) {
            return;
        }
        let lower = name.to_ascii_lowercase();
        let lower = std::str::from_utf8(&lower).unwrap_or_default();
        match (self.chosen(lower), source) {
            (Some(true), NameSource::Literal | NameSource::Table) => {}
            (Some(false), _) | (None, NameSource::Table) | (_, NameSource::Uncertain) => {
                self.replace(value);
            }
            (None, NameSource::Literal) => match lower {
                _ if has_names(lower) => self.mask_names(value),
                _ if is_measure(lower, value) => {}
                _ if is_harmless(lower) => {
                    let is_free = matches!(lower, "server" | "user-agent");
                    self.mask_words(value, is_free);
                }
                ":path" => self.mask_path(value),
                ":authority" | "host" => self.mask_authority(value),
                _ => self.replace(value),
            },
        }
    }

    /// Whether addresses of connections and hosts are kept.
    pub(crate) fn keeps_addresses(&self) -> bool {
        self.chosen(ADDRESSES) == Some(true)
    }

    /// Masks names of a list as [`Self::mask_name`] does.
    fn mask_names(&self, value: &mut [u8]) {
        for item in value.split_mut(|byte| matches!(byte, b',' | b' ' | b'\t')) {
            if !item.iter().all(u8::is_ascii_graphic) {
                self.replace(item);
            } else if !matches!(&*item, b"*" | b"close") {
                self.mask_name(item);
            }
        }
    }

    /// Keeps words of a harmless value, unless they can be tokens.
    fn mask_words(&self, value: &mut [u8], is_free: bool) {
        if !value.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.replace(value);
        }
        for word in value.split_mut(|byte| !byte.is_ascii_alphanumeric()) {
            if !(word.len() <= HARMLESS_WORD && (is_free || is_plain(word))) {
                self.replace(word);
            }
        }
    }

    /// Keeps segments up to the first that is long or not a word, and parameter
    /// names of the query.
    fn mask_path(&self, value: &mut [u8]) {
        if value == b"*" {
            return;
        }
        let query = value.iter().position(|byte| *byte == b'?');
        let (segments, query) = value.split_at_mut(query.unwrap_or(value.len()));
        let kept = if segments.starts_with(b"/") {
            let words = segments[1..].split(|byte| *byte == b'/');
            let words = words.take_while(|segment| is_word(segment) || is_version(segment));
            words.map(|word| word.len() + 1).sum::<usize>() + 1
        } else {
            0
        };
        let kept = kept.min(segments.len());
        self.replace(&mut segments[kept..]);
        let Some((_, query)) = query.split_first_mut() else {
            return;
        };
        for parameter in query.split_mut(|byte| *byte == b'&') {
            let name = parameter.iter().position(|byte| *byte == b'=');
            let from = match name {
                Some(name) if is_parameter(&parameter[..name]) => name + 1,
                _ => 0,
            };
            self.replace(&mut parameter[from..]);
        }
    }

    /// Masks the user, keeps host and port, and masks anything that is not a host.
    pub(super) fn mask_authority(&self, value: &mut [u8]) {
        let at = value.iter().rposition(|byte| *byte == b'@');
        let (user, host) = value.split_at_mut(at.unwrap_or(0));
        if is_host(
            host.strip_prefix(b"@").unwrap_or(host),
            self.keeps_addresses(),
        ) {
            self.replace(user);
        } else {
            self.replace(value);
        }
    }
}

/// Lowercase letters with an optional initial capital and at most one dot; may
/// be empty.
fn is_word(segment: &[u8]) -> bool {
    segment.len() <= WORD
        && segment.splitn(2, |byte| *byte == b'.').all(is_lower)
        && !segment.starts_with(b".")
}

/// Matches `v1` to `v99`.
fn is_version(segment: &[u8]) -> bool {
    matches!(segment, [b'v', digits @ ..] if (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}

fn is_parameter(name: &[u8]) -> bool {
    (1..=PARAMETER).contains(&name.len())
        && name.split(|byte| matches!(byte, b'-' | b'_')).all(is_lower)
}

fn is_lower(part: &[u8]) -> bool {
    let rest = part.get(1..).unwrap_or_default();
    part.iter().all(u8::is_ascii_alphabetic) && rest.iter().all(u8::is_ascii_lowercase)
}

/// Letters or digits, or a few digits before or after letters.
fn is_plain(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let changes = word.windows(2);
    let changes = changes.filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit());
    match changes.count() {
        0 => digits <= 10,
        1 => digits <= 4,
        _ => false,
    }
}

fn is_host(host: &[u8], is_address_kept: bool) -> bool {
    let port = host.iter().rposition(|byte| *byte == b':');
    let is_port = |port: &[u8]| port.len() <= 5 && port.iter().all(u8::is_ascii_digit);
    let has_only = |name: &[u8], others: &[u8], is: fn(&u8) -> bool| {
        name.iter().all(|byte| is(byte) || others.contains(byte))
    };
    if let Some(address) = host.strip_prefix(b"[") {
        let Some(end) = address.iter().position(|byte| *byte == b']') else {
            return false;
        };
        let (address, port) = (&address[..end], &address[end + 1..]);
        return is_address_kept
            && has_only(address, b":.", u8::is_ascii_hexdigit)
            && (port.is_empty() || port.strip_prefix(b":").is_some_and(is_port));
    }
    let (name, port) = host.split_at(port.unwrap_or(host.len()));
    !name.is_empty()
        && (is_address_kept || !is_address(name))
        && has_only(name, b"-._", u8::is_ascii_alphanumeric)
        && is_port(port.strip_prefix(b":").unwrap_or(port))
}

/// Whether the last label is a number: such a name is an IPv4 address in one of
/// its forms, or none (WHATWG URL, “ends in a number”).
fn is_address(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let last = name.rsplit(|byte| *byte == b'.').next().unwrap_or(name);
    match last {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(keep: &Keep, name: &str, value: &str) -> String {
        let mut value = value.as_bytes().to_vec();
        keep.mask_value(name.as_bytes(), NameSource::Literal, &mut value);
        String::from_utf8(value).unwrap()
    }

    #[test]
    fn keeps_public_parts_of_values() {
        for (name, value, expected) in [
            (":method", "GET", "GET"),
            ("content-type", "text/html", "text/html"),
            ("Content-Type", "text/html", "text/html"),
            ("x-authorization", "Bearer 12", "jaabab aa"),
            ("x-otp", "123456", "aabbbb"),
            ("cookie", "id=4f3c", "abbbbba"),
            ("cookie", "", ""),
            ("accept-encoding", "gzip, deflate", "gzip, deflate"),
            (
                "sec-websocket-protocol",
                "base64url.bearer.x",
                "baaabbbbbbbaababbj",
            ),
            ("origin", "https://u:p@a", "baabajbbbjb$a"),
            ("x", "{\"password\":1}", ""),
            (":authority", "example.com:8443", "example.com:8443"),
            (":authority", "10.0.0.57:8443", "aabababbbjbbbb"),
            (":authority", "10.0.0.57.", "aabababbbb"),
            (":authority", "0xA.0.0.57:80", ""),
            ("host", "167772217", "abbbbaaab"),
            ("host", "0x0a000039", ""),
            (":authority", "a1.b2.c3", "a1.b2.c3"),
            ("content-length", "1024", "1024"),
            ("content-length", "Bearer 4f3c", ""),
            (
                "date",
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 GMT",
            ),
            (
                "content-type",
                "multipart/form-data; boundary=4f3c9a77d1",
                "multipart/form-data; boundary=bbbababbba",
            ),
            (
                "accept",
                "application/vnd.ms-excel.12, */*;q=0.8",
                "application/vnd.ms-excel.12, */*;q=0.8",
            ),
            ("vary", "accept, x-hunter", "accept, jbbbbaab"),
            ("connection", "close, x-hunter", "close, jbbbbaab"),
            ("access-control-allow-headers", "*,x-hunter", "*,jbbbbaab"),
            (
                "sec-ch-ua",
                "\"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\"",
                "\"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\"",
            ),
            ("sec-ch-ua-mobile", "?0", "?0"),
            ("upgrade-insecure-requests", "1", "1"),
            (
                "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64)",
                "Mozilla/5.0 (X11; Linux x86_64)",
            ),
            (":authority", "user:pass@a.b:1", "baabjbaaa@a.b:1"),
            (":authority", "a@hunter2@b", "a$bbbaaba@b"),
            (":authority", "hunter2@", "bbbaaba$"),
            (":authority", "Bearer x", "jaabab j"),
            (":authority", "a:hunter2", "ajbbbaaba"),
            ("host", "u:p@example.com", "bjb@example.com"),
            (":path", "/", "/"),
            (":path", "*", "*"),
            (":path", "/api/v1/users", "/api/v1/users"),
            (":path", "/index.html", "/index.html"),
            (":path", "/bot12:AB/sendMessage", "/baaaajbjbaabbjaaaaba"),
            (":path", "/services/T0/users", "/services/jabbaaba"),
            (":path", "/a/verylongsegment", "/a/jabjbabbaabbaba"),
            (":path", "/s?q=words&id=7", "/s?q=jabba&id=b"),
            (":path", "/s?p%61ss=7", "/s?bbbaaabb"),
            (":path", "/s?access_token=a=b&x", "/s?access_token=abb&j"),
            (":path", "/s?4f3c&a", "/s?bbba&a"),
            (":path", "http://u:p@a/", ""),
        ] {
            let keep = Keep::default();
            let found = masked(&keep, name, value);
            assert_eq!(found.len(), value.len(), "{name}: {value}");
            if !expected.is_empty() {
                assert_eq!(found, expected, "{name}: {value}");
            }
            assert_eq!(masked(&keep, name, &found), found, "{name}: {value}, twice");
            // A hash keeps the same values.
            let hashed = masked(&keep.hashing(b"key"), name, value);
            assert_eq!(hashed.len(), value.len(), "{name}: {value}, {hashed}");
            assert_eq!(hashed == value, found == value, "{name}: {value}, {hashed}");
        }
    }
}
