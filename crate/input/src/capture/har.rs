//! HTTP archives: decoded header fields, without encoded bytes.

use http2::Sender;
use serde::Deserialize;

use super::json::{Found, Path, Splitter};
use crate::{HeaderList, Refusal, RefusalKind};

const WATCHED: &[Path] = &[&["log", "entries", "*"]];

const MAX_BYTES: usize = 16 << 20;

/// Connection-specific fields, which HTTP/2 forbids (RFC 9113 §8.2.2), and
/// “host”, which is “:authority” there.
const CONNECTION_FIELDS: [&str; 6] = [
    "connection",
    "host",
    "keep-alive",
    "proxy-connection",
    "transfer-encoding",
    "upgrade",
];

/// Reads an archive in chunks.
#[derive(Debug)]
pub struct Har {
    splitter: Splitter,
    lists: Vec<HeaderList>,
    bytes: usize,
    entries: usize,
}

impl Default for Har {
    fn default() -> Self {
        Self {
            splitter: Splitter::new(WATCHED),
            lists: Vec::new(),
            bytes: 0,
            entries: 0,
        }
    }
}

impl Har {
    /// Creates an empty reader.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self {
            splitter,
            lists,
            bytes: kept,
            entries,
        } = self;
        splitter.push(bytes, &mut |found| {
            let Found::Object(_, entry, _) = found else {
                return;
            };
            let Ok(entry) = serde_json::from_slice::<Entry>(entry) else {
                return;
            };
            *entries += 1;
            for list in entry.lists() {
                let fields = list.fields.iter();
                let size: usize = fields.map(|(name, value)| name.len() + value.len()).sum();
                if *kept + size <= MAX_BYTES && !list.fields.is_empty() {
                    *kept += size;
                    lists.push(list);
                }
            }
        });
    }

    /// Returns the refusal: an archive has no header blocks. Its header lists
    /// are returned by [`lists`].
    #[must_use]
    pub fn finish(self) -> Refusal {
        let lists = self.lists.len();
        let offer = match lists {
            0 => String::new(),
            lists => format!(
                " Its {lists} header lists, of {} entries, can be encoded again.",
                self.entries
            ),
        };
        Refusal::new(
            RefusalKind::Har,
            format!(
                "This is an HTTP archive (HAR): it holds header fields already decoded, and the bytes of the header blocks are not in it.{offer} To see the bytes, capture the connection with Wireshark or tcpdump, or record a NetLog with “Include raw bytes” at chrome://net-export."
            ),
        )
    }
}

/// Returns the header lists of a complete archive, in the order of its entries.
#[must_use]
pub fn lists(bytes: &[u8]) -> Vec<HeaderList> {
    let mut har = Har::new();
    har.push(bytes);
    har.lists
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    request: Message,
    #[serde(default)]
    response: Message,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    status: Option<serde_json::Value>,
    #[serde(default)]
    headers: Vec<Field>,
}

#[derive(Deserialize)]
struct Field {
    #[serde(default)]
    name: String,
    #[serde(default)]
    value: String,
}

impl Entry {
    fn lists(self) -> [HeaderList; 2] {
        let url = self.request.url.clone().unwrap_or_default();
        let status = self
            .response
            .status
            .as_ref()
            .and_then(serde_json::Value::as_u64);
        let status = status.filter(|status| *status > 0);
        let method = self.request.method.clone().unwrap_or_default();
        let pseudo = status.map(|status| vec![(":status", format!("{status:03}"))]);
        // Status 0: no response was received.
        let response = pseudo
            .map(|pseudo| self.response.fields(pseudo))
            .unwrap_or_default();
        let pseudo = request_pseudo_fields(&method, &url);
        [
            HeaderList {
                title: format!("{method} {url}"),
                sender: Sender::Client,
                fields: self.request.fields(pseudo),
            },
            HeaderList {
                title: format!("{} of {url}", status.unwrap_or_default()),
                sender: Sender::Server,
                fields: response,
            },
        ]
    }
}

