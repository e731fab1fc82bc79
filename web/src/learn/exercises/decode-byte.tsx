/** “Decode these bytes”: which representation begins here, with which number. */

import type { Kind } from "../../engine/types";
import { KIND_NAMES } from "../../ui/kind";
import { type Control, type ExerciseKind, numberIn, right, type TaskBase, type Tools, wrong } from "./exercise";
import { ByteLine } from "./given";
import { PLAIN_REQUEST } from "./message";
import { type Random, randomOf } from "./random";
import { beginning, byteCount, fieldText, literal, SHAPES, spelled } from "./wire";

type Task = TaskBase & { bytes: number[]; kind: Kind; number: number };
type Answer = { kind: Kind; number: number };

/** The one static entry that no HTTP/2 message may have (RFC 9113 §8.2.2). */
const TRANSFER_ENCODING = 57;
/** Entries of the static table that are whole fields. */
const WHOLE = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16];

/** A number in the prefix or, half the time where there is such a one, in further bytes. */
function numberOf(kind: Kind, random: Random): number {
  const full = 2 ** SHAPES[kind].prefix - 1;
  const most = kind === "size-update" ? 4096 : 61;
  if (full <= most && random.below(2) === 0) return random.between(full, most);
  return random.between(kind === "indexed" ? 1 : 0, Math.min(full - 1, most));
}

/** Of one kind, or of one to be named. */
export function decodeByte(kinds: readonly Kind[]): ExerciseKind<Task, Answer> {
  const isOne = kinds.length === 1;
  const kindChoice: Control = {
    name: "kind",
    is: "kinds",
    label: "Kind",
    options: kinds.map((kind) => ({ value: kind, shown: KIND_NAMES[kind], kind })),
  };
  return {
    rule: isOne
      ? "A byte that begins with 1 is a whole field from a table; its other seven bits are the index (RFC 7541 §6.1)."
      : "The first bits give the kind; the rest of the first byte is the prefix of a number (RFC 7541 §6).",
    generate(variant) {
      const random = randomOf(variant);
      const kind = random.pick(kinds);
      const drawn = isOne ? random.pick(WHOLE) : numberOf(kind, random);
      const number = kind !== "size-update" && drawn === TRANSFER_ENCODING ? drawn + 1 : drawn;
      const bytes = beginning(kind, number);
      const { digits, prefix } = SHAPES[kind];
      const [first = 0, ...more] = bytes;
      const value = first % 2 ** prefix;
      const parts = more.map((byte, at) => `${byte % 128}${at > 0 ? ` × ${128 ** at}` : ""}`);
      const these = more.length > 0 ? "these bytes" : "this byte";
      return {
        bytes,
        kind,
        number,
        ask: isOne
          ? "This byte is a whole field of the static table. Which index does it hold?"
          : `A representation or a size update begins with ${these}. What is it, and which number does it hold?`,
        hints: [
          `It begins with \`${digits}\`: ${KIND_NAMES[kind]}. The other ${prefix} bits are the prefix.`,
          more.length > 0
            ? `The prefix is full. The number is ${[value, ...parts].join(" + ")}.`
            : `The prefix is \`${value.toString(2).padStart(prefix, "0")}\`: not full, so that is the number.`,
        ],
        show: inMessage(kind, number),
      };
    },
    model: ({ kind, number }) => ({ kind, number }),
    async judge(task, answer, { tryOut }) {
      const { kind, number, bytes } = task;
      if (answer.kind === kind && answer.number === number) return right(await describe(task, tryOut));
      return wrong(
        `For ${KIND_NAMES[answer.kind]} with the number ${answer.number} it would be \`${spelled(beginning(answer.kind, answer.number))}\`, not \`${spelled(bytes)}\`.`,
      );
    },
    given: ({ bytes }) => <ByteLine bytes={bytes} bits />,
    controls: (_, typed) => [
      ...(isOne ? [] : [kindChoice]),
      { name: "number", is: "number", label: typed.kind === "size-update" ? "New maximum size, bytes" : "Index" },
    ],
    read(typed) {
      const kind = isOne ? kinds[0] : kinds.find((kind) => kind === typed.kind);
      const number = numberIn(typed);
      return kind === undefined || number === null ? null : { kind, number };
    },
    write: ({ kind, number }) => ({ kind, number: String(number) }),
  };
}

/** Static entries up to this one have the names of pseudo-header fields, of which a message has one each. */
const PSEUDO = 14;

/** The representation in a valid message, with its row. */
function inMessage(kind: Kind, number: number): TaskBase["show"] {
  if (kind === "size-update") return { text: spelled([...beginning(kind, number), ...PLAIN_REQUEST]), row: 0 };
  if (number > 0 && number <= PSEUDO) return null;
  return { text: spelled([...PLAIN_REQUEST, ...whole(kind, number)]), row: PLAIN_REQUEST.length };
}

/** Completes the beginning of a field. */
function whole(kind: Exclude<Kind, "size-update">, number: number): number[] {
  return kind === "indexed" ? beginning(kind, number) : literal(kind, number === 0 ? "name" : number, "value");
}

async function describe({ kind, number }: Task, tryOut: Tools["tryOut"]) {
  if (kind === "size-update") return `The table's maximum size becomes ${byteCount(number)}.`;
  const tried = await tryOut(spelled(whole(kind, number)));
  const row = tried.status === "ok" ? tried.blocks[0]?.rows[0] : undefined;
  if (row === undefined) return "";
  if (kind === "indexed") return `Index ${number} of the static table is ${fieldText(row)}.`;
  if (number === 0) return "Index 0 means that the name follows as a string literal, then the value.";
  return `Index ${number} gives the name \`${row.name}\`; the value follows as a string literal.`;
}
