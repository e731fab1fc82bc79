//! Blocks as human-readable tables.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use hpack::Kind;
use input::{
    Sender,
    capture::Protocol,
    visible::{push_visible, visible},
};
use inspect::{
    Session,
    capture::Connection,
    columns::{Row, flags},
    explain::advice,
    facts::Facts,
    report::{BlockFilter, InsertedBy, OutputBudget, certainty},
    text::count,
};

use crate::screen::{Paint, fitted};

/// The most bytes of a name or value, as written, in a line.
const SHOWN: usize = 120;

/// The most warnings written for one block.
const WARNED: usize = 100;

/// Writes every block of `session`.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(
    out: &mut impl Write,
    session: &Session,
    only: BlockFilter<'_>,
    room: &OutputBudget,
) -> io::Result<()> {
    for (nth, number) in only.blocks_of(0, session).enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        block(out, session, number, room)?;
    }
    Ok(())
}

pub(crate) fn protocol(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Http2 => "HTTP/2",
        Protocol::Http1 => "HTTP/1.1",
        Protocol::Tls => "TLS",
        Protocol::Quic => "QUIC",
        Protocol::Unknown => "unknown",
    }
}

/// Writes the heading of a connection.
///
/// # Errors
/// Those of `out`.
pub(crate) fn connection(
    out: &mut impl Write,
    number: usize,
    connection: &Connection,
) -> io::Result<()> {
    let about = &connection.about;
    let title = Paint::Title.style();
    write!(
        out,
        "{title}connection {number}  {}{title:#}  {}",
        visible(&about.name()),
        protocol(about.protocol)
    )?;
    if let Some(name) = about.tls.as_ref().and_then(|tls| tls.server_name.as_ref()) {
        write!(out, "  {}", shown(name.as_bytes()))?;
    }
    writeln!(out)
}

/// Lists the connections that have no blocks to show.
///
/// # Errors
/// Those of `out`.
pub(crate) fn without_blocks(
    out: &mut impl Write,
    connections: &[Connection],
    only: BlockFilter<'_>,
) -> io::Result<()> {
    let mut first = connections.iter().all(|one| one.framing.is_empty());
    for (number, one) in connections.iter().enumerate() {
        if !one.framing.is_empty() || only.connection.is_some_and(|wanted| wanted != number) {
            continue;
        }
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        connection(out, number, one)?;
        let frames = one.frames.len() as u64;
        writeln!(out, "  {}, no header blocks", count(frames, "frame"))?;
    }
    Ok(())
}

/// Writes one block.
///
/// # Errors
/// Those of `out`.
pub(crate) fn block(
    out: &mut impl Write,
    session: &Session,
    number: usize,
    room: &OutputBudget,
) -> io::Result<()> {
    let block = &session.blocks()[number];
    let bytes = block.bytes.len();
    let title = Paint::Title.style();
    write!(out, "{title}block {}{title:#}", number + 1)?;
    match session.direction(number).sender {
        Sender::Client => write!(out, "  client")?,
        Sender::Server => write!(out, "  server")?,
        Sender::Unknown => {}
    }
    if let Some(framed) = block.framed {
        write!(out, "  stream {}  {}", framed.stream, framed.frame())?;
        if let Some(promised) = framed.promised {
            write!(out, " of stream {promised}")?;
        }
    }
    if let Some(label) = &block.label {
        write!(out, "  {}", shown(label.as_bytes()))?;
    }
    write!(
        out,
        "  {}, {}",
        count(bytes as u64, "byte"),
        count(block.fields, "field")
    )?;
    if block.plain_bytes > 0 {
        write!(out, ", {} plain", count(block.plain_bytes, "byte"))?;
    }
    if block.after_error {
        write!(out, "  (after an error: the table may be wrong)")?;
    }
    writeln!(out)?;
    let rows = &session.rows()[block.rows.clone()];
    let index_width = rows
        .iter()
        .map(|row| row.index.to_string().len())
        .max()
        .unwrap_or(1);
    let offset_width = bytes.to_string().len();
    for row in rows {
        let index = if row.index == 0 {
            String::new()
        } else {
            row.index.to_string()
        };
        let kind = Paint::Kind(row.kind).style();
        // Offset, kind and index, separated by two columns.
        let column = 2 + offset_width + 2 + 11 + 2 + index_width + 2;
        writeln!(
            out,
            "  {:>offset_width$}  {kind}{:<11}{kind:#}  {index:>index_width$}  {}",
            row.start,
            row.kind.name(),
            fitted(field(session, row, room), column),
        )?;
    }
    if let Some(error) = &block.error {
        let code = error.code();
        let style = Paint::Error.style();
        writeln!(
            out,
            "  {:>offset_width$}  {style}ERROR{style:#} {}: {error} ({})",
            error.field_offset,
            code.name(),
            code.section()
        )?;
        // Later errors usually result from the first one.
        if !block.after_error {
            writeln!(
                out,
                "  {:>offset_width$}  {}",
                "",
                advice(code, Facts::of(session, number as u32))
            )?;
            for reason in session.ruled_out(number) {
                writeln!(out, "  {:>offset_width$}  ✓ {reason}", "")?;
            }
        }
    }
    let (warnings, more) = session.first_warnings(number, WARNED);
    let style = Paint::Warning.style();
    for warning in warnings {
        writeln!(
            out,
            "  {:>offset_width$}  {style}warning{style:#} {}: {} ({})",
            "",
            warning.code,
            visible(&warning.message),
            warning.section
        )?;
    }
    if more > 0 {
        writeln!(
            out,
            "  {:>offset_width$}  and {}",
            "",
            count(more as u64, "more warning")
        )?;
    }
    let fill = session.fill_after(number);
    let dim = Paint::Dim.style();
    writeln!(
        out,
        "  {dim}table: {}{} of {}, {}{dim:#}",
        if session.is_fill_certain(number) {
            ""
        } else {
            "at least "
        },
        fill.size,
        count(fill.max_size, "byte"),
        count(fill.count as u64, "entry")
    )?;
    Ok(())
}

