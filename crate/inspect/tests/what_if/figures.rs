//! Totals, savings and curves.

use inspect::policies::{HuffmanUse, Indexing};
use inspect::{
    Session,
    what_if::{
        WhatIf,
        account::Account,
        plan::{Choices, Plan},
        sweep::SIZES,
        view::EntryOrder,
    },
};

use super::{
    agreement::reencoded,
    support::{Case, captures, stories},
};

fn cases() -> impl Iterator<Item = Case> {
    let stories = stories().into_iter().step_by(17);
    captures().into_iter().chain(stories)
}

/// Runs a what-if analysis with `curves` to its end.
fn run(session: &Session, direction: usize, plan: Plan, curves: &[Choices]) -> WhatIf {
    let mut what_if = WhatIf::new(session, direction, plan).unwrap();
    what_if.set_curves(curves.iter().map(|&choices| (choices, plan.huffman)));
    let mut now = 0.0;
    let mut clock = || {
        now += 1.0;
        now
    };
    let mut rounds = 0;
    while !what_if.done() {
        what_if.run_for(session, &mut clock, 0.5);
        rounds += 1;
        assert!(rounds < 1_000_000, "it must end");
    }
    what_if
}

fn check_sums(account: &Account, what_if: &WhatIf, sent: bool, at: &str) {
    let blocks: u64 = account.blocks.iter().map(|&bytes| u64::from(bytes)).sum();
    assert_eq!(blocks, account.totals.bytes, "{at}");
    let all = what_if.entries(sent, EntryOrder::Inserted, false, 0, usize::MAX);
    assert_eq!(all.total as u64, account.totals.tally.inserted, "{at}");
    let evicted = all.entries.iter().filter(|entry| entry.evicted.is_some());
    assert_eq!(evicted.count() as u64, account.totals.tally.evicted, "{at}");
    let uses: u64 = all.entries.iter().map(|entry| u64::from(entry.uses)).sum();
    assert_eq!(uses, account.totals.tally.dynamic_hits, "{at}");
}

#[test]
fn totals_match_summaries() {
    for case in cases() {
        let session = case.session();
        for direction in 0..session.directions().len() {
            for plan in [
                Plan::AS_SENT,
                Plan {
                    choices: Choices::Policy(Indexing::Always),
                    huffman: Some(HuffmanUse::Never),
                    maximum: Some(512),
                },
            ] {
                let at = format!("{} direction {direction} with {plan:?}", case.name);
                let what_if = run(&session, direction, plan, &[]);
                let summary = session.summary(direction).unwrap();
                assert_eq!(what_if.sent.totals.tally, summary.tally, "{at}");
                let (again, _) = reencoded(&session, direction, plan);
                let summary = again.summary(0).unwrap();
                assert_eq!(what_if.tried.totals.tally, summary.tally, "{at}");
                let bytes = again.bytes_total() as u64;
                assert_eq!(what_if.tried.totals.bytes, bytes, "{at}");
                check_sums(&what_if.sent, &what_if, true, &at);
                check_sums(&what_if.tried, &what_if, false, &at);
            }
        }
    }
}

/// Savings plus bytes written equal the size without a dynamic table.
#[test]
fn savings_add_up_to_the_size_without_a_table() {
    for case in cases() {
        let session = case.session();
        for huffman in [HuffmanUse::Shorter, HuffmanUse::Never] {
            let plan = |indexing, maximum| Plan {
                choices: Choices::Policy(indexing),
                huffman: Some(huffman),
                maximum: Some(maximum),
            };
            for direction in 0..session.directions().len() {
                let totals = |plan| run(&session, direction, plan, &[]).tried.totals;
                let without = totals(plan(Indexing::Never, 0));
                assert_eq!((without.tally.dynamic_hits, without.tally.inserted), (0, 0));
                assert_eq!(without.saved, 0);
                for maximum in [64, 1000, 4096, 65_536] {
                    let with = totals(plan(Indexing::Always, maximum));
                    let added = i64::try_from(with.bytes - with.size_updates).unwrap() + with.saved;
                    let plain = i64::try_from(without.bytes - without.size_updates).unwrap();
                    assert_eq!(added, plain, "{} at {maximum}", case.name);
                }
            }
        }
    }
}

#[test]
fn curves_match_single_plans() {
    for case in cases().take(12) {
        let session = case.session();
        let choices = Choices::Policy(Indexing::Always);
        let what_if = run(&session, 0, Plan::AS_SENT, &[choices, Choices::AsSent]);
        let curves: Vec<_> = what_if.curves().collect();
        assert_eq!(curves.len(), 2);
        for curve in curves {
            for number in [0, 5, 32, 64] {
                let plan = Plan {
                    choices: curve.choices,
                    huffman: None,
                    maximum: Some(SIZES[number]),
                };
                let at = run(&session, 0, plan, &[]);
                assert_eq!(curve.bytes[number], Some(at.tried.totals.bytes), "{plan:?}");
                if number == 0 {
                    assert_eq!(at.tried.totals.tally.dynamic_hits, 0);
                }
            }
        }
    }
}

#[test]
fn best_policy_takes_no_more_than_was_sent() {
    for case in cases() {
        let session = case.session();
        for direction in 0..session.directions().len() {
            let sizes = Indexing::ALL.map(|indexing| {
                let plan = Plan {
                    choices: Choices::Policy(indexing),
                    ..Plan::AS_SENT
                };
                run(&session, direction, plan, &[]).tried.totals.bytes
            });
            let sent = session.summary(direction).unwrap().wire_bytes;
            let at = format!("{} direction {direction}", case.name);
            assert!(sizes.iter().min() <= Some(&sent), "{at}: {sizes:?}, {sent}");
        }
    }
}

#[test]
fn sorts_entries() {
    for case in cases() {
        let session = case.session();
        let what_if = run(&session, 0, Plan::AS_SENT, &[]);
        let saved = |descending, from, to| -> Vec<i64> {
            let window = what_if.entries(true, EntryOrder::Saved, descending, from, to);
            window.entries.iter().map(|entry| entry.saved).collect()
        };
        let all = saved(true, 0, usize::MAX);
        assert!(all.is_sorted_by(|a, b| a >= b));
        assert!(saved(false, 0, usize::MAX).is_sorted());
        let some = all.get(1..3.min(all.len())).unwrap_or_default();
        assert_eq!(saved(true, 1, 3), some);
        assert!(saved(true, 9_999_999, 3).is_empty());
    }
}
