/** Captures on the page: dropped, told apart, looked through, with and without keys. */
import type { Page } from "playwright/test";
import { bytesOf } from "../captures";
import { copiedHex, drop, fieldGrid, openPage, paste, shownFields, stepPane } from "./reading";
import { expect, test } from "./support";

async function dropCaptures(page: Page, names: string[]): Promise<void> {
  await drop(page, await Promise.all(names.map(async (name) => ({ name, bytes: await bytesOf(name) }))));
}

/** The lines of the timeline that are drawn: their cells. */
async function shownFrames(page: Page): Promise<string[][]> {
  const rows = page.getByRole("grid", { name: "Frames" }).getByRole("row");
  return rows.evaluateAll((rows) =>
    rows
      .slice(1)
      .map((row) => Array.from(row.querySelectorAll("[role=gridcell]"), (cell) => cell.textContent?.trim() ?? "")),
  );
}

const frames = (page: Page) => page.getByRole("grid", { name: "Frames" });

test("keys that come later: what is missing is said, and the capture is read again with them", async ({ page }) => {
  await openPage(page);
  await dropCaptures(page, ["d03-curl-nginx-tls13.pcap"]);
  await page.getByText("keys missing").waitFor();
  const missing = page.getByRole("note", { name: "What is missing" });
  await expect(missing).toHaveText(/Drop its key log here.*SSLKEYLOGFILE.*Then drop that file here too/);
  await expect(page.getByRole("region", { name: "Bytes" })).toHaveCount(0);
  await expect(missing).toHaveText(/client random [\da-f]{64}/);
  await page.getByLabel("Key log file").setInputFiles({
    name: "keys.log",
    mimeType: "text/plain",
    buffer: Buffer.from(await bytesOf("d03-curl-nginx-tls13.keys.log")),
  });
  await frames(page).waitFor();
  await page.getByText("16 blocks").waitFor();
  await page.getByRole("button", { name: "Remove key log: keys.log" }).click();
  await page.getByText("keys missing").waitFor();

  // Pasted, too.
  await page.getByRole("button", { name: "Help and keys" }).focus();
  await paste(page, new TextDecoder().decode(await bytesOf("d03-curl-nginx-tls13.keys.log")));
  await page.getByText("16 blocks").waitFor();
});

test("from the keyboard alone: connections, frames, filter, find", async ({ page }) => {
  await page.goto("#example=file-table-sizes");
  await frames(page).waitFor();
  const { keyboard } = page;
  await keyboard.press("2");
  await expect(frames(page)).toBeFocused();
  await keyboard.press("Home");
  const selected = frames(page).getByRole("row", { selected: true });
  await expect(selected).toHaveAttribute("aria-rowindex", "2");
  await keyboard.press("ArrowDown");
  await expect(selected).toHaveAttribute("aria-rowindex", "3");
  const all = Number((await frames(page).getAttribute("aria-rowcount")) ?? 0) - 1;
  await keyboard.press("End");
  await expect(selected).toHaveAttribute("aria-rowindex", String(all + 1));

  // Find as one types, and on.
  await keyboard.press("/");
  await keyboard.type("WAX");
  const found = fieldGrid(page).getByRole("row", { selected: true });
  await expect(found).toContainText("wax");
  const place = page.getByText(/^\d+ of \d+ match(es)?$/);
  await place.waitFor();
  const first = (await place.textContent()) ?? "";
  await keyboard.press("Enter");
  await expect(place).not.toHaveText(first);
  await keyboard.press("Shift+Enter");
  await expect(place).toHaveText(first);
  await page.getByRole("checkbox", { name: "Show matches only" }).press("Space");
  const shown = page.getByText(/^\d+ of \d+ frames$/);
  await shown.waitFor();
  await expect(shown).not.toHaveText(/^0 of/);

  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await page.getByRole("combobox", { name: "Type of frame" }).selectOption({ label: "SETTINGS" });
  await expect
    .poll(async () => [...new Set((await shownFrames(page)).map(([, , , , type]) => type))])
    .toEqual(["SETTINGS"]);
});

