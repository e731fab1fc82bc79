//! Captures with one trait each.

use hpack::{
    Encoder, FieldLine, Kind,
    encoder::{Choice, Huffman},
};
use http2::writer::{Framing, split};
use testing::hostile::build::{PREFACE, acknowledging, answer, frame, pcap_head, pcap_record, tcp};

const SEGMENT: usize = 1448;
const PUSH_ACK: u8 = 24;
const SYN: u8 = 2;

type Field<'a> = (&'a str, &'a str, Choice);

/// A request or response of which nothing but the start line matters.
const REQUEST: [u8; 3] = [0x82, 0x86, 0x84];
const RESPONSE: [u8; 1] = [0x88];

/// The captures with their names.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let literal = |kind, index| Choice::new(kind, Some(index));
    let large = "v".repeat(4000);
    let mut bomb = vec![("x", &*large, Choice::new(Kind::Incremental, None))];
    bomb.resize(1000, ("x", &*large, literal(Kind::Indexed, 62)));
    let crumbs = vec![("cookie", "a=b", literal(Kind::WithoutIndexing, 32)); 2000];
    let secret = (
        "authorization",
        "Bearer abcdef",
        literal(Kind::Incremental, 23),
    );
    let tildes = literal(Kind::WithoutIndexing, 58).with_huffman(Huffman::Never, Huffman::Always);
    let etags: Vec<String> = (0..10)
        .map(|one| format!("{one}{}", "e".repeat(999)))
        .collect();
    let churning = etags
        .iter()
        .map(|etag| vec![("etag", &**etag, literal(Kind::Incremental, 34))]);
    let of_client = |fields| capture(&requests(vec![fields]), &[RESPONSE.to_vec()]);
    vec![
        ("bomb.pcap", of_client(bomb)),
        ("churning.pcap", {
            let responses = blocks(&RESPONSE, churning);
            capture(&vec![REQUEST.to_vec(); responses.len()], &responses)
        }),
        ("crumbs.pcap", of_client(crumbs)),
        (
            "lengthened.pcap",
            of_client(vec![("user-agent", "~~~~~~~~", tildes)]),
        ),
        // Indexed in its first request, and referred to in its second.
        ("secret.pcap", {
            let again = ("authorization", "Bearer abcdef", literal(Kind::Indexed, 62));
            let requests = requests(vec![vec![secret], vec![again]]);
            capture(&requests, &vec![RESPONSE.to_vec(); 2])
        }),
    ]
}

fn requests(all: Vec<Vec<Field<'_>>>) -> Vec<Vec<u8>> {
    blocks(&REQUEST, all)
}

/// Encodes what one side sends, each block after `start`.
fn blocks<'a>(start: &[u8], all: impl IntoIterator<Item = Vec<Field<'a>>>) -> Vec<Vec<u8>> {
    let mut encoder = Encoder::default();
    let block = |fields: Vec<Field<'_>>| {
        let mut block = start.to_vec();
        for (name, value, choice) in fields {
            let field = FieldLine::new(name.as_bytes(), value.as_bytes());
            encoder.write(field, choice, &mut block);
        }
        block
    };
    all.into_iter().map(block).collect()
}

/// A capture of one connection in which each request is answered.
pub(crate) fn capture(requests: &[Vec<u8>], responses: &[Vec<u8>]) -> Vec<u8> {
    let mut sent = [1000_u32; 2];
    let mut out = pcap_head(0xffff);
    let mut send = |side: usize, flags: u8, bytes: &[u8]| {
        let segment = [tcp, answer][side](1, sent[side], flags, bytes);
        out.extend(pcap_record(&acknowledging(segment, sent[1 - side])));
        sent[side] += bytes.len() as u32 + u32::from(flags & SYN != 0);
    };
    send(0, SYN, &[]);
    send(1, SYN | 16, &[]);
    let settings = frame(4, 0, 0, &[]);
    send(0, PUSH_ACK, &[PREFACE, &settings].concat());
    send(1, PUSH_ACK, &settings);
    for (number, exchange) in requests.iter().zip(responses).enumerate() {
        let framing = Framing::headers(2 * number as u32 + 1, true);
        for (side, block) in [exchange.0, exchange.1].into_iter().enumerate() {
            let frames = split(block, &framing).unwrap();
            let bytes: Vec<u8> = frames
                .flat_map(|frame| [frame.head(), frame.payload].concat())
                .collect();
            for segment in bytes.chunks(SEGMENT) {
                send(side, PUSH_ACK, segment);
            }
        }
    }
    out
}
