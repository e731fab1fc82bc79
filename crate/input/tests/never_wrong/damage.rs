//! What happens to a text on the way into a paste.

use crate::random::Random;

/// A kind of damage.
pub(crate) struct Damage {
    pub(crate) name: &'static str,
    change: fn(&mut Random, &str) -> String,
}

const fn damage(name: &'static str, change: fn(&mut Random, &str) -> String) -> Damage {
    Damage { name, change }
}

/// Characters that stand in for others by mistake, or are slipped in.
const STRAY: [char; 40] = [
    '0', '1', '2', '7', '8', '9', 'a', 'b', 'c', 'f', 'A', 'F', 'g', 'O', 'l', 'I', 'x', 'X', 'z',
    ' ', ' ', '\t', ',', '.', ':', ';', '-', '_', '|', '/', '\\', '"', '\'', '(', ']', '=', '+',
    '%', '>', '\u{a0}',
];

/// Changes the characters of a text at one place of it.
fn at(
    random: &mut Random,
    text: &str,
    change: impl Fn(&mut Random, &mut Vec<char>, usize),
) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if !characters.is_empty() {
        let at = random.below(characters.len());
        change(random, &mut characters, at);
    }
    characters.into_iter().collect()
}

/// Changes the lines of a text at one of them that is not blank.
fn at_line(
    random: &mut Random,
    text: &str,
    change: impl Fn(&mut Random, &mut Vec<String>, usize),
) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let filled: Vec<usize> = (0..lines.len())
        .filter(|n| !lines[*n].trim().is_empty())
        .collect();
    if !filled.is_empty() {
        let at = random.pick(&filled);
        change(random, &mut lines, at);
    }
    lines.join("\n")
}

/// Changes the words of a text at one of them; what is between stays.
fn at_word(random: &mut Random, text: &str, change: impl Fn(&str) -> String) -> String {
    let words: Vec<(usize, &str)> = text
        .split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
        .collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (at, word) = random.pick(&words);
    format!(
        "{}{}{}",
        &text[..at],
        change(word),
        &text[at + word.len()..]
    )
}

/// Every line that is not blank, changed.
fn lines(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    let mut count = 0;
    let changed: Vec<String> = text
        .split('\n')
        .map(|line| match line.trim().is_empty() {
            true => line.to_owned(),
            false => {
                count += 1;
                change(count - 1, line)
            }
        })
        .collect();
    changed.join("\n")
}

/// The byte where the character `n` of a line begins, or its end.
fn byte_of(line: &str, n: usize) -> usize {
    line.char_indices().nth(n).map_or(line.len(), |(at, _)| at)
}

impl Damage {
    /// Damages a text, whose lines may end as on Windows.
    pub(crate) fn apply(&self, random: &mut Random, text: &str) -> String {
        let lines = text.replace("\r\n", "\n");
        let damaged = (self.change)(random, &lines);
        match text.len() - lines.len() {
            _ if damaged == lines => text.to_owned(),
            0 => damaged,
            _ => damaged.replace('\n', "\r\n"),
        }
    }
}

