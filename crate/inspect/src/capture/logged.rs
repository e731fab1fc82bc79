//! Compares header lists in a log with the decoded blocks.

use std::collections::{HashMap, VecDeque};

use hpack::Kind;
use http2::Sender;
use input::{
    Problem,
    capture::{Logged, netlog},
};

use super::{Connection, problems::sender_name};
use crate::mask::Keep;

/// Blocks or lists without their counterpart, by sender and stream.
#[derive(Debug, Default)]
pub(super) struct Unmatched(HashMap<(Sender, u32), Queues>);

/// Only one of the queues is nonempty.
#[derive(Debug, Default)]
struct Queues {
    blocks: VecDeque<usize>,
    lists: VecDeque<Vec<Logged>>,
}

impl Connection {
    /// Handles a logged list, which belongs to the sender's first block on the
    /// stream without a list, already decoded or still to come. Returns a
    /// problem if they differ.
    pub(super) fn logged(
        &mut self,
        sender: Sender,
        stream: u32,
        fields: Vec<Logged>,
    ) -> Option<Problem> {
        // Most inputs log no lists, so blocks are recorded from the first list
        // on.
        if self.unmatched.is_none() {
            let mut unmatched = Unmatched::default();
            for number in 0..self.session.blocks().len() {
                let key = self.sender_and_stream(number);
                unmatched.0.entry(key).or_default().blocks.push_back(number);
            }
            self.unmatched = Some(unmatched);
        }
        let queues = self
            .unmatched
            .as_mut()?
            .0
            .entry((sender, stream))
            .or_default();
        match queues.blocks.pop_front() {
            Some(block) => self.compare_logged(block, &fields),
            None => {
                queues.lists.push_back(fields);
                None
            }
        }
    }

    /// Handles a new block. Returns a problem if its logged list differs.
    pub(super) fn check_logged(&mut self, block: usize) -> Option<Problem> {
        let key = self.sender_and_stream(block);
        let queues = self.unmatched.as_mut()?.0.entry(key).or_default();
        match queues.lists.pop_front() {
            Some(fields) => self.compare_logged(block, &fields),
            None => {
                queues.blocks.push_back(block);
                None
            }
        }
    }

    fn sender_and_stream(&self, block: usize) -> (Sender, u32) {
        let framed = self.session.blocks()[block].framed;
        let stream = framed.map_or(0, |framed| framed.stream);
        (self.session.direction(block).sender, stream)
    }

    fn compare_logged(&self, block: usize, logged: &[Logged]) -> Option<Problem> {
        let record = &self.session.blocks()[block];
        if record.error.is_some() {
            // Reported elsewhere.
            return None;
        }
        let rows = self.session.rows_of(block);
        let fields = rows.iter().filter(|row| row.kind != Kind::SizeUpdate);
        let fields: Option<Vec<(&[u8], &[u8])>> = fields
            .map(|row| Some((self.session.name(row)?, self.session.value(row)?)))
            .collect();
        let keep = Keep::default();
        let difference = netlog::differs(&fields?, logged, |name, value| !keep.keeps(name, value))?;
        Some(Problem::missing(
            self.place_of(block, 0),
            format!(
                "Block {} of {} on stream {} differs from what was logged: {difference}",
                block + 1,
                sender_name(self.session.direction(block).sender),
                self.sender_and_stream(block).1
            ),
        ))
    }
}
