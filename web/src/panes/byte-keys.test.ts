import { expect, test } from "vitest";
import { byteFor } from "./byte-keys";

const press = (key: string, at: number) => {
  const [name = "", modifier] = key.split("+").reverse();
  const event = { key: name, ctrlKey: modifier === "Ctrl", altKey: modifier === "Alt", metaKey: modifier === "Meta" };
  return byteFor(event, { at, perLine: 8, count: 93 });
};

test.each([
  ["ArrowRight", 4, 5],
  ["ArrowRight", 92, 92],
  ["ArrowLeft", 8, 7],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 5, 13],
  ["ArrowDown", 87, 92],
  ["ArrowDown", 90, 90],
  ["ArrowUp", 13, 5],
  ["ArrowUp", 5, 5],
  ["PageDown", 3, 67],
  ["PageDown", 47, 92],
  ["PageUp", 67, 3],
  ["PageUp", 12, 4],
  ["Home", 13, 8],
  ["End", 13, 15],
  ["End", 90, 92],
  ["Ctrl+Home", 50, 0],
  ["Ctrl+End", 50, 92],
  ["Alt+ArrowLeft", 50, null],
  ["Meta+ArrowLeft", 50, null],
  ["a", 50, null],
])("%s at byte %i: %s", (key, at, to) => {
  expect(press(key, at)).toBe(to);
});
