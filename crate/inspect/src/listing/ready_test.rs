//! Ready tests: a file that decodes the blocks with the decoder that a
//! language's programs commonly use, and holds the fields against those that
//! were found here. Fields that are never indexed are told apart where that
//! decoder does.

use std::fmt::Write as _;

use super::{
    cases::{Case, Cases, Expected},
    joined,
};
use crate::text::hex;

/// The decoder that a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyTest {
    /// Rust, fluke-hpack.
    Rust,
    /// Go, golang.org/x/net.
    Go,
    /// Java, Netty and JUnit 5.
    Java,
    /// Python, hpack.
    Python,
}

/// A file of source: what stands before the cases, a case, and what stands
/// behind them.
struct Template {
    /// What a comment among the cases begins with.
    comment: &'static str,
    head: &'static str,
    case: fn(&Case<'_>) -> String,
    tail: &'static str,
}

impl ReadyTest {
    /// The source of the test.
    pub(super) fn of(self, Cases { cases, left_out }: &Cases<'_>) -> String {
        let Template {
            comment,
            head,
            case,
            tail,
        } = match self {
            Self::Rust => RUST,
            Self::Go => GO,
            Self::Java => JAVA,
            Self::Python => PYTHON,
        };
        let mut out = String::new();
        if !left_out.is_empty() {
            let _ = writeln!(
                out,
                "{} {}",
                comment.trim_start(),
                super::left_out(left_out)
            );
        }
        out += head;
        for one in cases {
            if let Err(fault) = &one.outcome {
                let _ = writeln!(out, "{comment} {fault}");
            }
            out += &case(one);
            out.push('\n');
        }
        out + tail
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

/// The fields as lines, each written by `line`; `none` where the block has to
/// be refused.
fn list(
    case: &Case<'_>,
    none: &str,
    around: [&str; 2],
    line: fn(&Expected<'_>) -> String,
) -> String {
    let Ok(fields) = &case.outcome else {
        return none.to_owned();
    };
    let lines: String = fields
        .iter()
        .map(|field| format!("\n            {},", line(field)))
        .collect();
    let end = if fields.is_empty() { "" } else { "\n        " };
    format!("{}{lines}{end}{}", around[0], around[1])
}

const RUST: Template = Template {
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
    case: |case| {
        let fields = list(case, "None", ["Some(&[", "])"], |field| {
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

const GO: Template = Template {
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
    case: |case| {
        let fields = list(case, "nil", ["[]hpack.HeaderField{", "}"], |field| {
            let never = if field.never { ", Sensitive: true" } else { "" };
            format!("{{Name: {}, Value: {}{never}}}", in_hex(&field.name), in_hex(&field.value))
        });
        let fields = fields.replace("            ", "\t\t").replace("        ", "\t");
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

const PYTHON: Template = Template {
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
    case: |case| {
        let fields = list(case, "None", ["[", "]"], |field| {
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

/// Netty's strings are octets: each is a character of ISO 8859-1.
fn java(text: &[u8]) -> String {
    quoted(text, |octet| match octet {
        // Written by its number it would end the line of the source.
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        octet => format!("\\u{octet:04x}"),
    })
}

const JAVA: Template = Template {
    comment: "        //",
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

    private static final Block[] BLOCKS = {
",
    case: |case| {
        let fields = list(case, "null", ["new String[][] {", "}"], |field| {
            format!("{{{}, {}}}", java(&field.name), java(&field.value))
        });
        format!(
            "        new Block({}, new long[] {{{}}}, \"{}\", {fields}),",
            java(case.title.as_bytes()),
            joined(&case.limits),
            hex(&case.octets),
        )
    },
    tail: "    };

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
