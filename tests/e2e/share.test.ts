/** A part of a session is shared: as a link, as text, masked or not. */

import { chooseBlock, openPage, paste, readClipboard, shownFields } from "./reading";
import { expect, test } from "./support";

const TALK = "> 828684410f7777772e6578616d706c652e636f6d\n\n< 88\n\n> 8286846006613d3132333474be\n\n> 8286bebf";

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
  await expect(dialog.getByRole("checkbox", { name: "Mask sensitive values" })).toBeChecked();
  await expect(dialog.getByText(/^1 block\. Masked: cookie/)).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: /^cookie/ })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: ":authority" })).toBeChecked();
  await dialog.getByRole("button", { name: "Copy link" }).click();
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

  await dialog.getByRole("checkbox", { name: "Mask sensitive values" }).uncheck();
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
    await dialog.getByRole("combobox", { name: "Format" }).selectOption(form);
    await dialog.getByRole("button", { name: `Copy as ${form}` }).click();
    await expect.poll(() => readClipboard(page)).toContain(begins);
  }
  await dialog.getByRole("combobox", { name: "Format" }).selectOption("curl");
  await expect(dialog.getByText(/^This part has no request/)).toBeVisible();
  await page.keyboard.press("Escape");
  await paste(page, text);
  await chooseBlock(page, 0);
  await expect.poll(() => shownFields(page)).toEqual(fields);
});
