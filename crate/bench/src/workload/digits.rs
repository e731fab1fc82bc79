//! Hex digits.

use std::fmt::Write as _;

use super::{Conversation, Data, Random, Workload, workloads};

fn hex(bytes: &[u8]) -> Vec<u8> {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.into_bytes()
}

pub(super) fn digits(conversations: &[Conversation]) -> Vec<Vec<u8>> {
    let blocks = conversations.iter().flat_map(|one| &one.blocks);
    blocks.map(|sent| hex(&sent.bytes)).collect()
}

/// Number of digits in a workload, about: more than branch predictors can learn.
const DIGITS: usize = 64 << 10;

/// Returns random bytes in hex: many short texts, fewer longer ones, and a long
/// one.
#[must_use]
pub fn lengths() -> Vec<Workload> {
    let cases = [
        ("16-digits", "16 digits", 16),
        ("200-digits", "200 digits", 200),
        ("64-kib", "64 KiB of digits", DIGITS),
    ];
    workloads(cases, |digits| {
        let mut random = Random::default();
        let mut text = || -> Vec<u8> {
            let bytes: Vec<u8> = (0..digits / 2)
                .map(|_| (random.next() >> 56) as u8)
                .collect();
            hex(&bytes)
        };
        Data::Digits((0..DIGITS / digits).map(|_| text()).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_lengths_of_their_titles() {
        let expected = [16, 200, 65_536];
        for (workload, expected) in lengths().iter().zip(expected) {
            let Data::Digits(texts) = &workload.data else {
                panic!("{}", workload.id);
            };
            assert!(texts.iter().all(|text| text.len() == expected));
        }
    }
}
