//! The fields of header blocks as other programs and people take them: CSV,
//! Markdown, lines, commands of curl, stories of hpack-test-case, and tests for
//! other decoders. What is not known is marked.

mod cases;
mod ready_test;
mod story;

pub use ready_test::ReadyTest;

use std::fmt::{self, Write as _};

use hpack::Kind;
use http2::Sender;

use crate::{
    columns::{Row, flags},
    session::Session,
    text::{hex, shown},
};

/// Bytes of a listing at most: a reference of one octet can stand for as many
/// as the table holds.
const MOST: usize = 64 << 20;

/// Text of [`MOST`] bytes at most: writing more is an error, also in the middle
/// of a block.
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() > MOST - self.0.len() {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// A way to list fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Comma-separated values (RFC 4180) with a heading.
    Csv,
    /// A table of Markdown for each block.
    Markdown,
    /// `name: value` in lines, a blank line between blocks.
    Fields,
    /// A command of curl for each request.
    Curl,
    /// JSON of hpack-test-case, with what each block's table needs.
    Story,
    /// A test for another decoder, likewise.
    Test(ReadyTest),
}

/// Why there is no listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoListing {
    /// It would be too large.
    TooLarge,
    /// None of the blocks is a request.
    NoRequest,
    /// Each of the blocks has a name or value that is not known.
    NoneKnown,
}

impl fmt::Display for NoListing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "is too large to be listed: choose a stream, or filter",
            Self::NoRequest => {
                "has no request of which :method, :scheme, :authority and :path are all known"
            }
            Self::NoneKnown => "has no block of which all names and values are known",
        })
    }
}

impl std::error::Error for NoListing {}

impl Listing {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Csv,
        Self::Markdown,
        Self::Fields,
        Self::Curl,
        Self::Story,
        Self::Test(ReadyTest::Rust),
        Self::Test(ReadyTest::Go),
        Self::Test(ReadyTest::Java),
        Self::Test(ReadyTest::Python),
    ];

    /// The one of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|listing| listing.id() == id)
    }

    /// Its name, as the command line has it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Markdown => "markdown",
            Self::Fields => "fields",
            Self::Curl => "curl",
            Self::Story => "story",
            Self::Test(ReadyTest::Rust) => "rust-test",
            Self::Test(ReadyTest::Go) => "go-test",
            Self::Test(ReadyTest::Java) => "java-test",
            Self::Test(ReadyTest::Python) => "python-test",
        }
    }

    /// The blocks `numbers` of a session.
    ///
    /// # Errors
    /// [`NoListing`].
    pub fn of(
        self,
        session: &Session,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Result<String, NoListing> {
        let mut out = Bounded(String::new());
        let add: fn(&mut Bounded, &Session, usize) -> fmt::Result = match self {
            Self::Csv => {
                out.0 += "block,sender,stream,representation,index,name,value,start,end,unknown,nameHex,valueHex,error\r\n";
                csv
            }
            Self::Markdown => markdown,
            Self::Fields => fields,
            Self::Curl => curl,
            Self::Story | Self::Test(_) => return self.of_cases(session, numbers),
        };
        for block in numbers {
            add(&mut out, session, block).map_err(|_| NoListing::TooLarge)?;
        }
        if self == Self::Curl && out.0.is_empty() {
            return Err(NoListing::NoRequest);
        }
        Ok(out.0)
    }

    /// The blocks as cases for another decoder.
    fn of_cases(
        self,
        session: &Session,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Result<String, NoListing> {
        let cases = cases::cases(session, numbers)?;
        Ok(match self {
            Self::Test(test) => test.of(&cases),
            _ => story::story(&cases),
        })
    }
}

/// Blocks, from 0, that are left out of cases.
fn left_out(blocks: &[usize]) -> String {
    let numbers = blocks.iter().map(|block| block + 1);
    format!(
        "Left out, as a name or value is not known: block {}.",
        joined(numbers)
    )
}

/// Numbers with commas between them.
fn joined(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|one| one.to_string()).collect();
    numbers.join(", ")
}

/// What a name or value that is not known is shown as.
const UNKNOWN: &str = "?";

/// The rows of a block.
fn rows(session: &Session, block: usize) -> &[Row] {
    &session.rows()[session.blocks()[block].rows.clone()]
}

/// What a block is called.
fn title(session: &Session, block: usize) -> String {
    let record = &session.blocks()[block];
    let mut title = format!("Block {}", block + 1);
    match session.direction(block).sender {
        Sender::Client => title += ", client",
        Sender::Server => title += ", server",
        Sender::Unknown => {}
    }
    if let Some(framed) = record.framed {
        let _ = write!(title, ", stream {}", framed.stream);
    }
    if let Some(label) = &record.label {
        let _ = write!(title, ", {}", shown(label.as_bytes()));
    }
    title
}

/// Why a block could not be decoded to its end.
fn fault(session: &Session, block: usize) -> Option<String> {
    let fault = session.blocks()[block].fault?;
    Some(format!("{}: {fault}", fault.code().name()))
}

