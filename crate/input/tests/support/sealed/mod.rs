//! Generates TLS connections with real keys from a script of bytes. Decrypted
//! data must be what was encrypted, in order, and complete if undamaged.

mod seal;
mod talk;

#[allow(dead_code, reason = "the reader uses all of it")]
#[path = "../../../src/capture/tls/derive.rs"]
mod derive;
#[allow(dead_code, reason = "the reader uses all of it")]
#[path = "../../../src/capture/tls/suite.rs"]
mod suite;
/// Items that these modules import from the key log reader.
mod keylog {
    pub(super) const MASTER: usize = 48;
    pub(super) type Random = [u8; 32];
}

use http2::{Arrival, Input, Sender};
use input::capture::tls::{KeyLog, Output, Tls};
use testing::shaped::Script;

use talk::{Fate, Sent, Step, Talk};

/// Search budget in bytes: enough for the gaps here, but small for speed.
const SEARCH_BUDGET: u64 = 1 << 20;

fn side(sender: Sender) -> usize {
    usize::from(sender == Sender::Server)
}

/// Verifies the output as it arrives.
struct Check<'a> {
    talk: &'a Talk,
    next: [usize; 2],
    /// Whether a loss was reported since the last data.
    lost: [bool; 2],
}

impl Check<'_> {
    fn check_output(&mut self, output: &Output<'_>) {
        match output {
            Output::Data(sender, text, _) => self.check_data(side(*sender), text),
            Output::Lost(sender, ..) => self.lost[side(*sender)] = true,
            _ => {}
        }
    }

    fn check_data(&mut self, at: usize, text: &[u8]) {
        let strict = self.talk.strict;
        let sent = &self.talk.sides[at].sent;
        let next = self.next[at];
        let fits = |sent: &Sent| match sent.fate {
            Fate::Whole => strict || sent.text == text,
            Fate::Harmed => false,
            // Unknown without all secrets.
            Fate::Refused => !strict && sent.text == text,
        };
        let found = next
            + sent[next..]
                .iter()
                .position(fits)
                .expect("decrypted text was sent");
        assert_eq!(sent[found].text, text);
        let skipped = &sent[next..found];
        if strict && skipped.iter().any(|sent| sent.fate == Fate::Harmed) {
            assert!(self.lost[at], "losses are reported");
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

/// Checks one input: a script, or text if it begins with a printable character.
///
/// # Panics
/// If an invariant is violated.
pub(crate) fn check(input: &[u8]) {
    if input.first().is_some_and(|&byte| byte >= b' ') {
        check_text(input);
    } else {
        check_script(input);
    }
}

fn check_script(script: &[u8]) {
    let mut script = Script::new(script);
    let start = script.byte();
    let [flags, keys] = [script.byte(), script.byte()];
    let mut talk = Talk::new(&mut script, flags & 7, keys & 3 != 0);

    // Drop some lines of the key log.
    let mut number = 0;
    talk.keys.retain(|_| {
        number += 1;
        keys >> (number - 1).min(7) & 1 == 0
    });
    // The handshake secrets only show what became of early data.
    talk.strict &= match (talk.is_13(), flags & 1) {
        (true, 0) => keys & 0x0c == 0,
        (true, _) => keys & 0x1f == 0,
        (false, _) => keys == 0,
    };
    // The secrets can come late, and the capture can begin late.
    let late = usize::from(start >> 3);
    let skipped = usize::from(start & 7);
    talk.strict &= late == 0 && skipped == 0;

    // One direction can come before the other.
    let mut steps = std::mem::take(&mut talk.steps);
    if let first @ 1..=2 = flags >> 4 & 3 {
        steps.sort_by_key(|(sender, _)| side(*sender) + 1 != usize::from(first));
        let size = |(_, step): &(Sender, Step)| match step {
            Step::Bytes(bytes) => bytes.len() + 64,
            Step::Lost(_) => 0,
        };
        let mut sent = talk.sides.iter().flat_map(|side| &side.sent);
        // A lost empty record is not in `sent`.
        let is_lost = |(_, step): &(Sender, Step)| matches!(step, Step::Lost(_));
        talk.strict &= steps.iter().map(size).sum::<usize>() < 1 << 16
            && talk.handshakes < 2
            && !steps.iter().any(is_lost)
            && !sent.any(|sent| sent.fate == Fate::Harmed);
    }

    let part = [usize::MAX, 1, 7, 1000][usize::from(flags >> 6)];
    let arrival = Arrival::default();
    let mut log = KeyLog::searching(SEARCH_BUDGET);
    let mut tls = Tls::new();
    let mut check = Check {
        talk: &talk,
        next: [0; 2],
        lost: [false; 2],
    };
    let mut out = |output: Output<'_>| check.check_output(&output);
    for (at, (sender, step)) in steps.iter().enumerate() {
        if at == late {
            log.read("key log", talk.keys.join("\n").as_bytes());
        }
        if at < skipped {
            continue;
        }
        // The client can be unknown.
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

/// Reads lines as in `tls.jsonl`: `k` is a line of the key log, `>` and `<` are
/// bytes of either side in hex. Additionally, `->` and `-<` are the number of
/// missing bytes of a side; unknown if not a number.
fn check_text(text: &[u8]) {
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
