/** Drives the built page in Chromium. */
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { ensurePage } from "../../scripts/lib/build.mjs";
import { CHROMIUM_FLAGS, requireChromium } from "../../scripts/lib/chromium.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

/** Opens the built page at a usual size and waits for its first example. @param {import("playwright-core").Browser} browser @param {string} address */
export async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.getByRole("grid", { name: "Fields" }).getByRole("row").nth(1).waitFor();
  return page;
}

/** The longest that a benchmark may take, milliseconds. */
const PATIENCE_MS = 20 * 60_000;

/** Another fragment alone would not load the page again. @param {import("playwright-core").Page} page @param {string} url */
export async function openAgain(page, url) {
  await page.goto("about:blank");
  await page.goto(url);
}

/** Compares what an address of the Benchmark view chooses; returns its download. @param {import("playwright-core").Page} page @param {string} url */
export async function compare(page, url) {
  await openAgain(page, url);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("heading", { name: "Result", exact: true }).waitFor({ timeout: PATIENCE_MS });
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download samples" }).click();
  return JSON.parse(await readFile(await (await downloaded).path(), "utf8"));
}

/** The memory of WebAssembly, bytes. It never shrinks, so this is its peak. @param {import("playwright-core").Page} page */
export async function wasmBytes(page) {
  const sizes = page.workers().map((worker) => worker.evaluate(() => Number(Reflect.get(self, "wasmBytes") ?? 0)));
  return Math.max(0, ...(await Promise.all(sizes)));
}

/**
 * The whole of a script that drives the built page in a browser of its own.
 * @param {(on: { address: string, browser: import("playwright-core").Browser }) => Promise<void>} body
 */
export async function withBrowser(body) {
  const executablePath = requireChromium();
  await ensurePage();
  const { address, close } = await serve({ port: 0 });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    await body({ address, browser });
  } finally {
    await browser.close();
    await close();
  }
}
