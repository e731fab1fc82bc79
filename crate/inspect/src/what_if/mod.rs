//! What if: what one side of a connection sent, encoded anew with other
//! choices, another Huffman coding or another table, held against what was
//! really sent.
//!
//! - [`plan`]: what is tried
//! - [`lists`]: the fields that were sent, each string once
//! - `replay`: the lists through an encoder, block by block
//! - `sent`: what was really sent, as the same steps
//! - [`account`]: hits, churn, and what each entry saved
//! - [`sweep`]: a curve over the sizes of the table
//! - [`view`]: answers for those who show it, `block`: one block to be looked at
//!
//! A connection may be long, so everything is done in rounds: between them
//! the caller can tell how far it is, show what is there, and stop.

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

/// Fields after which the clock is looked at.
const FIELDS: usize = 256;

/// One direction and what is tried on it.
#[derive(Debug)]
pub struct WhatIf {
    /// Number of the direction in its session.
    pub direction: usize,
    /// Its header lists.
    pub lists: Lists,
    /// What was really sent, in numbers, as far as that has come.
    pub sent: Account,
    plan: Plan,
    replay: Replay,
    /// What the plan makes of it, likewise.
    pub tried: Account,
    curves: Vec<Curve>,
    /// Numbers of the curves that are asked for, in order.
    wanted: Vec<usize>,
}

impl WhatIf {
    /// Prepares to try `plan` on what `direction` sent; `None` where there is
    /// no such direction.
    pub fn new(session: &Session, direction: usize, plan: Plan) -> Option<Self> {
        session.directions().get(direction)?;
        let lists = Lists::of(session, direction);
        let replay = Replay::new(session, &lists, plan);
        Some(Self {
            direction,
            sent: Account::new(replay::habit(session, &lists)),
            tried: Account::new(replay.coding()),
            replay,
            plan,
            curves: Vec::new(),
            wanted: Vec::new(),
            lists,
        })
    }

    /// Turns to another plan; what is known of curves stays.
    pub fn turn_to(&mut self, session: &Session, plan: Plan) {
        if plan == self.plan {
            return;
        }
        self.plan = plan;
        self.replay = Replay::new(session, &self.lists, plan);
        self.tried = Account::new(self.replay.coding());
    }

    /// Asks for these curves, in this order.
    pub fn want(&mut self, curves: impl IntoIterator<Item = (Choices, Option<HuffmanUse>)>) {
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

    /// The curves that are asked for, as far as they have come.
    pub fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.wanted.iter().map(|&number| &self.curves[number])
    }

    /// Whether the plan has gone through all blocks.
    pub fn tried_all(&self) -> bool {
        let blocks = self.lists.blocks.len();
        self.sent.blocks.len() == blocks && self.tried.blocks.len() == blocks
    }

    /// Whether the curves that are asked for are there too.
    pub fn done(&self) -> bool {
        self.tried_all() && self.curves().all(Curve::done)
    }

    /// Goes on for about `budget` nanoseconds: first what was sent, then the
    /// plan, then the curves.
    pub fn go_on(&mut self, session: &Session, clock: &mut impl Clock, budget: f64) {
        work(clock, budget, FIELDS, || {
            // A block without fields is work too.
            (!self.done()).then(|| 1 + self.go_on_by_a_block(session))
        });
    }

    fn go_on_by_a_block(&mut self, session: &Session) -> usize {
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
            tried.begin();
            replay.steps(session, lists, |step| tried.add(lists, step));
            return self.lists.fields_of(block).len();
        }
        let unfinished = |number: &&usize| !self.curves[**number].done();
        match self.wanted.iter().find(unfinished) {
            Some(&number) => self.curves[number].go_on(session, &self.lists),
            None => 0,
        }
    }
}

/// What `plan` makes of all that `direction` of `session` sent: each block's
/// number in the session and its bytes, in order.
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
