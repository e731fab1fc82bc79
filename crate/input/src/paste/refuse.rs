//! Text that holds no header blocks though it looks like HTTP/2: what a tool
//! decoded already, archives, logs, traces. Each is refused by its name.

use super::{Fault, RefusalKind, frame::Frame, text::Text, value::octets};

/// What is expected instead of prose.
pub(super) const PROSE: &str = "Paste the bytes of a header block in hexadecimal, Base64, as an escaped string or as a dump, for example 82 86 84.";

/// What only one tool prints, a line each: how the line begins, what stands in
/// its first 80 bytes, each of several between bars, and why it is refused.
const PRINTED: [(&str, &str, RefusalKind, &str); 8] = [
    (
        "* ",
        "[HTTP/2]|h2 [|h2h3 [|Connected to|Trying |Using HTTP|using HTTP",
        RefusalKind::DecodedText,
        "This is the log of curl -v: it shows header fields already decoded. Capture the connection with Wireshark or tcpdump instead, and paste the header block fragments.",
    ),
    (
        "",
        "http2: Framer 0x|http2: decoded hpack field|http2: Transport |http2: server encoding header|http2: server read frame",
        RefusalKind::DecodedText,
        "This is the log of Go's http2 package: it shows fields already decoded. Capture the connection instead, and paste the header block fragments.",
    ),
    (
        "== Info:|=> Send |<= Recv |=> Recv |<= Send ",
        "",
        RefusalKind::DecodedText,
        CURL,
    ),
    // Its arrows were read as the sender's.
    (
        "Send SSL data,|Recv SSL data,|Send header,|Recv header,|Send data,|Recv data,",
        " bytes (0x",
        RefusalKind::DecodedText,
        CURL,
    ),
    (
        "rgb(|rgba(",
        ",",
        RefusalKind::Prose,
        "This is a colour, not a header block.",
    ),
    ("[id=", "] [", RefusalKind::DecodedText, NGHTTP),
    (
        "recv (stream_id=|send HEADERS frame <|recv HEADERS frame <",
        "",
        RefusalKind::DecodedText,
        NGHTTP,
    ),
    (
        "[B@",
        "",
        RefusalKind::Lossy,
        "This is how Java prints a reference to an array: the bytes are not in it. Print Arrays.toString(bytes) or HexFormat.of().formatHex(bytes).",
    ),
];

const CURL: &str = "This is curl's trace. Its dumps show header lines as HTTP/1 would have them, made after decoding, not the bytes on the wire. Capture the connection with Wireshark or tcpdump instead, and paste the header block fragments.";

const NGHTTP: &str = "This is the log of nghttp or nghttpd: it shows frames and fields already decoded, and the bytes of the header blocks are not in it. With --hexdump nghttp prints the bytes that it receives.";

/// How a line of header fields begins: with a pseudo-header field, or as in
/// HTTP/1.
const FIELDS: &str = ":method|:path|:scheme|:authority|:status|(':method'|(b':method'|[:method:|[HTTP/2]|GET /|POST /|HTTP/1.|HTTP/2 |HEAD /|PUT /|Host: |host: ";

/// Names of header fields, before a colon.
const NAMES: &str = "accept|user-agent|content-type|content-length|cache-control|date|server|etag|last-modified|cookie|set-cookie|accept-encoding|accept-language|location|vary|via|authorization|referer|origin";

/// Whether a line begins with one of the signs between bars.
fn begins(line: &[u8], signs: &str) -> bool {
    signs
        .split('|')
        .any(|sign| line.starts_with(sign.as_bytes()))
}

/// Whether one of the signs between bars stands in a line.
fn holds(line: &[u8], signs: &str) -> bool {
    let stands = |sign: &str| {
        let mut parts = line.windows(sign.len().max(1));
        sign.is_empty() || parts.any(|part| part == sign.as_bytes())
    };
    signs.split('|').any(stands)
}

/// Refuses what is known by its name.
pub(super) fn by_name(text: &Text, frame: &Frame) -> Result<(), Fault> {
    let Some(first) = frame.lines.first() else {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There is nothing here. Paste the bytes of a header block, for example 82 86 84.",
        ));
    };
    let plain = &*text.plain;
    if plain[first.line.start..].starts_with(b"{\"constants\"") {
        return Err(netlog(text.raw_at(first.line.start)));
    }
    let mut fields = Vec::new();
    let mut octets = false;
    for line in &frame.lines {
        let content = line.line.of(plain);
        let at = text.raw_at(line.line.start);
        if let Some((kind, message)) = of_line(content) {
            return Err(Fault::at(kind, at, message));
        }
        octets |= has_octets(content);
        if is_field(content) {
            fields.push(at);
        }
    }
    // The common shapes of logs and consoles.
    if fields.len() * 2 > frame.lines.len() || fields.len() > 2 && !octets {
        return Err(Fault::at(
            RefusalKind::DecodedText,
            fields[0],
            "These are header fields as text, already decoded: the bytes of the header block are not in them. Copy the bytes from a capture, for example Wireshark's “Header Block Fragment”.",
        ));
    }
    Ok(())
}

