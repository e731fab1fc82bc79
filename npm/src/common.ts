import type { ErrorDetail } from "../../web/src/engine/generated.ts";

/** A decoded field. */
export type Field = {
  /** A character for each byte, as `value`. */
  name: string;
  value: string;
  /** Whether an intermediary must not index it either (RFC 7541 §6.2.3). */
  neverIndexed: boolean;
};

export type MaxTableSize = {
  /** Bytes; 4,096 by default. A decoder's SETTINGS_HEADER_TABLE_SIZE; the most that an encoder's table uses. */
  maxTableSize?: number | undefined;
};

/** The maximum at the start of a connection, bytes (RFC 9113 §6.5.2). */
export const DEFAULT_TABLE_SIZE = 4096;

/** Checks that a value is an integer from 0 to `most`, or `most`, which can be `Infinity`; `what` names it in an error. */
export function unsigned(value: unknown, what = "table size", most = 0xffff_ffff): number {
  if (typeof value !== "number") throw new TypeError(`a ${what} is a number, not ${kindOf(value)}`);
  if (value === most || (Number.isInteger(value) && value >= 0 && value < most)) return value;
  throw new RangeError(`${value} is no ${what}`);
}

/** Options, which can be the table's size alone. */
export function optionsOf<Options extends MaxTableSize>(given: Options | number | undefined): Partial<Options> {
  if (typeof given === "number") return { maxTableSize: given } as Options;
  if (given === undefined) return {};
  if (kindOf(given) === "an object") return given;
  throw new TypeError(`options are an object or a table size, not ${kindOf(given)}`);
}

/** A value's type in an error message. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** The getters of a kind of view; a view's class and own properties can say something else. */
const gettersOf = (prototype: object) => Object.getOwnPropertyDescriptors(prototype) as unknown as Getters;
type Getters = Record<"buffer" | "byteOffset" | "byteLength" | symbol, { get(this: unknown): never }>;

const TYPED_ARRAYS = gettersOf(Object.getPrototypeOf(Uint8Array.prototype));
const DATA_VIEWS = gettersOf(DataView.prototype);

/** Undefined for what is no typed array. */
const arrayTypeOf = (value: unknown): string | undefined => TYPED_ARRAYS[Symbol.toStringTag]?.get.call(value);

export const isBytes = (value: unknown): value is Uint8Array => arrayTypeOf(value) === "Uint8Array";

export const lengthOf = (array: Uint8Array): number => TYPED_ARRAYS.byteLength.get.call(array);

function bytesOfView(view: ArrayBufferView): Uint8Array {
  const isArray = arrayTypeOf(view) !== undefined;
  const { buffer, byteOffset, byteLength } = isArray ? TYPED_ARRAYS : DATA_VIEWS;
  const length = byteLength.get.call(view);
  // Throws a TypeError, which an array's getters do not, if the buffer is detached or has shrunk below it.
  if (isArray && length === 0) Uint8Array.prototype.keys.call(view);
  return new Uint8Array(buffer.get.call(view), byteOffset.get.call(view), length);
}

/** The bytes that an argument stands for; `what` names it in an error. */
export function bytesFrom(given: unknown, what = "block"): Uint8Array {
  if (ArrayBuffer.isView(given)) return bytesOfView(given);
  // The constructor throws a TypeError for what only claims to be a buffer.
  if (["ArrayBuffer", "SharedArrayBuffer"].includes(tagOf(given)))
    return bytesOfView(new DataView(given as ArrayBuffer));
  if (!Array.isArray(given)) {
    throw new TypeError(`a ${what} is an ArrayBuffer, a view of one or an array of bytes, not ${kindOf(given)}`);
  }
  const bytes = Array.from(given);
  const wrong = bytes.findIndex((byte) => !Number.isInteger(byte) || byte < 0 || byte > 255);
  if (wrong >= 0) throw new TypeError(`byte ${wrong} of the ${what} is no integer from 0 to 255`);
  return Uint8Array.from(bytes);
}

/** A decoder or encoder in WebAssembly, which refuses to be used after it was freed. */
export class Owned<Core extends { free(): void }> {
  #core: Core | null;

  constructor(
    core: Core,
    private readonly what: string,
  ) {
    this.#core = core;
  }

  get(): Core {
    if (this.#core === null) throw new Error(`this ${this.what} has been freed`);
    return this.#core;
  }

  free(): void {
    this.#core?.free();
    this.#core = null;
  }
}

/** What a header block violates, and where. */
export class HpackError extends Error {
  static {
    // Before an error is made: its stack begins with the name.
    HpackError.prototype.name = "HpackError";
  }

  /** Stable name of the rule, as “index-out-of-range”. */
  readonly code: string;
  /** Offset of the byte in the block. */
  readonly byte: number;
  /** Bit of that byte, 0 to 7 from the most significant. */
  readonly bit: number;
  /** Offset of the representation that has it. */
  readonly fieldOffset: number;
  /** Violated section, as “RFC 7541 §2.3.3”. */
  readonly section: string;
  /** Reaction of a conforming peer, and the usual cause. */
  readonly advice: string;
  /** The fields before it. */
  readonly fields: Field[];

  constructor(error: ErrorDetail, fields: Field[]) {
    super(error.message);
    this.code = error.code;
    this.byte = error.at;
    this.bit = error.bit;
    this.fieldOffset = error.fieldOffset;
    this.section = error.section;
    this.advice = error.advice;
    this.fields = fields;
  }
}
