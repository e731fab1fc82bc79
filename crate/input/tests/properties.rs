//! Octets in every notation read back to themselves, each from the text that
//! spells it; and no input, however broken, does more than be refused.

use std::{fs, path::Path};

use input::paste::{self, Blocks, Format, Options, Paste};
use proptest::prelude::*;

fn read_as(text: &str, format: Option<Format>) -> Paste {
    let options = Options {
        blocks: Blocks::Blank,
        format,
        ..Options::default()
    };
    paste::read(text.as_bytes(), &options).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn octets(paste: &Paste) -> Vec<u8> {
    paste
        .blocks
        .iter()
        .flat_map(|block| block.octets.clone())
        .collect()
}

fn joined(octets: &[u8], between: &str, spell: impl Fn(u8) -> String) -> String {
    octets
        .iter()
        .map(|&octet| spell(octet))
        .collect::<Vec<_>>()
        .join(between)
}

fn xxd(octets: &[u8], pairs: bool) -> String {
    let mut dump = String::new();
    for (n, row) in octets.chunks(16).enumerate() {
        let cells: Vec<String> = row
            .chunks(if pairs { 2 } else { 1 })
            .map(|cell| cell.iter().map(|octet| format!("{octet:02x}")).collect())
            .collect();
        let characters: String = row
            .iter()
            .map(|&octet| {
                if (32..127).contains(&octet) {
                    octet as char
                } else {
                    '.'
                }
            })
            .collect();
        dump += &format!("{:08x}: {:<47}  {characters}\n", n * 16, cells.join(" "));
    }
    dump
}

proptest! {
    #[test]
    fn hex_reads_back(octets_in in prop::collection::vec(any::<u8>(), 1..80), between in prop::sample::select(vec!["", " ", ":", "-", "\n", ", "])) {
        let text = joined(&octets_in, between, |octet| format!("{octet:02x}"));
        let paste = read_as(&text, Some(Format::Hex));
        prop_assert_eq!(&octets(&paste), &octets_in);
        for block in &paste.blocks {
            for (octet, place) in block.octets.iter().zip(&block.places) {
                let spelled = &text[place.start as usize..place.end as usize];
                prop_assert_eq!(spelled, format!("{octet:02x}"));
            }
        }
    }

    #[test]
    fn prefixed_hex_reads_back(octets_in in prop::collection::vec(any::<u8>(), 1..60)) {
        let text = format!("{{{}}}", joined(&octets_in, ", ", |octet| format!("0x{octet:x}")));
        let paste = read_as(&text, Some(Format::Hex));
        prop_assert_eq!(&octets(&paste), &octets_in);
        let place = paste.blocks[0].places[0];
        prop_assert_eq!(&text[place.start as usize..place.end as usize], format!("0x{:x}", octets_in[0]));
    }

    #[test]
    fn decimals_read_back(octets_in in prop::collection::vec(any::<i8>(), 1..60)) {
        let text = format!("{octets_in:?}");
        let paste = read_as(&text, Some(Format::Decimal));
        let expected: Vec<u8> = octets_in.iter().map(|&octet| octet as u8).collect();
        prop_assert_eq!(&octets(&paste), &expected);
        for (octet, place) in octets_in.iter().zip(&paste.blocks[0].places) {
            prop_assert_eq!(&text[place.start as usize..place.end as usize], octet.to_string());
        }
    }

    #[test]
    fn dumps_read_back(octets_in in prop::collection::vec(any::<u8>(), 1..200), pairs in any::<bool>()) {
        let text = xxd(&octets_in, pairs);
        let paste = read_as(&text, Some(Format::Hexdump));
        prop_assert_eq!(&octets(&paste), &octets_in);
        for (octet, place) in octets_in.iter().zip(&paste.blocks[0].places) {
            prop_assert_eq!(&text[place.start as usize..place.end as usize], format!("{octet:02x}"));
        }
    }

    #[test]
    fn escapes_read_back(octets_in in prop::collection::vec(any::<u8>(), 1..80)) {
        let text = format!("b\"{}\"", octets_in.escape_ascii());
        let paste = read_as(&text, Some(Format::Escaped));
        prop_assert_eq!(&octets(&paste), &octets_in);
        for (octet, place) in octets_in.iter().zip(&paste.blocks[0].places) {
            prop_assert_eq!(&text[place.start as usize..place.end as usize], octet.escape_ascii().to_string());
        }
    }

    #[test]
    fn percent_reads_back(octets_in in prop::collection::vec(any::<u8>(), 1..80)) {
        let text = joined(&octets_in, "", |octet| format!("%{octet:02X}"));
        prop_assert_eq!(octets(&read_as(&text, Some(Format::Percent))), octets_in);
    }

    #[test]
    fn bits_read_back(octets_in in prop::collection::vec(any::<u8>(), 1..40)) {
        let text = joined(&octets_in, " ", |octet| format!("{octet:08b}"));
        prop_assert_eq!(octets(&read_as(&text, Some(Format::Bits))), octets_in);
    }

    #[test]
    fn any_octets_are_one_block_or_refused(input in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = paste::read(&input, &Options::default());
        if let Ok(paste) = paste::read(&input, &Options { format: Some(Format::Binary), ..Options::default() }) {
            prop_assert_eq!(octets(&paste), input);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9a-fxX\\\\'\"\\[\\]{}()<>:;,|*.# \n\tbuO…é=%/-]{0,120}") {
        for format in Format::all().iter().map(|format| Some(*format)).chain([None]) {
            for blocks in [Blocks::Auto, Blocks::Blank, Blocks::Lines] {
                check(text.as_bytes(), &Options { blocks, format, ..Options::default() });
            }
        }
    }

    #[test]
    fn a_damaged_sample_is_read_or_refused(which in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>(), with in any::<u8>(), how in 0..4) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/paste");
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
        check(&input, &Options::default());
    }
}

/// Reads, and looks that each octet has a place in the input.
fn check(input: &[u8], options: &Options) {
    match paste::read(input, options) {
        Ok(paste) => {
            let length = paste.transcoded.as_ref().map_or(input.len(), String::len);
            for block in &paste.blocks {
                assert!(!block.octets.is_empty());
                assert_eq!(block.octets.len(), block.places.len());
                assert!(
                    block
                        .places
                        .iter()
                        .all(|place| place.start < place.end && place.end as usize <= length)
                );
            }
        }
        Err(refusal) => {
            assert!(!refusal.message.is_empty());
            assert!(
                refusal
                    .offset
                    .is_none_or(|offset| offset <= 3 * input.len())
            );
        }
    }
}
