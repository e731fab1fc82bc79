//! Fields that a text prints in words beside the bytes: lists of decoded fields
//! and dynamic tables, in logs, tests and specifications.

use std::ops::Range;

/// Length of the text that is searched, in bytes, and of its longest line.
const MOST_SEARCHED: usize = 1 << 20;
const LONGEST_LINE: usize = 1 << 13;

/// Details such as `(s = 57)` before a field, in its line.
const MOST_DETAILS: usize = 3;

/// Lines between two fields of a list, as where a program prints details of
/// each.
const MOST_BETWEEN: usize = 12;

/// A field in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed<'t> {
    /// Offset of the name in the text, in bytes.
    pub at: usize,
    /// The name.
    pub name: &'t str,
    /// The value, as far as it is printed.
    pub value: &'t str,
    /// Numbers before the name, in its line.
    numbers: Vec<u32>,
    line: usize,
    /// Offset behind the value.
    end: usize,
    /// What is around it, without digits: fields of a list have this in common.
    shape: String,
}

/// A list of fields that are printed alike, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<'t>(pub Vec<Printed<'t>>);

impl List<'_> {
    /// Number of its first field, if all are numbered consecutively.
    #[must_use]
    pub fn first_number(&self) -> Option<u32> {
        let numbers = |printed: usize| &self.0[printed].numbers;
        let is_consecutive = |column: &usize| {
            let all = self.0.iter().map(|one| one.numbers.get(*column).copied());
            all.zip(numbers(0)[*column]..)
                .all(|(found, expected)| found == Some(expected))
        };
        let column = (0..numbers(0).len()).find(is_consecutive)?;
        Some(numbers(0)[column])
    }
}

/// Finds the lists of fields in a text, in their order.
#[must_use]
pub fn lists(text: &str) -> Vec<List<'_>> {
    let mut lists: Vec<List<'_>> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if at > MOST_SEARCHED {
            break;
        }
        is_open &= !line.trim().is_empty();
        if line.len() <= LONGEST_LINE {
            for printed in in_line(line, at, number) {
                match lists
                    .last_mut()
                    .filter(|list| is_open && list.continues_with(&printed, text))
                {
                    Some(list) => list.0.push(printed),
                    None => lists.push(List(vec![printed])),
                }
                is_open = true;
            }
        }
        at += line.len();
    }
    lists
}

impl List<'_> {
    /// Whether `next` is its next field: between quoted fields is always the
    /// same. Pseudo-header fields come first (RFC 9113 §8.3), so one behind
    /// others begins another list.
    fn continues_with(&self, next: &Printed<'_>, text: &str) -> bool {
        let is_pseudo = |printed: &Printed<'_>| printed.name.starts_with(':');
        let between = |one: &Printed<'_>, next: &Printed<'_>| {
            let between = text[one.end..next.at].chars();
            between.filter(|c| !c.is_whitespace()).collect::<String>()
        };
        let last = &self.0[self.0.len() - 1];
        let is_bare = next.shape.ends_with('\n');
        let mut numbers = last.numbers.iter().zip(&next.numbers);
        let is_numbered = numbers.any(|(last, next)| last.checked_add(1) == Some(*next));
        last.shape == next.shape
            && next.line - last.line <= MOST_BETWEEN
            && (is_pseudo(last) || !is_pseudo(next) || is_numbered)
            && match &self.0[..] {
                [first, second, ..] if !is_bare => between(first, second) == between(last, next),
                _ => true,
            }
    }
}

/// The fields of a line: names and values in quotes, or else one without them
/// to the end of the line.
fn in_line(line: &str, at: usize, number: usize) -> Vec<Printed<'_>> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut push = |from: usize, name: Range<usize>, value: Range<usize>, shape: &str| {
        let before = &line[from..name.start];
        let digits = before.split(|c: char| !c.is_ascii_digit());
        all.push(Printed {
            at: at + name.start,
            numbers: digits.filter_map(|digits| digits.parse().ok()).collect(),
            line: number,
            end: at + value.end,
            shape: shape.to_owned(),
            name: &line[name],
            value: &line[value],
        });
    };
    while let Some((name, value)) = find_quoted(line, from) {
        let end = value.end;
        let shape = line[name.start - 1..name.start].to_owned() + &line[name.end..value.start];
        push(from, name, value, &shape);
        from = end + 1;
    }
    if from == 0
        && let Some((name, value)) = find_bare(line.trim_ascii_end())
    {
        let before = &line[..name.start];
        let shape = before.replace(|c: char| c.is_ascii_digit() || c.is_ascii_whitespace(), "");
        push(0, name, value, &(shape + "\n"));
    }
    all
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte)
}

/// Finds a field name that begins at `at`; it has a letter.
fn name_at(line: &[u8], at: usize) -> Option<Range<usize>> {
    let from = at + usize::from(line.get(at) == Some(&b':'));
    let length = line[from.min(line.len())..]
        .iter()
        .take_while(|&&byte| is_token(byte))
        .count();
    let name = at..from + length;
    let has_letter = |name: &[u8]| name.iter().any(u8::is_ascii_lowercase);
    (length > 0 && has_letter(&line[name.clone()])).then_some(name)
}

