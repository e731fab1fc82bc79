//! A capture's rows.

use std::{collections::HashMap, io};

use hpack::{Kind, huffman};
use input::{Sender, Source};
use inspect::{
    Session,
    capture::{Capture, Connection},
    columns::{Row, flags},
    report::{OutputBudget, certainty},
    text::{hash, hex},
};

use super::{
    part::Part,
    row::{BlockRow, CaptureRow, FieldRow, int},
    table_use::TableUse,
};

/// Fields and blocks of a capture that get rows, and how many more for each of
/// its bytes: a small compressed file can have millions.
const ROWS: u64 = 1 << 16;
const ROWS_FOR_EACH: u64 = 4;

/// Writes the rows of a capture that was read.
///
/// # Errors
/// If the part cannot be written.
pub(super) fn write(
    mut row: CaptureRow,
    source: &Source,
    capture: &Capture,
    part: &mut Part<'_>,
) -> io::Result<()> {
    let (format, bytes) = match source {
        Source::Capture { format, bytes } => (*format, *bytes),
        Source::Paste(_, input) => ("frames", input.len() as u64),
    };
    row = CaptureRow {
        bytes: bytes.cast_signed(),
        format: Some(format),
        connections: int(capture.connections.len()),
        undecodable_blocks: int(capture.undecodable_blocks()),
        gaps: int(capture
            .all_problems()
            .iter()
            .filter(|one| one.is_gap)
            .count()),
        ..row
    };
    let room = OutputBudget::of(bytes);
    let mut left = ROWS.saturating_add(bytes.saturating_mul(ROWS_FOR_EACH));
    for (number, connection) in capture.connections.iter().enumerate() {
        let session = &connection.session;
        let table_use = match left {
            0 => TableUse::default(),
            _ => TableUse::of(session),
        };
        for (block, record) in session.blocks().iter().enumerate() {
            row.blocks += 1;
            row.fields = row.fields.saturating_add(int(record.fields));
            let wanted = u64::from(record.fields) + 1;
            let omitted = wanted.saturating_sub(left);
            left = left.saturating_sub(wanted);
            row.omitted_rows = row.omitted_rows.saturating_add(int(omitted));
            // The block's own row is the first.
            if omitted == wanted {
                continue;
            }
            let of_block = block_row(&row.capture, number, connection, block, &table_use);
            let first = record.rows.start;
            let rows = session.rows_of(block).iter().enumerate();
            let fields = rows.filter(|(_, row)| row.kind != Kind::SizeUpdate);
            for (item, field) in fields.take((wanted - omitted - 1) as usize) {
                let uses = table_use.uses.get(&(first + item)).copied();
                part.field(field_row(&of_block, session, item, field, uses, &room))?;
            }
            part.block(of_block)?;
        }
    }
    part.capture(row)
}

fn block_row(
    capture: &str,
    number: usize,
    connection: &Connection,
    block: usize,
    table_use: &TableUse,
) -> BlockRow {
    let session = &connection.session;
    let arrival = connection.framing[block].arrival;
    let record = &session.blocks()[block];
    let rows = session.rows_of(block);
    let count = |has: &dyn Fn(&Row) -> bool| int(rows.iter().filter(|row| has(row)).count());
    let mut repeats: HashMap<u32, usize> = HashMap::new();
    for row in rows.iter().filter(|row| row.kind == Kind::Indexed) {
        *repeats.entry(row.index).or_default() += 1;
    }
    let [at_0, at_1024, at_4096, at_16384, at_65536] = table_use
        .swept
        .get(&block)
        .map_or([None; 5], |all| all.map(Some));
    let table = &record.after;
    BlockRow {
        capture: capture.to_owned(),
        connection: int(number),
        sequence: int(block),
        stream: record.framed.map(|framed| int(framed.stream)),
        sender: match session.direction(block).sender {
            Sender::Client => "client",
            Sender::Server => "server",
            Sender::Unknown => "unknown",
        },
        packet: (arrival.packet > 0).then(|| int(arrival.packet)),
        time_us: (arrival.nanos > 0).then(|| (arrival.nanos / 1000).cast_signed()),
        wire_bytes: int(record.bytes.len()),
        list_size: record.list_bytes.cast_signed(),
        fields: int(record.fields),
        cookie_crumbs: count(&|row| session.name(row) == Some(b"cookie")),
        largest_repeat: int(repeats.into_values().max().unwrap_or(0)),
        amplification: int(record.list_bytes / record.bytes.len().max(1) as u64),
        table_limit: (!table.limit_unknown()).then(|| int(table.limit())),
        table_maximum: int(table.maximum()),
        hits: count(&|row| row.kind == Kind::Indexed && session.referred(row).is_some()),
        insertions: count(&|row| row.has(flags::INSERTED)),
        evicted_unused: table_use.evicted_unused.get(&block).copied().unwrap_or(0),
        best_table_size: table_use
            .best
            .get(record.direction as usize)
            .copied()
            .flatten(),
        wire_at_0: at_0,
        wire_at_1024: at_1024,
        wire_at_4096: at_4096,
        wire_at_16384: at_16384,
        wire_at_65536: at_65536,
        field_order: field_order(session, rows),
        error: record.error.map(|error| error.code().name()),
    }
}

/// FNV-1a of the names in order, without cookies and consecutive repeats: a
/// program sends its fields in the same order with each request.
fn field_order(session: &Session, rows: &[Row]) -> String {
    let mut last: &[u8] = b"";
    let names = rows.iter().filter_map(|row| session.name(row));
    let names = names.filter(|&name| std::mem::replace(&mut last, name) != name);
    let names = names.filter(|&name| name != b"cookie");
    format!(
        "{:016x}",
        hash(names.flat_map(|name| name.iter().chain(b",")))
    )
}

fn field_row(
    block: &BlockRow,
    session: &Session,
    item: usize,
    row: &Row,
    uses: Option<i32>,
    room: &OutputBudget,
) -> FieldRow {
    let [name_huffman, value_huffman] = row.huffman();
    let [name, value] = [session.name(row), session.value(row)];
    let saved = |coded: Option<bool>, text: Option<&[u8]>| {
        text.filter(|_| coded == Some(true))
            .map(|text| int(text.len()) - int(huffman::encoded_len(text)))
    };
    let saved = [saved(name_huffman, name), saved(value_huffman, value)];
    // A one-byte reference can stand for an entry as large as the table.
    let is_omitted = room.is_spent() && session.referred(row).is_some();
    let shown = |text: Option<_>| text.filter(|_| !is_omitted);
    let [name, value] = [shown(name), shown(value)];
    for text in [name, value].into_iter().flatten() {
        room.take(text.len());
    }
    let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    FieldRow {
        capture: block.capture.clone(),
        connection: block.connection,
        sequence: block.sequence,
        stream: block.stream,
        sender: block.sender,
        packet: block.packet,
        time_us: block.time_us,
        item: int(item),
        index: (row.index != 0).then(|| int(row.index)),
        representation: row.kind.name(),
        name: name.map(lossy),
        value_bytes: value
            .filter(|bytes| str::from_utf8(bytes).is_err())
            .map(hex),
        value: value.map(lossy),
        wire_bytes: int(row.end - row.start),
        plain_bytes: int(row.plain_bytes()),
        name_huffman,
        value_huffman,
        huffman_saved: saved
            .iter()
            .any(Option::is_some)
            .then(|| saved.iter().flatten().sum()),
        uses,
        certainty: match certainty(row) {
            Some(doubt) => doubt,
            None if is_omitted => "omitted",
            None => "certain",
        },
    }
}
