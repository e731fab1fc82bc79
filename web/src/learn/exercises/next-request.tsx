/** “How many bytes does the next request need?”: fields sent before take a byte each. */
import { type ExerciseKind, type Field, oneNumber, right, type TaskBase, type Tools, wrong } from "./exercise";
import { EntryTable } from "./given";
import { PLAIN_REQUEST } from "./message";
import { randomOf } from "./random";
import { beginning, byteCount, literal, spelled } from "./wire";

type Task = TaskBase & { fields: Field[]; changed: Field };

const FIELDS: readonly Field[] = [
  { name: "user-agent", value: "browser/7" },
  { name: "accept", value: "text/html" },
  { name: "accept-language", value: "en" },
  { name: "cookie", value: "id=7f3a" },
  { name: "referer", value: "https://example.com/" },
];
const VALUES = ["a", "new", "other", "another one"];

export const nextRequest: ExerciseKind<Task, number> = {
  ...oneNumber("Bytes"),
  rule: "A field that is in the table takes one byte. A known name with a new value takes one byte for the name, one for the length, and the value.",
  given: ({ fields }) => <EntryTable entries={fields} />,
  generate(variant) {
    const random = randomOf(variant);
    const fields = random.shuffled(FIELDS).slice(0, random.between(2, 5));
    const at = random.below(fields.length);
    const changed = { name: fields[at]?.name ?? "", value: random.pick(VALUES) };
    const first = fields.flatMap(({ name, value }) => literal("incremental", name, value));
    // The newest entry has index 62; a new one raises those of the fields that follow.
    const next = fields.flatMap((_, nth) => {
      const index = 61 + fields.length - nth;
      if (nth === at) return literal("incremental", index, changed.value);
      return beginning("indexed", index + (nth > at ? 1 : 0));
    });
    return {
      fields,
      changed,
      ask: `A request had these fields, which are all in the dynamic table now. The next request has them again, but \`${changed.name}\` is \`${changed.value}\`, as plain text. How many bytes do these fields take?`,
      hints: [
        `${fields.length - 1} of the fields ${fields.length === 2 ? "has" : "have"} not changed.`,
        `The new value has ${byteCount(changed.value.length)}.`,
        `${fields.length - 1} + 1 + 1 + ${changed.value.length}.`,
      ],
      show: {
        text: `${spelled([...PLAIN_REQUEST, ...first])}\n\n${spelled([...PLAIN_REQUEST, ...next])}`,
        options: { blocks: "blank" },
      },
    };
  },
  model: bytesOf,
  async judge(task, answer, { tryOut }) {
    const bytes = await bytesOf(task, { tryOut });
    if (answer === bytes) return right(`The first time, these fields took ${await bytesOf(task, { tryOut }, 0)}.`);
    return wrong(
      answer > bytes
        ? "It takes less: what has not changed is one byte."
        : "It takes more: the new value is spelled out.",
    );
  },
};

/** What the fields take in a block, without the pseudo-header fields. */
async function bytesOf({ show }: Task, { tryOut }: Pick<Tools, "tryOut">, block = 1): Promise<number> {
  const tried = await tryOut(show?.text ?? "", show?.options);
  return tried.status === "ok" ? (tried.blocks[block]?.bytes.length ?? 0) - PLAIN_REQUEST.length : 0;
}
