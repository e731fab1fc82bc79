//! Warnings of blocks that were looked at: the page asks for a window of them
//! at a time, and those of a block of a million fields take a while to find.

use std::collections::HashMap;

use inspect::{
    assumed::Overlay,
    warnings::{Found, Warning},
};

/// What was found so far. It is good until the session changes.
#[derive(Default)]
pub struct Warned {
    counts: HashMap<usize, usize>,
    /// The block that was asked about last.
    last: Option<(usize, Vec<Found>)>,
}

impl Warned {
    /// How many warnings there are about `block`.
    pub fn count(&mut self, overlay: Overlay<'_>, block: usize) -> usize {
        *self
            .counts
            .entry(block)
            .or_insert_with(|| overlay.found(block).len())
    }

    /// The item that each warning about `block` is about, in order.
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
