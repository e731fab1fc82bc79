/** What captures add to the view of a block: frames around it, origins, guesses, causes. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { selectedBlock, whenOpen } from "./reading";
import { expect, test } from "./support";

const GO_CLIENT = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
/** Thirty requests of a Go client, without the fourth. */
const DAMAGED = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");

const step = (page: Page) => page.getByRole("region", { name: "This step" });
const fields = (page: Page) => page.getByRole("grid", { name: "Fields" });
const bytes = (page: Page) => page.getByRole("grid", { name: "Bytes" });
const cause = (page: Page) => page.getByRole("region", { name: "Likely cause" });

async function enter(page: Page, text: string): Promise<void> {
  await whenOpen(page);
  await page.getByRole("textbox", { name: "Header blocks" }).fill(text);
  // What the page opens with is no longer there.
  await expect(page.getByRole("region", { name: "Input" })).not.toContainText("3 blocks · 141 B");
}

test("a padded frame with a priority, from a capture", async ({ page }) => {
  await page.goto("#example=file-push");
  await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
  await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
  await step(page).getByText("bytes of padding, all zero").waitFor();
  await page.keyboard.press("Control+End");
  await expect(step(page)).toContainText("bytes of padding, all zero");
});

test("from the keyboard alone: to where a name was spelled, and back", async ({ page }) => {
  await page.goto("#example=rfc7541-c6");
  await enter(page, "40016101 62\n\n7e0163\n\nbe");
  await expect(page.getByRole("listbox", { name: "Blocks" }).getByRole("option")).toHaveCount(3);
  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("End");
  await expect(selectedBlock(page)).toContainText("Block 3");
  const link = step(page).getByRole("button", { name: "go to where the name is spelled" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(selectedBlock(page)).toContainText("Block 1");
  // What Alt+Left does, which a browser without a window does not hear.
  await page.goBack();
  await expect(selectedBlock(page)).toContainText("Block 3");
  await page.goForward();
  await expect(selectedBlock(page)).toContainText("Block 1");
  // What was pasted is still there.
  await expect(page.getByRole("textbox", { name: "Header blocks" })).toHaveValue(/7e0163/);
});

test("a cause is shown, applied for all blocks, and undone", async ({ page }) => {
  await page.goto("/");
  await enter(page, DAMAGED);
  await cause(page).getByText("A block is missing before block 4; it added 5 entries to the dynamic table.").waitFor();
  const broken = page.getByRole("listbox", { name: "Blocks" }).getByText("broken");
  await expect.poll(() => broken.count()).toBeGreaterThan(0);
  await cause(page).getByRole("button", { name: "Apply" }).click();
  await expect(broken).toHaveCount(0);
  await fields(page).getByText("orchard-sync/3.1 (go)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await cause(page).waitFor();
  await expect.poll(() => broken.count()).toBeGreaterThan(0);
});
