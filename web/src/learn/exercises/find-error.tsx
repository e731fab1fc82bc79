/** “Find the error”: where a block goes wrong, and which rule it breaks. */

import type { TriedRow } from "../../engine/try-out";
import { hex } from "../../ui/figures";
import { sentence } from "../../ui/section";
import { type ExerciseKind, right, type TaskBase, type Tools, wrong } from "./exercise";
import { type Fault, type FaultCode, makeFault, RULES } from "./faults";
import { Codes } from "./given";
import { randomOf } from "./random";
import { fieldText } from "./wire";

type Task = TaskBase & Fault & { code: FaultCode };
type Answer = { at: number; code: FaultCode };

/** For errors with several right answers: why the decoder's place is right, and the others too. */
const MANY_PLACES: Partial<Record<FaultCode, (decoder: string) => string>> = {
  "truncated-integer": (at) =>
    `The decoder reports ${at}, where the next byte of the integer is missing; the bytes of the integer itself are accepted too.`,
  "truncated-string": (at) =>
    `The decoder reports ${at}, the length that asks for too much; the bytes of the cut string and the end of the block are accepted too.`,
  "integer-overflow": (at) => `The decoder reports ${at}, where the integer begins; any of its bytes is accepted.`,
  "huffman-eos": (at) =>
    `The decoder reports ${at}, where EOS is complete; any byte that holds bits of it is accepted.`,
  "huffman-padding-too-long": (at) =>
    `The decoder reports ${at}, the last of the string; any byte that holds bits of the padding is accepted.`,
  "size-update-too-large": (at) => `The decoder reports ${at}, where the update begins; any of its bytes is accepted.`,
  "size-update-not-first": (at) => `The decoder reports ${at}, where the update begins; any of its bytes is accepted.`,
};

export function findError(codes: readonly FaultCode[]): ExerciseKind<Task, Answer> {
  return {
    rule: "A decoder reads from the left and stops at the first error (RFC 7541 §2.3.3, §4.2, §5, §6).",
    generate(variant) {
      const random = randomOf(variant);
      const code = random.pick(codes);
      const fault = makeFault(code, random);
      return {
        ...fault,
        code,
        ask: "A decoder stops in this block. The dynamic table is empty at first, and its limit is 4096 bytes. Choose where the error is, and the rule that is broken. If the error takes up several bytes, any of them will do; choose “end” if bytes are missing there.",
        hints: ["What begins here, where does it end, what begins next?", fault.hint, `The rule: ${RULES[code]}`],
        show: { text: fault.text },
      };
    },
    async model(task, { tryOut }) {
      const fault = (await lastOf(task, tryOut)).fault;
      return { at: fault?.at ?? -1, code: task.code };
    },
    async judge(task, { at, code }, { tryOut }) {
      const { fault, bytes, rows } = await lastOf(task, tryOut);
      if (fault === null) throw new Error("a task without its fault");
      const isPlace = task.places.includes(at);
      const isRule = code === fault.code;
      if (isPlace && isRule) {
        const many = task.places.length > 1 ? MANY_PLACES[code]?.(place(fault.at, bytes.length)) : undefined;
        const words = [`\`${fault.code}\`:`, sentence(fault.message), many];
        return right(words.filter((one) => one !== undefined).join(" "));
      }
      const rule = `“${RULES[code]}” is not the rule that this block breaks.`;
      if (isPlace) return wrong(`The place is right. ${rule}`);
      return wrong(`${notThere(at, fault.at, bytes.length, rows)} ${isRule ? "The rule is right." : rule}`);
    },
    given: ({ text }) => (
      <>
        <Before text={text} />
        {codes.some((code) => code.startsWith("huffman")) && <Codes />}
      </>
    ),
    controls: ({ bytes }) => [
      {
        name: "at",
        is: "bytes",
        label: "The place",
        options: [
          ...bytes.map((byte, at) => ({ value: String(at), shown: hex(byte), said: `byte ${at}: ${hex(byte)}` })),
          { value: String(bytes.length), shown: "end" },
        ],
      },
      {
        name: "code",
        is: "rules",
        label: "The rule",
        options: codes.map((code) => ({ value: code, shown: RULES[code] })),
      },
    ],
    read({ at, code }) {
      const chosen = codes.find((one) => one === code);
      return at === undefined || chosen === undefined ? null : { at: Number(at), code: chosen };
    },
    write: ({ at, code }) => ({ at: String(at), code }),
  };
}

/** The blocks before the broken one, and the limit announced after them. */
function Before({ text }: { text: string }) {
  const before = text.split("\n\n").slice(0, -1);
  const announced = /SETTINGS_HEADER_TABLE_SIZE \d+/.exec(text)?.[0];
  if (before.length === 0) return null;
  return (
    <p>
      Before it came <code>{before.join(" · ").replaceAll("\n", " ")}</code>, which is correct
      {announced === undefined ? "" : `; then ${announced} was acknowledged`}.
    </p>
  );
}

/** Why the error is not at this byte. */
function notThere(at: number, faultAt: number, length: number, rows: readonly TriedRow[]): string {
  const row = rows.find((row) => at >= row.start && at < row.end);
  if (row !== undefined) {
    const what = row.kind === "size-update" ? `a size update to ${row.size}` : fieldText(row);
    return `Byte ${at} belongs to ${what}, which is correct.`;
  }
  const why = at < faultAt ? "The decoder can still read it." : "The decoder stops before it.";
  return `The error is not at ${place(at, length)}. ${why}`;
}

function place(at: number, length: number): string {
  return at >= length ? "the end of the block" : `byte ${at}`;
}

/** The task's last block, which has the error. */
async function lastOf(task: Task, tryOut: Tools["tryOut"]) {
  const tried = await tryOut(task.text);
  const block = tried.status === "ok" ? tried.blocks.at(-1) : undefined;
  if (block === undefined) throw new Error("a task that can't be read");
  return block;
}
