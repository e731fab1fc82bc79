//! Re-encoded blocks decode to the same fields, and are identical with the
//! sender's own choices.

use hpack::Kind;
use input::{Before, Block};
use inspect::{
    Options, Session,
    what_if::{
        self,
        plan::{Choices, Plan},
    },
};

use crate::sessions::support::{Case, captures, stories};

/// Fields of a block as sent: name, value, and whether never indexed.
type List = Vec<(Vec<u8>, Vec<u8>, bool)>;

fn list(session: &Session, block: usize) -> List {
    let rows = session.rows_of(block).iter();
    rows.filter(|row| row.kind != Kind::SizeUpdate)
        .map(|row| {
            let [name, value] = [session.name(row), session.value(row)];
            let [name, value] = [name, value].map(|text| text.unwrap().to_vec());
            (name, value, row.kind == Kind::NeverIndexed)
        })
        .collect()
}

/// Re-encodes a direction and decodes the result.
pub(crate) fn reencoded(session: &Session, direction: usize, plan: Plan) -> (Session, Vec<u32>) {
    let options = Options {
        limit: plan.maximum.unwrap_or(u32::MAX).max(4096),
        ..session.options().clone()
    };
    let mut again = Session::new(options);
    let mut numbers = Vec::new();
    what_if::encode(session, direction, plan, |number, bytes| {
        numbers.push(number);
        let block = &session.blocks()[number as usize];
        // Limits as acknowledged, unless the plan overrides them.
        let keeps_limits = plan.maximum.is_none();
        let before = Before {
            limit_changes: match keeps_limits {
                true => block.limit_changes.clone(),
                false => Vec::new(),
            },
            limit_unknown: keeps_limits,
            ..Before::default()
        };
        again.push(&Block {
            before: &before,
            ..Block::new(session.directions()[direction].sender, bytes)
        });
    });
    (again, numbers)
}

fn check(case: &Case, plan: Plan) {
    let session = case.session();
    for direction in 0..session.directions().len() {
        let at = format!("{} direction {direction} with {plan:?}", case.name);
        let (again, numbers) = reencoded(&session, direction, plan);
        assert_eq!(numbers, session.directions()[direction].blocks, "{at}");
        for (number, &block) in numbers.iter().enumerate() {
            assert_eq!(again.blocks()[number].error, None, "{at}, block {block}");
            let (found, sent) = (list(&again, number), list(&session, block as usize));
            for (i, (found, sent)) in found.iter().zip(&sent).enumerate() {
                let at = format!("{at}, block {block}, field {i}");
                assert_eq!((&found.0, &found.1), (&sent.0, &sent.1), "{at}");
                // A policy may mark more fields as never indexed than the
                // sender, not fewer.
                assert!(found.2 || !sent.2, "{at}");
            }
            assert_eq!(found.len(), sent.len(), "{at}, block {block}");
        }
    }
}

#[test]
fn captures_round_trip_under_every_policy() {
    for case in captures() {
        for choices in Choices::ALL {
            for maximum in [None, Some(0), Some(100), Some(4096), Some(65_536)] {
                let plan = Plan {
                    choices,
                    maximum,
                    ..Plan::AS_SENT
                };
                check(&case, plan);
            }
        }
    }
}

#[test]
fn as_sent_reproduces_the_blocks() {
    let mut exact = 0;
    for case in captures().into_iter().chain(stories()) {
        let session = case.session();
        for direction in 0..session.directions().len() {
            what_if::encode(&session, direction, Plan::AS_SENT, |number, bytes| {
                let sent = session.bytes(number as usize);
                let at = format!("{}, block {number}", case.name);
                if bytes == sent {
                    exact += 1;
                    return;
                }
                // A redundant size update is not repeated.
                let first = session.rows_of(number as usize)[0];
                assert_eq!(first.kind, Kind::SizeUpdate, "{at}");
                assert!(sent.ends_with(bytes), "{at}");
            });
        }
    }
    assert!(exact > 1000, "{exact}");
}
