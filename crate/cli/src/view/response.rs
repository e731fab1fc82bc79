//! Responses.

use std::io::{self, Read, Write};

/// With every response: the page is isolated from other sites, no page can
/// frame it, and nothing of it is kept.
const HEADERS: &str = "\
Cross-Origin-Opener-Policy: same-origin\r
Cross-Origin-Embedder-Policy: require-corp\r
Cross-Origin-Resource-Policy: same-origin\r
Content-Security-Policy: frame-ancestors 'none'\r
Referrer-Policy: no-referrer\r
X-Content-Type-Options: nosniff\r
Cache-Control: no-store\r
Connection: close\r
Transfer-Encoding: chunked\r
";

/// Type of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    /// HTML, compressed by gzip.
    Page,
    Json,
    Bytes,
}

/// Sends a body, each part as soon as it can be read.
pub(super) fn send(mut to: impl Write, of: Type, mut body: impl Read) -> io::Result<()> {
    let content = match of {
        Type::Page => "text/html; charset=utf-8\r\nContent-Encoding: gzip",
        Type::Json => "application/json",
        Type::Bytes => "application/octet-stream",
    };
    write!(
        to,
        "HTTP/1.1 200 OK\r\n{HEADERS}Content-Type: {content}\r\n\r\n"
    )?;
    let mut part = vec![0; 1 << 16];
    loop {
        let size = body.read(&mut part)?;
        // The last chunk is the empty one.
        to.write_all(format!("{size:x}\r\n").as_bytes())?;
        to.write_all(&part[..size])?;
        to.write_all(b"\r\n")?;
        if size == 0 {
            return Ok(());
        }
    }
}

/// Sends a status without a body.
pub(super) fn refuse(mut to: impl Write, status: &str) -> io::Result<()> {
    write!(to, "HTTP/1.1 {status}\r\n{HEADERS}\r\n0\r\n\r\n")
}
