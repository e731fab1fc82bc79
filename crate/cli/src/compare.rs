//! `hpack-inspect compare`.

use std::{
    borrow::Cow,
    fmt::Display,
    io::{self, BufWriter, Write},
    path::Path,
};

use input::visible::visible;
use inspect::{
    Session,
    assumed::AssumedEntries,
    compare::{
        ComparedVerdict,
        block::{BlockOf, ComparedCounts, Comparison, LineChange, LineView, SideView, Strings},
        sessions::{self, ComparedTotals, Pair},
        sums::Sums,
        tables::{ComparedEntry, ComparedTables},
    },
    json,
    report::OutputBudget,
    text::count,
};
use serde::{Serialize, Serializer};

use crate::{
    Outcome, Stop, arguments,
    arguments::{Format, Input},
    read,
    screen::{Paint, fitted},
};

/// The most bytes of a name or value in a line of a table.
const SHOWN: usize = 120;

/// Schema name of the JSON output.
const SCHEMA: &str = "hpack-inspector-compare/1";

/// One side: a session of an input, and the block to compare.
struct Side {
    file: String,
    connection: usize,
    name: String,
    session: Session,
    /// Counted from 0.
    block: Option<usize>,
}

/// One side's description in JSON.
#[derive(Serialize)]
struct About<'a> {
    file: &'a str,
    connection: usize,
    name: &'a str,
    blocks: usize,
    /// Counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<usize>,
}

impl Side {
    fn about(&self) -> About<'_> {
        About {
            file: &self.file,
            connection: self.connection,
            name: &self.name,
            blocks: self.session.blocks().len(),
            block: self.block,
        }
    }
}

/// Runs `compare`; reports unusable inputs on standard error.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &arguments::Compare) -> Result<Outcome, Stop> {
    let [left, right] = sides(arguments)?;
    let nothing = AssumedEntries::NONE;
    let overlays = [&left, &right].map(|side| nothing.over(&side.session));
    let mut out = BufWriter::new(io::stdout().lock());
    if let (Some(block), Some(other)) = (left.block, right.block) {
        let [one, another] = [(overlays[0], block), (overlays[1], other)]
            .map(|(overlay, block)| BlockOf { overlay, block });
        let comparison = Comparison::new(one, another);
        match arguments.format {
            Format::Table => blocks_table(&mut out, &left, &right, &comparison)?,
            Format::Json => blocks_json(&mut out, &left, &right, &comparison)?,
        }
    } else {
        let pairs = sessions::pairs(overlays[0], overlays[1]);
        let totals = sessions::totals(overlays[0], overlays[1], &pairs);
        match arguments.format {
            Format::Table => sessions_table(&mut out, [&left, &right], &pairs, &totals)?,
            Format::Json => sessions_json(&mut out, [&left, &right], &pairs, totals)?,
        }
    }
    out.flush()?;
    Ok(Outcome::Decoded)
}

fn sides(arguments: &arguments::Compare) -> Result<[Side; 2], String> {
    let paths = [&arguments.left, &arguments.right];
    if paths.iter().all(|path| path.as_os_str() == "-") {
        return Err("standard input can be one side of a comparison, not both".to_owned());
    }
    let side = |path, connection: Option<usize>| {
        side(path, &arguments.input, connection.or(arguments.connection))
    };
    let mut left = side(paths[0], arguments.left_connection)?;
    let mut right = side(paths[1], arguments.right_connection)?;
    let mut asked = [arguments.left_block, arguments.right_block];
    asked = asked.map(|block| block.or(arguments.block));
    if asked.iter().any(Option::is_some) {
        if asked.contains(&None) {
            return Err("name a block for each side, or one for both with --block".to_owned());
        }
    } else if [&left, &right].map(|side| side.session.blocks().len()) == [1, 1] {
        asked = [Some(1); 2];
    }
    for (side, asked) in [&mut left, &mut right].into_iter().zip(asked) {
        let Some(number) = asked else {
            continue;
        };
        let blocks = side.session.blocks().len();
        if number as usize > blocks {
            return Err(format!(
                "{}: has no block {number}, only {}",
                side.file,
                count(blocks as u64, "block")
            ));
        }
        side.block = Some(number as usize - 1);
    }
    Ok([left, right])
}

