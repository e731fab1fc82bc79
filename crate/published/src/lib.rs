//! The first steps of a program that depends on `hpack-core`: decode the blocks
//! of a connection, and limit hostile ones.

#![cfg(test)]

use std::ops::ControlFlow;

use hpack_core::{Code, Decoder, Limits};

/// RFC 7541 C.6: three responses on one connection, with a dynamic table of
/// 256 bytes and Huffman coding.
const C_6: [(&str, &[&str]); 3] = [
    (
        "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3",
        &[
            ":status: 302",
            "cache-control: private",
            "date: Mon, 21 Oct 2013 20:13:21 GMT",
            "location: https://www.example.com",
        ],
    ),
    (
        "4883640effc1c0bf",
        &[
            ":status: 307",
            "cache-control: private",
            "date: Mon, 21 Oct 2013 20:13:21 GMT",
            "location: https://www.example.com",
        ],
    ),
    (
        "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
        &[
            ":status: 200",
            "cache-control: private",
            "date: Mon, 21 Oct 2013 20:13:22 GMT",
            "location: https://www.example.com",
            "content-encoding: gzip",
            "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
        ],
    ),
];

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn the_responses_of_c_6() {
    let mut decoder = Decoder::new(256);
    for (block, expected) in C_6 {
        let mut fields = Vec::new();
        decoder
            .decode(&bytes(block), |field| {
                let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                fields.push(format!("{}: {}", text(field.name), text(field.value)));
            })
            .unwrap();
        assert_eq!(fields, expected);
    }
}

/// An entry of more than 4,000 bytes and a thousand references to it.
fn bomb() -> Vec<u8> {
    let mut block = vec![0x40, 0x01, b'x', 0x7f, 0xa1, 0x1e];
    block.extend([b'v'; 4000]);
    block.extend([0xbe; 1000]);
    block
}

#[test]
fn a_bomb_is_stopped_by_the_closure() {
    let mut taken = 0;
    let mut decoder = Decoder::default().with_limits(Limits::NONE);
    let result = decoder.decode(&bomb(), |field| {
        taken += field.value.len();
        if taken > 16_384 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(result, Ok(()), "a stop is no error");
    assert_eq!(taken, 5 * 4000);
}

#[test]
fn a_bomb_is_stopped_by_a_limit() {
    let cases = [
        (
            Limits::NONE.with_header_list(16_384),
            Code::HeaderListLimit,
            4,
        ),
        (
            Limits::NONE.with_string(3999),
            Code::StringLimit,
            0,
        ),
    ];
    for (limits, code, handed_out) in cases {
        let mut fields = 0;
        let refused = Decoder::default()
            .with_limits(limits)
            .decode(&bomb(), |_| fields += 1);
        assert_eq!((refused.unwrap_err().code(), fields), (code, handed_out));
    }
}
