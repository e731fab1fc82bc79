//! A part of a session to be handed on: text from which it is read again, a
//! listing, and what of it is masked. Each block is a piece of work, so that the
//! caller can show how far it is between two pieces, and stop.

use std::collections::BTreeMap;

use crate::{
    export::Exporter,
    listing::{Lister, Listing, NoListing},
    mask::{Held, Holding, Keep, Masking},
    session::Session,
    timing::{Clock, work},
};

/// Rows after which the clock is looked at.
const ROWS: usize = 256;

/// What is wanted of a part.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// Its blocks, in rising order.
    pub blocks: Vec<usize>,
    /// What masking keeps.
    pub keep: &'a Keep,
    /// Whether what is written is masked.
    pub is_masked: bool,
    /// Text, after a remark for people.
    pub text: Option<&'a str>,
    /// A listing, likewise.
    pub listing: Option<(Listing, &'a str)>,
}

/// Blocks that are being written.
#[derive(Debug)]
pub struct HandOn {
    blocks: Vec<usize>,
    /// The blocks in the order of the listing.
    listed: Vec<usize>,
    is_masked: bool,
    masking: Masking,
    /// Blocks that are masked first.
    to_mask: usize,
    holding: Holding,
    exporter: Option<Exporter>,
    lister: Option<Result<Lister, NoListing>>,
    done: usize,
}

/// What was written.
#[derive(Debug, PartialEq, Eq)]
pub struct HandedOn {
    /// Text from which the blocks are read again; `None` if it would be too large.
    pub text: Option<String>,
    /// The listing, if one is wanted.
    pub listing: Option<Result<String, NoListing>>,
}

impl HandOn {
    /// Begins; nothing is written yet.
    pub fn new(session: &Session, wanted: Wanted<'_>) -> Self {
        let Wanted {
            blocks,
            keep,
            is_masked,
            text,
            listing,
        } = wanted;
        Self {
            listed: listing.map_or(Vec::new(), |(listing, _)| {
                listing.order(session, blocks.clone())
            }),
            is_masked,
            masking: Masking::new(session, keep),
            to_mask: blocks.last().map_or(0, |last| last + 1),
            holding: Holding::default(),
            exporter: text.map(Exporter::new),
            lister: listing.map(|(listing, remark)| Ok(Lister::new(listing, remark))),
            done: 0,
            blocks,
        }
    }

    fn pieces(&self) -> usize {
        self.to_mask + self.blocks.len() + self.listed.len()
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        match self.pieces() {
            0 => 1.0,
            pieces => self.done as f64 / pieces as f64,
        }
    }

    /// Goes on for about `budget` nanoseconds; `session` is the one that it
    /// began with. Returns whether it is done.
    pub fn go_on(&mut self, session: &Session, clock: &mut impl Clock, budget: f64) -> bool {
        work(clock, budget, ROWS, || {
            // A block without rows is work too.
            let rows = (self.done < self.pieces()).then(|| 1 + self.piece(session))?;
            self.done += 1;
            Some(rows)
        });
        self.done == self.pieces()
    }

    /// Does the next piece; how many rows it had.
    fn piece(&mut self, session: &Session) -> usize {
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

    /// Makes the piece at hand the last.
    fn skip_rest(&mut self) {
        self.done = self.pieces() - 1;
    }

    /// The blocks.
    pub fn blocks(&self) -> &[usize] {
        &self.blocks
    }

    /// The fields in the part, by name, and how many of them masking replaces.
    pub fn held(&self) -> BTreeMap<&str, Held> {
        self.holding.held()
    }

    /// Returns what was written.
    pub fn finish(&mut self) -> HandedOn {
        HandedOn {
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

    /// Blocks of both sides, of which every third fails.
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

    fn wanted(keep: &Keep, blocks: Vec<usize>) -> Wanted<'_> {
        Wanted {
            blocks,
            keep,
            is_masked: true,
            text: Some("some"),
            listing: None,
        }
    }

    #[test]
    fn pieces_together_are_what_is_written_at_once() {
        let session = session(60);
        let keep = Keep::default();
        let masked = session.masked(&keep);
        for (is_masked, written) in [(true, &masked), (false, &session)] {
            for listing in Listing::all() {
                for blocks in [vec![7], (0..60).collect(), (3..50).step_by(3).collect()] {
                    let text = written.export(blocks.iter().copied(), "some");
                    let whole = listing.of(written, blocks.iter().copied(), "list");
                    let mut job = HandOn::new(
                        &session,
                        Wanted {
                            is_masked,
                            listing: Some((listing, "list")),
                            ..wanted(&keep, blocks)
                        },
                    );
                    while !job.go_on(&session, &mut || 0.0, 0.0) {}
                    let listing = Some(whole);
                    assert_eq!(job.finish(), HandedOn { text, listing });
                }
            }
        }
    }

    #[test]
    fn a_round_does_no_more_than_its_time_allows() {
        let session = session(6000);
        let keep = Keep::default();
        let mut job = HandOn::new(&session, wanted(&keep, (0..6000).collect()));
        let mut rounds = vec![0.0];
        while !job.go_on(&session, &mut || 0.0, 0.0) {
            rounds.push(job.progress());
        }
        let steps: Vec<f64> = rounds.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(
            steps.iter().all(|&step| 0.0 < step && step < 0.02),
            "{steps:?}"
        );
        assert!((job.progress() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_block_is_masked_with_those_before_it_alone() {
        let session = session(6000);
        let keep = Keep::default();
        let mut job = HandOn::new(&session, wanted(&keep, vec![1]));
        assert!(job.go_on(&session, &mut || 0.0, 0.0));
        let held: Vec<_> = job.held().into_iter().collect();
        let one = |masked| Held { fields: 1, masked };
        assert_eq!(held, [(":status", one(0)), ("key", one(1))]);
    }
}
