//! String literals with escapes.

use super::{Format, NAMES, each, ending, joined, pair, run, several};
use crate::{blocks::Wire, random::Choices};

/// Octets as most languages escape them: printed ones as they are, the usual
/// letters, `\x` for the rest.
fn mixed(octets: &[u8], quote: char, letters: &[(u8, char)]) -> String {
    octets
        .iter()
        .map(
            |octet| match (*octet, letters.iter().find(|(own, _)| own == octet)) {
                (_, Some((_, letter))) => format!("\\{letter}"),
                (b'\\', _) => "\\\\".to_owned(),
                (own, _) if own as char == quote => format!("\\{quote}"),
                (b' '..=b'~', _) => (*octet as char).to_string(),
                _ => format!("\\x{octet:02x}"),
            },
        )
        .collect()
}

const USUAL: [(u8, char); 3] = [(b'\n', 'n'), (b'\r', 'r'), (b'\t', 't')];
const GO: [(u8, char); 7] = [
    (7, 'a'),
    (8, 'b'),
    (12, 'f'),
    (b'\n', 'n'),
    (b'\r', 'r'),
    (b'\t', 't'),
    (11, 'v'),
];

const RUST: [(u8, char); 4] = [(b'\n', 'n'), (b'\r', 'r'), (b'\t', 't'), (0, '0')];
const JSON: [(u8, char); 5] = [
    (8, 'b'),
    (12, 'f'),
    (b'\n', 'n'),
    (b'\r', 'r'),
    (b'\t', 't'),
];

/// `strconv.Quote`: what is UTF-8 and can be printed stays.
/// `%q` of Go, or `%+q`, which escapes all that is not ASCII.
fn go_quoted(octets: &[u8], is_ascii: bool) -> String {
    let mut out = String::from("\"");
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            let letter = GO.iter().find(|(own, _)| char::from(*own) == c);
            match (c, letter) {
                (_, Some((_, letter))) => out += &format!("\\{letter}"),
                ('"' | '\\', _) => out += &format!("\\{c}"),
                (' '..='~', _) => out.push(c),
                (c, _) if c.is_ascii() => out += &format!("\\x{:02x}", c as u32),
                (c, _) if c.is_alphanumeric() && !is_ascii => out.push(c),
                (c, _) if (c as u32) < 0x1_0000 => out += &format!("\\u{:04x}", c as u32),
                (c, _) => out += &format!("\\U{:08x}", c as u32),
            }
        }
        for octet in chunk.invalid() {
            out += &format!("\\x{octet:02x}");
        }
    }
    out + "\""
}

/// `repr` of Python: the quote that needs no escape.
/// As a person writes it.
fn by_hand(octets: &[u8]) -> String {
    format!(
        "b'{}'",
        joined(octets, "", |octet| format!("\\x{octet:02x}"))
    )
}

fn python(octets: &[u8]) -> String {
    let quote = match octets.contains(&b'\'') && !octets.contains(&b'"') {
        true => '"',
        false => '\'',
    };
    format!("b{quote}{}{quote}", mixed(octets, quote, &USUAL))
}

/// C, where the digits of `\x` have no end.
fn c_literal(octets: &[u8], quote_breaks: bool) -> String {
    let mut out = String::from("\"");
    let mut after_hex = false;
    for octet in octets {
        match octet {
            b'"' | b'\\' => out += &format!("\\{}", *octet as char),
            b' '..=b'~' if after_hex && octet.is_ascii_hexdigit() => {
                match quote_breaks {
                    true => out += &format!("\"\"{}", *octet as char),
                    false => out += &format!("\\x{octet:02x}"),
                }
                after_hex = !quote_breaks;
                continue;
            }
            b' '..=b'~' if *octet != b'?' => out.push(*octet as char),
            _ => {
                out += &format!("\\x{octet:02x}");
                after_hex = true;
                continue;
            }
        }
        after_hex = false;
    }
    out + "\""
}

/// How a program spells bytes in octal.
#[derive(Clone, Copy, PartialEq)]
enum Octal {
    All,
    /// Quotes and backslashes with their numbers.
    Numbers,
    /// As gdb does: letters, and a backslash before what ends the string.
    Letters,
}

