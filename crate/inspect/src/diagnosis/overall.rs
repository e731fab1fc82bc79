//! What is wrong with a whole session: looked for where no block was chosen.

use input::Sender;

use super::{
    Diagnosis, Effort,
    change::{Cause, Change},
    describe, find,
    head::{Head, head, stands_out},
    plan::Plan,
    profile::Profile,
    search::Found,
    trial::run,
};
use crate::Session;

/// Blocks of a direction that are looked at in passing.
const LOOKED_AT: u32 = 20_000;
/// Size of a header list from which on looking at it takes as long as looking
/// at several, bytes.
const USUAL: u64 = 1 << 14;

/// What one cause explains, in blocks, if no other block needs to be asked.
const ENOUGH: f32 = 0.9;

/// Strange blocks of a direction that are looked at closely.
const SUSPECTS: usize = 12;

impl Session {
    /// What may be wrong with the whole of it: the one cause of each
    /// direction that explains what is strange in it, the first strange block
    /// first. Nothing where nothing is strange, or nothing explains it.
    pub fn causes(&mut self) -> Vec<Diagnosis> {
        self.causes_within(&mut Effort::of_one())
    }

    /// The same, of one of several sessions.
    pub fn causes_within(&mut self, effort: &mut Effort) -> Vec<Diagnosis> {
        if swapped(self) {
            return vec![sides(self)];
        }
        let directions = 0..self.directions().len();
        let mut found: Vec<(u32, Found)> = directions
            .filter_map(|direction| best(self, direction, effort))
            .collect();
        // What was taken for the other side's is missing on its own.
        let cause = |found: &Found| found.change.cause();
        let moved = found
            .iter()
            .any(|(_, found)| cause(found) == Cause::OtherDirection);
        let missing = |found: &Found| moved && cause(found) == Cause::MissedBlock;
        found.sort_by(|(_, a), (_, b)| {
            let by_score = b.score.total_cmp(&a.score);
            missing(a).cmp(&missing(b)).then(by_score)
        });
        // What is strange in one direction may come from the other.
        if let [(_, first), _, ..] = &found[..]
            && let Some(mut changed) = self.with_change(&first.change)
        {
            let mut rest = found.split_off(1);
            rest.retain(|&(block, _)| !find(&mut changed.session, block, effort).is_empty());
            found.append(&mut rest);
        }
        found
            .into_iter()
            .map(|(block, found)| describe::diagnosis(self, block as usize, found))
            .collect()
    }
}

/// What explains most of what is strange in a direction.
fn best(session: &mut Session, direction: usize, effort: &mut Effort) -> Option<(u32, Found)> {
    if effort.is_spent() {
        return None;
    }
    let mut best: Option<(u32, Found)> = None;
    for block in suspects(session, direction) {
        let Some(found) = find(session, block, effort).into_iter().next() else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|(_, best)| found.score > best.score)
        {
            best = Some((block, found));
        }
        // It leaves nothing to explain.
        if best
            .as_ref()
            .is_some_and(|(_, best)| best.after == best.following && best.score >= ENOUGH)
        {
            break;
        }
    }
    best
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
            looked_at += 1 + outcome.size / USUAL;
            if profile.is_strange(&outcome) {
                suspects.push(outcome.block);
            }
            if outcome.makes_sense() {
                profile.learn(&outcome);
            }
            suspects.len() < SUSPECTS && looked_at < LOOKED_AT.into()
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
        what: describe::what(session, &Change::SwappedSides),
        why: "only a server sends responses".to_owned(),
        following: 0,
        well_formed_before: 0,
        well_formed_after: 0,
    }
}
