use std::{cell::Cell, rc::Rc};

use super::*;
use crate::{
    Task,
    statistics::{Looks, NARROW},
    trust::{Level, trust},
};

#[derive(Default)]
struct World {
    now: Cell<f64>,
    random: Cell<u64>,
}

struct Simulated {
    world: Rc<World>,
    each: f64,
    /// Largest relative error of a batch.
    noise: f64,
    output: &'static [u8],
    runs: Rc<Cell<u32>>,
}

impl Task for Simulated {
    fn run(&mut self, times: u32) {
        self.runs.set(self.runs.get() + times);
        let random = &self.world.random;
        let next = random.get().wrapping_mul(6_364_136_223_846_793_005);
        random.set(next.wrapping_add(1_442_695_040_888_963_407));
        let chance = (random.get() >> 40) as f64 / f64::from(1 << 23) - 1.0;
        let took = self.each * f64::from(times) * (1.0 + self.noise * chance);
        self.world.now.set(self.world.now.get() + took);
    }

    fn output(&mut self) -> Vec<u8> {
        self.output.to_vec()
    }
}

fn work() -> RaceWork {
    RaceWork {
        stage: "huffman".to_owned(),
        workload: "w".to_owned(),
        unit: Unit::Byte,
        amount: 10.0,
        operations: 1.0,
        expected: b"right".to_vec(),
    }
}

type Engine = (&'static str, f64, &'static [u8]);

/// Races simulated engines. Returns their outcomes and numbers of runs.
fn race(engines: &[Engine], noise: f64, seed: u64) -> (Vec<Outcome>, Vec<u32>) {
    let world = Rc::new(World::default());
    world.random.set(seed);
    let runs: Vec<Rc<Cell<u32>>> = engines.iter().map(|_| Rc::default()).collect();
    let candidate = |(&(engine, each, output), runs): (&Engine, &Rc<Cell<u32>>)| Candidate {
        engine: engine.to_owned(),
        task: Box::new(Simulated {
            world: Rc::clone(&world),
            each,
            noise,
            output,
            runs: Rc::clone(runs),
        }),
    };
    let candidates = engines.iter().zip(&runs).map(candidate).collect();
    let mut tick = || {
        world.now.set(world.now.get() + 20.0);
        world.now.get()
    };
    let mut runner = Runner::new(Plan::NATIVE, work(), candidates, 0, &mut tick);
    let mut calls = 0;
    while !runner.is_done() {
        assert!((0.0..1.0).contains(&runner.progress()));
        runner.run_for(&mut tick, 1e6);
        calls += 1;
    }
    let timed = runner.lanes.iter().any(|lane| lane.mismatch.is_none());
    assert!(!timed || calls > 10, "exceeded the budget");
    let runs = runs.iter().map(|runs| runs.get()).collect();
    (runner.outcomes(), runs)
}

#[test]
fn times_ratios_and_verdicts() {
    let engines: [Engine; 4] = [
        ("base", 100.0, b"right"),
        ("fast", 50.0, b"right"),
        ("same", 100.0, b"right"),
        ("slow", 150.0, b"right"),
    ];
    let expected = [
        (10.0, 1.0, Verdict::Baseline),
        (5.0, 0.5, Verdict::Faster),
        (10.0, 1.0, Verdict::NoDifference),
        (15.0, 1.5, Verdict::Slower),
    ];
    let (outcomes, _) = race(&engines, 0.0, 1);
    for (outcome, (time, ratio, verdict)) in outcomes.iter().zip(expected) {
        let estimate = outcome.time.unwrap();
        assert!((estimate.median / time - 1.0).abs() < 1e-3, "{outcome:?}");
        assert!((outcome.ratio.unwrap() / ratio - 1.0).abs() < 1e-3);
        assert_eq!(outcome.samples.len(), Plan::NATIVE.heats.first as usize);
        if outcome.engine != "same" {
            assert_eq!(outcome.verdict, Some(verdict));
        }
    }
}

#[test]
fn reports_mismatches_without_timing() {
    let engines: [Engine; 2] = [("base", 100.0, b"right"), ("wrong", 1.0, b"rigid")];
    let (outcomes, runs) = race(&engines, 0.0, 1);
    assert_eq!(runs[1], 0);
    assert!(outcomes[1].time.is_none() && outcomes[1].verdict.is_none());
    assert_eq!(
        outcomes[1].mismatch,
        Some(Mismatch {
            at: 3,
            expected: b"ht".to_vec(),
            found: b"id".to_vec(),
            expected_bytes: 5,
            found_bytes: 5,
        })
    );
    assert!(outcomes[0].time.is_some());
}

