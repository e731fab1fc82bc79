/** Two blocks or two sessions side by side, the streams of a capture, and a long way by the keyboard alone. */
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { TOP } from "../../scripts/lib/paths.mjs";
import { bytesOf, CAPTURES } from "../captures";
import { chooseBlock, fieldGrid, openPage, paste, readClipboard, shownFields, tabTo } from "./reading";
import { expect, test } from "./support";

/** RFC 7541 C.4.1 and C.4.2. */
const TWO = "828684418cf1e3c2e5f23a6ba0ab90f4ff\n\n828684be5886a8eb10649cbf";

/** The same fields, the first block's host not Huffman-coded. */
const OTHER = "82868441 0f7777772e6578616d706c652e636f6d\n\n828684be5886a8eb10649cbf\n\n8287";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Compare" });
const lines = (page: Page) => dialog(page).getByRole("table", { name: "Fields side by side" }).getByRole("row");
const entries = (page: Page, table: string) => dialog(page).getByRole("region", { name: table });

/** The first words of each line: what the two sides have in common. */
async function whats(page: Page): Promise<string[]> {
  const heads = await lines(page).getByRole("rowheader").allTextContents();
  return heads.map((text) => text.replace(/^\W/, ""));
}

/** Compares with another text, once the dialog has the size that the session's own blocks give it. */
async function chooseAnother(page: Page): Promise<void> {
  await expect(lines(page)).not.toHaveCount(0);
  await dialog(page).getByRole("radio", { name: "Another text or file" }).check();
}

test("two blocks are compared by the keyboard, and the focus is where it was", async ({ page }) => {
  await openPage(page);
  await paste(page, TWO);
  await chooseBlock(page, 1);
  const grid = fieldGrid(page);
  await grid.focus();
  await page.keyboard.press("c");
  const [left, right] = ["Left block", "Right block"].map((name) =>
    dialog(page).getByRole("spinbutton", { name, exact: true }),
  ) as [Locator, Locator];
  // The block before it, of the same sender.
  await expect(left).toHaveValue("2");
  await expect(right).toHaveValue("1");
  await expect.poll(() => whats(page)).toEqual(["same", "same", "same", "other bytes", "only on the left"]);
  await expect(lines(page).nth(4)).toContainText("index 62");
  await expect(lines(page).nth(4)).toContainText("value Huffman-coded");
  await expect(lines(page).nth(5)).toContainText("cache-control: no-cache");
  const legend = dialog(page).getByRole("list", { name: "Legend" });
  await expect(legend.getByRole("listitem")).toHaveText(["=3 same", "≈1 other bytes", "◂1 only on the left"]);
  const sums = dialog(page).getByRole("table", { name: "Sums" });
  await expect(sums.getByRole("row", { name: "Bytes on the wire" })).toHaveText("Bytes on the wire1217");
  await expect(entries(page, "Table after")).toContainText("1 entry in both, 1 only on the left, 0 only on the right.");
  await expect(entries(page, "Table after").getByRole("listitem")).toHaveText([
    "◂only on the left cache-control: no-cache",
  ]);
  await expect(entries(page, "Table before").getByRole("listitem")).toHaveText([/:authority: www\.example\.com/]);

  // Block 2 with itself.
  await tabTo(page, right);
  await page.keyboard.press("ArrowUp");
  await expect(right).toHaveValue("2");
  await expect(dialog(page).getByText("The blocks are the same")).toBeVisible();
  await expect.poll(() => whats(page)).toEqual(Array(5).fill("same"));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(grid).toBeFocused();
});

test("a second text is pasted, its pairs are listed, and one is opened; what is open stays", async ({ page }) => {
  await openPage(page);
  await paste(page, TWO);
  await chooseBlock(page, 0);
  const fields = await shownFields(page);
  await page.getByRole("button", { name: "Compare…" }).click();
  await chooseAnother(page);
  await dialog(page).getByRole("textbox").focus();
  await paste(page, OTHER);
  await expect(dialog(page).getByText("3 blocks, 34 B")).toBeVisible();
  await expect(dialog(page).getByText("The sessions differ.")).toBeVisible();
  const pairs = dialog(page).getByRole("listbox", { name: "Pairs of blocks" });
  await expect(pairs.getByRole("option")).toHaveText([
    /^≈other bytes\s*GET \/left block 1, 17 B · right block 1, 20 B$/,
    /^=same\s*GET \/left block 2, 12 B · right block 2, 12 B$/,
    /^▸only on the right\s*GETright block 3, 2 B$/,
  ]);
  await pairs.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  // One that is alone has nothing to be compared with.
  await expect(pairs).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect.poll(() => whats(page)).toEqual(["same", "same", "same", "other bytes"]);
  await dialog(page).getByRole("button", { name: "All pairs of blocks" }).click();
  await expect(pairs).toBeVisible();

  // What can't be read says why; a file that is dropped here is not for the page.
  await dialog(page).getByRole("textbox").fill("nothing of that kind");
  await expect(dialog(page).getByRole("textbox").locator("..").getByRole("status")).not.toHaveText(/blocks/);
  await expect(pairs).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Compare…" })).toBeFocused();
  await expect.poll(() => shownFields(page)).toEqual(fields);
});

