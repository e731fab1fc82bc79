//! Runs of hex digits. Separators and prefixes are handled by [`crate::paste`].

#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "vectors: several times as fast as look-ups on long texts"
    )
)]
mod simd;
#[cfg(test)]
mod tests;

/// Parses hex digits as a byte, without the sign `from_str_radix` accepts.
pub(crate) fn byte(digits: &[u8]) -> Option<u8> {
    let are_digits = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u8::from_str_radix(digits, 16).ok()
}

/// Encodes bytes as lowercase hex digits.
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// Appends the bytes of the hex `digits` (either case) to `out`. Returns `None`
/// and leaves `out` unchanged unless all are digits and their number is even.
#[inline]
pub fn decode(digits: &[u8], out: &mut Vec<u8>) -> Option<()> {
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let before = out.len();
    out.resize(before + digits.len() / 2, 0);
    let are_digits = write(digits, &mut out[before..]);
    if !are_digits {
        out.truncate(before);
    }
    are_digits.then_some(())
}

/// Decodes an even number of digits. Returns whether all were digits.
#[inline(always)]
fn write(digits: &[u8], room: &mut [u8]) -> bool {
    #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
    if digits.len() >= simd::LEAST {
        return simd::write(digits, room);
    }
    let mut seen = 0;
    for (pair, byte) in digits.chunks_exact(2).zip(room) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        seen |= high | low;
        *byte = high << 4 | low;
    }
    seen < 16
}

/// Value of each digit; 255 for other bytes, which shows after `|` too.
static VALUES: [u8; 256] = {
    let mut values = [255; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789abcdef"[value];
        values[digit as usize] = value as u8;
        values[digit.to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    values
};
