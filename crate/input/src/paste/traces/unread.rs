//! Lines and words beside the bytes that may be bytes too, and were not read.

use super::super::notes::Noted;
use super::{Few, Walk, glue::comment};

/// Lines of which nothing was read, though they may be rows of bytes.
pub(super) fn lines(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    // What source code has behind bytes is a comment, which may say anything.
    let is_code = walk.raw.contains(['{', '[', '(']);
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let (mut at, last) = (0, glue.split('\n').count());
        for (n, line) in glue.split('\n').enumerate() {
            let shown = line.strip_prefix(". ").unwrap_or(line);
            let shown = shown.trim_start_matches([',', ' ', '\t']);
            let is_comment = shown.starts_with(['#', ';', '/']) || shown.starts_with("---");
            let is_own = n > 0 || gap.before.is_none() || is_comment;
            let is_whole = n + 1 < last || gap.after.is_none();
            let behind = n == 0 && gap.before.is_some();
            if is_own && is_whole && !(behind && is_code) && may_be_bytes(shown, behind) {
                notes.push((gap.start + at, "Nothing was read from this line, though it may be a row of bytes: it may be cut or damaged.".into()));
            }
            at += line.len() + 1;
        }
    }
    notes.0
}

/// What a word may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Pairs of hex digits, or a number of up to three digits, in any notation.
    Bytes,
    /// Pairs of hex digits without a digit below ten: `be`, but `add` is none.
    Letters,
    /// A number but for one character.
    Nearly,
    Other,
}

impl Word {
    fn of(word: &str) -> Self {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\\');
        let digits = ["0x", "0X", "0o", "0b", "\\x", "\\", "x", "$"]
            .into_iter()
            .find_map(|prefix| word.strip_prefix(prefix))
            .unwrap_or(word);
        let digits = digits
            .strip_suffix("u8")
            .unwrap_or(digits)
            .trim_end_matches('h');
        let odd = digits
            .bytes()
            .filter(|byte| !byte.is_ascii_hexdigit())
            .count();
        let is_number = digits.bytes().any(|byte| byte.is_ascii_digit());
        let is_even = digits.len().is_multiple_of(2);
        match odd {
            0 if is_number && (is_even || digits.len() < 4) => Self::Bytes,
            0 if is_even => Self::Letters,
            0 | 1 if (2 + usize::from(!is_number)..5).contains(&digits.len()) => Self::Nearly,
            _ => Self::Other,
        }
    }
}

/// The words of a text.
fn words_of(text: &str) -> Vec<Word> {
    let words = text.split(|c: char| c.is_whitespace() || ",;|:".contains(c));
    let words = words.filter(|word| word.contains(char::is_alphanumeric));
    words.map(Word::of).collect()
}

/// Whether a line may be a row of bytes, a list of them or a string; `behind`
/// the bytes of its line, or at its start.
fn may_be_bytes(line: &str, behind: bool) -> bool {
    let content = line.trim_start_matches(['#', '/', ';', '-', ' ']);
    let is_comment = content.len() < line.len();
    let content = content.trim_end();
    // The columns of a dump may have their numbers above them.
    let columns = content.trim_start_matches(['|', ' ']);
    if ["00 01 02 03", "0  1  2  3"]
        .into_iter()
        .any(|head| columns.starts_with(head))
    {
        return false;
    }
    let all = words_of(content);
    let is_digits = |word: &Word| matches!(word, Word::Bytes | Word::Letters);
    let tail = all.iter().rev().take_while(|word| is_digits(word)).count();
    let has_number = all[all.len() - tail..].contains(&Word::Bytes);
    let is_lone = matches!(content.len(), 1 | 3)
        || content.ends_with(|c: char| "_,;:-.\"'".contains(c))
        || behind && is_comment;
    let are_bytes = has_number && (tail > 2 || tail == all.len() && (tail > 1 || is_lone));
    let list = content
        .rsplit_once(['[', '{', '('])
        .and_then(|(_, rest)| rest.split_once([']', '}', ')']));
    let list = list.map(|(list, _)| words_of(list)).unwrap_or_default();
    let odd = list.iter().filter(|word| !is_digits(word)).count();
    let are_items = match list.len() {
        0 => false,
        1 => is_comment && odd == 0 && content.contains('='),
        _ => odd < 2 && !list.contains(&Word::Other),
    };
    let quote = content
        .trim_end_matches([';', ',', ')'])
        .chars()
        .next_back();
    let is_open = quote
        .filter(|c| matches!(c, '"' | '\''))
        .is_some_and(|quote| content.matches(quote).count() == 1);
    are_bytes
        || are_items
        || is_open && !behind && content.len() > 2
        || is_padded(content)
        || is_half(content)
}

