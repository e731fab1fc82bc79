/** «Which index is this now?»: entries come and go, and every index moves with them. */
import { useMemo, useState } from "react";
import type { ExerciseKind, ExerciseSpec, FormProps, TaskBase } from "./exercise";
import { NumberField, numberOf } from "./number-field";
import { randomOf } from "./random";
import { TaskForm, useTryOut } from "./task-form";
import { beginning, literal, spelled } from "./wire";

type Field = { name: string; value: string };
type Task = TaskBase & { inserted: Field[]; asked: Field; maximum: number };
type Answer = { index: number };

/** §2.3.3: the static table comes first. */
const FIRST_DYNAMIC = 62;
/** §4.1: what an entry takes beyond its name and value, octets. */
const OVERHEAD = 32;

const NAMES = ["x-crate", "x-orchard", "x-quay", "x-lamp", "x-boat", "x-row", "x-harbour", "x-ladder"];
const VALUES = ["pear", "quince", "nine", "blue", "left", "rope", "tar", "seven"];

function sizeOf({ name, value }: Field): number {
  return name.length + value.length + OVERHEAD;
}

/** What is in the table after all insertions, newest first. */
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

/** With `evicting` the table is so small that some entries leave it. */
export function indexKind(evicting: boolean): ExerciseKind<Task, Answer> {
  return {
    generate(variant) {
      const random = randomOf(variant);
      const values = random.shuffled(VALUES);
      const names = random.shuffled(NAMES).slice(0, random.between(4, 6));
      const inserted = names.map((name, at) => ({ name, value: values[at] ?? "" }));
      const all = inserted.reduce((sum, field) => sum + sizeOf(field), 0);
      const first = inserted[0] as Field;
      // Room for all but the oldest one or two.
      const maximum = evicting ? all - 1 - random.between(0, sizeOf(first)) : 4096;
      const live = liveOf(inserted, maximum);
      const asked = random.pick(live.length > 1 ? live.slice(0, -1) : live);
      const index = FIRST_DYNAMIC + live.findIndex((field) => same(field, asked));
      const octets = inserted.flatMap(({ name, value }) => literal("incremental", name, value));
      return {
        inserted,
        asked,
        maximum,
        ask: evicting
          ? `A table of at most ${maximum} octets is empty at first. A block then inserts these entries, from above. Which index does \`${asked.name}\` have after it?`
          : `A block inserts these entries into an empty table, from above. Which index does \`${asked.name}\` have after it?`,
        hints: [
          "The newest entry always has index 62: the 61 static entries come before it (RFC 7541 §2.3.3).",
          "Count from the entry that was inserted last towards the one that was inserted first.",
          ...(evicting
            ? [
                `Each entry takes its name, its value and 32 octets more (RFC 7541 §4.1). ${live.length} of ${inserted.length} are left.`,
              ]
            : []),
          `${index - FIRST_DYNAMIC === 0 ? "No entry is" : index - FIRST_DYNAMIC === 1 ? "One entry is" : `${index - FIRST_DYNAMIC} entries are`} newer than \`${asked.name}\`.`,
        ],
        show: {
          text: evicting ? `# initial table size ${maximum}\n${spelled(octets)}` : spelled(octets),
        },
      };
    },
    model: async (task, tryOut) => ({ index: (await tableOf(task, tryOut)).find(isAsked(task))?.index ?? 0 }),
    async judge(task, { index }, tryOut) {
      const table = await tableOf(task, tryOut);
      const right = table.find(isAsked(task))?.index;
      if (index === right) {
        return {
          right: true,
          words: `\`${spelled(beginning("indexed", index))}\` would now stand for \`${task.asked.name}: ${task.asked.value}\`.`,
        };
      }
      const there = table.find((entry) => entry.index === index);
      if (there !== undefined) return { right: false, words: `At index ${index} stands \`${there.name}\`.` };
      if (index < FIRST_DYNAMIC) {
        return { right: false, words: `Index ${index} is in the static table, which ends at 61.` };
      }
      const last = FIRST_DYNAMIC + table.length - 1;
      return {
        right: false,
        words: `The table now ends at index ${last}: ${index} would be an error (RFC 7541 §2.3.3).`,
      };
    },
  };
}

function isAsked({ asked }: Task) {
  return (entry: { name: string | null; value: string | null }) =>
    entry.name === asked.name && entry.value === asked.value;
}

async function tableOf(task: Task, tryOut: Parameters<ExerciseKind<Task, Answer>["judge"]>[2]) {
  const tried = await tryOut(task.show?.text ?? "");
  return tried.status === "ok" ? (tried.blocks[0]?.entries ?? []) : [];
}

export function whichIndex(props: { id: string; title: string; evicting?: boolean }): ExerciseSpec & {
  of: ExerciseKind<Task, Answer>;
} {
  const of = indexKind(props.evicting === true);
  function Form({ variant, onVerdict }: FormProps) {
    const task = useMemo(() => of.generate(variant), [variant]);
    const [text, setText] = useState("");
    const tryOut = useTryOut();
    const index = numberOf(text);
    return (
      <TaskForm
        task={task}
        judge={index === null ? null : () => of.judge(task, { index }, tryOut)}
        onVerdict={onVerdict}
      >
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">value</th>
            </tr>
          </thead>
          <tbody>
            {task.inserted.map(({ name, value }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <NumberField label="Index" value={text} onChange={setText} />
      </TaskForm>
    );
  }
  return { id: props.id, title: props.title, Form, of };
}
