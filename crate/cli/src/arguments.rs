//! The command line.

#[cfg(feature = "bench")]
mod bench;
mod masking;
mod scan;
#[cfg(feature = "view")]
mod view;

#[cfg(feature = "bench")]
pub(crate) use bench::Bench;
pub(crate) use masking::Masking;
pub(crate) use scan::{Rows, Scan};
#[cfg(feature = "view")]
pub(crate) use view::View;

use inspect::{
    listing::Listing,
    policies::{HuffmanUse, Indexing, Named},
    what_if::plan::Choices,
};
use std::path::PathBuf;

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use clap_complete::Shell;
use hpack::dynamic_table::DEFAULT_MAXIMUM;
use input::paste;

/// Shows what HTTP/2 header blocks (RFC 7541) mean and where they are wrong.
#[derive(Debug, Parser)]
#[command(name = "hpack-inspect", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Decode header blocks: captures and NetLogs, HTTP/2 frames, and what people paste
    ///
    /// Captures are pcap and pcapng, TLS with a key log. Pasted text is hex in any spacing, dumps,
    /// escapes, base64, literals, JSON, raw bytes. The input is recognized by its content.
    ///
    /// Exit status: 0 all decoded and nothing known to be missing; 1 at least one block could not be
    /// decoded (the others are still printed); 2 the input could not be read or understood, is
    /// ambiguous, or holds nothing to decode, or the arguments are wrong; 3 every block that was found is decoded, but
    /// the input has gaps or errors (lost or cut packets, frames out of order, a connection that
    /// cannot be decrypted, a capture that starts in the middle of a connection).
    Decode(Decode),

    /// Encode header lists: JSON in, header blocks in hex out, one per line
    ///
    /// The input is a list of header lists, each a list of [name, value], or a
    /// single one; a field may also be an object with name, value (or nameHex,
    /// valueHex) and sensitive. The output of `decode --format json` for one
    /// connection works too: its blocks are encoded again.
    ///
    /// Exit status: 0 all encoded; 2 the input could not be read or understood
    /// or holds nothing to encode, or the arguments are wrong.
    Encode(Encode),

    /// Re-encode what each side sent, with other policies or another table, and
    /// compare the sizes
    ///
    /// Each side of each connection is re-encoded by every policy, block by
    /// block, under the limits that were in force. Unknown fields and blocks
    /// that cannot be decoded are left out and reported.
    ///
    /// Exit status: 0 all re-encoded; 2 the input could not be read or
    /// understood or holds nothing to re-encode, or the arguments are wrong.
    WhatIf(WhatIf),

    /// Compare two header blocks, or two sessions: fields, bytes,
    /// representations, tables
    ///
    /// Without a block, the blocks of both sides are paired: requests by method
    /// and path, responses by their requests, the rest by order. With one, or
    /// where each side has a single block, the two are compared field by field.
    ///
    /// Exit status: 0 compared, whether they are the same or not; 2 an input
    /// could not be read or understood, the block or connection does not exist,
    /// or the arguments are wrong.
    Compare(Compare),

    /// Decode many captures to tables of fields and blocks that databases read
    ///
    /// Writes files of fields, blocks and captures: a row of the last for each capture, with its
    /// error if it could not be read. docs/fleet.md describes the columns.
    ///
    /// A scan that was interrupted continues where it was: a capture that a file of captures lists,
    /// under the same path, is not decoded again.
    ///
    /// Exit status: 0 every capture was read, now or before; 2 there is none, the output could not
    /// be written, or the arguments are wrong; 3 some captures could not be read.
    Scan(Scan),

    /// Race the engines of a stage against each other
    ///
    /// Every engine's output is compared before anything is timed. Then the
    /// engines take turns; a ratio is the median over the rounds with its 99.9%
    /// confidence interval.
    ///
    /// Exit status: 0 all measured; 1 an engine gave different output and was
    /// not timed; 2 the arguments are wrong or the input could not be read or
    /// understood.
    #[cfg(feature = "bench")]
    Bench(Bench),

    /// Open the page in the browser, with files or what arrives on standard input
    ///
    /// A pipe is shown as it arrives, as in `tcpdump -U -w - | hpack-inspect view`. The page is on an
    /// address of this machine that only it knows. The program ends with the pipe, or with Ctrl+C.
    ///
    /// Exit status: 0 the page has received all of the pipe; 2 an input could not be read, or the
    /// arguments are wrong.
    #[cfg(feature = "view")]
    View(View),

    /// Print a shell's completion script
    ///
    /// For bash, `source <(hpack-inspect completions bash)`; other shells keep
    /// it in a file.
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Print the manual page of the program or of one of its commands
    ///
    /// `hpack-inspect man decode | man -l -` shows it.
    Man {
        /// The command
        #[arg(value_parser = commands())]
        command: Option<String>,
    },

    /// Print the licences of this program and of what it contains
    Licenses,
}

