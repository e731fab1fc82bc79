//! §7.1: guessing a field that another party sent from the sizes of one's own
//! blocks, on a connection where both share a table.

use hpack::{Encoder, FieldLine};
use serde::{Deserialize, Serialize};

use crate::policies::{Chooser, Indexing};

const MOST: usize = 1 << 16;

/// The name of the field that holds the secret.
const NAME: &[u8] = b"cookie";

/// A request with a secret, and guesses at it in requests that are like it
/// otherwise.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Guesses"))]
#[serde(rename_all = "camelCase")]
pub struct SizeOracle {
    /// The value of the victim's cookie.
    pub secret: String,
    /// Values that the attacker sends instead.
    pub guesses: Vec<String>,
    /// Whether cookies are written as never indexed (§6.2.3).
    pub never: bool,
}

/// Bytes of header blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Guessed"))]
#[serde(rename_all = "camelCase")]
pub struct GuessSizes {
    /// The victim's request, the first on the connection.
    pub first: usize,
    /// The victim's request, sent again.
    pub again: usize,
    /// The attacker's request with each guess, as the next after the victim's.
    pub guesses: Vec<usize>,
}

impl SizeOracle {
    /// Encodes all of it.
    pub fn weigh(&self) -> GuessSizes {
        let mut encoder = Encoder::new(4096);
        let first = self.request(&mut encoder, &self.secret);
        let next = |value: &str| self.request(&mut encoder.clone(), value);
        GuessSizes {
            first,
            again: next(&self.secret),
            guesses: self
                .guesses
                .iter()
                .take(MOST)
                .map(|guess| next(guess))
                .collect(),
        }
    }

    /// Bytes of a request with this cookie.
    fn request(&self, encoder: &mut Encoder, cookie: &str) -> usize {
        let fields = [
            FieldLine::new(b":method", b"GET"),
            FieldLine::new(b":scheme", b"https"),
            FieldLine::new(b":path", b"/"),
            FieldLine::new(b":authority", b"www.example.com"),
            FieldLine {
                name: NAME,
                value: cookie.as_bytes(),
                sensitive: self.never,
            },
        ];
        let mut block = Vec::new();
        encoder.encode_with(&mut Chooser::new(Indexing::Always), fields, &mut block);
        block.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weigh(never: bool, guesses: &[&str]) -> GuessSizes {
        SizeOracle {
            secret: "pin=4815".to_owned(),
            guesses: guesses.iter().map(|&guess| guess.to_owned()).collect(),
            never,
        }
        .weigh()
    }

    #[test]
    fn only_the_whole_value_stands_out() {
        // All digits but 0, 1 and 2 have codes of six bits.
        let guesses = ["pin=3333", "pin=4333", "pin=4833", "pin=4835", "pin=4815"];
        let GuessSizes { again, guesses, .. } = weigh(false, &guesses);
        assert_eq!(guesses[..4], [guesses[0]; 4]);
        // Five indices: method, scheme, path, authority, cookie.
        assert_eq!((guesses[4], again), (5, 5));
    }

    #[test]
    fn what_is_never_indexed_does_not_stand_out() {
        let GuessSizes { again, guesses, .. } = weigh(true, &["pin=4816", "pin=4815"]);
        assert_eq!(guesses, [again; 2]);
        assert!(again > 5);
    }

    #[test]
    fn one_guess_does_not_change_the_next() {
        let twice = weigh(false, &["pin=3333", "pin=3333"]).guesses;
        assert_eq!(twice[0], twice[1]);
    }
}
