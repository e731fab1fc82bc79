/** The dynamic table: which index an entry has, and what references to it save or cost (RFC 7541 §2.3.3, §4, §7.3). */
import { counted, hexOf } from "../../ui/figures";
import { beginning, type HeaderField, literal, sizeOf } from "../wire";
import { expects, expectsNumber, GONE, type Task } from "./exercise";
import { NAMES, PLAIN_REQUEST, VALUES } from "./message";
import { randomOf } from "./random";

/** §2.3.3: the static table comes first. */
const FIRST_DYNAMIC = 62;

/** The table after all insertions, newest first. */
function liveOf(inserted: readonly HeaderField[], maximum: number): HeaderField[] {
  const live = inserted.toReversed();
  let size = 0;
  const fits = live.findIndex((field) => {
    size += sizeOf(field);
    return size > maximum;
  });
  return fits < 0 ? live : live.slice(0, fits);
}

/** With `evicting` the table is so small that some entries are evicted. */
export const whichIndex =
  (evicting: boolean) =>
  (variant: number): Task => {
    // Another task than the one without evictions.
    const random = randomOf(evicting ? -variant : variant);
    const values = random.shuffled(VALUES);
    const names = random.shuffled(NAMES).slice(0, random.between(4, 6));
    const inserted = names.map((name, at): HeaderField => ({ name, value: values[at] ?? "" }));
    const all = inserted.reduce((sum, field) => sum + sizeOf(field), 0);
    // Room for all but the oldest one or two.
    const maximum = evicting ? all - 1 - random.between(0, sizeOf(inserted[0] as HeaderField)) : 4096;
    const live = liveOf(inserted, maximum);
    // One time in four the entry in question was evicted.
    const gone = inserted.slice(0, inserted.length - live.length);
    const asked = random.pick(gone.length > 0 && random.below(4) === 0 ? gone : live);
    const newer = live.indexOf(asked);
    const index = FIRST_DYNAMIC + newer;
    const end = `The table now ends at index ${FIRST_DYNAMIC + live.length - 1}.`;
    const bytes = [...PLAIN_REQUEST, ...inserted.flatMap(({ name, value }) => literal("incremental", name, value))];
    function blame(answer: string): string {
      const there = live[Number(answer) - FIRST_DYNAMIC];
      if (answer === GONE) return `\`${asked.name}\` is still in the table.`;
      if (there !== undefined) return `Index ${answer} is \`${there.name}\`.`;
      if (Number(answer) === 0) return "Index 0 stands for no entry (RFC 7541 §6.1).";
      return Number(answer) < FIRST_DYNAMIC ? `Index ${answer} is in the static table, which ends at 61.` : end;
    }
    return {
      ask: evicting
        ? `The dynamic table is empty and its maximum size is ${maximum} bytes. A request then inserts these entries, from top to bottom. Which index does \`${asked.name}\` have afterwards, or is it gone?`
        : `A request inserts these entries into an empty dynamic table, from top to bottom. Which index does \`${asked.name}\` have afterwards?`,
      rule: evicting
        ? "The newest entry has index 62 (RFC 7541 §2.3.3). Entry size = name + value + 32, and the oldest goes first (RFC 7541 §4.1, §4.4)."
        : "The newest entry has index 62, and each older one the next index (RFC 7541 §2.3.3).",
      fields: [
        evicting
          ? { name: "index", is: "number", label: `Index, or “${GONE}”`, orGone: true }
          : { name: "index", is: "number", label: "Index" },
      ],
      given: { entries: inserted },
      hints: [
        "Count from the bottom of the list, where the newest entry is.",
        ...(evicting ? [`${live.length} of the ${inserted.length} entries are left.`] : []),
        newer < 0
          ? `\`${asked.name}\` is not one of the newest ${live.length}: it is ${GONE}.`
          : `${newer === 0 ? "No entry is" : newer === 1 ? "One entry is" : `${newer} entries are`} newer than \`${asked.name}\`: 62 + ${newer}.`,
      ],
      ...expects(
        { index: newer < 0 ? GONE : String(index) },
        newer < 0
          ? `It was evicted to make room. ${end}`
          : `\`${hexOf(beginning("indexed", index))}\` would now stand for \`${asked.name}: ${asked.value}\`.`,
        ({ index = "" }) => blame(index),
      ),
      show: {
        text: evicting ? `# initial table size ${maximum}\n${hexOf(bytes)}` : hexOf(bytes),
        row: PLAIN_REQUEST.length + inserted.length - 1,
      },
    };
  };

