//! TLS with a key log: whatever comes, what is decrypted was in a record.
//! The input is text as in `input/tests/tls`, which is a good corpus to begin
//! with: `k` a line of the key log, `>` and `<` octets of either side in hex,
//! and here also `->` and `-<` the number of octets of that side that are
//! missing; anything but a number means that the number is unknown.

#![no_main]

use input::{
    Sender,
    capture::tls::{KeyLog, Output, Tls},
};
use libfuzzer_sys::fuzz_target;

/// What searching may cost: enough to find something, and not so much that
/// few inputs are tried.
const SEARCHING: u64 = 1 << 16;

fn hex(digits: &[u8]) -> Vec<u8> {
    let digit = |digit: u8| (digit as char).to_digit(16).unwrap_or(0) as u8;
    digits
        .chunks_exact(2)
        .map(|pair| digit(pair[0]) << 4 | digit(pair[1]))
        .collect()
}

fuzz_target!(|text: &[u8]| {
    let mut keys = KeyLog::searching(SEARCHING);
    let mut tls = Tls::new();
    let (mut pushed, mut got) = (0, 0);
    let mut take = |output: Output<'_>| {
        if let Output::Data(_, text, _) = output {
            got += text.len();
        }
    };
    for line in text.split(|&octet| octet == b'\n') {
        let (mark, rest) = line.split_at(
            line.iter()
                .position(|&octet| octet == b' ')
                .map_or(0, |at| at + 1),
        );
        let sender = if mark.contains(&b'>') {
            Sender::Client
        } else {
            Sender::Server
        };
        let arrival = Default::default();
        match mark {
            b"k " => drop(keys.read("key log", rest)),
            b"> " | b"< " => {
                let octets = hex(rest);
                pushed += octets.len();
                tls.push(&mut keys, sender, &octets, arrival, &mut take);
            }
            b"-> " | b"-< " => {
                let lost = std::str::from_utf8(rest)
                    .ok()
                    .and_then(|count| count.parse().ok());
                tls.lose(&mut keys, sender, lost, arrival, &mut take);
            }
            _ => {}
        }
    }
    tls.finish(&mut keys, &mut take);
    assert!(got <= pushed);
});
