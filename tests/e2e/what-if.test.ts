/** What if: a real capture encoded again, from the keyboard. */
import type { Page } from "playwright/test";
import { fieldGrid, tabTo } from "./reading";
import { expect, test } from "./support";

/** A whole connection is encoded many times over before an answer is there. */
const PATIENCE = { timeout: 20_000 };

const sum = (page: Page) => page.getByRole("status").filter({ hasText: "instead of" });
const size = (page: Page) => page.getByRole("slider", { name: "Table size" });
const figures = (page: Page) => page.getByRole("table", { name: "As sent and re-encoded" });

/** The cells of a line of the figures: sent, what if, change. */
async function line(page: Page, name: string | RegExp): Promise<string[]> {
  const row = figures(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });
  return row.getByRole("cell").allTextContents();
}

/** What a figure is as a number. */
const number = (text: string | undefined) => Number((text ?? "").replaceAll(/[^\d.]/g, ""));

test("a capture is tried at another size and under another policy from the keyboard alone", async ({ page }) => {
  await page.goto("#example=file-push");
  await page.getByRole("grid", { name: "Requests" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "Encode" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("tab", { name: "Build" }));
  await page.keyboard.press("ArrowRight");
  await sum(page).waitFor();

  // The sender's own choices, in its own table, are what was sent.
  await tabTo(page, page.getByRole("combobox", { name: "Indexing" }));
  await page.keyboard.press("Home");
  await expect(sum(page)).toHaveText(/the same/, PATIENCE);
  await expect.poll(() => line(page, /^Bytes/), PATIENCE).not.toEqual([]);
  const [sent] = await line(page, /^Bytes/);

  // Without any table nothing hits the dynamic one, and it takes more.
  await expect(page.getByRole("checkbox", { name: "As sent (4\u202fKiB)" })).toBeChecked();
  await expect(size(page)).toHaveAttribute("aria-valuetext", "4096 bytes");
  await tabTo(page, page.getByRole("checkbox", { name: /^As sent/ }));
  await page.keyboard.press("Space");
  await tabTo(page, size(page));
  await page.keyboard.press("Home");
  await expect.poll(async () => (await line(page, "in the dynamic table"))[1], PATIENCE).toBe("0");
  const tried = async () => number((await line(page, /^Bytes/))[1]);
  await expect.poll(tried, PATIENCE).toBeGreaterThan(number(sent));
  const without = await tried();

  // The largest table takes the least, and the address says what is tried.
  await page.keyboard.press("End");
  await expect.poll(async () => number((await line(page, "in the dynamic table"))[1]), PATIENCE).toBeGreaterThan(0);
  await expect.poll(tried, PATIENCE).toBeLessThan(without);
  const hash = () => page.evaluate(() => location.hash);
  await expect.poll(hash, PATIENCE).toContain("size=65536");
  await expect.poll(hash, PATIENCE).toContain("policy=as-sent");

  // A block leads to Inspect.
  await tabTo(page, page.locator("summary", { hasText: "Block by block" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: /^Block \d+ in Inspect$/ }).first());
  await page.keyboard.press("Enter");
  await fieldGrid(page).waitFor();
  const current = () => page.getByRole("link", { name: "Inspect" }).getAttribute("aria-current");
  await expect.poll(current, PATIENCE).toBe("page");
});

test("a link says what is tried, and on which side of which example", async ({ page }) => {
  await page.goto("#view=encode&tab=what-if&example=file-push&side=server&policy=nghttp2&size=256&compare=never+go");
  await sum(page).waitFor();
  await expect(page.getByText(/^Encoded again: Push and padding: .* 15 blocks, 66 fields/)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Indexing" })).toHaveValue("nghttp2");
  await expect(size(page)).toHaveAttribute("aria-valuetext", "256 bytes");
  await expect(page.getByRole("radio", { name: /the server/ })).toBeChecked();
  const plot = page.getByRole("img", { name: /Bytes of all blocks by table size/ });
  await expect(plot).toHaveAttribute("aria-label", /Like nghttp2.* from \d+ at size 0 .*Never from/, PATIENCE);
  // What it comes to is said.
  await page
    .getByRole("status")
    .filter({ hasText: /^Fewest bytes: “.*” with .* were sent/ })
    .waitFor(PATIENCE);
  await page.getByText("As a table").click();
  const table = page.getByRole("region", { name: "Bytes by table size, as a table" });
  await expect(table.getByRole("row")).toHaveCount(66, PATIENCE);
  await expect(table.getByText("…")).toHaveCount(0, PATIENCE);
});
