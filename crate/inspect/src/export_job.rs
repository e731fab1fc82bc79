//! Exports a part of a session as text and as a listing, optionally masked, in
//! steps of one block so that the caller can report progress and cancel.

use std::collections::BTreeMap;

use crate::{
    export::Exporter,
    listing::{Lister, Listing, NoListing},
    mask::{Keep, MaskCount, MaskCounter, Masking},
    session::Session,
    timing::{Clock, work},
};

/// Rows between two readings of the clock.
const ROWS: usize = 256;

/// Description of an export.
#[derive(Debug)]
pub struct ExportRequest<'a> {
    /// Blocks, in ascending order.
    pub blocks: Vec<usize>,
    /// Names and values that masking keeps.
    pub keep: &'a Keep,
    /// Whether the output is masked.
    pub is_masked: bool,
    /// Remark at the start of the text; `None` for no text.
    pub text: Option<&'a str>,
    /// Listing and the remark at its start.
    pub listing: Option<(Listing, &'a str)>,
}

/// An export in progress.
#[derive(Debug)]
pub struct ExportJob {
    blocks: Vec<usize>,
    /// Blocks in the order of the listing.
    listed: Vec<usize>,
    is_masked: bool,
    masking: Masking,
    /// Number of blocks to mask first.
    to_mask: usize,
    holding: MaskCounter,
    exporter: Option<Exporter>,
    lister: Option<Result<Lister, NoListing>>,
    done: usize,
}

/// Result of an export.
#[derive(Debug, PartialEq, Eq)]
pub struct Exported {
    /// Text that decodes to the same blocks; `None` if too large.
    pub text: Option<String>,
    /// The listing, if requested.
    pub listing: Option<Result<String, NoListing>>,
}

impl ExportJob {
    /// Starts an export without writing anything.
    pub fn new(session: &Session, wanted: ExportRequest<'_>) -> Self {
        let ExportRequest {
            blocks, listing, ..
        } = wanted;
        let order = |(listing, _): (Listing, _)| listing.order(session, blocks.clone());
        Self {
            listed: listing.map(order).unwrap_or_default(),
            is_masked: wanted.is_masked,
            masking: Masking::new(session, wanted.keep),
            to_mask: blocks.last().map_or(0, |last| last + 1),
            holding: MaskCounter::default(),
            exporter: wanted.text.map(Exporter::new),
            lister: listing.map(|(listing, remark)| Ok(Lister::new(listing, remark))),
            done: 0,
            blocks,
        }
    }

    fn pieces(&self) -> usize {
        self.to_mask + self.blocks.len() + self.listed.len()
    }

    /// Fraction done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match self.pieces() {
            0 => 1.0,
            pieces => self.done as f64 / pieces as f64,
        }
    }

    /// Continues for about `budget` nanoseconds with the session that it was
    /// started with. Returns whether it is done.
    pub fn run_for(&mut self, session: &Session, clock: &mut impl Clock, budget: f64) -> bool {
        work(clock, budget, ROWS, || {
            // A block without rows is work too.
            let rows = (self.done < self.pieces()).then(|| 1 + self.step_block(session))?;
            self.done += 1;
            Some(rows)
        });
        self.done == self.pieces()
    }

    /// Processes the next block and returns its number of rows.
    fn step_block(&mut self, session: &Session) -> usize {
        let rows = |block: usize| session.blocks()[block].rows.len();
        if self.done < self.to_mask {
            self.masking.next_block(session);
            return rows(self.done);
        }
        let written = if self.is_masked {
            self.masking.masked()
        } else {
            session
        };
        let at = self.done - self.to_mask;
        let Some(&block) = self.blocks.get(at) else {
            let block = self.listed[at - self.blocks.len()];
            if let Some(Ok(lister)) = &mut self.lister
                && let Err(reason) = lister.block(written, block)
            {
                self.lister = Some(Err(reason));
                self.skip_rest();
            }
            return rows(block);
        };
        if let Some(exporter) = &mut self.exporter
            && exporter.block(written, block).is_none()
        {
            self.exporter = None;
            self.lister = None;
            self.skip_rest();
        } else {
            self.holding.block(session, self.masking.masked(), block);
        }
        rows(block)
    }

    /// Makes the current step the last.
    fn skip_rest(&mut self) {
        self.done = self.pieces() - 1;
    }

    /// Blocks to be exported.
    pub fn blocks(&self) -> &[usize] {
        &self.blocks
    }

    /// Counts the fields of the part, and how many masking replaces, by name.
    pub fn mask_counts(&self) -> BTreeMap<&str, MaskCount> {
        self.holding.counts()
    }

    /// Returns the output.
    pub fn finish(&mut self) -> Exported {
        Exported {
            text: self.exporter.take().map(Exporter::finish),
            listing: self.lister.take().map(|lister| lister?.finish()),
        }
    }
}

#[cfg(test)]
mod tests {
    use input::{Block, Sender};

    use super::*;
    use crate::Options;

    /// Blocks of both sides, every third of which fails.
    fn session(blocks: usize) -> Session {
        let mut session = Session::new(Options::default());
        for number in 0..blocks {
            let sender = [Sender::Client, Sender::Server][number % 2];
            let bytes: &[u8] = match number % 3 {
                0 => b"\x82\x87\x84\x41\x01a\x40\x06cookie\x01b",
                1 => b"\x88\x10\x03key\x02\xc3\xa9",
                _ => b"\x82\xff\x00",
            };
            session.push(&Block::new(sender, bytes));
        }
        session
    }

    fn wanted(keep: &Keep, blocks: Vec<usize>) -> ExportRequest<'_> {
        ExportRequest {
            blocks,
            keep,
            is_masked: true,
            text: Some("some"),
            listing: None,
        }
    }

    #[test]
    fn steps_write_the_same_as_a_single_call() {
        let session = session(60);
        let keep = Keep::default();
        let masked = session.masked(&keep);
        for (is_masked, written) in [(true, &masked), (false, &session)] {
            for listing in Listing::all() {
                for blocks in [vec![7], (0..60).collect(), (3..50).step_by(3).collect()] {
                    let text = written.export(blocks.iter().copied(), "some");
                    let whole = listing.of(written, blocks.iter().copied(), "list");
                    let mut job = ExportJob::new(
                        &session,
                        ExportRequest {
                            is_masked,
                            listing: Some((listing, "list")),
                            ..wanted(&keep, blocks)
                        },
                    );
                    while !job.run_for(&session, &mut || 0.0, 0.0) {}
                    let listing = Some(whole);
                    assert_eq!(job.finish(), Exported { text, listing });
                }
            }
        }
    }

    #[test]
    fn steps_keep_to_their_budget() {
        let session = session(6000);
        let keep = Keep::default();
        let mut job = ExportJob::new(&session, wanted(&keep, (0..6000).collect()));
        let mut rounds = vec![0.0];
        while !job.run_for(&session, &mut || 0.0, 0.0) {
            rounds.push(job.progress());
        }
        let steps: Vec<f64> = rounds.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let is_small = |&step: &f64| 0.0 < step && step < 0.02;
        assert!(steps.iter().all(is_small), "{steps:?}");
        assert!((job.progress() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn masks_only_up_to_the_last_block() {
        let session = session(6000);
        let keep = Keep::default();
        let mut job = ExportJob::new(&session, wanted(&keep, vec![1]));
        assert!(job.run_for(&session, &mut || 0.0, 0.0));
        let held: Vec<_> = job.mask_counts().into_iter().collect();
        let one = |masked| MaskCount { fields: 1, masked };
        assert_eq!(held, [(":status", one(0)), ("key", one(1))]);
    }
}
