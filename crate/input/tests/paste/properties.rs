//! Any input is read or refused, with all of it accounted for. Bytes printed in
//! any notation are read back with the right places.

use std::fs;

use input::{
    Places,
    paste::{self, As, Blocks, Format, Options, Sides},
};
use proptest::prelude::*;

use super::print::{NOTATIONS, Random, Text, session};
use crate::support::{
    check::{check_parts, check_refusal},
    hex,
};

fn options() -> impl Strategy<Value = Options> {
    let part = prop::option::of((0..150_usize, 0..150_usize));
    (0..3_usize, 0..2_usize, 0..=9_usize, 0..3_usize, part).prop_map(
        |(blocks, sides, format, content, part)| Options {
            blocks: [Blocks::Auto, Blocks::Blank, Blocks::Lines][blocks],
            sides: [Sides::One, Sides::ByFields][sides],
            format: Format::all().get(format).copied(),
            content: [None, Some(As::Blocks), Some(As::Frames)][content],
            part: part.map(|(one, other)| one.min(other)..one.max(other)),
        },
    )
}

fn check(input: &[u8], options: &Options) {
    match paste::read(input, options) {
        Ok(paste) => check_parts(input, &paste),
        Err(refusal) => check_refusal(input, &refusal),
    }
}

enum Answer {
    Right,
    Unread(String),
    /// Other bytes or places, with a note.
    Doubted(String),
    Wrong(String),
}

fn read_back(printed: &Text, options: &Options, block: &[u8]) -> Answer {
    let paste = match paste::read(printed.text.as_bytes(), options) {
        Ok(paste) => paste,
        Err(refusal) => return Answer::Unread(refusal.to_string()),
    };
    if let Some(label) = paste.ambiguous {
        return Answer::Unread(label.message);
    }
    let all = paste.blocks.bytes();
    let places: Places = (0..paste.blocks.len())
        .flat_map(|number| paste.blocks.places(number).iter().collect::<Vec<_>>())
        .collect();
    let places = places.iter();
    let places = places.map(|place| place.start as usize..place.end as usize);
    let is_placed = places.eq(printed.spelled.iter().cloned());
    match (all == block, paste.problems.is_empty()) {
        (true, _) if is_placed => Answer::Right,
        (true, _) => Answer::Wrong("at other places".to_owned()),
        (false, true) => Answer::Wrong(hex(all)),
        (false, false) => Answer::Doubted(hex(all)),
    }
}

proptest! {
    #[test]
    fn reads_or_refuses_any_bytes(input in prop::collection::vec(any::<u8>(), 0..300), options in options()) {
        check(&input, &options);
    }

    #[test]
    fn reads_or_refuses_any_text(text in "[0-9a-fxX\\\\'\"\\[\\]{}()<>:;,|*.# \n\tbuO…é=%/+$&~^!?_`@A-]{0,150}", options in options()) {
        check(text.as_bytes(), &options);
    }

    #[test]
    fn reads_or_refuses_changed_samples(which in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>(), with in any::<u8>(), how in 0..4, options in options()) {
        let folder = testing::repository().join("tests/paste");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut input = fs::read(which.get(&files)).unwrap();
        input.truncate(20_000);
        if !input.is_empty() {
            let at = cut.index(input.len());
            match how {
                0 => input.truncate(at),
                1 => input[at] = with,
                2 => { input.remove(at); }
                _ => input.insert(at, with),
            }
        }
        check(&input, &options);
    }

    #[test]
    fn reads_back_any_bytes_in_every_notation(block in prop::collection::vec(any::<u8>(), 1..120), seed: u64) {
        // Another dialect can read these escapes differently.
        let dialects = ["octal escapes", "JavaScript", "braces", "LLVM"];
        for notation in NOTATIONS.iter().filter(|notation| !dialects.contains(&&notation.name[..])) {
            let printed = notation.print(&block, &mut Random(seed));
            let options = Options { blocks: Blocks::Blank, format: Some(notation.format()), content: Some(As::Blocks), ..Options::default() };
            if let Answer::Wrong(read) = read_back(&printed, &options, &block) {
                prop_assert!(false, "{}: {}\n{read}", notation.name, printed.text);
            }
        }
    }
}

#[test]
fn elements_begin_after_the_start_and_the_element_before() {
    for (text, start) in [
        ("a=%41%82%86%84", 5),
        ("b\"\\x82\\x86\\x84\"", 1),
        ("0   b'\\xb0\\xe6,'\n    b'\\x84-i'", 0),
    ] {
        let part = Some(start..text.len());
        let options = Options {
            part,
            ..Options::default()
        };
        check(text.as_bytes(), &options);
    }
}

const TEXTS: usize = 300;

#[test]
fn recognises_header_blocks_in_every_notation() {
    let mut failed = Vec::new();
    for (n, notation) in NOTATIONS.iter().enumerate() {
        let mut random = Random(n as u64);
        let (mut wrong, mut unread) = (Vec::new(), Vec::new());
        for n in 0..TEXTS {
            // A later block of a session refers to entries not in the text.
            let is_later = n % 4 == 3;
            let block = session(&mut random, 2).remove(usize::from(is_later));
            let printed = notation.print(&block, &mut random);
            let shown = |what: &str| format!("{}\n    {what}", printed.text);
            match read_back(&printed, &Options::default(), &block) {
                Answer::Wrong(what) => wrong.push(shown(&what)),
                Answer::Unread(what) | Answer::Doubted(what) if !is_later => {
                    unread.push(shown(&what));
                }
                _ => {}
            }
        }
        if !wrong.is_empty() || unread.len() * 25 > TEXTS {
            let counts = format!("{} wrong, {} not read", wrong.len(), unread.len());
            let example = wrong.first().or(unread.first());
            failed.push(format!(
                "{}: {counts}, such as {}",
                notation.name,
                example.unwrap()
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
