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

export function ensureCore(base64: string): WebAssembly.Memory {
  if (memory === null) init(bytesOfBase64(base64));
  return memory as unknown as WebAssembly.Memory;
}

let views: Views | null = null;

/** Views of the module's memory. */
export function coreViews(base64: string): Views {
  views ??= new Views(ensureCore(base64));
  return views;
}