#[test]
fn no_ratios_if_the_baseline_mismatches() {
    let engines: [Engine; 2] = [("wrong", 1.0, b"righ"), ("right", 100.0, b"right")];
    let (outcomes, _) = race(&engines, 0.0, 1);
    assert!(outcomes[1].time.is_some());
    assert_eq!(outcomes[1].verdict, None);
    let (none, _) = race(&engines[..1], 0.0, 1);
    assert!(none[0].time.is_none());
}

const SAME: [Engine; 2] = [("base", 100.0, b"right"), ("same", 100.0, b"right")];

#[test]
fn races_until_intervals_are_narrow() {
    let Looks { first, most } = Plan::NATIVE.heats;
    // Noise, fewest and most rounds, and level of trust.
    for (noise, least, rounds, level) in [
        (0.0, first, first, Level::Quiet),
        (0.02, first, first, Level::Quiet),
        (0.06, 2 * first, most, Level::Restless),
        (0.5, most, most, Level::Unsure),
    ] {
        for seed in 0..10 {
            let (outcomes, _) = race(&SAME, noise, seed);
            let taken = outcomes[1].samples.len() as u32;
            assert!((least..=rounds).contains(&taken), "{noise}: {taken}");
            assert!((taken / first).is_power_of_two() && taken.is_multiple_of(first));
            let trust = trust(outcomes.iter().map(|one| (one.workload.as_str(), one))).unwrap();
            assert_eq!(trust.level, level, "{noise}: {}", trust.sentence);
            let is_narrow = outcomes[1].within.unwrap() <= NARROW;
            assert_eq!(is_narrow, level != Level::Unsure);
        }
    }
}

#[test]
fn each_heat_has_new_instances_and_a_second_baseline() {
    const HEATS: u32 = 13;
    let world = Rc::new(World::default());
    let created = Rc::new(Cell::new(0));
    let create = {
        let (world, created) = (Rc::clone(&world), Rc::clone(&created));
        move |engine: &str| {
            created.set(created.get() + 1);
            Some(Candidate {
                engine: engine.to_owned(),
                task: Box::new(Simulated {
                    world: Rc::clone(&world),
                    each: if engine == "base" { 100.0 } else { 50.0 },
                    noise: 0.1,
                    output: b"right",
                    runs: Rc::default(),
                }),
            })
        }
    };
    let plan = Plan {
        heats: Looks::once(HEATS),
        rounds: 3,
        ..Plan::QUICK
    };
    let candidates = ["base", "fast"].into_iter().filter_map(&create).collect();
    let mut tick = || {
        world.now.set(world.now.get() + 20.0);
        world.now.get()
    };
    let mut runner = Runner::new(plan, work(), candidates, 0, &mut tick).with_instances(create);
    let mut heats = 0;
    while !runner.is_done() {
        heats += u32::from(runner.run_heat(&mut tick, f64::INFINITY));
    }
    assert_eq!(heats, HEATS);
    // The two, a second baseline, and new ones of all three after each heat.
    assert_eq!(created.get(), 3 + 3 * HEATS);
    let outcomes = runner.outcomes();
    assert_eq!(outcomes.len(), 2);
    let noise = outcomes[1].noise.unwrap();
    let ratio = outcomes[1].ratio.unwrap();
    assert!(noise > 0.0);
    assert!(outcomes[1].ratio_low.unwrap() <= ratio / (1.0 + noise));
    assert!(outcomes[1].ratio_high.unwrap() >= ratio * (1.0 + noise));
    assert_eq!(outcomes[1].samples.len() as u32, 3 * HEATS);
    assert_eq!(outcomes[1].verdict, Some(Verdict::Faster));
}

/// The interval has a confidence of 99.9%.
#[test]
fn equal_engines_have_no_detectable_difference() {
    for noise in [0.05, 0.3] {
        for seed in 0..100 {
            let (outcomes, _) = race(&SAME, noise, seed);
            assert_eq!(outcomes[1].verdict, Some(Verdict::NoDifference), "{seed}");
        }
    }
}
