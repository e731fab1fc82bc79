//! Size oracle (RFC 7541 §7.1): guesses a field of another party from the sizes
//! of one's own blocks, on a connection with a shared table.

use hpack::{Encoder, FieldLine};
use serde::{Deserialize, Serialize};

use crate::policies::{Chooser, Indexing};

const MAX_GUESSES: usize = 1 << 16;

const NAME: &[u8] = b"cookie";

/// A request with a secret, and requests that only differ by a guess at it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Guesses"))]
pub struct SizeOracle {
    /// Value of the victim's cookie.
    pub secret: String,
    /// Values that the attacker sends instead.
    pub guesses: Vec<String>,
    /// Whether cookies are never indexed (RFC 7541 §6.2.3).
    pub never: bool,
}

/// Sizes of header blocks, bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Guessed"))]
pub struct GuessSizes {
    /// The victim's request, the first on the connection.
    pub first: usize,
    /// The victim's request, repeated.
    pub again: usize,
    /// The attacker's request with each guess, directly after the victim's.
    pub guesses: Vec<usize>,
}

impl SizeOracle {
    /// Encodes the requests.
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
                .take(MAX_GUESSES)
                .map(|guess| next(guess))
                .collect(),
        }
    }

    /// Size of a request with this cookie, bytes.
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
    fn size_reveals_only_the_exact_value() {
        // All digits but 0, 1 and 2 have codes of six bits.
        let guesses = ["pin=3333", "pin=4333", "pin=4833", "pin=4835", "pin=4815"];
        let GuessSizes { again, guesses, .. } = weigh(false, &guesses);
        assert_eq!(guesses[..4], [guesses[0]; 4]);
        // Five indices: method, scheme, path, authority, cookie.
        assert_eq!((guesses[4], again), (5, 5));
    }

    #[test]
    fn size_does_not_reveal_never_indexed_fields() {
        let GuessSizes { again, guesses, .. } = weigh(true, &["pin=4816", "pin=4815"]);
        assert_eq!(guesses, [again; 2]);
        assert!(again > 5);
    }
}