/// Whether a line is the end of a list whose bracket is missing: `Buffer 82>`; or
/// a string of hex digits: `f'2082'`.
fn is_half(line: &str) -> bool {
    let content = line.trim_end_matches([';', ',']);
    let Some(last) = content.chars().next_back() else {
        return false;
    };
    let inner = &content[..content.len() - last.len_utf8()];
    let open = match last {
        '\'' | '"' => {
            let string = inner.rsplit_once(last);
            return string.is_some_and(|(prefix, digits)| {
                prefix.len() < 3
                    && prefix.bytes().all(|byte| byte.is_ascii_alphabetic())
                    && Word::of(digits) == Word::Bytes
            });
        }
        ')' => '(',
        ']' => '[',
        '}' => '{',
        '>' => '<',
        _ => return false,
    };
    !inner.contains(open) && words_of(inner).last() == Some(&Word::Bytes)
}

/// Whether a line may be Base64: a word that is filled up with `=`.
pub(super) fn is_padded(line: &str) -> bool {
    // One character of it may be a sign or a blank.
    let signs = line.trim().replace([':', ' '], "");
    let line = match line.trim().len() == signs.len() + 1 && signs.ends_with('=') {
        true => &signs,
        false => line.trim(),
    };
    let word = line.rsplit(',').next().unwrap_or_default();
    let digits = word.trim_end_matches('=');
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    line.contains(";base64,")
        || digits.len() > 1
            && digits.chars().all(is_digit)
            && (1..3).contains(&(word.len() - digits.len()))
            && (word.len().is_multiple_of(4) || line == signs && word.len() % 4 == 3)
}

/// The fewest digits that are no number of anything else than bytes.
const LONG: usize = 12;

/// How many hex digits stand beside each other in a word at most.
fn longest(word: &str) -> usize {
    let runs = word.split(|c: char| !c.is_ascii_hexdigit());
    runs.map(str::len).max().unwrap_or_default()
}

/// Words that may be bytes, and were not read.
pub(super) fn words(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    let parts = walk.gaps().find(|gap| gap.is_inner());
    let sign = parts.map_or("", |gap| &walk.raw[gap.start..gap.end]);
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 3) {
        let glue = walk.glue(gap);
        let mut from = 0;
        for line in glue.split_inclusive('\n') {
            let shown = comment(line).unwrap_or(line);
            for run in pairs(shown, sign) {
                let at = run.as_ptr().addr() - line.as_ptr().addr();
                notes.push((gap.start + from + at, unread_word(run)));
            }
            for word in shown.split(|c: char| !c.is_alphanumeric()) {
                let digits = longest(word);
                let numbers = word.bytes().filter(u8::is_ascii_digit).count();
                let at = word.as_ptr().addr() - line.as_ptr().addr();
                let is_prefixed = word.starts_with("0x") && digits > 4;
                let is_name =
                    !is_prefixed && digits < word.len() && digits < 8 || numbers * 4 < digits;
                // A year, a port, a line of a program.
                let is_number = numbers == word.len() && digits < LONG;
                if digits >= 4 && numbers > 1 && !is_name && !is_number {
                    notes.push((gap.start + from + at, unread_word(word)));
                }
            }
            from += line.len();
        }
    }
    notes.0
}

fn unread_word(word: &str) -> String {
    format!("“{word}” was not read, and may be bytes.")
}

/// Bytes with a sign between each two; `usual` is that of the bytes that were
/// read.
fn pairs<'a>(line: &'a str, usual: &str) -> impl Iterator<Item = &'a str> {
    let runs = line.split(|c: char| !(c.is_ascii_hexdigit() || ":-".contains(c)));
    let runs = runs.map(|run| run.trim_matches([':', '-']));
    runs.filter(move |run| {
        let sign = if run.contains(':') { ":" } else { "-" };
        let pairs = run.split(sign);
        let count = pairs.clone().count();
        let has = |is: fn(&u8) -> bool| run.as_bytes().iter().any(is);
        let is_clock = || {
            let mut parts = pairs.clone().map(|pair| pair.parse().unwrap_or(u8::MAX));
            parts.next().is_some_and(|hour| hour < 24) && parts.all(|part| part < 60)
        };
        // Six are an address of a network card.
        let may = match count {
            2 | 3 => has(u8::is_ascii_alphabetic) || sign == usual && !is_clock(),
            _ => count > 3 && count != 6,
        };
        may && has(u8::is_ascii_digit) && pairs.clone().all(|pair| pair.len() == 2)
    })
}
