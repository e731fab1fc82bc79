/**
 * A decoder written from the text of RFC 7541 to solve the exercises: it shares nothing with the core or the page. It
 * takes the static table and the Huffman code from hpack.js.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
/** Appendix A. */
const STATIC: { name: string; value: string }[] = require("hpack.js/lib/hpack/static-table").table;
/** Appendix B: the codes by byte, as their lengths and numbers, with EOS at the end. */
const CODES: [bits: number, code: number][] = require("hpack.js/lib/hpack/huffman").encode;
const SYMBOLS = new Map(CODES.map(([bits, code], symbol) => [code.toString(2).padStart(bits, "0"), symbol]));
const EOS = 256;

export type Entry = { name: string; value: string };
export type Row = Entry & { kind: string; index: number; size: number; start: number };

/** Where a block breaks which rule; `to` is exclusive, and beyond the block if something is missing there. */
export class Broken extends Error {
  constructor(
    readonly code: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(code);
  }
}

const digitsOf = (byte: number) => byte.toString(2).padStart(8, "0");

/** §5.1. */
export function readInteger(bytes: readonly number[], start: number, prefix: number): { value: number; end: number } {
  const full = 2 ** prefix - 1;
  let at = start;
  let value = (bytes[at++] ?? Number.NaN) % 2 ** prefix;
  for (let weight = 1, more = value === full; more; weight *= 128) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Broken("truncated-integer", start, at);
    value += (byte % 128) * weight;
    more = byte >= 128;
  }
  if (Number.isNaN(value)) throw new Broken("truncated", start, start + 1);
  if (value >= 2 ** 32 || at - start > 6) throw new Broken("integer-overflow", start, at);
  return { value, end: at };
}

/** §5.2. */
function readString(bytes: readonly number[], start: number): { text: string; end: number } {
  const { value: length, end: data } = readInteger(bytes, start, 7);
  const end = data + length;
  if (end > bytes.length) throw new Broken("truncated-string", start, bytes.length + 1);
  const held = bytes.slice(data, end);
  if ((bytes[start] ?? 0) < 128) return { text: String.fromCharCode(...held), end };
  const bits = held.map(digitsOf).join("");
  const broken = (code: string, from: number, to: number) =>
    new Broken(code, data + Math.floor(from / 8), data + Math.ceil(to / 8));
  let text = "";
  let from = 0;
  for (let to = 1; to <= bits.length; to += 1) {
    const symbol = SYMBOLS.get(bits.slice(from, to));
    if (symbol === EOS) throw broken("huffman-eos", from, to);
    if (symbol === undefined) continue;
    text += String.fromCharCode(symbol);
    from = to;
  }
  if (bits.length - from > 7) throw broken("huffman-padding-too-long", from, bits.length);
  if (bits.slice(from).includes("0")) throw broken("huffman-padding-not-ones", from, bits.length);
  return { text, end };
}

/** The decoder's state (§2.3, §4): the dynamic table, newest first. */
export class Decoder {
  entries: Entry[];
  /** A limit lowered below the maximum has to be followed by a size update. */
  #owesUpdate = false;

  constructor(
    prior: readonly Entry[] = [],
    public maximum = 4096,
    public limit = 4096,
  ) {
    this.entries = [...prior];
  }

  setLimit(limit: number): void {
    this.#owesUpdate = limit < this.maximum;
    this.limit = limit;
  }

  size = (): number => this.entries.reduce((sum, { name, value }) => sum + name.length + value.length + 32, 0);

  /** The entry of an index in `start` to `end` of a block. */
  #at(index: number, start: number, end: number): Entry {
    if (index === 0) throw new Broken("index-zero", start, end);
    const entry = STATIC[index - 1] ?? this.entries[index - 62];
    if (entry === undefined) throw new Broken("index-out-of-range", start, end);
    return { name: entry.name, value: entry.value };
  }

  #evictTo(size: number): void {
    while (this.entries.length > 0 && this.size() > size) this.entries.pop();
  }

  /** §6. */
  decode(bytes: readonly number[]): Row[] {
    const rows: Row[] = [];
    for (let start = 0; start < bytes.length; ) {
      const bits = digitsOf(bytes[start] ?? 0);
      const [kind, digits] = KINDS.find(([, digits]) => bits.startsWith(digits)) ?? ["", ""];
      const { value: number, end } = readInteger(bytes, start, 8 - digits.length);
      const isUpdate = kind === "size-update";
      if (!isUpdate && this.#owesUpdate) throw new Broken("missing-size-update", start, start + 1);
      if (isUpdate) {
        if (rows.some((row) => row.kind !== kind)) throw new Broken("size-update-not-first", start, end);
        if (number > this.limit) throw new Broken("size-update-too-large", start, end);
        this.#owesUpdate = false;
        this.maximum = number;
        this.#evictTo(number);
        rows.push({ kind, index: 0, size: number, start, name: "", value: "" });
        start = end;
      } else if (kind === "indexed") {
        rows.push({ kind, index: number, size: 0, start, ...this.#at(number, start, end) });
        start = end;
      } else {
        const spelled = number === 0 ? readString(bytes, end) : { text: this.#at(number, start, end).name, end };
        const value = readString(bytes, spelled.end);
        const entry = { name: spelled.text, value: value.text };
        rows.push({ kind, index: number, size: 0, start, ...entry });
        if (kind === "incremental") this.#insert(entry);
        start = value.end;
      }
    }
    return rows;
  }

  #insert(entry: Entry): void {
    const size = entry.name.length + entry.value.length + 32;
    this.#evictTo(this.maximum - size);
    if (size <= this.maximum) this.entries.unshift(entry);
  }
}

const KINDS = [
  ["indexed", "1"],
  ["incremental", "01"],
  ["size-update", "001"],
  ["never", "0001"],
  ["without", "0000"],
] as const;
