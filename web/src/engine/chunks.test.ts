import { describe, expect, test } from "vitest";
import { chunksOf, headOf, isText } from "./chunks";

const MIB = 1 << 20;

async function lengths(input: string | Blob): Promise<number[]> {
  const found: number[] = [];
  for await (const chunk of chunksOf(input)) found.push(chunk.length);
  return found;
}

describe("pieces of", () => {
  test.each([
    ["nothing", "", []],
    ["a short text", "82 84", [5]],
    ["a text with letters of several bytes", "é".repeat(MIB), [MIB, MIB]],
    ["an empty file", new Blob([]), []],
    ["a file that ends at an edge", new Blob([new Uint8Array(2 * MIB)]), [MIB, MIB]],
    ["a file beyond an edge", new Blob([new Uint8Array(MIB + 1)]), [MIB, 1]],
  ])("%s", async (_, input, expected) => {
    expect(await lengths(input)).toEqual(expected);
  });

  test("a file come in order", async () => {
    const bytes = Uint8Array.from({ length: 3 * MIB }, (_, at) => at >> 12);
    const found: number[] = [];
    for await (const chunk of chunksOf(new Blob([bytes]))) found.push(...chunk.filter((_, at) => at % 4096 === 0));
    expect(found).toEqual(Array.from({ length: 768 }, (_, at) => at % 256));
  });
});

test.each([
  ["hex", "82 84", true],
  ["an array", "[130, 132]", true],
  ["a log of a browser", '\ufeff {"constants":', false],
  ["an HTTP archive", '{\n "log": {', false],
  ["another object", '{"wire": "8286"}', true],
  ["a capture", new Blob([Uint8Array.of(0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0)]), false],
  ["a file that is gzipped", new Blob([Uint8Array.of(0x1f, 0x8b, 8, 0)]), false],
  ["nothing", "", true],
])("what is text: %s", async (_, input, is) => {
  expect(isText(await headOf(input))).toBe(is);
});
