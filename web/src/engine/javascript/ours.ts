/**
 * Decodes whole blocks from JavaScript with this page's decoder: one call a
 * block, one string with its new contents, and every string of a table made
 * once. The words that the decoder writes are described in
 * `crate/wasm/captures/src/strings.rs`.
 */
import { StringDecoder, staticStrings } from "@wasm-captures/hpack_inspector_wasm";
import type { BlockDecoder, BlockEngine, Field } from "./runner";

/** In place of a string's number: the string is in the text. */
const SLICE = 0xffff_ffff;
/** Number of words before the first field's. */
const HEAD = 4;
/** Initial size of the buffer for a block, bytes; it grows for longer ones. */
const ROOM = 4096;

// A browser's “latin1” decodes bytes 0x80 to 0x9f as Windows-1252.
const LATIN1 = new TextDecoder("latin1");

/** Every byte as the character of the same number. */
function characters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Views of WebAssembly's memory, renewed after it has grown. */
class Views {
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

class Decoder implements BlockDecoder {
  private readonly decoder: StringDecoder;
  private readonly strings: string[];
  private room = ROOM;
  private roomAt: number;

  constructor(
    private readonly views: Views,
    statics: string[],
    limit: number,
    maximum: number,
  ) {
    this.decoder = new StringDecoder(limit, maximum);
    this.strings = statics.slice();
    this.roomAt = this.decoder.room(ROOM);
  }

  acknowledge(limit: number): void {
    this.decoder.acknowledgeLimit(limit);
  }

  decode(block: Uint8Array, field: Field): void {
    const { decoder, strings, views } = this;
    if (block.length > this.room) {
      this.room = block.length;
      this.roomAt = decoder.room(block.length);
    }
    views.refresh();
    views.bytes.set(block, this.roomAt);
    let at = decoder.decode(block.length) >>> 2;
    views.refresh();
    const { words } = views;
    const fields = words[at] as number;
    const flags = words[at + 1] as number;
    const textAt = words[at + 2] as number;
    const text = this.text(textAt, words[at + 3] as number, (flags & 2) !== 0);
    at += HEAD;
    let from = 0;
    for (let left = fields; left > 0; left -= 1) {
      let name: string;
      let value: string;
      const nameNumber = words[at++] as number;
      if (nameNumber === SLICE) {
        const to = words[at++] as number;
        name = text.slice(from, to);
        from = to;
      } else name = strings[nameNumber] as string;
      const valueNumber = words[at++] as number;
      if (valueNumber === SLICE) {
        const to = words[at++] as number;
        value = text.slice(from, to);
        from = to;
      } else value = strings[valueNumber] as string;
      const keep = words[at++] as number;
      if (keep !== SLICE) {
        strings[keep] = name;
        strings[keep + 1] = value;
      }
      field(name, value);
    }
    if ((flags & 1) !== 0) throw new Error("The block has a fault.");
  }

  end(): void {
    this.decoder.free();
  }

  private text(at: number, bytes: number, unusual: boolean): string {
    if (bytes === 0) return "";
    const view = this.views.bytes.subarray(at, at + bytes);
    return unusual ? characters(view) : LATIN1.decode(view);
  }
}

export function ours(memory: WebAssembly.Memory): BlockEngine {
  const statics = staticStrings();
  const views = new Views(memory);
  return {
    begin: (limit, maximum) => new Decoder(views, statics, limit, maximum),
    block: (bytes) => bytes,
  };
}
