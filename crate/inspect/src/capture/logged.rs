//! Header lists as the maker of a log saw them, held against the blocks.

use std::collections::{HashMap, VecDeque};

use hpack::Kind;
use http2::Sender;
use input::{
    Problem,
    capture::{Logged, netlog},
};

use super::{Connection, problems::who};
use crate::mask::Keep;

/// What waits for its other half, a sender's stream each.
#[derive(Debug, Default)]
pub(super) struct Waiting(HashMap<(Sender, u32), Halves>);

/// Of these one is empty.
#[derive(Debug, Default)]
struct Halves {
    blocks: VecDeque<usize>,
    lists: VecDeque<Vec<Logged>>,
}

impl Connection {
    /// A list was logged: that of the sender's next block on that stream that
    /// has none, be it here already or still to come. The problem, where the
    /// two do not agree.
    pub(super) fn logged(
        &mut self,
        sender: Sender,
        stream: u32,
        fields: Vec<Logged>,
    ) -> Option<Problem> {
        // Most inputs log no lists: blocks are noted from the first list on.
        if self.waiting.is_none() {
            let mut waiting = Waiting::default();
            for number in 0..self.session.blocks().len() {
                let key = self.sender_and_stream(number);
                waiting.0.entry(key).or_default().blocks.push_back(number);
            }
            self.waiting = Some(waiting);
        }
        let halves = self
            .waiting
            .as_mut()?
            .0
            .entry((sender, stream))
            .or_default();
        match halves.blocks.pop_front() {
            Some(block) => self.disagreement(block, &fields),
            None => {
                halves.lists.push_back(fields);
                None
            }
        }
    }

    /// A block is here: the problem, where the list that was logged for it
    /// says something else.
    pub(super) fn check_logged(&mut self, block: usize) -> Option<Problem> {
        let key = self.sender_and_stream(block);
        let halves = self.waiting.as_mut()?.0.entry(key).or_default();
        match halves.lists.pop_front() {
            Some(fields) => self.disagreement(block, &fields),
            None => {
                halves.blocks.push_back(block);
                None
            }
        }
    }

    fn sender_and_stream(&self, block: usize) -> (Sender, u32) {
        let framed = self.session.blocks()[block].framed;
        let stream = framed.map_or(0, |framed| framed.stream);
        (self.session.direction(block).sender, stream)
    }

    fn disagreement(&self, block: usize, logged: &[Logged]) -> Option<Problem> {
        let record = &self.session.blocks()[block];
        if record.fault.is_some() {
            // That it fails is said elsewhere.
            return None;
        }
        let rows = self.session.rows_of(block);
        let fields = rows.iter().filter(|row| row.kind != Kind::SizeUpdate);
        let fields: Option<Vec<(&[u8], &[u8])>> = fields
            .map(|row| Some((self.session.name(row)?, self.session.value(row)?)))
            .collect();
        let keep = Keep::default();
        let difference = netlog::differs(&fields?, logged, |name, value| !keep.keeps(name, value))?;
        Some(Problem::gap(
            self.place_of(block, 0),
            format!(
                "Block {} of {} on stream {} differs from what was logged: {difference}",
                block + 1,
                who(self.session.direction(block).sender),
                self.sender_and_stream(block).1
            ),
        ))
    }
}
