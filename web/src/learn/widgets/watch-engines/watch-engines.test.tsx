import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { EngineReading } from "../../../engine/types";
import { open } from "../open";
import { doneAt, lastMoment, MOMENTS } from "./race";
import { WatchEngines } from "./watch-engines";

test("a string is read by every engine, a look-up a moment", async () => {
  const screen = await open(<WatchEngines text="gzip" />);
  const table = screen.getByRole("table", { name: "Look-ups in the value, by engine" });
  await expect.element(table.getByRole("row", { name: "bit by bit" })).toHaveTextContent("bit by bit2410.17");
  await expect.element(table.getByRole("row", { name: "14-bit window" })).toHaveTextContent("14-bit window2122");
  const slider = screen.getByRole("slider", { name: "Look-ups of each engine" });
  await expect.element(slider).toHaveValue("24");
  await userEvent.fill(slider, "1");
  // In each of the six strips one look-up is done.
  const strips = () => screen.getByRole("group", { name: "Bits of the value" }).element();
  expect(strips().querySelectorAll("[data-state=at-work]")).toHaveLength(6);
  const toCome = strips().querySelectorAll("[data-state=to-come]").length;
  await userEvent.click(screen.getByRole("button", { name: "Forward" }));
  await expect.element(slider).toHaveValue("2");
  expect(strips().querySelectorAll("[data-state=to-come]").length).toBeLessThan(toCome);
});

test("the time of this very string is measured, and then the show can go by it", async () => {
  const screen = await open(<WatchEngines text="no-cache" />);
  const byTime = screen.getByRole("button", { name: "equal time for each" });
  await expect.element(byTime).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Measure the time" }));
  await expect.element(byTime, { timeout: 60_000 }).toBeEnabled();
  const table = screen.getByRole("table", { name: "Look-ups in the value, by engine" });
  for (const row of table.getByRole("row").elements().slice(1)) expect(row).toHaveTextContent(/\d \([\d.]+–[\d.]+\)/);
  await expect.element(table.getByRole("row", { name: "14-bit window" })).toHaveTextContent("ours");
  await expect.element(screen.getByRole("status")).toHaveTextContent("Measured warm");
  await userEvent.click(byTime);
  await expect.element(screen.getByRole("slider", { name: "Time" })).toHaveValue(String(MOMENTS));
}, 90_000);

test("a longer string is another string, and nothing is measured of it yet", async () => {
  const screen = await open(<WatchEngines text="" />);
  await expect.element(screen.getByText("The empty string needs no look-ups.")).toBeVisible();
  await userEvent.fill(screen.getByRole("textbox", { name: "String" }), "0");
  await expect.element(screen.getByRole("status")).toHaveTextContent("1 byte of text, 1 byte of code.");
});

test("how far engines are at a moment", () => {
  const reading = (engine: string, lookUps: number) => ({ engine, lookUps }) as EngineReading;
  const [slow, fast] = [reading("slow", 40), reading("fast", 4)];
  const times = new Map([
    ["slow", 200],
    ["fast", 20],
  ]);
  expect(lastMoment([slow, fast], null)).toBe(40);
  expect(lastMoment([slow, fast], times)).toBe(MOMENTS);
  const cases: [EngineReading, number, boolean, number][] = [
    [slow, 3, false, 3],
    [fast, 3, false, 3],
    [fast, 9, false, 4],
    [slow, MOMENTS / 2, true, 20],
    [slow, MOMENTS, true, 40],
    [fast, MOMENTS / 20, true, 2],
    [fast, MOMENTS / 10, true, 4],
    [fast, MOMENTS, true, 4],
  ];
  for (const [one, at, byTime, done] of cases) expect(doneAt(one, at, byTime ? times : null)).toBe(done);
});
