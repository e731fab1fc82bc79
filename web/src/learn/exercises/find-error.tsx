/** “Find the error”: where a block goes wrong, and which rule it breaks. */
import { hex } from "../../ui/figures";
import { sentence } from "../../ui/section";
import { type ExerciseKind, right, type TaskBase, type Tools, wrong } from "./exercise";
import { type Fault, type FaultCode, makeFault, RULES } from "./faults";
import { Codes } from "./given";
import { randomOf } from "./random";
import { fieldText } from "./wire";

type Task = TaskBase & Fault & { code: FaultCode };
type Answer = { at: number; code: FaultCode };

export function findError(codes: readonly FaultCode[]): ExerciseKind<Task, Answer> {
  const needsCodes = codes.some((code) => code.startsWith("huffman"));
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
      return { at: (await lastOf(task, tryOut)).fault?.at ?? -1, code: task.code };
    },
    async judge(task, { at, code }, { tryOut }) {
      const { fault, bytes, rows } = await lastOf(task, tryOut);
      if (fault === null) throw new Error("a task without its fault");
      const isPlace = task.places.includes(at);
      const isRule = code === fault.code;
      if (isPlace && isRule) {
        const many = `The decoder reports ${place(fault.at, bytes.length)}; any byte of the error is accepted.`;
        return right(`\`${fault.code}\`: ${sentence(fault.message)}${task.places.length > 1 ? ` ${many}` : ""}`);
      }
      const rule = isRule ? "The rule is right." : `This block does not break “${RULES[code]}”`;
      if (isPlace) return wrong(`The place is right. ${rule}`);
      const row = rows.find(({ start, end }) => at >= start && at < end);
      const what = row?.kind === "size-update" ? `a size update to ${row.size}` : row && fieldText(row);
      const there = what === undefined ? "The error is not there." : `Byte ${at} belongs to ${what}, which is correct.`;
      return wrong(`${there} ${rule}`);
    },
    given: ({ text }) => (
      <>
        <Before text={text} />
        {needsCodes && <Codes />}
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
