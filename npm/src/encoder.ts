/// <reference lib="esnext.disposable" preserve="true" />
import { StringEncoder } from "@wasm-codec/core";
import { characters } from "../../web/src/engine/javascript/block-strings.ts";
import {
  bytesFrom,
  DEFAULT_TABLE_SIZE,
  isBytes,
  kindOf,
  type MaxTableSize,
  Owned,
  optionsOf,
  unsigned,
} from "./common.ts";
import { coreViews, ensureCore } from "./core.ts";
import { writeBytes } from "./latin1.ts";

/** A string with a character for each byte, bytes, or a number, which is written in decimal. */
export type Text = string | Uint8Array | number;

/** With several values it is several fields. `sensitive` is the name of `neverIndexed` in Rust. */
export type FieldToEncode =
  | { name: Text; value: Text | readonly Text[]; neverIndexed?: boolean | undefined; sensitive?: boolean | undefined }
  | readonly [name: Text, value: Text | readonly Text[]];

/** Encodes the header blocks of one direction of one connection, in order. */
export class Encoder {
  readonly #encoder: Owned<StringEncoder>;

  constructor(options?: MaxTableSize | number) {
    const { maxTableSize = DEFAULT_TABLE_SIZE } = optionsOf(options);
    const most = unsigned(maxTableSize);
    ensureCore();
    this.#encoder = new Owned(new StringEncoder(most), "encoder");
  }

  /**
   * Applies the decoder's SETTINGS_HEADER_TABLE_SIZE, bytes, which is 4,096 before: the table follows it up to the
   * encoder's own `maxTableSize`, and the next block tells the decoder.
   */
  acknowledge(maxTableSize: number): void {
    this.#encoder.get().acknowledgeLimit(unsigned(maxTableSize));
  }

  /**
   * Encodes a block. Authorization and short cookies are never indexed, as `neverIndexed` fields. After an error, the
   * encoder is unchanged.
   *
   * @throws {TypeError} for what is no field.
   * @throws {RangeError} if a string has a character above U+00FF, which is not a byte.
   */
  encode(fields: Iterable<FieldToEncode>): Uint8Array {
    let text = "";
    const lengths: number[] = [];
    let at = 0;
    for (const field of listOf(fields)) {
      const { name, value, neverIndexed, sensitive } = partsOf(field, at);
      const flags = Number(isSet(neverIndexed, at)) | Number(isSet(sensitive, at));
      const key = typeof name === "string" ? name : textOf(name, at, "name");
      // For speed: most values are strings, which need no list of one.
      if (typeof value === "string") {
        text += key + value;
        lengths.push(key.length, value.length, flags);
      } else {
        for (const each of Array.isArray(value) ? Array.from(value) : [value]) {
          const one = textOf(each, at, "value");
          text += key + one;
          lengths.push(key.length, one.length, flags);
        }
      }
      at += 1;
    }
    return this.#encode(text, lengths);
  }

  /** Runs no code of others: what it writes must not be replaced before it is read. */
  #encode(text: string, lengths: number[]): Uint8Array {
    const encoder = this.#encoder.get();
    const views = coreViews();
    const textAt = encoder.roomForText(text.length);
    const lengthsAt = encoder.roomForLengths(lengths.length) >>> 2;
    views.refresh();
    writeBytes(text, views.bytes.subarray(textAt, textAt + text.length));
    views.words.set(lengths, lengthsAt);
    const length = encoder.encode();
    const blockAt = encoder.block();
    views.refresh();
    return views.bytes.slice(blockAt, blockAt + length);
  }

  /** Releases its memory now instead of when it is collected; it can't be used afterwards. */
  free(): void {
    this.#encoder.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

function listOf(fields: unknown): Iterable<unknown> {
  if (typeof fields === "object" && fields !== null) {
    if (Symbol.iterator in fields) return fields as Iterable<unknown>;
    throw new TypeError("fields are a list, not an object: for names and values of one, give Object.entries(it)");
  }
  throw new TypeError(`fields are a list, not ${kindOf(fields)}`);
}

type Parts = Partial<Record<"name" | "value" | "neverIndexed" | "sensitive", unknown>>;

function partsOf(field: unknown, at: number): Parts {
  if (Array.isArray(field) && field.length === 2) return { name: field[0], value: field[1] };
  // The first test is for speed: only a view can be bytes.
  if (kindOf(field) === "an object" && !(ArrayBuffer.isView(field) && isBytes(field))) return field as Parts;
  throw new TypeError(`field ${at} is ${kindOf(field)}, not { name, value } or [name, value]`);
}

function isSet(flag: unknown, at: number): boolean {
  if (flag === undefined || typeof flag === "boolean") return flag === true;
  throw new TypeError(`field ${at}: neverIndexed is ${kindOf(flag)}, not a boolean`);
}

function textOf(value: unknown, at: number, what: "name" | "value"): string {
  if (typeof value === "string") return value;
  if (isBytes(value)) return characters(bytesFrom(value));
  if (typeof value === "number" && /^-?[\d.]+$/.test(String(value))) return String(value);
  const found = typeof value === "number" ? String(value) : kindOf(value);
  throw new TypeError(`field ${at}: ${what} is ${found}, not a string, bytes (Uint8Array) or a decimal number`);
}
