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

/** The instances of packages, by the function that loads one. */
const instances = new Map<unknown, Promise<unknown>>();

/**
 * Loads a package on first use, and again after a failure; only once, because a second instance would replace the one
 * with existing inspectors. In the page that is one file both packages are the same.
 */
async function load<Module extends { default: () => Promise<{ memory: WebAssembly.Memory }> }>(
  functions: Module,
): Promise<Module> {
  const init = functions.default;
  const instance =
    instances.get(init) ??
    init().then(
      ({ memory }) => memories.push(memory),
      (error: unknown) => {
        instances.delete(init);
        throw error;
      },
    );
  instances.set(init, instance);
  await instance;
  return functions;
}

/** Everything but captures and benchmarks. */
export const firstPackage = (): Promise<typeof first> => load(first);

/** Captures; the benchmark has its own worker and instance. */
export const capturesPackage = async (): Promise<typeof Captures> =>
  load(await import("@wasm-captures/hpack_inspector_wasm"));

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