/// Blanks at the ends are escaped where there are no quotes.
fn octal(octets: &[u8], style: Octal, quoted: bool) -> String {
    let last = octets.len().saturating_sub(1);
    let is_edge = |at: usize| !quoted && (at == 0 || at == last);
    let spell = |at: usize, octet: u8| {
        let letter = GO.iter().find(|(own, _)| *own == octet);
        match (octet, letter) {
            (_, Some((_, letter))) if style == Octal::Letters => format!("\\{letter}"),
            (b'"' | b'\\', _) if style == Octal::Letters => format!("\\{}", octet as char),
            (b'"' | b'\'' | b'\\', _) if style == Octal::Numbers => format!("\\{octet:03o}"),
            (b' ', _) if is_edge(at) => "\\040".to_owned(),
            (b' '..=b'~', _) if style != Octal::All => (octet as char).to_string(),
            _ => format!("\\{octet:03o}"),
        }
    };
    let octets = octets.iter().enumerate();
    octets.map(|(at, octet)| spell(at, *octet)).collect()
}

fn declared(
    choices: &mut Choices,
    blocks: &[Wire],
    frames: &[(&str, &str)],
    spell: impl Fn(&[u8]) -> String,
) -> String {
    let (open, close) = choices.pick(frames);
    let name = choices.pick(&NAMES);
    let between = choices.pick(&["\n", "\n\n"]);
    each(blocks, between, |n, octets| {
        let name = match blocks.len() {
            1 => name.to_owned(),
            _ => format!("{name}{n}"),
        };
        format!("{}{}{close}", open.replace("{name}", &name), spell(octets))
    }) + ending(choices)
}

/// Those without quotes.
pub(super) const UNQUOTED: [&str; 2] = ["quoted-printable", "escapes of a web server's log"];

