/** Integers with a prefix (RFC 7541 §5.1), read and written. */
import { counted, hexOf } from "../../ui/figures";
import { bitsOf, integerBytes } from "../wire";
import { expects, expectsNumber, HEX_FIELD, type Task } from "./exercise";
import { randomOf } from "./random";

const RULE =
  "If the number is below the prefix's largest value, the prefix holds it. Otherwise the prefix is all ones, and the number minus that value follows: seven bits in each byte, lowest first; the first bit is 1 if another byte follows (RFC 7541 §5.1).";

/** A number below 128 as the sum of what its bits are worth. */
export function weightsOf(value: number): string {
  return [64, 32, 16, 8, 4, 2, 1].filter((weight) => (value & weight) > 0).join(" + ") || "0";
}

/** A number in the last bits of a byte. */
export function readBits(variant: number): Task {
  const random = randomOf(variant);
  const prefix = random.between(4, 7);
  const byte = random.between(1, 255);
  const value = byte % 2 ** prefix;
  const digits = bitsOf([byte]);
  const last = digits.slice(8 - prefix);
  return {
    ask: `Which number do the last ${prefix} bits of this byte hold?`,
    rule: "Each hex digit is four bits. From the right, the bits are worth 1, 2, 4, 8, 16, 32, 64.",
    given: { bytes: [byte] },
    hints: [
      `\`${hexOf([byte])}\` is ${digits.slice(0, 4)} ${digits.slice(4)}. Its last ${prefix} bits are ${last}.`,
      `They are worth ${weightsOf(value)}.`,
    ],
    ...expectsNumber("Number", value, `The bits are ${last}.`, (number) =>
      Number(`0b${number}`) === value
        ? "Those are the bits. In decimal, please."
        : `${number} is ${number.toString(2).padStart(prefix, "0")} in bits.`,
    ),
    fields: [{ name: "number", is: "number", label: "Number", inDecimal: true }],
  };
}

function drawn(variant: number, seed = variant) {
  const random = randomOf(seed);
  const prefix = random.between(4, 7);
  const full = 2 ** prefix - 1;
  // One in ten fits the prefix, but not the first task; the rest take one or two more bytes.
  const fits = variant % 10 === 0;
  const value = fits
    ? random.below(full)
    : random.below(2) === 0
      ? random.between(full, full + 127)
      : random.between(full + 128, full + 128 * 128 - 1);
  return { prefix, full, value, bytes: integerBytes(value, prefix) };
}

function hintsOf({ value, prefix, full, bytes }: ReturnType<typeof drawn>, last: string): string[] {
  const more = bytes.length - 1;
  const filled = `The prefix is full, and ${counted(more, "byte")} ${more === 1 ? "follows" : "follow"}.`;
  return [`The largest value of ${prefix} bits is ${full}.`, value < full ? "The number is below it." : filled, last];
}

/** The summands of a number that begins with `value` in the prefix. */
export function sumOf(value: number, [, ...more]: readonly number[]): string {
  const parts = more.map((byte, at) => `${byte % 128}${at > 0 ? ` × ${128 ** at}` : ""}`);
  return [value, ...parts].join(" + ");
}

/** Bytes of an integer in decimal; `pattern` is what the bits before its prefix are worth. */
export function sumsOf([first = 0, ...more]: readonly number[], pattern = 0): string {
  const begin = pattern === 0 ? String(first) : `${pattern} + ${first - pattern}`;
  return [begin, ...more.map((byte) => (byte < 128 ? String(byte) : `128 + ${byte - 128}`))].join(", then ");
}

export function readInteger(variant: number): Task {
  const task = drawn(variant);
  const { value, prefix, full, bytes } = task;
  return {
    ask: `An integer with a prefix of ${prefix} bits begins in the first byte, whose other bits are 0. What is its value?`,
    rule: RULE,
    given: { bytes, bits: true },
    hints: hintsOf(task, `It is ${sumOf(Math.min(value, full), bytes)}.`),
    ...expectsNumber(
      "Value",
      value,
      `The integer is ${value}.`,
      (number) => `${number} with this prefix is \`${hexOf(integerBytes(number, prefix))}\`, not \`${hexOf(bytes)}\`.`,
    ),
  };
}

export function writeInteger(variant: number): Task {
  const task = drawn(variant, variant * 7 + 3);
  const { value, prefix, bytes } = task;
  const right = hexOf(bytes);
  function blame(typed: string): string {
    if (Number.parseInt(typed, 16) >= 2 ** prefix) return "The bits before the prefix must be 0.";
    if (right.startsWith(typed)) return "That is right so far, and more follows.";
    if (typed.length > right.length)
      return `${counted(bytes.length, "byte")} ${bytes.length === 1 ? "is" : "are"} enough.`;
    const at = typed.split(" ").findIndex((byte, at) => !right.startsWith(byte, 3 * at));
    return at === 0 ? "The first byte differs." : `Byte ${at} differs; those before it are right.`;
  }
  return {
    ask: `Write ${value} with a prefix of ${prefix} bits, in as few bytes as possible. The bits before the prefix are 0.`,
    rule: RULE,
    fields: [HEX_FIELD],
    hints: hintsOf(task, `The bytes, in decimal: ${sumsOf(bytes)}.`),
    ...expects({ bytes: right }, `\`${right}\` is ${value}.`, ({ bytes = "" }) => blame(bytes)),
  };
}