test("of a second capture any connection is compared", async ({ page }) => {
  await openPage(page, "#example=file-push");
  await page.getByRole("button", { name: "Compare…" }).click();
  await chooseAnother(page);
  const chosen = page.waitForEvent("filechooser");
  await dialog(page).getByRole("button", { name: "Open a file…" }).click();
  await (await chosen).setFiles(path.join(TOP, "public/examples/push.pcap"));
  const connections = dialog(page).getByRole("listbox", { name: "Connections" });
  await expect(connections.getByRole("option")).toHaveText([/20 blocks/, /18 blocks/]);
  await expect(dialog(page).getByText("The sessions are the same.")).toBeVisible();
  await connections.focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog(page).getByText("The sessions differ.")).toBeVisible();
  await expect(dialog(page).getByText(/^push.pcap: 18 blocks/)).toBeVisible();
});

test("a stream's response is selected from the streams, a promise names its stream", async ({ page }) => {
  await openPage(page, "#example=file-push");
  await page.getByRole("tab", { name: "Streams" }).click();
  const streams = page.getByRole("grid", { name: "Streams" });
  const details = page.getByRole("region", { name: "Selected stream" });
  await streams.getByRole("row").filter({ hasText: "POST/index.html" }).first().click();
  await expect(details).toContainText("promises stream");
  await expect(details).toContainText(/answered after [\d.]+ (µs|ms)/);
  const response = details.getByRole("button", { name: /^response/ });
  await response.focus();
  await page.keyboard.press("Enter");
  await expect(response).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await shownFields(page))[0]?.name).toBe(":status");
  await streams.getByRole("row").filter({ hasText: "pushed" }).first().click();
  await expect(details).toContainText("pushed on stream");
  await details.getByRole("button", { name: /^promise/ }).click();
  await expect.poll(async () => (await shownFields(page))[0]?.name).toBe(":method");
});

const TLS = CAPTURES.find(({ capture }) => capture.startsWith("d03"));

test("by the keyboard alone: from a TLS capture to a response, a link, a comparison and a pane that fills the view", async ({
  page,
  openElsewhere,
}) => {
  if (!TLS?.keylog) throw new Error("the capture with its keys is not there");
  const requests = TLS.connections.flatMap(({ blocks }) => blocks);
  const path = requests.flatMap(({ fields }) => fields.filter(({ name }) => name === ":path"))[1]?.value ?? "";
  expect(path).not.toBe("");
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page);
  const names = [TLS.capture, TLS.keylog];
  const chosen = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: /^Open/ }).first());
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(
    await Promise.all(
      names.map(async (name) => ({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(await bytesOf(name)),
      })),
    ),
  );
  await page.getByRole("grid", { name: "Frames" }).getByRole("row").nth(1).waitFor();

  // A path, and from its request to the response.
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Find in names and values" })).toBeFocused();
  await page.keyboard.type(`:path: ${path}`);
  const value = (name: string) => async () => (await shownFields(page)).find((field) => field.name === name)?.value;
  await expect.poll(value(":path")).toBe(path);
  await page.keyboard.press("Escape");
  const fields = fieldGrid(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Find in names and values" })).not.toBeFocused();
  await page.keyboard.press("4");
  await expect(fields).toBeFocused();
  await page.keyboard.press("o");
  await expect.poll(value(":status")).toBeDefined();
  const answer = await shownFields(page);
  await expect(fields).toBeFocused();

  // Its stream, masked, in another browser: the same block is selected there.
  await page.keyboard.press("s");
  const share = page.getByRole("dialog", { name: "Share" });
  const block = share.getByRole("radio", { name: /^Block \d/ });
  await tabTo(page, block);
  await page.keyboard.press("ArrowDown");
  await expect(share.getByRole("radio", { name: "Its stream" })).toBeChecked();
  await expect(share.getByRole("checkbox", { name: "Mask what may be sensitive" })).toBeChecked();
  await tabTo(page, share.getByRole("button", { name: "Copy link to this part" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => readClipboard(page)).toContain("#");
  const link = await readClipboard(page);
  const other = await openElsewhere(new URL(link).hash);
  await expect.poll(async () => (await shownFields(other)).length).toBe(answer.length);
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await expect(share).toHaveCount(0);
  await expect(fields).toBeFocused();

  // The response against the one before, then the fields over the whole view.
  await page.keyboard.press("c");
  await expect(lines(page).nth(1)).toContainText(":status");
  await expect(dialog(page).getByRole("table", { name: "Sums" })).toContainText("Bytes on the wire");
  await page.keyboard.press("Escape");
  await expect(fields).toBeFocused();
  await page.keyboard.press("m");
  const pane = page.getByRole("region", { name: "Fields" });
  await expect.poll(async () => (await pane.boundingBox())?.height ?? 0).toBeGreaterThan(840);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await pane.boundingBox())?.height ?? 900).toBeLessThan(840);
});

test("the only block is compared with another text", async ({ page }) => {
  await page.goto("#example=broken-index-zero");
  await page.getByRole("button", { name: "Compare…" }).click();
  await expect(dialog(page).getByRole("radio", { name: "Another block of this session" })).toBeDisabled();
  await dialog(page).getByRole("textbox").fill("8286");
  await expect(dialog(page).getByText("Fields differ.")).toBeVisible();
});