fn side(path: &Path, how: &Input, connection: Option<usize>) -> Result<Side, String> {
    let file = read::name(Some(path));
    let say = |message: String| format!("{file}: {message}");
    let sessions = read::sessions(Some(path), how).map_err(say)?;
    let found = sessions
        .into_iter()
        .enumerate()
        .find(|(number, (_, session))| match connection {
            Some(wanted) => wanted == *number,
            None => !session.blocks().is_empty(),
        });
    match (found, connection) {
        (Some((connection, (name, session))), _) if !session.blocks().is_empty() => Ok(Side {
            file,
            connection,
            name,
            session,
            block: None,
        }),
        (Some(_), Some(number)) => Err(say(format!("connection {number} has no header blocks"))),
        (None, Some(number)) => Err(say(format!("has no connection {number}"))),
        _ => Err(say("has no header blocks".to_owned())),
    }
}

/// Serializes the lines of a comparison as a list.
struct Lines<'a>(&'a Comparison<'a>, OutputBudget);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.0.lines.iter();
        serializer.collect_seq(lines.map(|line| self.0.line(line, Strings::Whole(&self.1))))
    }
}

/// Two blocks as JSON.
#[derive(Serialize)]
struct Blocks<'a> {
    schema: &'static str,
    left: About<'a>,
    right: About<'a>,
    verdict: ComparedVerdict,
    counts: ComparedCounts,
    sums: Sides<&'a Sums>,
    tables: Moments<'a>,
    lines: Lines<'a>,
}

#[derive(Serialize)]
struct Sides<T> {
    left: T,
    right: T,
}

#[derive(Serialize)]
struct Moments<'a> {
    before: &'a ComparedTables,
    after: &'a ComparedTables,
}

fn blocks_json(
    out: &mut impl Write,
    left: &Side,
    right: &Side,
    comparison: &Comparison<'_>,
) -> io::Result<()> {
    let [left_sums, right_sums] = &comparison.sums();
    let answer = Blocks {
        schema: SCHEMA,
        left: left.about(),
        right: right.about(),
        verdict: comparison.verdict(),
        counts: comparison.counts(),
        sums: Sides {
            left: left_sums,
            right: right_sums,
        },
        tables: Moments {
            before: &comparison.before,
            after: &comparison.after,
        },
        lines: Lines(
            comparison,
            OutputBudget::of((left_sums.bytes + right_sums.bytes) as u64),
        ),
    };
    json::line(&mut *out, &answer)
}

/// Two sessions as JSON.
#[derive(Serialize)]
struct Sessions<'a> {
    schema: &'static str,
    left: About<'a>,
    right: About<'a>,
    totals: ComparedTotals,
    pairs: Vec<PairView>,
}

/// A pair of blocks as JSON; numbers count from 0.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PairView {
    left: Option<u32>,
    right: Option<u32>,
    /// Absent for a block without a counterpart.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<ComparedVerdict>,
    left_bytes: Option<usize>,
    right_bytes: Option<usize>,
}

fn sessions_json(
    out: &mut impl Write,
    [left, right]: [&Side; 2],
    pairs: &[Pair],
    totals: ComparedTotals,
) -> io::Result<()> {
    let pairs = pairs.iter().map(|pair| PairView {
        left: pair.left,
        right: pair.right,
        verdict: pair.verdict,
        left_bytes: bytes_of(left, pair.left),
        right_bytes: bytes_of(right, pair.right),
    });
    let answer = Sessions {
        schema: SCHEMA,
        left: left.about(),
        right: right.about(),
        totals,
        pairs: pairs.collect(),
    };
    json::line(&mut *out, &answer)
}

fn bytes_of(side: &Side, block: Option<u32>) -> Option<usize> {
    block.map(|block| side.session.bytes(block as usize).len())
}

