//! Generates a test file that decodes the blocks with a language's common HPACK
//! decoder and compares the fields. Checks never-indexed fields if that decoder
//! reports them.

use super::{cases::Case, join};
use crate::text::hex;

/// Decoder under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyTest {
    /// fluke-hpack.
    Rust,
    /// golang.org/x/net.
    Go,
    /// Netty and JUnit 5.
    Java,
    /// The package hpack.
    Python,
}

/// Placeholders in templates for the cases, and in Java for their names.
const CASES: &str = "CASES\n";
const NAMES: &str = "NAMES_OF_CASES";

/// Syntax of tests in a language. `$name` is replaced by a value.
struct Template {
    /// File around the cases.
    file: &'static str,
    /// Start of a comment between cases.
    comment: &'static str,
    case: &'static str,
    /// Fields of a block that must be rejected.
    none: &'static str,
    list: [&'static str; 2],
    /// Indentation before the end of the fields, and before each field.
    indents: [&'static str; 2],
    field: &'static str,
    /// Code for a field that may be indexed, and for a never-indexed one.
    never: [&'static str; 2],
    literal: fn(&[u8]) -> String,
}

static RUST: Template = Template {
    file: include_str!("templates/rust.txt"),
    comment: "    //",
    case: "    (\n        $title,\n        &[$limits],\n        $wire,\n        $fields,\n    ),\n",
    none: "None",
    list: ["Some(&[", "])"],
    indents: ["        ", "            "],
    field: "(b$name, b$value)",
    never: ["", ""],
    literal: in_hex,
};

static GO: Template = Template {
    file: include_str!("templates/go.txt"),
    comment: "\t//",
    case: "\t{$title, []uint32{$limits}, $wire, $refused, $fields},\n",
    none: "nil",
    list: ["[]hpack.HeaderField{", "}"],
    indents: ["\t", "\t\t"],
    field: "{Name: $name, Value: $value$never}",
    never: ["", ", Sensitive: true"],
    literal: in_hex,
};

static JAVA: Template = Template {
    file: include_str!("templates/java.txt"),
    comment: "    //",
    case: "    private static class Block$number {\n        static final Block BLOCK =\n            \
           new Block($title, new long[] {$limits}, $wire, $fields);\n    }\n",
    none: "null",
    list: ["new String[][] {", "}"],
    field: "{$name, $value}",
    literal: java,
    ..RUST
};

static PYTHON: Template = Template {
    file: include_str!("templates/python.txt"),
    comment: "    #",
    case: "    (\n        $title,\n        [$limits],\n        $wire,\n        $fields,\n    ),\n",
    list: ["[", "]"],
    field: "(b$name, b$value, $never)",
    never: ["False", "True"],
    ..RUST
};

/// Replaces each `$name` by its value.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_lowercase());
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let value = values.iter().find(|(one, _)| *one == name);
        out.extend([value.map_or("", |(_, value)| value), rest]);
    }
    out
}

impl ReadyTest {
    fn template(self) -> &'static Template {
        match self {
            Self::Rust => &RUST,
            Self::Go => &GO,
            Self::Java => &JAVA,
            Self::Python => &PYTHON,
        }
    }

    pub(super) fn comment(self) -> &'static str {
        self.template().comment.trim_start()
    }

    /// Whether the language can compile the case with this number, from 1: a
    /// static initializer of Java is limited to 64 KiB.
    pub(super) fn has_room(self, case: &Case<'_>, number: usize) -> bool {
        let is_small = || case.outcome.iter().all(|fields| fields.len() <= 2000);
        self != Self::Java || number <= 8000 && is_small()
    }

    pub(super) fn case(self, case: &Case<'_>, number: usize) -> String {
        let template = self.template();
        let (comment, fields) = match &case.outcome {
            Err(error) => (
                super::comment(template.comment, error),
                template.none.to_owned(),
            ),
            Ok(fields) => {
                let [outer, inner] = template.indents;
                let mut out = template.list[0].to_owned();
                for field in fields {
                    let name = (template.literal)(&field.name);
                    let value = (template.literal)(&field.value);
                    let never = template.never[usize::from(field.never)];
                    let values = [("name", &*name), ("value", &value), ("never", never)];
                    out.extend(["\n", inner, &fill(template.field, &values), ","]);
                }
                if !fields.is_empty() {
                    out.extend(["\n", outer]);
                }
                (String::new(), out + template.list[1])
            }
        };
        let values = [
            ("title", &*(template.literal)(case.title.as_bytes())),
            ("limits", &join(&case.limits)),
            ("wire", &(template.literal)(hex(&case.bytes).as_bytes())),
            ("refused", &case.outcome.is_err().to_string()),
            ("fields", &fields),
            ("number", &number.to_string()),
        ];
        comment + &fill(template.case, &values)
    }

    /// Source of the whole test, with a remark about the blocks `left_out`.
    pub(super) fn finish(self, cases: &str, count: usize, left_out: &[usize]) -> String {
        let file = self.template().file;
        let (head, tail) = file.split_once(CASES).unwrap_or((file, ""));
        let mut out = String::new();
        if !left_out.is_empty() {
            out += &super::comment(self.comment(), &super::left_out(left_out));
        }
        let names = (1..=count).map(|number| format!("Block{number}.BLOCK"));
        let tail = tail.replace(NAMES, &join(names));
        out.extend([head, cases, &tail]);
        out
    }
}

