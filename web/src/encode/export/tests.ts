/**
 * Ready tests: a file that decodes the blocks with the decoder that a
 * language's programs commonly use, and holds the fields against what was
 * built. Fields that are never indexed are told apart where the decoder does.
 */

import { DEFAULT_TABLE_SIZE } from "../../session/options";
import { hexOf } from "../../ui/figures";
import type { Export, ExportField } from "./blocks";

/** What one block of a test is: prime and block are decoded in the same way. */
type Case = { limits: number[]; wire: string; fields: ExportField[] };

/** The prime, which brings the table to its start, and then the blocks. */
function casesOf({ limit, prime, blocks }: Export): Case[] {
  const first = prime === null ? [] : [{ ...prime, limits: [] as number[] }];
  const cases = [...first, ...blocks].map(({ limits, octets, fields }) => ({
    limits,
    wire: hexOf(octets, ""),
    fields,
  }));
  const [head, ...rest] = cases;
  if (head === undefined || limit === DEFAULT_TABLE_SIZE) return cases;
  return [{ ...head, limits: [limit, ...head.limits] }, ...rest];
}

/** A string literal in which what is not plain ASCII is escaped; `escaped` writes one such octet. */
function quoted(octets: Uint8Array, escaped: (octet: number) => string): string {
  let text = "";
  for (const octet of octets) {
    const letter = String.fromCharCode(octet);
    if (letter === '"' || letter === "\\") text += `\\${letter}`;
    else if (octet >= 32 && octet < 127) text += letter;
    else text += escaped(octet);
  }
  return `"${text}"`;
}

const hexEscape = (octet: number) => `\\x${octet.toString(16).padStart(2, "0")}`;

export function asGoTest(built: Export): string {
  const cases = casesOf(built).map(({ limits, wire, fields }) => {
    const lines = fields.map(({ name, value, never }) => {
      const sensitive = never ? ", Sensitive: true" : "";
      return `\t\t\t{Name: ${quoted(name, hexEscape)}, Value: ${quoted(value, hexEscape)}${sensitive}},`;
    });
    const list = lines.length === 0 ? "nil" : `[]hpack.HeaderField{\n${lines.join("\n")}\n\t\t}`;
    return `\t\t{[]uint32{${limits.join(", ")}}, "${wire}", ${list}},`;
  });
  return `// Put this file in a module, and run:
//
//	go get golang.org/x/net/http2/hpack
//	go test
package blocks

import (
	"encoding/hex"
	"reflect"
	"testing"

	"golang.org/x/net/http2/hpack"
)

func TestHeaderBlocks(t *testing.T) {
	decoder := hpack.NewDecoder(4096, nil)
	for number, block := range []struct {
		// SETTINGS_HEADER_TABLE_SIZE, acknowledged before the block.
		limits []uint32
		wire   string
		fields []hpack.HeaderField
	}{
${cases.join("\n")}
	} {
		for _, limit := range block.limits {
			decoder.SetAllowedMaxDynamicTableSize(limit)
		}
		raw, err := hex.DecodeString(block.wire)
		if err != nil {
			t.Fatal(err)
		}
		fields, err := decoder.DecodeFull(raw)
		if err != nil {
			t.Fatalf("block %d: %v", number, err)
		}
		if len(fields) != len(block.fields) || len(fields) > 0 && !reflect.DeepEqual(fields, block.fields) {
			t.Errorf("block %d: got %v, want %v", number, fields, block.fields)
		}
	}
}
`;
}

