import { openPage } from "./reading";
import { expect, test } from "./support";

test("nothing overflows a small window, upright or lying, and its steps are timed", async ({ page }) => {
  await openPage(page);
  for (const [width, height] of [
    [320, 600],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole("tablist", { name: "Panes" }).waitFor();
    const head = page.getByRole("banner");
    await expect.poll(() => head.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expect(page.locator("#fields [data-column=time]").nth(1)).toHaveText(/ns$/);
  }
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
