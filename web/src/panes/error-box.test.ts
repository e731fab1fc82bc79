import { describe, expect, test } from "vitest";
import type { ErrorDetail, IntegerPart } from "../engine/types";
import { errorBits } from "./error-box";

const integer: IntegerPart & { part: "integer" } = {
  part: "integer",
  role: "index",
  start: 1,
  end: 2,
  prefixBits: 7,
  bits: [1, 0, 0, 0, 0, 0, 0, 0].map((bit, place) => ({ bit: bit as 0 | 1, as: place === 0 ? "pattern" : "prefix" })),
  prefixValue: 0,
  prefixFull: false,
  continuation: [],
  value: 0,
  superfluous: 0,
  huffman: null,
};

function errorAt(code: string, at: number, bit = 0): ErrorDetail {
  return { code, fieldOffset: 1, end: at + 1, at, bit, section: "", message: "", advice: "", ruledOut: [] };
}

describe("the bits with the error", () => {
  test.each([
    ["one of a Huffman-coded string", errorAt("huffman-eos", 15, 2), [2]],
    ["the bits of the integer that begins there", errorAt("index-zero", 1), [1, 2, 3, 4, 5, 6, 7]],
    ["none where the byte is no integer's first", errorAt("integer-overflow", 2), []],
  ])("%s", (_, error, bits) => {
    expect([...errorBits(error, [integer])]).toEqual(bits);
  });
});
