//! Decodes sixteen digits at once with SSE2, which every x86-64 processor has,
//! or WebAssembly's simd128. Other targets use the look-up table.

pub(super) const LEAST: usize = 16;

/// Decodes at least [`LEAST`] digits, an even number. Returns whether all are.
#[inline]
pub(super) fn write(digits: &[u8], room: &mut [u8]) -> bool {
    // SAFETY: SSE2 is part of x86-64.
    #[cfg(target_arch = "x86_64")]
    return unsafe { long(digits, room) };
    #[cfg(target_arch = "wasm32")]
    long(digits, room)
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "sse2"))]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn long(digits: &[u8], room: &mut [u8]) -> bool {
    let mut all = true;
    let (groups, rest) = digits.as_chunks::<16>();
    for (group, bytes) in groups.iter().zip(room.as_chunks_mut::<8>().0) {
        let (written, valid) = lanes::bytes(group);
        *bytes = written;
        all &= valid;
    }
    // The last sixteen digits overlap those already decoded.
    if let (false, Some(group), Some(bytes)) =
        (rest.is_empty(), digits.last_chunk(), room.last_chunk_mut())
    {
        let (written, valid) = lanes::bytes(group);
        *bytes = written;
        all &= valid;
    }
    all
}

#[cfg(target_arch = "x86_64")]
mod lanes {
    use std::arch::x86_64::{
        _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_min_epu8,
        _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi8,
        _mm_set1_epi16, _mm_slli_epi16, _mm_srli_epi16, _mm_sub_epi8,
    };

    /// Decodes sixteen digits. Returns also whether all are valid.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn bytes(digits: &[u8; 16]) -> ([u8; 8], bool) {
        let [low, high] = super::halves(digits);
        let digits = _mm_set_epi64x(high, low);
        let decimal = _mm_sub_epi8(digits, _mm_set1_epi8(b'0' as i8));
        let is_decimal = _mm_cmpeq_epi8(_mm_min_epu8(decimal, _mm_set1_epi8(9)), decimal);
        let lower = _mm_or_si128(digits, _mm_set1_epi8(0x20));
        let letter = _mm_sub_epi8(lower, _mm_set1_epi8(b'a' as i8));
        let is_letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(5)), letter);
        let values = _mm_or_si128(
            _mm_and_si128(is_decimal, decimal),
            _mm_and_si128(is_letter, _mm_add_epi8(letter, _mm_set1_epi8(10))),
        );
        let valid = _mm_movemask_epi8(_mm_or_si128(is_decimal, is_letter)) == 0xffff;
        // Combine the digits of each 16-bit lane; the first is the low byte.
        let pairs = _mm_or_si128(_mm_slli_epi16::<4>(values), _mm_srli_epi16::<8>(values));
        let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
        let packed = _mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs));
        (packed.to_le_bytes(), valid)
    }
}

#[cfg(target_arch = "wasm32")]
mod lanes {
    use std::arch::wasm32::{
        i8x16_all_true, i16x8_shl, i64x2, i64x2_extract_lane, u8x16_add, u8x16_le,
        u8x16_narrow_i16x8, u8x16_splat, u8x16_sub, u16x8_shr, u16x8_splat, v128_and, v128_or,
    };

    /// Decodes sixteen digits. Returns also whether all are valid.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn bytes(digits: &[u8; 16]) -> ([u8; 8], bool) {
        let [low, high] = super::halves(digits);
        let digits = i64x2(low, high);
        let decimal = u8x16_sub(digits, u8x16_splat(b'0'));
        let is_decimal = u8x16_le(decimal, u8x16_splat(9));
        let lower = v128_or(digits, u8x16_splat(0x20));
        let letter = u8x16_sub(lower, u8x16_splat(b'a'));
        let is_letter = u8x16_le(letter, u8x16_splat(5));
        let values = v128_or(
            v128_and(is_decimal, decimal),
            v128_and(is_letter, u8x16_add(letter, u8x16_splat(10))),
        );
        let valid = i8x16_all_true(v128_or(is_decimal, is_letter));
        // Combine the digits of each 16-bit lane; the first is the low byte.
        let pairs = v128_or(i16x8_shl(values, 4), u16x8_shr(values, 8));
        let pairs = v128_and(pairs, u16x8_splat(0xff));
        let packed = i64x2_extract_lane::<0>(u8x16_narrow_i16x8(pairs, pairs));
        (packed.to_le_bytes(), valid)
    }
}

/// Splits sixteen bytes into two little-endian numbers.
#[inline(always)]
fn halves(digits: &[u8; 16]) -> [i64; 2] {
    let both = u128::from_le_bytes(*digits);
    [both as i64, (both >> 64) as i64]
}
