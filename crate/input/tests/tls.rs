//! TLS connections recorded by `lab/tls-fixtures.mjs` in `tls.jsonl`: whole,
//! damaged, from the middle, and with parts of the key log.

use std::{collections::BTreeMap, fs, ops::Range};

use http2::{Arrival, Event, Input, Sender};
use input::{
    Options, Problem, Reader,
    capture::{
        self, Sink, Tls as About,
        tls::{KeyLog, Output, Tls},
    },
};
use testing::hex;

/// A recorded connection. Its lines are the key log's (`k`), application data
/// (`e>`, `e<`), and the bytes of each TCP segment in hex (`>` from the client,
/// `<` from the server).
#[derive(Clone, Default)]
struct Recording {
    keys: String,
    expected: [String; 2],
    chunks: Vec<(Sender, Vec<u8>)>,
}

impl Recording {
    fn parse(lines: &[String]) -> Self {
        let mut recording = Self::default();
        for line in lines {
            let (mark, rest) = line.split_once(' ').unwrap();
            let text = || String::from_utf8(hex(rest)).unwrap();
            match mark {
                "k" => recording.keys += &format!("{rest}\n"),
                "e>" => recording.expected[0] = text(),
                "e<" => recording.expected[1] = text(),
                ">" => recording.chunks.push((Sender::Client, hex(rest))),
                "<" => recording.chunks.push((Sender::Server, hex(rest))),
                _ => panic!("{line}"),
            }
        }
        recording
    }

    fn all() -> BTreeMap<String, Self> {
        let recordings = include_str!("tls.jsonl").lines();
        let recordings = recordings.map(|one| {
            let (name, lines): (String, Vec<String>) = serde_json::from_str(one).unwrap();
            (name, Self::parse(&lines))
        });
        recordings.collect()
    }

    fn read(name: &str) -> Self {
        Self::all().remove(name).unwrap()
    }

    /// Chunks after the handshake that are exactly one record of application
    /// data: their indices and the line in each.
    fn lines(&self) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut before = [0, 0];
        let mut got = Got::new(&self.keys);
        for at in 0..self.chunks.len() {
            got.push(self, at);
            let (sender, chunk) = &self.chunks[at];
            let side = side(*sender);
            let text = &got.text[side][before[side]..];
            let length = 5 + usize::from(u16::from_be_bytes([chunk[3], chunk[4]]));
            if chunk[0] == 23 && length == chunk.len() && !text.is_empty() {
                lines.push((at, text.to_owned()));
            }
            before[side] = got.text[side].len();
        }
        assert!(lines.len() > 8);
        lines
    }

    fn without(&self, label: &str) -> String {
        let kept = self.keys.lines().filter(|line| !line.starts_with(label));
        kept.fold(String::new(), |keys, line| keys + line + "\n")
    }
}

fn arrival(packet: usize) -> Arrival {
    let packet = packet as u32 + 1;
    Arrival { packet, nanos: 0 }
}

fn side(sender: Sender) -> usize {
    usize::from(sender == Sender::Server)
}

/// A reader with its recorded output.
#[derive(Default)]
struct Got {
    keys: KeyLog,
    tls: Tls,
    text: [String; 2],
    about: About,
    lost: Vec<(Sender, Option<u64>, u32, String)>,
    problems: Vec<String>,
    reversed: bool,
}

impl Got {
    fn new(keys: &str) -> Self {
        let mut got = Self::default();
        got.keys.read("key log", keys.as_bytes());
        got
    }

    fn read(&mut self, sender: Sender, input: Input<&[u8]>) {
        self.tls
            .read(&mut self.keys, sender, input, &mut |output| match output {
                Output::Data(sender, text, _) => {
                    self.text[side(sender)] += &String::from_utf8_lossy(text);
                }
                Output::Lost(sender, bytes, arrival, why) => {
                    self.lost.push((sender, bytes, arrival.packet, why));
                }
                Output::About(about) => self.about = about.clone(),
                Output::Problem(_, message) | Output::Event(_, message) => {
                    self.problems.push(message)
                }
                Output::Reversed => self.reversed = true,
            });
    }

