//! Header blocks and frames as pasted hex.

use std::fmt::Write as _;

/// One entry as large as the table, and references to it.
pub(super) fn references(size: usize) -> Vec<u8> {
    let mut text = format!("4001617fa11e{}", "ff".repeat(4000));
    text += &"be".repeat(size.saturating_sub(text.len()) / 2);
    text.into_bytes()
}

/// One-byte fields that each violate RFC 9113.
pub(super) fn fields(size: usize) -> Vec<u8> {
    "82".repeat(size / 2).into_bytes()
}

/// Rising size updates in one block.
pub(super) fn updates(size: usize) -> Vec<u8> {
    let mut text = String::new();
    for maximum in 4097.. {
        // Three bytes: 14 to 21 bits after the 5-bit prefix.
        let rest: u32 = maximum - 31;
        let bytes = [rest & 0x7f | 0x80, rest >> 7 & 0x7f | 0x80, rest >> 14];
        let _ = write!(text, "3f{:02x}{:02x}{:02x}", bytes[0], bytes[1], bytes[2]);
        if text.len() >= size {
            break;
        }
    }
    text.into_bytes()
}

/// Empty SETTINGS frames: all of the client's, then all of the server's.
pub(super) fn sides(size: usize) -> Vec<u8> {
    let frames = "000000040000000000".repeat(size / 36);
    format!("> {frames}\n< {frames}\n").into_bytes()
}
