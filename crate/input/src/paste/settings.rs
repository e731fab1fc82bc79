//! Lines with settings for the blocks after them.

use hpack::Snapshot;

use super::split_field;

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

/// The table that entries give; `None` without any.
pub(super) fn snapshot(settings: &[Setting], initial: Option<u32>) -> Option<Snapshot> {
    let size = initial.unwrap_or(4096);
    let mut entries = Vec::new();
    for setting in settings {
        if let Setting::Entry(entry) = setting {
            let (index, name, value) = &**entry;
            let at = *index as usize - 62;
            entries.resize(entries.len().max(at + 1), (None, None));
            entries[at] = (Some(name.clone()), Some(value.clone()));
        }
    }
    (!entries.is_empty()).then(|| Snapshot {
        maximum: size,
        limit: size,
        entries,
        ..Snapshot::default()
    })
}
