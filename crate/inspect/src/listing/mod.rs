//! Lists the fields of header blocks for other programs: CSV, Markdown, text,
//! curl commands, hpack-test-case stories, and tests for other decoders.
//! Unknown names and values are marked.

mod cases;
mod curl;
mod ready_test;
mod story;

pub use ready_test::ReadyTest;

use cases::Cases;
use curl::Commands;
use story::Story;

use std::fmt::{self, Write as _};

use hpack::Kind;
use http2::Sender;
use input::visible::{is_invisible, visible};

use crate::{
    columns::flags,
    session::Session,
    text::{display, hex},
};

/// Bytes of a listing: a reference of one byte can expand to a whole table.
const MAX_BYTES: usize = 64 << 20;

/// Text of at most [`MAX_BYTES`] bytes. Writing more fails, even within a block.
#[derive(Debug)]
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() > MAX_BYTES - self.0.len() {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Format of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Comma-separated values (RFC 4180) with a header.
    Csv,
    /// A Markdown table for each block.
    Markdown,
    /// Lines of `name: value`, with blank lines between blocks.
    Fields,
    /// A curl command for each request.
    Curl,
    /// A hpack-test-case story (JSON), with blocks that set up the table as
    /// needed.
    Story,
    /// A test for another decoder, with blocks that set up the table as needed.
    Test(ReadyTest),
}

/// Reason why there is no listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoListing {
    /// It would be too large.
    TooLarge,
    /// None of the blocks is a request.
    NoRequest,
    /// No request can be sent unchanged by curl, for this reason.
    NoCommand(&'static str),
    /// Every block has an unknown name or value.
    NoneKnown,
}

impl fmt::Display for NoListing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoCommand(reason) => {
                return write!(f, "has no request that curl would send as it is: {reason}");
            }
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
    /// Formats with their ids on the command line.
    const IDS: [(Self, &str); 9] = [
        (Self::Csv, "csv"),
        (Self::Markdown, "markdown"),
        (Self::Fields, "fields"),
        (Self::Curl, "curl"),
        (Self::Story, "story"),
        (Self::Test(ReadyTest::Rust), "rust-test"),
        (Self::Test(ReadyTest::Go), "go-test"),
        (Self::Test(ReadyTest::Java), "java-test"),
        (Self::Test(ReadyTest::Python), "python-test"),
    ];

    /// Every format, in menu order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::IDS.into_iter().map(|(listing, _)| listing)
    }

    /// Returns the format with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        let found = Self::IDS.into_iter().find(|(_, name)| *name == id);
        found.map(|(listing, _)| listing)
    }

    /// Lists the blocks `numbers`, after a `remark` if it is not empty and the
    /// format has comments.
    pub fn of(
        self,
        session: &Session,
        numbers: impl IntoIterator<Item = usize>,
        remark: &str,
    ) -> Result<String, NoListing> {
        let mut lister = Lister::new(self, remark);
        for block in self.order(session, numbers.into_iter().collect()) {
            lister.block(session, block)?;
        }
        lister.finish()
    }

    /// Sorts the blocks `numbers` into the order that a [`Lister`] needs.
    pub fn order(self, session: &Session, numbers: Vec<usize>) -> Vec<usize> {
        match self {
            Self::Story | Self::Test(_) => cases::by_sender(session, numbers),
            _ => numbers,
        }
    }

    fn remark(self, text: &str) -> String {
        match self {
            Self::Csv | Self::Story => String::new(),
            _ if text.is_empty() => String::new(),
            Self::Markdown => format!("> {}\n", escape_markdown(&visible(text))),
            Self::Fields => comment("#", text),
            Self::Curl => curl::note(text),
            Self::Test(test) => comment(test.comment(), text),
        }
    }
}

/// Lists blocks one by one.
#[derive(Debug)]
pub struct Lister {
    out: Bounded,
    form: Form,
}

