//! Kinds of blocks (request or response) and outliers among their neighbours,
//! judged independently of the dynamic table.

use hpack::{
    DecodeErrorKind::{self, IndexOutOfRange, MissingSizeUpdate, SizeUpdateTooLarge},
    Kind,
};
use http2::validity::Context;
use input::Sender;

use super::fields::contradicts;
use crate::{Session, codes::representations};

// Classes of blocks that a hypothesis applies to: violations of limits by size
// updates, structurally valid blocks that another table may fix, and
// structurally broken blocks.
pub(super) const LIMIT: u8 = 1;
pub(super) const TABLE: u8 = 2;
pub(super) const BROKEN: u8 = 4;

/// Class of a block with this error.
pub(super) fn class(error: Option<DecodeErrorKind>) -> u8 {
    match error {
        None | Some(IndexOutOfRange { .. }) => TABLE,
        Some(SizeUpdateTooLarge { .. } | MissingSizeUpdate { .. }) => LIMIT,
        _ => BROKEN,
    }
}

/// Neighbours of a block before and after it that are examined.
pub(super) const NEAR: usize = 20;

/// Minimum number of blocks of one kind among which one of the other is an
/// outlier.
const MIN_OTHERS: usize = 2;

/// Kind of the message that a block begins, by its references to pseudo-header
/// fields of the static table; `None` without any, or with both kinds.
pub(super) fn head(bytes: &[u8]) -> Option<Context> {
    let fields = representations(bytes).filter(|found| found.kind != Kind::SizeUpdate);
    common_head(fields.filter_map(|found| match found.integer.value {
        1..=7 => Some(Context::Request),
        8..=14 => Some(Context::Response),
        _ => None,
    }))
}

/// The common value of `heads`; `None` if they differ or are empty.
fn common_head(mut heads: impl Iterator<Item = Context>) -> Option<Context> {
    let first = heads.next()?;
    heads.all(|head| head == first).then_some(first)
}

pub(super) fn head_of(session: &Session, block: u32) -> Option<Context> {
    head(session.bytes(block as usize))
}

/// Sender of `block` if not the one it is marked with; if unmarked, by its
/// content.
pub(super) fn other_sender(session: &Session, block: u32) -> Sender {
    match session.direction(block as usize).sender {
        Sender::Unknown if head_of(session, block) == Some(Context::Request) => Sender::Client,
        Sender::Unknown => Sender::Server,
        known => known.peer(),
    }
}

impl Session {
    /// Whether `block` fails, or its pseudo-header fields contradict RFC 9113
    /// §8.3.
    pub fn is_wrong(&self, block: usize) -> bool {
        let record = &self.blocks()[block];
        let sender = self.direction(block).sender;
        let names = self.rows_of(block).iter().filter_map(|row| self.name(row));
        record.fails() || contradicts(sender, record.promised().is_some(), names)
    }
}

/// Neighbours of `block` in its direction.
pub(super) fn near(session: &Session, block: u32) -> impl Iterator<Item = u32> + Clone {
    let blocks = &session.direction(block as usize).blocks;
    let at = session.blocks()[block as usize].number as usize;
    let near = blocks[at.saturating_sub(NEAR)..blocks.len().min(at + 1 + NEAR)].iter();
    near.copied().filter(move |&other| other != block)
}

/// Whether `block` is a request among responses or vice versa.
pub(super) fn is_foreign(session: &Session, block: u32) -> bool {
    let Some(kind) = head_of(session, block) else {
        return false;
    };
    let mut heads = near(session, block).filter_map(|block| head_of(session, block));
    heads.clone().count() >= MIN_OTHERS && heads.all(|head| head != kind)
}

/// Whether `block` begins a message of the same kind as its neighbours.
pub(super) fn is_native(session: &Session, block: u32) -> bool {
    head_of(session, block).is_some() && !is_foreign(session, block)
}
