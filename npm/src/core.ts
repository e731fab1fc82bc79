/** The module that decodes and encodes, compiled at its first use and not when it is imported. */
import { initSync } from "@wasm-codec/core";
import { Views } from "../../web/src/engine/javascript/block-strings.ts";

/** A compiled module, or its bytes. */
export type Source = WebAssembly.Module | BufferSource;

let memory: WebAssembly.Memory | null = null;

/** Sets the module that decodes and encodes, `core.wasm`. Without effect after the first use. */
export function init(source: Source): void {
  memory ??= initSync({ module: source }).memory;
}

export const bytesOfBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

let inlined: string | null = null;

/** Gives the module in base64, for a program that does not set it. */
export function provideCore(base64: string): void {
  inlined = base64;
}

export function ensureCore(): WebAssembly.Memory {
  if (memory === null) init(bytesOfBase64(provided(inlined, "init")));
  return memory as unknown as WebAssembly.Memory;
}

/** The module that was given; `name` is the function of `hpack-inspector/init` that sets it. */
export function provided(base64: string | null, name: string): string {
  if (base64 === null) throw new Error(`call ${name}() first: hpack-inspector/init has no WebAssembly of its own`);
  return base64;
}

let views: Views | null = null;

/** Views of the module's memory. */
export function coreViews(): Views {
  views ??= new Views(ensureCore());
  return views;
}