/** With the static index of the name. */
const SENT: readonly (HeaderField & { index: number })[] = [
  { index: 58, name: "user-agent", value: "browser/7" },
  { index: 19, name: "accept", value: "text/html" },
  { index: 17, name: "accept-language", value: "en" },
  { index: 32, name: "cookie", value: "id=7f3a" },
  { index: 51, name: "referer", value: "https://example.com/" },
];
const CHANGED = ["a", "new", "other", "another one"];

/** “How many bytes does the next request need?”: fields sent before take a byte each. */
export function nextRequest(variant: number): Task {
  const random = randomOf(variant);
  const fields = random.shuffled(SENT).slice(0, random.between(2, 5));
  const at = random.below(fields.length);
  const name = fields[at]?.name;
  const value = random.pick(CHANGED);
  const first = fields.flatMap(({ index, value }) => literal("incremental", index, value));
  // The newest entry has the first index; a new one raises those of the fields that follow.
  const next = fields.flatMap((field, nth) => {
    const index = FIRST_DYNAMIC + fields.length - 1 - nth;
    return nth === at ? literal("incremental", field.index, value) : beginning("indexed", index + (nth > at ? 1 : 0));
  });
  return {
    ask: `A request had these fields, and all of them are in the table of fields already sent. The next request has them again, but \`${name}\` is \`${value}\`, as plain text. How many bytes do these fields take?`,
    rule: "A field that is in the table takes one byte. If only its name is known, it takes a byte for the name, a byte for the length of the value, and the value.",
    given: { entries: fields },
    hints: [
      `${fields.length - 1} of the fields ${fields.length === 2 ? "has" : "have"} not changed.`,
      `The new value has ${counted(value.length, "byte")}.`,
      `${fields.length - 1} + 1 + 1 + ${value.length}.`,
    ],
    ...expectsNumber("Bytes", next.length, `The first time, these fields took ${first.length}.`, (bytes) =>
      bytes > next.length
        ? "It takes less: what has not changed is one byte."
        : "It takes more: the new value is spelled out.",
    ),
    show: {
      text: [first, next].map((block) => hexOf([...PLAIN_REQUEST, ...block])).join("\n\n"),
      options: { blocks: "blank" },
    },
  };
}

/** “How large does it become?”: one entry, and references to it. */
export function expansion(variant: number): Task {
  const random = randomOf(variant);
  const length = 10 * random.between(5, 90);
  const references = 5 * random.between(2, 20);
  const field = { name: "x", value: "a".repeat(length) };
  const newest = Array.from({ length: references }, () => beginning("indexed", FIRST_DYNAMIC)).flat();
  const bytes = [...literal("incremental", field.name, field.value), ...newest];
  const fields = references + 1;
  const size = fields * sizeOf(field);
  return {
    ask: `A header block adds one entry to the table, with the name \`x\` and a value of ${length} bytes, and then refers to it ${references} times, one byte each. The block has ${bytes.length} bytes. How large is the header list as SETTINGS_MAX_HEADER_LIST_SIZE counts it?`,
    rule: "Each field counts as name + value + 32 (RFC 9113 §6.5.2). The literal that makes the entry is a field too.",
    hints: [
      `There are ${fields} fields.`,
      `Each counts as 1 + ${length} + 32 = ${sizeOf(field)} bytes.`,
      `${fields} × ${sizeOf(field)}.`,
    ],
    ...expectsNumber(
      "Bytes of the list",
      size,
      `${bytes.length} bytes became ${size}: ${(size / bytes.length).toFixed(1)} times as much.`,
      (answer) =>
        answer === fields * (1 + length)
          ? `Those are the names and values alone; ${fields} times 32 is missing.`
          : `There are ${fields} fields of ${sizeOf(field)} bytes each.`,
    ),
    show: { text: hexOf(bytes) },
  };
}