test("a frame without a header block: no other block's bytes, fields or step beside it; steps go on from the block", async ({
  page,
}) => {
  await page.goto("#example=file-table-sizes");
  await frames(page).waitFor();
  await frames(page).getByRole("row").filter({ hasText: "SETTINGS" }).nth(1).click();
  const selected = frames(page).getByRole("row", { selected: true });
  await expect(selected).toContainText("SETTINGS");
  for (const name of ["Bytes", "Fields", "Dynamic table", "Time per step"]) {
    await expect(page.getByRole("region", { name })).toHaveText(/SETTINGS\) carries no header block/);
  }
  await expect(stepPane(page)).toContainText("SETTINGS frame");
  await expect(fieldGrid(page)).toHaveCount(0);
  // Ctrl+C away from the list of frames: there is no block to copy from.
  const isLeftToTheBrowser = () =>
    page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      return document.dispatchEvent(new ClipboardEvent("copy", { cancelable: true }));
    });
  await expect.poll(isLeftToTheBrowser).toBe(true);
  await page.getByRole("button", { name: "Step forward" }).click();
  await fieldGrid(page).waitFor();
  await expect.poll(isLeftToTheBrowser).toBe(false);
  await expect(selected).toContainText("HEADERS");
});

test("a frame that is stepped to stands whole between the heading and the lower edge", async ({ page }) => {
  await page.goto("#example=file-push");
  await frames(page).waitFor();
  await frames(page).focus();
  const place = () =>
    frames(page).evaluate((grid) => {
      const box = grid.querySelector("[aria-selected=true]")?.getBoundingClientRect();
      const head = grid.querySelector("[aria-rowindex='1']")?.getBoundingClientRect();
      if (box === undefined || head === undefined) return "not drawn";
      if (box.top < head.bottom - 1) return "under the heading";
      return box.bottom > grid.getBoundingClientRect().top + grid.clientHeight + 1 ? "under the edge" : "whole";
    });
  await page.keyboard.press("Home");
  for (let number = 2; number <= 20; number += 1) {
    await page.keyboard.press("ArrowDown");
    await expect(frames(page).getByRole("row", { selected: true })).toHaveAttribute(
      "aria-rowindex",
      String(number + 1),
    );
    await expect.poll(place).toBe("whole");
  }
  await page.keyboard.press("Home");
  await expect.poll(place).toBe("whole");
});

test("summary and settings lead to what they speak of", async ({ page }) => {
  await page.goto("#example=file-table-sizes");
  await frames(page).waitFor();
  await page.getByRole("tab", { name: "Summary" }).click();
  const server = page.getByRole("region", { name: "Sent by the server" });
  await server.waitFor();
  await expect(server).toHaveText(/inserted and evicted without being used|every evicted entry/);
  const largest = server.getByRole("button", { name: /^block \d+, \d+ bytes/ }).first();
  const number = /block (\d+)/.exec((await largest.getAttribute("aria-label")) ?? "")?.[1];
  await largest.click();
  await expect(page.getByRole("region", { name: "Bytes" })).toContainText(`block ${number} `);

  await page.getByRole("tab", { name: "Settings" }).click();
  const table = page.getByRole("region", { name: "Table of the server's header blocks" });
  await table.getByText("size update: the maximum in use is").first().waitFor();
  await expect(table).toContainText("client announces");
  await table
    .getByRole("button", { name: /^frame \d+/ })
    .last()
    .click();
  await expect(stepPane(page)).toContainText("size update");
});

test("streams are sorted by a column, and moved through from the keyboard", async ({ page }) => {
  await page.goto("#example=file-push");
  await frames(page).waitFor();
  await page.getByRole("tab", { name: "Streams" }).click();
  const streams = page.getByRole("grid", { name: "Streams" });
  const cells = (column: number) =>
    streams
      .getByRole("row")
      .evaluateAll(
        (rows, column) =>
          rows.slice(1).map((row) => row.querySelectorAll("[role=gridcell]")[column]?.textContent ?? ""),
        column,
      );
  const heading = (name: string) => streams.getByRole("columnheader", { name });
  const STREAM = 0;
  await expect(heading("waterfall")).toHaveAttribute("aria-sort", "ascending");
  await heading("stream").getByRole("button").click();
  await expect(heading("stream")).toHaveAttribute("aria-sort", "ascending");
  await expect(heading("waterfall")).toHaveAttribute("aria-sort", "none");
  const sorted = (await cells(STREAM)).map(Number).sort((one, other) => one - other);
  expect(sorted.length).toBeGreaterThan(4);
  await expect.poll(async () => (await cells(STREAM)).map(Number)).toEqual(sorted);
  await heading("stream").getByRole("button").press("Enter");
  await expect(heading("stream")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await cells(STREAM)).map(Number)).toEqual(sorted.toReversed());

  await streams.focus();
  await page.keyboard.press("Home");
  const selected = streams.getByRole("row", { selected: true });
  await expect(selected).toHaveAttribute("aria-rowindex", "2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveAttribute("aria-rowindex", "4");
  const details = page.getByRole("region", { name: "Selected stream" });
  await expect(details).toContainText(`Stream ${sorted.at(-3)}`);
  // The selected stream stays selected in another order.
  await heading("stream").getByRole("button").click();
  await expect(selected).toHaveAttribute("aria-rowindex", String(sorted.length - 1));
});

