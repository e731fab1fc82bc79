/** Integers with a prefix (§5.1), read and written. */
import { useMemo, useState } from "react";
import { readNumber } from "../../ui/number-field";
import { TextField } from "../../ui/text-field";
import { integerOctets } from "../widgets/integer";
import type { ExerciseKind, ExerciseSpec, FormProps, TaskBase } from "./exercise";
import styles from "./exercises.module.css";
import { OctetLine } from "./octet-line";
import { randomOf } from "./random";
import { TaskForm } from "./task-form";
import { bytes, parseOctets, spelled } from "./wire";

type Task = TaskBase & { value: number; prefix: number; octets: number[] };

function taskOf(variant: number, seed = variant): { value: number; prefix: number; octets: number[] } {
  const random = randomOf(seed);
  const prefix = random.between(4, 7);
  const full = 2 ** prefix - 1;
  // Every tenth fits the prefix, and so not the first; the rest goes on in one byte or two.
  const fits = variant % 10 === 0;
  const value = fits
    ? random.below(full)
    : random.below(2) === 0
      ? random.between(full, full + 127)
      : random.between(full + 128, full + 128 * 128 - 1);
  return { value, prefix, octets: integerOctets(value, prefix) };
}

function hintsOf({ value, prefix, octets }: { value: number; prefix: number; octets: number[] }, last: string) {
  const full = 2 ** prefix - 1;
  const more = octets.length - 1;
  return [
    `A prefix of ${prefix} bits can hold 0 to ${full - 1} by itself. All ones, ${full}, means that more bytes follow (RFC 7541 §5.1).`,
    value < full
      ? "This number fits the prefix."
      : `What exceeds ${full} follows in groups of seven bits, the lowest first; the first bit of each byte says whether another follows.`,
    value < full ? last : `The prefix is full, and ${bytes(more)} ${more === 1 ? "follows" : "follow"}. ${last}`,
  ];
}

export const readKind: ExerciseKind<Task, number> = {
  generate(variant) {
    const task = taskOf(variant);
    const full = 2 ** task.prefix - 1;
    const sum = task.octets.slice(1).map((octet, at) => `${octet % 128}${at > 0 ? ` × ${128 ** at}` : ""}`);
    return {
      ...task,
      ask: `An integer with a prefix of ${task.prefix} bits begins in the first byte, whose other bits are 0. What is its value?`,
      hints: hintsOf(task, `It is ${[task.value < full ? task.value : full, ...sum].join(" + ")}.`),
      show: null,
    };
  },
  model: ({ value }) => value,
  judge({ value, prefix, octets }, answer) {
    if (answer === value) return { right: true, words: `The integer is ${value}.` };
    return {
      right: false,
      words: `${answer} with this prefix is \`${spelled(integerOctets(answer, prefix))}\`, not \`${spelled(octets)}\`.`,
    };
  },
};

export const writeKind: ExerciseKind<Task, string> = {
  generate(variant) {
    const task = taskOf(variant, variant * 7 + 3);
    return {
      ...task,
      ask: `Write ${task.value} with a prefix of ${task.prefix} bits, in as few bytes as possible. The bits before the prefix are 0.`,
      hints: hintsOf(task, `The first byte is \`${spelled(task.octets.slice(0, 1))}\`.`),
      show: null,
    };
  },
  model: ({ octets }) => spelled(octets),
  judge({ value, prefix, octets }, answer) {
    const typed = parseOctets(answer);
    if (typed === null) return { right: false, words: "Type whole bytes in hex, such as `1f 9a 0a`." };
    const read = integerOf(typed, prefix);
    const first = typed[0] ?? 0;
    if (first >= 2 ** prefix) {
      return {
        right: false,
        words: `The bits before the prefix must be 0, but in \`${spelled([first])}\` they are not.`,
      };
    }
    if (read.rest === "more") return { right: false, words: "Your last byte says that another one follows." };
    if (read.used < typed.length) {
      return {
        right: false,
        words: `The integer ends after ${read.used} of your ${bytes(typed.length)}, and its value is ${read.value}.`,
      };
    }
    if (read.value !== value) return { right: false, words: `That is ${read.value}.` };
    if (typed.length > octets.length) {
      return {
        right: false,
        words: `That is ${value}, and it is legal, but ${octets.length === 1 ? "1 byte is" : `${octets.length} bytes are`} enough.`,
      };
    }
    return { right: true, words: `\`${spelled(octets)}\` is ${value}.` };
  },
};

/** What bytes say, as far as an answer may go wrong: five continuation bytes at most. */
function integerOf(octets: Uint8Array, prefix: number): { value: number; used: number; rest: "none" | "more" } {
  const full = 2 ** prefix - 1;
  let value = (octets[0] ?? 0) & full;
  if (value < full) return { value, used: 1, rest: "none" };
  for (let at = 1; at < Math.min(octets.length, 6); at += 1) {
    const octet = octets[at] ?? 0;
    value += (octet % 128) * 128 ** (at - 1);
    if (octet < 128) return { value, used: at + 1, rest: "none" };
  }
  return { value, used: octets.length, rest: "more" };
}

function ReadForm({ variant, onVerdict }: FormProps) {
  const task = useMemo(() => readKind.generate(variant), [variant]);
  const [text, setText] = useState("");
  const value = readNumber(text, 0, 9_999_999_999) ?? null;
  return (
    <TaskForm
      task={task}
      judge={value === null ? null : () => readKind.judge(task, value, noTryOut)}
      onVerdict={onVerdict}
    >
      <OctetLine octets={task.octets} bits />
      <TextField className={styles.answer} numeric label="Value" value={text} onChange={setText} />
    </TaskForm>
  );
}

function WriteForm({ variant, onVerdict }: FormProps) {
  const task = useMemo(() => writeKind.generate(variant), [variant]);
  const [text, setText] = useState("");
  return (
    <TaskForm
      task={task}
      judge={text.trim() === "" ? null : () => writeKind.judge(task, text, noTryOut)}
      onVerdict={onVerdict}
    >
      <TextField
        className={styles.answer}
        fieldClassName={styles.wide}
        placeholder="82 …"
        label="Bytes, in hex"
        value={text}
        onChange={setText}
      />
    </TaskForm>
  );
}

/** These judges need no decoder. */
function noTryOut(): never {
  throw new Error("nothing to decode");
}

export const READ_INTEGER: ExerciseSpec = { id: "read-integer", title: "Read an integer", Form: ReadForm };
export const WRITE_INTEGER: ExerciseSpec = { id: "write-integer", title: "Write an integer", Form: WriteForm };
