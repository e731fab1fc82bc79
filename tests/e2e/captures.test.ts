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
