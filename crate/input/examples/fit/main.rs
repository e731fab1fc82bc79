//! Fits the weights of the reader of pasted text to labelled texts.
//!
//! `fit` measures the table as it is: right, refused and wrong for each set,
//! and each text that is not right.
//! `fit --cross` measures weights fitted without the texts that they are tried on;
//! `fit --seeds` in five ways of dividing and ordering the texts, with the medians.
//! `fit --write` fits on from the table and rewrites it, if that loses no text that
//! was right and gains one; with `--force`, in any case.
//! `fit --show NAME` prints the rows of the candidates of a text, or of a file.
//! `fit --without A,B` measures without these features, also with the above;
//! `fit --without` each feature left out.

mod data;

use std::{collections::BTreeMap, env, fs, path::PathBuf, process::ExitCode};

use data::{Case, Grade, load};
use input::paste::fit::{Prepared, Weights, fit};

const SEEDS: u64 = 3;
const FOLDS: usize = 5;

type Tally = BTreeMap<String, [usize; 3]>;

/// A text that is not right, and how it is read.
type Miss<'c> = (&'c Case, Grade, String);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|one| one == name);
    let value = |name: &str| {
        let at = arguments.iter().position(|one| one == name)?;
        Some(arguments.get(at + 1).map_or("", String::as_str))
    };
    let without: Vec<&str> = value("--without").unwrap_or_default().split(',').collect();
    let table = fs::read_to_string(table()).expect("the table is there");
    let weights = Weights::parse(&table).without(&without);
    if let Some(name) = value("--show") {
        show_candidates(name, &weights);
        return ExitCode::SUCCESS;
    }
    let cases = load();
    let (tally, misses) = measure(&cases, &weights);
    if !["--cross", "--write", "--seeds"].iter().any(|one| has(one)) {
        print_misses(&misses);
        println!("{}", show(&tally));
        if value("--without") == Some("") {
            for (name, ..) in weights.rows() {
                let (tally, _) = measure(&cases, &weights.without(&[name]));
                println!("{name}: {}", show(&tally));
            }
        }
        return ExitCode::SUCCESS;
    }
    let prepare = |case: &Case| Prepared::new(&case.sample);
    let prepared: Vec<Option<Prepared>> = cases.iter().map(prepare).collect();
    if has("--seeds") {
        let all: Vec<Tally> = (0..5)
            .map(|n| cross(&cases, &prepared, &without, n))
            .collect();
        all.iter().for_each(|tally| println!("{}", show(tally)));
        println!("medians: {}", show(&medians(&all)));
        return ExitCode::SUCCESS;
    }
    let crossed = has("--cross").then(|| cross(&cases, &prepared, &without, 0));
    if let Some(tally) = &crossed {
        println!("cross-validated: {}", show(tally));
    }
    println!("all weights: {}", show(&tally));
    if !has("--write") {
        return ExitCode::SUCCESS;
    }
    let all: Vec<&Prepared> = prepared.iter().flatten().collect();
    let fitted = fit_all(&all, &weights, &without, 0);
    // The fit knows neither long texts nor what is read without weighing, and the
    // table is rounded: what is really read decides how far to go.
    let lost = |now: &[Miss<'_>]| {
        let is_old = |one: &Miss<'_>| misses.iter().any(|old| std::ptr::eq(old.0, one.0));
        now.iter().filter(|one| !is_old(one)).count()
    };
    let steps = [8, 4, 2, 1].map(|part| {
        let step = weights.towards(&fitted, part);
        let (tally, misses) = measure(&cases, &step);
        (lost(&misses), misses.len(), step, tally, misses)
    });
    let best = steps.into_iter().min_by_key(|step| (step.0, step.1));
    let (lost, missed, fitted, tally, now) = best.expect("there are steps");
    print_misses(&now);
    println!("fitted: {}", show(&tally));
    if (lost > 0 || missed >= misses.len()) && !has("--force") {
        println!(
            "{lost} texts that were right are lost, {missed} are missed after {}: the table stays as it is (--force)",
            misses.len()
        );
        return ExitCode::FAILURE;
    }
    write(&fitted, crossed.as_ref(), &tally);
    ExitCode::SUCCESS
}

fn table() -> PathBuf {
    testing::repository().join("crate/input/src/paste/weights.rs")
}