/// Finds a name and a value in quotes with a separator between.
fn find_quoted(line: &str, from: usize) -> Option<(Range<usize>, Range<usize>)> {
    let bytes = line.as_bytes();
    let is_quote = |at: usize| matches!(bytes.get(at), Some(b'"' | b'\''));
    let quotes = (from..bytes.len()).filter(|&at| is_quote(at));
    quotes.into_iter().find_map(|open| {
        let name = name_at(bytes, open + 1).filter(|name| is_quote(name.end))?;
        let separator = bytes[name.end + 1..].iter();
        let is_separator = |byte: &&u8| b" ,:=>\tb".contains(byte);
        let separator = separator.take_while(is_separator).count();
        let start = name.end + 1 + separator + 1;
        let is_open = separator > 0 && is_quote(start - 1);
        let quote = bytes[start - 1..].first().filter(|_| is_open)?;
        let mut is_escaped = false;
        let length = bytes[start..].iter().position(|byte| {
            let is_end = byte == quote && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            is_end
        })?;
        Some((name, start..start + length))
    })
}

/// Finds `name: value` or `name = value`; the value ends with the line, or with
/// the quotation or bracket around both.
fn find_bare(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let bytes = line.as_bytes();
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || is_token(byte) || byte == b':';
    let is_start = |&at: &usize| at == 0 || !is_inside(bytes[at - 1]);
    let starts = (0..bytes.len()).filter(is_start);
    let separated = starts.filter_map(|at| {
        let name = name_at(bytes, at)?;
        let rest = &line[name.end..];
        let separator = match rest {
            ":" => ":",
            _ => [": ", " = "]
                .into_iter()
                .find(|one| rest.starts_with(one))?,
        };
        let start = name.end + separator.len();
        Some((name, start))
    });
    let mut first = separated.take(MOST_DETAILS + 1);
    first.find_map(|(name, start)| {
        let value = &line[start..];
        let close = close_of(&line[..name.start]);
        let end = close.and_then(|close| value.find(close));
        let (value, behind) = value.split_at(end.unwrap_or(value.len()));
        // Details of a field are in brackets before it.
        let is_detail = close != Some('"') && behind.contains(char::is_alphanumeric);
        let value = value.trim_ascii_end();
        (!is_detail).then(|| (name, start..start + value.len()))
    })
}

/// Returns what closes the quotation or bracket that is open behind `text`.
fn close_of(text: &str) -> Option<char> {
    const PAIRS: [(char, char); 6] = [
        ('"', '"'),
        ('`', '`'),
        ('[', ']'),
        ('(', ')'),
        ('{', '}'),
        ('<', '>'),
    ];
    let count = |c: char| text.matches(c).count();
    let is_open = |&&(open, close): &&(char, char)| match open == close {
        true => count(open) % 2 == 1,
        false => count(open) > count(close),
    };
    PAIRS.iter().find(is_open).map(|pair| pair.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text and its lists: the number of the first field, names and values.
    #[test]
    fn finds_fields_in_words() {
        let cases = [
            (
                ":method: GET\n:path: /\na: b c\n",
                "- :method=GET :path=/ a=b c",
            ),
            (
                "// Header: :status: 200\n//  x\n// Header: age: 1\n",
                "- :status=200 age=1",
            ),
            (
                "[{\":status\", \"200\"}, {\"server\", \"x\"},\n {\"a\", \"b\"}]",
                "- :status=200 server=x a=b",
            ),
            (
                "* [HTTP/2] [1] [:method: GET]\n* [HTTP/2] [1] [te: x]\n",
                "- :method=GET te=x",
            ),
            (
                "field \":path\" = \"/a\"\nfield \"te\" = \"\"\n",
                "- :path=/a te=",
            ),
            ("(b':a', b'x\\'y'), (b'c', b'd')", "- :a=x\\'y c=d"),
            (
                "[  1] (s =  57) :authority: a\n[  2] (s =  53) cache-control: b\n",
                "1 :authority=a cache-control=b",
            ),
            (
                "62 :path: /\n63 :path: /b\n\n64 x: y",
                "62 :path=/ :path=/b|64 x=y",
            ),
            (
                ":status: 200\na: b\n:status: 404\n",
                "- :status=200 a=b|- :status=404",
            ),
            (
                "<field showname=\"Header: :method: GET\" size=\"1\"/>",
                "- :method=GET",
            ),
            (
                "[{\"a\": \"b\"}, {\"c\": \"d\"}], \"wire\": \"82\"",
                "- a=b c=d|- wire=82",
            ),
            ("  a: b\n  c:\n", "- a=b c="),
            ("Host: x\n12:30: y\n", ""),
        ];
        for (text, expected) in cases {
            let list = |list: &List<'_>| {
                let number = list.first_number();
                let number = number.map_or("-".to_owned(), |number| number.to_string());
                let fields = list
                    .0
                    .iter()
                    .map(|one| format!(" {}={}", one.name, one.value));
                number + &fields.collect::<String>()
            };
            let found: Vec<String> = lists(text).iter().map(list).collect();
            assert_eq!(found.join("|"), expected, "{text}");
        }
    }
}
