//! Random header blocks printed in every format in which people paste them,
//! whole and damaged. The answer to each text is the right octets, a refusal,
//! or a reading that says what it chose or what is damaged: never other octets
//! in silence.
//!
//! `NEVER_WRONG_TEXTS` sets how many texts are tried, `NEVER_WRONG_SEED` which;
//! `NEVER_WRONG_REPORT` names a file for the whole report, and
//! `NEVER_WRONG_LIST` one for a line for each text that was read wrong or noted
//! without need. `NEVER_WRONG_ONLY` names such a list: its texts are tried again.
//! `scripts/never-wrong.mjs` runs a million.

mod blocks;
mod damage;
mod formats;
mod judge;
mod random;
mod records;
mod report;

use std::{env, fs, io::Write, thread};

use blocks::Wire;
use damage::DAMAGES;
use formats::{Format, Sides};
use input::paste::{Content, Paste};
use judge::Verdict;
use random::{Choices, Random};
use report::{Example, NONE, Report};

/// How many texts an ordinary run tries.
const TEXTS: usize = 10_000;

/// Which texts an ordinary run tries.
const SEED: usize = 1;

fn number(name: &str, otherwise: usize) -> usize {
    env::var(name)
        .ok()
        .map_or(otherwise, |number| number.parse().expect("a whole number"))
}

fn described(blocks: &[Wire]) -> String {
    let described: Vec<String> = blocks
        .iter()
        .map(|block| {
            let hex: String = block
                .octets
                .iter()
                .map(|octet| format!("{octet:02x}"))
                .collect();
            match block.sender {
                input::Sender::Unknown => hex,
                sender => format!("{sender:?} {hex}"),
            }
        })
        .collect();
    described.join(" | ")
}

/// What was read, how, and what was said without need.
fn described_reading(paste: &Paste, verdict: Verdict, is_agreed: bool) -> String {
    let mut read = format!("{} ({}", described(&judge::blocks(paste)), paste.detail);
    if verdict == Verdict::Noted {
        let said: Vec<&str> = paste.problems.iter().map(|p| p.message.as_str()).collect();
        read += &format!("; {}", said.join(" | "));
    }
    if paste.content != Content::Blocks {
        read += ", taken for frames or packets";
    }
    if !is_agreed {
        read += "; the reader of plain hex says otherwise";
    }
    read + ")"
}

/// Adds a line to the list of `NEVER_WRONG_LIST`.
fn list(verdict: Verdict, (format, damage): report::Pair, whole: Option<&str>, own: &Example) {
    let Ok(file) = env::var("NEVER_WRONG_LIST") else {
        return;
    };
    let Example {
        text,
        wanted,
        read,
        n,
    } = own;
    let line =
        format!("{verdict:?}\t{format}\t{damage}\t{n}\t{whole:?}\t{text:?}\t{wanted}\t{read}\n");
    let file = fs::OpenOptions::new().create(true).append(true).open(file);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.expect("the list can be written");
}

