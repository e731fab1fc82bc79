/** Both packages, loaded, and inputs opened in them as the worker does. */
import { readFileSync } from "node:fs";
import * as first from "@wasm/hpack_inspector_wasm";
import * as captures from "@wasm-captures/hpack_inspector_wasm";
import { PKG_CAPTURES_TESTED, PKG_TESTED } from "../../scripts/lib/paths.mjs";
import type { Answered, Opened, OpenOptions } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

const moduleIn = (folder: string) => ({
  module: readFileSync(`${folder}/hpack_inspector_wasm_bg.wasm`),
});

first.initSync(moduleIn(PKG_TESTED));
/** The memory of the package for captures. */
export const { memory } = captures.initSync(moduleIn(PKG_CAPTURES_TESTED));

/** More than any input here has of anything. */
export const ALL = 1_000_000;

type Input = string | Uint8Array;

const bytesOf = (input: Input) => (typeof input === "string" ? new TextEncoder().encode(input) : input);
const withDefaults = (options: Partial<OpenOptions>) => JSON.stringify({ ...DEFAULT_OPTIONS, ...options });

/** Opens a text in the package that the page loads first. */
export function openText(
  input: Input,
  options: Partial<OpenOptions> = {},
): { inspector: first.Inspector; opened: Answered } {
  const inspector = new first.Inspector();
  return { inspector, opened: JSON.parse(inspector.open(bytesOf(input), withDefaults(options))) };
}

/** Opens an input in the package for captures. `chunk`: bytes that are pushed at a time. */
export function openCapture(
  input: Input,
  options: Partial<OpenOptions> = {},
  { keyLog = new Uint8Array(), chunk = 1 << 20 }: { keyLog?: Uint8Array; chunk?: number } = {},
): { inspector: captures.Inspector; opened: Opened } {
  const bytes = bytesOf(input);
  const inspector = new captures.Inspector();
  let refused = captures.beginCapture(inspector, withDefaults(options), keyLog);
  for (let at = 0; at < bytes.length && refused === undefined; at += chunk) {
    refused = inspector.push(bytes.subarray(at, at + chunk));
  }
  return { inspector, opened: JSON.parse(refused ?? inspector.finishOpen()) };
}

/** What is said of an input that was read. */
export function readOf(opened: Answered): Extract<Opened, { status: "ok" }> {
  if (opened.status !== "ok") throw new Error(JSON.stringify(opened));
  return opened;
}
