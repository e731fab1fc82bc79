//! Ready tests: a file that decodes the blocks with the decoder that a
//! language's programs commonly use, and holds the fields against those that
//! were found here. Fields that are never indexed are told apart where that
//! decoder does.

use super::{
    cases::{Case, Expected},
    joined,
};
use crate::text::hex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyTest {
    /// Rust, fluke-hpack.
    Rust,
    /// Go, golang.org/x/net.
    Go,
    /// Java, Netty and JUnit 5.
    Java,
    Python,
}

const NAMES: &str = "NAMES_OF_CASES";

/// A file of source: what stands before the cases, a case, and what stands
/// behind them.
struct Template {
    /// What a comment among the cases begins with.
    comment: &'static str,
    head: &'static str,
    /// Writes a case with its number, from 1.
    case: fn(&Case<'_>, usize) -> String,
    /// With the names of the cases in place of [`NAMES`].
    tail: &'static str,
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

    /// Whether the language can compile the test with the case of that number,
    /// from 1: a class of Java has 64 KiB for what fills its fields.
    pub(super) fn has_room(self, case: &Case<'_>, number: usize) -> bool {
        let is_small = || case.outcome.iter().all(|fields| fields.len() <= 2000);
        self != Self::Java || number <= 8000 && is_small()
    }

    pub(super) fn case(self, case: &Case<'_>, number: usize) -> String {
        let template = self.template();
        let mut out = match &case.outcome {
            Err(fault) => super::comment(template.comment, fault),
            Ok(_) => String::new(),
        };
        out += &(template.case)(case, number);
        out.push('\n');
        out
    }

    /// The source of the test around that of its cases, without the blocks `left_out`.
    pub(super) fn finish(self, cases: &str, count: usize, left_out: &[usize]) -> String {
        let Template { head, tail, .. } = self.template();
        let mut out = String::new();
        if !left_out.is_empty() {
            out += &super::comment(self.comment(), &super::left_out(left_out));
        }
        let names = (1..=count).map(|number| format!("Block{number}.BLOCK"));
        let tail = tail.replace(NAMES, &joined(names));
        out.extend([*head, cases, &tail]);
        out
    }
}

/// A literal in which what is not plain ASCII is escaped; `escaped` writes one
/// such octet.
fn quoted(text: &[u8], escaped: impl Fn(u8) -> String) -> String {
    let mut out = String::from("\"");
    for &octet in text {
        match octet {
            b'"' | b'\\' => out.extend(['\\', octet.into()]),
            b' '..=b'~' => out.push(octet.into()),
            _ => out += &escaped(octet),
        }
    }
    out.push('"');
    out
}

/// An octet as most languages escape it.
fn in_hex(text: &[u8]) -> String {
    quoted(text, |octet| format!("\\x{octet:02x}"))
}

/// Before the end of a list of fields, and before a field.
const INDENTS: [&str; 2] = ["        ", "            "];

/// The fields as lines, each written by `line`; `none` where the block has to
/// be refused.
fn list(
    case: &Case<'_>,
    none: &str,
    around: [&str; 2],
    [outer, inner]: [&str; 2],
    line: fn(&Expected<'_>) -> String,
) -> String {
    let Ok(fields) = &case.outcome else {
        return none.to_owned();
    };
    let lines: String = fields
        .iter()
        .map(|field| format!("\n{inner}{},", line(field)))
        .collect();
    let end = match &fields[..] {
        [] => String::new(),
        _ => format!("\n{outer}"),
    };
    format!("{}{lines}{end}{}", around[0], around[1])
}

static RUST: Template = Template {
    comment: "    //",
    head: "// Save as tests/header_blocks.rs in a package, and run:
//   cargo add --dev fluke-hpack
//   cargo test

type Field = (&'static [u8], &'static [u8]);

/// What the block is, the SETTINGS_HEADER_TABLE_SIZE values that are
/// acknowledged before it, the block, and its fields; none where it has to be
/// refused.
type Case = (
    &'static str,
    &'static [usize],
    &'static str,
    Option<&'static [Field]>,
);

#[rustfmt::skip]
const CASES: &[Case] = &[
",
    case: |case, _| {
        let fields = list(case, "None", ["Some(&[", "])"], INDENTS, |field| {
            format!("(b{}, b{})", in_hex(&field.name), in_hex(&field.value))
        });
        format!(
            "    (\n        {},\n        &[{}],\n        \"{}\",\n        {fields},\n    ),",
            in_hex(case.title.as_bytes()),
            joined(&case.limits),
            hex(&case.octets),
        )
    },
    tail: "];

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

#[test]
fn header_blocks() {
    let mut decoder = fluke_hpack::Decoder::new();
    for (name, limits, wire, fields) in CASES {
        for &limit in *limits {
            decoder.set_max_allowed_table_size(limit);
        }
        let decoded = decoder.decode(&bytes(wire));
        let Some(fields) = fields else {
            assert!(decoded.is_err(), \"{name} has to be refused\");
            decoder = fluke_hpack::Decoder::new();
            continue;
        };
        let decoded = decoded.unwrap_or_else(|error| panic!(\"{name}: {error:?}\"));
        let decoded: Vec<_> = decoded
            .iter()
            .map(|(name, value)| (name.as_slice(), value.as_slice()))
            .collect();
        assert_eq!(decoded, *fields, \"{name}\");
    }
}
",
};

static GO: Template = Template {
    comment: "\t//",
    head: "// Save as header_blocks_test.go in a module, and run:
//
//	go get golang.org/x/net/http2/hpack
//	go test
package blocks

import (
	\"encoding/hex\"
	\"reflect\"
	\"testing\"

	\"golang.org/x/net/http2/hpack\"
)

var cases = []struct {
	name string
	// SETTINGS_HEADER_TABLE_SIZE, acknowledged before the block.
	limits  []uint32
	wire    string
	refused bool
	fields  []hpack.HeaderField
}{
",
    case: |case, _| {
        let fields = list(case, "nil", ["[]hpack.HeaderField{", "}"], ["\t", "\t\t"], |field| {
            let never = if field.never { ", Sensitive: true" } else { "" };
            format!("{{Name: {}, Value: {}{never}}}", in_hex(&field.name), in_hex(&field.value))
        });
        format!(
            "\t{{{}, []uint32{{{}}}, \"{}\", {}, {fields}}},",
            in_hex(case.title.as_bytes()),
            joined(&case.limits),
            hex(&case.octets),
            case.outcome.is_err(),
        )
    },
    tail: "}

func TestHeaderBlocks(t *testing.T) {
	decoder := hpack.NewDecoder(4096, nil)
	for _, block := range cases {
		for _, limit := range block.limits {
			decoder.SetAllowedMaxDynamicTableSize(limit)
		}
		raw, err := hex.DecodeString(block.wire)
		if err != nil {
			t.Fatal(err)
		}
		fields, err := decoder.DecodeFull(raw)
		if block.refused {
			if err == nil {
				t.Errorf(\"%s has to be refused\", block.name)
			}
			decoder = hpack.NewDecoder(4096, nil)
			continue
		}
		if err != nil {
			t.Fatalf(\"%s: %v\", block.name, err)
		}
		if len(fields) != len(block.fields) || len(fields) > 0 && !reflect.DeepEqual(fields, block.fields) {
			t.Errorf(\"%s: got %v, want %v\", block.name, fields, block.fields)
		}
	}
}
",
};

static PYTHON: Template = Template {
    comment: "    #",
    head: "# Save as test_header_blocks.py, and run:
#   pip install hpack
#   python -m unittest test_header_blocks.py
import unittest

from hpack import Decoder, HPACKError

# What the block is, SETTINGS_HEADER_TABLE_SIZE acknowledged before it, the
# block, and its fields: name, value, whether it is never indexed. None where
# the block has to be refused.
CASES = [
",
    case: |case, _| {
        let fields = list(case, "None", ["[", "]"], INDENTS, |field| {
            let never = if field.never { "True" } else { "False" };
            format!(
                "(b{}, b{}, {never})",
                in_hex(&field.name),
                in_hex(&field.value)
            )
        });
        format!(
            "    (\n        {},\n        [{}],\n        \"{}\",\n        {fields},\n    ),",
            in_hex(case.title.as_bytes()),
            joined(&case.limits),
            hex(&case.octets),
        )
    },
    tail: "]


class HeaderBlocks(unittest.TestCase):
    def test_header_blocks(self):
        decoder = Decoder()
        for name, limits, wire, fields in CASES:
            with self.subTest(name):
                for limit in limits:
                    decoder.max_allowed_table_size = limit
                if fields is None:
                    before, decoder = decoder, Decoder()
                    with self.assertRaises(HPACKError):
                        before.decode(bytes.fromhex(wire), raw=True)
                    continue
                decoded = decoder.decode(bytes.fromhex(wire), raw=True)
                found = [(field[0], field[1], not field.indexable) for field in decoded]
                self.assertEqual(found, fields)


if __name__ == \"__main__\":
    unittest.main()
",
};

/// Bytes of a constant of Java; it may take twice as many in the class.
const JAVA_CONSTANT: usize = 30_000;

/// Netty's strings are bytes: each is a character of ISO 8859-1.
fn java(text: &[u8]) -> String {
    let constant = |part: &[u8]| {
        quoted(part, |octet| match octet {
            // Written by its number it would end the line of the source.
            b'\n' => "\\n".to_owned(),
            b'\r' => "\\r".to_owned(),
            octet => format!("\\u{octet:04x}"),
        })
    };
    if text.len() <= JAVA_CONSTANT {
        return constant(text);
    }
    let parts = text.chunks(JAVA_CONSTANT).map(constant);
    format!("String.join(\"\", {})", joined(parts))
}

static JAVA: Template = Template {
    comment: "    //",
    head: "// Save as HeaderBlocksTest.java among the tests of a project with JUnit 5 and
// io.netty:netty-codec-http2.
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeaderBlocksTest {
    /**
     * What the block is, SETTINGS_HEADER_TABLE_SIZE acknowledged before it, the block, and its
     * fields; null where it has to be refused.
     */
    private record Block(String name, long[] limits, String wire, String[][] fields) {}

    // A class for each block, as there is a limit on the code and constants of a class.
",
    case: |case, number| {
        let fields = list(case, "null", ["new String[][] {", "}"], INDENTS, |field| {
            format!("{{{}, {}}}", java(&field.name), java(&field.value))
        });
        format!(
            "    private static class Block{number} {{\n        static final Block BLOCK =\n            \
             new Block({}, new long[] {{{}}}, {}, {fields});\n    }}",
            java(case.title.as_bytes()),
            joined(&case.limits),
            java(hex(&case.octets).as_bytes()),
        )
    },
    tail: "
    private static final Block[] BLOCKS = {NAMES_OF_CASES};

    /** Without HTTP's rules, and with the highest limit on the size of the header list. */
    private static DefaultHttp2HeadersDecoder decoder() {
        return new DefaultHttp2HeadersDecoder(false, 0xffffffffL);
    }

    @Test
    void headerBlocks() throws Exception {
        var decoder = decoder();
        for (Block block : BLOCKS) {
            for (long limit : block.limits()) {
                decoder.configuration().maxHeaderTableSize(limit);
            }
            var wire = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(block.wire()));
            if (block.fields() == null) {
                var before = decoder;
                assertThrows(Http2Exception.class, () -> before.decodeHeaders(1, wire), block.name());
                decoder = decoder();
                continue;
            }
            var headers = decoder.decodeHeaders(1, wire);
            List<String> found = new ArrayList<>();
            for (Map.Entry<CharSequence, CharSequence> field : headers) {
                found.add(field.getKey() + \": \" + field.getValue());
            }
            List<String> expected = new ArrayList<>();
            for (String[] field : block.fields()) {
                expected.add(field[0] + \": \" + field[1]);
            }
            assertEquals(expected, found, block.name());
        }
    }
}
",
};

#[cfg(test)]
mod tests {
    use super::*;

    fn case(values: &[&[u8]]) -> Case<'static> {
        let fields = values.iter().map(|value| Expected {
            name: b"x".into(),
            value: value.to_vec().into(),
            never: false,
        });
        Case {
            title: String::new(),
            limits: Vec::new(),
            octets: values.concat().into(),
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
