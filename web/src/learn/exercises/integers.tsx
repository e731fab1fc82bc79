/** Integers with a prefix (§5.1), read and written. */
import { integerBytes } from "../widgets/integer";
import { type ExerciseKind, HEX_ANSWER, oneNumber, right, type TaskBase, wrong } from "./exercise";
import { ByteLine } from "./given";
import { randomOf } from "./random";
import { byteCount, parseBytes, spelled } from "./wire";

type Task = TaskBase & { value: number; prefix: number; bytes: number[] };

function taskOf(variant: number, seed = variant): { value: number; prefix: number; bytes: number[] } {
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
  return { value, prefix, bytes: integerBytes(value, prefix) };
}

const RULE =
  "If the number is below the prefix's largest value, the prefix holds it. Otherwise the prefix is all ones, and the number minus that value follows: seven bits in each byte, lowest first; the first bit is 1 if another byte follows (RFC 7541 §5.1).";

function hintsOf({ value, prefix, bytes }: { value: number; prefix: number; bytes: number[] }, last: string) {
  const full = 2 ** prefix - 1;
  const more = bytes.length - 1;
  const head = `The largest value of ${prefix} bits is ${full}.`;
  if (value < full) return [head, "The number is below it.", last];
  return [head, `The prefix is full, and ${byteCount(more)} ${more === 1 ? "follows" : "follow"}.`, last];
}

export const readInteger: ExerciseKind<Task, number> = {
  ...oneNumber("Value"),
  rule: RULE,
  given: ({ bytes }) => <ByteLine bytes={bytes} bits />,
  generate(variant) {
    const task = taskOf(variant);
    const full = 2 ** task.prefix - 1;
    const sum = task.bytes.slice(1).map((byte, at) => `${byte % 128}${at > 0 ? ` × ${128 ** at}` : ""}`);
    return {
      ...task,
      ask: `An integer with a prefix of ${task.prefix} bits begins in the first byte, whose other bits are 0. What is its value?`,
      hints: hintsOf(task, `It is ${[task.value < full ? task.value : full, ...sum].join(" + ")}.`),
      show: null,
    };
  },
  model: ({ value }) => value,
  judge({ value, prefix, bytes }, answer) {
    if (answer === value) return right(`The integer is ${value}.`);
    return wrong(
      `${answer} with this prefix is \`${spelled(integerBytes(answer, prefix))}\`, not \`${spelled(bytes)}\`.`,
    );
  },
};

export const writeInteger: ExerciseKind<Task, string> = {
  ...HEX_ANSWER,
  rule: RULE,
  generate(variant) {
    const task = taskOf(variant, variant * 7 + 3);
    return {
      ...task,
      ask: `Write ${task.value} with a prefix of ${task.prefix} bits, in as few bytes as possible. The bits before the prefix are 0.`,
      hints: hintsOf(task, `The first byte is \`${spelled(task.bytes.slice(0, 1))}\`.`),
      show: null,
    };
  },
  model: ({ bytes }) => spelled(bytes),
  judge({ value, prefix, bytes }, answer) {
    const typed = parseBytes(answer);
    if (typed === null) return wrong("Type whole bytes in hex, such as `1f 9a 0a`.");
    const read = integerOf(typed, prefix);
    const first = typed[0] ?? 0;
    if (first >= 2 ** prefix) {
      return wrong(`The bits before the prefix must be 0, but in \`${spelled([first])}\` they are not.`);
    }
    if (read.rest === "more") return wrong("Your last byte says that another one follows.");
    if (read.used < typed.length) {
      return wrong(
        `The integer ends after ${read.used} of your ${byteCount(typed.length)}, and its value is ${read.value}.`,
      );
    }
    if (read.value !== value) return wrong(`That is ${read.value}.`);
    if (typed.length > bytes.length) {
      const enough = bytes.length === 1 ? "1 byte is" : `${bytes.length} bytes are`;
      return wrong(`That is ${value}, and it is legal, but ${enough} enough.`);
    }
    return right(`\`${spelled(bytes)}\` is ${value}.`);
  },
};

/** Decodes an answer, however wrong: up to five continuation bytes. */
function integerOf(bytes: Uint8Array, prefix: number): { value: number; used: number; rest: "none" | "more" } {
  const full = 2 ** prefix - 1;
  let value = (bytes[0] ?? 0) & full;
  if (value < full) return { value, used: 1, rest: "none" };
  for (let at = 1; at < Math.min(bytes.length, 6); at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * 128 ** (at - 1);
    if (byte < 128) return { value, used: at + 1, rest: "none" };
  }
  return { value, used: bytes.length, rest: "more" };
}
