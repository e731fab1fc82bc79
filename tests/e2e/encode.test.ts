/** The builder of the Encode view, from the keyboard. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright/test";
import { TOP } from "../../scripts/lib/paths.mjs";
import { parseFragment } from "../../web/src/address/link-codec";
import { EXAMPLES } from "../appendix-c";
import {
  chooseBlock,
  copiedHex,
  drop,
  inputText,
  openMore,
  paste,
  readClipboard,
  shownFields,
  whenOpen,
} from "./reading";
import { expect, test } from "./support";

const C4 = EXAMPLES.find(({ section }) => section === "C.4")?.blocks ?? [];

const name = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `Name of field ${number}`, exact: true });
const value = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `Value of field ${number}`, exact: true });
const blocks = (page: Page) => page.getByRole("list", { name: "Blocks" }).getByRole("listitem");

async function openEncode(page: Page): Promise<void> {
  await page.goto("#view=encode");
  await name(page, 1).waitFor();
}

/** Writes fields where the focus is: name, Enter, value, Enter; key by key, or each text at once. */
async function type(page: Page, fields: readonly (readonly [string, string])[], atOnce = false) {
  for (const field of fields) {
    for (const text of field) {
      if (atOnce) await page.keyboard.insertText(text);
      else await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
  }
}

/** The bytes of the selected block, in the byte grid: lines of the list leave out some of many. */
async function shownHex(page: Page): Promise<string> {
  const grid = page.getByRole("button", { name: "Grid", pressed: false });
  if (await grid.isVisible()) await grid.click();
  const cells = page.getByRole("grid", { name: "Bytes" }).locator("[data-byte]");
  return (await cells.allTextContents()).join("");
}

/** What “Copy as” puts onto the clipboard; for a moment its button says that it has. */
async function copyAs(page: Page, title: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: /^(Copy as|Copied ✓)$/ }).press("Enter");
  await page.getByRole("menuitem", { name: title, exact: true }).press("Enter");
  await expect.poll(() => readClipboard(page)).not.toBe("");
  return readClipboard(page);
}

test("RFC 7541 C.4 is built from the keyboard, field by field, opened in Inspect, and kept by a reload", async ({
  page,
  requests,
}) => {
  await openEncode(page);
  const before = requests.length;
  await name(page, 1).focus();
  await type(page, [
    [":method", "GET"],
    [":scheme", "http"],
    [":path", "/"],
    [":authority", "www.example.com"],
  ]);
  await expect.poll(() => shownHex(page)).toBe(C4[0]?.hex);

  // The second block has the first one's fields, and one more.
  await page.getByRole("button", { name: "Copy block 1" }).press("Enter");
  await expect(blocks(page)).toHaveCount(2);
  await name(page, 5).focus();
  await type(page, [["cache-control", "no-cache"]], true);
  await expect.poll(() => shownHex(page)).toBe(C4[1]?.hex);

  // The third is encoded again.
  await page.getByRole("button", { name: "Add block" }).press("Enter");
  await name(page, 1).focus();
  await type(
    page,
    [
      [":method", "GET"],
      [":scheme", "https"],
      [":path", "/index.html"],
      [":authority", "www.example.com"],
      ["custom-key", "custom-value"],
    ],
    true,
  );
  await expect.poll(() => shownHex(page)).toBe(C4[2]?.hex);
  const table = page.getByRole("table", { name: "Dynamic table" }).getByRole("row");
  await expect(table).toHaveCount(4);
  await expect(table.nth(1)).toContainText("custom-keycustom-value54");

  expect(JSON.parse(await copyAs(page, "hpack-test-case JSON")).cases[2].wire).toBe(C4[2]?.hex);

  // A reload brings back what the address carries: all but values of names that may be anyone's secret.
  const carried = async () => (await parseFragment(await page.evaluate(() => location.hash))).composition;
  await expect.poll(carried).toContain("/index.html");
  expect(await carried()).not.toContain("custom-value");
  await page.reload();
  await name(page, 1).waitFor();
  await expect(blocks(page)).toHaveCount(3);
  await expect.poll(() => shownHex(page)).toBe(C4[0]?.hex);

  await page.getByRole("button", { name: "Open in Inspect" }).press("Enter");
  await whenOpen(page);
  const fields = C4[0]?.fields.map(([representation, name, value]) => ({ representation, name, value }));
  await expect.poll(() => shownFields(page)).toEqual(fields);
  await expect(page.getByRole("listbox", { name: "Blocks" }).getByRole("option")).toHaveCount(3);
  await expect.poll(() => copiedHex(page)).toBe(C4[0]?.hex);
  expect(requests.slice(before).every((address) => address.startsWith(new URL(page.url()).origin))).toBe(true);
});

test("a block goes from Inspect to Encode with its table, and what was being built is set aside", async ({ page }) => {
  await openEncode(page);
  await name(page, 1).focus();
  await type(page, [["mine", "kept"]]);
  await page.getByRole("link", { name: "Inspect" }).press("Enter");
  await inputText(page).fill(`${C4.map(({ hex }) => hex).join("\n\n")}\n`);
  await whenOpen(page);
  // What was open before has three blocks too.
  await expect.poll(() => copiedHex(page)).toBe(C4[0]?.hex);
  await chooseBlock(page, 2);
  await (await openMore(page)).getByRole("button", { name: "Encode this block" }).press("Enter");
  await name(page, 5).waitFor();
  await expect.poll(() => shownHex(page)).toBe(C4[2]?.hex);
  await expect(page.getByRole("textbox", { name: "Entries in the table, newest first" })).toHaveValue(
    "cache-control: no-cache\n:authority: www.example.com",
  );
  await page.getByRole("button", { name: "Bring them back" }).press("Enter");
  await expect(name(page, 1)).toHaveValue("mine");
});

test("what is dropped or pasted with nothing focused belongs to Encode, where it is for Encode", async ({ page }) => {
  await openEncode(page);
  const har = await readFile(path.join(TOP, "tests/paste/nghttp.har"));
  await drop(page, [{ name: "session.har", bytes: har }]);
  const dialog = page.getByRole("dialog", { name: "Requests in this HAR" });
  await dialog.getByRole("button", { name: "All requests" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect(name(page, 1)).toHaveValue(":method");

  await page.getByRole("button", { name: "Clear" }).click();
  const curl =
    "* [HTTP/2] [1] [:method: GET]\n* [HTTP/2] [1] [:path: /x]\n> GET /x HTTP/2\n>\n< HTTP/2 200\n< server: nginx\n";
  await paste(page, curl);
  await expect(value(page, 2)).toHaveValue("/x");
  await expect(name(page, 3)).toHaveValue("");
  await page.getByRole("status").filter({ hasText: "Only the requests were taken" }).waitFor();
  await expect(page).toHaveURL(/view=encode/);

  // What was open in Inspect is open still; header blocks go there.
  await page.getByRole("link", { name: "Inspect" }).click();
  await whenOpen(page);
  await expect.poll(async () => (await shownFields(page))[0]?.value).toBe("GET");
  await page.getByRole("link", { name: "Encode" }).click();
  await name(page, 1).waitFor();
  await drop(page, [{ name: "blocks.txt", bytes: new TextEncoder().encode("828684") }]);
  await page.getByRole("listbox", { name: "Blocks" }).waitFor();
  await expect.poll(async () => (await shownFields(page)).length).toBe(3);
});
