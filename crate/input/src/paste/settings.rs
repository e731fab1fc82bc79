//! Lines that say what holds for the blocks below them.

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// `# SETTINGS_HEADER_TABLE_SIZE 256`: acknowledged before the next block.
    Limit(u32),
    /// `# initial table size 256`: from the start.
    Initial(u32),
    /// `# table 62 name: value`: an entry that the next block's table holds.
    Entry(u32, Vec<u8>, Vec<u8>),
    /// One of these with something that cannot be.
    Bad(&'static str),
}

/// The setting in a line that begins with `#`.
pub(super) fn parse(line: &str) -> Option<Setting> {
    let words = line.trim_start_matches('#').trim();
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let lower = words.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("settings_header_table_size") {
        let value = rest.trim_start_matches([' ', '=', ':', '\t']);
        return Some(number(value).map_or(
            Setting::Bad("SETTINGS_HEADER_TABLE_SIZE is a number from 0 to 4,294,967,295."),
            Setting::Limit,
        ));
    }
    if let Some(rest) = lower.strip_prefix("initial table size") {
        let value = rest.trim_start_matches([' ', '=', ':', '\t']);
        return Some(number(value).map_or(
            Setting::Bad("The initial table size is a number of bytes from 0 to 4,294,967,295."),
            Setting::Initial,
        ));
    }
    let (index, field) = words.strip_prefix("table ")?.trim_start().split_once(' ')?;
    let index = index.parse::<u32>().ok()?;
    let Some((name, value)) = split_field(field) else {
        return Some(Setting::Bad(
            "An entry is written “# table INDEX NAME: VALUE”.",
        ));
    };
    match index {
        62..=0xffff => Some(Setting::Entry(
            index,
            name.as_bytes().to_vec(),
            value.as_bytes().to_vec(),
        )),
        _ => Some(Setting::Bad(
            "Entries of the dynamic table have indices from 62 on.",
        )),
    }
}

/// The setting that a JSON member begins at a quote of `text`, as the stories of
/// hpack-test-case have it, and its length: `"header_table_size": 256`.
pub(super) fn parse_member(text: &str) -> Option<(Setting, usize)> {
    let rest = text.strip_prefix("\"header_table_size\"")?;
    let digits = rest.trim_start().strip_prefix(':')?.trim_start();
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let limit = digits[..count].parse().ok()?;
    Some((Setting::Limit(limit), text.len() - digits.len() + count))
}

/// The initial table size that a text states.
pub(super) fn initial(settings: &[Setting]) -> Option<u32> {
    settings.iter().find_map(|setting| match setting {
        Setting::Initial(size) => Some(*size),
        _ => None,
    })
}

/// Name and value of `NAME: VALUE`; the name may begin with a colon.
#[must_use]
pub fn split_field(field: &str) -> Option<(&str, &str)> {
    let colon = field.get(1..)?.find(':')? + 1;
    let (name, value) = (field[..colon].trim(), &field[colon + 1..]);
    (!name.is_empty()).then_some((name, value.strip_prefix(' ').unwrap_or(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let entry =
            |index, name: &str, value: &str| Some(Setting::Entry(index, name.into(), value.into()));
        let cases = [
            (
                "# SETTINGS_HEADER_TABLE_SIZE 256",
                Some(Setting::Limit(256)),
            ),
            ("# initial table size 0", Some(Setting::Initial(0))),
            ("# table 62 :path: /a:b", entry(62, ":path", "/a:b")),
            ("# table 63 x:", entry(63, "x", "")),
            ("# table of contents", None),
            ("# request", None),
        ];
        for (line, expected) in cases {
            assert_eq!(parse(line), expected, "{line}");
        }
        for line in [
            "# SETTINGS_HEADER_TABLE_SIZE 40**",
            "# table 61 a: b",
            "# table 62 a",
        ] {
            assert!(matches!(parse(line), Some(Setting::Bad(_))), "{line}");
        }
    }
}