export function asRustTest(built: Export): string {
  const cases = casesOf(built).map(({ limits, wire, fields }) => {
    const lines = fields.map(
      ({ name, value }) => `                (b${quoted(name, hexEscape)}, b${quoted(value, hexEscape)}),`,
    );
    const list = lines.length === 0 ? "&[]" : `&[\n${lines.join("\n")}\n            ]`;
    return `        (\n            &[${limits.join(", ")}],\n            "${wire}",\n            ${list},\n        ),`;
  });
  const alone = built.blocks.some(({ fields }) => fields.length === 0);
  return `// Save as tests/header_blocks.rs in a package, and run:
//   cargo add --dev fluke-hpack
//   cargo test
${alone ? "// A block here is a size update alone: fluke-hpack 0.3 refuses it, though it is legal.\n" : ""}
type Field = (&'static [u8], &'static [u8]);

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

#[test]
fn header_blocks() {
    // Before each block: the SETTINGS_HEADER_TABLE_SIZE values that are acknowledged.
    let blocks: &[(&[usize], &str, &[Field])] = &[
${cases.join("\n")}
    ];
    let mut decoder = fluke_hpack::Decoder::new();
    for (number, (limits, wire, fields)) in blocks.iter().enumerate() {
        for &limit in *limits {
            decoder.set_max_allowed_table_size(limit);
        }
        let decoded = decoder.decode(&bytes(wire)).unwrap();
        let decoded: Vec<_> = decoded
            .iter()
            .map(|(name, value)| (name.as_slice(), value.as_slice()))
            .collect();
        assert_eq!(decoded, *fields, "block {number}");
    }
}
`;
}

export function asPythonTest(built: Export): string {
  const cases = casesOf(built).map(({ limits, wire, fields }) => {
    const lines = fields.map(
      ({ name, value, never }) =>
        `            (b${quoted(name, hexEscape)}, b${quoted(value, hexEscape)}, ${never ? "True" : "False"}),`,
    );
    const list = lines.length === 0 ? "[]" : `[\n${lines.join("\n")}\n        ]`;
    return `    (\n        [${limits.join(", ")}],\n        "${wire}",\n        ${list},\n    ),`;
  });
  return `# Save as test_header_blocks.py, and run:
#   pip install hpack
#   python -m unittest test_header_blocks.py
import unittest

from hpack import Decoder

# SETTINGS_HEADER_TABLE_SIZE acknowledged before the block, the block, and its
# fields: name, value, whether it is never indexed.
BLOCKS = [
${cases.join("\n")}
]


class HeaderBlocks(unittest.TestCase):
    def test_header_blocks(self):
        decoder = Decoder()
        for number, (limits, wire, fields) in enumerate(BLOCKS):
            for limit in limits:
                decoder.max_allowed_table_size = limit
            decoded = decoder.decode(bytes.fromhex(wire), raw=True)
            found = [(field[0], field[1], not field.indexable) for field in decoded]
            self.assertEqual(found, fields, f"block {number}")


if __name__ == "__main__":
    unittest.main()
`;
}

export function asJavaTest(built: Export): string {
  // An octet is a character of ISO 8859-1: Netty's strings are octets.
  const unit = (octet: number) => `\\u${octet.toString(16).padStart(4, "0")}`;
  // A line's end as \uXXXX would end the line of the source.
  const text = (octets: Uint8Array) =>
    quoted(octets, (octet) => (octet === 10 ? "\\n" : octet === 13 ? "\\r" : unit(octet)));
  const cases = casesOf(built).map(({ limits, wire, fields }) => {
    const lines = fields.map(({ name, value }) => `            {${text(name)}, ${text(value)}},`);
    const list = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n        }`;
    return `        new Block(new long[] {${limits.join(", ")}}, "${wire}", new String[][] ${list}),`;
  });
  return `// Save as HeaderBlocksTest.java among the tests of a project with JUnit 5 and
// io.netty:netty-codec-http2.
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeaderBlocksTest {
    /** SETTINGS_HEADER_TABLE_SIZE acknowledged before the block, the block, and its fields. */
    private record Block(long[] limits, String wire, String[][] fields) {}

    private static final Block[] BLOCKS = {
${cases.join("\n")}
    };

    @Test
    void headerBlocks() throws Exception {
        // Without HTTP's rules, and with the highest limit on the size of the header list.
        var decoder = new DefaultHttp2HeadersDecoder(false, 0xffffffffL);
        for (int number = 0; number < BLOCKS.length; number++) {
            Block block = BLOCKS[number];
            for (long limit : block.limits()) {
                decoder.configuration().maxHeaderTableSize(limit);
            }
            var headers = decoder.decodeHeaders(1, Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(block.wire())));
            List<String> found = new ArrayList<>();
            for (Map.Entry<CharSequence, CharSequence> field : headers) {
                found.add(field.getKey() + ": " + field.getValue());
            }
            List<String> expected = new ArrayList<>();
            for (String[] field : block.fields()) {
                expected.add(field[0] + ": " + field[1]);
            }
            assertEquals(expected, found, "block " + number);
        }
    }
}
`;
}
