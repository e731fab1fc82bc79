/** The parts of Node that the npm decoders need. */
import { Buffer } from "buffer/";

type Task = (...values: unknown[]) => void;

Object.assign(globalThis, {
  Buffer,
  global: globalThis,
  process: {
    browser: true,
    env: {},
    version: "",
    nextTick: (task: Task, ...values: unknown[]) => queueMicrotask(() => task(...values)),
  },
});

/** The bytes as the npm decoders take them. */
export function buffered(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes);
}
