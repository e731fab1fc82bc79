/**
 * Makes the strings of whole blocks: one call a block, one string with its new
 * text, and every string of a table made once. The words that the decoder
 * writes are described in `crate/wasm/strings`.
 */

/** The decoder in WebAssembly. */
export type WordDecoder = {
  room(bytes: number): number;
  decode(bytes: number): number;
  acknowledgeLimit(limit: number): void;
};

/** Names and values of the static table by index; none at 0. */
export type Statics = { names: readonly string[]; values: readonly string[] };

/** `kind` is an index into KINDS. */
export type Take = (name: string, value: string, kind: number) => void;

/** Number of words before the first field's. */
const HEAD = 4;
/** Initial size of the buffer for a block, bytes; it grows for longer ones. */
const ROOM = 4096;
/** The least size of an entry, bytes (RFC 7541 §4.1). */
const LEAST_ENTRY = 32;
/** Flag of a block that exceeds a limit: the table's strings follow the fields. */
const OVER_LIMIT = 4;
const INDEXED = 0;
const INCREMENTAL = 1;

// A browser's “latin1” decodes bytes 0x80 to 0x9f as Windows-1252.
const LATIN1 = new TextDecoder("latin1");

type Slice = (this: Uint8Array, from: number, to: number) => string;

/** Node's own is faster than TextDecoder; a stand-in for Node's Buffer would be slower. */
const { process, Buffer } = globalThis as {
  process?: { versions?: { node?: string } };
  Buffer?: { prototype: { latin1Slice?: Slice } };
};
const slice = process?.versions?.node === undefined ? undefined : Buffer?.prototype.latin1Slice;

/** Every byte as the character of the same number. */
export function characters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Views of WebAssembly's memory, renewed after it has grown. */
export class Views {
  bytes: Uint8Array;
  words: Uint32Array;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.bytes = new Uint8Array(memory.buffer);
    this.words = new Uint32Array(memory.buffer);
  }

  refresh(): void {
    if (this.bytes.length > 0) return;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }
}

export class BlockStrings {
  /** Strings of the fields with incremental indexing, newest last: those of the dynamic table, and some evicted ones. */
  private names: string[] = [];
  private values: string[] = [];
  /** The most entries of the table. */
  private entries = 0;
  private room = 0;
  private roomAt = 0;

  constructor(
    private readonly decoder: WordDecoder,
    private readonly views: Views,
    private readonly statics: Statics,
    limit: number,
  ) {
    this.allow(limit);
  }

  acknowledge(limit: number): void {
    this.allow(limit);
    this.decoder.acknowledgeLimit(limit);
  }

  /** Calls `take`, which must not throw, for each field. Returns whether the block, of `length` bytes, has an error. */
  decode(block: Uint8Array, length: number, take: Take): boolean {
    const { decoder, names, values, statics, views } = this;
    if (length > this.room) {
      const room = Math.max(length, ROOM);
      this.roomAt = decoder.room(room);
      // Not before: there may be no memory for it.
      this.room = room;
    }
    views.refresh();
    views.bytes.set(block, this.roomAt);
    let at = decoder.decode(length) >>> 2;
    views.refresh();
    let { words } = views;
    const flags = words[at + 1] as number;
    const text = this.text(words[at + 2] as number, words[at + 3] as number, (flags & 2) !== 0);
    const { names: staticNames, values: staticValues } = statics;
    const dynamic = staticNames.length;
    let left = words[at] as number;
    let from = 0;
    // A path of its own for each kind of index: together they take a fifth more time.
    for (at += HEAD; left > 0; left -= 1) {
      const head = words[at++] as number;
      const kind = head & 7;
      const index = head >>> 3;
      let name: string;
      let value: string;
      if (kind === INDEXED) {
        if (index < dynamic) {
          name = staticNames[index] as string;
          value = staticValues[index] as string;
        } else {
          const place = names.length + dynamic - 1 - index;
          name = names[place] as string;
          value = values[place] as string;
        }
      } else {
        if (index === 0) {
          const to = words[at++] as number;
          name = text.slice(from, to);
          from = to;
        } else if (index < dynamic) name = staticNames[index] as string;
        else name = names[names.length + dynamic - 1 - index] as string;
        const to = words[at++] as number;
        value = text.slice(from, to);
        from = to;
        if (kind === INCREMENTAL) {
          names.push(name);
          values.push(value);
        }
      }
      take(name, value, kind);
      // Another decoder may have let the memory grow.
      if (words.length === 0) {
        views.refresh();
        words = views.words;
      }
    }
    if ((flags & OVER_LIMIT) !== 0) this.follow(words, at, text, from);
    this.forget();
    return (flags & 1) !== 0;
  }

  private allow(limit: number): void {
    this.entries = Math.max(this.entries, Math.floor(limit / LEAST_ENTRY));
  }

  /** Takes the strings of the table from the words at `at`, newest first, and from the text at `from`. */
  private follow(words: Uint32Array, at: number, text: string, from: number): void {
    const strings: string[] = [];
    for (let left = 2 * (words[at++] as number); left > 0; left -= 1) {
      const to = words[at++] as number;
      strings.push(text.slice(from, to));
      from = to;
    }
    this.names.length = 0;
    this.values.length = 0;
    while (strings.length > 0) {
      this.values.push(strings.pop() as string);
      this.names.push(strings.pop() as string);
    }
  }

  /** Drops strings of evicted entries, rarely, so that it costs nothing for each block. */
  private forget(): void {
    const over = this.names.length - this.entries;
    if (over <= this.entries) return;
    this.names.splice(0, over);
    this.values.splice(0, over);
  }

  private text(at: number, bytes: number, unusual: boolean): string {
    if (bytes === 0) return "";
    if (slice !== undefined) return slice.call(this.views.bytes, at, at + bytes);
    const view = this.views.bytes.subarray(at, at + bytes);
    return unusual ? characters(view) : LATIN1.decode(view);
  }
}
