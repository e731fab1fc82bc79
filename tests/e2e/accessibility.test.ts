import { inputText, openPage } from "./reading";
import { expect, test } from "./support";

for (const [width, height] of [
  [320, 600],
  [390, 844],
  [844, 390],
] as const) {
  test(`nothing overflows a window of ${width} × ${height}, and its steps are timed`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    await page.getByRole("tablist", { name: "Panes" }).waitFor();
    const head = page.getByRole("banner");
    await expect.poll(() => head.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expect(page.locator("#fields [data-column=time]").nth(1)).toHaveText(/ns$/);
  });
}

test("files are opened from the keyboard, a capture with its key log", async ({ page }) => {
  await openPage(page);
  // The browser is asked to hand over its dialogs before the key can open one.
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open files" }).focus();
  await page.keyboard.press("Enter");
  const chooser = await asked;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles({ name: "own.hex", mimeType: "text/plain", buffer: Buffer.from("82 86 84") });
  await expect(inputText(page)).toHaveValue("82 86 84");
  await page.getByRole("status").filter({ hasText: "hex · 1 block · 3 B" }).waitFor({ state: "attached" });
});

test("magnified to 400%, every view is as high as its panes need and is reached by scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openPage(page);
  for (const view of ["Inspect", "Encode", "Benchmark", "Learn"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
    await expect(page).toHaveTitle(new RegExp(view));
    const box = await page.evaluate(() => ({
      view: document.querySelector("main")?.clientHeight ?? 0,
      wide: document.documentElement.scrollWidth,
      high: document.documentElement.scrollHeight,
    }));
    expect(box).toEqual({ view: 640, wide: 320, high: 684 });
  }
  await page.getByRole("link", { name: "Inspect" }).click();
  const last = page.getByRole("button", { name: "Step forward" });
  await last.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(256);
});
