import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { copiedHex, paste, whenOpen } from "./reading";
import { openPage } from "./support";

type Case = { file: string; content: string; expect: string[] | null };
const FOLDER = new URL("../paste/", import.meta.url);
const { cases } = JSON.parse(await readFile(new URL("cases.json", FOLDER), "utf8")) as { cases: Case[] };

/** Samples of different kinds that hold header blocks. */
const READ = [
  "hex-stream.txt",
  "wireshark-hex-ascii-dump.txt",
  "xxd.txt",
  "hexdump-C.txt",
  "od-octal-offsets.txt",
  "base64-wrapped.txt",
  "go-quoted.txt",
  "python-list.txt",
  "rust-debug-hex-pretty.txt",
  "java-signed.txt",
  "node-buffer-json.txt",
  "rfc7541-appendix-style.txt",
  "markdown-fence.txt",
  "session-blank-lines.txt",
  "session-labelled.txt",
];

/** Samples that hold nothing to decode, and a word of the reason. */
const REFUSED: [file: string, reason: RegExp][] = [
  ["not-hex-words.txt", /./],
  ["odd-digits.txt", /odd|digit/i],
  ["bad-digit.txt", /digit|hex/i],
  ["ellipsis.txt", /cut|short|…/i],
  ["nghttp.har", /HAR|archive/i],
  ["node-buffer-truncated.txt", /cut|short|more bytes/i],
];

describe("pasted anywhere on the page", () => {
  test.each(READ)("%s", async (file) => {
    const found = cases.find((found) => found.file === file);
    const { page, complaints } = await openPage();
    await whenOpen(page);
    await paste(page, await readFile(new URL(file, FOLDER), "utf8"));
    const blocks = found?.expect ?? [];
    const options = page.getByRole("listbox", { name: "Blocks" }).getByRole("option");
    const status = page.locator("#input-reading");
    const text = blocks.length === 1 ? "1 block" : `${blocks.length} blocks`;
    await expect.poll(() => status.textContent()).toContain(`· ${text} ·`);
    for (const [number, hex] of blocks.entries()) {
      await options.nth(number).click();
      await expect.poll(() => options.nth(number).getAttribute("aria-selected")).toBe("true");
      await expect.poll(() => copiedHex(page)).toBe(hex);
    }
    expect(complaints).toEqual([]);
  });
});

describe("refused with the reason", () => {
  test.each(REFUSED)("%s", async (file, reason) => {
    const { page, complaints } = await openPage();
    await whenOpen(page);
    await paste(page, await readFile(new URL(file, FOLDER), "utf8"));
    const status = page.locator("#input-reading");
    await expect.poll(() => status.textContent()).toContain("Not decoded.");
    expect(await status.textContent()).toMatch(reason);
    await page.getByText("Nothing was decoded").first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("the place leads into the text", async () => {
    const { page } = await openPage();
    await whenOpen(page);
    await paste(page, "8286 84\n41 8c f1 e3 c2 zz f2\n");
    await page.getByRole("button", { name: /^Line 2, column/ }).click();
    const selected = await page
      .getByRole("textbox", { name: "Header blocks" })
      .evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
    expect(selected).toBe("z");
  });
});

test("pasting into the field replaces an example, and only that", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  const field = page.getByRole("textbox", { name: "Header blocks" });
  await field.focus();
  await paste(page, "8286");
  await expect.poll(() => field.inputValue()).toBe("8286");
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, "84");
  await expect.poll(() => field.inputValue()).toBe("828684");
  await expect.poll(() => page.locator("#input-reading").textContent()).toContain("3 B");
});

test("a dropped file is opened, also one of bytes", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0x82, 0x86, 0x84, 0x00, 0x01, 0x61, 0x00])], "block.bin"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.getByText("block.bin").waitFor();
  await expect.poll(() => copiedHex(page)).toBe("82868400016100");
});

test("an empty field says what to do", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  await page.getByRole("textbox", { name: "Header blocks" }).fill("");
  await page.getByText("Nothing here yet.").waitFor();
});

test("in a narrow window the reason for a refusal stands in the tab that is in view", async () => {
  const { page } = await openPage({ width: 390, height: 844 });
  await whenOpen(page);
  await paste(page, "82 8g");
  await page
    .getByRole("tabpanel", { name: "Fields" })
    .getByText(/^Not decoded\. .*Line 1, column 5 of the input\.$/)
    .waitFor();
});

test("beside “Go to the fault” the blocks' note is whole or not there", async () => {
  const { page } = await openPage({ width: 1024, height: 768, path: "#example=broken-index-zero" });
  await page.getByRole("button", { name: "Go to the fault" }).waitFor();
  const cut = await page.locator("#blocks .pane-note").evaluate((note) => note.scrollWidth > note.clientWidth);
  expect(cut).toBe(false);
});
