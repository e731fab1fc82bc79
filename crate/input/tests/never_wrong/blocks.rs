//! Random header blocks of the kinds that connections have: several over one
//! dynamic table, of both directions, and the examples of RFC 7541.

use hpack::{
    Encoder, FieldLine,
    encoder::{Chooser, HuffmanUse, Indexing, Policy},
};
use input::Sender;

use crate::random::Random;

/// A header block, and what the text is to say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wire {
    pub(crate) octets: Vec<u8>,
    pub(crate) sender: Sender,
    /// Settings that are acknowledged before it.
    pub(crate) limits: Vec<u32>,
}

impl Wire {
    pub(crate) fn new(octets: Vec<u8>, sender: Sender) -> Wire {
        Wire {
            octets,
            sender,
            limits: Vec::new(),
        }
    }
}

/// RFC 7541, Appendix C: requests without and with Huffman coding, responses.
const APPENDIX_C: [&[&str]; 4] = [
    &[
        "828684410f7777772e6578616d706c652e636f6d",
        "828684be58086e6f2d6361636865",
        "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
    ],
    &[
        "828684418cf1e3c2e5f23a6ba0ab90f4ff",
        "828684be5886a8eb10649cbf",
        "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
    ],
    &[
        "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d",
        "4803333037c1c0bf",
    ],
    &[
        "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3",
        "4883640effc1c0bf",
    ],
];

/// The smallest blocks that mean something.
const SMALL: [&str; 12] = [
    "82",
    "88",
    "8286",
    "828684",
    "8286848a",
    "88be",
    "bebf",
    "4101610f0d",
    "4001610162",
    "2082",
    "3fe11f82",
    "0f0d0131",
];

/// A header field's name, and values it may have.
type Named = (&'static str, &'static [&'static str]);

const REQUEST: [Named; 12] = [
    (
        "user-agent",
        &["curl/8.5.0", "Mozilla/5.0 (X11)", "grpc-go/1.60.1"],
    ),
    ("accept", &["*/*", "text/html", "application/json"]),
    ("accept-encoding", &["gzip, deflate", "br"]),
    ("cookie", &["a=1", "session=4b1d; theme=dark"]),
    ("authorization", &["Bearer 82.86", "Basic YTpi"]),
    ("content-type", &["application/grpc", "text/plain"]),
    ("te", &["trailers"]),
    ("x-id", &["1234567890", "0x82", "82 86 84", "a|b"]),
    ("referer", &["https://a.example/?q=1&r=\"2\""]),
    ("x-quote", &["it's \"so\"", "\\x82\\n", "c:\\a", "%82%86"]),
    ("x-utf8", &["é", "日本", "\u{9}tab"]),
    ("grpc-timeout", &["1S"]),
];

const RESPONSE: [Named; 10] = [
    ("server", &["nginx", "Apache/2.4"]),
    ("date", &["Sat, 21 Nov 2026 10:00:00 GMT"]),
    (
        "content-type",
        &["text/html; charset=utf-8", "application/json"],
    ),
    ("content-length", &["0", "82", "1024"]),
    ("cache-control", &["no-cache", "max-age=3600"]),
    ("etag", &["\"5f-82\"", "W/\"1\""]),
    ("location", &["/", "https://www.example.com/a?b=c"]),
    ("set-cookie", &["a=b; Path=/; HttpOnly"]),
    ("vary", &["accept-encoding"]),
    ("x-trace", &["00-82868441-01", "====", "    "]),
];

fn octets(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .bytes()
        .filter_map(|digit| (digit as char).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits.chunks(2).map(|two| two[0] << 4 | two[1]).collect()
}

/// What one side of a connection writes.
struct Side {
    encoder: Encoder,
    chooser: Chooser,
    sender: Sender,
}

impl Side {
    fn new(random: &mut Random, sender: Sender) -> Side {
        let indexing = random.pick(&Indexing::ALL);
        let mut policy = Policy::of(indexing);
        if random.one_in(3) {
            policy.huffman = random.pick(&[HuffmanUse::Never, HuffmanUse::Always]);
        }
        Side {
            encoder: Encoder::new(4096),
            chooser: Chooser::new(policy),
            sender,
        }
    }

    fn block(&mut self, random: &mut Random) -> Wire {
        let (mut fields, more): (_, &[Named]) = match self.sender {
            Sender::Server => (
                vec![(":status", random.pick(&["200", "304", "404", "302", "103"]))],
                &RESPONSE,
            ),
            _ => (
                vec![
                    (":method", random.pick(&["GET", "POST", "PUT"])),
                    (":scheme", random.pick(&["https", "http"])),
                    (
                        ":path",
                        random.pick(&["/", "/index.html", "/a?b=c%20d", "/p1"]),
                    ),
                    (
                        ":authority",
                        random.pick(&["www.example.com", "a.example:8080"]),
                    ),
                ],
                &REQUEST,
            ),
        };
        for _ in 0..random.below(4) {
            let (name, values) = random.pick(more);
            fields.push((name, random.pick(values)));
        }
        let lines: Vec<FieldLine<'_>> = fields
            .iter()
            .map(|(name, value)| FieldLine::new(name.as_bytes(), value.as_bytes()))
            .collect();
        let mut block = Wire::new(Vec::new(), self.sender);
        if random.one_in(12) {
            let limit = random.pick(&[0, 256, 4096]);
            block.limits.push(limit);
            self.encoder.acknowledge_limit(limit);
        }
        self.encoder
            .encode(&mut self.chooser, &lines, &mut block.octets)
            .expect("it is legal");
        block
    }
}

/// A text's blocks, one to four. Where `both`, some are the server's.
pub(crate) fn session(random: &mut Random, both: bool) -> Vec<Wire> {
    let count = random.pick(&[1, 1, 1, 2, 2, 3, 4]);
    let sender = |random: &mut Random, n: usize| match both && (n % 2 == 1 || random.one_in(4)) {
        true => Sender::Server,
        false => Sender::Client,
    };
    match random.below(10) {
        0 | 1 => random
            .pick(&APPENDIX_C)
            .iter()
            .take(count)
            .enumerate()
            .map(|(n, hex)| Wire::new(octets(hex), sender(random, n)))
            .collect(),
        2..5 => (0..count)
            .map(|n| Wire::new(octets(random.pick(&SMALL)), sender(random, n)))
            .collect(),
        5 => (0..count)
            .map(|n| Wire::new(binary(random), sender(random, n)))
            .collect(),
        _ => {
            let mut sides = [Sender::Client, Sender::Server].map(|side| Side::new(random, side));
            let first = if both { 0 } else { random.below(2) };
            (0..count)
                .map(|n| {
                    let server = both && sender(random, n) == Sender::Server;
                    sides[if server { 1 } else { first }].block(random)
                })
                .collect()
        }
    }
}

/// A literal field whose value is any octets.
fn binary(random: &mut Random) -> Vec<u8> {
    let length = random.below(24);
    let mut block = vec![0x88, 0x00, 0x01, b'x', length as u8];
    block.extend((0..length).map(|_| random.octet()));
    block
}
