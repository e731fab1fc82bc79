//! Ready tests: a file that decodes the blocks with the decoder that a
//! language's programs commonly use, and compares the fields with those that
//! were found here. Never-indexed fields are told apart if that decoder does.

use super::{cases::Case, joined};
use crate::text::hex;

/// The decoder that a test is for.
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

/// Where a file has its cases, and where Java has their names.
const CASES: &str = "CASES\n";
const NAMES: &str = "NAMES_OF_CASES";

/// How a language writes a test. In the texts, `$name` stands for a value.
struct Template {
    /// The file around the cases.
    file: &'static str,
    /// What a comment among the cases begins with.
    comment: &'static str,
    case: &'static str,
    /// The fields of a block that has to be refused.
    none: &'static str,
    list: [&'static str; 2],
    /// Before the end of the fields, and before each.
    indents: [&'static str; 2],
    field: &'static str,
    /// What says that a field is not, or is, never indexed.
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

/// The text with a value in place of each name.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
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

    /// What a comment begins with.
    pub(super) fn comment(self) -> &'static str {
        self.template().comment.trim_start()
    }

    /// Whether the language can compile the test with the case of that number,
    /// from 1: a class of Java has 64 KiB for what fills its fields.
    pub(super) fn has_room(self, case: &Case<'_>, number: usize) -> bool {
        let is_small = || case.outcome.iter().all(|fields| fields.len() <= 2000);
        self != Self::Java || number <= 8000 && is_small()
    }

    /// The source of a case.
    pub(super) fn case(self, case: &Case<'_>, number: usize) -> String {
        let template = self.template();
        let (comment, fields) = match &case.outcome {
            Err(fault) => (
                super::comment(template.comment, fault),
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
                    out.extend(["\n", inner, &filled(template.field, &values), ","]);
                }
                if !fields.is_empty() {
                    out.extend(["\n", outer]);
                }
                (String::new(), out + template.list[1])
            }
        };
        let values = [
            ("title", &*(template.literal)(case.title.as_bytes())),
            ("limits", &joined(&case.limits)),
            ("wire", &(template.literal)(hex(&case.bytes).as_bytes())),
            ("refused", &case.outcome.is_err().to_string()),
            ("fields", &fields),
            ("number", &number.to_string()),
        ];
        comment + &filled(template.case, &values)
    }

    /// The source of the test around that of its cases, without the blocks `left_out`.
    pub(super) fn finish(self, cases: &str, count: usize, left_out: &[usize]) -> String {
        let file = self.template().file;
        let (head, tail) = file.split_once(CASES).unwrap_or((file, ""));
        let mut out = String::new();
        if !left_out.is_empty() {
            out += &super::comment(self.comment(), &super::left_out(left_out));
        }
        let names = (1..=count).map(|number| format!("Block{number}.BLOCK"));
        let tail = tail.replace(NAMES, &joined(names));
        out.extend([head, cases, &tail]);
        out
    }
}

/// A literal in which what is not plain ASCII is escaped; `escaped` writes one
/// such byte.
fn quoted(text: &[u8], escaped: impl Fn(u8) -> String) -> String {
    let mut out = String::from("\"");
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b' '..=b'~' => out.push(byte.into()),
            _ => out += &escaped(byte),
        }
    }
    out.push('"');
    out
}

/// Bytes as most languages escape them.
fn in_hex(text: &[u8]) -> String {
    quoted(text, |byte| format!("\\x{byte:02x}"))
}

/// Bytes of a constant of Java; it may take twice as many in the class.
const JAVA_CONSTANT: usize = 30_000;

/// Netty's strings are bytes: each is a character of ISO 8859-1.
fn java(text: &[u8]) -> String {
    let constant = |part: &[u8]| {
        quoted(part, |byte| match byte {
            // Written by its number it would end the line of the source.
            b'\n' => "\\n".to_owned(),
            b'\r' => "\\r".to_owned(),
            byte => format!("\\u{byte:04x}"),
        })
    };
    if text.len() <= JAVA_CONSTANT {
        return constant(text);
    }
    let parts = text.chunks(JAVA_CONSTANT).map(constant);
    format!("String.join(\"\", {})", joined(parts))
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

    fn source(test: ReadyTest, cases: &[Case<'_>]) -> String {
        let written = (1..).zip(cases);
        let written: String = written
            .map(|(number, case)| test.case(case, number))
            .collect();
        test.finish(&written, cases.len(), &[])
    }

    #[test]
    fn values_are_literals_of_their_language() {
        let values: [&[u8]; 6] = [
            b"a            b        c\n            d",
            b"\"; run(); \"",
            b"\\u000a\\u0022\\",
            b"*/ NAMES_OF_CASES # // {} %s",
            b"\0\x1b\r\n\t\x7f\xff",
            b"",
        ];
        let all = [case(&values)];
        for test in [
            ReadyTest::Rust,
            ReadyTest::Go,
            ReadyTest::Java,
            ReadyTest::Python,
        ] {
            let text = source(test, &all);
            for value in values {
                let literal = match test {
                    ReadyTest::Java => java(value),
                    _ => in_hex(value),
                };
                assert!(text.contains(&literal), "{literal} in {text}");
            }
        }
    }

    #[test]
    fn a_class_of_java_is_not_too_large() {
        let long = [b'a'; 70_000];
        let all: Vec<_> = (0..400).map(|_| case(&[&long])).collect();
        let text = source(ReadyTest::Java, &all);
        assert!(text.split('"').all(|part| part.len() <= JAVA_CONSTANT));
        assert_eq!(text.matches("private static class Block").count(), 400);
        let has_room =
            |number, fields| ReadyTest::Java.has_room(&case(&vec![&b""[..]; fields]), number);
        assert!(has_room(8000, 1) && has_room(1, 2000));
        assert!(!has_room(8001, 1) && !has_room(1, 2001));
    }
}
