/**
 * The two WebAssembly packages, each with its own memory: the first reads text
 * and answers questions about header blocks; the other reads captures and
 * answers the same questions about them. An input is read by one of them, and
 * its session stays there.
 */

import * as first from "@wasm/hpack_inspector_wasm";
import type * as Captures from "@wasm-captures/hpack_inspector_wasm";
import type { OpenOptions } from "./types";

type Inspector = first.Inspector;

/** The handle of a capture: its package, and its inspector. */
export type Capture = { wasm: typeof Captures; inspector: CaptureInspector };
export type CaptureInspector = Captures.Inspector;

/** A handle of a session; only a capture's has the functions of its package. */
export type Handle = { wasm: null; inspector: Inspector } | Capture;

/** The memories of the loaded packages, which grow and never shrink. */
const memories: WebAssembly.Memory[] = [];

/** Total size of the memories. */
export function bytesOfMemory(): number {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * A package, loaded on first use, and again after a failure; only once, because
 * a second instance would replace the one with existing inspectors.
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

/** Captures; the benchmark has its own worker and instance. */
export const capturesPackage = packaged<typeof Captures>(() => import("@wasm-captures/hpack_inspector_wasm"));

/** A new handle, in the package for captures or the first one. */
export async function handle(forCapture: boolean): Promise<Handle> {
  if (!forCapture) return { wasm: null, inspector: new (await firstPackage()).Inspector() };
  const wasm = await capturesPackage();
  return { wasm, inspector: new wasm.Inspector() };
}

/** Begins to read an input; returns JSON of `Opened` if it is refused at once. */
export function beginOpen({ wasm, inspector }: Handle, options: OpenOptions, secrets: Uint8Array): string | undefined {
  const json = JSON.stringify(options);
  return wasm === null ? inspector.beginOpen(json) : wasm.beginCapture(inspector, json, secrets);
}