/// String literal; `escape` writes bytes that are not printable ASCII.
fn quote(text: &[u8], escape: impl Fn(u8) -> String) -> String {
    let mut out = String::from("\"");
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b' '..=b'~' => out.push(byte.into()),
            _ => out += &escape(byte),
        }
    }
    out.push('"');
    out
}

fn in_hex(text: &[u8]) -> String {
    quote(text, |byte| format!("\\x{byte:02x}"))
}

/// Maximum length of a Java constant, bytes; a class may need two bytes per
/// byte.
const JAVA_CONSTANT: usize = 30_000;

/// Java literal. Netty's strings are ISO 8859-1, one character per byte.
fn java(text: &[u8]) -> String {
    let constant = |part: &[u8]| {
        quote(part, |byte| match byte {
            // A Unicode escape would end the line of the source.
            b'\n' => "\\n".to_owned(),
            b'\r' => "\\r".to_owned(),
            byte => format!("\\u{byte:04x}"),
        })
    };
    if text.len() <= JAVA_CONSTANT {
        return constant(text);
    }
    let parts = text.chunks(JAVA_CONSTANT).map(constant);
    format!("String.join(\"\", {})", join(parts))
}

#[cfg(test)]
mod tests {
    use super::{super::cases::Expected, *};

    fn case(values: &[&[u8]]) -> Case<'static> {
        let fields = values.iter().map(|value| Expected {
            name: b"x".into(),
            value: value.to_vec().into(),
            never: false,
        });
        Case {
            title: String::new(),
            limits: Vec::new(),
            bytes: values.concat().into(),
            outcome: Ok(fields.collect()),
        }
    }

    #[test]
    fn escapes_literals() {
        let cases: [(&[u8], &str, &str); 3] = [
            (b"\"; run(); \"", r#""\"; run(); \"""#, r#""\"; run(); \"""#),
            (b"\\u000a\\", r#""\\u000a\\""#, r#""\\u000a\\""#),
            (
                b"\0\r\n\xff",
                r#""\x00\x0d\x0a\xff""#,
                r#""\u0000\r\n\u00ff""#,
            ),
        ];
        for (text, expected, of_java) in cases {
            assert_eq!((&*in_hex(text), &*java(text)), (expected, of_java));
        }
    }

    #[test]
    fn leaves_placeholders_in_values() {
        let written = ReadyTest::Java.case(&case(&[b"NAMES_OF_CASES $title"]), 1);
        let text = ReadyTest::Java.finish(&written, 1, &[]);
        assert!(text.contains("\"NAMES_OF_CASES $title\""), "{text}");
    }

    #[test]
    fn limits_the_size_of_java_classes() {
        let long = [b'a'; 70_000];
        let text = ReadyTest::Java.case(&case(&[&long]), 1);
        assert!(text.split('"').all(|part| part.len() <= JAVA_CONSTANT));
        assert_eq!(text.matches("private static class Block").count(), 1);
        let has_room =
            |number, fields| ReadyTest::Java.has_room(&case(&vec![&b""[..]; fields]), number);
        assert!(has_room(8000, 1) && has_room(1, 2000));
        assert!(!has_room(8001, 1) && !has_room(1, 2001));
    }
}
