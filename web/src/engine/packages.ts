/**
 * The two WebAssembly packages, each with a memory of its own: the first reads text and has all that is asked of header
 * blocks; the other reads captures and has what is asked of them as well. An input is read by one of them, and its
 * session stays there.
 */

import * as first from "@wasm/hpack_inspector_wasm";
import type * as Captures from "@wasm-captures/hpack_inspector_wasm";
import type { OpenOptions } from "./types";

type Inspector = first.Inspector;

/** The handle of a capture: its package, and the inspector that lives there. */
export type Capture = { wasm: typeof Captures; inspector: CaptureInspector };
export type CaptureInspector = Captures.Inspector;

/** A handle of a session; only that of a capture has the other package's functions. */
export type Handle = { wasm: null; inspector: Inspector } | Capture;

/** The memories of the packages that are loaded: they grow and never shrink. */
const memories: WebAssembly.Memory[] = [];

/** Bytes of all of them. */
export function bytesOfMemory(): number {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * A package, loaded when it is first asked for; again after a failure. Once only: a second instance would replace the
 * one that inspectors already live in.
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

/** Everything but captures and benchmarks. */
export const firstPackage = packaged(async () => first);

/** Captures; the benchmark has a worker and an instance of its own. */
export const capturesPackage = packaged<typeof Captures>(() => import("@wasm-captures/hpack_inspector_wasm"));

/** A handle of nothing yet, in the package for captures or the first one. */
export async function handle(forCapture: boolean): Promise<Handle> {
  if (!forCapture) return { wasm: null, inspector: new (await firstPackage()).Inspector() };
  const wasm = await capturesPackage();
  return { wasm, inspector: new wasm.Inspector() };
}

/** Begins to read an input; JSON of `Opened` if it is refused already. */
export function beginOpen({ wasm, inspector }: Handle, options: OpenOptions, secrets: Uint8Array): string | undefined {
  const json = JSON.stringify(options);
  return wasm === null ? inspector.beginOpen(json) : wasm.beginCapture(inspector, json, secrets);
}
