//! What-if analysis: re-encodes one side of a connection with another policy,
//! Huffman policy or table size, and compares the result with what was sent.
//!
//! A connection may be long, so the work is done in steps between which the
//! caller can report progress, show results and cancel.

pub mod account;
pub mod block;
pub mod lists;
pub mod plan;
mod replay;
mod sent;
pub mod sweep;
pub mod view;

use crate::{
    Session,
    policies::HuffmanUse,
    timing::{Clock, work},
};
use account::Account;
use lists::Lists;
use plan::{Choices, Plan};
use replay::Replay;
use sweep::Curve;

/// Fields between two readings of the clock.
const FIELDS: usize = 256;

/// A direction with a plan.
#[derive(Debug)]
pub struct WhatIf {
    /// Number of the direction in its session.
    pub direction: usize,
    /// Header lists of the direction.
    pub lists: Lists,
    /// Account of the blocks as sent, so far.
    pub sent: Account,
    plan: Plan,
    replay: Replay,
    /// Account of the blocks as re-encoded, so far.
    pub tried: Account,
    curves: Vec<Curve>,
    /// Numbers of the requested curves, in order.
    wanted: Vec<usize>,
}

impl WhatIf {
    /// Prepares to try `plan` on `direction`; `None` if the direction does not
    /// exist.
    pub fn new(session: &Session, direction: usize, plan: Plan) -> Option<Self> {
        session.directions().get(direction)?;
        let lists = Lists::of(session, direction);
        let replay = Replay::new(session, &lists, plan);
        Some(Self {
            direction,
            sent: Account::new(replay::sender_huffman(session, &lists)),
            tried: Account::new(replay.coding()),
            replay,
            plan,
            curves: Vec::new(),
            wanted: Vec::new(),
            lists,
        })
    }

    /// Switches to another plan and keeps computed curves.
    pub fn set_plan(&mut self, session: &Session, plan: Plan) {
        if plan == self.plan {
            return;
        }
        self.plan = plan;
        self.replay = Replay::new(session, &self.lists, plan);
        self.tried = Account::new(self.replay.coding());
    }

    /// Requests curves, in this order.
    pub fn set_curves(&mut self, curves: impl IntoIterator<Item = (Choices, Option<HuffmanUse>)>) {
        self.wanted.clear();
        for (choices, huffman) in curves {
            let same = |curve: &Curve| (curve.choices, curve.huffman) == (choices, huffman);
            let number = self.curves.iter().position(same).unwrap_or_else(|| {
                self.curves.push(Curve::new(choices, huffman));
                self.curves.len() - 1
            });
            if !self.wanted.contains(&number) {
                self.wanted.push(number);
            }
        }
    }

    /// Requested curves, as far as computed.
    pub fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.wanted.iter().map(|&number| &self.curves[number])
    }

    /// Whether all blocks are re-encoded with the plan.
    pub fn tried_all(&self) -> bool {
        let blocks = self.lists.blocks.len();
        self.sent.blocks.len() == blocks && self.tried.blocks.len() == blocks
    }

    /// Whether the plan and all requested curves are done.
    pub fn done(&self) -> bool {
        self.tried_all() && self.curves().all(Curve::done)
    }

    /// Continues for about `budget` nanoseconds: first the blocks as sent, then
    /// the plan, then the curves.
    pub fn run_for(&mut self, session: &Session, clock: &mut impl Clock, budget: f64) {
        work(clock, budget, FIELDS, || {
            // A block without fields is work too.
            (!self.done()).then(|| 1 + self.step_block(session))
        });
    }

    fn step_block(&mut self, session: &Session) -> usize {
        let block = self.sent.blocks.len();
        if block < self.lists.blocks.len() {
            sent::add_block(session, &self.lists, block, &mut self.sent);
            return self.lists.fields_of(block).len();
        }
        let block = self.tried.blocks.len();
        if block < self.lists.blocks.len() {
            let Self {
                lists,
                tried,
                replay,
                ..
            } = self;
            tried.begin_block();
            replay.steps(session, lists, |step| tried.add(lists, step));
            return self.lists.fields_of(block).len();
        }
        let unfinished = |number: &&usize| !self.curves[**number].done();
        match self.wanted.iter().find(unfinished) {
            Some(&number) => self.curves[number].step(session, &self.lists),
            None => 0,
        }
    }
}

/// Re-encodes `direction` with `plan` and passes each block's number in the
/// session and its bytes to `each`, in order.
pub fn encode(session: &Session, direction: usize, plan: Plan, mut each: impl FnMut(u32, &[u8])) {
    let lists = Lists::of(session, direction);
    let mut replay = Replay::new(session, &lists, plan);
    let mut out = Vec::new();
    for block in &lists.blocks {
        out.clear();
        replay.block(session, &lists, &mut out);
        each(block.number, &out);
    }
}
