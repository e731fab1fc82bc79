import { readFile } from "node:fs/promises";
import { chooseBlock, copiedHex, inputText, openPage, paste } from "./reading";
import { expect, test } from "./support";

const FOLDER = new URL("../paste/", import.meta.url);
const sample = (file: string) => readFile(new URL(file, FOLDER), "utf8");

// Every sample and its answer is tested in Rust (crate/input/tests/samples.rs).
test("blocks pasted anywhere on the page are listed and decoded", async ({ page }) => {
  type Case = { file: string; expect: string[] | null };
  const { cases } = JSON.parse(await sample("cases.json")) as { cases: Case[] };
  const file = "session-labelled.txt";
  const blocks = cases.find((found) => found.file === file)?.expect ?? [];
  await openPage(page);
  await paste(page, await sample(file));
  await expect(page.locator("#input-reading")).toContainText(`· ${blocks.length} blocks ·`);
  for (const [number, hex] of blocks.entries()) {
    await chooseBlock(page, number);
    await expect.poll(() => copiedHex(page)).toBe(hex);
  }
});

test("pasting into the field replaces an example, and only that", async ({ page }) => {
  await openPage(page);
  const field = inputText(page);
  await field.focus();
  await paste(page, "8286");
  await expect(field).toHaveValue("8286");
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, "84");
  await expect(field).toHaveValue("828684");
  await expect(page.locator("#input-reading")).toContainText("3 B");
});

test("in a narrow window a refusal is above the text, which it leads to, until that is replaced", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await paste(page, "82 8g");
  const verdict = page.getByRole("region", { name: "Verdict" });
  await verdict.getByRole("heading", { name: /^Not decoded\. / }).waitFor();
  await verdict.getByRole("button", { name: "Line 1, column 5" }).click();
  await expect(inputText(page)).toBeFocused();
  await inputText(page).blur();
  await paste(page, "82 86");
  await expect(page.getByRole("tabpanel", { name: "Fields" })).toBeVisible();
});

test("the blocks' note is whole or not there", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openPage(page, "#example=broken-huffman-padding-not-ones");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Go to the error" }).waitFor();
  const cut = await page.locator("#blocks [data-pane-note]").evaluate((note) => note.scrollWidth > note.clientWidth);
  expect(cut).toBe(false);
});
