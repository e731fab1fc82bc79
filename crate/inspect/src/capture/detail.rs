//! Contents of small frames in words.

use std::fmt::Write as _;

use http2::{Detail, Priority, Setting, code_name};

use crate::text::hex;

/// Describes a frame, as “NO_ERROR, last stream 7”; `None` if it has no
/// contents.
pub(super) fn text(detail: &Detail<'_>) -> Option<Box<str>> {
    let text = match detail {
        Detail::None => return None,
        Detail::Settings(settings) => list(settings.iter()),
        Detail::Acknowledged(None) => "ACK of SETTINGS that were not captured".to_owned(),
        Detail::Acknowledged(Some((frame, settings))) => {
            let settings = list(settings.iter().copied());
            let colon = if settings.is_empty() { "" } else { ": " };
            // Frames are counted from 1 where they are shown.
            format!("ACK of #{}{colon}{settings}", frame + 1)
        }
        Detail::Reset(code) => error_name(*code),
        Detail::GoAway(last, code, debug) => {
            let mut text = format!("{}, last stream {last}", error_name(*code));
            if !debug.is_empty() {
                let _ = write!(text, ", “{}”", debug.escape_ascii());
            }
            text
        }
        Detail::Priority(priority) => describe_priority(priority, ""),
        Detail::Window(increment) => format!("+{increment}"),
        Detail::Ping(bytes) => hex(bytes),
        Detail::PriorityUpdate(stream, value) => {
            format!("stream {stream}, “{}”", value.escape_ascii())
        }
    };
    (!text.is_empty()).then(|| text.into())
}

/// Describes a priority. `of` precedes the stream's number.
pub(super) fn describe_priority(priority: &Priority, of: &str) -> String {
    let alone = match priority.exclusive {
        true => " alone (exclusive)",
        false => "",
    };
    format!(
        "depends on {of}{}{alone}, weight {}",
        priority.dependency,
        u16::from(priority.weight) + 1
    )
}

fn list(settings: impl Iterator<Item = Setting>) -> String {
    let texts = settings.map(|setting| format!("{} {}", setting_name(setting), setting.value));
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns the name of a parameter, or its number in hex.
pub(super) fn setting_name(setting: Setting) -> String {
    let name = setting.name().map(str::to_owned);
    name.unwrap_or_else(|| format!("{:#06x}", setting.id))
}

/// Returns the name of an error code (RFC 9113 §7), or the number in hex.
pub fn error_name(code: u32) -> String {
    code_name(code).map_or_else(|| format!("{code:#x}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use http2::frame::Settings;

    use super::*;

    #[test]
    fn describes_frames() {
        let depends = Priority {
            exclusive: true,
            dependency: 3,
            weight: 255,
        };
        let settings = Settings::new(b"\0\x01\0\0\0\0\0\x77\0\0\0\x05");
        let one = [Setting { id: 1, value: 0 }];
        #[rustfmt::skip]
        let cases: [(Detail<'_>, Option<&str>); 11] = [
            (Detail::None, None),
            (Detail::Settings(Settings::new(b"")), None),
            (Detail::Settings(settings), Some("HEADER_TABLE_SIZE 0, 0x0077 5")),
            (Detail::Acknowledged(None), Some("ACK of SETTINGS that were not captured")),
            (Detail::Acknowledged(Some((0, &[]))), Some("ACK of #1")),
            (Detail::Acknowledged(Some((2, &one))), Some("ACK of #3: HEADER_TABLE_SIZE 0")),
            (Detail::Reset(8), Some("CANCEL")),
            (Detail::Reset(99), Some("0x63")),
            (Detail::GoAway(7, 9, b"bad\x01"), Some("COMPRESSION_ERROR, last stream 7, “bad\\x01”")),
            (Detail::Priority(depends), Some("depends on 3 alone (exclusive), weight 256")),
            (Detail::Ping([0, 1, 2, 3, 4, 5, 6, 255]), Some("00010203040506ff")),
        ];
        for (detail, expected) in cases {
            assert_eq!(text(&detail).as_deref(), expected, "{detail:?}");
        }
    }
}
