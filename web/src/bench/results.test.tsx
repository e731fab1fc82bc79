import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Claims } from "./claims";
import { Crossing } from "./crossing";
import { Plot } from "./plot";
import { ResultsTable } from "./results-table";
import { CLAIM, FASTER, result, SAME, SLOWER, TITLES, WRONG } from "./sample";

const prose = { workload: "prose", title: "prose" };
const LIST = [result(), FASTER, SLOWER, result(prose), { ...SAME, ...prose }, { ...WRONG, ...prose }];

const rowsOf = (list: Element[]) =>
  list.map((row) => Array.from(row.querySelectorAll(":scope > span"), (part) => part.textContent));

test("the plot has a row an engine, with what it did on all inputs, and a group an input", async () => {
  const screen = await render(<Plot results={LIST} titles={TITLES} />);
  expect(rowsOf(screen.getByRole("list", { name: "Engines" }).getByRole("listitem").elements())).toEqual([
    ["16-bit window", "baseline2.00 ns/byte · tables 295 kB"],
    ["14-bit window", "1.80–1.90× as fast on 1 of 2 inputs; no difference seen on 11.06–2.00 ns/byte · tables 49.2 kB"],
    ["bit by bit", "wrong output, not timed on 1 of 2 inputs20.0 ns/byte"],
  ]);
  await screen.getByText("By input").click();
  expect(rowsOf(screen.getByRole("region", { name: "prose" }).getByRole("listitem").elements())).toEqual([
    ["16-bit window", "baseline2.00 ns/byte"],
    ["14-bit window", "no difference seen2.00 ns/byte"],
    ["bit by bit", "wrong output, not timed"],
  ]);
});

test.each([
  ["baseline", result(), "path"],
  ["faster", FASTER, "circle:not([data-mark=empty])"],
  ["slower", SLOWER, "rect"],
  ["no difference", SAME, "circle[data-mark=empty]"],
])("a mark's shape says it without colour: %s", async (_, one, shape) => {
  const screen = await render(<Plot results={[one]} titles={TITLES} />);
  expect(screen.container.querySelectorAll("[data-mark]")).toHaveLength(1);
  expect(screen.container.querySelector(shape)).not.toBeNull();
});

test("a wrong engine has no mark", async () => {
  const screen = await render(<Plot results={[result(), WRONG]} titles={TITLES} />);
  expect(screen.container.querySelectorAll("[data-mark]")).toHaveLength(1);
});

test("the table has every figure, and none for a wrong engine", async () => {
  const screen = await render(<ResultsTable results={LIST} titles={TITLES} />);
  const rows = screen
    .getByRole("row")
    .elements()
    .map((row) => Array.from(row.children, (cell) => cell.textContent));
  expect(rows[0]).toEqual(["workload", "engine", "ns/byte", "speed", "verdict", "allocated"]);
  expect(rows[1]).toEqual(["9 characters", "16-bit window", "2.00 1.90–2.10", "1.00 1.00–1.00", "baseline", "0 B"]);
  expect(rows[2]).toEqual(["14-bit window", "1.06 1.00–1.10", "1.85 1.80–1.90", "1.80–1.90× as fast", "0 B"]);
  expect(rows[6]).toEqual(["bit by bit", "–", "–", "wrong output, not timed", "0 B"]);
});

test.each([
  ["yes", "It holds here."],
  ["partly", "It holds here in part."],
  ["no", "It does not hold here."],
] as const)("a claim stands beside what is seen: %s", async (holds, words) => {
  const screen = await render(<Claims claims={[{ ...CLAIM, holds }]} />);
  const claim = screen.getByRole("region", { name: "The claim, tested" });
  await expect.element(claim.getByRole("heading", { name: words })).toBeVisible();
  await expect.element(claim.getByText(CLAIM.claimed)).toBeVisible();
  await expect.element(claim.getByText(CLAIM.seen)).toBeVisible();
});

test("where copying crosses over is drawn when several sizes were measured", async () => {
  const of = (size: number, ratio: number) =>
    result({
      stage: "frame-writer",
      workload: `gather-${size}`,
      engine: "copy-all",
      baseline: "slices",
      ratio,
      ratioLow: ratio * 0.95,
      ratioHigh: ratio * 1.05,
      verdict: ratio < 1 ? "faster" : "slower",
    });
  const sizes = [of(1024, 2), of(64, 0.8), of(128, 0.9)];
  const screen = await render(<Crossing results={[...sizes, result()]} />);
  const drawing = screen.getByRole("img", {
    name: "64 bytes: 0.80, 1.19–1.32× as fast; 128 bytes: 0.90, 1.06–1.17× as fast; 1024 bytes: 2.00, 1.90–2.10× as long",
  });
  await expect.element(drawing).toBeVisible();
  expect(screen.container.querySelectorAll("circle[data-mark]")).toHaveLength(2);
  expect(screen.container.querySelectorAll("rect[data-mark]")).toHaveLength(1);
  expect(screen.container.querySelector("[data-claimed]")).not.toBeNull();
  await screen.unmount();
  const few = await render(<Crossing results={sizes.slice(1)} />);
  expect(few.container.querySelector("svg")).toBeNull();
});