/// Why a line that only one tool prints is refused.
fn of_line(line: &[u8]) -> Option<(RefusalKind, &'static str)> {
    if line.len() < 60 && (holds(line, "--More--|-- More --") || line == b"(END)") {
        return Some((
            RefusalKind::Truncated,
            "This is the prompt of a pager: more text may be missing. Copy the whole text, without this line.",
        ));
    }
    if nghttp(line) {
        return Some((RefusalKind::DecodedText, NGHTTP));
    }
    let head = &line[..line.len().min(80)];
    let printed =
        |(start, inside, ..): &&(&str, &str, _, _)| begins(line, start) && holds(head, inside);
    PRINTED
        .iter()
        .find(printed)
        .map(|&(_, _, kind, message)| (kind, message))
}

/// What nghttp writes behind its clock, beside frames.
const NGHTTP_LINES: &str =
    "recv (|send (|Connected|Negotiated|The negotiated|[INFO|[WARNING|[ERROR";

/// `[  0.001] recv …`, with nghttp's clock in front.
fn nghttp(line: &[u8]) -> bool {
    let Some(close) = line.iter().position(|byte| *byte == b']') else {
        return false;
    };
    let clock = line[..close].strip_prefix(b"[").unwrap_or_default();
    clock.len() > 3
        && clock.contains(&b'.')
        && clock
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'.'))
        && (begins(line[close + 1..].trim_ascii_start(), NGHTTP_LINES) || holds(line, " frame <"))
}

/// A pseudo-header field, a line of HTTP/1, or `name: value`.
fn is_field(line: &[u8]) -> bool {
    let line = line
        .strip_prefix(b"* ")
        .or_else(|| line.strip_prefix(b"Header: "))
        .unwrap_or(line);
    // The cell of a table that names a request, and one with its bytes.
    let cell = line
        .iter()
        .rposition(|byte| matches!(byte, b'\t' | b';' | b','));
    if cell.is_some_and(|at| octets(line[at + 1..].trim_ascii()).is_some()) {
        return false;
    }
    let colon = line.iter().position(|byte| *byte == b':');
    !colon.is_some_and(|colon| has_octets(&line[colon..])) && begins(line, FIELDS)
        || colon.is_some_and(|colon| {
            let known = |name: &str| name.as_bytes().eq_ignore_ascii_case(&line[..colon]);
            // “Server:” may be a side's label too.
            let last = line.iter().rposition(|byte| *byte == b':').unwrap_or(colon);
            let is_side = known("server") && octets(line[last + 1..].trim_ascii()).is_some();
            !is_side && NAMES.split('|').any(known)
        })
}

/// Whether a line has at least four pairs of hex digits in a row.
fn has_octets(line: &[u8]) -> bool {
    let mut run = 0;
    for byte in line {
        if byte.is_ascii_hexdigit() {
            run += 1;
        } else if *byte != b' ' || run % 2 == 1 {
            run = 0;
        }
        if run >= 8 {
            return true;
        }
    }
    false
}

/// Refuses what a decoder lost; the characters beside a dump's octets may be
/// lost.
pub(super) fn lossless(text: &Text) -> Result<(), Fault> {
    match text.raw.find('\u{fffd}') {
        Some(at) => Err(lost(at)),
        None => Ok(()),
    }
}

pub(super) fn har(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Har,
        at,
        "This is an HTTP archive (HAR): it holds header fields already decoded, and the bytes of the header blocks are not in it. Capture the connection with Wireshark or tcpdump instead.",
    )
}

pub(super) fn netlog(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Capture,
        at,
        "This is a NetLog of Chromium. Open it as it was saved, beginning with its “constants”, and what its sockets carried can be read.",
    )
}

/// Why text is refused that no reader knows.
pub(super) fn prose(text: &Text, frame: &Frame) -> Fault {
    let at = frame
        .lines
        .first()
        .map_or(0, |line| text.raw_at(line.line.start));
    let beyond = text
        .raw
        .chars()
        .filter(|c| ('\u{80}'..='\u{ff}').contains(c))
        .count();
    let characters = text.raw.chars().filter(|c| !c.is_ascii()).count();
    if beyond > 4 && beyond == characters {
        return Fault::at(
            RefusalKind::Lossy,
            at,
            "These look like bytes printed as text: those that cannot be printed are lost. Copy them as hex or Base64 instead (in Wireshark, “… as a Hex Stream”).",
        );
    }
    Fault::at(
        RefusalKind::Prose,
        at,
        format!("No bytes can be read from this text. {PROSE}"),
    )
}

/// Refuses quotes that are written as HTML does, where no plain ones stand.
///
/// # Errors
/// At the first of them.
pub(super) fn entities(text: &Text) -> Result<(), Fault> {
    let quotes = ["&quot;", "&#34;", "&#x22;", "&apos;", "&#39;", "&#x27;"];
    let found = quotes.iter().filter_map(|quote| text.raw.find(quote)).min();
    match found.filter(|_| !text.raw.contains(['"', '\'', '`'])) {
        Some(at) => Err(Fault::at(
            RefusalKind::BadEscape,
            at,
            "This is how HTML writes a quote. Copy the text from the page that shows it, or replace what begins with “&”.",
        )),
        None => Ok(()),
    }
}

/// U+FFFD stands where octets were lost.
pub(crate) fn lost(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Lossy,
        at,
        "“\u{fffd}” stands for bytes that were lost when they were saved as text. Copy the bytes as hex or Base64 instead.",
    )
}
