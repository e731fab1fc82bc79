/** What captures add to the view of a block: frames around it, origins, guesses, causes. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { blockOptions, inputText, selectedBlock, stepPane, whenOpen } from "./reading";
import { expect, test } from "./support";

const GO_CLIENT = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
/** Thirty requests of a Go client, without the fourth. */
const DAMAGED = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");

async function enter(page: Page, text: string): Promise<void> {
  await whenOpen(page);
  await inputText(page).fill(text);
  // What the page opens with is no longer there.
  await expect(page.getByRole("region", { name: "Input" })).not.toContainText("3 blocks · 141 B");
}

test("from the keyboard alone: to where a name was spelled, and back", async ({ page }) => {
  await page.goto("#example=rfc7541-c6");
  await enter(page, "40016101 62\n\n7e0163\n\nbe");
  await expect(blockOptions(page)).toHaveCount(3);
  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("End");
  await expect(selectedBlock(page)).toContainText("Block 3");
  const link = stepPane(page).getByRole("button", { name: "go to where the name is spelled" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(selectedBlock(page)).toContainText("Block 1");
  // What Alt+Left does, which a browser without a window does not hear.
  await page.goBack();
  await expect(selectedBlock(page)).toContainText("Block 3");
  await page.goForward();
  await expect(selectedBlock(page)).toContainText("Block 1");
  // What was pasted is still there.
  await expect(inputText(page)).toHaveValue(/7e0163/);
});

test("the likely cause is said at once, and is applied for all blocks", async ({ page }) => {
  await page.goto("/");
  await enter(page, DAMAGED);
  const likely = page.getByRole("region", { name: "Likely cause" });
  await likely.getByText("A block is missing before block 4; it added 5 entries to the dynamic table.").waitFor();
  const broken = page.getByRole("listbox", { name: "Blocks" }).getByText("broken");
  await expect.poll(() => broken.count()).toBeGreaterThan(0);
  await likely.getByRole("button", { name: "Apply" }).click();
  await expect(broken).toHaveCount(0);
  await likely.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await likely.waitFor();
  await expect.poll(() => broken.count()).toBeGreaterThan(0);
});
