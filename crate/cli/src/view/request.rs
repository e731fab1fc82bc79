//! Requests, as far as the server has to understand them.

use std::io::{BufReader, Read};

/// More is not read of a request, bytes.
const MOST: u64 = 16 << 10;

/// The head of a GET request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Without the query.
    pub(super) path: String,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
}

impl Request {
    /// Reads a request; `None` if it is not a complete GET request.
    pub(super) fn read(stream: impl Read) -> Option<Self> {
        let mut head = Vec::new();
        let mut bytes = BufReader::new(stream.take(MOST)).bytes();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(bytes.next()?.ok()?);
        }
        Self::parse(str::from_utf8(&head).ok()?)
    }

    fn parse(head: &str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let target = lines.next()?.strip_prefix("GET ")?;
        let target = target.strip_suffix(" HTTP/1.1")?;
        let path = target.split('?').next()?.to_owned();
        let headers: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(':')).collect();
        let values = |wanted: &str| {
            let of_name = headers
                .iter()
                .filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
            of_name.map(|(_, value)| value.trim().to_owned()).collect()
        };
        Some(Self {
            path,
            hosts: values("host"),
            origins: values("origin"),
        })
    }
}