test("frames as hex in a text are told from header blocks, and a person can overrule it", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Help and keys" }).focus();
  await paste(page, "000003 01 05 00000001 828684\n000001 01 05 00000003 82");
  // A few frames are a line above the bytes, in the layout of header blocks.
  const line = page.getByRole("group", { name: "Frames" });
  await expect(line.getByRole("button")).toHaveText([
    "→ HEADERS stream 1 · 3 B",
    "→ HEADERS stream 3 · 1 B",
    "All views",
  ]);
  await expect(page.getByRole("listbox", { name: "Blocks" }).getByRole("option")).toHaveCount(2);
  await expect.poll(() => copiedHex(page)).toBe("828684");
  const second = line.getByRole("button", { name: /stream 3/ });
  await second.click();
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => copiedHex(page)).toBe("82");
  await line.getByRole("button", { name: "All views" }).click();
  await frames(page).waitFor();
  await expect
    .poll(async () => (await shownFrames(page)).map(([, , , stream, type]) => `${stream} ${type}`))
    .toEqual(["1 HEADERS", "3 HEADERS"]);
});

test("reading a large file can be stopped: what was read until then is shown", async ({ page }) => {
  await page.goto("#example=file-push");
  await frames(page).waitFor();
  // The example's packets after a file header, then one packet of UDP over and over.
  await page.evaluate(() => {
    const head = new Uint8Array(24);
    new DataView(head.buffer).setUint32(0, 0xa1b2c3d4);
    head.set([0, 2, 0, 4], 4);
    new DataView(head.buffer).setUint32(16, 65535);
    new DataView(head.buffer).setUint32(20, 1);
    const packet = new Uint8Array(16 + 60);
    new DataView(packet.buffer).setUint32(8, 60);
    new DataView(packet.buffer).setUint32(12, 60);
    packet.set([0x08, 0x06], 28);
    const many = new Uint8Array(packet.length * 20_000);
    for (let at = 0; at < many.length; at += packet.length) many.set(packet, at);
    // No more than browsers keep of a file that is made by a script.
    const file = new File([head, ...Array.from({ length: 150 }, () => many)], "large.pcap");
    const data = new DataTransfer();
    data.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    // As soon as progress shows: a fast machine is done in a second.
    return new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        const stop = Array.from(document.querySelectorAll("button")).find((button) => button.textContent === "Stop");
        if (stop === undefined || document.querySelector("progress[aria-label='Read so far']") === null) return;
        observer.disconnect();
        resolve();
        stop.click();
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  await page.getByText(/Reading was stopped after/).waitFor();
});

test("on a phone a stream shows its blocks; one of them opens, and the streams are there on return", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("#example=file-push");
  await fieldGrid(page).waitFor();
  const tab = page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Frames" });
  await tab.click();
  await page.getByRole("tab", { name: "Streams" }).click();
  const stream = page.getByRole("grid", { name: "Streams" }).getByRole("row").filter({ hasText: "/style.css" });
  await expect(stream).toContainText("same packet");
  await stream.click();
  await page.getByRole("button", { name: "response block 10" }).click();
  await fieldGrid(page).waitFor();
  await expect.poll(async () => (await shownFields(page))[0]?.name).toBe(":status");
  await tab.click();
  await expect(stream).toHaveAttribute("aria-selected", "true");
});

test("on a phone a capture without its keys says so at once, and opens once they are there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await dropCaptures(page, ["d03-curl-nginx-tls13.pcap"]);
  await page.getByRole("note", { name: "What is missing" }).getByText("SSLKEYLOGFILE").waitFor();
  const tab = page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Fields" });
  await expect(tab).toBeDisabled();
  await dropCaptures(page, ["d03-curl-nginx-tls13.keys.log"]);
  await fieldGrid(page).waitFor();
  await expect(tab).toHaveAttribute("aria-selected", "true");
});

test("in a capture that began in the middle, what was found by its shape says so", async ({ page }) => {
  await page.goto("#example=file-middle");
  const tags = frames(page).getByText("guessed start", { exact: true });
  await tags.first().waitFor();
  await expect.poll(() => tags.count()).toBeGreaterThan(1);
});
