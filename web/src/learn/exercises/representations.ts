/** Representations (RFC 7541 §6): how one begins, and the shortest for a field. */
import type { Kind } from "../../engine/types";
import { counted, hexOf } from "../../ui/figures";
import { KIND_NAMES } from "../../ui/kind";
import { sentence } from "../../ui/section";
import { beginning, type HeaderField, literal, SHAPES, utf8Bytes } from "../wire";
import { expects, fieldText, HEX_FIELD, right, type Shown, type Task, type TryOut, wrong } from "./exercise";
import { sumOf, sumsOf, weightsOf } from "./integers";
import { PLAIN_REQUEST } from "./message";
import { type Random, randomOf } from "./random";

/** The one static entry that no HTTP/2 message may have (RFC 9113 §8.2.2). */
const TRANSFER_ENCODING = 57;
/** Entries of the static table that are whole fields. */
const WHOLE = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16];
/** Static entries up to this one have the names of pseudo-header fields, of which a message has one each. */
const PSEUDO = 14;

/** A number in the prefix or, half the time where there is such a one, in further bytes. */
function numberOf(kind: Kind, random: Random): number {
  const full = 2 ** SHAPES[kind].prefix - 1;
  const most = kind === "size-update" ? 4096 : 61;
  if (full <= most && random.below(2) === 0) return random.between(full, most);
  return random.between(kind === "indexed" ? 1 : 0, Math.min(full - 1, most));
}

/** Each before its number. */
const BEGINNINGS: Record<Kind, string> = {
  indexed: "An indexed field with index",
  incremental: "A literal with incremental indexing and name index",
  without: "A literal without indexing and with name index",
  never: "A never-indexed literal with name index",
  "size-update": "A size update to",
};

/** Of one kind, or of one to be named. */
export const decodeByte =
  (kinds: readonly Kind[]) =>
  (variant: number): Task => {
    const random = randomOf(variant);
    const kind = random.pick(kinds);
    const isOne = kinds.length === 1;
    const drawn = isOne ? random.pick(WHOLE) : numberOf(kind, random);
    const number = kind !== "size-update" && drawn === TRANSFER_ENCODING ? drawn + 1 : drawn;
    const bytes = beginning(kind, number);
    const { digits, prefix } = SHAPES[kind];
    const value = (bytes[0] ?? 0) % 2 ** prefix;
    const bits = value.toString(2).padStart(prefix, "0");
    const options = kinds.map((kind) => ({ value: kind, shown: KIND_NAMES[kind], kind }));
    return {
      ...(isOne
        ? {
            ask: "This byte is a whole field of the static table. Which index does it hold?",
            rule: "A byte that begins with 1 is a whole field from a table; its other seven bits are the index (RFC 7541 §6.1).",
          }
        : {
            ask: `A representation or a size update begins with ${bytes.length > 1 ? "these bytes" : "this byte"}. What is it, and which number does it hold: an index, or the new maximum size in bytes?`,
            rule: "The first bits give the kind; the rest of the first byte is the prefix of a number (RFC 7541 §6).",
          }),
      given: { bytes, bits: true },
      fields: [
        ...(isOne ? [] : [{ name: "kind", is: "kinds", label: "Kind", options } as const]),
        { name: "number", is: "number", label: isOne ? "Index" : "Number" },
      ],
      hints: isOne
        ? [`The other seven bits are \`${bits}\`.`, `They are worth ${weightsOf(value)}.`]
        : [
            `It begins with \`${digits}\`: ${KIND_NAMES[kind]}. The other ${prefix} bits are the prefix.`,
            bytes.length > 1
              ? `The prefix is full. The number is ${sumOf(value, bytes)}.`
              : `The prefix is \`${bits}\`, not full: the number is ${weightsOf(value)}.`,
          ],
      ...expects(
        { ...(isOne ? {} : { kind }), number: String(number) },
        (tryOut) => describe(kind, number, tryOut),
        (answer) => {
          const other = kinds.find((one) => one === answer.kind) ?? kind;
          const spelled = hexOf(beginning(other, Number(answer.number)));
          return `${BEGINNINGS[other]} ${answer.number} is \`${spelled}\`, not \`${hexOf(bytes)}\`.`;
        },
      ),
      show: inMessage(kind, number),
    };
  };

/** The representation in a valid message, with its row. */
function inMessage(kind: Kind, number: number): Shown | null {
  if (kind === "size-update") return { text: hexOf([...beginning(kind, number), ...PLAIN_REQUEST]), row: 0 };
  if (number > 0 && number <= PSEUDO) return null;
  return { text: hexOf([...PLAIN_REQUEST, ...whole(kind, number)]), row: PLAIN_REQUEST.length };
}

/** Completes the beginning of a field. */
function whole(kind: Exclude<Kind, "size-update">, number: number): number[] {
  return kind === "indexed" ? beginning(kind, number) : literal(kind, number === 0 ? "name" : number, "value");
}