fn csv(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    let record = &session.blocks()[block];
    let sender = match session.direction(block).sender {
        Sender::Client => "client",
        Sender::Server => "server",
        Sender::Unknown => "unknown",
    };
    let stream = record.framed.map(|framed| framed.stream.to_string());
    let mut line = |cells: [&str; 10]| -> fmt::Result {
        let head = [
            &(block + 1).to_string(),
            sender,
            stream.as_deref().unwrap_or_default(),
        ];
        let all = head.into_iter().chain(cells).map(quoted);
        out.write_str(&all.collect::<Vec<_>>().join(","))?;
        out.write_str("\r\n")
    };
    for row in rows(session, block) {
        let both = [session.name(row), session.value(row)];
        let [name, value] =
            both.map(|octets| octets.and_then(|octets| str::from_utf8(octets).ok()));
        let in_hex = both.map(|octets| {
            octets
                .filter(|octets| str::from_utf8(octets).is_err())
                .map_or(String::new(), hex)
        });
        let index = match row.index {
            0 => String::new(),
            index => index.to_string(),
        };
        let size = row.size().to_string();
        let value = match row.kind {
            Kind::SizeUpdate => &size,
            _ => value.unwrap_or_default(),
        };
        let unknown = match (row.has(flags::NAME_UNKNOWN), row.has(flags::VALUE_UNKNOWN)) {
            (true, true) => "name and value",
            (true, false) => "name",
            (false, true) => "value",
            (false, false) => "",
        };
        line([
            row.kind.name(),
            &index,
            name.unwrap_or_default(),
            value,
            &row.start.to_string(),
            &row.end.to_string(),
            unknown,
            &in_hex[0],
            &in_hex[1],
            "",
        ])?;
    }
    if let Some(fault) = fault(session, block) {
        line(["", "", "", "", "", "", "", "", "", &fault])?;
    }
    Ok(())
}

/// A cell as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// A name or value for people.
fn seen(octets: Option<&[u8]>) -> String {
    octets.map_or(UNKNOWN.to_owned(), shown)
}

fn markdown(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    if !out.0.is_empty() {
        out.write_str("\n")?;
    }
    writeln!(out, "### {}\n", escaped(&title(session, block)))?;
    out.write_str("| # | representation | name | value |\n| ---: | --- | --- | --- |\n")?;
    for (n, row) in rows(session, block).iter().enumerate() {
        let (name, value) = match row.kind {
            Kind::SizeUpdate => (String::new(), row.size().to_string()),
            _ => (seen(session.name(row)), seen(session.value(row))),
        };
        let index = match row.index {
            0 => String::new(),
            index => format!(" {index}"),
        };
        writeln!(
            out,
            "| {} | {}{index} | {} | {} |",
            n + 1,
            row.kind.name(),
            escaped(&name),
            escaped(&value)
        )?;
    }
    if let Some(fault) = fault(session, block) {
        writeln!(out, "\n**Error** {}", escaped(&fault))?;
    }
    Ok(())
}

/// Text that means nothing in Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '{'
                | '}'
                | '['
                | ']'
                | '<'
                | '>'
                | '#'
                | '|'
                | '~'
                | '&'
                | '$'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn fields(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    if !out.0.is_empty() {
        out.write_str("\n")?;
    }
    for row in rows(session, block) {
        if row.kind != Kind::SizeUpdate {
            writeln!(
                out,
                "{}: {}",
                seen(session.name(row)),
                seen(session.value(row))
            )?;
        }
    }
    if let Some(fault) = fault(session, block) {
        writeln!(out, "# {fault}")?;
    }
    Ok(())
}

fn curl(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    let all: Vec<_> = rows(session, block)
        .iter()
        .filter(|row| row.kind != Kind::SizeUpdate)
        .map(|row| (session.name(row), session.value(row)))
        .collect();
    let of = |wanted: &[u8]| {
        let found = all.iter().find(|(name, _)| *name == Some(wanted));
        found.and_then(|(_, value)| *value)
    };
    let host = of(b":authority").or_else(|| of(b"host"));
    let (Some(method), Some(scheme), Some(host), Some(path)) =
        (of(b":method"), of(b":scheme"), host, of(b":path"))
    else {
        return Ok(());
    };
    writeln!(out, "# {}", title(session, block))?;
    if all
        .iter()
        .any(|(name, value)| name.is_none() || value.is_none())
    {
        out.write_str("# Fields that are not known are left out.\n")?;
    }
    if let Some(fault) = fault(session, block) {
        writeln!(out, "# Fields behind this are left out: {fault}")?;
    }
    let version = match scheme {
        b"http" => "--http2-prior-knowledge",
        _ => "--http2",
    };
    write!(out, "curl {version} --path-as-is --globoff")?;
    match method {
        b"GET" => {}
        b"HEAD" => out.write_str(" --head")?,
        method => {
            write!(out, " --request {}", word(method))?;
        }
    }
    let url = [scheme, b"://", host, path].concat();
    write!(out, " --url {}", word(&url))?;
    for (name, value) in &all {
        let (Some(name), Some(value)) = (name, value) else {
            continue;
        };
        // Curl counts the body itself.
        if name.starts_with(b":") || *name == b"content-length" || *name == b"host" {
            continue;
        }
        // Without a value curl takes the name away, but for a semicolon.
        let field = match value {
            [] => [name, &b";"[..]].concat(),
            value => [name, &b": "[..], value].concat(),
        };
        write!(out, " \\\n  --header {}", word(&field))?;
    }
    out.write_str("\n")
}