fn sessions_table(
    out: &mut impl Write,
    sides: [&Side; 2],
    pairs: &[Pair],
    totals: &ComparedTotals,
) -> io::Result<()> {
    for (word, side) in ["left", "right"].into_iter().zip(sides) {
        heading(out, word, side)?;
    }
    let ComparedTotals {
        same,
        encoding,
        fields,
        left,
        right,
        left_bytes,
        right_bytes,
    } = *totals;
    let is_same = encoding + fields + left + right == 0;
    writeln!(
        out,
        "{}: {same} the same, {encoding} in other bytes, {fields} with other fields, {left} only on the left, {right} only on the right",
        if is_same { "same" } else { "differs" },
    )?;
    writeln!(
        out,
        "bytes on the wire: {left_bytes} left, {right_bytes} right\n"
    )?;
    writeln!(
        out,
        "{:<12} {:>6} {:>6} {:>8} {:>8}",
        "", "left", "right", "bytes", "bytes"
    )?;
    let nothing = AssumedEntries::NONE;
    for pair in pairs {
        let (word, paint) = match (pair.verdict, pair.left) {
            (Some(ComparedVerdict::Same), _) => ("same", Paint::Dim),
            (Some(ComparedVerdict::Encoding), _) => ("other bytes", Paint::Warning),
            (Some(ComparedVerdict::Fields), _) => ("other fields", Paint::Error),
            (None, Some(_)) => ("only left", Paint::Error),
            (None, None) => ("only right", Paint::Error),
        };
        let number = |block: Option<u32>| {
            block.map_or_else(String::new, |block| (u64::from(block) + 1).to_string())
        };
        let bytes = |side, block| {
            bytes_of(side, block).map_or_else(String::new, |bytes: usize| bytes.to_string())
        };
        let line = |side: &Side, block: Option<u32>| {
            block.map(|block| nothing.over(&side.session).line(block as usize))
        };
        let lines = [line(sides[0], pair.left), line(sides[1], pair.right)];
        let text = match lines {
            [Some(left), Some(right)] if left != right => format!("{left} | {right}"),
            [Some(line), _] | [_, Some(line)] => line,
            [None, None] => String::new(),
        };
        let style = paint.style();
        writeln!(
            out,
            "{style}{word:<12}{style:#} {:>6} {:>6} {:>8} {:>8}  {}",
            number(pair.left),
            number(pair.right),
            bytes(sides[0], pair.left),
            bytes(sides[1], pair.right),
            fitted(text, 45),
        )?;
    }
    Ok(())
}

/// Writes which session and block a side is.
fn heading(out: &mut impl Write, word: &str, side: &Side) -> io::Result<()> {
    let title = Paint::Title.style();
    write!(
        out,
        "{title}{word:<5}{title:#}  {}  connection {}  {}",
        visible(&side.file),
        side.connection,
        visible(&side.name)
    )?;
    match side.block {
        Some(block) => writeln!(
            out,
            "  block {}  {}",
            block + 1,
            AssumedEntries::NONE.over(&side.session).line(block)
        ),
        None => writeln!(
            out,
            "  {}",
            count(side.session.blocks().len() as u64, "block")
        ),
    }
}

fn blocks_table(
    out: &mut impl Write,
    left: &Side,
    right: &Side,
    comparison: &Comparison<'_>,
) -> io::Result<()> {
    heading(out, "left", left)?;
    heading(out, "right", right)?;
    let sums = comparison.sums();
    for (word, Sums { error, .. }) in ["left", "right"].iter().zip(&sums) {
        if let Some(error) = error {
            let style = Paint::Error.style();
            writeln!(out, "{style}{word:<5}  ERROR{style:#} {error}")?;
        }
    }
    writeln!(
        out,
        "{}\n",
        match comparison.verdict() {
            ComparedVerdict::Same => "same: the same fields in the same bytes",
            ComparedVerdict::Encoding => "differs: the same fields in other bytes",
            ComparedVerdict::Fields if comparison.has_same_fields() =>
                "differs: the fields before the error are the same",
            ComparedVerdict::Fields => "differs: other fields, or in another order",
        }
    )?;
    for line in &comparison.lines {
        write_line(out, &comparison.line(line, Strings::Shown(SHOWN)))?;
    }
    write_sums(out, &sums)?;
    for (when, tables) in [("before", &comparison.before), ("after", &comparison.after)] {
        write_tables(out, when, tables)?;
    }
    Ok(())
}

