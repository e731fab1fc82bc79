/** A part of a session is handed on: as a link, as text, masked or not. */

import type { Page } from "playwright/test";
import { chooseBlock, fieldGrid, openPage, paste, readClipboard, shownFields } from "./reading";
import { expect, test } from "./support";

const TALK = "> 828684410f7777772e6578616d706c652e636f6d\n\n< 88\n\n> 8286846006613d3132333474be\n\n> 8286bebf";

/** The link to the part that is chosen in the dialog. */
async function linkOf(page: Page, part: string): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("radio", { name: part }).check();
  await dialog.getByRole("button", { name: "Copy link to this part" }).click();
  const link = await readClipboard(page);
  await page.keyboard.press("Escape");
  return new URL(link).hash;
}

test("guesses at unknown entries go along with a link to a part", async ({ page, openElsewhere }) => {
  await page.goto("/#start=unknown");
  await paste(page, "82\n\n86be\n\nbf84");
  await chooseBlock(page, 1);
  // The rows of the block before stand there until these have come.
  await expect(fieldGrid(page).getByRole("row")).toHaveCount(3);
  await fieldGrid(page).getByRole("row").last().click();
  await page.getByRole("textbox", { name: "Guess at the unknown entry" }).fill(":authority: b");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Your guess" })).toContainText(":authority: b");
  const other = await openElsewhere(await linkOf(page, "Block 2"));
  await expect(other.getByRole("region", { name: "Your guess" })).toContainText(":authority: b in 1 field");
});

test("what a part is decoded as if is said in the dialog and in what is handed on", async ({ page }) => {
  const change = JSON.stringify(["x\nrm -r x #", { "decoded-twice": { block: 1, first: 0 } }]);
  await openPage(page, `/#example=rfc7541-c3&change=${encodeURIComponent(change)}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const remark =
    "Assuming: Block 2 is a copy of block 1, so its entries were added twice. Bytes and tables follow from this.";
  await expect(dialog.getByText(remark)).toBeVisible();
  for (const [form, before] of [
    ["text", "## "],
    ["test: Go, golang.org/x/net", "// "],
    ["curl", ": '"],
  ] as const) {
    await dialog.getByRole("combobox", { name: "as" }).selectOption(form);
    await dialog.getByRole("button", { name: `Copy as ${form}` }).click();
    await expect.poll(() => readClipboard(page)).toContain(`${before}${remark}`);
    expect(await readClipboard(page)).not.toContain("rm -r");
  }
  await dialog.getByRole("combobox", { name: "as" }).selectOption("CSV");
  await expect(dialog.getByText("There is no place for this note in CSV.")).toBeVisible();
});

test("a block goes to another browser with its table, its secrets masked, the same field selected", async ({
  page,
  openElsewhere,
}) => {
  await openPage(page);
  await paste(page, TALK);
  await chooseBlock(page, 3);
  const fields = await shownFields(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("checkbox", { name: "Mask what may be sensitive" })).toBeChecked();
  await expect(dialog.getByText(/^1 block\. Masked: cookie/)).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: /^cookie/ })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: ":authority" })).toBeChecked();
  await dialog.getByRole("button", { name: "Copy link to this part" }).click();
  const link = await readClipboard(page);
  const other = await openElsewhere(new URL(link).hash);
  await expect.poll(() => shownFields(other)).toHaveLength(fields.length);
  const shown = await shownFields(other);
  expect(shown.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
  expect(shown.filter(({ value }, at) => value !== fields[at]?.value).map(({ name }) => name)).toEqual(["cookie"]);

  // A value that is kept by choice is named, and is in what is copied.
  await dialog.getByRole("checkbox", { name: /^cookie/ }).check();
  await expect(dialog.getByText(/^1 block\. Not masked: cookie/)).toBeVisible();
  await dialog.getByRole("button", { name: "Copy as text" }).click();
  await expect.poll(() => readClipboard(page)).toContain("# table 62 cookie: a=1234");

  await dialog.getByRole("checkbox", { name: "Mask what may be sensitive" }).uncheck();
  await expect(dialog.getByText(/^1 block\. Not masked: cookie/)).toBeVisible();
  await dialog.getByRole("button", { name: "Copy as text" }).click();
  const text = await readClipboard(page);
  expect(text).toContain("# table 62 cookie: a=1234");
  for (const [form, begins] of [
    ["CSV", "block,sender,stream,"],
    ["Markdown", "### Block 4, client"],
    ["name: value", ":method: GET"],
    ["hpack-test-case JSON", '"wire": "'],
    ["test: Python, hpack", "def test_"],
  ] as const) {
    await dialog.getByRole("combobox", { name: "as" }).selectOption(form);
    await dialog.getByRole("button", { name: `Copy as ${form}` }).click();
    await expect.poll(() => readClipboard(page)).toContain(begins);
  }
  await dialog.getByRole("combobox", { name: "as" }).selectOption("curl");
  await expect(dialog.getByText(/^This part has no request/)).toBeVisible();
  await page.keyboard.press("Escape");
  await paste(page, text);
  await chooseBlock(page, 0);
  await expect.poll(() => shownFields(page)).toEqual(fields);
});