/// A word of a shell that is exactly these octets, without the NULs that none
/// can hold.
fn word(octets: &[u8]) -> String {
    let is_plain = |octet: &u8| (b' '..0x7f).contains(octet);
    if octets.iter().all(is_plain) {
        let text = String::from_utf8_lossy(octets);
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    let mut out = String::from("$'");
    for octet in octets.iter().filter(|octet| **octet != 0) {
        match octet {
            b'\'' | b'\\' => {
                out.push('\\');
                out.push(char::from(*octet));
            }
            octet if is_plain(octet) => out.push(char::from(*octet)),
            octet => {
                let _ = write!(out, "\\{octet:03o}");
            }
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, session::Incoming, text::unhex};

    fn session(unknown: bool, blocks: &[&str]) -> Session {
        let mut options = Options::default();
        options.start.unknown = unknown;
        let mut session = Session::new(options);
        for digits in blocks {
            session.push(&Incoming::new(Sender::Client, &unhex(digits).unwrap()));
        }
        session
    }

    #[test]
    fn fields_are_listed_in_each_way() {
        // A size update, a request, a value with a comma, a quote and a bar,
        // one that is no UTF-8; an entry that is not known; a fault.
        let session = session(true, &["2082878441016100017804222c7c2700017901ff", "be80"]);
        for (listing, wanted) in [
            (
                Listing::Csv,
                "block,sender,stream,representation,index,name,value,start,end,unknown,nameHex,valueHex,error\r\n\
                 1,client,,size-update,,,0,0,1,,,,\r\n\
                 1,client,,indexed,2,:method,GET,1,2,,,,\r\n",
            ),
            (
                Listing::Markdown,
                "### Block 1, client\n\n| # | representation | name | value |\n| ---: | --- | --- | --- |\n\
                 | 1 | size-update |  | 0 |\n| 2 | indexed 2 | :method | GET |\n",
            ),
            (Listing::Fields, ":method: GET\n:scheme: https\n:path: /\n"),
        ] {
            let listed = listing.of(&session, 0..2).unwrap();
            assert!(listed.starts_with(wanted), "{listed}");
        }
        let csv = Listing::Csv.of(&session, 0..2).unwrap();
        for line in [
            "1,client,,without,,x,\"\"\",|'\",",
            "name and value,,,\r\n",
            ",ff,\r\n",
            "2,client,,,,,,,,,,,\"index-zero: the indexed field at byte 1",
        ] {
            assert!(csv.contains(line), "{line} in {csv}");
        }
        let markdown = Listing::Markdown.of(&session, 0..2).unwrap();
        assert!(markdown.contains("| indexed 62 | ? | ? |"), "{markdown}");
        assert!(markdown.contains("| \",\\|' |"), "{markdown}");
        assert!(markdown.contains("\n**Error** index-zero: "), "{markdown}");
        assert_eq!(
            Listing::Curl.of(&session, 0..2).unwrap(),
            "# Block 1, client\ncurl --http2 --path-as-is --globoff --url 'https://a/' \\\n  \
             --header 'x: \",|'\\''' \\\n  --header $'y: \\377'\n"
        );
        assert_eq!(Listing::Curl.of(&session, 1..2), Err(NoListing::NoRequest));
    }

    #[test]
    fn cases_leave_out_what_is_not_known() {
        // An entry that is not known, one that is made, its use, a fault.
        let blocks = ["be", "40017804ff7c2700", "be", "ff00", "80", "82"];
        let session = session(true, &blocks);
        let of = |blocks| Listing::Story.of(&session, blocks);
        let story: serde_json::Value = serde_json::from_str(&of(0..6).unwrap()).unwrap();
        let wires: Vec<_> = story["cases"].as_array().unwrap().iter().collect();
        let wires: Vec<_> = wires.iter().map(|case| &case["wire"]).collect();
        // Before the last block the table is made anew, which a fault has spoilt.
        let again = "203fe11f40017804ff7c2700";
        assert_eq!(wires, ["40017804ff7c2700", "be", again, "80", again, "82"]);
        assert_eq!(
            story["description"],
            "Header blocks written by HPACK Inspector. \
             Left out, as a name or value is not known: block 1, 4. \
             Without headers, as they are not UTF-8: case 0, 1, 2, 4. \
             Case 3 has to be refused: index-zero: the indexed field at byte 0 has index 0, which is not in any table."
        );
        assert_eq!(of(0..1), Err(NoListing::NoneKnown));
    }
}
