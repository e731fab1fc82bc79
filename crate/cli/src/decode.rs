//! `hpack-inspect decode`.

use std::{
    collections::HashSet,
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    sync::Arc,
};

use hpack::{Snapshot, dynamic_table::DEFAULT_MAXIMUM};
use input::{
    Problem, Reader, Refusal, Source,
    capture::Protocol,
    paste::{self, Content, Paste},
};
use inspect::{
    Options, Session,
    capture::{Capture, problems},
    columns::BlockRecord,
    json,
    mask::{self, Keep},
    pasted::{self, ListedTable},
    report::{self, BlockFilter, Decoded, Lines, OutputBudget, Report},
    search::Query,
};

use crate::{
    Outcome, Stop,
    arguments::{Decode, Shape, Tables},
    filter::Filter,
    likely_cause,
    live::{Live, Shown},
    message::{report, say_first},
    read, side_file, table,
    text::{self, Form},
};

/// Runs `decode`; reports what is wrong with the input on standard error.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &Decode) -> Result<Outcome, Stop> {
    let name = read::name(arguments.file.as_deref());
    decode(arguments, &name).map_err(|stop| match stop {
        Stop::Refused(message) if arguments.masking.mask => {
            format!("{name}: {}", mask::sentence(&message)).into()
        }
        Stop::Refused(message) => format!("{name}: {message}").into(),
        output => output,
    })
}

