import CORE from "inlined:core";
import { StringEncoder } from "@wasm-codec/core";
import { DEFAULT_TABLE_SIZE, type Field, type MaxTableSize, tableSize } from "./common.ts";
import { ensureCore } from "./core.ts";
import { bytesOf } from "./latin1.ts";

export type FieldToEncode = Pick<Field, "name" | "value"> & Partial<Pick<Field, "neverIndexed">>;

/** Encodes the header blocks of one direction of one connection, in order. */
export class Encoder {
  readonly #encoder: StringEncoder;

  constructor({ maxTableSize = DEFAULT_TABLE_SIZE }: MaxTableSize = {}) {
    const limit = tableSize(maxTableSize);
    ensureCore(CORE);
    this.#encoder = new StringEncoder(limit);
  }

  /** Applies the decoder's SETTINGS_HEADER_TABLE_SIZE, bytes: the next block tells it of a smaller table. */
  acknowledge(maxTableSize: number): void {
    this.#encoder.acknowledgeLimit(tableSize(maxTableSize));
  }

  /**
   * Encodes a block. Authorization and short cookies are never indexed, as `neverIndexed` fields.
   *
   * @throws {RangeError} if a string has a character above U+00FF, which is not a byte.
   */
  encode(fields: Iterable<FieldToEncode>): Uint8Array {
    const all = Array.from(fields);
    const text = bytesOf(all.map(({ name, value }) => name + value).join(""));
    const lengths = all.flatMap(({ name, value, neverIndexed }) => [name.length, value.length, neverIndexed ? 1 : 0]);
    return this.#encoder.encode(text, Uint32Array.from(lengths));
  }

  /** Releases its memory now instead of when it is collected; it can't be used afterwards. */
  free(): void {
    this.#encoder.free();
  }
}