/// Tries text `n` of a format: every fourth whole, the others damaged.
fn try_one(format: &'static Format, seed: u64, n: usize, report: &mut Report) {
    let mut random = Random::of(seed, format.name, n);
    let mut wanted = blocks::session(&mut random, format.sides != Sides::Unsaid);
    wanted.truncate(format.most);
    if format.sides == Sides::Unsaid {
        for block in &mut wanted {
            block.sender = input::Sender::Unknown;
            block.limits.clear();
        }
    }
    let mut choices = Choices::new(Random::of(seed, format.name, !n));
    let whole = (format.print)(&mut choices, &wanted);
    let damage = &DAMAGES[random.below(DAMAGES.len())];
    let text = match n % 4 {
        0 => whole.clone(),
        _ => damage.apply(&mut random, &whole),
    };
    let (damage, whole) = match text == whole {
        true => (NONE, None),
        false => (damage.name, Some(whole)),
    };
    let read = judge::read(&text);
    let mut verdict = judge::verdict(&read, &wanted, format.sides, whole.as_deref());
    let is_agreed = judge::is_agreed(&read, &text);
    if !is_agreed {
        verdict = Verdict::Wrong;
    }
    if let (Verdict::Wrong | Verdict::Noted, Ok(paste)) = (verdict, &read) {
        if damage != NONE && verdict == Verdict::Wrong && is_agreed {
            let is_broken = judge::is_broken(&judge::blocks(paste), &wanted);
            verdict = match judge::judged(format, &choices, &wanted, &text, paste) {
                Verdict::Wrong if is_broken => Verdict::Broken,
                verdict => verdict,
            };
        }
        if verdict == Verdict::Wrong || (verdict == Verdict::Noted && damage == NONE) {
            let example = Example {
                text,
                wanted: described(&wanted),
                read: described_reading(paste, verdict, is_agreed),
                n,
            };
            list(verdict, (format.name, damage), whole.as_deref(), &example);
            report.keep((format.name, damage), example);
        }
    }
    report.count((format.name, damage), verdict);
}

/// Tries `texts` texts, shared out evenly among the formats.
fn try_all(texts: usize, seed: u64) -> Report {
    let formats: Vec<&'static Format> = formats::all().collect();
    let each = texts.div_ceil(formats.len());
    let parts = thread::available_parallelism().map_or(1, |count| count.get());
    let mut report = Report::default();
    thread::scope(|scope| {
        let part = |part: usize| {
            let formats = &formats;
            move || {
                let mut report = Report::default();
                for format in formats {
                    for n in (part..each).step_by(parts) {
                        try_one(format, seed, n, &mut report);
                    }
                }
                report
            }
        };
        let running: Vec<_> = (0..parts).map(|n| scope.spawn(part(n))).collect();
        for one in running {
            report.merge(one.join().expect("no text makes the reader panic"));
        }
    });
    report
}

#[test]
fn no_text_is_read_wrong_in_silence() {
    let texts = number("NEVER_WRONG_TEXTS", TEXTS);
    let seed = number("NEVER_WRONG_SEED", SEED);
    let report = try_all(texts, seed as u64);
    match env::var("NEVER_WRONG_REPORT") {
        Ok(file) => fs::write(file, report.to_string()).expect("the report can be written"),
        Err(_) => println!("{report}"),
    }
    assert!(report.total().of(Verdict::Right) + report.total().of(Verdict::Noted) > texts / 4);
    // Of others a few in a million are read wrong.
    if texts != TEXTS || seed != SEED {
        return;
    }
    let wrong: Vec<String> = report
        .wrong()
        .map(|((format, damage), count)| format!("{format} / {damage}: {count}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "read wrong in silence:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn texts_of_a_list_are_tried_again() {
    let Ok(file) = env::var("NEVER_WRONG_ONLY") else {
        return;
    };
    let list = fs::read_to_string(file).expect("the list can be read");
    let seed = number("NEVER_WRONG_SEED", SEED) as u64;
    let mut report = Report::default();
    for line in list.lines().filter(|line| line.starts_with("Wrong")) {
        let mut parts = line.split('\t').skip(1);
        let (name, n) = (parts.next(), parts.nth(1).and_then(|n| n.parse().ok()));
        let format = formats::all().find(|format| Some(format.name) == name);
        let (format, n) = format.zip(n).expect("a line of a list");
        try_one(format, seed, n, &mut report);
    }
    println!("{report}");
}

#[test]
fn a_text_is_printed_again_from_its_choices() {
    for format in formats::all() {
        let mut random = Random::of(SEED as u64, format.name, 0);
        let blocks = blocks::session(&mut random, format.sides != Sides::Unsaid);
        let mut choices = Choices::new(random);
        let text = (format.print)(&mut choices, &blocks);
        let again = (format.print)(&mut choices.again(), &blocks);
        assert_eq!(text, again, "{}", format.name);
    }
}
