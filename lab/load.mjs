/**
 * `npm run lab load`: how long the built page takes to show its first field, and the fields of a C array that is pasted as
 * soon as there is something to see, on this machine's own address and over a simulated slow network with a slow
 * processor, each in a fresh browser profile; and what it loads for that.
 */
import { chromium } from "playwright-core";
import { measurePage, tableOf } from "../scripts/lib/budget.mjs";
import { CHROMIUM_FLAGS, requireChromium } from "../scripts/lib/chromium.mjs";
import { announce, main } from "../scripts/lib/run.mjs";
import { withBrowser } from "./lib/browser.mjs";
import { median } from "./lib/parts.mjs";

const RUNS = 5;

/** “Fast 3G” of Chromium's developer tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** How much slower the page's own thread is; a browser can't slow down a worker. */
const CPU_RATE = 4;

/** How long the page is watched for shifts after its first field, milliseconds. */
const WATCHED_MS = 2000;

/** RFC 7541 C.2.1 in a program. */
const ARRAY = `static const uint8_t block[] = {
  0x40, 0x0a, 0x63, 0x75, 0x73, 0x74, 0x6f, 0x6d, 0x2d, 0x6b, 0x65, 0x79, 0x0d,
  0x63, 0x75, 0x73, 0x74, 0x6f, 0x6d, 0x2d, 0x68, 0x65, 0x61, 0x64, 0x65, 0x72,
};`;

/** Runs in the page, before anything of it. */
function watch() {
  const seen = { field: Number.NaN, paint: Number.NaN, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry) seen.shift += Number(entry.value);
      if (entry.name === "first-contentful-paint") seen.paint = entry.startTime;
    }
  }).observe({ entryTypes: ["layout-shift", "paint"] });
  const observer = new MutationObserver(() => {
    if (document.querySelector("[id^=field-]") === null) return;
    seen.field = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * Slows down the page, and the network of its workers, which are targets of their own.
 * @param {import("playwright-core").CDPSession} session
 */
async function slowDown(session) {
  session.on("Target.attachedToTarget", async ({ sessionId }) => {
    const calls = [
      { id: 1, method: "Network.enable" },
      { id: 2, method: "Network.emulateNetworkConditions", params: FAST_3G },
      { id: 3, method: "Runtime.runIfWaitingForDebugger" },
    ];
    // A worker may start while the browser is being closed.
    for (const call of calls)
      await session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify(call) }).catch(() => {});
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", FAST_3G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
}

/**
 * Does `use` on a page of a fresh browser, some times.
 * @template T
 * @param {boolean} isSlow
 * @param {(page: import("playwright-core").Page) => Promise<T>} use
 */
async function repeat(isSlow, use) {
  /** @type {T[]} */
  const results = [];
  while (results.length < RUNS) {
    const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
    try {
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        permissions: ["clipboard-read", "clipboard-write"],
      });
      if (isSlow) await slowDown(await page.context().newCDPSession(page));
      results.push(await use(page));
    } finally {
      await browser.close();
    }
  }
  return results;
}

/** @param {number[]} values */
function summary(values) {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
  return `${middle} ms (${least} to ${most})`;
}

/** @param {string} address @param {boolean} isSlow */
async function measure(address, isSlow) {
  announce(isSlow ? `fast 3G, processor ${CPU_RATE} times slower` : "localhost");
  const loads = await repeat(isSlow, async (page) => {
    await page.addInitScript(watch);
    await page.goto(address);
    await page.waitForSelector("[id^=field-]", { state: "attached", timeout: 60_000 });
    await page.waitForTimeout(WATCHED_MS);
    return page.evaluate(() => Reflect.get(window, "seen"));
  });
  const shift = Math.max(...loads.map(({ shift }) => shift));
  console.log(`first paint: ${summary(loads.map(({ paint }) => paint))}`);
  console.log(`first field: ${summary(loads.map(({ field }) => field))}`);
  console.log(`layout shift: ${shift.toFixed(4)} at most`);
  const pastes = await repeat(isSlow, async (page) => {
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("main", { timeout: 60_000 });
    await page.evaluate((text) => navigator.clipboard.writeText(text), ARRAY);
    const from = await page.evaluate(() => performance.now());
    await page.keyboard.press("ControlOrMeta+V");
    const shown = () =>
      [...document.querySelectorAll("[id^=field-]")].some((field) => field.textContent?.includes("custom-header")) &&
      performance.now();
    const to = await page.waitForFunction(shown, undefined, { timeout: 60_000, polling: 20 });
    return Number(await to.jsonValue()) - from;
  });
  console.log(`from a paste to its fields: ${summary(pastes)}`);
}

await main(async () => {
  await withBrowser(async ({ address }) => {
    console.log(tableOf((await measurePage()).view));
    for (const isSlow of [false, true]) await measure(address, isSlow);
  });
});
