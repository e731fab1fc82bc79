/** What captures add to the view of a block: frames around it, origins, guesses, causes. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { selectedBlock, whenOpen } from "./reading";
import { openPage } from "./support";

const GO_CLIENT = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
/** Thirty requests of a Go client, without the fourth. */
const DAMAGED = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");

const step = (page: Page) => page.getByRole("region", { name: "This step" });
const fields = (page: Page) => page.getByRole("grid", { name: "Fields" });
const bytes = (page: Page) => page.getByRole("grid", { name: "Bytes" });
const cause = (page: Page) => page.getByRole("region", { name: "Why does this look wrong?" });

async function enter(page: Page, text: string): Promise<void> {
  await whenOpen(page);
  await page.getByRole("textbox", { name: "Header blocks" }).fill(text);
  // What the page opens with is no longer there.
  await expect.poll(() => page.getByRole("region", { name: "Input" }).textContent()).not.toContain("3 blocks · 141 B");
}

test("a padded frame with a priority, from a capture", async () => {
  const { page, complaints } = await openPage({ path: "#example=file-push" });
  await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
  await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
  await step(page).getByText("bytes of padding, all zero").waitFor();
  await page.keyboard.press("Control+End");
  await expect.poll(() => step(page).textContent()).toContain("bytes of padding, all zero");
  expect(complaints).toEqual([]);
});

test("from the keyboard alone: to where a name was spelled, and back", async () => {
  const { page } = await openPage({ path: "#example=rfc7541-c6" });
  await enter(page, "40016101 62\n\n7e0163\n\nbe");
  await expect.poll(() => page.getByRole("listbox", { name: "Blocks" }).getByRole("option").count()).toBe(3);
  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 3");
  const link = step(page).getByRole("button", { name: "go to where the name is spelled" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 1");
  // What Alt+Left does, which a browser without a window does not hear.
  await page.goBack();
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 3");
  await page.goForward();
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 1");
  // What was pasted is still there.
  expect(await page.getByRole("textbox", { name: "Header blocks" }).inputValue()).toContain("7e0163");
});

test("a cause is shown, applied for all blocks, and undone", async () => {
  const { page, complaints } = await openPage();
  await enter(page, DAMAGED);
  const likely = page.getByRole("region", { name: "Likely cause (a guess)" });
  await likely.getByText("A block is missing before block 4; it added 5 entries to the dynamic table.").waitFor();
  await cause(page).getByRole("button", { name: "Why does this look wrong?" }).click();
  await cause(page).getByText("it added 5 entries").waitFor();
  const broken = page.getByRole("listbox", { name: "Blocks" }).getByText("broken");
  expect(await broken.count()).toBeGreaterThan(0);
  await cause(page).getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await fields(page).getByText("orchard-sync/3.1 (go)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await likely.waitFor();
  expect(await broken.count()).toBeGreaterThan(0);
  await likely.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await likely.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
