//! What is wrong with a whole session: looked for where no block was chosen.

use input::Sender;

use super::{
    Diagnosis,
    change::{Cause, Change},
    judge::Profile,
    plan::{Head, Plan, head},
    search::stands_out,
    tell,
    trial::run,
};
use crate::Session;

/// Blocks of a direction that are looked at in passing.
const LOOKED_AT: u32 = 20_000;

/// Strange blocks of a direction that are looked at closely.
const SUSPECTS: usize = 12;

impl Session {
    /// What may be wrong with the whole of it: the one cause of each
    /// direction that explains what is strange in it, the first strange block
    /// first. Nothing where nothing is strange, or nothing explains it.
    pub fn causes(&mut self) -> Vec<Diagnosis> {
        if swapped(self) {
            return vec![sides(self)];
        }
        let mut told: Vec<Diagnosis> = Vec::new();
        for direction in 0..self.directions().len() {
            let suspects = suspects(self, direction);
            told.extend(
                suspects
                    .into_iter()
                    .find_map(|block| self.diagnose(block as usize).into_iter().next()),
            );
        }
        // What was taken for the other side's is missing on its own.
        let moved = told
            .iter()
            .position(|told| told.cause == Cause::OtherDirection);
        if let Some(moved) = moved
            && told.len() > 1
        {
            let first = told.swap_remove(moved);
            if let Some(mut changed) = self.with_change(&first.change) {
                told.retain(|told| !changed.session.diagnose(told.block as usize).is_empty());
            }
            told.insert(0, first);
        }
        told
    }
}

/// The first blocks of a direction that are strange.
fn suspects(session: &mut Session, direction: usize) -> Vec<u32> {
    let Some(&last) = session.directions()[direction].blocks.last() else {
        return Vec::new();
    };
    let mut profile = Profile::of(session, direction);
    let mut suspects = Vec::new();
    let mut looked_at = 0;
    run(
        session,
        direction,
        &Plan::default(),
        0,
        last + 1,
        |outcome| {
            looked_at += 1;
            if outcome.is_suspicious(&profile) {
                suspects.push(outcome.block);
            }
            if outcome.makes_sense() {
                profile.learn(&outcome);
            }
            suspects.len() < SUSPECTS && looked_at < LOOKED_AT
        },
    );
    let own = session.directions()[direction].blocks.iter();
    let own = own.take(LOOKED_AT as usize).copied();
    suspects.extend(
        own.filter(|&block| stands_out(session, block))
            .take(SUSPECTS),
    );
    suspects.sort_unstable();
    suspects.dedup();
    suspects
}

/// Whether the sides are swapped: what is said to be the client's has
/// responses, which only a server sends, and what is said to be the server's
/// has none. A server may promise requests, but to each of them it responds.
pub(super) fn swapped(session: &Session) -> bool {
    let count = |sender: Sender, wanted: Head| {
        let own = session
            .directions()
            .iter()
            .filter(|own| own.sender == sender);
        own.flat_map(|own| own.blocks.iter().take(LOOKED_AT as usize))
            .filter(|&&block| {
                let unframed = session.blocks()[block as usize].framed.is_none();
                unframed && head(session.octets(block as usize)) == Some(wanted)
            })
            .count()
    };
    let (responses, requests) = (
        count(Sender::Client, Head::Response),
        count(Sender::Client, Head::Request),
    );
    let of_server = count(Sender::Server, Head::Request);
    count(Sender::Server, Head::Response) == 0
        && requests <= responses
        && (responses > 0 || of_server > 1)
}

fn sides(session: &Session) -> Diagnosis {
    Diagnosis {
        block: 0,
        cause: Cause::SwappedSides,
        change: Change::SwappedSides,
        what: tell::what(session, &Change::SwappedSides),
        why: "only a server sends responses".to_owned(),
        following: 0,
        well_formed_before: 0,
        well_formed_after: 0,
    }
}