    fn bytes(&mut self, sender: Sender, bytes: &[u8], packet: usize) {
        self.read(sender, Input::Bytes(bytes, arrival(packet)));
    }

    fn lose(&mut self, sender: Sender, bytes: Option<u64>, packet: usize) {
        self.read(sender, Input::Lost(bytes, arrival(packet)));
    }

    fn push(&mut self, recording: &Recording, at: usize) {
        let (sender, chunk) = &recording.chunks[at];
        self.bytes(*sender, chunk, at);
    }

    fn finish(mut self) -> Self {
        self.read(Sender::Client, Input::End);
        self
    }

    /// Passes each chunk from `first` on to `act`.
    fn play(
        mut self,
        recording: &Recording,
        first: usize,
        mut act: impl FnMut(&mut Self, usize, Sender, &[u8]),
    ) -> Self {
        for (at, (sender, chunk)) in recording.chunks.iter().enumerate().skip(first) {
            act(&mut self, at, *sender, chunk);
        }
        self.finish()
    }

    fn whole(recording: &Recording, keys: &str) -> Self {
        Self::new(keys).play(recording, 0, |got, at, sender, chunk| {
            got.bytes(sender, chunk, at)
        })
    }
}

/// Recordings that cannot be decrypted, with the reason.
const UNREADABLE: [(&str, &str); 2] = [
    ("11-cbc", "TLS 1.1 cannot be decrypted here"),
    ("13-ccm", "TLS_AES_128_CCM_SHA256 cannot be decrypted here"),
];

#[test]
fn decrypts_every_recording() {
    for (name, recording) in Recording::all() {
        let got = Got::whole(&recording, &recording.keys);
        let about = &got.about;
        if name == "13-alert" {
            let ended = "The server ended the TLS connection with the alert HandshakeFailure";
            assert!(got.problems[0].starts_with(ended), "{:?}", got.problems);
            continue;
        }
        assert_eq!(about.server_name.as_deref(), Some("example.test"), "{name}");
        if let Some((_, why)) = UNREADABLE.iter().find(|(closed, _)| *closed == name) {
            assert!(
                about.missing.as_ref().unwrap().contains(why),
                "{name}: {about:?}"
            );
            assert_eq!(got.text, ["", ""]);
            continue;
        }
        assert_eq!(got.text, recording.expected, "{name}");
        assert_eq!(got.lost, [], "{name}");
        assert_eq!(about.missing, None, "{name}");
        assert_eq!(about.alpn.as_deref(), Some("h2"), "{name}");
        let is_12 = name.starts_with("12");
        let version = if is_12 { "TLS 1.2" } else { "TLS 1.3" };
        assert_eq!(about.version, Some(version), "{name}");
        let resumes = name.ends_with("-resumed") || name == "13-early";
        assert_eq!(about.resumed, resumes, "{name}");
        let refused = usize::from(name == "13-early-refused");
        assert_eq!(got.problems.len(), refused, "{name}: {:?}", got.problems);
    }
}

#[test]
fn decrypts_in_any_segmentation_and_order() {
    for (name, recording) in Recording::all() {
        if UNREADABLE.iter().any(|(closed, _)| *closed == name) || name == "13-alert" {
            continue;
        }
        let cut = Got::new(&recording.keys).play(&recording, 0, |got, at, sender, chunk| {
            chunk.chunks(1).for_each(|byte| got.bytes(sender, byte, at));
        });
        assert_eq!(cut.text, recording.expected, "{name}, byte by byte");

        // One direction before the other, as captured on two interfaces.
        // Renegotiation changes the keys twice and so depends on the order.
        if name == "12-renegotiation" {
            continue;
        }
        for first in [Sender::Client, Sender::Server] {
            let mut ordered = recording.clone();
            ordered.chunks.sort_by_key(|(sender, _)| *sender != first);
            let got = Got::whole(&ordered, &recording.keys);
            assert_eq!(got.lost, [], "{name}, {first:?} first");
            assert_eq!(got.text, recording.expected, "{name}, {first:?} first");
        }
    }
}

