/** Hostile inputs on the built page: how long it takes, how large the worker gets, and whether it goes on afterwards. */
import { chromium } from "playwright-core";
import { ensurePage } from "./build.mjs";
import { CHROMIUM_FLAGS, ensureChromium } from "./chromium.mjs";
import { serve } from "./serve.mjs";

/** Longer than any of them may take, milliseconds. */
const PATIENCE_MS = 120_000;

/** What is pasted behind each of them, and how many fields it has. */
const GOOD = { text: "82 86 84", fields: 3 };

/**
 * @typedef {{ seconds: number, task: number, mebibytes: number, said: string, goesOn: boolean, complaints: string[] }} Seen
 */

/**
 * Does `each` with a function that drops an input onto a fresh page, and closes the browser.
 * @param {(drop: (input: Buffer) => Promise<Seen>) => Promise<void>} each
 */
export async function onThePage(each) {
  await ensurePage();
  const { address, close } = await serve({ port: 0 });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    await each((input) => dropped(browser, address, input));
  } finally {
    await browser.close();
    await close();
  }
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {Buffer} input
 * @returns {Promise<Seen>}
 */
async function dropped(browser, address, input) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(address).origin) complaints.push(request.url());
  });
  try {
    await page.goto(address);
    const fields = page.getByRole("grid", { name: "Fields" });
    await fields.getByRole("row").nth(1).waitFor();
    await page.evaluate(() => {
      const seen = { began: Number.POSITIVE_INFINITY, longest: 0 };
      Object.assign(window, { seen });
      // How the file gets into the page is the test's own work.
      const begin = () => {
        seen.began = performance.now();
      };
      document.addEventListener("change", begin, { capture: true, once: true });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          const own = startTime + duration - Math.max(startTime, seen.began);
          seen.longest = Math.max(seen.longest, own);
        }
      }).observe({ type: "longtask" });
    });
    const reading = page.locator("#input-reading");
    const before = await reading.innerText();
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "hostile", mimeType: "application/octet-stream", buffer: input });
    await page.waitForFunction(
      (before) => {
        const reading = document.querySelector("#input-reading");
        const text = reading instanceof HTMLElement ? reading.innerText : "";
        return text !== "" && text !== before && !/Decoding…|Reading…/.test(text);
      },
      before,
      { timeout: PATIENCE_MS },
    );
    const seconds = (await page.evaluate(() => performance.now() - Reflect.get(window, "seen").began)) / 1000;
    const said = (await page.getByRole("status").first().innerText()).split("\n")[0] ?? "";
    const bytes = await Promise.all(
      page.workers().map((worker) => worker.evaluate(() => Number(Reflect.get(self, "wasmBytes") ?? 0))),
    );
    const task = await page.evaluate(() => Number(Reflect.get(window, "seen").longest));
    const goesOn = await takes(page);
    return { seconds, task, mebibytes: Math.max(0, ...bytes) / 2 ** 20, said, goesOn, complaints };
  } finally {
    await page.context().close();
  }
}

/** Whether a good block that is pasted next is shown at the first try. @param {import("playwright-core").Page} page */
async function takes(page) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), GOOD.text);
  await page.keyboard.press("ControlOrMeta+V");
  return page
    .locator(`#fields [role=grid][aria-rowcount="${GOOD.fields + 1}"]`)
    .waitFor({ timeout: PATIENCE_MS })
    .then(
      () => true,
      () => false,
    );
}
