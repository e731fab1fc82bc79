import { drop, fieldGrid, openPage } from "./reading";
import { expect, test } from "./support";

test("a million fields with a warning each, higher than browsers draw: every one is reached", async ({ page }) => {
  await openPage(page);
  const FIELDS = 1_000_000;
  // One name in upper case, and references to it.
  const bytes = Buffer.from(`4001410162${"be".repeat(FIELDS - 1)}`);
  await drop(page, [{ name: "warnings.txt", bytes }]);
  const fields = fieldGrid(page);
  await expect(fields).toHaveAttribute("aria-rowcount", String(FIELDS + 1), { timeout: 40_000 });
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
  await expect.poll(() => isSeen(FIELDS)).toBe(true);
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
  const selected = fields.getByRole("row", { selected: true });
  const top = () => selected.evaluate((row) => row.getBoundingClientRect().top);
  const before = await top();
  await fields.evaluate((grid) => {
    grid.scrollTop += 40;
  });
  await expect.poll(top).toBeCloseTo(before - 40, 0);
});