/// Parses the name of a command.
fn commands() -> PossibleValuesParser {
    PossibleValuesParser::new([
        "decode",
        "encode",
        "what-if",
        "compare",
        "scan",
        #[cfg(feature = "bench")]
        "bench",
        #[cfg(feature = "view")]
        "view",
        "completions",
        "licenses",
    ])
}

/// Reading options shared by the commands that take the same inputs as
/// `decode`.
#[derive(Debug, Default, Args)]
pub(crate) struct Input {
    /// How pasted text splits into blocks
    #[arg(long, value_enum, default_value_t = Blocks::Auto)]
    pub(crate) blocks: Blocks,

    /// What the bytes are, if they are not recognized correctly
    #[arg(long = "as", value_enum, value_name = "CONTENT")]
    pub(crate) content: Option<Content>,

    /// The notation of the bytes, needed where two are possible
    #[arg(long, value_name = "NAME", value_parser = notations())]
    pub(crate) notation: Option<paste::Format>,

    /// Whether the first block starts with an empty table or one whose entries are unknown
    #[arg(long, value_enum, default_value_t = Start::Fresh)]
    pub(crate) start: Start,

    /// TLS secrets in the NSS key log format
    #[arg(long, value_name = "FILE")]
    pub(crate) keylog: Option<PathBuf>,
}

/// Arguments of `decode`.
#[derive(Debug, Args)]
pub(crate) struct Decode {
    /// The input file; standard input if it is “-” or left out
    pub(crate) file: Option<PathBuf>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Shape::Table)]
    pub(crate) format: Shape,

    #[command(flatten)]
    pub(crate) masking: Masking,

    /// How much of the table JSON shows after each block
    #[arg(long, value_enum, default_value_t = Tables::Size)]
    pub(crate) tables: Tables,

    #[command(flatten)]
    pub(crate) input: Input,

    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, in bytes; 4096 by
    /// default, which is only an assumption if the start is unknown
    #[arg(long, value_name = "N")]
    pub(crate) max_table_size: Option<u32>,

    /// SETTINGS_MAX_HEADER_LIST_SIZE, in bytes; a larger list causes a warning
    #[arg(long, value_name = "N")]
    pub(crate) max_header_list_size: Option<u32>,

    /// An entry of the table before the first block; repeat it for each, newest
    /// first
    #[arg(long, value_name = "NAME: VALUE")]
    pub(crate) table: Vec<String>,

    /// Only this connection, counted from 0 in the order of the input
    #[arg(long, value_name = "N")]
    pub(crate) connection: Option<u32>,

    /// Only this stream
    #[arg(long, value_name = "N")]
    pub(crate) stream: Option<u32>,

    /// Only streams with this text in the :path of a request; case-insensitive,
    /// like the filters below. With several filters, all must match, each in a
    /// request or its response. Header blocks without frames are filtered one
    /// by one
    #[arg(long, value_name = "TEXT")]
    pub(crate) path: Option<String>,

    /// Only streams with this text in the :status of a response, such as 404 or 50
    #[arg(long, value_name = "TEXT")]
    pub(crate) status: Option<String>,

    /// Only streams with a field of this name
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Only streams with this text in a value
    #[arg(long, value_name = "TEXT")]
    pub(crate) value: Option<String>,

    /// Only streams with a block that can't be decoded
    #[arg(long)]
    pub(crate) errors: bool,

    /// Only streams that match this search: text in names and values, `name:
    /// value` or `name:`, bytes as in `82 86` or 0x8286, index=62, is=never,
    /// error=index-zero; any of several, separated by ` | `
    #[arg(long, value_name = "WHAT")]
    pub(crate) find: Option<String>,
}

/// Arguments of `encode`.
#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// The input file; standard input if it is “-” or left out
    pub(crate) file: Option<PathBuf>,

    /// Which fields are inserted into the dynamic table; policies named after a
    /// program behave as it does
    #[arg(long, value_name = "NAME", value_parser = id_of::<Indexing>(), default_value = "guarded")]
    pub(crate) policy: Indexing,

    /// Which strings are Huffman-coded; by default, as the policy chooses
    #[arg(long, value_name = "WHEN", value_parser = id_of::<HuffmanUse>())]
    pub(crate) huffman: Option<HuffmanUse>,

    /// The receiver's SETTINGS_HEADER_TABLE_SIZE, in bytes; the table's maximum is the smaller of
    /// this and 4096
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAXIMUM)]
    pub(crate) max_table_size: u32,

    /// Print the HEADERS and CONTINUATION frames of each block instead
    #[arg(long)]
    pub(crate) frames: bool,
}