/// Writes a line once if both sides are the same, otherwise one per side.
fn write_line(out: &mut impl Write, line: &LineView) -> io::Result<()> {
    let (word, paint) = match line.what {
        LineChange::Same => ("same", Paint::Dim),
        LineChange::Encoding => ("other bytes", Paint::Warning),
        LineChange::Value => ("other value", Paint::Error),
        LineChange::Unknown => ("not known", Paint::Warning),
        LineChange::Left => ("only left", Paint::Error),
        LineChange::Right => ("only right", Paint::Error),
    };
    let style = paint.style();
    let mut write = |word: &str, mark: &str, side: &SideView, moved: bool| {
        let kind = side.representation;
        let index = side
            .index
            .map_or_else(String::new, |index| index.to_string());
        let mut text = match (side.representation, &side.value) {
            ("size-update", Some(size)) => format!("table size {size}"),
            (_, value) => format!(
                "{}: {}",
                cut(side.name.as_deref(), side.name_bytes),
                cut(value.as_deref(), side.value_bytes)
            ),
        };
        for (huffman, what) in [(side.name_huffman, "name"), (side.value_huffman, "value")] {
            if huffman == Some(true) {
                text = format!("{text}  [{what} Huffman-coded]");
            }
        }
        if moved {
            text.push_str("  (at another place)");
        }
        writeln!(
            out,
            "  {style}{word:<11}{style:#} {mark}  {kind:<11} {index:>5} {:>6} B  {}",
            side.bytes,
            fitted(text, 46)
        )
    };
    match (&line.left, &line.right) {
        (Some(left), Some(_)) if line.what == LineChange::Same => {
            write(word, " ", left, line.moved)
        }
        (left, right) => {
            if let Some(left) = left {
                write(word, "<", left, line.moved)?;
            }
            let word = if left.is_some() { "" } else { word };
            match right {
                Some(right) => write(word, ">", right, false),
                None => Ok(()),
            }
        }
    }
}

/// A name or value for display, with its size if it is truncated; “?” if unknown.
fn cut(text: Option<&str>, bytes: u32) -> Cow<'_, str> {
    match text {
        Some(text) if bytes as usize > SHOWN => format!("{text} ({bytes} bytes)").into(),
        Some(text) => text.into(),
        None => "?".into(),
    }
}

fn write_sums(out: &mut impl Write, [left, right]: &[Sums; 2]) -> io::Result<()> {
    writeln!(out, "\n  {:<20} {:>14} {:>14}", "", "left", "right")?;
    let mut row = |name: &str, left: &dyn Display, right: &dyn Display| {
        writeln!(out, "  {name:<20} {left:>14} {right:>14}")
    };
    row("fields", &left.fields, &right.fields)?;
    row("bytes on the wire", &left.bytes, &right.bytes)?;
    row(
        "size as literals",
        &left.literal_bytes,
        &right.literal_bytes,
    )?;
    for (one, other) in left.kinds.iter().zip(&right.kinds) {
        if one.count + other.count > 0 {
            let [left, right] = [one, other].map(|sum| format!("{} in {} B", sum.count, sum.bytes));
            row(one.kind, &left, &right)?;
        }
    }
    Ok(())
}

fn write_tables(out: &mut impl Write, when: &str, tables: &ComparedTables) -> io::Result<()> {
    let dim = Paint::Dim.style();
    let ComparedTables {
        left,
        right,
        both,
        only_left,
        only_right,
        ..
    } = tables;
    writeln!(
        out,
        "\n  {dim}table {when}: {} of {} bytes left, {} of {} bytes right; {} in both, {only_left} only on the left, {only_right} only on the right{dim:#}",
        left.size,
        left.max_size,
        right.size,
        right.max_size,
        count(*both as u64, "entry"),
    )?;
    for (mark, listed, all) in [
        ("<", &tables.left_entries, *only_left),
        (">", &tables.right_entries, *only_right),
    ] {
        for ComparedEntry { name, value } in listed {
            writeln!(out, "    {mark} {}", fitted(format!("{name}: {value}"), 6))?;
        }
        if all > listed.len() {
            writeln!(out, "    {mark} and {} more", all - listed.len())?;
        }
    }
    Ok(())
}
