import { expect, test } from "vitest";
import { FATAL, failing, failureOf } from "./failures";
import { StaleError } from "./stale-error";

/** A trap of WebAssembly, from a module whose function is `unreachable` or reads out of bounds. */
function trapOf(body: number[]): unknown {
  const code = [
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x66, 0, 0,
  ];
  const module = new WebAssembly.Module(
    Uint8Array.from([...code, 10, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b]),
  );
  try {
    (new WebAssembly.Instance(module).exports.f as () => void)();
  } catch (reason) {
    return reason;
  }
  return null;
}

const UNREACHABLE = trapOf([0x00]);

test("a trap that nothing was said of is memory that ran out", () => {
  expect(failureOf("open", UNREACHABLE, null)).toEqual({
    message: "The decoder ran out of memory while reading the input. The input may be too large.",
    fatal: true,
  });
});

test("a panic is told with what it says", () => {
  const { message, fatal } = failureOf("diagnose", UNREACHABLE, "index out of bounds (hpack/src/a.rs:3)");
  expect(message).toBe(
    "The decoder failed while looking for the cause. This is a bug: index out of bounds (hpack/src/a.rs:3).",
  );
  expect(fatal).toBe(true);
});

test.each([
  [new TypeError("Failed to fetch dynamically imported module: x.js"), /failed to load/, true],
  [new RangeError("Array buffer allocation failed"), /ran out of memory/, true],
  [new RangeError("Maximum call stack size exceeded"), /is a bug/, true],
  [new Error("No such block."), /^No such block\.$/, false],
  ["a word", /^a word$/, false],
])("%s", (reason, message, fatal) => {
  const failure = failureOf("rows", reason, null);
  expect(failure.message).toMatch(message);
  expect(failure.fatal).toBe(fatal);
});

test("what the page is told is named fatal, or is what it was", () => {
  expect(failing("open", UNREACHABLE, null).name).toBe(FATAL);
  expect(failing("rows", new Error("none"), null)).toMatchObject({ name: "Error", message: "none" });
  const dropped = new StaleError();
  expect(failing("rows", dropped, "a panic before")).toBe(dropped);
});
