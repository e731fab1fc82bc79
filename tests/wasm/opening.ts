/** Opens an input in the package for captures, as the worker does. */
import { beginCapture, Inspector } from "@wasm-captures/hpack_inspector_wasm";
import type { Opened, OpenOptions } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

const NO_KEYS = new Uint8Array();

/** `chunk`: bytes that are pushed at a time. */
export function openCapture(
  input: string | Uint8Array,
  options: Partial<OpenOptions> = {},
  { keyLog = NO_KEYS, chunk = 1 << 20 }: { keyLog?: Uint8Array; chunk?: number } = {},
): { inspector: Inspector; opened: Opened } {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const inspector = new Inspector();
  let refused = beginCapture(inspector, JSON.stringify({ ...DEFAULT_OPTIONS, ...options }), keyLog);
  for (let at = 0; at < bytes.length && refused === undefined; at += chunk) {
    refused = inspector.push(bytes.subarray(at, at + chunk));
  }
  return { inspector, opened: JSON.parse(refused ?? inspector.finishOpen()) };
}
