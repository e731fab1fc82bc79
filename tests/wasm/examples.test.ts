/** The texts of the page's examples: they are what their names say, and a broken one is broken where it is said to be. */
import { readFile } from "node:fs/promises";
import { Inspector, initSync } from "@wasm/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { BLOCK, type BlockDetail, type Opened } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { EXAMPLES } from "../appendix-c";

beforeAll(async () => {
  const module = await readFile(new URL("../../crate/wasm/pkg/hpack_inspector_wasm_bg.wasm", import.meta.url));
  initSync({ module });
});

const textOf = (id: string) => readFile(new URL(`../../web/src/examples/${id}.txt`, import.meta.url), "utf8");

/** The blocks of a text, as hex. */
function blocksOf(text: string): string[] {
  const blocks = text.split("\n\n").map((part) => part.replaceAll(/^#.*$/gm, "").replaceAll(/\s/g, ""));
  return blocks.filter((hex) => hex !== "");
}

/** “C.2.1” is offered as rfc7541-c2-1. */
const idOf = (section: string) => `rfc7541-${section.toLowerCase().replace(".", "").replaceAll(".", "-")}`;

test.each(EXAMPLES)("RFC 7541, $section, is offered as it is printed", async ({ section, tableSize, blocks }) => {
  const text = await textOf(idOf(section));
  expect(blocksOf(text)).toEqual(blocks.map(({ hex }) => hex));
  if (tableSize !== 4096) expect(text).toContain(`# initial table size ${tableSize}\n`);
});

/** Where each of the broken examples goes wrong: byte and bit of the last block, rows before it, RFC section. */
const FAULTS: [code: string, at: number, bit: number, rows: number, section: string][] = [
  ["index-zero", 1, 0, 1, "RFC 7541 §6.1"],
  ["index-out-of-range", 1, 0, 1, "RFC 7541 §2.3.3"],
  ["truncated", 10, 0, 1, "RFC 7541 §6.2"],
  ["truncated-integer", 3, 0, 1, "RFC 7541 §5.1"],
  ["truncated-string", 10, 0, 1, "RFC 7541 §5.2"],
  ["integer-overflow", 2, 0, 1, "RFC 7541 §5.1"],
  ["huffman-eos", 15, 2, 1, "RFC 7541 §5.2"],
  ["huffman-padding-too-long", 14, 7, 1, "RFC 7541 §5.2"],
  ["huffman-padding-not-ones", 13, 7, 1, "RFC 7541 §5.2"],
  ["size-update-too-large", 0, 0, 0, "RFC 7541 §6.3"],
  ["size-update-not-first", 1, 0, 1, "RFC 7541 §4.2"],
  ["missing-size-update", 0, 0, 0, "RFC 7541 §4.2"],
];

describe("a broken block", () => {
  test.each(FAULTS)("%s", async (code, at, bit, rows, section) => {
    const inspector = new Inspector();
    const text = new TextEncoder().encode(await textOf(`broken-${code}`));
    const opened: Opened = JSON.parse(inspector.open(text, JSON.stringify(DEFAULT_OPTIONS)));
    if (opened.status !== "ok") throw new Error(opened.message);
    expect(opened).toMatchObject({ faults: 1, firstFault: opened.blocks - 1 });
    const detail: BlockDetail = JSON.parse(inspector.block(opened.blocks - 1));
    expect(detail.fault).toMatchObject({ code, at, bit, section });
    expect(detail.fault?.advice).toMatch(/conforming|COMPRESSION_ERROR/);
    const record = inspector.blocks(opened.blocks - 1, opened.blocks)?.records ?? new Int32Array();
    expect(record[BLOCK.rows]).toBe(rows);
  });

  test("is one of the test data", async () => {
    const data = new URL("../data/malformed/malformed.json", import.meta.url);
    const { cases } = JSON.parse(await readFile(data, "utf8")) as {
      cases: { hex?: string; expect: { error?: string } }[];
    };
    for (const [code] of FAULTS) {
      const last = blocksOf(await textOf(`broken-${code}`)).at(-1);
      expect(
        cases.some(({ hex, expect }) => hex === last && expect.error === code),
        code,
      ).toBe(true);
    }
  });
});
