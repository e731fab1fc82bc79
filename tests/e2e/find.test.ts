/** Finding one's way: what is looked for, from a request to its response, and room for a pane. */
import { fieldGrid, openPage, paste } from "./reading";
import { expect, test } from "./support";

const THREE = "828684410f7777772e6578616d706c652e636f6d\n\nbe44072f4c6f672f696e1001610162\n\n8780";

test("from the keyboard: what is looked for is selected as one types, and blocks without it can be left out", async ({
  page,
}) => {
  await openPage(page);
  await paste(page, THREE);
  const blocks = page.getByRole("listbox", { name: "Blocks" });
  await expect(blocks.getByRole("option")).toHaveCount(3);
  const box = page.getByRole("searchbox", { name: "Find in names and values" });
  await box.waitFor();
  await page.getByRole("heading", { name: "Blocks" }).click();
  await page.keyboard.press("/");
  const status = page.getByRole("search", { name: "Blocks shown" }).getByRole("status");
  const selected = fieldGrid(page).getByRole("row", { selected: true });
  await expect(box).toBeFocused();
  await page.keyboard.type("EXAMPLE");
  await expect(status).toHaveText("1 of 2 matches");
  await expect(selected).toContainText("www.example.com");
  await box.fill("error=any | index=6");
  await expect(status).toHaveText("2 of 2 matches");
  await page.getByRole("checkbox", { name: "Show matches only" }).press("Space");
  await expect(blocks.getByRole("option")).toHaveCount(2);
  await box.fill("82 86 | 0xffff");
  await expect(status).toHaveText("1 of 1 match");
  await page.getByRole("button", { name: "Search syntax" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Search syntax" })).toContainText("index=62");
  await page.keyboard.press("Escape");
  await box.fill("nowhere");
  await expect(status).toHaveText("No matches for “nowhere” in names and values");
  await expect(page.getByText("No block matches")).toBeVisible();
  await page.getByRole("checkbox", { name: "Show matches only" }).press("Space");
  await expect(blocks.getByRole("option")).toHaveCount(3);
});

test("a pane fills the view by a key, a double click or its button", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("#example=file-table-sizes");
  const grid = page.getByRole("grid", { name: "Requests" });
  await grid.waitFor();
  const height = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.height ?? 0;
  const rows = (element: Element) => element.clientHeight;
  // A laptop shows 22 requests under their heading, and the step and the table below a block, without dragging.
  await expect.poll(() => grid.evaluate(rows)).toBeGreaterThanOrEqual(23 * 27);
  await expect.poll(() => height("This step")).toBeGreaterThan(130);
  await expect.poll(() => height("Dynamic table")).toBeGreaterThan(130);

  await fieldGrid(page).focus();
  await page.keyboard.press("m");
  await expect.poll(() => height("Fields")).toBeGreaterThan(840);
  await page.keyboard.press("ArrowDown");
  await expect(fieldGrid(page).getByRole("row", { selected: true })).toHaveAttribute("aria-rowindex", "4");
  await page.keyboard.press("Escape");
  await expect.poll(() => height("Fields")).toBeLessThan(640);
  await page.getByRole("heading", { name: "Dynamic table" }).dblclick();
  await expect.poll(() => height("Dynamic table")).toBeGreaterThan(840);
  await page.getByRole("button", { name: "Restore: Dynamic table" }).press("Enter");
  await expect.poll(() => height("Dynamic table")).toBeLessThan(500);
});