/// Every kind.
pub(crate) const DAMAGES: &[Damage] = &[
    damage("character dropped", |random, text| {
        at(random, text, |_, text, at| {
            text.remove(at);
        })
    }),
    damage("character doubled", |random, text| {
        at(random, text, |_, text, at| text.insert(at, text[at]))
    }),
    damage("character changed", |random, text| {
        at(random, text, |random, text, at| {
            text[at] = random.pick(&STRAY)
        })
    }),
    damage("character added", |random, text| {
        at(random, text, |random, text, at| {
            text.insert(at, random.pick(&STRAY))
        })
    }),
    damage("characters swapped", |random, text| {
        at(random, text, |_, text, at| {
            if at > 0 {
                text.swap(at - 1, at);
            }
        })
    }),
    damage("letter for a digit", |random, text| {
        at(random, text, |_, text, at| {
            let alike = [
                ('0', 'O'),
                ('1', 'l'),
                ('8', 'B'),
                ('5', 'S'),
                ('b', '6'),
                ('o', '0'),
            ];
            let here = (at..text.len()).find_map(|at| {
                let (_, other) = alike.iter().find(|(own, _)| *own == text[at])?;
                Some((at, *other))
            });
            if let Some((at, other)) = here {
                text[at] = other;
            }
        })
    }),
    damage("octet's digits dropped", |random, text| {
        at(random, text, |_, text, at| {
            let two = (at..text.len().saturating_sub(1))
                .find(|at| text[*at].is_ascii_hexdigit() && text[*at + 1].is_ascii_hexdigit());
            if let Some(at) = two {
                text.drain(at..at + 2);
            }
        })
    }),
    damage("some characters dropped", |random, text| {
        at(random, text, |random, text, at| {
            let end = (at + 2 + random.below(30)).min(text.len());
            text.drain(at..end);
        })
    }),
    damage("middle left out with dots", |random, text| {
        at(random, text, |random, text, at| {
            let end = (at + random.below(30)).min(text.len());
            let dots = random.pick(&["...", "…", " ... ", "[...]", "\n...\n"]);
            text.splice(at..end, dots.chars());
        })
    }),
    damage("hidden octet", |random, text| {
        at_word(random, text, |word| {
            let hidden = if word.len() > 4 { "********" } else { "**" };
            format!(
                "{}{hidden}",
                &word[..byte_of(word, word.chars().count().saturating_sub(hidden.len()))]
            )
        })
    }),
    damage("end cut", |random, text| {
        at(random, text, |_, text, at| text.truncate(at.max(1)))
    }),
    damage("start cut", |random, text| {
        at(random, text, |_, text, at| {
            text.drain(..at);
        })
    }),
    damage("line dropped", |random, text| {
        at_line(random, text, |_, lines, at| {
            lines.remove(at);
        })
    }),
    damage("line doubled", |random, text| {
        at_line(random, text, |_, lines, at| {
            lines.insert(at, lines[at].clone())
        })
    }),
    damage("lines swapped", |random, text| {
        at_line(random, text, |random, lines, at| {
            let other = random.below(lines.len());
            lines.swap(at, other);
        })
    }),
    damage("line moved", |random, text| {
        at_line(random, text, |random, lines, at| {
            let line = lines.remove(at);
            let to = random.below(lines.len() + 1);
            lines.insert(to, line);
        })
    }),
    damage("line cut short", |random, text| {
        at_line(random, text, |random, lines, at| {
            let keep = random.below(lines[at].chars().count());
            let keep = byte_of(&lines[at], keep);
            lines[at].truncate(keep);
        })
    }),
    damage("lines joined", |random, text| {
        at_line(random, text, |random, lines, at| {
            if at + 1 < lines.len() {
                let next = lines.remove(at + 1);
                lines[at] += random.pick(&["", " "]);
                lines[at] += &next;
            }
        })
    }),
    damage("line broken", |random, text| {
        at(random, text, |_, text, at| text.insert(at, '\n'))
    }),
    damage("blank line added", |random, text| {
        at_line(random, text, |_, lines, at| lines.insert(at, String::new()))
    }),
    damage("blank lines dropped", |_, text| {
        let kept: Vec<&str> = text
            .split('\n')
            .filter(|line| !line.trim().is_empty())
            .collect();
        kept.join("\n")
    }),
    damage("all on one line", |random, text| {
        text.replace('\n', random.pick(&[" ", ""]))
    }),
    damage("wrapped again", |random, text| {
        let width = random.pick(&[16, 20, 40, 60, 72, 80]);
        lines(text, |_, line| {
            let characters: Vec<char> = line.chars().collect();
            let pieces: Vec<String> = characters
                .chunks(width)
                .map(|piece| piece.iter().collect())
                .collect();
            pieces.join("\n")
        })
    }),
    damage("lines cut at the right", |random, text| {
        let longest = text
            .lines()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        let width = 1 + random.below(longest.max(1));
        lines(text, |_, line| line[..byte_of(line, width)].to_owned())
    }),
    damage("lines cut at the left", |random, text| {
        let width = 1 + random.below(12);
        lines(text, |_, line| line[byte_of(line, width)..].to_owned())
    }),
    damage("column dropped", |random, text| {
        let column = random.below(4);
        lines(text, |_, line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let filled: Vec<usize> = (0..words.len()).filter(|n| !words[*n].is_empty()).collect();
            if let Some(at) = filled.get(column) {
                words.remove(*at);
            }
            words.join(" ")
        })
    }),
    damage("word dropped", |random, text| {
        at_word(random, text, |_| String::new())
    }),
    damage("word doubled", |random, text| {
        at_word(random, text, |word| format!("{word} {word}"))
    }),
    damage("line numbers added", |random, text| {
        let first = random.pick(&[1, 1, 10, 82]);
        let after = random.pick(&[" ", "  ", "\t", ": ", " | ", ". "]);
        lines(text, |n, line| format!("{:3}{after}{line}", n + first))
    }),
    damage("column of numbers added", |random, text| {
        let step = random.pick(&[1, 2, 16]);
        let after = random.pick(&[" ", "\t", ","]);
        lines(text, |n, line| format!("{}{after}{line}", 1 + n * step))
    }),
    damage("column of numbers added at the right", |random, text| {
        let before = random.pick(&[" ", "\t", "  # ", " | "]);
        lines(text, |n, line| format!("{line}{before}{}", n + 10))
    }),
    damage("log prefix added", |random, text| {
        let style = random.below(6);
        lines(text, |n, line| {
            let second = 10 + n % 50;
            match style {
                0 => format!("2026-11-21 10:00:{second} {line}"),
                1 => format!("2026-11-21T10:00:{second}.123Z DEBUG hpack: {line}"),
                2 => format!("[10:00:{second}.001] {line}"),
                3 => format!("Nov 21 10:00:{second} host app[82]: {line}"),
                4 => format!("10:00:{second} {line}"),
                _ => format!("app-1  | {line}"),
            }
        })
    }),
    damage("quoted", |random, text| {
        let mark = random.pick(&["> ", ">", "| ", "# ", "+", "-"]);
        lines(text, |_, line| format!("{mark}{line}"))
    }),
    damage("indented", |random, text| {
        let blank = random.pick(&["    ", "\t", "\u{a0}"]);
        lines(text, |_, line| format!("{blank}{line}"))
    }),
    damage("other line among them", |random, text| {
        at_line(random, text, |random, lines, at| {
            let other = random.pick(&[
                "--More--",
                "2026-11-21 10:00:00 INFO tick",
                "connection closed",
                "82 bytes",
                "^C",
                "---",
                "(END)",
                "12",
                "dead beef",
            ]);
            lines.insert(at, other.to_owned());
        })
    }),
    damage("capitals", |_, text| text.to_uppercase()),
    damage("small letters", |_, text| text.to_lowercase()),
    damage("prefixes dropped", |random, text| {
        let prefix = random.pick(&["0x", "\\x", "%", "0X", "(byte)", "\\"]);
        text.replace(prefix, "")
    }),
    damage("separators dropped", |random, text| {
        let separator = random.pick(&[",", " ", ":", ", ", "-"]);
        text.replace(separator, random.pick(&["", " "]))
    }),
    damage("spaces run together", |_, text| {
        lines(text, |_, line| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            words.join(" ")
        })
    }),
    damage("brackets dropped", |_, text| {
        text.replace(['[', ']', '{', '}', '(', ')', '<', '>'], "")
    }),
    damage("quotes dropped", |_, text| text.replace(['"', '\''], "")),
    damage("typographic quotes and dashes", |_, text| {
        text.replace('"', "”")
            .replace('\'', "’")
            .replace("--", "—")
            .replace('-', "–")
    }),
    damage("escaped for HTML", |_, text| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    }),
    damage("backslashes doubled", |_, text| text.replace('\\', "\\\\")),
    damage("tabs for blanks", |_, text| text.replace("  ", "\t")),
    damage("minus signs dropped", |_, text| text.replace('-', "")),
    damage("zeros dropped", |_, text| {
        let words: Vec<String> = text
            .split(' ')
            .map(|word| match word.strip_prefix('0') {
                Some(rest) if !rest.is_empty() => rest.to_owned(),
                _ => word.to_owned(),
            })
            .collect();
        words.join(" ")
    }),
];
