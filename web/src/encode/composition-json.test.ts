import { describe, expect, test } from "vitest";
import type { Composition } from "../engine/types";
import { compositionOf, NOTHING, USUAL_FRAMING } from "./composition";
import { printComposition } from "./composition-json";
import { parseComposition } from "./parse-composition";

const USUAL = compositionOf(NOTHING);

describe("what is printed is read back", () => {
  test.each<[string, Composition]>([
    ["nothing", USUAL],
    [
      "everything",
      {
        limit: 65536,
        maximum: 256,
        prior: [{ name: "a", value: "\ufffd", valueHex: "ff" }],
        policy: { huffman: "never", indexing: "fewest" },
        framing: {
          ...USUAL_FRAMING,
          padding: 0,
          priority: { dependency: 3, exclusive: true, weight: 256 },
          pushPromise: 2,
        },
        blocks: [
          {
            changes: [{ limit: 64 }, { maximum: 32 }],
            rows: [
              { name: "cookie", value: "“a”", sensitive: true },
              {
                name: "b",
                value: "",
                sensitive: false,
                choice: { kind: "never", index: null, nameHuffman: true, valueHuffman: false },
              },
            ],
          },
        ],
      },
    ],
  ])("%s", (_, composition) => {
    expect(parseComposition(printComposition(composition))).toEqual(composition);
  });
});

test("what is as usual takes no place", () => {
  expect(printComposition(USUAL)).toBe('{"blocks":[{"rows":[]}]}');
});

describe("what is none is refused", () => {
  test.each([
    ["no JSON", "{"],
    ["no blocks", "{}"],
    ["a list", "[]"],
    ["a name that is no text", '{"blocks":[{"rows":[{"name":1,"value":""}]}]}'],
    ["a limit beyond 32 bits", '{"limit":4294967296,"blocks":[]}'],
    ["a broken size", '{"limit":1.5,"blocks":[]}'],
    ["digits that are none", '{"blocks":[{"rows":[{"name":"","value":"","valueHex":"f"}]}]}'],
    [
      "a kind that is no field's",
      '{"blocks":[{"rows":[{"name":"","value":"","choice":{"kind":"size-update","index":1}}]}]}',
    ],
    ["a policy that is no id", '{"policy":{"indexing":"<b>"},"blocks":[]}'],
    ["a change of nothing", '{"blocks":[{"changes":[{}],"rows":[]}]}'],
  ])("%s", (_, json) => {
    expect(parseComposition(json)).toBeNull();
  });
});
