//! Appendix B: the Huffman code.
//!
//! The code is canonical, so the codes are computed from their lengths at
//! compile time: codes of one length are consecutive numbers in the order of
//! their symbols, and follow the shorter codes.

/// Symbol EOS, thirty ones, which no string may contain.
pub const EOS: u16 = 256;

/// Number of symbols: the 256 bytes and EOS.
pub const SYMBOLS: usize = 257;

/// Shortest code, bits.
pub const MIN_BITS: u8 = 5;

/// Longest code, bits.
pub const MAX_BITS: u8 = 30;

/// Length of each symbol's code, bits.
#[rustfmt::skip]
pub const LENGTHS: [u8; SYMBOLS] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
    28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
    5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
    13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
    15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
    6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
    20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
    22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
    21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
    20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
    30,
];

/// Each symbol's code, in the low bits.
pub const CODES: [u32; SYMBOLS] = CANONICAL.codes;

/// A decoded symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// 0 to 255, or [`EOS`].
    pub symbol: u16,
    /// Length of its code, bits.
    pub bits: u8,
}

/// Decodes the first code of `window`, from the most significant bit. The caller
/// guarantees that it has at least `from_bits` bits. Every window begins with a
/// code.
#[must_use]
pub fn find(window: u32, from_bits: u8) -> Found {
    let mut bits = from_bits;
    while bits < MAX_BITS && u64::from(window) >= CANONICAL.ends[bits as usize] {
        bits += 1;
    }
    let code = window >> (32 - u32::from(bits));
    let rank = code.wrapping_add(CANONICAL.offsets[bits as usize]);
    Found {
        symbol: CANONICAL.order[rank as usize % SYMBOLS],
        bits,
    }
}

/// Returns 32 bits of `coded` from bit offset `bit` on, most significant first,
/// padded with ones (§5.2).
#[must_use]
pub fn window(coded: &[u8], bit: usize) -> u32 {
    let from = (bit / 8).min(coded.len());
    let mut bytes = [0xff; 8];
    let rest = &coded[from..coded.len().min(from + 8)];
    bytes[..rest.len()].copy_from_slice(rest);
    ((u64::from_be_bytes(bytes) << (bit % 8)) >> 32) as u32
}

struct Canonical {
    codes: [u32; SYMBOLS],
    order: [u16; SYMBOLS],
    /// By length: the first 32-bit window above all codes of at most that length.
    ends: [u64; MAX_BITS as usize + 1],
    /// By length: difference between a code and its index in `order`.
    offsets: [u32; MAX_BITS as usize + 1],
}

const CANONICAL: Canonical = {
    let mut canonical = Canonical {
        codes: [0; SYMBOLS],
        order: [0; SYMBOLS],
        ends: [0; MAX_BITS as usize + 1],
        offsets: [0; MAX_BITS as usize + 1],
    };
    let mut code: u32 = 0;
    let mut rank: u32 = 0;
    let mut bits = 1;
    while bits <= MAX_BITS {
        code <<= 1;
        canonical.offsets[bits as usize] = rank.wrapping_sub(code);
        let mut symbol = 0;
        while symbol < SYMBOLS {
            if LENGTHS[symbol] == bits {
                canonical.codes[symbol] = code;
                canonical.order[rank as usize] = symbol as u16;
                code += 1;
                rank += 1;
            }
            symbol += 1;
        }
        canonical.ends[bits as usize] = (code as u64) << (32 - bits);
        bits += 1;
    }
    canonical
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_match_appendix_b() {
        let cases = [
            (b'0' as usize, 0x0, 5),
            (b'a' as usize, 0x3, 5),
            (b' ' as usize, 0x14, 6),
            (b':' as usize, 0x5c, 7),
            (b'&' as usize, 0xf8, 8),
            (b'!' as usize, 0x3f8, 10),
            (b'|' as usize, 0x7fc, 11),
            (b'#' as usize, 0xffa, 12),
            (0, 0x1ff8, 13),
            (b'^' as usize, 0x3ffc, 14),
            (b'<' as usize, 0x7ffc, 15),
            (b'\\' as usize, 0x7fff0, 19),
            (128, 0x000f_ffe6, 20),
            (9, 0x00ff_ffea, 24),
            (1, 0x007f_ffd8, 23),
            (255, 0x03ff_ffee, 26),
            (10, 0x3fff_fffc, 30),
            (22, 0x3fff_fffe, 30),
            (EOS as usize, 0x3fff_ffff, 30),
        ];
        for (symbol, code, bits) in cases {
            assert_eq!(
                (CODES[symbol], LENGTHS[symbol]),
                (code, bits),
                "symbol {symbol}"
            );
        }
    }

    #[test]
    fn code_is_complete() {
        let kraft: u64 = LENGTHS.iter().map(|&bits| 1_u64 << (MAX_BITS - bits)).sum();
        assert_eq!(kraft, 1 << MAX_BITS);
        for symbol in 0..SYMBOLS {
            let bits = LENGTHS[symbol];
            let head = CODES[symbol] << (32 - bits);
            let found = Found {
                symbol: symbol as u16,
                bits,
            };
            for window in [head, head | (u32::MAX >> bits)] {
                assert_eq!(find(window, MIN_BITS), found);
                assert_eq!(find(window, bits), found);
            }
        }
    }
}
