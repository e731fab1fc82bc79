//! Problems of header blocks: missing, assumed and impossible parts, with their
//! locations.

use http2::{Arrival, Sender};
use input::Problem;

use super::Connection;
use crate::{
    Session,
    columns::{Row, flags},
};

/// Problems listed of each kind and session.
const MAX_LISTED: usize = 100;

#[derive(Clone, Copy)]
enum Kind {
    Start,
    Loss,
    Settings,
    Limit,
    Maximum,
    Index,
}

impl Kind {
    const ALL: [&str; 6] = [
        "unknown starts",
        "blocks before which others may be missing",
        "blocks before which SETTINGS that were not seen were acknowledged",
        "size updates above the last limit seen",
        "changes of the assumed maximum",
        "indices that can never have been valid",
    ];
}

/// Names a location in a capture: the packet, or the offset in the sender's
/// stream.
pub fn place(arrival: Arrival, offset: u64) -> String {
    if arrival.packet > 0 {
        format!("packet {}", arrival.packet)
    } else {
        format!("byte {offset}")
    }
}

/// “the client”; “the sender” if unknown.
pub(super) fn sender_name(sender: Sender) -> &'static str {
    match sender {
        Sender::Client => "the client",
        Sender::Server => "the server",
        Sender::Unknown => "the sender",
    }
}

impl Connection {
    /// Names the location of a byte of a block.
    pub fn place_of(&self, block: usize, byte: usize) -> String {
        let Some(framing) = self.framing.get(block) else {
            return format!("byte {byte}");
        };
        let fragment = framing.fragment_at(byte);
        let offset = fragment.map_or(0, |fragment| {
            fragment.offset + (byte as u64).saturating_sub(u64::from(fragment.start))
        });
        place(framing.arrival, offset)
    }
}

/// Returns the problems of a session that rest on assumptions or missing input.
/// `place` names the location of a byte of a block.
pub fn of_session(session: &Session, place: impl Fn(usize, usize) -> String) -> Vec<Problem> {
    let mut notes = Notes::default();
    for number in 0..session.blocks().len() {
        notes.add(session, number, |byte| place(number, byte));
    }
    notes.all()
}

/// Problems of a session's blocks so far.
#[derive(Debug, Default)]
pub(super) struct Notes {
    problems: Vec<Problem>,
    counts: [usize; Kind::ALL.len()],
    /// Location of the first block.
    start: String,
}

