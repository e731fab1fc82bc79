//! Accounts for the blocks as sent.

use hpack::Kind;

use super::{
    account::{Account, Step},
    lists::Lists,
};
use crate::{
    Session,
    columns::{Row, flags},
};

/// Adds a block, by its number in the lists, as it was sent. Omitted fields are
/// not counted, but their insertions and evictions are.
pub(super) fn add_block(session: &Session, lists: &Lists, block: usize, account: &mut Account) {
    let fields = lists.fields_of(block);
    let listed = &lists.blocks[block];
    let first = listed.end as usize - fields.len();
    let mut next = 0;
    account.begin_block();
    for at in session.blocks()[listed.number as usize].rows.clone() {
        let row = &session.rows()[at];
        let field = fields
            .get(next)
            .filter(|field| field.row as usize == at)
            .map(|_| (first + next) as u32);
        next += usize::from(field.is_some());
        account.add(lists, &step(session, at, row, field));
    }
}

fn step(session: &Session, at: usize, row: &Row, field: Option<u32>) -> Step {
    Step {
        field,
        kind: row.kind,
        bytes: row.end - row.start,
        index: row.index,
        refers: if row.kind == Kind::SizeUpdate {
            None
        } else {
            session.referred(row)
        },
        huffman: row.huffman(),
        inserted: (row.has(flags::INSERTED)).then(|| session.before(at).end()),
        evicted: session.evicted_by(at),
    }
}
