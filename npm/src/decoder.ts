/// <reference lib="esnext.disposable" preserve="true" />
import { decodeError, StringDecoder, staticTable } from "@wasm-codec/core";
import { KINDS } from "../../web/src/engine/generated.ts";
import { BlockStrings, type Statics } from "../../web/src/engine/javascript/block-strings.ts";
import {
  bytesFrom,
  DEFAULT_TABLE_SIZE,
  type Field,
  HpackError,
  isBytes,
  kindOf,
  lengthOf,
  type MaxTableSize,
  Owned,
  optionsOf,
  unsigned,
} from "./common.ts";
import { coreViews } from "./core.ts";

/** Longest block, in bytes: the decoder needs several times as much memory, and WebAssembly has at most 4 GiB. */
const LONGEST = 2 ** 28;

const NEVER = KINDS.indexOf("never");

/** Returning `false` ends the calls. */
type Each = (name: string, value: string, neverIndexed: boolean) => unknown;

/** A block that exceeds a limit is decoded to its end, so that the next one can be decoded. */
export type DecoderOptions = MaxTableSize & {
  /** Bytes, with 32 for each field (RFC 9113 §6.5.2); 65,536 by default, `Infinity` for no limit. */
  maxHeaderListSize?: number | undefined;
  /** Bytes of a decoded name or value; no limit by default. */
  maxStringSize?: number | undefined;
};

let statics: Statics | null = null;

const staticsOf = ([names, values]: [string[], string[]]): Statics => ({ names, values });

/** Decodes the header blocks of one direction of one connection, in order. */
export class Decoder {
  readonly #decoder: Owned<StringDecoder>;
  readonly #strings: BlockStrings;
  #isBusy = false;

  constructor(options?: DecoderOptions | number) {
    const {
      maxTableSize = DEFAULT_TABLE_SIZE,
      maxHeaderListSize = 65_536,
      maxStringSize = Infinity,
    } = optionsOf(options);
    const limit = unsigned(maxTableSize);
    const most = unsigned(maxHeaderListSize, "header list size", Infinity);
    const longest = unsigned(maxStringSize, "string size", Infinity);
    const views = coreViews();
    statics ??= staticsOf(JSON.parse(staticTable()));
    const decoder = new StringDecoder(limit, Math.min(limit, DEFAULT_TABLE_SIZE), most, longest);
    this.#decoder = new Owned(decoder, "decoder");
    this.#strings = new BlockStrings(decoder, views, statics, limit);
  }

  /** Applies a SETTINGS_HEADER_TABLE_SIZE that the encoder has acknowledged, bytes. */
  acknowledge(maxTableSize: number): void {
    this.#decoder.get();
    this.#strings.acknowledge(unsigned(maxTableSize));
  }

  /**
   * Decodes a block. With `each` it makes no objects: `each` gets the fields, also those before an error.
   *
   * @throws {HpackError} for a block that violates RFC 7541: the connection must then end, and the decoder refuses
   *   further blocks; and for one that exceeds a limit, after which the connection can go on.
   * @throws {TypeError} for an argument that is no block, or a RangeError above 256 MiB; the decoder is then unchanged.
   */
  decode(block: BufferSource | ArrayBufferView | SharedArrayBuffer | readonly number[]): Field[];
  decode(block: BufferSource | ArrayBufferView | SharedArrayBuffer | readonly number[], each: Each): void;
  decode(block: unknown, each?: Each): Field[] | undefined {
    if (each !== undefined && typeof each !== "function")
      throw new TypeError(`each is a function, not ${kindOf(each)}`);
    // To make another view takes a tenth of the time of a block.
    const bytes = isBytes(block) && lengthOf(block) > 0 ? block : bytesFrom(block);
    const length = lengthOf(bytes);
    if (length > LONGEST) throw new RangeError(`a block of ${length} bytes is longer than ${LONGEST}`);
    // Last: an array's iterator or a proxy can use or free this decoder.
    this.#decoder.get();
    if (this.#isBusy) throw new Error("a decoder decodes one block at a time");
    if (each !== undefined) return this.#decodeEach(bytes, length, each);
    const fields: Field[] = [];
    const failed = this.#strings.decode(bytes, length, (name, value, kind) => {
      fields.push({ name, value, neverIndexed: kind === NEVER });
    });
    if (failed) throw this.#error(fields);
    return fields;
  }

  #decodeEach(block: Uint8Array, length: number, each: Each): undefined {
    let thrown: { error: unknown } | null = null;
    let isDone = false;
    let failed: boolean;
    this.#isBusy = true;
    try {
      failed = this.#strings.decode(block, length, (name, value, kind) => {
        if (isDone) return;
        try {
          isDone = each(name, value, kind === NEVER) === false;
        } catch (error) {
          thrown = { error };
          isDone = true;
        }
      });
    } finally {
      this.#isBusy = false;
    }
    if (thrown !== null) throw (thrown as { error: unknown }).error;
    if (failed) throw this.#error([]);
  }

  /** Releases its memory now instead of when it is collected; it can't be used afterwards. */
  free(): void {
    if (this.#isBusy) throw new Error("a decoder can't be freed while it decodes a block");
    this.#decoder.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #error(fields: Field[]): HpackError {
    return new HpackError(JSON.parse(decodeError(this.#decoder.get())), fields);
  }
}
