//! Changes one character of a printed header block: the result is refused,
//! reported as doubtful, or visibly broken, and rarely silently different.

use std::collections::BTreeMap;

use hpack::decoder::{Decoder, Limits};
use input::paste::{self, Content, Options};

use super::print::{NOTATIONS, Notation, Random, session};
use crate::support::hex;

const TEXTS: usize = 10_000;

/// Minimum percentage of detectable changes that must be noticed.
const MIN_NOTICED: f64 = 97.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Refused,
    Noted,
    Same,
    DecodeError,
    /// Other bytes are printed exactly like this: the change is undetectable.
    OtherPrint,
    Silent,
}

fn change(text: &str, random: &mut Random) -> (&'static str, String) {
    let mut all: Vec<char> = text.chars().collect();
    let at = random.below(all.len());
    let edit = match random.below(3) {
        0 => {
            all.remove(at);
            "deleted"
        }
        1 => {
            all.insert(at, all[at]);
            "doubled"
        }
        _ => {
            let other = |random: &mut Random| char::from(b' ' + random.below(95) as u8);
            let old = all[at];
            while all[at] == old {
                all[at] = other(random);
            }
            "replaced"
        }
    };
    (edit, all.into_iter().collect())
}

fn judge(text: &str, block: &[u8], notation: &Notation, seed: u64) -> (Outcome, Vec<u8>) {
    let Ok(paste) = paste::read(text.as_bytes(), &Options::default()) else {
        return (Outcome::Refused, Vec::new());
    };
    let read: Vec<&[u8]> = paste.blocks.iter().map(|block| block.bytes).collect();
    let all = read.concat();
    let mut decoder = Decoder::new(4096).with_limits(Limits::NONE);
    let outcome = if paste.ambiguous.is_some() {
        Outcome::Refused
    } else if read == [block] {
        Outcome::Same
    } else if !paste.problems.is_empty() {
        Outcome::Noted
    } else if read
        .iter()
        .any(|block| decoder.decode(block, |_| ()).is_err())
    {
        Outcome::DecodeError
    } else if paste.content == Content::Blocks
        && (notation.print(&all, &mut Random(seed)).text).eq_ignore_ascii_case(text)
    {
        Outcome::OtherPrint
    } else {
        Outcome::Silent
    };
    (outcome, all)
}

#[test]
fn changed_characters_are_rarely_read_silently() {
    let mut outcomes: BTreeMap<Outcome, usize> = BTreeMap::new();
    let mut silent: BTreeMap<(&str, &str), (usize, String)> = BTreeMap::new();
    let mut random = Random(1);
    for n in 0..TEXTS {
        let notation = &NOTATIONS[n % NOTATIONS.len()];
        let block = session(&mut random, 1).remove(0);
        let seed = random.0;
        let printed = notation.print(&block, &mut random);
        let (edit, text) = change(&printed.text, &mut random);
        let (outcome, read) = judge(&text, &block, notation, seed);
        *outcomes.entry(outcome).or_default() += 1;
        if outcome == Outcome::Silent {
            let entry = silent.entry((&notation.name, edit)).or_default();
            entry.0 += 1;
            entry.1 = format!("{text}\n    {}", hex(&read));
        }
    }
    for ((name, edit), (count, example)) in &silent {
        println!("{count} {name}, {edit}: {example}");
    }
    let count = |outcome| outcomes.get(&outcome).copied().unwrap_or(0) as f64;
    let knowable = TEXTS as f64 - count(Outcome::OtherPrint);
    let noticed = 100.0 - 100.0 * count(Outcome::Silent) / knowable;
    println!("{outcomes:?}: {noticed:.2}% of detectable changes");
    assert!(noticed >= MIN_NOTICED, "only {noticed:.2}%");
}