fn decode(arguments: &Decode, name: &str) -> Result<Outcome, Stop> {
    // clap would quote the refused value, which may be a secret.
    if arguments
        .table
        .iter()
        .any(|entry| paste::split_field(entry).is_none())
    {
        return Err("cannot be read with this --table: an entry is written as NAME: VALUE".into());
    }
    if arguments.find.as_deref().is_some_and(Query::is_too_long) {
        let most = Query::ALTERNATIVES;
        return Err(format!("is not read: --find has more than {most} alternatives").into());
    }
    let keylog = side_file::keylog(arguments.input.keylog.as_deref())?;
    let keep = arguments.masking.keep()?;
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let mut live = Live::new(
        Capture::new(options(arguments, None)),
        // With a table, only header blocks are shown, which come at the end.
        shown(arguments)
            .filter(|_| arguments.table.is_empty())
            .map(|shown| (&mut out, shown)),
        keep.clone(),
        only(arguments),
        Filter::new(arguments),
    );
    let mut reader = Reader::new(&input::Options {
        keylog,
        paste: read::notation(&arguments.input),
    });
    let mut refused: Option<Refusal> = None;
    let mut written = Ok(());
    let read = read::parts(arguments.file.as_deref(), |part| {
        live.read(part.len());
        refused = reader.push(part, &mut live).err();
        written = live.flush();
        if refused.is_some() || written.is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    read.map_err(|error| format!("could not be read: {error}"))?;
    written?;
    let source = match refused {
        Some(refusal) => Err(refusal),
        None => reader.finish(&mut live),
    };
    let (mut capture, wanted) = live.finish()?;
    let (format, bytes) = match source {
        Err(refusal) => {
            say_all(name, &capture.problems, &capture);
            return Err(refusal.to_string().into());
        }
        Ok(Source::Paste(paste, input)) if paste.content == Content::Blocks => {
            return blocks(arguments, name, *paste, &input, keep.as_ref(), out);
        }
        Ok(_) if !arguments.table.is_empty() => {
            return Err("has frames or packets, whose connections begin with empty tables: --table is for header blocks".into());
        }
        Ok(Source::Paste(mut paste, input)) => {
            if let [only] = &capture.connections[..] {
                pasted::add_notes(&mut paste, &input, &only.session);
            }
            let mut problems = paste.problems;
            if arguments.masking.mask {
                mask::problems(&mut problems);
            }
            capture.problems.extend(problems);
            ("frames", input.len() as u64)
        }
        Ok(Source::Capture { format, bytes }) => (format, bytes),
    };
    let problems = capture.all_problems();
    say_all(name, &problems, &capture);
    if let Some(message) = lacks(arguments, &capture) {
        return Err(message.into());
    }
    let shown = only(arguments).connection;
    let find = || {
        let sessions = capture.connections.iter().enumerate();
        likely_cause::find(sessions.map(|(number, connection)| {
            let wanted = shown.is_none_or(|shown| shown == number);
            (wanted, &connection.session)
        }))
    };
    // Likely causes are only messages, except in JSON: they must not delay
    // output.
    let causes = (arguments.format == Shape::Json).then(find);
    if wanted.as_ref().is_some_and(HashSet::is_empty) {
        return Err(NO_MATCH.into());
    }
    let only = BlockFilter {
        blocks: wanted.as_ref(),
        ..only(arguments)
    };
    match arguments.format {
        // Without filters, connections without blocks are listed as well.
        Shape::Table if wanted.is_none() => {
            table::without_blocks(&mut out, &capture.connections, only)?;
            out.flush()?;
        }
        Shape::Table => {}
        Shape::Ndjson => {}
        Shape::Json => {
            let list = causes.as_ref().map_or(&[][..], |causes| &causes.list);
            let decoded = Decoded::Capture(&capture.connections, only);
            let report = Report::new(format, bytes, &problems, decoded, list, tables(arguments));
            json::line(&mut out, &report)?;
        }
        shape => out.write_all(text::of_capture(form(shape), &capture, only)?.as_bytes())?,
    }
    out.flush()?;
    let sound = (capture.undecodable_blocks() == 0).then(|| capture.has_gaps(&problems));
    let causes = causes.unwrap_or_else(find);
    let called = |number: usize| Some(capture.connections[number].about.name());
    likely_cause::report(name, &causes, called);
    Ok(sound.map_or(Outcome::Error, Outcome::decoded))
}

/// Explains which requested connection, stream or block is missing, if any.
fn lacks(arguments: &Decode, capture: &Capture) -> Option<String> {
    let all = &capture.connections;
    if let Some(number) = arguments.connection
        && number as usize >= all.len()
    {
        let count = match all.len() {
            0 => "there is none".to_owned(),
            1 => "there is only number 0".to_owned(),
            count => format!("there are {count}, numbered from 0"),
        };
        return Some(format!("has no connection {number}: {count}"));
    }
    let wanted = only(arguments).connection;
    let shown = || {
        let all = all.iter().enumerate();
        all.filter_map(|(number, one)| wanted.is_none_or(|wanted| wanted == number).then_some(one))
    };
    if let Some(stream) = arguments.stream {
        let there = shown().any(|connection| {
            let mut frames = connection.frames.iter();
            frames.any(|record| record.frame.header.stream == stream)
        });
        return (!there).then(|| format!("has nothing on stream {stream}"));
    }
    let http2 = shown().any(|connection| connection.about.protocol == Protocol::Http2);
    (!http2).then(|| {
        let found: Vec<String> = shown()
            .take(8)
            .map(|connection| {
                format!(
                    "{} ({})",
                    connection.about.name(),
                    table::protocol(connection.about.protocol)
                )
            })
            .collect();
        if found.is_empty() {
            "has no connection".to_owned()
        } else {
            format!(
                "has no readable HTTP/2, only {}{}",
                found.join(", "),
                if shown().count() > found.len() {
                    " and others"
                } else {
                    ""
                }
            )
        }
    })
}

/// Gives the first block of each sender the entries of `--table`.
fn load_table(arguments: &Decode, paste: &mut Paste) {
    if arguments.table.is_empty() {
        return;
    }
    let limit = arguments.max_table_size.or(paste.initial_table_size);
    let limit = limit.unwrap_or(DEFAULT_MAXIMUM);
    let known = |text: &str| Some(text.as_bytes().to_vec());
    let entries = arguments.table.iter();
    let entries = entries.filter_map(|entry| paste::split_field(entry));
    let table = Arc::new(Snapshot {
        maximum: paste
            .initial_table_size
            .unwrap_or(DEFAULT_MAXIMUM)
            .min(limit),
        limit,
        entries: entries
            .map(|(name, value)| (known(name), known(value)))
            .collect(),
        ..Snapshot::default()
    });
    let mut seen = HashSet::new();
    for number in 0..paste.blocks.len() {
        let block = paste.blocks.get(number);
        if block.is_some_and(|block| seen.insert(block.sender)) {
            let before = paste.blocks.before_mut(number);
            before.table.get_or_insert_with(|| Arc::clone(&table));
        }
    }
}

/// Writes pasted header blocks.
fn blocks(
    arguments: &Decode,
    name: &str,
    mut paste: Paste,
    input: &[u8],
    keep: Option<&Keep>,
    mut out: impl Write,
) -> Result<Outcome, Stop> {
    if let Some(stream) = arguments.stream {
        let mut framed = paste.blocks.iter().filter_map(|block| block.before.framed);
        if framed.clone().next().is_none() {
            return Err(format!(
                "has nothing on stream {stream}: pasted header blocks do not say which stream they were sent on"
            ).into());
        }
        if !framed.any(|framed| framed.stream == stream) {
            return Err(format!("has nothing on stream {stream}").into());
        }
    }
    if let Some(connection) = arguments.connection.filter(|&connection| connection != 0) {
        return Err(format!(
            "has no connection {connection}: pasted header blocks are connection 0"
        )
        .into());
    }
    if arguments.input.keylog.is_some() {
        report(
            name,
            &"header blocks are not encrypted; the key log is not used",
        );
    }
    if let Some(message) = read::ambiguity(&paste, input) {
        return Err(message.into());
    }
    load_table(arguments, &mut paste);
    let options = options(arguments, paste.initial_table_size);
    let mut session =
        Session::decode_pasted(options, &paste.blocks).map_err(|error| error.to_string())?;
    let wanted = Filter::new(arguments).all(std::iter::once(&session));
    if wanted.as_ref().is_some_and(HashSet::is_empty) {
        return Err(NO_MATCH.into());
    }
    pasted::add_notes(&mut paste, input, &session);
    let table = pasted::find_table(&paste, input, &session);
    let offer = |table: &ListedTable| Problem::note(&*table.place, &*table.what);
    paste.problems.splice(0..0, table.iter().map(offer));
    if let Some(keep) = keep {
        session = session.masked(keep);
        mask::problems(&mut paste.problems);
    }
    let names = paste.place_names(input);
    let place = |block: usize, byte: usize| {
        let place = paste.blocks.place(block, byte);
        names.of(place.map_or(0, |place| place.start))
    };
    let mut more = problems::of_session(&session, place);
    more.extend(problems::oddities(&session, place));
    paste.problems.extend(more);
    say_first(name, paste.problems.iter().map(told));
    match paste.other {
        Some(paste::Blocks::Lines) => report(name, &"to read each line as a block: --blocks lines"),
        Some(_) => report(name, &"to read all lines as one block: --blocks blank"),
        None => {}
    }
    let find = || likely_cause::find(std::iter::once((true, &session)));
    let causes = (arguments.format == Shape::Json).then(find);
    let only = BlockFilter {
        blocks: wanted.as_ref(),
        ..only(arguments)
    };
    match arguments.format {
        Shape::Table => {
            let room = OutputBudget::of(input.len() as u64);
            table::write(&mut out, &session, only, &room)?;
        }
        Shape::Json => {
            let format = paste.format.name();
            let list = causes.as_ref().map_or(&[][..], |causes| &causes.list);
            let decoded = Decoded::Blocks(&session, only);
            let bytes = input.len() as u64;
            let tables = tables(arguments);
            json::line(
                &mut out,
                &Report::new(format, bytes, &paste.problems, decoded, list, tables),
            )?;
        }
        Shape::Ndjson => {
            let lines = Lines::new(tables(arguments));
            lines.read(input.len());
            for block in only.blocks_of(0, &session) {
                json::line(&mut out, &lines.of(&session, 0, None, block))?;
            }
        }
        shape => out.write_all(text::of_blocks(form(shape), &session, only)?.as_bytes())?,
    }
    out.flush()?;
    let causes = causes.unwrap_or_else(find);
    likely_cause::report(name, &causes, |_| None);
    if !session.blocks().iter().any(BlockRecord::fails) {
        let is_cut = session.blocks().iter().any(|block| block.error.is_some());
        let mut problems = paste.problems.iter();
        return Ok(Outcome::decoded(
            is_cut || problems.any(|problem| problem.is_gap),
        ));
    }
    if let Some(table) = table.filter(|_| !arguments.masking.mask) {
        report(name, &begin_with(&table));
    } else if session.offers_unknown_start() {
        report(
            name,
            &"if these blocks come from the middle of a connection, try --start unknown",
        );
    }
    Ok(Outcome::Error)
}

/// Says how to begin with a table that the text lists, in a shell's quotes.
fn begin_with(table: &ListedTable) -> String {
    let option = |(name, value): &(String, String)| {
        let value = value.replace('\'', r"'\''");
        format!(" --table '{name}: {value}'")
    };
    let options: String = table.entries.iter().map(option).collect();
    format!("to begin with the table that the text lists:{options}")
}

/// Message if the filters match nothing.
const NO_MATCH: &str = "has nothing that the filters ask for";

/// How blocks are shown while the input is read, if they are.
fn shown(arguments: &Decode) -> Option<Shown> {
    match arguments.format {
        Shape::Table => Some(Shown::Table(OutputBudget::of(0))),
        Shape::Ndjson => Some(Shown::Lines(Lines::new(tables(arguments)))),
        _ => None,
    }
}

/// The form of formats that are written at the end and are neither a table nor
/// JSON.
fn form(shape: Shape) -> Form {
    shape.listing().map_or(Form::Text, Form::Listing)
}

/// Reports what is wrong with an input of frames.
fn say_all(name: &str, problems: &[Problem], capture: &Capture) {
    let errors = capture.connections.iter().flat_map(|connection| {
        // Cut frames are among the problems.
        let errors = connection.errors.iter().filter(|error| !error.is_cut());
        errors.map(move |error| {
            format!(
                "{}, {}, frame {}: {}: {} ({})",
                problems::place(error.arrival, error.offset),
                connection.about.name(),
                error.frame,
                error.code.name(),
                error.message,
                error.section
            )
        })
    });
    say_first(name, problems.iter().map(told).chain(errors));
}

fn told(problem: &Problem) -> String {
    format!("{}: {}", problem.r#where, problem.message)
}

fn only(arguments: &Decode) -> BlockFilter<'static> {
    BlockFilter {
        connection: arguments.connection.map(|number| number as usize),
        stream: arguments.stream,
        blocks: None,
    }
}

fn tables(arguments: &Decode) -> report::Tables {
    match arguments.tables {
        Tables::None => report::Tables::None,
        Tables::Size => report::Tables::Size,
        Tables::Full => report::Tables::Full,
    }
}

fn options(arguments: &Decode, initial: Option<u32>) -> Options {
    Options {
        max_header_list_size: arguments.max_header_list_size,
        ..read::options(&arguments.input, arguments.max_table_size, initial)
    }
}
