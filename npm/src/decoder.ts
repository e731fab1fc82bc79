import CORE from "inlined:core";
import { decodeError, StringDecoder, staticTable } from "@wasm-codec/core";
import { KINDS } from "../../web/src/engine/generated.ts";
import { BlockStrings, type Statics, Views } from "../../web/src/engine/javascript/block-strings.ts";
import { DEFAULT_TABLE_SIZE, type Field, HpackError, type MaxTableSize, tableSize } from "./common.ts";
import { ensureCore } from "./core.ts";

const NEVER = KINDS.indexOf("never");

type Each = (name: string, value: string, neverIndexed: boolean) => void;

let shared: { views: Views; statics: Statics } | null = null;

const staticsOf = ([names, values]: [string[], string[]]): Statics => ({ names, values });

/** Decodes the header blocks of one direction of one connection, in order. */
export class Decoder {
  readonly #decoder: StringDecoder;
  readonly #strings: BlockStrings;
  #isBusy = false;

  constructor({ maxTableSize = DEFAULT_TABLE_SIZE }: MaxTableSize = {}) {
    const limit = tableSize(maxTableSize);
    const memory = ensureCore(CORE);
    shared ??= { views: new Views(memory), statics: staticsOf(JSON.parse(staticTable())) };
    this.#decoder = new StringDecoder(limit, Math.min(limit, DEFAULT_TABLE_SIZE));
    this.#strings = new BlockStrings(this.#decoder, shared.views, shared.statics, limit);
  }

  /** Applies a SETTINGS_HEADER_TABLE_SIZE that the encoder has acknowledged, bytes. */
  acknowledge(maxTableSize: number): void {
    this.#strings.acknowledge(tableSize(maxTableSize));
  }

  /**
   * Decodes a block. With `each` it makes no objects: `each` gets the fields, also those before an error.
   *
   * @throws {HpackError} for a block that violates RFC 7541; the connection must then end, and the decoder refuses
   *   further blocks.
   */
  decode(block: Uint8Array): Field[];
  decode(block: Uint8Array, each: Each): void;
  decode(block: Uint8Array, each?: Each): Field[] | undefined {
    if (this.#isBusy) throw new Error("a decoder decodes one block at a time");
    if (each !== undefined) return this.#decodeEach(block, each);
    const fields: Field[] = [];
    const failed = this.#strings.decode(block, (name, value, kind) => {
      fields.push({ name, value, neverIndexed: kind === NEVER });
    });
    if (failed) throw this.#error(fields);
    return fields;
  }

  #decodeEach(block: Uint8Array, each: Each): undefined {
    let thrown: { error: unknown } | null = null;
    this.#isBusy = true;
    const failed = this.#strings.decode(block, (name, value, kind) => {
      if (thrown !== null) return;
      try {
        each(name, value, kind === NEVER);
      } catch (error) {
        thrown = { error };
      }
    });
    this.#isBusy = false;
    if (thrown !== null) throw (thrown as { error: unknown }).error;
    if (failed) throw this.#error([]);
  }

  /** Releases its memory now instead of when it is collected; it can't be used afterwards. */
  free(): void {
    this.#decoder.free();
  }

  #error(fields: Field[]): HpackError {
    return new HpackError(JSON.parse(decodeError(this.#decoder)), fields);
  }
}