/// A format with its state between blocks.
#[derive(Debug)]
enum Form {
    Fields(fn(&mut Bounded, &Session, usize) -> fmt::Result),
    Curl(Commands),
    Story(Cases, Story),
    Test(Cases, ReadyTest, String),
}

impl Lister {
    /// Starts a listing with a `remark`, if it is not empty and the format has
    /// comments.
    pub fn new(listing: Listing, remark: &str) -> Self {
        let mut out = listing.remark(remark);
        let form = match listing {
            Listing::Csv => {
                out += "block,sender,stream,representation,index,name,value,start,end,unknown,nameHex,valueHex,error\r\n";
                Form::Fields(csv)
            }
            Listing::Markdown => Form::Fields(markdown),
            Listing::Fields => Form::Fields(fields),
            Listing::Curl => Form::Curl(Commands::default()),
            Listing::Story => Form::Story(Cases::default(), Story::default()),
            Listing::Test(test) => Form::Test(Cases::default(), test, String::new()),
        };
        Self {
            out: Bounded(out),
            form,
        }
    }

    /// Lists the next block, in [`Listing::order`].
    pub fn block(&mut self, session: &Session, block: usize) -> Result<(), NoListing> {
        let out = &mut self.out;
        match &mut self.form {
            Form::Fields(add) => add(out, session, block).map_err(|_| NoListing::TooLarge),
            Form::Curl(commands) => commands.block(&mut out.0, session, block),
            Form::Story(cases, story) => cases.block(session, block, |case, number| {
                story.case(case, number);
                Ok(())
            }),
            Form::Test(cases, test, source) => cases.block(session, block, |case, number| {
                if !test.has_room(case, number) {
                    return Err(NoListing::TooLarge);
                }
                *source += &test.case(case, number);
                Ok(())
            }),
        }
    }

    /// Returns the listing.
    pub fn finish(self) -> Result<String, NoListing> {
        let out = self.out.0;
        match self.form {
            Form::Fields(_) => Ok(out),
            Form::Curl(commands) => commands.finish().map(|()| out),
            Form::Story(cases, _) | Form::Test(cases, ..) if cases.count == 0 => {
                Err(NoListing::NoneKnown)
            }
            Form::Story(cases, story) => Ok(out + &story.finish(&cases.left_out)),
            Form::Test(cases, test, source) => {
                Ok(out + &test.finish(&source, cases.count, &cases.left_out))
            }
        }
    }
}

/// Sentence about blocks, numbered from 0, that are left out.
fn left_out(blocks: &[usize]) -> String {
    let numbers = blocks.iter().map(|block| block + 1);
    format!(
        "Left out, as a name or value is not known: block {}.",
        join(numbers)
    )
}

fn join(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|one| one.to_string()).collect();
    numbers.join(", ")
}

const UNKNOWN: &str = "?";

/// One-line comment that no text can end early: some languages interpret
/// escapes after a backslash as line breaks.
fn comment(mark: &str, text: &str) -> String {
    let hidden = |one: char| one == '\\' || is_invisible(one);
    format!("{mark} {}\n", text.replace(hidden, "?"))
}

/// Title of a block, with its label.
fn title(session: &Session, block: usize) -> String {
    let mut title = block_name(session, block);
    if let Some(label) = &session.blocks()[block].label {
        let _ = write!(title, ", {}", display(label.as_bytes()));
    }
    title
}

/// Title of a block, without text from the input.
fn block_name(session: &Session, block: usize) -> String {
    let mut title = format!("Block {}", block + 1);
    if let Some(sender) = sender_name(session, block) {
        let _ = write!(title, ", {sender}");
    }
    if let Some(framed) = session.blocks()[block].framed {
        let _ = write!(title, ", stream {}", framed.stream);
    }
    title
}

fn sender_name(session: &Session, block: usize) -> Option<&'static str> {
    match session.direction(block).sender {
        Sender::Client => Some("client"),
        Sender::Server => Some("server"),
        Sender::Unknown => None,
    }
}

