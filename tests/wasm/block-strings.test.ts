/** Strings of the dynamic table, which JavaScript keeps by itself, against what RFC 7541 says. */
import { StringDecoder, staticStrings } from "@wasm-captures/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import { BlockStrings, Views } from "../../web/src/engine/javascript/block-strings";
import { EXAMPLES } from "../appendix-c";
import { memory } from "./opening";

const half = (odd: number) => staticStrings().filter((_, at) => at % 2 === odd);
const statics = { names: half(0), values: half(1) };
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

function begin(limit: number, maximum = Math.min(limit, 4096)) {
  const strings = new BlockStrings(
    new StringDecoder(limit, maximum, Infinity, Infinity),
    new Views(memory),
    statics,
    limit,
  );
  return (hex: string) => {
    const fields: string[] = [];
    const failed = strings.decode(bytes(hex), (name, value) => fields.push(`${name}: ${value}`));
    return [...fields, ...(failed ? ["error"] : [])];
  };
}

test.each(EXAMPLES)("decodes Appendix $section", ({ tableSize, blocks }) => {
  const decode = begin(tableSize);
  for (const { hex, fields } of blocks) {
    expect(decode(hex)).toEqual(fields.map(([, name, value]) => `${name}: ${value}`));
  }
});

describe("keeps the strings in step with the table", () => {
  test.each<[what: string, limit: number, ...blocks: [hex: string, fields: string[]][]]>([
    [
      "an entry that evicts another",
      68,
      ["400161016240016301644001650166", ["a: b", "c: d", "e: f"]],
      ["bebf", ["e: f", "c: d"]],
      ["c0", ["error"]],
    ],
    [
      "an entry larger than the table",
      40,
      ["4001610162", ["a: b"]],
      [`400163${"0a"}${"64".repeat(10)}`, ["c: dddddddddd"]],
      ["be", ["error"]],
    ],
    [
      "a name from an entry that is too large itself",
      40,
      ["4001610162", ["a: b"]],
      [`7e${"0a"}${"64".repeat(10)}`, ["a: dddddddddd"]],
      ["4001650166be", ["e: f", "e: f"]],
    ],
    [
      "a size update that empties it",
      4096,
      ["4001610162", ["a: b"]],
      ["203fe11f4001630164be", ["c: d", "c: d"]],
      ["bf", ["error"]],
    ],
    ["bytes that are not ASCII", 4096, ["400161028fe9be", ["a: \u008fé", "a: \u008fé"]]],
    ["every byte as the character of its number", 4096, ["000161047e809fff", ["a: ~\u0080\u009f\u00ff"]]],
    [
      "a block longer than the buffer at the start",
      4096,
      [`0001617f8040${"62".repeat(127 + 64 * 128)}`, [`a: ${"b".repeat(127 + 64 * 128)}`]],
    ],
    ["an empty block", 4096, ["", []]],
    ["a block after an error", 4096, ["400161016280", ["a: b", "error"]], ["be", ["error"]]],
  ])("%s", (_, limit, ...blocks) => {
    const decode = begin(limit);
    for (const [hex, fields] of blocks) expect(decode(hex)).toEqual(fields);
  });

  test("thousands of entries", () => {
    const decode = begin(4096);
    const letters = (number: number) => String(10_000 + number);
    const hexOf = (text: string) => Buffer.from(text).toString("hex");
    for (let number = 0; number < 5000; number += 1) {
      const text = letters(number);
      // The newest and an old entry: of 42 bytes, 97 fit.
      const old = number < 90 ? [] : [`${letters(number - 90)}: ${letters(number - 90)}`];
      const block = `4005${hexOf(text)}05${hexOf(text)}be${number < 90 ? "" : "ff19"}`;
      expect(decode(block)).toEqual([`${text}: ${text}`, `${text}: ${text}`, ...old]);
    }
  });

  test("old entries of a large table", () => {
    const decode = begin(1 << 20, 1 << 20);
    const texts = Array.from({ length: 5000 }, (_, number) => String(10_000 + number));
    decode(texts.map((text) => `40016105${Buffer.from(text).toString("hex")}`).join(""));
    // Index 62 + age, with a 7-bit prefix (RFC 7541 §5.1).
    for (const age of [0, 1, 4094, 4999]) {
      const rest = 62 + age - 127;
      const index = rest < 0 ? [0x80 | (62 + age)] : [0xff, 0x80 | (rest & 127), rest >> 7];
      expect(decode(Buffer.from(index).toString("hex"))).toEqual([`a: ${texts.at(-1 - age)}`]);
    }
  });
});
