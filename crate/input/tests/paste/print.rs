//! Generates typical header blocks, and prints them in every notation.

use std::{ops::Range, sync::LazyLock};

use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use hpack::{
    Encoder, FieldLine, Kind,
    encoder::{Choice, Huffman, Matches, Policy},
};
use input::paste::Format;
use serde::Deserialize;

/// Seeded random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

type Fields<'a> = &'a [(&'a str, &'a [&'a str])];

const REQUEST: Fields<'_> = &[
    (":method", &["GET", "POST", "PUT"]),
    (":scheme", &["https", "http"]),
    (":path", &["/", "/index.html", "/a?b=c%20d", "/p1"]),
    (":authority", &["www.example.com", "a.example:8080"]),
    (
        "user-agent",
        &["curl/8.5.0", "Mozilla/5.0 (X11)", "grpc-go/1.60.1"],
    ),
    ("accept", &["*/*", "text/html", "application/json"]),
    ("cookie", &["a=1", "session=4b1d; theme=dark"]),
    ("x-id", &["1234567890", "0x82", "82 86 84", "a|b"]),
    ("x-quote", &["it's \"so\"", "\\x82\\n", "c:\\a", "%82%86"]),
    ("x-utf8", &["é", "日本", "\u{9}tab"]),
];

const RESPONSE: Fields<'_> = &[
    (":status", &["200", "304", "404", "302", "103"]),
    ("server", &["nginx", "Apache/2.4"]),
    ("date", &["Sat, 21 Nov 2026 10:00:00 GMT"]),
    (
        "content-type",
        &["text/html; charset=utf-8", "application/json"],
    ),
    ("content-length", &["0", "82", "1024"]),
    ("etag", &["\"5f-82\"", "W/\"1\""]),
    ("location", &["/", "https://www.example.com/a?b=c"]),
    ("x-trace", &["00-82868441-01", "===="]),
];

/// Encoding choices for every field.
struct FixedPolicy {
    literal: Kind,
    huffman: Huffman,
}

impl Policy for FixedPolicy {
    fn choose(&mut self, _: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        found
            .indexed_or(self.literal)
            .with_huffman(self.huffman, self.huffman)
    }
}

/// Generates the blocks that one side of a connection sends.
pub(crate) fn session(random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let (all, pseudo) = random.pick(&[(REQUEST, 4), (RESPONSE, 1)]);
    use Huffman::{Always, Never, Shorter};
    use Kind::{Incremental, WithoutIndexing};
    let mut policy = FixedPolicy {
        // Most encoders use the table and the Huffman code.
        literal: random.pick(&[Incremental, Incremental, Incremental, WithoutIndexing]),
        huffman: random.pick(&[Shorter, Shorter, Shorter, Shorter, Always, Never]),
    };
    let mut encoder = Encoder::default();
    let mut block = || {
        // Among words, a short block can be an accident.
        let extra = 2 + random.below(4);
        let extra: Vec<_> = (0..extra).map(|_| random.pick(&all[pseudo..])).collect();
        let fields = all[..pseudo].iter().copied().chain(extra);
        let fields: Vec<_> = fields
            .map(|(name, values)| (name, random.pick(values)))
            .collect();
        let mut block = Vec::new();
        encoder.encode_with(&mut policy, fields, &mut block);
        block
    };
    (0..count).map(|_| block()).collect()
}

/// A text with the range of each byte in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) spelled: Vec<Range<usize>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Notation {
    pub(crate) name: String,
    format: String,
    open: String,
    /// Template of a byte: see [`spell`].
    spell: String,
    /// The part of it that is the byte's place, if not all.
    core: Option<String>,
    between: Vec<String>,
    /// Ends a line, if lines are broken.
    wrap: String,
    close: String,
    base64: Option<Base64>,
    dump: Option<Dump>,
}

#[derive(Clone, Debug, Deserialize)]
struct Base64 {
    url: bool,
    /// 0 for a single line.
    width: usize,
}

#[derive(Clone, Debug, Deserialize)]
struct Dump {
    /// Before a row; `@` and a digit count are replaced by the offset (7:
    /// octal).
    offset: String,
    /// Bytes per row and cell.
    row: usize,
    group: usize,
    /// Width of all cells, and delimiters of the characters, if shown.
    width: usize,
    characters: Option<[String; 2]>,
    /// The offset after the last row, or empty.
    end: String,
}

pub(crate) static NOTATIONS: LazyLock<Vec<Notation>> = LazyLock::new(|| {
    let list = include_str!("../../../../tests/paste/notations.json");
    serde_json::from_str(list).expect("valid JSON")
});