fn field(session: &Session, row: &Row, room: &OutputBudget) -> String {
    if row.kind == Kind::SizeUpdate {
        return format!("table size {}", row.size());
    }
    let part = |bytes: Option<&[u8]>| bytes.map_or_else(|| "?".to_owned(), shown);
    let entry = InsertedBy::of(session, row)
        .filter(|_| room.is_spent() && !row.has(flags::NAME_LITERAL))
        .map(|by| format!("as in block {}, byte {}", by.sequence + 1, by.start));
    let mut field = match entry {
        Some(entry) if row.kind == Kind::Indexed => entry,
        entry => {
            let name = entry.unwrap_or_else(|| part(session.name(row)));
            format!("{name}: {}", part(session.value(row)))
        }
    };
    if let Some(certainty) = certainty(row) {
        let _ = write!(field, "  [{certainty}]");
    }
    room.take(field.len());
    field
}

/// Text that is safe for a terminal: escaped, visible, valid UTF-8 and
/// shortened.
fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    // The last length that fitted.
    let mut end = 0;
    let mut push = |part: &dyn Fn(&mut String)| {
        end = text.len();
        part(&mut text);
        text.len() <= SHOWN
    };
    // Each byte becomes at least one byte of text, so these are enough, and a
    // character cut here is not shown.
    let looked_at = &bytes[..bytes.len().min(SHOWN + 4)];
    let whole = looked_at.utf8_chunks().all(|chunk| {
        let mut characters = chunk.valid().chars();
        characters.all(|character| push(&|text| push_visible(character, text)))
            && chunk.invalid().iter().all(|byte| {
                push(&|text| {
                    let _ = write!(text, "\\x{byte:02x}");
                })
            })
    });
    if !whole {
        text.truncate(end);
        let _ = write!(text, "… ({} bytes)", bytes.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_nothing_to_obey() {
        let cases: [(&[u8], &str); 5] = [
            (b"text/html", "text/html"),
            (b"\x1b[31mred\n", "\\u{1b}[31mred\\u{a}"),
            (b"caf\xc3\xa9", "café"),
            (b"\xff\xfe", "\\xff\\xfe"),
            ("\u{202e}gpj".as_bytes(), "\\u{202e}gpj"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(shown(bytes), expected);
        }
        assert_eq!(
            shown(&[b'a'; 500]),
            format!("{}… (500 bytes)", "a".repeat(SHOWN))
        );
        // No character is cut at the end of the examined bytes.
        for before in 0..8 {
            let text = "a".repeat(before) + &"😀".repeat(100);
            let whole = (SHOWN - before) / 4 * 4 + before;
            let expected = format!("{}… ({} bytes)", &text[..whole], text.len());
            assert_eq!(shown(text.as_bytes()), expected);
        }
        // Escaped text never contains a line break.
        assert_eq!(
            shown(&[0xff; 500]),
            format!("{}… (500 bytes)", "\\xff".repeat(SHOWN / 4))
        );
    }
}
