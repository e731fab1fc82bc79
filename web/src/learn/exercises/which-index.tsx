/** “Which index is this now?”: entries come and go, and every index moves with them. */

import {
  type ExerciseKind,
  type Field,
  numberIn,
  right,
  type TaskBase,
  type Tools,
  type Typed,
  wrong,
} from "./exercise";
import { EntryTable } from "./given";
import { PLAIN_REQUEST } from "./message";
import { randomOf } from "./random";
import { beginning, literal, spelled } from "./wire";

type Task = TaskBase & { inserted: Field[]; asked: Field; maximum: number };
/** Null if the entry was evicted. */
type Answer = { index: number | null };

/** §2.3.3: the static table comes first. */
const FIRST_DYNAMIC = 62;
/** §4.1: overhead of an entry, bytes. */
const OVERHEAD = 32;

const NAMES = ["x-crate", "x-orchard", "x-quay", "x-lamp", "x-boat", "x-row", "x-harbour", "x-ladder"];
const VALUES = ["pear", "quince", "nine", "blue", "left", "rope", "tar", "seven"];

function sizeOf({ name, value }: Field): number {
  return name.length + value.length + OVERHEAD;
}

/** The table after all insertions, newest first. */
function liveOf(inserted: readonly Field[], maximum: number): Field[] {
  const live = [...inserted].reverse();
  let size = 0;
  const fits = live.findIndex((field) => {
    size += sizeOf(field);
    return size > maximum;
  });
  return fits < 0 ? live : live.slice(0, fits);
}

function same(a: Field, b: Field): boolean {
  return a.name === b.name && a.value === b.value;
}

/** With `evicting` the table is so small that some entries are evicted. */
export function whichIndex(evicting: boolean): ExerciseKind<Task, Answer> {
  return {
    rule: evicting
      ? "The newest entry has index 62 (RFC 7541 §2.3.3). Entry size = name + value + 32, and the oldest goes first (RFC 7541 §4.1, §4.4)."
      : "The newest entry has index 62, and each older one the next index (RFC 7541 §2.3.3).",
    generate(variant) {
      // Another task than the one without evictions.
      const random = randomOf(evicting ? -variant : variant);
      const values = random.shuffled(VALUES);
      const names = random.shuffled(NAMES).slice(0, random.between(4, 6));
      const inserted = names.map((name, at) => ({ name, value: values[at] ?? "" }));
      const all = inserted.reduce((sum, field) => sum + sizeOf(field), 0);
      const first = inserted[0] as Field;
      // Room for all but the oldest one or two.
      const maximum = evicting ? all - 1 - random.between(0, sizeOf(first)) : 4096;
      const live = liveOf(inserted, maximum);
      // One time in four the entry in question was evicted.
      const gone = inserted.slice(0, inserted.length - live.length);
      const asked = random.pick(gone.length > 0 && random.below(4) === 0 ? gone : live);
      const newer = live.findIndex((field) => same(field, asked));
      const bytes = [...PLAIN_REQUEST, ...inserted.flatMap(({ name, value }) => literal("incremental", name, value))];
      return {
        inserted,
        asked,
        maximum,
        ask: evicting
          ? `The dynamic table is empty and its maximum size is ${maximum} bytes. A request then inserts these entries, from top to bottom. Which index does \`${asked.name}\` have afterwards, or is it gone?`
          : `A request inserts these entries into an empty dynamic table, from top to bottom. Which index does \`${asked.name}\` have afterwards?`,
        hints: [
          "Count from the bottom of the list, where the newest entry is.",
          ...(evicting ? [`${live.length} of the ${inserted.length} entries are left.`] : []),
          newer < 0
            ? `\`${asked.name}\` is not one of the newest ${live.length}.`
            : `${newer === 0 ? "No entry is" : newer === 1 ? "One entry is" : `${newer} entries are`} newer than \`${asked.name}\`.`,
        ],
        show: {
          text: evicting ? `# initial table size ${maximum}\n${spelled(bytes)}` : spelled(bytes),
          row: PLAIN_REQUEST.length + inserted.length - 1,
        },
      };
    },
    model: async (task, { tryOut }) => ({ index: (await tableOf(task, tryOut)).find(isAsked(task))?.index ?? null }),
    async judge(task, { index }, { tryOut }) {
      const table = await tableOf(task, tryOut);
      const now = table.find(isAsked(task))?.index ?? null;
      const { name, value } = task.asked;
      if (index === now && now !== null) {
        return right(`\`${spelled(beginning("indexed", now))}\` would now stand for \`${name}: ${value}\`.`);
      }
      const end = `The table now ends at index ${FIRST_DYNAMIC + table.length - 1}.`;
      if (index === now) return right(`It was evicted to make room. ${end}`);
      if (index === null) return wrong(`\`${name}\` is still in the table.`);
      const there = table.find((entry) => entry.index === index);
      if (there !== undefined) return wrong(`Index ${index} is \`${there.name}\`.`);
      if (index === 0) return wrong("Index 0 stands for no entry (RFC 7541 §6.1).");
      if (index < FIRST_DYNAMIC) return wrong(`Index ${index} is in the static table, which ends at 61.`);
      return wrong(end);
    },
    given: ({ inserted }) => <EntryTable entries={inserted} />,
    controls: (_, { gone }) => [
      { name: "number", is: "number", label: "Index", disabled: gone === "yes" },
      ...(evicting ? [{ name: "gone", is: "check", label: "It is gone" } as const] : []),
    ],
    read(typed) {
      const index = typed.gone === "yes" ? null : numberIn(typed);
      return index === null && typed.gone !== "yes" ? null : { index };
    },
    write: ({ index }): Typed => (index === null ? { gone: "yes" } : { number: String(index) }),
  };
}

function isAsked({ asked }: Task) {
  return (entry: { name: string | null; value: string | null }) =>
    entry.name === asked.name && entry.value === asked.value;
}

async function tableOf(task: Task, tryOut: Tools["tryOut"]) {
  const tried = await tryOut(task.show?.text ?? "");
  return tried.status === "ok" ? (tried.blocks[0]?.entries ?? []) : [];
}