fn error_text(session: &Session, block: usize) -> Option<String> {
    let error = session.blocks()[block].error?;
    Some(format!("{}: {error}", error.code().name()))
}

fn csv(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    let record = &session.blocks()[block];
    let sender = sender_name(session, block).unwrap_or("unknown");
    let stream = record.framed.map(|framed| framed.stream.to_string());
    let mut line = |cells: [&str; 10]| -> fmt::Result {
        let head = [
            &(block + 1).to_string(),
            sender,
            stream.as_deref().unwrap_or_default(),
        ];
        let all = head.into_iter().chain(cells).map(csv_cell);
        out.write_str(&all.collect::<Vec<_>>().join(","))?;
        out.write_str("\r\n")
    };
    for row in session.rows_of(block) {
        let both = [session.name(row), session.value(row)];
        let [name, value] = both.map(|bytes| bytes.and_then(|bytes| str::from_utf8(bytes).ok()));
        // Hex for text that the cell does not show exactly.
        let is_exact = |text: &str| escape_formula(text) == text;
        let in_hex = both.map(|bytes| {
            bytes
                .filter(|bytes| !str::from_utf8(bytes).is_ok_and(is_exact))
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
    if let Some(error) = error_text(session, block) {
        line(["", "", "", "", "", "", "", "", "", &error])?;
    }
    Ok(())
}

/// Escapes a cell as in RFC 4180.
fn csv_cell(cell: &str) -> String {
    let cell = escape_formula(cell);
    if cell.contains([',', '"']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

/// Makes text safe for a cell: not a formula in any spreadsheet, and without
/// invisible characters.
fn escape_formula(cell: &str) -> String {
    let cell = visible(cell);
    // Spreadsheets ignore white space before a formula; other invisible
    // characters are replaced already.
    let is_formula = cell
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let guard = if is_formula { "'" } else { "" };
    format!("{guard}{cell}")
}

fn display_known(bytes: Option<&[u8]>) -> String {
    bytes.map_or(UNKNOWN.to_owned(), display)
}

fn markdown(out: &mut Bounded, session: &Session, block: usize) -> fmt::Result {
    if !out.0.is_empty() {
        out.write_str("\n")?;
    }
    writeln!(out, "### {}\n", escape_markdown(&title(session, block)))?;
    out.write_str("| # | representation | name | value |\n| ---: | --- | --- | --- |\n")?;
    for (n, row) in session.rows_of(block).iter().enumerate() {
        let (name, value) = match row.kind {
            Kind::SizeUpdate => (String::new(), row.size().to_string()),
            _ => (
                display_known(session.name(row)),
                display_known(session.value(row)),
            ),
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
            escape_markdown(&name),
            escape_markdown(&value)
        )?;
    }
    if let Some(error) = error_text(session, block) {
        writeln!(out, "\n**Error** {}", escape_markdown(&error))?;
    }
    Ok(())
}

fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~&$".contains(c) {
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
    for row in session.rows_of(block) {
        if row.kind != Kind::SizeUpdate {
            writeln!(
                out,
                "{}: {}",
                display_known(session.name(row)),
                display_known(session.value(row))
            )?;
        }
    }
    if let Some(error) = error_text(session, block) {
        out.write_str(&comment("#", &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use input::Block;

    use super::*;
    use crate::{
        Options,
        fixtures::{of_hex, unknown_start},
    };

    fn session(unknown: bool, blocks: &[&str]) -> Session {
        let options = match unknown {
            true => unknown_start(),
            false => Options::default(),
        };
        of_hex(options, blocks)
    }

    #[test]
    fn lists_fields_in_each_format() {
        // A size update, a request, a value with a comma, a quote and a bar,
        // one that is not UTF-8; an unknown entry; an error.
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
            let listed = listing.of(&session, 0..2, "").unwrap();
            assert!(listed.starts_with(wanted), "{listed}");
        }
        let csv = Listing::Csv.of(&session, 0..2, "").unwrap();
        for line in [
            "1,client,,without,,x,\"\"\",|'\",",
            "name and value,,,\r\n",
            ",ff,\r\n",
            "2,client,,,,,,,,,,,\"index-zero: the indexed field at byte 1",
        ] {
            assert!(csv.contains(line), "{line} in {csv}");
        }
        let markdown = Listing::Markdown.of(&session, 0..2, "").unwrap();
        assert!(markdown.contains("| indexed 62 | ? | ? |"), "{markdown}");
        assert!(markdown.contains("| \",\\|' |"), "{markdown}");
        assert!(markdown.contains("\n**Error** index-zero: "), "{markdown}");
    }

    #[test]
    fn escapes_formulas_and_invisible_characters() {
        for (value, cell) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1,\"\")", "\"'@SUM(A1,\"\"\"\")\""),
            ("＝1", "'＝1"),
            (" =1", "' =1"),
            ("\u{a0}=1", "'\u{a0}=1"),
            (
                "\u{2007}\u{3000}\u{202f}@A1",
                "'\u{2007}\u{3000}\u{202f}@A1",
            ),
            ("\t=1", "\\u{9}=1"),
            (" \t=1", " \\u{9}=1"),
            ("\x1b]0;\x07\x7f", "\\u{1b}]0;\\u{7}\\u{7f}"),
            ("a\u{9b}\u{202e}\r\nb", "a\\u{9b}\\u{202e}\\u{d}\\u{a}b"),
        ] {
            let digits = hex(value.as_bytes());
            let block = format!("000178{:02x}{digits}", value.len());
            let csv = Listing::Csv.of(&session(false, &[&block]), 0..1, "");
            let wanted = format!(",x,{cell},0,{},,,{digits},\r\n", 4 + value.len());
            assert!(csv.as_ref().unwrap().ends_with(&wanted), "{csv:?}");
        }
    }

    #[test]
    fn remarks_and_labels_stay_on_their_line() {
        let hostile = "a\nrun\r\u{85}\u{2028}run \\u000arun \u{202e}--> */ *b* <i>\\";
        let mut session = session(false, &["82", "828684410161"]);
        session.push(&Block {
            label: Some(hostile),
            ..Block::new(Sender::Client, &[0x80])
        });
        for listing in Listing::all() {
            let [plain, with] = ["", hostile].map(|remark| listing.of(&session, 0..3, remark));
            let (plain, with) = (plain.unwrap(), with.unwrap());
            let remark = with.strip_suffix(&plain).unwrap();
            let is_silent = matches!(listing, Listing::Csv | Listing::Story);
            let lines = remark.trim_end().lines();
            assert_eq!(lines.count(), usize::from(!is_silent), "{with}");
            for line in with.lines() {
                let line = line.replace('\t', "");
                assert!(!line.contains(is_invisible), "{line}");
                assert!(!line.trim_start().starts_with("run"), "{with}");
            }
            // In Java, Unicode escapes work in comments, too.
            let is_code = matches!(listing, Listing::Test(_));
            assert!(!is_code || !remark.contains('\\'), "{remark}");
        }
    }

    #[test]
    fn cases_leave_out_unknown_fields() {
        // An unknown entry, an insertion, its use, an error.
        let blocks = ["be", "40017804ff7c2700", "be", "ff00", "80", "82"];
        let session = session(true, &blocks);
        let of = |blocks| Listing::Story.of(&session, blocks, "");
        let story: serde_json::Value = serde_json::from_str(&of(0..6).unwrap()).unwrap();
        let wires: Vec<_> = story["cases"].as_array().unwrap().iter().collect();
        let wires: Vec<_> = wires.iter().map(|case| &case["wire"]).collect();
        // The table is rebuilt before the last block, after the error.
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
