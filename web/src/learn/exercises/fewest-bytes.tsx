/** “Write this in as few bytes as possible”: any answer of that length is right, if it decodes to the field. */

import { KIND_NAMES } from "../../ui/kind";
import { sentence } from "../../ui/section";
import {
  type ExerciseKind,
  type Field,
  HEX_ANSWER,
  right,
  type TaskBase,
  type Tools,
  type Way,
  wrong,
} from "./exercise";
import { EntryTable } from "./given";
import { type Random, randomOf } from "./random";
import { byteCount, fieldText, parseBytes, spelled } from "./wire";

type Task = TaskBase & { prior: Field[]; field: Field; sensitive: boolean };

/** Letters with codes so long that they take as many bytes coded as plain. */
const PLAIN = ["xyz", "kz", "jq", "wxy", "vw", "q", "zj", "ykx"];
/** The static table's index of a name, or of a whole field (RFC 7541 Appendix A). */
const STATIC_NAMES: Record<string, number> = {
  ":path": 4,
  ":authority": 1,
  accept: 19,
  cookie: 32,
  etag: 34,
  server: 54,
  vary: 59,
  age: 21,
  authorization: 23,
};
const STATIC_FIELDS: (Field & { index: number })[] = [
  { index: 3, name: ":method", value: "POST" },
  { index: 5, name: ":path", value: "/index.html" },
  { index: 13, name: ":status", value: "404" },
  { index: 16, name: "accept-encoding", value: "gzip, deflate" },
];
const OWN_NAMES = ["x-crate", "x-quay", "x-row", "x-lamp", "x-rope"];

function priorOf(random: Random): Field[] {
  const names = random.shuffled(OWN_NAMES).slice(0, random.between(2, 4));
  return names.map((name) => ({ name, value: random.pick(PLAIN) }));
}

function fieldOf(random: Random, prior: readonly Field[], sensitive: boolean): Field {
  const known = random.pick(prior);
  if (sensitive) {
    // Not in the table yet.
    const value = random.pick(PLAIN.filter((value) => value !== known.value));
    return { name: random.pick(["cookie", "authorization", known.name]), value };
  }
  switch (random.below(4)) {
    case 0:
      return random.pick(STATIC_FIELDS);
    case 1:
      return known;
    case 2:
      return { name: known.name, value: `${random.pick(["j", "w"])}${random.pick(["k", "z"])}` };
    default:
      return { name: random.pick(Object.keys(STATIC_NAMES)), value: random.pick(PLAIN) };
  }
}

function inStaticTable({ name, value }: Field): string {
  const whole = STATIC_FIELDS.find((field) => field.name === name && field.value === value);
  if (whole !== undefined) return `The static table has the whole field at index ${whole.index}.`;
  const index = STATIC_NAMES[name];
  return index === undefined
    ? "The static table has neither."
    : `The static table has the name at index ${index}, without this value.`;
}

/** `sensitive`: no intermediary may insert the field into a table. */
export function fewestBytes(sensitive: boolean): ExerciseKind<Task, string> {
  return {
    ...HEX_ANSWER,
    rule: sensitive
      ? "A never-indexed literal begins with `0001`; four bits are left for the index of the name (RFC 7541 §6.2.3)."
      : "A whole field in a table takes one index. A name in a table takes an index, then the value (RFC 7541 §6).",
    given: ({ prior }) => <EntryTable entries={prior} first={62} />,
    generate(variant) {
      const random = randomOf(variant);
      const prior = priorOf(random);
      const field = fieldOf(random, prior, sensitive);
      return {
        prior,
        field,
        sensitive,
        ask: sensitive
          ? `The dynamic table holds these entries. Write \`${field.name}: ${field.value}\` in as few bytes as possible, so that no proxy on the way may put it into a table either.`
          : `The dynamic table holds these entries. Write \`${field.name}: ${field.value}\` in as few bytes as possible.`,
        hints: [
          inStaticTable(field),
          sensitive
            ? "From 15 on, the index continues in another byte."
            : "The index of a name has six bits with incremental indexing and four without. Index 62 fits into six.",
          "A value of a few rare letters is not shorter in the Huffman code: `78 79 7a` is `xyz` as it is, after its length.",
        ],
        show: null,
      };
    },
    async model(task, { ways }) {
      return (await allowed(task, ways))[0]?.hex ?? "";
    },
    async judge(task, answer, { tryOut, ways }) {
      const bytes = parseBytes(answer);
      if (bytes === null) return wrong("Type whole bytes in hex, such as `82 41`.");
      const { field, prior } = task;
      const tried = await tryOut(spelled([...bytes]), {
        blocks: "blank",
        format: "hex",
        prior: prior.map(({ name, value }) => [name, value]),
      });
      if (tried.status === "refused") return wrong(tried.message);
      const block = tried.blocks[0];
      if (block === undefined) return wrong("There is nothing to decode.");
      const { fault } = block;
      if (fault !== null) {
        return wrong(`That does not decode: \`${fault.code}\` at byte ${fault.at}. ${sentence(fault.message)}`);
      }
      const [row, ...more] = block.rows;
      if (row === undefined || more.length > 0) return wrong("That decodes to more than one field or size update.");
      if (row.name !== field.name || row.value !== field.value) {
        return wrong(
          `That decodes to ${row.kind === "size-update" ? `a size update to ${row.size}` : fieldText(row)}.`,
        );
      }
      const written = `written as ${KIND_NAMES[row.kind]}`;
      if (sensitive && row.kind !== "never") {
        return wrong(`The field is right, but it is ${written}, so a proxy may put it into a table.`);
      }
      const all = await allowed(task, ways);
      const fewest = all[0]?.bytes ?? bytes.length;
      if (bytes.length > fewest) {
        return wrong(`The field is right, ${written} in ${byteCount(bytes.length)}. It can be done in ${fewest}.`);
      }
      const others = all.filter((way) => way.bytes === fewest).length;
      return right(
        `It is ${written}, ${byteCount(fewest)}.${others > 1 ? ` ${others} encodings are that short.` : ""}`,
      );
    },
  };
}

async function allowed({ prior, field, sensitive }: Task, ways: Tools["ways"]): Promise<Way[]> {
  const all = await ways(prior, field, sensitive);
  return sensitive ? all.filter(({ kind }) => kind === "never") : all;
}
