import { expect, test } from "vitest";
import type { AnswerField } from "./exercise";
import { readAnswer } from "./read-answer";

const named = { name: "answer", label: "Answer" };
const NUMBER: AnswerField = { ...named, is: "number" };
const DECIMAL: AnswerField = { ...named, is: "number", inDecimal: true };
const INDEX: AnswerField = { ...named, is: "number", orGone: true };
const BYTES: AnswerField = { ...named, is: "hex" };

test.each<[AnswerField, string, string[]]>([
  [
    NUMBER,
    "121",
    ["121", " 121 ", "+121", "121 bytes", "121 octets", "0x79", "0X79", "0b1111001", "index 121", "#121"],
  ],
  [NUMBER, "1337", ["1337", "1,337", "1 337", "1_337", "0x539"]],
  [DECIMAL, "121", ["121", "121 bits"]],
  [INDEX, "62", ["62", "0x3e"]],
  [
    INDEX,
    "gone",
    ["gone", "Gone", "GONE.", "evicted", "It was evicted", "removed", "none", "no", "not in the table", "–"],
  ],
  [
    BYTES,
    "3f 3b",
    ["3f3b", "3F 3B", "0x3f 0x3b", "0x3f3b", "\\x3f\\x3b", "3f-3b", "3f:3b", "[0x3f, 0x3b]", "{0x3f, 0x3b}", '"3f3b"'],
  ],
  [BYTES, "3f 3b", ["0011111100111011", "00111111 00111011", "0011 1111 0011 1011", "0b00111111 0b00111011"]],
  [BYTES, "0b", ["0b", "0x0b", "00001011"]],
])("%o: %s", (field, value, forms) => {
  expect(forms.map((form) => readAnswer(field, form))).toEqual(forms.map(() => ({ value })));
});

test.each<[AnswerField, string, string]>([
  [NUMBER, "", "An answer is missing for “Answer”."],
  [NUMBER, "1,21", "“1,21” is not a whole number, such as 121 or 0x79."],
  [NUMBER, "gone", "“gone” is not a whole number, such as 121 or 0x79."],
  [NUMBER, "-3", "“-3” is not a whole number, such as 121 or 0x79."],
  [DECIMAL, "0x79", "In decimal, please."],
  [DECIMAL, "0b11", "In decimal, please."],
  [BYTES, "3f 3", "“3f 3” is not whole bytes, such as `82 41` in hex, or their bits."],
  [BYTES, "xyz", "“xyz” is not whole bytes, such as `82 41` in hex, or their bits."],
])("%o: %s is refused", (field, typed, problem) => {
  expect(readAnswer(field, typed)).toEqual({ problem });
});
