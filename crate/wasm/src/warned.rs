//! Warnings of blocks: the page requests windows of them, and finding those of
//! a block of a million fields takes a while.

use std::collections::HashMap;

use inspect::{
    assumed::Overlay,
    warnings::{Found, Warning},
};

/// Warnings found so far, valid until the session changes.
#[derive(Default)]
pub struct Warned {
    counts: HashMap<usize, usize>,
    /// The last block and its warnings.
    last: Option<(usize, Vec<Found>)>,
}

impl Warned {
    /// Number of warnings about `block`.
    pub fn count(&mut self, overlay: Overlay<'_>, block: usize) -> usize {
        *self
            .counts
            .entry(block)
            .or_insert_with(|| overlay.found(block).len())
    }

    /// The item of each warning about `block`, in order.
    pub(crate) fn items(&mut self, overlay: Overlay<'_>, block: usize) -> Vec<u32> {
        let found = self.of(overlay, block);
        found.iter().map(|found| found.item).collect()
    }

    /// The warnings about items `from..to` of `block`.
    pub(crate) fn window(
        &mut self,
        overlay: Overlay<'_>,
        block: usize,
        from: u32,
        to: u32,
    ) -> Vec<Warning> {
        let found = self.of(overlay, block);
        let start = found.partition_point(|found| found.item < from);
        let end = found.partition_point(|found| found.item < to).max(start);
        found[start..end]
            .iter()
            .map(|found| overlay.warning(block, *found))
            .collect()
    }

    fn of(&mut self, overlay: Overlay<'_>, block: usize) -> &[Found] {
        if self.last.as_ref().is_none_or(|(last, _)| *last != block) {
            let found = overlay.found(block);
            self.counts.insert(block, found.len());
            self.last = Some((block, found));
        }
        self.last.as_ref().map_or(&[], |(_, found)| found)
    }
}
