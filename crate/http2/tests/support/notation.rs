//! A notation for frames and connections.
//!
//! A frame is `type.flags.stream:payload`, with the stream in decimal and the rest
//! in hex; `*9` after the payload repeats it, `/9` truncates the frame to 9 bytes.
//! Abbreviations are `preface`, `ack`, `set:1=256,3=9`, `noise`, and `G1` for the
//! block of a GET on stream 1, or `g1` and `c1` for its two frames.

use http2::{Opening, PREFACE, Sender};

use super::{Kept, hex};

fn frame(text: &str) -> Vec<u8> {
    let (text, cut) = text.split_once('/').unwrap_or((text, ""));
    let mut bytes = match text.split_once(':').unwrap_or((text, "")) {
        ("preface", _) => PREFACE.to_vec(),
        ("noise", _) => b"<p>apples, pears, plums</p>".to_vec(),
        ("ack", _) => header(4, 1, 0, &[]),
        ("set", list) => header(4, 0, 0, &settings(list)),
        (head, payload) => match head.split('.').collect::<Vec<_>>()[..] {
            [kind, flags, stream] => {
                let byte = |digits| u8::from_str_radix(digits, 16).expect("hex digits");
                let (payload, times) = payload.split_once('*').unwrap_or((payload, "1"));
                let payload = hex(payload).repeat(times.parse().expect("a number"));
                header(
                    byte(kind),
                    byte(flags),
                    stream.parse().expect("a stream"),
                    &payload,
                )
            }
            _ => {
                let (what, stream) = head.split_at(1);
                let head = match what {
                    "G" => "1.4",
                    "g" => "1.0",
                    "c" => "9.4",
                    _ => panic!("{text} is not a frame"),
                };
                frame(&format!("{head}.{stream}:828684"))
            }
        },
    };
    if !cut.is_empty() {
        bytes.truncate(cut.parse().expect("a number"));
    }
    bytes
}

fn header(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    testing::hostile::build::frame(kind, flags, stream, payload)
}

fn settings(list: &str) -> Vec<u8> {
    let pairs = list.split(',').filter_map(|pair| pair.split_once('='));
    let number = |text: &str| text.parse::<u32>().expect("a number").to_be_bytes();
    let pair = |(id, value)| [&number(id)[2..], &number(value)].concat();
    pairs.flat_map(pair).collect()
}

pub(crate) fn frames(text: &str) -> Vec<Vec<u8>> {
    text.split_whitespace().map(frame).collect()
}

/// Reads a connection: frames, after `>` of the client, after `<` of the server,
/// after `~` of an unknown sender; `-9` for 9 missing bytes, `-?` for an unknown
/// number; and `end`.
pub(crate) fn run(opening: Opening, text: &str) -> Kept {
    let mut kept = Kept::new(opening);
    kept.run(text);
    kept
}

impl Kept {
    /// Continues like [`run`].
    pub(crate) fn run(&mut self, text: &str) {
        let mut sender = Sender::Client;
        for word in text.split_whitespace() {
            match (word, word.strip_prefix('-')) {
                (">", _) => sender = Sender::Client,
                ("<", _) => sender = Sender::Server,
                ("~", _) => sender = Sender::Unknown,
                ("end", _) => self.finish(sender),
                (_, Some(count)) => self.lose(sender, count.parse().ok()),
                _ => self.push(sender, &frame(word)),
            }
        }
    }

    /// Kinds of the events: `F` a frame, `B` a block, `L` a loss, `E` an error, `N`
    /// a note.
    pub(crate) fn kinds(&self) -> String {
        let kind = |event: &super::Owned| match event {
            super::Owned::Frame(..) => 'F',
            super::Owned::Block(block) if block.missing.is_some() => 'C',
            super::Owned::Block(_) => 'B',
            super::Owned::Lost(_) => 'L',
            super::Owned::Error(_) => 'E',
            super::Owned::Note(..) => 'N',
        };
        self.events.iter().map(kind).collect()
    }

    /// Limit changes before each block, after `?` if the limit was unknown.
    pub(crate) fn limits(&self) -> String {
        let block = |block: &&super::OwnedBlock| {
            let unknown = if block.limit_unknown { "?" } else { "" };
            let changes: Vec<_> = block.limit_changes.iter().map(u32::to_string).collect();
            format!("[{unknown}{}]", changes.join(","))
        };
        self.blocks().iter().map(block).collect()
    }
}
