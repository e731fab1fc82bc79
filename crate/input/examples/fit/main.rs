//! Fits the weights of the reader of pasted text to labelled texts.
//!
//! `fit` measures the table as it is: right, refused and wrong for each set,
//! and each text that is not right.
//! `fit --cross` measures weights fitted without the texts that they are tried on.
//! `--one` fits once instead of three times, for a quick comparison.
//! `fit --write` fits to all texts and rewrites the table.
//! `fit --show NAME` prints the rows of the candidates of a text.
//! `fit --without` measures each feature left out.

mod data;

use std::{collections::BTreeMap, env, fs, process::ExitCode};

use data::{Case, Grade, load};
use input::paste::fit::{Prepared, Weights, fit};

const SEEDS: u64 = 3;
const FOLDS: usize = 5;

type Tally = BTreeMap<String, [usize; 3]>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|one| one == name);
    let cases = load();
    let weights = Weights::default();
    if has("--cross") || has("--write") {
        let seeds = if has("--one") { 1 } else { SEEDS };
        let prepared: Vec<Option<Prepared>> = cases
            .iter()
            .map(|case| Prepared::new(&case.sample))
            .collect();
        let start = Weights::start();
        let crossed = has("--cross").then(|| cross(&cases, &prepared, &start, seeds));
        if let Some(tally) = &crossed {
            println!("cross-validated: {}", show(tally));
        }
        if has("--write") {
            let all: Vec<&Prepared> = prepared.iter().flatten().collect();
            let fitted = fit_all(&all, &start, seeds);
            let (tally, misses) = measure(&cases, &fitted);
            print_misses(&misses);
            println!("all weights: {}", show(&tally));
            write(&fitted, crossed.as_ref(), &tally);
        }
        return ExitCode::SUCCESS;
    }
    if let Some(at) = arguments.iter().position(|one| one == "--show") {
        let name = arguments.get(at + 1).map_or("", String::as_str);
        for case in cases.iter().filter(|case| case.sample.name.contains(name)) {
            let explained = Prepared::new(&case.sample).map(|one| one.explain(&weights));
            println!(
                "{}: {:?}\n{}",
                case.sample.name,
                case.read(&weights),
                explained.unwrap_or_default()
            );
        }
        return ExitCode::SUCCESS;
    }
    let (tally, misses) = measure(&cases, &weights);
    print_misses(&misses);
    println!("{}", show(&tally));
    if has("--without") {
        for (name, ..) in weights.rows() {
            let (tally, _) = measure(&cases, &weights.without(name));
            println!("{name}: {}", show(&tally));
        }
    }
    ExitCode::SUCCESS
}

fn print_misses(misses: &[(&Case, Grade, String)]) {
    for (case, grade, answer) in misses {
        println!("{grade:?} {} {}: {answer}", case.set, case.sample.name);
    }
}

fn measure<'c>(cases: &'c [Case], weights: &Weights) -> (Tally, Vec<(&'c Case, Grade, String)>) {
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

fn cross(cases: &[Case], prepared: &[Option<Prepared>], start: &Weights, seeds: u64) -> Tally {
    let mut tally = Tally::new();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&n| (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20);
    for fold in 0..FOLDS {
        let is_in = |place: usize| place % FOLDS == fold;
        let train: Vec<&Prepared> = order
            .iter()
            .enumerate()
            .filter(|one| !is_in(one.0))
            .filter_map(|one| prepared[*one.1].as_ref())
            .collect();
        let fitted = fit_all(&train, start, seeds);
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

fn fit_all(samples: &[&Prepared], start: &Weights, seeds: u64) -> Weights {
    let fitted: Vec<Weights> = (1..=seeds).map(|seed| fit(samples, start, seed)).collect();
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
    let path = testing::repository().join("crate/input/src/paste/weights.rs");
    let mut text = "//! Weights of the evidence, in tenths of a bit: among words, and in a text\n//! without words. Written by `cargo run --release --example fit -- --cross --write`.\n//!\n//! Texts that are right / refused / wrong:\n".to_owned();
    for (name, tally) in [("cross-validated", crossed), ("all", Some(all))] {
        for (set, [right, refused, wrong]) in tally.into_iter().flatten() {
            text += &format!("//! - {name}, {set}: {right} / {refused} / {wrong}\n");
        }
    }
    text += "\n/// One row for each [`Feature`](super::evidence::Feature), in its order.\n#[rustfmt::skip]\npub(super) const WEIGHTS: &[(&str, i16, i16)] = &[\n";
    for (name, words, strict) in weights.rows() {
        text += &format!("    (\"{name}\", {words}, {strict}),\n");
    }
    text += "];\n";
    fs::write(path, text).expect("the table can be written");
}