/// Parses the name of a notation of pasted text.
fn notations() -> impl TypedValueParser<Value = paste::Format> {
    let names = paste::Format::all()
        .iter()
        .map(|format| PossibleValue::new(format.name()).help(format.title()));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = paste::Format::all().iter().copied();
        // clap has already refused names that are not listed.
        all.find(|format| format.name() == name)
            .ok_or("no such notation")
    })
}

/// Parses the id of a policy, a coding or a way to choose.
fn id_of<Item: Named + Send + Sync>() -> impl TypedValueParser<Value = Item> {
    let ids = Item::all().iter();
    PossibleValuesParser::new(ids.map(|item| PossibleValue::new(item.id()).help(item.about())))
        // clap has already refused names that are not listed.
        .try_map(|id| Item::from_id(&id).ok_or("no such name"))
}

/// Arguments of `what-if`.
#[derive(Debug, Args)]
pub(crate) struct WhatIf {
    /// The input file, in any form that `decode` takes; standard input if it is “-” or left out
    pub(crate) file: Option<PathBuf>,

    /// Only this policy (repeatable), or `as-sent` for the sender's own choices; by default, all
    #[arg(long, value_name = "NAME", value_parser = id_of::<Choices>())]
    pub(crate) policy: Vec<Choices>,

    /// Which strings are Huffman-coded; by default, the same as in the input, or
    /// as the policy chooses
    #[arg(long, value_name = "WHEN", value_parser = id_of::<HuffmanUse>())]
    pub(crate) huffman: Option<HuffmanUse>,

    /// The table's maximum from the first block on, in bytes; by default, as it was
    #[arg(long, value_name = "N")]
    pub(crate) max_table_size: Option<u32>,

    #[command(flatten)]
    pub(crate) input: Input,

    /// Only this connection, counted from 0 in the order of the input
    #[arg(long, value_name = "N")]
    pub(crate) connection: Option<usize>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The left input file, in any form that `decode` takes; “-” for standard input
    pub(crate) left: PathBuf,

    /// The right input file; “-” for standard input
    pub(crate) right: PathBuf,

    /// The block of this number on both sides, counted from 1 as `decode` prints them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) block: Option<u32>,

    /// The block of the left, if it is another one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) left_block: Option<u32>,

    /// The block of the right, if it is another one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) right_block: Option<u32>,

    /// The connection of this number on both sides, counted from 0 in the order of the input; by
    /// default, the first that has header blocks
    #[arg(long, value_name = "N")]
    pub(crate) connection: Option<usize>,

    /// The connection of the left, if it is another one
    #[arg(long, value_name = "N")]
    pub(crate) left_connection: Option<usize>,

    /// The connection of the right, if it is another one
    #[arg(long, value_name = "N")]
    pub(crate) right_connection: Option<usize>,

    // Applies to both sides.
    #[command(flatten)]
    pub(crate) input: Input,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// Output formats of `decode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// Human-readable table
    Table,
    /// JSON, once everything is read
    Json,
    /// One line of JSON per block, as soon as it is complete
    Ndjson,
    /// Blocks and the tables they need, as text that `decode` reads; one
    /// connection
    Text,
    /// Comma-separated values, one line per field
    Csv,
    /// One Markdown table per block
    Markdown,
    /// Fields as `name: value`
    Fields,
    /// One curl command per request
    Curl,
    /// hpack-test-case JSON
    Story,
    /// A test in Rust, with fluke-hpack
    RustTest,
    /// A test in Go, with golang.org/x/net
    GoTest,
    /// A test in Java, with Netty and JUnit 5
    JavaTest,
    /// A test in Python, with hpack
    PythonTest,
}

impl Shape {
    /// Returns the listing for this format, if it is one.
    pub(crate) fn listing(self) -> Option<Listing> {
        Listing::from_id(self.to_possible_value()?.get_name())
    }
}

/// Output formats of the other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Human-readable table
    Table,
    /// JSON
    Json,
}

/// How much of the dynamic table JSON shows.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Tables {
    /// Nothing
    None,
    /// Size, maximum, number of entries
    Size,
    /// All entries
    Full,
}

/// How pasted text splits into blocks.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Blocks {
    /// By blank lines, and by lines where each line is a complete block
    #[default]
    Auto,
    /// By blank lines
    Blank,
    /// Every line with bytes is a block
    Lines,
}

/// What the input's bytes are.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Content {
    /// Header blocks
    Blocks,
    /// HTTP/2 frames, with or without the client's preface
    Frames,
}

/// The table at the first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Start {
    /// An empty table
    #[default]
    Fresh,
    /// A table with unknown earlier entries
    Unknown,
}
