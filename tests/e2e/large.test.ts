import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drop, selectedBlock, shownFields, whenOpen } from "./reading";
import { openPage } from "./support";

/** A selection must show in every pane within this, milliseconds. */
const LIMIT = 100;

/** Milliseconds from a click on a field until bytes, step and table show it. */
async function selectionTime(page: Page, row: number): Promise<number> {
  return page.evaluate(async (row) => {
    const element = document.querySelector<HTMLElement>(`#fields [role=row][aria-rowindex="${row + 2}"]`);
    if (element === null) throw new Error(`row ${row} is not drawn`);
    const began = performance.now();
    element.click();
    const shown = () =>
      element.getAttribute("aria-selected") === "true" &&
      document.querySelector("#step .pane-note")?.textContent?.startsWith(`${row + 1} of`) &&
      document.querySelector("#table .pane-note")?.textContent?.includes(`after step ${row + 1}`) &&
      document.querySelector("#bytes [data-selected]") !== null;
    while (!shown()) {
      if (performance.now() - began > 5000) throw new Error("the selection never showed");
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - began;
  }, row);
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function stopMeasuring(page: Page) {
  const stop = page.getByRole("button", { name: "Stop measuring" });
  if (await stop.isVisible()) await stop.click();
}

test("100,000 fields in 1,000 blocks: opened, selected and stepped through", async () => {
  const { page, complaints } = await openPage({ path: "#example=large" });
  await whenOpen(page);
  await page.getByText("of 100\u202f000").waitFor();
  await stopMeasuring(page);

  const times: number[] = [];
  for (const row of [3, 9, 5, 1, 8, 2, 7, 4, 6]) times.push(await selectionTime(page, row));
  expect(median(times)).toBeLessThan(LIMIT);

  // Far away, by the slider.
  await page.getByRole("slider", { name: "Step" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.getByRole("group", { name: "Steps" }).textContent()).toContain("step 100\u202f000");
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 1000");
  expect(complaints).toEqual([]);
});

test("100,000 fields in one block: selected and scrolled", async () => {
  const { page, complaints } = await openPage();
  await whenOpen(page);
  const field = page.getByRole("textbox", { name: "Header blocks" });
  await field.fill(`44042f616263${"82be8684".repeat(25_000)}`);
  await page.getByText("100\u202f001 · 100\u202f006 B on the wire").waitFor();
  await stopMeasuring(page);

  const times: number[] = [];
  for (const row of [3, 9, 5, 1, 8]) times.push(await selectionTime(page, row));
  expect(median(times)).toBeLessThan(LIMIT);

  const grid = page.getByRole("grid", { name: "Fields" });
  const frames = await grid.evaluate(async (grid) => {
    const gaps: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < 60; frame += 1) {
      grid.scrollTop += 700;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  });
  // A frame takes 17 ms; a shared machine without a graphics card is allowed a few.
  expect(median(frames)).toBeLessThan(50);
  await grid.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight;
  });
  await expect.poll(async () => (await shownFields(page)).at(-1)?.name).toBe(":path");
  expect(complaints).toEqual([]);
});

test("a million fields with a warning each, higher than browsers draw: every one is reached", async () => {
  const { page, complaints } = await openPage();
  await whenOpen(page);
  const FIELDS = 1_000_000;
  // One name in upper case, and references to it.
  const octets = Buffer.from(`4001410162${"be".repeat(FIELDS - 1)}`);
  await drop(page, [{ name: "warnings.txt", octets }]);
  const fields = page.getByRole("grid", { name: "Fields" });
  await expect.poll(() => fields.getAttribute("aria-rowcount"), { timeout: 40_000 }).toBe(String(FIELDS + 1));
  await fields.getByText("uppercase-name").first().waitFor();
  const height = await fields.evaluate((grid) => grid.scrollHeight);
  expect(height).toBeLessThan(10_000_000);
  const numbers = async () => fields.getByRole("row").evaluateAll((rows) => rows.map((row) => row.ariaRowIndex));
  /** What is seen of the rows between the heading and the lower edge. */
  const isSeen = (row: number) =>
    fields.evaluate((grid, row) => {
      const box = grid.querySelector(`[aria-rowindex="${row + 1}"]`)?.getBoundingClientRect();
      const view = grid.getBoundingClientRect();
      return box !== undefined && box.top >= view.top + 28 - 1 && box.bottom <= view.bottom + 1;
    }, row);

  // To the end by the scroll bar, and a little back.
  await fields.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight;
  });
  await expect.poll(numbers).toContain(String(FIELDS + 1));
  expect(await isSeen(FIELDS)).toBe(true);
  await expect.poll(() => fields.getByText("uppercase-name").count()).toBeGreaterThan(2);
  await fields.evaluate((grid) => {
    grid.scrollTop -= 96;
  });
  await expect.poll(() => isSeen(FIELDS - 3)).toBe(true);

  // By key, and by the slider into the middle; from there step by step.
  await fields.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => isSeen(1)).toBe(true);
  await page.keyboard.press("End");
  await expect.poll(() => isSeen(FIELDS)).toBe(true);
  await page.getByRole("slider", { name: "Step" }).fill("654321");
  await expect.poll(() => isSeen(654_321)).toBe(true);
  for (let step = 1; step <= 20; step += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(() => isSeen(654_341)).toBe(true);

  // A wheel's notch goes on by as much as anywhere.
  const before = await fields.evaluate(
    (grid) => grid.querySelector("[aria-selected=true]")?.getBoundingClientRect().top,
  );
  await fields.evaluate((grid) => {
    grid.scrollTop += 40;
  });
  await expect
    .poll(() => fields.evaluate((grid) => grid.querySelector("[aria-selected=true]")?.getBoundingClientRect().top))
    .toBeCloseTo((before ?? 0) - 40, 0);
  expect(complaints).toEqual([]);
});
