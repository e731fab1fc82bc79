//! TLS connections that a script of bytes describes, sealed with real keys:
//! what comes out is what was sealed, in order, and without damage all of it.

mod seal;
mod talk;

#[allow(dead_code, reason = "the reader uses all of it")]
#[path = "../../../src/capture/tls/derive.rs"]
mod derive;
#[allow(dead_code, reason = "the reader uses all of it")]
#[path = "../../../src/capture/tls/suite.rs"]
mod suite;
/// What those two take from the reader of key logs.
mod keylog {
    pub(super) const MASTER: usize = 48;
    pub(super) type Random = [u8; 32];
}

use http2::{Arrival, Input, Sender};
use input::capture::tls::{KeyLog, Output, Tls};
use testing::shaped::Script;

use talk::{Fate, Sent, Step, Talk};

/// What searching may cost, in bytes: enough for the holes here, and little
/// enough for many inputs to be tried.
const SEARCHING: u64 = 1 << 20;

/// The index of a sender.
fn side(sender: Sender) -> usize {
    usize::from(sender == Sender::Server)
}

/// What came out, checked as it comes.
struct Check<'a> {
    talk: &'a Talk,
    /// The next record of either side.
    next: [usize; 2],
    /// Whether something was said to be missing since the last data.
    lost: [bool; 2],
}

impl Check<'_> {
    fn output(&mut self, output: &Output<'_>) {
        match output {
            Output::Data(sender, text, _) => self.data(side(*sender), text),
            Output::Lost(sender, ..) => self.lost[side(*sender)] = true,
            _ => {}
        }
    }

    fn data(&mut self, at: usize, text: &[u8]) {
        let strict = self.talk.strict;
        let sent = &self.talk.sides[at].sent;
        let next = self.next[at];
        let fits = |sent: &Sent| match sent.fate {
            Fate::Whole => strict || sent.text == text,
            Fate::Harmed => false,
            // Without all secrets it cannot be told.
            Fate::Refused => !strict && sent.text == text,
        };
        let found = next + sent[next..].iter().position(fits).expect("it was sealed");
        assert_eq!(sent[found].text, text);
        let skipped = &sent[next..found];
        if strict && skipped.iter().any(|sent| sent.fate == Fate::Harmed) {
            assert!(self.lost[at], "what is missing is told");
        }
        self.next[at] = found + 1;
        self.lost[at] = false;
    }

    fn finish(&self) {
        for (side, next) in self.talk.sides.iter().zip(self.next) {
            let whole = |sent: &Sent| sent.fate == Fate::Whole;
            assert!(!self.talk.strict || !side.sent[next..].iter().any(whole));
        }
    }
}

/// What holds of every input: a script, or text where it begins with a
/// printable character.
///
/// # Panics
/// Where it does not.
pub(crate) fn check(input: &[u8]) {
    if input.first().is_some_and(|&byte| byte >= b' ') {
        text(input);
    } else {
        script(input);
    }
}

fn script(script: &[u8]) {
    let mut script = Script::new(script);
    let start = script.byte();
    let [flags, keys] = [script.byte(), script.byte()];
    let mut talk = Talk::new(&mut script, flags & 7, keys & 3 != 0);

    // Lines of the key log may be missing.
    let mut number = 0;
    talk.keys.retain(|_| {
        number += 1;
        keys >> (number - 1).min(7) & 1 == 0
    });
    // The handshake's secrets tell only what became of early data.
    talk.strict &= match (talk.is_13(), flags & 1) {
        (true, 0) => keys & 0x0c == 0,
        (true, _) => keys & 0x1f == 0,
        (false, _) => keys == 0,
    };
    // They may come late, and the capture may begin late.
    let late = usize::from(start >> 3);
    let skipped = usize::from(start & 7);
    talk.strict &= late == 0 && skipped == 0;

    // One direction may stand before the other.
    let mut steps = std::mem::take(&mut talk.steps);
    if let first @ 1..=2 = flags >> 4 & 3 {
        steps.sort_by_key(|(sender, _)| side(*sender) + 1 != usize::from(first));
        let size = |(_, step): &(Sender, Step)| match step {
            Step::Bytes(bytes) => bytes.len() + 64,
            Step::Lost(_) => 0,
        };
        let mut sent = talk.sides.iter().flat_map(|side| &side.sent);
        // An empty record that is lost is not among what was sent.
        let is_lost = |(_, step): &(Sender, Step)| matches!(step, Step::Lost(_));
        talk.strict &= steps.iter().map(size).sum::<usize>() < 1 << 16
            && talk.handshakes < 2
            && !steps.iter().any(is_lost)
            && !sent.any(|sent| sent.fate == Fate::Harmed);
    }

    let part = [usize::MAX, 1, 7, 1000][usize::from(flags >> 6)];
    let arrival = Arrival::default();
    let mut log = KeyLog::searching(SEARCHING);
    let mut tls = Tls::new();
    let mut check = Check {
        talk: &talk,
        next: [0; 2],
        lost: [false; 2],
    };
    let mut out = |output: Output<'_>| check.output(&output);
    for (at, (sender, step)) in steps.iter().enumerate() {
        if at == late {
            log.read("key log", talk.keys.join("\n").as_bytes());
        }
        if at < skipped {
            continue;
        }
        // Who is the client need not be known.
        let sender = if flags & 8 == 0 {
            *sender
        } else {
            sender.peer()
        };
        match step {
            Step::Bytes(bytes) => {
                for bytes in bytes.chunks(part) {
                    tls.read(&mut log, sender, Input::Bytes(bytes, arrival), &mut out);
                }
            }
            Step::Lost(lost) => {
                tls.read(&mut log, sender, Input::Lost(*lost, arrival), &mut out);
            }
        }
    }
    tls.read(&mut log, Sender::Client, Input::End, &mut out);
    check.finish();
}

fn hex(digits: &[u8]) -> Vec<u8> {
    let digit = |digit: u8| (digit as char).to_digit(16).unwrap_or(0) as u8;
    digits
        .chunks_exact(2)
        .map(|pair| digit(pair[0]) << 4 | digit(pair[1]))
        .collect()
}

/// Lines as in `tests/tls`: `k` a line of the key log, `>` and `<` bytes of
/// either side in hex, and here also `->` and `-<` the number of bytes of that
/// side that are missing; anything but a number means that the number is
/// unknown.
fn text(text: &[u8]) {
    let mut keys = KeyLog::searching(1 << 16);
    let mut tls = Tls::new();
    let (mut pushed, mut got) = (0, 0);
    let mut take = |output: Output<'_>| {
        if let Output::Data(_, text, _) = output {
            got += text.len();
        }
    };
    for line in text.split(|&byte| byte == b'\n') {
        let space = line.iter().position(|&byte| byte == b' ');
        let (mark, rest) = line.split_at(space.map_or(0, |at| at + 1));
        let sender = if mark.contains(&b'>') {
            Sender::Client
        } else {
            Sender::Server
        };
        let arrival = Arrival::default();
        match mark {
            b"k " => drop(keys.read("key log", rest)),
            b"> " | b"< " => {
                let bytes = hex(rest);
                pushed += bytes.len();
                tls.read(&mut keys, sender, Input::Bytes(&bytes, arrival), &mut take);
            }
            b"-> " | b"-< " => {
                let lost = std::str::from_utf8(rest).ok();
                let lost = lost.and_then(|count| count.parse().ok());
                tls.read(&mut keys, sender, Input::Lost(lost, arrival), &mut take);
            }
            _ => {}
        }
    }
    tls.read(&mut keys, Sender::Client, Input::End, &mut take);
    assert!(got <= pushed);
}
