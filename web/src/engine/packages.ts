/**
 * The WebAssembly packages, each loaded when something first needs it. A package has a memory of its own, and what is
 * open lives in one of them: where a larger one is needed, it reads the same input anew and takes over.
 */

import * as first from "@wasm/hpack_inspector_wasm";
import type * as Everything from "@wasm-captures/hpack_inspector_wasm";
import type * as More from "@wasm-more/hpack_inspector_wasm";
import { chunksOf } from "./chunks";
import type { OpenOptions } from "./types";

/** Header blocks in any text; measuring, diagnosis and encoding too; everything. Each can do what those before it can. */
export const FIRST = 0;
export const MORE = 1;
export const EVERYTHING = 2;
export type Size = typeof FIRST | typeof MORE | typeof EVERYTHING;

export type Inspectors = [first.Inspector, More.Inspector, Everything.Inspector];

/** An input, and how it was opened. */
export type Input = {
  input: string | Blob;
  options: OpenOptions;
  secrets: Uint8Array;
  /** Octets that were read: all of them, or as many as there were when a person stopped it. */
  read: number;
};

type Held = { size: Size; inspector: Everything.Inspector; input: Input | null; pins: Map<string, Pin> };

type Pin = [direction: number, position: number, name: string, value: string | undefined];

/** The memories of the packages that are loaded: they grow and never shrink. */
const memories: WebAssembly.Memory[] = [];

/** Octets of all of them. */
export function octetsOfMemory(): number {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * A package, loaded when it is first asked for; again after a failure. Once only: a second instance would take the
 * place of the one that inspectors already live in.
 */
function packaged<Module extends { default: () => Promise<{ memory: WebAssembly.Memory }> }>(
  get: () => Promise<Module>,
): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  const load = async () => {
    const functions = await get();
    const { memory } = await functions.default();
    memories.push(memory);
    return functions;
  };
  return () => {
    loading ??= load().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    return loading;
  };
}

const PACKAGES = [
  packaged(async () => first),
  packaged<typeof More>(() => import("@wasm-more/hpack_inspector_wasm")),
  packaged<typeof Everything>(() => import("@wasm-captures/hpack_inspector_wasm")),
] as const;

async function load(size: Size): Promise<{ Inspector: new () => unknown }> {
  return PACKAGES[size]();
}

/** The functions of the package that is loaded at once. */
export async function smallest(): Promise<typeof first> {
  return PACKAGES[FIRST]();
}

/** The functions of the package that measures, diagnoses and encodes too. */
export async function more(): Promise<typeof More> {
  return PACKAGES[MORE]();
}

/** The functions of the package that has everything. */
export async function everything(): Promise<typeof Everything> {
  return PACKAGES[EVERYTHING]();
}

export class Packages {
  private held: Held | null = null;
  /** What is reading an input. */
  private readonly readers = new Set<Reader>();
  /** The take-over that is going on. */
  private taking: Promise<void> | null = null;

  /** Whether an input was opened. */
  get isOpen(): boolean {
    return this.held !== null && this.held.input !== null;
  }

  /** The size of the package that holds what is open. */
  get size(): Size {
    return this.held?.size ?? FIRST;
  }

  /** What is open, in a package that can do at least as much as `size`. */
  async open<Least extends Size>(size: Least): Promise<Inspectors[Least]> {
    for (;;) {
      const held = await this.holder();
      if (held.size >= size) return held.inspector;
      this.taking ??= this.takeOver(held, size).finally(() => {
        this.taking = null;
      });
      await this.taking;
    }
  }

  /** An inspector of at least this size to read an input with; what is open stays until `keep`. */
  async reader(size: Size): Promise<Reader> {
    await this.holder();
    const loaded = this.size >= size ? null : await load(size);
    const held = await this.holder();
    const reader =
      loaded === null || held.size >= size
        ? { size: held.size, inspector: held.inspector }
        : { size, inspector: new loaded.Inspector() as Everything.Inspector };
    this.readers.add(reader);
    return reader;
  }

  /** A reader has opened its input: what was open before is gone. */
  keep(reader: Reader, input: Input): void {
    const before = this.held;
    this.held = { size: reader.size, inspector: reader.inspector, input, pins: new Map() };
    this.readers.delete(reader);
    if (before !== null) this.release(before.inspector);
  }

  /** A reader has opened nothing. */
  drop(reader: Reader): void {
    this.readers.delete(reader);
    this.release(reader.inspector);
  }

  /** What was pinned on an entry of what is open, or, without a name, that nothing is any more. */
  remember([direction, position, name, value]: [number, number, name?: string, value?: string | null]): void {
    const entry = `${direction} ${position}`;
    if (name === undefined) this.held?.pins.delete(entry);
    else this.held?.pins.set(entry, [direction, position, name, value ?? undefined]);
  }

  free(): void {
    const before = this.held;
    this.held = null;
    if (before !== null) this.release(before.inspector);
  }

  private async holder(): Promise<Held> {
    if (this.held === null) {
      const { Inspector } = await load(FIRST);
      this.held ??= { size: FIRST, inspector: new Inspector() as Everything.Inspector, input: null, pins: new Map() };
    }
    return this.held;
  }

  private async takeOver(from: Held, size: Size): Promise<void> {
    const { Inspector } = await load(size);
    const inspector = new Inspector() as Everything.Inspector;
    if (from.input !== null) await readAgain(inspector, from.input);
    if (this.held !== from) {
      // Another input was opened meanwhile.
      inspector.free();
      return;
    }
    // What is known already, also what was pinned while it was being read.
    for (const pin of from.pins.values()) inspector.pin(...pin);
    this.held = { ...from, size, inspector };
    this.release(from.inspector);
  }

  /** Frees an inspector that neither holds what is open nor reads. */
  private release(inspector: Everything.Inspector): void {
    const reads = [...this.readers].some((reader) => reader.inspector === inspector);
    if (!reads && this.held?.inspector !== inspector) inspector.free();
  }
}

/** What reads an input that may replace what is open. */
export type Reader = { size: Size; inspector: Everything.Inspector };

async function readAgain(inspector: Everything.Inspector, { input, options, secrets, read }: Input): Promise<void> {
  inspector.beginOpen(JSON.stringify(options), secrets);
  let left = read;
  for await (const chunk of chunksOf(input)) {
    if (left <= 0) break;
    inspector.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  inspector.finishOpen();
}
