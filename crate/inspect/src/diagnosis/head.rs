//! What blocks are the heads of, requests or responses, and which stand out
//! among those around them.

use hpack::{Kind, static_table, structure::representation_at};
use input::Sender;

use crate::Session;

/// Blocks of a direction that are looked at before the one in question.
pub(super) const BEFORE: usize = 20;

/// Blocks of a direction that are looked at after it.
pub(super) const AFTER: usize = 20;

/// Who sent `block` if not the side that is said to have. Where none is said,
/// what the block holds tells.
pub(super) fn other_sender(session: &Session, block: u32) -> Sender {
    match session.direction(block as usize).sender {
        Sender::Unknown => match head(session.octets(block as usize)) {
            Some(Head::Request) => Sender::Client,
            Some(Head::Response) | None => Sender::Server,
        },
        known => known.peer(),
    }
}

/// What a block is the head of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Request,
    Response,
}

/// What a block is the head of, by its references to the static table's
/// pseudo-header fields: these mean the same whatever the dynamic table holds.
pub(super) fn head(octets: &[u8]) -> Option<Head> {
    let mut found = None;
    let mut at = 0;
    while at < octets.len() {
        let Ok(representation) = representation_at(octets, at) else {
            break;
        };
        let head = match representation.integer.value {
            _ if representation.kind == Kind::SizeUpdate => None,
            1..=7 => Some(Head::Request),
            8..=14 => Some(Head::Response),
            _ => None,
        };
        if head.is_some() && found.is_some() && head != found {
            return None;
        }
        found = found.or(head);
        at = representation.range.end;
    }
    found
}

/// Fields that only requests have (RFC 9110, and gRPC).
const OF_REQUESTS: [&str; 16] = [
    "accept-charset",
    "accept-language",
    "authorization",
    "cookie",
    "expect",
    "grpc-timeout",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "range",
    "referer",
    "te",
    "user-agent",
];

/// Fields that only responses have.
const OF_RESPONSES: [&str; 12] = [
    "accept-ranges",
    "age",
    "etag",
    "grpc-message",
    "grpc-status",
    "location",
    "proxy-authenticate",
    "retry-after",
    "server",
    "set-cookie",
    "vary",
    "www-authenticate",
];

/// What only has a field of that name, where one of the two does.
pub(super) fn only(name: &[u8]) -> Option<Head> {
    if among(&OF_REQUESTS, name) {
        Some(Head::Request)
    } else {
        among(&OF_RESPONSES, name).then_some(Head::Response)
    }
}

pub(super) fn among(list: &[&str], name: &[u8]) -> bool {
    list.iter().any(|known| known.as_bytes() == name)
}

/// Blocks of one kind among which a single one of the other stands out.
const OTHERS: usize = 2;

/// Whether `block` is the one request among responses, or response among
/// requests, or the one block without pseudo-header fields, or the same again.
/// A server may promise a request, either side may send trailers, and an
/// encoder may not look at its table: only what fits better otherwise is told
/// of.
pub(super) fn stands_out(session: &Session, block: u32) -> bool {
    let promise = session.blocks()[block as usize]
        .framed
        .is_some_and(|framed| framed.promised.is_some());
    !promise && (is_foreign(session, block) || is_only_headless(session, block))
        || repeats(session, block)
}

pub(super) fn is_only_headless(session: &Session, block: u32) -> bool {
    let headless = |block: u32| head(session.octets(block as usize)).is_none();
    let mut others = near(session, block);
    headless(block) && others.clone().count() >= OTHERS && !others.any(headless)
}

/// The other blocks of its direction around `block`.
pub(super) fn near(session: &Session, block: u32) -> impl Iterator<Item = u32> + Clone {
    let direction = &session.direction(block as usize).blocks;
    let at = direction.partition_point(|&earlier| earlier < block);
    let near = &direction[at.saturating_sub(BEFORE)..direction.len().min(at + 1 + AFTER)];
    near.iter().copied().filter(move |&other| other != block)
}

/// Whether `block` is of a request among responses, or of a response among
/// requests.
pub(super) fn is_foreign(session: &Session, block: u32) -> bool {
    let head = |block: u32| head(session.octets(block as usize));
    let Some(own) = head(block).or_else(|| of_trailers(session, block)) else {
        return false;
    };
    let (same, others) =
        near(session, block)
            .filter_map(head)
            .fold((0, 0), |(same, others), head| {
                if head == own {
                    (same + 1, others)
                } else {
                    (same, others + 1)
                }
            });
    same == 0 && others >= OTHERS
}

/// What trailers belong to, by names that do not depend on the dynamic table
/// and that only one of the two has.
fn of_trailers(session: &Session, block: u32) -> Option<Head> {
    let rows = &session.rows()[session.blocks()[block as usize].rows.clone()];
    let own = rows.iter().filter(|row| row.index <= static_table::LEN);
    let mut told = own.filter_map(|row| session.name(row).and_then(only));
    let first = told.next()?;
    told.all(|head| head == first).then_some(first)
}

/// Whether `block` repeats the block before it, literals that were inserted
/// and all: an encoder refers to what it has just inserted.
fn repeats(session: &Session, block: u32) -> bool {
    let record = &session.blocks()[block as usize];
    let own = &session.direction(block as usize).blocks;
    let before = (record.number as usize).checked_sub(1);
    let mut rows = session.rows()[record.rows.clone()].iter();
    before.is_some_and(|before| {
        session.octets(own[before] as usize) == session.octets(block as usize)
    }) && rows.any(|row| row.kind == Kind::Incremental)
}
