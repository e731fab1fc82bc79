//! Figures in messages.

/// “1 byte”, “2 bytes”.
#[must_use]
pub fn bytes(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "1 byte".to_owned(),
        count => format!("{count} bytes"),
    }
}