pub(super) const FORMATS: &[Format] = &[
    several("\\x in quotes", |choices, blocks| {
        let upper = choices.flip();
        let frames = [
            ("\"", "\""),
            ("'", "'"),
            ("char *{name} = \"", "\";"),
            ("{name} = b\"", "\""),
            ("{name} = b'", "'"),
            ("${name} = \"", "\";"),
            ("printf '", "' | nc host 80"),
            ("echo -ne '", "'"),
            ("$'", "'"),
        ];
        declared(choices, blocks, &frames, |octets| {
            joined(octets, "", |octet| format!("\\x{}", pair(octet, upper)))
        })
    }),
    several("C string", |choices, blocks| {
        let frames = [("", ""), ("const char {name}[] = ", ";")];
        let breaks = choices.flip();
        declared(choices, blocks, &frames, |octets| c_literal(octets, breaks))
    }),
    several("C string over lines", |choices, blocks| {
        let upper = choices.flip();
        let width = 1 + choices.below(32);
        let end = choices.pick(&["\n", " \\\n", "\n    ", " "]);
        let (open, close) = choices.pick(&[("", ""), ("char {name}[] =\n    ", ";")]);
        let name = choices.pick(&NAMES);
        each(blocks, "\n\n", |n, octets| {
            let spell = |octet| format!("\\x{}", pair(octet, upper));
            let lines: Vec<String> = octets
                .chunks(width)
                .map(|line| format!("\"{}\"", joined(line, "", spell)))
                .collect();
            let open = open.replace("{name}", &format!("{name}{n}"));
            format!("{open}{}{close}", lines.join(end))
        }) + ending(choices)
    }),
    several("Go %q", |choices, blocks| {
        let frames = [("", ""), ("{name} := ", ""), ("[]byte(", ")")];
        let is_ascii = choices.flip();
        declared(choices, blocks, &frames, |octets| {
            go_quoted(octets, is_ascii)
        })
    }),
    several("Rust byte string", |choices, blocks| {
        let frames = [
            ("b\"", "\""),
            ("let {name} = b\"", "\";"),
            ("const B: &[u8] = b\"", "\";"),
        ];
        // Of the standard library, or of the crate bytes.
        let is_library = choices.flip();
        declared(choices, blocks, &frames, |octets| match is_library {
            true => octets.escape_ascii().to_string(),
            false => mixed(octets, '"', &RUST),
        })
    }),
    several("Python bytes", |choices, blocks| {
        let frames = [
            ("", ""),
            ("{name} = ", ""),
            ("bytearray(", ")"),
            ("bytes(", ")"),
            (">>> {name}\n", ""),
        ];
        let spell = choices.pick(&[python, python, by_hand]);
        declared(choices, blocks, &frames, spell)
    }),
    several("Python bytes over lines", |choices, blocks| {
        let width = 1 + choices.below(32);
        let spell = choices.pick(&[python, python, by_hand]);
        declared(
            choices,
            blocks,
            &[("(", ")"), ("{name} = (", ")")],
            |octets| {
                let lines: Vec<String> = octets.chunks(width).map(spell).collect();
                lines.join("\n ")
            },
        )
    }),
    several("list of Python bytes", |choices, blocks| {
        let end = choices.pick(&[", ", ",\n "]);
        let spell = choices.pick(&[python, python, by_hand]);
        let printed: Vec<String> = blocks.iter().map(|block| spell(&block.octets)).collect();
        format!("[{}]\n", printed.join(end))
    }),
    several("JavaScript string", |choices, blocks| {
        let style = choices.below(3);
        let letter = |octet: u8| JSON.iter().find(|(own, _)| style == 1 && *own == octet);
        let frames = [("\"", "\""), ("const {name} = \"", "\";")];
        declared(choices, blocks, &frames, |octets| match style {
            0 => joined(octets, "", |octet| format!("\\u{octet:04x}")),
            // As Python prints JSON, or with numbers alone.
            _ => joined(octets, "", |octet| match (octet, letter(octet)) {
                (_, Some((_, letter))) => format!("\\{letter}"),
                (b'"' | b'\\', _) => format!("\\{}", octet as char),
                (b' '..=b'~', _) => (octet as char).to_string(),
                _ if style == 1 => format!("\\u{octet:04x}"),
                _ => format!("\\u{octet:04X}"),
            }),
        })
    }),
    several("octal escapes", |choices, blocks| {
        let style = choices.pick(&[Octal::All, Octal::Numbers, Octal::Letters]);
        let quoted = style == Octal::Letters || choices.below(4) > 0;
        let frames: &[(&str, &str)] = match (quoted, style) {
            (false, _) => &[("", "")],
            (_, Octal::Letters) => &[("\"", "\""), ("$1 = \"", "\"")],
            _ => &[("\"", "\""), ("printf '", "'"), ("$1 = \"", "\"")],
        };
        declared(choices, blocks, frames, |octets| {
            octal(octets, style, quoted)
        })
    }),
    several("decimal escapes", |choices, blocks| {
        let all = choices.flip();
        let frames = [("\"", "\""), ("local {name} = \"", "\""), ("pack \"", "\"")];
        declared(choices, blocks, &frames, |octets| {
            let mut out = String::new();
            for (at, octet) in octets.iter().enumerate() {
                let next_is_digit = octets.get(at + 1).is_some_and(u8::is_ascii_digit);
                match octet {
                    b'"' | b'\\' if !all => out += &format!("\\{}", *octet as char),
                    b' '..=b'~' if !all => out.push(*octet as char),
                    _ if next_is_digit && !all => out += &format!("\\{octet:03}"),
                    _ => out += &format!("\\{octet}"),
                }
            }
            out
        })
    }),
    several("hex in Python bytes", |choices, blocks| {
        let frames = [
            ("b'", "'"),
            ("{name} = b'", "'"),
            ("binascii.unhexlify(b'", "')"),
        ];
        declared(choices, blocks, &frames, |octets| run(octets, false))
    }),
    several("quoted-printable", |choices, blocks| {
        let between = choices.pick(&["\n", "\n\n"]);
        each(blocks, between, |_, octets| {
            joined(octets, "", |octet| match octet {
                b'!'..=b'<' | b'>'..=b'~' => (octet as char).to_string(),
                _ => format!("={octet:02X}"),
            })
        }) + ending(choices)
    }),
    several("PostgreSQL bytea", |choices, blocks| {
        let frames = [
            ("\\x", ""),
            ("'\\x", "'::bytea"),
            ("SELECT '\\x", "'::bytea;"),
            ("E'\\\\x", "'"),
            ("x'", "'"),
            ("X'", "'"),
        ];
        declared(choices, blocks, &frames, |octets| run(octets, false))
    }),
    several("hex in a string", |choices, blocks| {
        let upper = choices.flip();
        let frames = [
            ("\"", "\""),
            ("bytes.fromhex('", "')"),
            ("unhex(\"", "\")"),
            ("hex.DecodeString(\"", "\")"),
            ("Buffer.from(\"", "\", \"hex\")"),
            ("const {name} = \"", "\";"),
            ("Convert.FromHexString(\"", "\")"),
            ("hex!(\"", "\")"),
        ];
        let between = choices.pick(&["", "", " "]);
        declared(choices, blocks, &frames, |octets| {
            joined(octets, between, |octet| pair(octet, upper))
        })
    }),
    several("escapes of a web server's log", |choices, blocks| {
        let between = choices.pick(&["\n", "\n\n"]);
        each(blocks, between, |_, octets| {
            let last = octets.len().saturating_sub(1);
            octets
                .iter()
                .enumerate()
                .map(|(at, octet)| match octet {
                    b'"' | b'\\' => format!("\\x{octet:02X}"),
                    b' ' if at == 0 || at == last => "\\x20".to_owned(),
                    b' '..=b'~' => (*octet as char).to_string(),
                    _ => format!("\\x{octet:02X}"),
                })
                .collect()
        }) + ending(choices)
    }),
];