impl Message {
    /// Fields as in HTTP/2, with pseudo-header fields from the request line or
    /// status if the archive has none.
    fn fields(self, pseudo: Vec<(&'static str, String)>) -> Vec<(String, String)> {
        let has_pseudo = self.headers.iter().any(|field| field.name.starts_with(':'));
        let pseudo = pseudo.into_iter().filter(|_| !has_pseudo);
        let mut fields: Vec<_> = pseudo
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        for field in self.headers {
            let name = field.name.to_lowercase();
            if !CONNECTION_FIELDS.contains(&name.as_str()) || has_pseudo && name == "host" {
                fields.push((name, field.value));
            }
        }
        fields
    }
}

/// Derives a request's pseudo-header fields (RFC 9113 §8.3.1).
fn request_pseudo_fields(method: &str, url: &str) -> Vec<(&'static str, String)> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return Vec::new();
    };
    let rest = rest.split('#').next().unwrap_or_default();
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let authority = authority.rsplit('@').next().unwrap_or_default();
    let path = match path {
        "" => "/".to_owned(),
        query if query.starts_with('?') => format!("/{query}"),
        path => path.to_owned(),
    };
    vec![
        (":method", method.to_owned()),
        (":scheme", scheme.to_owned()),
        (":authority", authority.to_owned()),
        (":path", path),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(list: HeaderList) -> String {
        let fields = list
            .fields
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        format!("{}|{}", list.title, fields.collect::<Vec<_>>().join(","))
    }

    #[test]
    fn converts_header_lists() {
        let entry = |request: &str, response: &str| {
            format!("{{\"request\":{request},\"response\":{response}}}")
        };
        let cases: [(String, &[&str]); 6] = [
            (
                entry(
                    r#"{"method":"GET","url":"https://a.test/x?y#z","headers":[{"name":":method","value":"GET"},{"name":"Accept","value":"*/*"}]}"#,
                    r#"{"status":200,"headers":[{"name":":status","value":"200"}]}"#,
                ),
                &[
                    "GET https://a.test/x?y#z|:method=GET,accept=*/*",
                    "200 of https://a.test/x?y#z|:status=200",
                ],
            ),
            (
                entry(
                    r#"{"method":"GET","url":"https://u:p@a.test:8443?y","headers":[{"name":"Host","value":"a.test"},{"name":"Connection","value":"close"},{"name":"X","value":"1"}]}"#,
                    r#"{"status":304,"headers":[{"name":"Etag","value":"\"1\""},{"name":"Transfer-Encoding","value":"chunked"}]}"#,
                ),
                &[
                    "GET https://u:p@a.test:8443?y|:method=GET,:scheme=https,:authority=a.test:8443,:path=/?y,x=1",
                    "304 of https://u:p@a.test:8443?y|:status=304,etag=\"1\"",
                ],
            ),
            // No response, and invalid entries.
            (
                entry(
                    r#"{"method":"GET","url":"http://a.test"}"#,
                    r#"{"status":0,"headers":[]}"#,
                ),
                &["GET http://a.test|:method=GET,:scheme=http,:authority=a.test,:path=/"],
            ),
            (entry("{}", "{}"), &[]),
            (entry("1", "2"), &[]),
            (String::new(), &[]),
        ];
        for (entry, expected) in cases {
            let har = format!("{{\"log\":{{\"pages\":[{{}}],\"entries\":[{entry}]}}}}");
            let found: Vec<String> = lists(har.as_bytes()).into_iter().map(shown).collect();
            assert_eq!(found, expected, "{har}");
        }
    }

    #[test]
    fn refuses_archives() {
        let text = r#"{"log":{"entries":[{"request":{"method":"GET","url":"http://a.test"}}"#;
        for chunk in [1, 7, 1000] {
            let mut har = Har::new();
            text.as_bytes()
                .chunks(chunk)
                .for_each(|part| har.push(part));
            assert_eq!(har.lists.len(), 1);
            let refusal = har.finish();
            assert_eq!(refusal.kind, RefusalKind::Har);
            assert!(refusal.message.contains("HAR"), "{}", refusal.message);
        }
    }
}
