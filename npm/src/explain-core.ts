/** The module of `explain`, compiled at its first use. */
import { initSync } from "@wasm-explain/core";
import { bytesOfBase64, provided, type Source } from "./core.ts";

let isReady = false;

/** Sets the module of `explain`, `explain.wasm`. Without effect after the first use. */
export function initExplain(source: Source): void {
  if (!isReady) initSync({ module: source });
  isReady = true;
}

let inlined: string | null = null;

/** Gives the module in base64, for a program that does not set it. */
export function provideExplain(base64: string): void {
  inlined = base64;
}

export function ensureExplain(): void {
  if (!isReady) initExplain(bytesOfBase64(provided(inlined, "initExplain")));
}
