//! `hpack-inspect decode`.

use std::{
    fs,
    io::{self, BufWriter, Write},
};

use input::paste;
use inspect::{
    Options, Session,
    report::{self, Report},
};

use crate::{
    Outcome,
    arguments::{Blocks, Decode, Format, Start, Tables},
    read, table,
};

/// Runs it. What is wrong with the input is said on standard error.
///
/// # Errors
/// Where the answer cannot be written.
pub(crate) fn run(arguments: &Decode) -> io::Result<Outcome> {
    let name = read::name(arguments.file.as_deref());
    let refuse = |message: &str| {
        eprintln!("hpack-inspect: {name}: {message}");
        Ok(Outcome::Nothing)
    };
    let input = match read::input(arguments.file.as_deref()) {
        Ok(input) => input,
        Err(error) => return refuse(&format!("could not be read: {error}")),
    };
    if let Some(path) = &arguments.keylog {
        if let Err(error) = fs::File::open(path) {
            return refuse(&format!(
                "the key log {} could not be read: {error}",
                path.display()
            ));
        }
        eprintln!(
            "hpack-inspect: {name}: header blocks are not encrypted; the key log is not used"
        );
    }
    let reading = paste::Options {
        blocks: match arguments.blocks {
            Blocks::Auto => paste::Blocks::Auto,
            Blocks::Blank => paste::Blocks::Blank,
            Blocks::Lines => paste::Blocks::Lines,
        },
        format: None,
        content: None,
    };
    let mut paste = match paste::read(&input, &reading) {
        Ok(paste) => paste,
        Err(refusal) => return refuse(&refusal.to_string()),
    };
    if let Some(stream) = arguments.stream {
        return refuse(&format!(
            "holds nothing of stream {stream}: pasted header blocks do not say which stream they were sent on"
        ));
    }
    if let Some(connection) = arguments.connection.filter(|&connection| connection != 0) {
        return refuse(&format!(
            "has no connection {connection}: pasted header blocks are connection 0"
        ));
    }
    if arguments.keylog.is_some() {
        eprintln!(
            "hpack-inspect: {name}: header blocks are not encrypted; the key log is not used"
        );
    }
    let mut options = Options::with_limit(arguments.max_table_size, paste.initial_table_size);
    options.start.unknown = arguments.start == Start::Unknown;
    options.max_header_list_size = arguments.max_header_list_size;
    let session = Session::decode(options, &paste.blocks);
    let more = report::problems(&session, |block, octet| {
        paste.place_name(&input, paste.blocks[block].places[octet].start)
    });
    paste.problems.extend(more);
    for problem in &paste.problems {
        eprintln!(
            "hpack-inspect: {name}: {}: {}",
            problem.r#where, problem.message
        );
    }
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Table => table::write(&mut out, &session)?,
        Format::Json => {
            let tables = match arguments.tables {
                Tables::None => report::Tables::None,
                Tables::Size => report::Tables::Size,
                Tables::Full => report::Tables::Full,
            };
            let format = paste.format.name();
            serde_json::to_writer(
                &mut out,
                &Report::new(format, input.len(), &paste.problems, &session, tables),
            )?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()?;
    let faults = session
        .blocks()
        .iter()
        .filter(|block| block.fault.is_some())
        .count();
    if faults == 0 {
        return Ok(Outcome::Decoded);
    }
    if session.offers_unknown_start() {
        eprintln!(
            "hpack-inspect: {name}: if these blocks come from the middle of a connection, try --start unknown"
        );
    }
    Ok(Outcome::Fault)
}
