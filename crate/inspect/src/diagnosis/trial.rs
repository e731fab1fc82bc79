//! Decoding a stretch of a direction again, under a plan, without beginning at
//! its start.

use hpack::DynamicTable;
use input::Sender;

use super::{
    change::{KeptParts, Part},
    outcome::{Fork, Outcome},
    plan::{Plan, parts},
    replay::{Planned, Target, replay},
};
use crate::Session;

/// Octets that each block is counted beside its own.
const EACH: usize = 16;

/// Octets of names and values that cost no more than the block's own.
const CHEAP: usize = 16 << 10;

/// The ways in which parts of a block may be all that is left of it.
pub(super) type Ways<'a> = &'a dyn Fn(&[u8]) -> Vec<Vec<Part>>;

impl Fork<'_> {
    fn table_of(&mut self, sender: Sender) -> Option<&mut DynamicTable> {
        (sender == self.sender).then(|| self.decoder.table_mut())
    }
}

/// Decodes blocks of `direction` with numbers from `from` up to `to`, under
/// `plan`. `look` hears of each and stops it by answering `false`. Returns the
/// octets that were decoded.
pub(super) fn run(
    session: &mut Session,
    direction: usize,
    plan: &Plan,
    from: u32,
    to: u32,
    look: impl FnMut(Outcome) -> bool,
) -> usize {
    let mut trial = Trial {
        fork: Fork::new(session, direction, plan, from),
        look,
        spent: 0,
    };
    replay(trial.fork.session, plan, from..to, &mut trial);
    trial.spent
}

struct Trial<'s, F> {
    fork: Fork<'s>,
    look: F,
    spent: usize,
}

impl<F: FnMut(Outcome) -> bool> Target for Trial<'_, F> {
    fn table(&mut self, sender: Sender) -> Option<&mut DynamicTable> {
        self.fork.table_of(sender)
    }

    fn decode(&mut self, block: &Planned<'_>) -> bool {
        let Planned { number, edit, .. } = block;
        self.spent += EACH;
        // A block without octets is what an applied change left of one.
        let outcome = if block.octets.is_empty() {
            Outcome::nothing(*number, edit.gone.unwrap_or(*number))
        } else {
            let outcome = self.fork.decode(*number, &block.octets, edit.cut);
            self.spent += outcome.decoded + self.fork.text.len().saturating_sub(CHEAP);
            outcome
        };
        (self.look)(outcome)
    }
}

/// Goes through `direction` from `first` on, of which only parts are kept,
/// up to `to`: a block that makes no sense is tried in the `ways` there are,
/// and is among the answers where one helps. Octets decoded beside them.
pub(super) fn mend(
    session: &mut Session,
    direction: usize,
    first: &KeptParts,
    to: u32,
    ways: Ways<'_>,
) -> (Vec<KeptParts>, usize) {
    let plan = Plan::default();
    let mut mending = Mending {
        fork: Fork::new(session, direction, &plan, first.block),
        first,
        ways,
        mended: Vec::new(),
        spent: 0,
    };
    replay(mending.fork.session, &plan, first.block..to, &mut mending);
    (mending.mended, mending.spent)
}

struct Mending<'a> {
    fork: Fork<'a>,
    first: &'a KeptParts,
    ways: Ways<'a>,
    mended: Vec<KeptParts>,
    spent: usize,
}

impl Target for Mending<'_> {
    fn table(&mut self, sender: Sender) -> Option<&mut DynamicTable> {
        self.fork.table_of(sender)
    }

    fn decode(&mut self, block: &Planned<'_>) -> bool {
        let (number, octets) = (block.number, &*block.octets);
        let moment = self.fork.decoder.table().state();
        let mut try_out = |octets: &[u8]| {
            self.spent += octets.len() + EACH;
            self.fork.decoder.table_mut().rewind(moment);
            self.fork.decode(number, octets, false).makes_sense()
        };
        if number == self.first.block {
            if let Some(octets) = parts(octets, self.first) {
                try_out(&octets);
            }
            self.mended.push(self.first.clone());
        } else if !try_out(octets) {
            let helps = (self.ways)(octets).into_iter().find_map(|parts_left| {
                let kept = KeptParts {
                    block: number,
                    parts: parts_left,
                };
                try_out(&parts(octets, &kept)?).then_some(kept)
            });
            match helps {
                Some(kept) => self.mended.push(kept),
                // What comes after meets what the fault left.
                None => {
                    try_out(octets);
                }
            }
        }
        true
    }
}