impl Notes {
    /// Adds the problems of block `number`, the next one.
    pub(super) fn add(
        &mut self,
        session: &Session,
        number: usize,
        place: impl Fn(usize) -> String,
    ) {
        let Self {
            problems,
            counts,
            start,
        } = self;
        if number == 0 {
            *start = place(0);
        }
        let block = &session.blocks()[number];
        let sender = session.direction(number).sender;
        let mut add = |kind: Kind, byte: usize, message: &dyn Fn() -> String| {
            let count = &mut counts[kind as usize];
            *count += 1;
            if *count <= MAX_LISTED {
                problems.push(Problem::note(place(byte), message()));
            }
        };
        let before = block.before;
        if block.number == 0 && before.may_hold_unknown() && !block.after_loss {
            let what = if before.assumed() {
                format!(
                    "the table's maximum is assumed to be {} bytes until a size update sets it",
                    before.maximum()
                )
            } else {
                format!(
                    "the table's maximum is assumed to be {} bytes, and the limit {}",
                    before.maximum(),
                    before.limit()
                )
            };
            let of = match sender {
                Sender::Unknown => String::new(),
                sender => format!(" of {}'s header blocks", sender_name(sender)),
            };
            add(Kind::Start, 0, &|| {
                format!("The start{of} is unknown, and so is what the table held then; {what}.")
            });
        }
        if block.after_loss {
            add(Kind::Loss, 0, &|| {
                format!(
                    "Header blocks of {} may be missing before this one: entries inserted before it are unknown, and the table's maximum is still assumed to be {} bytes.",
                    sender_name(sender),
                    before.maximum()
                )
            });
        }
        if block.limit_unknown {
            add(Kind::Settings, 0, &|| {
                format!(
                    "Before this block {} acknowledged SETTINGS that were not seen: the limit of its table is unknown{}.",
                    sender_name(sender),
                    if before.limit_unknown() {
                        ", and size updates are not checked against it"
                    } else {
                        " until the next SETTINGS"
                    }
                )
            });
        }
        let mut maximum = before;
        for row in &session.rows()[block.rows.clone()] {
            let byte = row.start as usize;
            let after = session.after(row);
            if row.size() > maximum.limit() && row.size() > 0 {
                add(Kind::Limit, byte, &|| {
                    format!(
                        "The size update to {} bytes is above the last limit seen, {}: the SETTINGS that allow it were not seen.",
                        row.size(),
                        maximum.limit()
                    )
                });
            } else if maximum.assumed() && after.assumed() && after.maximum() > maximum.maximum() {
                add(Kind::Maximum, byte, &|| {
                    format!(
                        "Index {} refers to an entry that a table of {} bytes would have evicted: the maximum must be \
                         larger than assumed, and is now assumed to be {} bytes.",
                        row.index,
                        maximum.maximum(),
                        after.maximum()
                    )
                });
            } else if maximum.assumed() && after.assumed() && after.maximum() < maximum.maximum() {
                add(Kind::Maximum, byte, &|| {
                    format!(
                        "No size update came although the limit went below {} bytes: the maximum must be smaller than assumed, and is now assumed to be {} bytes.",
                        maximum.maximum(),
                        after.maximum()
                    )
                });
            }
            maximum = after;
            if row.has(flags::IMPOSSIBLE) {
                add(Kind::Index, byte, &|| {
                    format!(
                        "Index {} can never have been valid: a table of {} bytes has no room for that many entries{}.",
                        row.index,
                        after.maximum(),
                        if after.assumed() {
                            ", unless its maximum is larger than assumed"
                        } else {
                            ""
                        }
                    )
                });
            }
        }
    }

    /// Returns the first problems of each kind, and how many there are.
    pub(super) fn all(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        for (name, count) in Kind::ALL.into_iter().zip(self.counts) {
            if count > MAX_LISTED {
                let message = format!("Only the first {MAX_LISTED} of {count} {name} are listed.");
                problems.push(Problem::note(self.start.as_str(), message));
            }
        }
        problems
    }
}

/// Returns notes on unusual but legal parts of pasted blocks, at most
/// [`MAX_LISTED`]. `place` names the location of a byte of a block.
pub fn oddities(session: &Session, place: impl Fn(usize, usize) -> String) -> Vec<Problem> {
    let blocks = session.blocks().iter().enumerate();
    let notes = blocks.flat_map(|(number, block)| {
        let rows = &session.rows()[block.rows.clone()];
        let is_update = |row: &&Row| row.kind == hpack::Kind::SizeUpdate;
        let second = rows
            .get(1)
            .filter(|second| is_update(second) && is_update(&&rows[0]));
        let large = rows.iter().filter(|row| row.has(flags::TOO_LARGE));
        let updates = second.into_iter().map(|row| (row, TWO_UPDATES));
        let notes = updates.chain(large.map(|row| (row, LARGE_ENTRY)));
        notes.map(move |(row, note)| (number, row.start as usize, note))
    });
    let notes = notes.take(MAX_LISTED);
    notes
        .map(|(number, byte, note)| Problem::note(place(number, byte), note))
        .collect()
}

const TWO_UPDATES: &str = "Two size updates before the fields are legal: the table's maximum changed more than once since the block before, and the smallest one must be signaled too (RFC 7541 §4.2).";
const LARGE_ENTRY: &str = "This entry is larger than the table: adding it empties the table and stores nothing, which is legal (RFC 7541 §4.4).";
