/** Integers with a prefix (§5.1), read and written. */
import { integerBytes } from "../widgets/integer";
import { type ExerciseKind, HEX_ANSWER, oneNumber, right, type TaskBase, wrong } from "./exercise";
import { ByteLine } from "./given";
import { randomOf } from "./random";
import { binary, byteCount, parseBytes, spelled } from "./wire";

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

/** A number in the last bits of a byte. */
export const readBits: ExerciseKind<Task, number> = {
  ...oneNumber("Number"),
  rule: "Each hex digit stands for four bits. From the right, the bits count 1, 2, 4, 8, 16, 32, 64.",
  given: ({ bytes }) => <ByteLine bytes={bytes} />,
  generate(variant) {
    const random = randomOf(variant);
    const prefix = random.between(4, 7);
    const byte = random.between(1, 255);
    const value = byte % 2 ** prefix;
    const digits = binary(byte);
    const ones = [64, 32, 16, 8, 4, 2, 1].filter((weight) => (value & weight) > 0);
    return {
      value,
      prefix,
      bytes: [byte],
      ask: `Which number do the last ${prefix} bits of this byte hold?`,
      hints: [
        `\`${spelled([byte])}\` is ${digits.slice(0, 4)} ${digits.slice(4)}. Its last ${prefix} bits are ${digits.slice(8 - prefix)}.`,
        ones.length === 0 ? "All of them are 0." : `They are ${ones.join(" + ")}.`,
      ],
      show: null,
    };
  },
  model: ({ value }) => value,
  judge: ({ value, prefix }, answer) =>
    answer === value
      ? right(`The bits are ${value.toString(2).padStart(prefix, "0")}.`)
      : wrong(`${answer} is ${answer.toString(2).padStart(prefix, "0")} in bits.`),
};

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
    const at = bytes.findIndex((byte, at) => byte !== typed[at]);
    const many = `${byteCount(bytes.length)} ${bytes.length === 1 ? "is" : "are"} enough.`;
    if (at < 0) return typed.length > bytes.length ? wrong(many) : right(`\`${spelled(bytes)}\` is ${value}.`);
    if ((typed[0] ?? 0) >= 2 ** prefix) return wrong("The bits before the prefix must be 0.");
    if (at >= typed.length) return wrong("That is right so far, and more follows.");
    return wrong(
      typed.length > bytes.length
        ? many
        : at === 0
          ? "The first byte differs."
          : `Byte ${at} differs; those before it are right.`,
    );
  },
};
