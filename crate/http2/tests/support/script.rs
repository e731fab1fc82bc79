//! A connection from a script of bytes, for fuzzing: its opening, then bytes and
//! losses of each sender or, if the first byte is at least 0x80, mostly valid
//! frames.

use http2::{Arrival, Connection, Event, Input, Opening, PREFACE, Sender, Setting};
use testing::shaped::{Script, frames};

/// Bytes, or a number of missing bytes; 0 if unknown.
type Step = (Sender, Result<Vec<u8>, u64>);

type Block = (Sender, Vec<u8>);

/// Events of a script, as text, and header blocks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    events: Vec<String>,
    blocks: Vec<Block>,
}

/// Reads the steps, with bytes in pieces of at most `piece`.
fn run(start: u8, steps: &[Step], piece: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let mut connection = Connection::new(match start % 4 {
        0 => Opening::Preface,
        1 => Opening::Upgrade(vec![Setting { id: 1, value: 256 }]),
        2 => Opening::Middle,
        _ => Opening::Frames,
    });
    let mut keep = |event: Event<'_>| {
        if let Event::Block(block) = &event {
            outcome.blocks.push((block.sender, block.bytes.to_vec()));
        }
        outcome.events.push(format!("{event:?}"));
    };
    let arrival = Arrival::default();
    for (sender, step) in steps {
        match step {
            Ok(bytes) => {
                for bytes in bytes.chunks(piece) {
                    connection.read(*sender, Input::Bytes(bytes, arrival), &mut keep);
                }
            }
            Err(lost) => {
                let lost = (*lost > 0).then_some(*lost);
                connection.read(*sender, Input::Lost(lost, arrival), &mut keep);
            }
        }
    }
    for number in 0..3 {
        connection.read(sender(number), Input::End, &mut keep);
    }
    outcome
}

fn raw(script: &mut Script<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    while !script.is_empty() {
        let control = script.byte();
        // Shifted, for pieces of more than 255 bytes.
        let count = usize::from(script.byte()) << (control >> 4 & 7);
        let step = if control & 4 != 0 {
            Err(count as u64)
        } else {
            Ok(script.bytes(count).to_vec())
        };
        steps.push((sender(control), step));
    }
    steps
}

/// Steps with mostly valid frames, and the header blocks in them if all must be
/// found.
fn shaped(script: &mut Script<'_>, start: u8) -> (Vec<Step>, Option<Vec<Block>>) {
    let mut steps = Vec::new();
    // In the middle, the first frames can be skipped.
    let mut blocks = (start % 4 != 2).then(Vec::new);
    if matches!(start % 4, 0 | 1) {
        steps.push((Sender::Client, Ok(PREFACE.to_vec())));
    }
    while !script.is_empty() {
        let control = script.byte();
        let sender = sender(control & 1);
        let written = frames::next(script);
        if control & 0xf8 == 0xf8 {
            let lost = written.bytes.len() as u64 * u64::from(control >> 2 & 1);
            steps.push((sender, Err(lost)));
            blocks = None;
            continue;
        }
        if !written.sound {
            blocks = None;
        }
        if let (Some(blocks), Some(block)) = (&mut blocks, written.block) {
            blocks.push((sender, block));
        }
        steps.push((sender, Ok(written.bytes)));
    }
    (steps, blocks)
}

fn sender(number: u8) -> Sender {
    match number & 3 {
        0 => Sender::Client,
        1 => Sender::Server,
        _ => Sender::Unknown,
    }
}

/// Checks the invariants of a script.
pub(crate) fn check(script: &[u8]) {
    let mut rest = Script::new(script);
    let start = rest.byte();
    let (steps, blocks) = if start < 0x80 {
        (raw(&mut rest), None)
    } else {
        shaped(&mut rest, start)
    };
    let whole = run(start, &steps, usize::MAX);
    let sent = |(_, step): &Step| step.as_ref().map_or(0, Vec::len);
    let in_blocks: usize = whole.blocks.iter().map(|(_, block)| block.len()).sum();
    assert!(in_blocks <= steps.iter().map(sent).sum());
    assert_eq!(whole, run(start, &steps, 1));
    if let Some(blocks) = blocks {
        assert_eq!(whole.blocks, blocks);
    }
}
