/** Captures on the page: dropped, told apart, looked through, with and without keys. */
import type { Page } from "playwright/test";
import { bytesOf } from "../captures";
import { drop, fieldGrid, openPage, paste, shownFields } from "./reading";
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
const requests = (page: Page) => page.getByRole("grid", { name: "Requests" });

test("keys that come later: what is missing is said, and the capture is read again with them", async ({ page }) => {
  await openPage(page);
  await dropCaptures(page, ["d03-curl-nginx-tls13.pcap"]);
  await page.getByText("TLS 1.3, not decrypted").waitFor();
  const missing = page.getByRole("note", { name: "What is missing" });
  await expect(missing).toHaveText(/Drop its key log here.*SSLKEYLOGFILE.*Then drop that file here too/);
  await expect(page.getByRole("region", { name: "Bytes" })).toHaveCount(0);
  await expect(missing).toHaveText(/client random [\da-f]{64}/);
  await page.getByLabel("Key log file").setInputFiles({
    name: "keys.log",
    mimeType: "text/plain",
    buffer: Buffer.from(await bytesOf("d03-curl-nginx-tls13.keys.log")),
  });
  await requests(page).waitFor();
  await page.getByText("TLS 1.3, decrypted · 16 blocks").waitFor();
  await page.getByRole("button", { name: "Remove key log: keys.log" }).click();
  await page.getByText("TLS 1.3, not decrypted").waitFor();

  // Pasted, too.
  await page.getByRole("button", { name: "Help and keys" }).focus();
  await paste(page, new TextDecoder().decode(await bytesOf("d03-curl-nginx-tls13.keys.log")));
  await page.getByText("16 blocks").waitFor();
});

test("from the keyboard alone: requests, frames, filter, find", async ({ page }) => {
  await page.goto("#example=file-table-sizes");
  await requests(page).waitFor();
  const { keyboard } = page;
  await keyboard.press("2");
  await expect(requests(page)).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(requests(page).getByRole("row", { selected: true })).toHaveAttribute("aria-rowindex", "3");
  await page.getByRole("tab", { name: /^Requests/ }).press("ArrowRight");
  await frames(page).waitFor();
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

test("a laptop shows every field of a browser's request at once", async ({ page }) => {
  await openPage(page);
  // Without the details.
  await page.keyboard.press("d");
  await dropCaptures(page, ["d09-chromium-nginx-tls13.pcap", "d09-chromium-nginx-tls13.keys.log"]);
  const lines = fieldGrid(page).getByRole("row");
  // The names of the columns, the frame's header and 17 fields.
  await expect(lines).toHaveCount(19);
  const list = (await fieldGrid(page).boundingBox()) ?? { y: 0, height: 0 };
  for (const line of await lines.all()) {
    const { y, height } = (await line.boundingBox()) ?? { y: -1, height: 0 };
    expect(y).toBeGreaterThanOrEqual(list.y);
    expect(y + height).toBeLessThanOrEqual(list.y + list.height);
  }
});

/** Frames of four requests, of which the last one's index refers to nothing. */
const BROKEN = `000000040000000000${["0182", "0382", "0582", "07be"].map((end) => `0000010105000000${end}`).join("")}`;

const UNUSUAL = [
  [["d09-chromium-nginx-tls13.pcap", "d09-chromium-nginx-tls13.keys.log"], ["reset"]],
  [["d04-nghttp-nghttpd-push-pad.pcap"], ["pushes", "pushed", "trailers"]],
  [["d40-partial-keys.pcap", "d40-partial-keys.keys.log"], ["no response"]],
] as const;

test("the list marks what is unusual about a request", async ({ page }) => {
  await openPage(page);
  const mark = (text: string) => requests(page).getByText(text, { exact: true }).first();
  for (const [names, marks] of UNUSUAL) {
    await dropCaptures(page, [...names]);
    for (const text of marks) await expect(mark(text)).toBeVisible();
  }
  await drop(page, [{ name: "broken.bin", bytes: Buffer.from(BROKEN, "hex") }]);
  await expect(mark("broken")).toBeVisible();
});

test("another connection is chosen from the menu by keyboard", async ({ page }) => {
  await page.goto("#example=file-push");
  const menu = page.getByRole("button", { name: /^Connection: / });
  await requests(page).waitFor();
  const before = await menu.innerText();
  await page.keyboard.press("8");
  const list = page.getByRole("listbox", { name: "Connections" });
  await expect(list).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", "2");
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(0);
  await expect(menu).not.toHaveText(before);
});

test("reading a large file can be stopped: what was read until then is shown", async ({ page }) => {
  await page.goto("#example=file-push");
  await requests(page).waitFor();
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

test("on a phone a request opens its block, with a switch to the response and a way back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("#example=file-push");
  const request = requests(page).getByRole("row").filter({ hasText: "/style.css" });
  await expect(request).toContainText("pushed");
  await request.click();
  await expect(fieldGrid(page)).toBeFocused();
  const blocks = page.getByRole("group", { name: "Blocks of the stream" });
  await expect(blocks).toContainText("pushed on stream 13");
  await blocks.getByRole("button", { name: /response/ }).click();
  await expect.poll(async () => (await shownFields(page))[0]?.name).toBe(":status");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(requests(page)).toBeFocused();
  await expect(request).toHaveAttribute("aria-selected", "true");
});

test("on a phone a capture without its keys says so at once, and opens once they are there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await dropCaptures(page, ["d03-curl-nginx-tls13.pcap"]);
  await page.getByRole("note", { name: "What is missing" }).getByText("SSLKEYLOGFILE").waitFor();
  await dropCaptures(page, ["d03-curl-nginx-tls13.keys.log"]);
  // The line that says what is missing goes with it, and the list moves up.
  await page.getByRole("button", { name: /TLS 1.3, decrypted/ }).waitFor();
  // The line above the list is loaded when there is something to find.
  await page.getByRole("searchbox", { name: "Find in names and values" }).waitFor();
  await requests(page).getByRole("row").nth(1).click();
  await expect(fieldGrid(page)).toBeFocused();
});