/// Prints the evidence for the best candidates of a text by its name, or of a file.
fn show_candidates(name: &str, weights: &Weights) {
    let file = fs::read(name).ok().map(|text| Case::new(name, text));
    let named = || {
        load()
            .into_iter()
            .filter(|case| case.sample.name.contains(name))
    };
    let cases = file.map_or_else(|| named().collect(), |case| vec![case]);
    for case in cases {
        let explained = Prepared::new(&case.sample).map(|one| one.explain(weights));
        let (name, read) = (&case.sample.name, case.read(weights));
        println!("{name}: {read:?}\n{}", explained.unwrap_or_default());
    }
}

fn print_misses(misses: &[Miss<'_>]) {
    for (case, grade, answer) in misses {
        println!("{grade:?} {} {}: {answer}", case.set, case.sample.name);
    }
}

fn measure<'c>(cases: &'c [Case], weights: &Weights) -> (Tally, Vec<Miss<'c>>) {
    let mut tally = Tally::new();
    let mut misses = Vec::new();
    for case in cases {
        let answer = case.read(weights);
        let grade = case.grade(&answer);
        tally.entry(case.set.clone()).or_default()[grade as usize] += 1;
        if grade != Grade::Right {
            let text = match &answer {
                Ok(blocks) => format!("{blocks:?}"),
                Err(message) => message.clone(),
            };
            misses.push((case, grade, text));
        }
    }
    (tally, misses)
}

/// The median of each number.
fn medians(all: &[Tally]) -> Tally {
    let of_set = |set: &String| {
        let median = |grade: usize| {
            let mut counts: Vec<usize> = all.iter().map(|tally| tally[set][grade]).collect();
            counts.sort_unstable();
            counts[counts.len() / 2]
        };
        (set.clone(), [0, 1, 2].map(median))
    };
    all[0].keys().map(of_set).collect()
}

/// Measures in five folds, each with weights fitted to the others, in one of many
/// ways to divide and order the texts.
fn cross(cases: &[Case], prepared: &[Option<Prepared>], without: &[&str], way: u64) -> Tally {
    let start = Weights::start().without(without);
    let mut tally = Tally::new();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&n| (n as u64 + 1000 * way).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20);
    for fold in 0..FOLDS {
        let is_in = |place: usize| place % FOLDS == fold;
        let train: Vec<&Prepared> = order
            .iter()
            .enumerate()
            .filter(|one| !is_in(one.0))
            .filter_map(|one| prepared[*one.1].as_ref())
            .collect();
        let fitted = fit_all(&train, &start, without, way);
        for (place, &n) in order.iter().enumerate() {
            if is_in(place) {
                let grade = cases[n].grade(&cases[n].read(&fitted));
                tally.entry(cases[n].set.clone()).or_default()[grade as usize] += 1;
                if grade != Grade::Right {
                    println!(
                        "  fold {fold}: {grade:?} {} {}",
                        cases[n].set, cases[n].sample.name
                    );
                }
            }
        }
    }
    tally
}

fn fit_all(samples: &[&Prepared], start: &Weights, without: &[&str], way: u64) -> Weights {
    let one = |seed| fit(samples, start, way * SEEDS + seed, without);
    let fitted: Vec<Weights> = (1..=SEEDS).map(one).collect();
    Weights::mean(&fitted)
}

fn show(tally: &Tally) -> String {
    let one = |(set, [right, refused, wrong]): (&String, &[usize; 3])| {
        format!("{set} {right} / {refused} / {wrong}")
    };
    tally.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Rewrites the table.
fn write(weights: &Weights, crossed: Option<&Tally>, all: &Tally) {
    let mut text = "//! Weights of the evidence, in tenths of a bit: among words, and in a text\n//! without words. Written by `cargo run --release --example fit -- --cross --write`.\n//!\n//! Texts that are right / refused / wrong:\n".to_owned();
    for (name, tally) in [("cross-validated", crossed), ("all", Some(all))] {
        for (set, [right, refused, wrong]) in tally.into_iter().flatten() {
            text += &format!("//! - {name}, {set}: {right} / {refused} / {wrong}\n");
        }
    }
    text += "\n/// One row for each [`Feature`](crate::feature::Feature), in its order.\n#[rustfmt::skip]\npub(super) const WEIGHTS: &[(&str, i16, i16)] = &[\n";
    for (name, words, strict) in weights.rows() {
        text += &format!("    (\"{name}\", {words}, {strict}),\n");
    }
    text += "];\n";
    fs::write(table(), text).expect("the table can be written");
}
