//! One character for another that takes as many bits in the Huffman code. What
//! a character becomes depends on nothing but its sort and its bits, so texts
//! that agree in these become the same text.

use hpack::huffman::code::{CODES, EOS, LENGTHS, MIN_BITS, find, window};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Name,
    Value,
}

/// What a byte may be replaced by: a byte of its own sort, so that a field
/// breaks the rules of RFC 9113 §8.2.1 that it broke before.
#[derive(Clone, Copy)]
enum Sort {
    Visible,
    Uppercase,
    /// What must not be in a name.
    Forbidden,
    Control,
    High,
}

/// `None` for a byte that stays: rules speak of it alone.
const fn sort(byte: u8, part: Part) -> Option<Sort> {
    Some(match (part, byte) {
        (Part::Value, b' ' | b'\t' | b'\n' | b'\r' | 0) | (Part::Name, b':') => return None,
        (Part::Name, b'A'..=b'Z') => Sort::Uppercase,
        (Part::Name, 0..=b' ' | 0x7f..) => Sort::Forbidden,
        (_, b'!'..=b'~') => Sort::Visible,
        (_, 0x80..) => Sort::High,
        _ => Sort::Control,
    })
}

/// The first byte of the same sort and length in bits, letters first.
const fn first_alike(byte: u8, part: Part) -> u8 {
    let Some(own) = sort(byte, part) else {
        return byte;
    };
    let mut nth = 0;
    while nth < 52 + 256 {
        let other = match nth {
            0..26 => b'a' + nth as u8,
            26..52 => b'A' + (nth - 26) as u8,
            _ => (nth - 52) as u8,
        };
        let is_alike = match sort(other, part) {
            Some(sort) => sort as u8 == own as u8,
            None => false,
        };
        if is_alike && LENGTHS[other as usize] == LENGTHS[byte as usize] {
            return other;
        }
        nth += 1;
    }
    byte
}

const fn table(part: Part) -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = first_alike(byte as u8, part);
        byte += 1;
    }
    table
}

pub(super) fn text(text: &mut [u8], part: Part) {
    const NAMES: [u8; 256] = table(Part::Name);
    const VALUES: [u8; 256] = table(Part::Value);
    let table = match part {
        Part::Name => &NAMES,
        Part::Value => &VALUES,
    };
    for byte in text {
        *byte = table[usize::from(*byte)];
    }
}

/// Replaces a text in the Huffman code by what `replace` makes of it, as far
/// as it can be read. What comes after EOS becomes ones, as do the bits that
/// are left over, from the first zero among them on.
pub(super) fn coded(data: &mut [u8], replace: impl FnOnce(&mut [u8])) {
    let (mut starts, mut text) = (Vec::new(), Vec::new());
    let bits = data.len() * 8;
    let mut bit = 0;
    loop {
        let code = find(window(data, bit), MIN_BITS);
        let end = bit + usize::from(code.bits);
        if end > bits {
            let zero = (bit..bits).find(|bit| data[bit / 8] & (0x80 >> (bit % 8)) == 0);
            for bit in zero.map_or(bits, |zero| zero + 1)..bits {
                data[bit / 8] |= 0x80 >> (bit % 8);
            }
            break;
        }
        if code.symbol == EOS {
            data[end.div_ceil(8)..].fill(0xff);
            break;
        }
        starts.push(bit);
        text.push(code.symbol as u8);
        bit = end;
    }
    replace(&mut text);
    for (bit, byte) in starts.into_iter().zip(text) {
        put(
            data,
            bit,
            CODES[usize::from(byte)],
            LENGTHS[usize::from(byte)],
        );
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
    fn a_text_becomes_one_of_the_same_size() {
        let all: Vec<u8> = (0..=255).collect();
        for original in [&b"a"[..], b"tttt", b"aXb&", b"Zoo 9", b"", &all] {
            for part in [Part::Name, Part::Value] {
                let mut replaced = original.to_vec();
                text(&mut replaced, part);
                assert_eq!(encoded_len(&replaced), encoded_len(original));
                let mut again = replaced.clone();
                text(&mut again, part);
                assert_eq!(again, replaced);
                let mut code = Vec::new();
                encode(original, &mut code);
                coded(&mut code, |found| text(found, part));
                let mut expected = Vec::new();
                encode(&replaced, &mut expected);
                assert_eq!(code, expected);
            }
        }
    }

    #[test]
    fn every_letter_and_digit_of_a_value_shares_its_replacement() {
        let plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=";
        let mut replaced = plain.to_vec();
        text(&mut replaced, Part::Value);
        replaced.sort_unstable();
        replaced.dedup();
        assert_eq!(replaced, b"$'Xabj");
    }
}
