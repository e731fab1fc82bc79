//! One character for another that takes as many bits in the Huffman code.

use hpack::huffman::code::{CODES, EOS, LENGTHS, MIN_BITS, find, window};

/// What a byte may be replaced by: of its own sort, so that a value remains as
/// valid as it was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Visible,
    /// A space or a tab, which stays.
    Blank,
    Control,
    High,
}

const fn sort(byte: u8) -> Sort {
    match byte {
        b' ' | b'\t' => Sort::Blank,
        b'!'..=b'~' => Sort::Visible,
        0x80.. => Sort::High,
        _ => Sort::Control,
    }
}

/// The `nth` byte of the same sort and length in bits, letters first; the last
/// where there are fewer.
fn other(byte: u8, nth: usize) -> u8 {
    let alike = |other: &u8| {
        sort(*other) == sort(byte) && LENGTHS[usize::from(*other)] == LENGTHS[usize::from(byte)]
    };
    if sort(byte) == Sort::Blank {
        return byte;
    }
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z');
    let rest = (0..=255_u8).filter(|byte| !byte.is_ascii_alphabetic());
    letters
        .chain(rest)
        .filter(alike)
        .take(nth + 1)
        .last()
        .unwrap_or(byte)
}

/// Which of them to take: another value has to come out.
fn choice(text: &[u8]) -> usize {
    usize::from(text.iter().all(|&byte| other(byte, 0) == byte))
}

/// Replaces a text.
pub(super) fn text(text: &mut [u8]) {
    let nth = choice(text);
    for byte in text {
        *byte = other(*byte, nth);
    }
}

/// Replaces a text in the Huffman code, as far as it can be read; what stands
/// behind EOS becomes ones, and padding stays.
pub(super) fn coded(data: &mut [u8]) {
    let mut found = Vec::new();
    let mut bit = 0;
    loop {
        let code = find(window(data, bit), MIN_BITS);
        let end = bit + usize::from(code.bits);
        if end > data.len() * 8 {
            break;
        }
        if code.symbol == EOS {
            data[end.div_ceil(8)..].fill(0xff);
            break;
        }
        found.push((bit, code.symbol as u8));
        bit = end;
    }
    let text: Vec<u8> = found.iter().map(|&(_, byte)| byte).collect();
    let nth = choice(&text);
    for (bit, byte) in found {
        let byte = usize::from(other(byte, nth));
        put(data, bit, CODES[byte], LENGTHS[byte]);
    }
}

/// Writes the last `bits` bits of `code` at `bit`.
fn put(data: &mut [u8], bit: usize, code: u32, bits: u8) {
    for nth in 0..usize::from(bits) {
        let at = bit + nth;
        let mask = 0x80 >> (at % 8);
        if code >> (usize::from(bits) - 1 - nth) & 1 == 1 {
            data[at / 8] |= mask;
        } else {
            data[at / 8] &= !mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hpack::huffman::{encode, encoded_len};

    #[test]
    fn every_text_becomes_another_of_the_same_size() {
        let all: Vec<u8> = (0..=255).collect();
        for original in [&b"a"[..], b"aaaa", b"aXb&", b"Zoo 9", b"", &all] {
            let mut replaced = original.to_vec();
            text(&mut replaced);
            assert_eq!(replaced.len(), original.len());
            assert_eq!(encoded_len(&replaced), encoded_len(original));
            assert_eq!(replaced == original, original.is_empty(), "{original:?}");
            let mut code = Vec::new();
            encode(original, &mut code);
            coded(&mut code);
            let mut expected = Vec::new();
            encode(&replaced, &mut expected);
            assert_eq!(code, expected);
        }
    }

    /// Two texts that differ in secret letters only become the same.
    #[test]
    fn what_was_there_cannot_be_told() {
        let (mut one, mut two) = (*b"0a7Kz", *b"2e5Yw");
        text(&mut one);
        text(&mut two);
        assert_eq!(one, two);
    }
}
