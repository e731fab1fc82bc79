//! Which blocks are requests or responses, and which stand out among those
//! around them, by what does not depend on the dynamic table.

use hpack::{Kind, static_table};
use input::Sender;

use super::{
    fields::{Head, only},
    representations,
};
use crate::Session;

/// Blocks of a direction that are looked at before the one in question, and after it.
pub(super) const NEAR: usize = 20;

/// Blocks of one kind among which a single one of the other stands out.
const OTHERS: usize = 2;

/// The message that a block begins, by its references to the static table's
/// pseudo-header fields; `None` if it has none, or those of both.
pub(super) fn head(bytes: &[u8]) -> Option<Head> {
    let fields = representations(bytes).filter(|found| found.kind != Kind::SizeUpdate);
    one_of(fields.filter_map(|found| match found.integer.value {
        1..=7 => Some(Head::Request),
        8..=14 => Some(Head::Response),
        _ => None,
    }))
}

/// What all of `heads` are; `None` if they differ, or there are none.
fn one_of(mut heads: impl Iterator<Item = Head>) -> Option<Head> {
    let first = heads.next()?;
    heads.all(|head| head == first).then_some(first)
}

/// The message that a block of the session begins.
pub(super) fn head_of(session: &Session, block: u32) -> Option<Head> {
    head(session.bytes(block as usize))
}

/// Who sent `block`, if not the sender it is marked with; without a mark, its
/// content decides.
pub(super) fn other_sender(session: &Session, block: u32) -> Sender {
    match session.direction(block as usize).sender {
        Sender::Unknown if head_of(session, block) == Some(Head::Request) => Sender::Client,
        Sender::Unknown => Sender::Server,
        known => known.peer(),
    }
}

/// The other blocks of its direction around `block`.
pub(super) fn near(session: &Session, block: u32) -> impl Iterator<Item = u32> + Clone {
    let own = &session.direction(block as usize).blocks;
    let at = session.blocks()[block as usize].number as usize;
    let near = own[at.saturating_sub(NEAR)..own.len().min(at + 1 + NEAR)].iter();
    near.copied().filter(move |&other| other != block)
}

/// Whether `block` may be misplaced: a single request among responses, or the
/// reverse, or the one block without pseudo-header fields. A server may promise
/// a request, and either side may send trailers: only what a change explains is
/// reported.
pub(super) fn stands_out(session: &Session, block: u32) -> bool {
    let framed = session.blocks()[block as usize].framed;
    let promise = framed.is_some_and(|framed| framed.promised.is_some());
    !promise && (is_foreign(session, block) || is_only_headless(session, block))
}

/// Whether no other block around it lacks pseudo-header fields.
pub(super) fn is_only_headless(session: &Session, block: u32) -> bool {
    let headless = |block: u32| head_of(session, block).is_none();
    let mut others = near(session, block);
    headless(block) && others.clone().count() >= OTHERS && !others.any(headless)
}

/// Whether `block` is of a request among responses, or the reverse.
pub(super) fn is_foreign(session: &Session, block: u32) -> bool {
    let Some(own) = head_of(session, block).or_else(|| of_trailers(session, block)) else {
        return false;
    };
    let mut heads = near(session, block).filter_map(|block| head_of(session, block));
    heads.clone().count() >= OTHERS && heads.all(|head| head != own)
}

/// Whether `block` begins a message of the kind that those around it are.
pub(super) fn is_native(session: &Session, block: u32) -> bool {
    head_of(session, block).is_some() && !is_foreign(session, block)
}

/// The kind of message that trailers end, by names that only one has.
fn of_trailers(session: &Session, block: u32) -> Option<Head> {
    let rows = &session.rows()[session.blocks()[block as usize].rows.clone()];
    let known = rows.iter().filter(|row| row.index <= static_table::LEN);
    one_of(known.filter_map(|row| session.name(row).and_then(only)))
}
