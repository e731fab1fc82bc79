import { expect, test } from "vitest";
import { whenOpen } from "./reading";
import { openPage } from "./support";

test.each([
  [320, 600],
  [390, 844],
  [844, 390],
])("nothing overflows a window of %d × %d, and its steps are timed", async (width, height) => {
  const { page } = await openPage({ width, height });
  await whenOpen(page);
  await page.getByRole("tablist", { name: "Panes" }).waitFor();
  const head = page.getByRole("banner");
  expect(await head.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expect.poll(() => page.locator("#fields [data-column=time]").nth(1).textContent()).toMatch(/ns$/);
});

test("the help stands in the middle", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  await page.keyboard.press("?");
  const box = await page.getByRole("dialog").boundingBox();
  expect(Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - 1440)).toBeLessThan(4);
});

test("files are opened from the keyboard, a capture with its key log", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  // The browser is asked to hand over its dialogs before the key can open one.
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open files" }).focus();
  await page.keyboard.press("Enter");
  const chooser = await asked;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles({ name: "own.hex", mimeType: "text/plain", buffer: Buffer.from("82 86 84") });
  await expect.poll(() => page.getByRole("textbox", { name: "Header blocks" }).inputValue()).toBe("82 86 84");
  await page.getByRole("status").filter({ hasText: "hex · 1 block · 3 B" }).waitFor({ state: "attached" });
});

test("magnified to 400 %, every view is as high as its panes need and is reached by scrolling", async () => {
  const { page } = await openPage({ width: 320, height: 256 });
  await whenOpen(page);
  for (const view of ["Inspect", "Encode", "Benchmark", "Learn"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
    await expect.poll(() => page.title()).toContain(view);
    const box = await page.evaluate(() => ({
      view: document.querySelector("main")?.clientHeight ?? 0,
      wide: document.documentElement.scrollWidth,
      high: document.documentElement.scrollHeight,
    }));
    expect(box).toEqual({ view: 480, wide: 320, high: 524 });
  }
  await page.getByRole("link", { name: "Inspect" }).click();
  const last = page.getByRole("button", { name: "Step forward" });
  await last.scrollIntoViewIfNeeded();
  expect((await last.boundingBox())?.y).toBeLessThan(256);
});