/// Prints a byte by a template: `@x` two hex digits, `@1` shortest hex, `@d`
/// decimal, `@s` signed, `@o` octal, `@b` binary, `@a` escapes of Rust, `@p`
/// escapes of Python in single quotes, `@f` percent-encoding of forms.
fn spell(template: &str, byte: u8, upper: bool) -> String {
    let (before, kind) = template.split_once('@').expect("a template with @");
    let spelled = match (&kind[..1], byte) {
        ("x", _) if upper => format!("{byte:02X}"),
        ("x", _) => format!("{byte:02x}"),
        ("1", _) => format!("{byte:x}"),
        ("d", _) => byte.to_string(),
        ("s", _) => byte.cast_signed().to_string(),
        ("o", _) => format!("{byte:03o}"),
        ("b", _) => format!("{byte:08b}"),
        ("p", b'"') => "\"".to_owned(),
        ("f", b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_') => {
            char::from(byte).to_string()
        }
        ("f", _) => format!("%{byte:02X}"),
        _ => byte.escape_ascii().to_string(),
    };
    format!("{before}{spelled}{}", &kind[1..])
}

impl Notation {
    pub(crate) fn format(&self) -> Format {
        let mut all = Format::all().iter();
        let own = all.find(|format| format.name() == self.format);
        *own.expect("a known format")
    }

    pub(crate) fn print(&self, block: &[u8], random: &mut Random) -> Text {
        let mut out = Text::default();
        let upper = random.below(3) == 0;
        let width = random.pick(&[usize::MAX, 16, 8, usize::MAX, 16, 12]);
        out.text += &self.open;
        if let Some(dump) = &self.dump {
            self.print_rows(dump, &mut out, block, upper);
        } else if let Some(base64) = &self.base64 {
            base64.print(&mut out, block);
        } else {
            let between = &self.between[random.below(self.between.len())];
            for (n, &byte) in block.iter().enumerate() {
                if n > 0 && !self.wrap.is_empty() && n % width == 0 {
                    // Lines can only end with commas.
                    out.text += between.trim_end_matches([':', '-', ' ']);
                    out.text += &self.wrap;
                } else if n > 0 {
                    out.text += between;
                }
                self.print_byte(&mut out, byte, upper);
            }
        }
        out.text += &self.close;
        out
    }

    fn print_byte(&self, out: &mut Text, byte: u8, upper: bool) {
        let whole = spell(&self.spell, byte, upper);
        let core = self.core.as_ref();
        let core = core.map_or(whole.clone(), |core| spell(core, byte, upper));
        let start = out.text.len() + whole.find(&core).unwrap_or(0);
        out.spelled.push(start..start + core.len());
        out.text += &whole;
    }

    fn print_rows(&self, dump: &Dump, out: &mut Text, block: &[u8], upper: bool) {
        for (n, row) in block.chunks(dump.row).enumerate() {
            out.text += &offset(&dump.offset, n * dump.row);
            let start = out.text.len();
            for (n, &byte) in row.iter().enumerate() {
                // `hexdump -C` has two columns.
                out.text += if dump.width == 48 && n == 8 { " " } else { "" };
                out.text += if n > 0 && n % dump.group == 0 {
                    " "
                } else {
                    ""
                };
                self.print_byte(out, byte, upper);
            }
            if let Some([open, close]) = &dump.characters {
                let visible = |&byte: &u8| match byte {
                    b' '..=b'~' => char::from(byte),
                    _ => '.',
                };
                let characters: String = row.iter().map(visible).collect();
                let blanks = dump.width.saturating_sub(out.text.len() - start);
                out.text += &format!("{:blanks$}{open}{characters}{close}", "");
            }
            out.text += "\n";
        }
        if !dump.end.is_empty() {
            out.text += &(offset(&dump.end, block.len()) + "\n");
        }
    }
}

/// Replaces `@` and a digit count by an offset.
pub(crate) fn offset(template: &str, at: usize) -> String {
    let Some((before, rest)) = template.split_once('@') else {
        return template.to_owned();
    };
    let width = usize::from(rest.as_bytes()[0] - b'0');
    let digits = match width {
        7 => format!("{at:07o}"),
        _ => format!("{at:0width$x}"),
    };
    format!("{before}{digits}{}", &rest[1..])
}

impl Base64 {
    fn print(&self, out: &mut Text, block: &[u8]) {
        let digits = match self.url {
            true => BASE64_URL_SAFE_NO_PAD.encode(block),
            false => BASE64_STANDARD.encode(block),
        };
        let width = if self.width > 0 {
            self.width
        } else {
            usize::MAX
        };
        let place = |n: usize| out.text.len() + n + n / width;
        let digits_of = |n: usize| place(n * 8 / 6)..place((n * 8 + 7) / 6) + 1;
        let spelled = (0..block.len()).map(digits_of).collect();
        let lines: Vec<&[u8]> = digits.as_bytes().chunks(width).collect();
        out.text += &String::from_utf8_lossy(&lines.join(&b'\n'));
        out.spelled = spelled;
    }
}
