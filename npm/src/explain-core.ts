/** The module of `explain`, compiled at its first use: without `explain`, bundlers leave it out. */
import { initSync } from "@wasm-explain/core";
import { bytesOfBase64, type Source } from "./core.ts";

let isReady = false;

/** Sets the module of `explain`, `explain.wasm`. Without effect after the first use. */
export function initExplain(source: Source): void {
  if (!isReady) initSync({ module: source });
  isReady = true;
}

export function ensureExplain(base64: string): void {
  if (!isReady) initExplain(bytesOfBase64(base64));
}
