//! A connection as a script of octets, for fuzzing: how it begins, then who sends or
//! loses how much.

use http2::{Arrival, Connection, Event, Sender, Setting, Start};

/// The events of a script, and what came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The events, as text.
    pub(crate) events: Vec<String>,
    /// Octets of all header blocks.
    pub(crate) in_blocks: usize,
}

/// Follows `script`, each sender's octets in pieces of at most `piece`.
#[must_use]
pub(crate) fn follow(script: &[u8], piece: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let Some((start, mut rest)) = script.split_first() else {
        return outcome;
    };
    let mut connection = Connection::new(match start % 4 {
        0 => Start::Preface,
        1 => Start::Upgrade(vec![Setting { id: 1, value: 256 }]),
        2 => Start::Middle,
        _ => Start::Frames,
    });
    let mut keep = |event: Event<'_>| {
        if let Event::Block(block) = &event {
            outcome.in_blocks += block.octets.len();
        }
        outcome.events.push(format!("{event:?}"));
    };
    let arrival = Arrival::default();
    while let [control, count, behind @ ..] = rest {
        let sender = sender(*control);
        // Long pieces are longer than an octet can say.
        let count = usize::from(*count) << (control >> 4 & 7);
        if control & 4 != 0 {
            let lost = (count > 0).then_some(count as u64);
            connection.lose(sender, lost, arrival, &mut keep);
            rest = behind;
            continue;
        }
        let (octets, behind) = behind.split_at(count.min(behind.len()));
        for octets in octets.chunks(piece) {
            connection.push(sender, octets, arrival, &mut keep);
        }
        rest = behind;
    }
    for number in 0..3 {
        connection.finish(sender(number), &mut keep);
    }
    outcome
}

fn sender(number: u8) -> Sender {
    match number & 3 {
        0 => Sender::Client,
        1 => Sender::Server,
        _ => Sender::Unknown,
    }
}

/// What holds of every script.
///
/// # Panics
/// Where it does not.
pub(crate) fn check(script: &[u8]) {
    let whole = follow(script, usize::MAX);
    assert!(whole.in_blocks <= script.len());
    assert_eq!(whole, follow(script, 1));
}