/// Recordings with many records.
const LONG: &str = "12-cbc-sha384 12-cbc-sha384-etm 12-gcm 12-chacha 13-aes128 13-aes256 13-chacha";

/// Damage to one record.
#[derive(Clone, Debug)]
enum Harm {
    /// These bytes are missing; whether their number is known.
    Lost(Range<usize>, bool),
    /// This byte is changed.
    Changed(usize),
    /// Unrelated bytes precede it.
    Strange(&'static [u8]),
}

#[test]
fn recovers_from_a_damaged_record() {
    for name in LONG.split(' ') {
        let recording = Recording::read(name);
        let lines = recording.lines();
        for (number, (harmed, line)) in lines.iter().enumerate() {
            let (sender, chunk) = &recording.chunks[*harmed];
            let all = chunk.len();
            let harms = [
                Harm::Lost(0..all, true),
                Harm::Lost(0..all, false),
                Harm::Lost(0..3, true),
                Harm::Lost(2..9, true),
                Harm::Lost(3..all, true),
                Harm::Lost(7..all, true),
                Harm::Lost(9..11, true),
                Harm::Lost(9..11, false),
                Harm::Changed(all - 1),
                Harm::Changed(9),
                Harm::Changed(0),
                Harm::Changed(1),
                Harm::Changed(3),
                Harm::Strange(b"\x17\x03\x03\x00\x20"),
                Harm::Strange(b"HTTP/1.1 200"),
            ];
            // Recovery needs further records.
            let mine = |(at, _): &&(usize, String)| recording.chunks[*at].0 == *sender;
            if lines[number..].iter().filter(mine).count() < 3 {
                continue;
            }
            for harm in harms {
                let case = format!("{name}, chunk {harmed}, {harm:?}");
                let got = Got::new(&recording.keys);
                let got = got.play(&recording, 0, |got, at, sender, chunk| match &harm {
                    Harm::Lost(range, is_known) if at == *harmed => {
                        got.bytes(sender, &chunk[..range.start], at);
                        got.lose(sender, is_known.then_some(range.len() as u64), at);
                        got.bytes(sender, &chunk[range.end..], at);
                    }
                    Harm::Changed(byte) if at == *harmed => {
                        let mut chunk = chunk.to_vec();
                        chunk[*byte] ^= 0x55;
                        got.bytes(sender, &chunk, at);
                    }
                    Harm::Strange(bytes) if at == *harmed => {
                        got.bytes(sender, bytes, at);
                        got.bytes(sender, chunk, at);
                    }
                    _ => got.bytes(sender, chunk, at),
                });
                let mut expected = recording.expected.clone();
                let text = &mut expected[side(*sender)];
                let found = &got.text[side(*sender)];
                if let Harm::Changed(3) | Harm::Strange(b"\x17\x03\x03\x00\x20") = harm {
                    // A length that is too long swallows the next record.
                    assert!(text.ends_with(&found[found.len() - 8..]), "{case}");
                } else if let Harm::Strange(_) = harm {
                    assert_eq!(got.text, expected, "{case}");
                } else {
                    let is_less = found.len() + line.len() < text.len();
                    assert!(!is_less, "{case}: {:?} {:?}", got.text, got.lost);
                    *text = text.replacen(line.as_str(), "", 1);
                    assert_eq!(got.text, expected, "{case}");
                }
                let [(who, bytes, packet, _)] = got.lost.as_slice() else {
                    panic!("{case}: {:?}", got.lost);
                };
                assert_eq!(who, sender, "{case}");
                assert!(*packet > *harmed as u32, "{case}");
                if let Some(bytes) = bytes {
                    assert_eq!(*bytes, line.len() as u64, "{case}");
                }
            }
        }
    }
}

/// Lines of every recording: a key log with many connections.
fn every_key() -> String {
    Recording::all()
        .values()
        .map(|recording| recording.keys.as_str())
        .collect()
}

#[test]
fn decrypts_from_the_middle() {
    let other = Recording::read("13-updates").keys;
    for name in LONG.split(' ') {
        let keys = other.clone() + &Recording::read(name).keys;
        let recording = Recording::read(name);
        let lines = recording.lines();
        for (start, _) in &lines[..lines.len() - 1] {
            // From the start or middle of a record, and with swapped roles.
            for (cut, mixed) in [(0, false), (2, false), (9, false), (0, true)] {
                if name.starts_with("12") && *start != lines[0].0 {
                    continue;
                }
                let case = format!("{name}, chunk {start}, byte {cut}, {mixed}");
                let mut expected = [String::new(), String::new()];
                let got = Got::new(&keys).play(&recording, *start, |got, at, sender, chunk| {
                    let cut = if at == *start { cut } else { 0 };
                    let is_known = if mixed { sender.peer() } else { sender };
                    got.bytes(is_known, &chunk[cut..], at);
                    let line = lines.iter().find(|(line, _)| *line == at && cut == 0);
                    expected[side(sender)] += line.map_or("", |(_, line)| line);
                });
                if name.starts_with("12") {
                    let missing = got.about.missing.unwrap_or_default();
                    let begins = missing.starts_with("The capture begins after");
                    assert!(begins, "{case}: {missing}");
                    assert_eq!(got.text, ["", ""], "{case}");
                    continue;
                }
                // Resynchronisation needs two consecutive records.
                let last = lines
                    .iter()
                    .rfind(|(at, _)| recording.chunks[*at].0 == recording.chunks[*start].0);
                if cut > 0 && last.is_none_or(|(at, _)| at <= start) {
                    continue;
                }
                assert_eq!(got.text, expected, "{case} {:?}", got.lost);
                assert_eq!(got.reversed, mixed, "{case}");
                assert_eq!(got.about.version, Some("TLS 1.3"), "{case}");
                let random = got.about.client_random.unwrap();
                assert!(recording.keys.contains(&random));
            }
        }
    }
}

#[test]
fn decrypts_without_a_hello() {
    let keys = every_key();
    // Index of the lost chunk, and whether the rest can be decrypted.
    let cases = [
        ("13-aes128", 0, true),
        ("13-aes128", 1, true),
        ("13-chacha", 0, true),
        ("13-chacha", 1, true),
        ("12-gcm", 0, true),
        ("12-gcm", 1, false),
    ];
    for (name, lost, readable) in cases {
        for is_known in [true, false] {
            let recording = Recording::read(name);
            let got = Got::new(&keys).play(&recording, 0, |got, at, sender, chunk| {
                if at == lost {
                    got.lose(sender, is_known.then_some(chunk.len() as u64), at);
                } else {
                    got.bytes(sender, chunk, at);
                }
            });
            let case = format!("{name}, chunk {lost}, {is_known}");
            if readable {
                assert_eq!(got.text, recording.expected, "{case}: {:?}", got.about);
            } else {
                assert_eq!(got.text, ["", ""], "{case}");
                let missing = got.about.missing.unwrap();
                let hello = "The ServerHello of client random";
                assert!(missing.starts_with(hello), "{case}: {missing}");
            }
        }
    }
}

#[test]
fn reports_missing_secrets() {
    // Label left out, which sides are decrypted, and the message.
    let cases = [
        ("13-aes256", "SERVER_HANDSHAKE", [true, true], ""),
        ("13-aes256", "CLIENT_HANDSHAKE", [true, true], ""),
        (
            "13-aes256",
            "SERVER_TRAFFIC",
            [true, false],
            "no SERVER_TRAFFIC_SECRET_0 for client random",
        ),
        (
            "13-aes256",
            "CLIENT_TRAFFIC",
            [false, true],
            "so nothing that the client sent",
        ),
        (
            "13-aes256",
            "",
            [false, false],
            "There is no key log with the secrets of client random",
        ),
        (
            "12-gcm",
            "",
            [false, false],
            "environment variable SSLKEYLOGFILE",
        ),
        ("13-early", "CLIENT_HANDSHAKE", [true, true], ""),
        ("13-early", "SERVER_HANDSHAKE", [true, true], ""),
    ];
    for (name, left_out, readable, said) in cases {
        let recording = Recording::read(name);
        let got = Got::whole(&recording, &recording.without(left_out));
        for side in [0, 1] {
            let text = if readable[side] {
                &*recording.expected[side]
            } else {
                ""
            };
            assert_eq!(got.text[side], text, "{name} without {left_out}");
        }
        assert_eq!(got.lost, [], "{name} without {left_out}");
        let missing = got.about.missing.unwrap_or_default();
        assert_eq!(
            missing.is_empty(),
            said.is_empty(),
            "{name} without {left_out}"
        );
        assert!(missing.contains(said), "{missing}");
        let names_server = missing.contains("(“example.test”)");
        assert!(names_server || said.is_empty(), "{missing}");
    }
}

#[test]
fn reports_early_data_without_secret_as_gap() {
    let recording = Recording::read("13-early");
    for more in ["CLIENT_EARLY", "CLIENT_EARLY_TRAFFIC", "EXPORTER"] {
        let got = Got::whole(&recording, &recording.without(more));
        let read = more == "EXPORTER";
        assert_eq!(got.text[0].contains("early data"), read);
        assert!(got.text[0].ends_with("one more line of the client\n"));
        assert_eq!(got.lost.len(), usize::from(!read));
        let secret = "CLIENT_EARLY_TRAFFIC_SECRET";
        assert!(read || got.lost[0].3.contains(secret), "{:?}", got.lost);
    }
}

#[test]
fn reports_secrets_that_do_not_fit() {
    for (name, other) in [("13-aes256", "13-updates"), ("12-gcm", "12-chacha")] {
        let recording = Recording::read(name);
        let keys = Recording::read(other).keys;
        let random = |keys: &str| keys.split(' ').nth(1).unwrap().to_owned();
        let keys = keys.replace(&random(&keys), &random(&recording.keys));
        let mut got = Got::new(&keys);
        for round in 0..8 {
            for at in if round == 0 { 0 } else { 5 }..recording.chunks.len() {
                got.push(&recording, at);
            }
        }
        let got = got.finish();
        assert_eq!(got.text, ["", ""]);
        let missing = got.about.missing.unwrap();
        assert!(missing.contains("open none of the records"), "{missing}");
    }
}

#[test]
fn decrypts_after_late_secrets() {
    for name in LONG.split(' ') {
        let recording = Recording::read(name);
        let lines = recording.lines();
        let from = lines[4].0;
        let got = Got::new("").play(&recording, 0, |got, at, sender, chunk| {
            if at == from {
                got.keys.read("key log", recording.keys.as_bytes());
            }
            got.bytes(sender, chunk, at);
        });
        let mut expected = [String::new(), String::new()];
        for (at, line) in &lines[4..] {
            expected[side(recording.chunks[*at].0)] += line;
        }
        assert_eq!(got.text, expected, "{name}");
        assert_eq!(got.lost.len(), 2, "{name}: {:?}", got.lost);
        assert_eq!(got.about.missing, None, "{name}");
    }
}

#[test]
fn decrypts_resumed_sessions() {
    for (first, second) in [
        ("12-ticket", "12-ticket-resumed"),
        ("12-session", "12-session-resumed"),
    ] {
        let (first, second) = (Recording::read(first), Recording::read(second));
        let before = Got::whole(&first, &first.keys);
        let got = Got {
            keys: before.keys,
            ..Got::default()
        };
        let got = got.play(&second, 0, |got, at, sender, chunk| {
            got.bytes(sender, chunk, at)
        });
        assert_eq!(got.text, second.expected);
        assert!(got.about.resumed);
    }

    // The old key log format names the session.
    let recording = Recording::read("12-session-resumed");
    let master = recording.keys.trim().rsplit(' ').next().unwrap();
    let hello = &recording.chunks[1].1;
    let session: String = hello[44..76]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let line = format!("RSA Session-ID:{session} Master-Key:{master}\n");
    let got = Got::whole(&recording, &line);
    assert_eq!(got.text, recording.expected);
}

#[test]
fn reports_a_cut_last_record() {
    let recording = Recording::read("13-aes128");
    let mut got = Got::new(&recording.keys);
    let (last, _) = recording.lines()[6].clone();
    for at in 0..last {
        got.push(&recording, at);
    }
    let (sender, chunk) = &recording.chunks[last];
    got.bytes(*sender, &chunk[..chunk.len() - 1], last);
    let got = got.finish();
    let expected = format!("is cut off: its {} bytes", chunk.len() - 1);
    assert!(got.problems[0].contains(&expected), "{:?}", got.problems);
}

/// Records the header blocks of a capture.
#[derive(Default)]
struct Blocks([Vec<Vec<u8>>; 2]);

impl Sink for Blocks {
    fn connection(&mut self, _: usize, _: &capture::About) {}
    fn event(&mut self, _: usize, event: Event<'_>) {
        if let Event::Block(block) = event {
            self.0[side(block.sender)].push(block.bytes.to_vec());
        }
    }
    fn problem(&mut self, _: Problem) {}
}

/// A capture without its first packets gives the last blocks of the whole.
#[test]
fn reads_captures_from_the_middle() {
    let folder = testing::data("captures");
    // First packet after the hellos, and the number of blocks from there on.
    for (name, after, count) in [
        ("d03-curl-nginx-tls13", 12, 15),
        ("d15-node-node-tls13-aes128", 12, 29),
        ("d09-chromium-nginx-tls13", 40, 29),
    ] {
        let file = fs::read(folder.join(name).with_extension("pcap")).unwrap();
        let keylog = fs::read(folder.join(name).with_extension("keys.log")).unwrap();
        let read = |file: &[u8]| {
            let mut blocks = Blocks::default();
            let mut reader = Reader::new(&Options {
                keylog: keylog.clone(),
                ..Options::default()
            });
            reader.push(file, &mut blocks).unwrap();
            reader.finish(&mut blocks).unwrap();
            blocks.0
        };
        let whole = read(&file);
        let mut rest = &file[24..];
        for packet in 0..after + 20 {
            if packet >= after && rest.len() > 16 {
                let blocks = read(&[&file[..24], rest].concat());
                for side in [0, 1] {
                    let fits = whole[side].ends_with(&blocks[side]);
                    assert!(fits, "{name} from packet {packet}");
                }
                if packet == after {
                    assert_eq!(blocks[0].len() + blocks[1].len(), count, "{name}");
                }
            }
            let length = u32::from_le_bytes(rest[8..12].try_into().unwrap()) as usize;
            rest = &rest[16 + length..];
        }
    }
}

/// Damage never makes up text, and reading always ends.
#[test]
fn survives_arbitrary_damage() {
    let other = Recording::read("13-updates").keys;
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for (name, recording) in Recording::all() {
        for _ in 0..5 {
            let got = Got::new(&(other.clone() + &recording.keys));
            let got = got.play(&recording, 0, |got, at, sender, chunk| {
                let mut chunk = chunk.to_vec();
                let (one, two) = (random(chunk.len()), random(chunk.len()));
                match random(12) {
                    0 => chunk[one] ^= 1 << random(8),
                    1 => chunk.truncate(one),
                    2 => drop(chunk.drain(one.min(two)..one.max(two))),
                    3 => chunk.extend_from_within(one.min(two)..one.max(two)),
                    4 => got.lose(sender, Some(one as u64), at),
                    5 => got.lose(sender, None, at),
                    _ => {}
                }
                got.bytes(sender, &chunk, at);
            });
            let known = [&recording.expected[0], &recording.expected[1]];
            for (text, known) in got.text.iter().zip(known) {
                for line in text.split_inclusive('\n') {
                    assert!(known.contains(line), "{name}: {line:?}");
                }
            }
        }
    }
}
