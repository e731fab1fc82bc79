import { expect, test } from "vitest";
import { type Probe, standsOut } from "./attack";

const probes = (...sizes: [number, number][]): Probe[] =>
  sizes.map(([bytes, otherwise], at) => ({ guess: String(at), bytes, otherwise }));

test.each<[Probe[], string | null]>([
  [[], null],
  [probes([5, 5]), null],
  [probes([4, 5]), "0"],
  [probes([5, 5], [4, 5], [4, 4]), "1"],
  [probes([4, 5], [4, 5]), null],
  [probes([6, 5], [5, 5]), null],
])("a guess stands out if it alone is shorter than it would be: %j", (given, expected) => {
  expect(standsOut(given)?.guess ?? null).toBe(expected);
});
