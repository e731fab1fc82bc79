//! What is certain about a block's surroundings.

use hpack::dynamic_table::DEFAULT_MAXIMUM;

use crate::Session;

/// What is certain about the origin of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The connection was seen from its first byte, and its sender's bytes up to
    /// the block have no gap.
    pub complete: bool,
    /// The block was put together from frames.
    pub framed: bool,
    /// The table has had the default size all the time: neither SETTINGS nor a
    /// size update changed it.
    pub default_size: bool,
}

impl Facts {
    /// The facts about `block`, which must exist.
    #[must_use]
    pub fn of(session: &Session, block: u32) -> Self {
        let direction = session.direction(block as usize);
        let until = direction.blocks.partition_point(|&other| other <= block);
        let mut records = direction.blocks[..until]
            .iter()
            .map(|&block| &session.blocks()[block as usize]);
        let complete = session.options().start.seen && !records.clone().any(|one| one.after_loss);
        Self {
            complete,
            framed: session.blocks()[block as usize].framed.is_some(),
            default_size: complete
                && direction.start.maximum() == DEFAULT_MAXIMUM
                && records.all(|record| {
                    record.limit_changes.is_empty()
                        && !record.limit_unknown
                        && !record.has_size_update()
                }),
        }
    }
}
