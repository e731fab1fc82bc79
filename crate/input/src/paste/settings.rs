//! Lines with settings for the blocks after them.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// `# SETTINGS_HEADER_TABLE_SIZE 256`: acknowledged before the next block.
    Limit(u32),
    /// `# initial table size 256`: from the start.
    Initial(u32),
    /// `# table 62 name: value`: an entry of the next block's table.
    Entry(Box<(u32, Vec<u8>, Vec<u8>)>),
    /// A malformed setting, with a message.
    Bad(&'static str),
}

const BAD_LIMIT: &str = "SETTINGS_HEADER_TABLE_SIZE is a number from 0 to 4,294,967,295.";
const BAD_SIZE: &str = "The initial table size is a number of bytes from 0 to 4,294,967,295.";
const BAD_ENTRY: &str = "An entry is written “# table INDEX NAME: VALUE”.";
const BAD_INDEX: &str = "Entries of the dynamic table have indices from 62 on.";

pub(super) fn parse(line: &str) -> Option<Setting> {
    let words = line.trim_start_matches('#').trim();
    let lower = words.to_ascii_lowercase();
    let number = |name: &str| {
        let value = lower.strip_prefix(name)?;
        let digits = value.trim_start_matches([' ', '=', ':', '\t']);
        Some(digits.parse::<u32>().ok())
    };
    if let Some(limit) = number("settings_header_table_size") {
        return Some(limit.map_or(Setting::Bad(BAD_LIMIT), Setting::Limit));
    }
    if let Some(size) = number("initial table size") {
        return Some(size.map_or(Setting::Bad(BAD_SIZE), Setting::Initial));
    }
    let (index, field) = words.strip_prefix("table ")?.trim_start().split_once(' ')?;
    let index = index.parse::<u32>().ok()?;
    Some(match split_field(field) {
        None => Setting::Bad(BAD_ENTRY),
        Some((name, value)) if (62..=0xffff).contains(&index) => {
            Setting::Entry(Box::new((index, name.into(), value.into())))
        }
        Some(_) => Setting::Bad(BAD_INDEX),
    })
}

/// Parses a JSON setting of hpack-test-case's stories at the start of `text`,
/// `"header_table_size": 256`. Returns also its length.
pub(super) fn parse_member(text: &str) -> Option<(Setting, usize)> {
    let rest = text.strip_prefix("\"header_table_size\"")?;
    let digits = rest.trim_start().strip_prefix(':')?.trim_start();
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let limit = digits[..count].parse().ok()?;
    Some((Setting::Limit(limit), text.len() - digits.len() + count))
}

pub(super) fn initial(settings: &[Setting]) -> Option<u32> {
    settings.iter().find_map(|setting| match setting {
        Setting::Initial(size) => Some(*size),
        _ => None,
    })
}

/// Splits `NAME: VALUE`; the name may be empty, or begin with a colon.
#[must_use]
pub fn split_field(field: &str) -> Option<(&str, &str)> {
    let is_end = |at: &usize| *at > 0 || field == ":" || field.starts_with(": ");
    let mut colons = field.match_indices(':').map(|colon| colon.0);
    let colon = colons.find(is_end)?;
    let (name, value) = (field[..colon].trim(), &field[colon + 1..]);
    let value = value.strip_prefix(' ').unwrap_or(value);
    (colon == 0 || !name.is_empty()).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_lines() {
        let entry = |index, name: &str, value: &str| {
            Some(Setting::Entry(Box::new((index, name.into(), value.into()))))
        };
        let bad = |message| Some(Setting::Bad(message));
        let cases = [
            ("SETTINGS_HEADER_TABLE_SIZE 256", Some(Setting::Limit(256))),
            ("initial table size 0", Some(Setting::Initial(0))),
            ("table 62 :path: /a:b", entry(62, ":path", "/a:b")),
            ("table 63 x:", entry(63, "x", "")),
            ("table 62 : a: b", entry(62, "", "a: b")),
            ("table 62 :", entry(62, "", "")),
            ("table of contents", None),
            ("request", None),
            ("SETTINGS_HEADER_TABLE_SIZE 40**", bad(BAD_LIMIT)),
            ("table 61 a: b", bad(BAD_INDEX)),
            ("table 62 a", bad(BAD_ENTRY)),
        ];
        for (line, expected) in cases {
            assert_eq!(parse(&format!("# {line}")), expected, "{line}");
        }
    }
}
