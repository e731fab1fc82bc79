/** How long the page takes over large inputs; these tests have the machine to themselves. */
import type { Page } from "playwright/test";
import { fieldGrid, inputText, openPage, selectedBlock, shownFields, stepGroup } from "../reading";
import { expect, test } from "../support";

/** A selection must show in every pane within this, milliseconds. */
const LIMIT = 100;

/** Milliseconds from a click on a field until step and table show it. */
async function selectionTime(page: Page, row: number): Promise<number> {
  return page.evaluate(async (row) => {
    const element = document.querySelector<HTMLElement>(`#fields [role=row][aria-rowindex="${row + 2}"]`);
    if (element === null) throw new Error(`row ${row} is not drawn`);
    const began = performance.now();
    element.click();
    const shown = () =>
      element.getAttribute("aria-selected") === "true" &&
      document.querySelector("#step [data-pane-note]")?.textContent?.startsWith(`${row + 1} of`) &&
      document.querySelector("#table [data-pane-note]")?.textContent?.endsWith(` field ${row + 1}`);
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

test("100,000 fields in 1,000 blocks: opened, selected and stepped through", async ({ page }) => {
  await openPage(page, "#example=large");
  await page.getByText("/ 100,000").waitFor();
  await stopMeasuring(page);

  const times: number[] = [];
  for (const row of [3, 9, 5, 1, 8, 2, 7, 4, 6]) times.push(await selectionTime(page, row));
  expect(median(times)).toBeLessThan(LIMIT);

  // Far away, by the slider.
  await page.getByRole("slider", { name: "Step" }).focus();
  await page.keyboard.press("End");
  await expect(stepGroup(page)).toContainText("100,000 /");
  await expect(selectedBlock(page)).toContainText("Block 1000");
});

test("100,000 fields in one block: selected and scrolled", async ({ page }) => {
  await openPage(page);
  const field = inputText(page);
  await field.fill(`44042f616263${"82be8684".repeat(25_000)}`);
  await page.getByText("100,001 fields · 100,006 B encoded").waitFor();
  // The fields follow their number.
  await page.locator("#fields [role=row][aria-rowindex='11']").waitFor();
  await stopMeasuring(page);

  const times: number[] = [];
  for (const row of [3, 9, 5, 1, 8]) times.push(await selectionTime(page, row));
  expect(median(times)).toBeLessThan(LIMIT);

  const grid = fieldGrid(page);
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
});
