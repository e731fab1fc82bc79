//! Whatever octets a tool prints, and however its print is cut: recognition
//! gives those octets (of a print that is cut, the first of them), or
//! refuses. It never gives others.

use input::paste::{self, Blocks, Options};
use proptest::prelude::*;

type Print = fn(&[u8]) -> String;

fn rows(octets: &[u8], row: impl Fn(usize, &[u8], &str, &str) -> String) -> String {
    let line = |(n, octets): (usize, &[u8])| {
        let pairs: Vec<String> = octets
            .chunks(2)
            .map(|two| two.iter().map(|octet| format!("{octet:02x}")).collect())
            .collect();
        let characters: String = octets
            .iter()
            .map(|&octet| match octet {
                b' '..=b'~' => octet as char,
                _ => '.',
            })
            .collect();
        row(n * 16, octets, &pairs.join(" "), &characters)
    };
    octets.chunks(16).enumerate().map(line).collect()
}

fn spaced(octets: &[u8]) -> String {
    let pairs: Vec<String> = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    pairs.join(" ")
}

const PRINTS: [(&str, Print); 12] = [
    ("pairs", |octets| spaced(octets)),
    ("xxd", |octets| {
        rows(octets, |at, _, pairs, characters| {
            format!("{at:08x}: {pairs:<39}  {characters}\n")
        })
    }),
    ("xxd -g1", |octets| {
        rows(octets, |at, own, _, characters| {
            format!("{at:08x}: {:<47}  {characters}\n", spaced(own))
        })
    }),
    ("hexdump -C", |octets| {
        let rows = rows(octets, |at, own, _, characters| {
            format!("{at:08x}  {:<48}  |{characters}|\n", spaced(own))
        });
        format!("{rows}{:08x}\n", octets.len())
    }),
    ("od -tx1", |octets| {
        let rows = rows(octets, |at, own, _, _| {
            format!("{at:07o} {}\n", spaced(own))
        });
        format!("{rows}{:07o}\n", octets.len())
    }),
    ("od -Ax -tx1z", |octets| {
        let rows = rows(octets, |at, own, _, characters| {
            format!("{at:06x} {:<47}  >{characters}<\n", spaced(own))
        });
        format!("{rows}{:06x}\n", octets.len())
    }),
    ("RFC 7541", |octets| {
        rows(octets, |_, _, pairs, characters| {
            format!("   {pairs:<39} | {characters}\n")
        })
    }),
    ("Rust", |octets| format!("b\"{}\"", octets.escape_ascii())),
    ("C list", |octets| {
        let numbers: Vec<String> = octets
            .iter()
            .map(|octet| format!("0x{octet:02x}"))
            .collect();
        format!("{{{}}}", numbers.join(", "))
    }),
    ("Erlang", |octets| {
        let numbers: Vec<String> = octets.iter().map(u8::to_string).collect();
        format!("<<{}>>", numbers.join(","))
    }),
    ("Java", |octets| {
        let numbers: Vec<String> = octets
            .iter()
            .map(|&octet| (octet as i8).to_string())
            .collect();
        format!("[{}]", numbers.join(", "))
    }),
    ("log", |octets| {
        format!("2026-11-21 10:00:00 DEBUG block: {}", spaced(octets))
    }),
];

/// Octets of the kinds that header blocks hold.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    let octet = prop_oneof![any::<u8>(), 0x20..0x7fu8, 0x80..0xc0u8];
    prop::collection::vec(octet, 1..70)
}

fn read(text: &str) -> Option<(Vec<u8>, bool)> {
    let options = Options {
        blocks: Blocks::Blank,
        format: None,
        ..Options::default()
    };
    let paste = paste::read(text.as_bytes(), &options).ok()?;
    let octets = paste.blocks.iter().flat_map(|block| block.octets.clone());
    Some((octets.collect(), paste.problems.is_empty()))
}

proptest! {
    #[test]
    fn a_print_is_never_read_as_other_octets(printed in octets(), which in 0..PRINTS.len()) {
        let (name, print) = PRINTS[which];
        let text = print(&printed);
        if let Some((found, silent)) = read(&text) {
            prop_assert!(!silent || found == printed, "{name}:\n{text}\n{found:02x?}");
        }
    }

    #[test]
    fn a_print_that_is_cut_is_never_read_as_other_octets(printed in octets(), which in 0..PRINTS.len(), cut in any::<prop::sample::Index>()) {
        let (name, print) = PRINTS[which];
        let text = print(&printed);
        let text = &text[..cut.index(text.len())];
        // Of a first offset that is cut nothing tells that it is one.
        if text.len() <= 12 {
            return Ok(());
        }
        // A number that is cut among numbers of any length is another number.
        let last_is_cut = ["Erlang", "Java"].contains(&name);
        if let Some((found, silent)) = read(text) {
            prop_assert!(!silent || last_is_cut || printed.starts_with(&found), "{name}:\n{text}\n{found:02x?}");
        }
    }
}
