/** “How large does it become?”: one entry, and references to it. */
import { type ExerciseKind, oneNumber, right, type TaskBase, type Tools, wrong } from "./exercise";
import { randomOf } from "./random";
import { literal, spelled } from "./wire";

/** Overhead of a field in SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113 §6.5.2), bytes. */
const OVERHEAD = 32;

/** The newest entry as a field. */
const NEWEST = 0x80 | 62;

type Task = TaskBase & { bytes: number[] };

export const expansion: ExerciseKind<Task, number> = {
  ...oneNumber("Bytes of the list"),
  rule: "Each field counts as name + value + 32 (RFC 9113 §6.5.2). The literal that makes the entry is a field too.",
  generate(variant) {
    const random = randomOf(variant);
    const value = 10 * random.between(5, 90);
    const references = 5 * random.between(2, 20);
    const bytes = [...literal("incremental", "x", "a".repeat(value)), ...Array<number>(references).fill(NEWEST)];
    return {
      bytes,
      ask: `A header block adds one entry to the table, with the name \`x\` and a value of ${value} bytes, and then refers to it ${references} times, one byte each. The block has ${bytes.length} bytes. How large is the header list as SETTINGS_MAX_HEADER_LIST_SIZE counts it?`,
      hints: [`There are ${references + 1} fields.`, `Each counts as 1 + ${value} + ${OVERHEAD} bytes.`],
      show: { text: spelled(bytes) },
    };
  },
  async model(task, { tryOut }) {
    return (await listSize(task, tryOut)).whole;
  },
  async judge(task, answer, { tryOut }) {
    const { whole, plain, fields } = await listSize(task, tryOut);
    const bytes = task.bytes.length;
    if (answer === whole) return right(`${bytes} bytes became ${whole}: ${(whole / bytes).toFixed(1)} times as much.`);
    if (answer === plain) return wrong(`Those are the names and values alone; ${fields} times 32 is missing.`);
    return wrong(`There are ${fields} fields of ${whole / fields} bytes each.`);
  },
};

async function listSize(task: Task, tryOut: Tools["tryOut"]) {
  const tried = await tryOut(spelled(task.bytes));
  const block = tried.status === "ok" ? tried.blocks[0] : undefined;
  const fields = block?.rows.length ?? 0;
  const plain = block?.plainBytes ?? 0;
  return { fields, plain, whole: plain + fields * OVERHEAD };
}