async function describe(kind: Kind, number: number, tryOut: TryOut): Promise<string> {
  if (kind === "size-update") return `The table's maximum size becomes ${counted(number, "byte")}.`;
  if (number === 0) return "Index 0 means that the name follows as a string literal, then the value.";
  const tried = await tryOut(hexOf(whole(kind, number)));
  const row = tried.status === "ok" ? tried.blocks[0]?.rows[0] : undefined;
  if (row === undefined) return "";
  if (kind === "indexed") return `Index ${number} of the static table is ${fieldText(row)}.`;
  return `Index ${number} gives the name \`${row.name}\`; the value follows as a string literal.`;
}

/** Letters with codes so long that they take as many bytes coded as plain. */
const PLAIN = ["xyz", "kz", "jq", "wxy", "vw", "q", "zj", "ykx"];
/** The static table's index of a name, or of a whole field (RFC 7541 Appendix A). */
const STATIC_NAMES: Record<string, number> = { accept: 19, cookie: 32, etag: 34, server: 54, authorization: 23 };
const STATIC_FIELDS: (HeaderField & { index: number })[] = [
  { index: 3, name: ":method", value: "POST" },
  { index: 5, name: ":path", value: "/index.html" },
  { index: 13, name: ":status", value: "404" },
  { index: 16, name: "accept-encoding", value: "gzip, deflate" },
];
const OWN_NAMES = ["x-crate", "x-quay", "x-row", "x-lamp", "x-rope"];

const NEITHER = "The static table has neither.";

function priorOf(random: Random): HeaderField[] {
  const names = random.shuffled(OWN_NAMES).slice(0, random.between(2, 4));
  return names.map((name) => ({ name, value: random.pick(PLAIN) }));
}

/** A field with its shortest representation, what the static table has of it, and its bytes as a hint. */
type Drawn = { field: HeaderField; bytes: number[]; known: string; spelled: string };

function indexedField(field: HeaderField, index: number, known: string): Drawn {
  return { field, bytes: beginning("indexed", index), known, spelled: `128 + ${index}` };
}

function drawnOf(random: Random, prior: readonly HeaderField[], sensitive: boolean): Drawn {
  const at = random.below(prior.length);
  const entry = prior[at] as HeaderField;
  const isOwn = random.below(2) === 0;
  if (!sensitive && random.below(2) === 0) {
    if (isOwn) return indexedField(entry, 62 + at, NEITHER);
    const { index, ...field } = random.pick(STATIC_FIELDS);
    return indexedField(field, index, `The static table has the whole field at index ${index}.`);
  }
  const fixed = random.pick(sensitive ? ["cookie", "authorization"] : Object.keys(STATIC_NAMES));
  const name = isOwn ? entry.name : fixed;
  const index = isOwn ? 62 + at : (STATIC_NAMES[fixed] ?? 0);
  // Not in the table yet.
  const value = random.pick(PLAIN.filter((value) => value !== entry.value));
  const known = isOwn ? NEITHER : `The static table has the name at index ${index}, without this value.`;
  const kind = sensitive ? "never" : "incremental";
  const start = sumsOf(beginning(kind, index), SHAPES[kind].pattern);
  const spelled = `${start}, then ${value.length}, then \`${hexOf(utf8Bytes(value))}\``;
  return { field: { name, value }, bytes: literal(kind, index, value), known, spelled };
}

/** `sensitive`: no intermediary may insert the field into a table. */
export const fewestBytes =
  (sensitive: boolean) =>
  (variant: number): Task => {
    const random = randomOf(variant);
    const prior = priorOf(random);
    const { field, bytes, known, spelled } = drawnOf(random, prior, sensitive);
    const also = sensitive ? ", so that no proxy on the way may put it into a table either" : "";
    return {
      ask: `The dynamic table holds these entries. Write \`${field.name}: ${field.value}\` in as few bytes as possible${also}.`,
      rule: sensitive
        ? "A never-indexed literal begins with `0001`; four bits are left for the index of the name (RFC 7541 §6.2.3)."
        : "A whole field in a table takes one index. A name in a table takes an index, then the value (RFC 7541 §6).",
      given: { entries: prior, first: 62 },
      fields: [HEX_FIELD],
      hints: [
        known,
        sensitive
          ? "From 15 on, the index continues in another byte."
          : "The index of a name has six bits with incremental indexing and four without. Index 62 fits into six.",
        "A value of a few rare letters is not shorter in the Huffman code: it follows as it is, after its length.",
        `The bytes, in decimal unless in hex: ${spelled}.`,
      ],
      model: { bytes: hexOf(bytes) },
      async check({ bytes: typed = "" }, tryOut) {
        const pairs = prior.map(({ name, value }): [string, string] => [name, value]);
        const tried = await tryOut(typed, { blocks: "blank", format: "hex", prior: pairs });
        const [block] = tried.status === "ok" ? tried.blocks : [];
        if (block === undefined) return wrong("There is nothing to decode.");
        const { error } = block;
        if (error !== null) {
          return wrong(`That does not decode: \`${error.code}\` at byte ${error.at}. ${sentence(error.message)}`);
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
        const length = counted(block.bytes.length, "byte");
        if (block.bytes.length > bytes.length) {
          return wrong(`The field is right, ${written} in ${length}. It can be done in ${bytes.length}.`);
        }
        return right(`It is ${written}, ${length}.`);
      },
    };
  };
