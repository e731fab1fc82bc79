//! Text that holds no header blocks though it looks like HTTP/2: what a tool
//! decoded already, archives, logs, traces. Each is refused by its name.

use super::{Fault, RefusalKind, frame::Frame, text::Text};

/// What is expected instead of prose.
pub(super) const PROSE: &str = "Paste the bytes of a header block in hexadecimal, Base64, as an escaped string or as a dump, for example 82 86 84.";

/// Refuses what is known by its name.
pub(super) fn by_name(text: &Text, frame: &Frame) -> Result<(), Fault> {
    let start = frame
        .lines
        .first()
        .map_or(0, |line| text.raw_at(line.line.start));
    if frame.lines.is_empty() {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There is nothing here. Paste the bytes of a header block, for example 82 86 84.",
        ));
    }
    let plain = &*text.plain;
    let head = &plain[frame.lines[0].line.start..];
    if head.starts_with(b"{\"constants\"") {
        return Err(netlog(start));
    }
    for line in &frame.lines {
        let at = text.raw_at(line.line.start);
        if let Some(fault) = of_line(line.line.of(plain), at) {
            return Err(fault);
        }
    }
    decoded(text, frame)
}

/// Lines that only one tool prints.
fn of_line(line: &[u8], at: usize) -> Option<Fault> {
    let refuse = |kind, message: &str| Some(Fault::at(kind, at, message));
    let starts = |signs: &[&[u8]]| signs.iter().any(|sign| line.starts_with(sign));
    if line.starts_with(b"* ")
        && [
            &b"[HTTP/2]"[..],
            b"h2 [",
            b"h2h3 [",
            b"Connected to",
            b"Trying ",
            b"Using HTTP",
            b"using HTTP",
        ]
        .iter()
        .any(|sign| contains(&line[..line.len().min(40)], sign))
    {
        return refuse(
            RefusalKind::DecodedText,
            "This is the log of curl -v: it shows header fields already decoded. Capture the connection with Wireshark or tcpdump instead, and paste the header block fragments.",
        );
    }
    if line.len() > 30 && go(line) {
        return refuse(
            RefusalKind::DecodedText,
            "This is the log of Go's http2 package: it shows fields already decoded. Capture the connection instead, and paste the header block fragments.",
        );
    }
    if line.len() < 60
        && (contains(line, b"--More--") || contains(line, b"-- More --") || line == b"(END)")
    {
        return refuse(
            RefusalKind::Truncated,
            "This is the prompt of a pager: more text may be missing. Copy the whole text, without this line.",
        );
    }
    match line.first()? {
        b'=' | b'<' | b'-' | b'*'
            if starts(&[
                b"== Info:",
                b"=> Send ",
                b"<= Recv ",
                b"=> Recv ",
                b"<= Send ",
            ]) =>
        {
            refuse(
                RefusalKind::DecodedText,
                "This is curl's trace. Its dumps show header lines as HTTP/1 would have them, made after decoding, not the bytes on the wire. Capture the connection with Wireshark or tcpdump instead, and paste the header block fragments.",
            )
        }
        b'=' if starts(&[b"=========="]) => None,
        b'[' if nghttp(line) => refuse(
            RefusalKind::DecodedText,
            "This is the log of nghttp or nghttpd: it shows frames and fields already decoded, and the bytes of the header blocks are not in it. With --hexdump nghttp prints the bytes that it receives.",
        ),
        b'[' if starts(&[b"[B@"]) => refuse(
            RefusalKind::Lossy,
            "This is how Java prints a reference to an array: the bytes are not in it. Print Arrays.toString(bytes) or HexFormat.of().formatHex(bytes).",
        ),
        b'r' | b's'
            if starts(&[
                b"recv (stream_id=",
                b"send HEADERS frame <",
                b"recv HEADERS frame <",
            ]) =>
        {
            refuse(
                RefusalKind::DecodedText,
                "This is the log of nghttp: it shows fields already decoded, and the bytes of the header blocks are not in it. With --hexdump nghttp prints the bytes that it receives.",
            )
        }
        _ => None,
    }
}

/// What Go's http2 package prints with GODEBUG=http2debug=2.
fn go(line: &[u8]) -> bool {
    let head = &line[..line.len().min(80)];
    [
        &b"http2: Framer 0x"[..],
        b"http2: decoded hpack field",
        b"http2: Transport ",
        b"http2: server encoding header",
        b"http2: server read frame",
    ]
    .iter()
    .any(|sign| contains(head, sign))
}

/// `[  0.001] recv …`, with nghttp's clock in front.
fn nghttp(line: &[u8]) -> bool {
    let inner = line[1..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'.'))
        .count();
    let clock = inner > 3 && line.get(1 + inner) == Some(&b']') && line[1..=inner].contains(&b'.');
    let id = starts_with_id(line);
    clock && line[inner + 2..].iter().any(u8::is_ascii_alphabetic) || id
}

/// `[id=1] [  1.000] …`, as nghttpd begins its lines.
fn starts_with_id(line: &[u8]) -> bool {
    line.starts_with(b"[id=") && contains(line, b"] [")
}

fn contains(line: &[u8], what: &[u8]) -> bool {
    line.windows(what.len()).any(|window| window == what)
}

/// Header fields, a line each: the common shapes of logs and consoles.
fn decoded(text: &Text, frame: &Frame) -> Result<(), Fault> {
    let mut fields = 0;
    let mut first = None;
    for line in &frame.lines {
        let content = line.line.of(&text.plain);
        if is_field(content) {
            fields += 1;
            first.get_or_insert(line.line.start);
        }
    }
    match first {
        Some(at)
            if fields * 2 > frame.lines.len()
                || fields > 2
                    && !frame
                        .lines
                        .iter()
                        .any(|line| has_octets(line.line.of(&text.plain))) =>
        {
            Err(Fault::at(
                RefusalKind::DecodedText,
                text.raw_at(at),
                "These are header fields as text, already decoded: the bytes of the header block are not in them. Copy the bytes from a capture, for example Wireshark's “Header Block Fragment”.",
            ))
        }
        _ => Ok(()),
    }
}

/// A pseudo-header field, a line of HTTP/1, or `name: value`.
fn is_field(line: &[u8]) -> bool {
    let line = line
        .strip_prefix(b"* ")
        .or_else(|| line.strip_prefix(b"Header: "))
        .unwrap_or(line);
    let pseudo = [
        &b":method"[..],
        b":path",
        b":scheme",
        b":authority",
        b":status",
        b"(':method'",
        b"(b':method'",
        b"[:method:",
        b"[HTTP/2]",
    ];
    let http1 = [
        &b"GET /"[..],
        b"POST /",
        b"HTTP/1.",
        b"HTTP/2 ",
        b"HEAD /",
        b"PUT /",
        b"Host: ",
        b"host: ",
    ];
    if pseudo
        .iter()
        .chain(&http1)
        .any(|start| line.starts_with(start))
    {
        return true;
    }
    let known = [
        &b"accept"[..],
        b"user-agent",
        b"content-type",
        b"content-length",
        b"cache-control",
        b"date",
        b"server",
        b"etag",
        b"last-modified",
        b"cookie",
        b"set-cookie",
        b"accept-encoding",
        b"accept-language",
        b"location",
        b"vary",
        b"via",
        b"authorization",
        b"referer",
        b"origin",
    ];
    let Some(colon) = line
        .iter()
        .position(|byte| *byte == b':')
        .filter(|at| *at > 0)
    else {
        return false;
    };
    let name = line[..colon].to_ascii_lowercase();
    known.iter().any(|field| *field == name)
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
        Some(at) => Err(super::literal::lost(at)),
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
