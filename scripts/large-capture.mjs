/**
 * `node scripts/large-capture.mjs FILE`: opens a large capture in the built page in Chromium and prints how long that
 * takes, how much memory the worker then has, and the longest tasks of the page's own thread meanwhile.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { ensurePage } from "./lib/build.mjs";
import { CHROMIUM_FLAGS, ensureChromium } from "./lib/chromium.mjs";
import { Advice, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";

/** Opening takes so long at most, milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/** What the page's thread is to stay below, milliseconds (longer tasks are what `longtask` reports, from 50 on). */
const LONG_MS = 100;

/** A file input that drops what is chosen onto the page, as a person would: the file is never copied. */
const CHOOSER = "large-capture";

await main(async () => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Advice("Which capture? node scripts/large-capture.mjs FILE");
  const file = path.resolve(name);
  const { size } = await stat(file);
  await ensurePage();
  const { address, close } = await serve({ port: 0 });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(address);
    await page.getByRole("grid", { name: "Fields" }).waitFor();
    await page.evaluate((id) => {
      /** @type {number[]} */
      const tasks = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      }).observe({ type: "longtask" });
      const chooser = document.createElement("input");
      chooser.type = "file";
      chooser.id = id;
      chooser.onchange = () => {
        const data = new DataTransfer();
        for (const chosen of chooser.files ?? []) data.items.add(chosen);
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      };
      document.body.append(chooser);
    }, CHOOSER);
    const chooser = await session.send("Runtime.evaluate", { expression: `document.getElementById("${CHOOSER}")` });
    const began = performance.now();
    await session.send("DOM.setFileInputFiles", { files: [file], objectId: chooser.result.objectId ?? "" });
    await page.getByRole("listbox", { name: "Connections" }).waitFor({ timeout: PATIENCE_MS });
    await page.getByRole("grid", { name: "Frames" }).waitFor();
    const seconds = (performance.now() - began) / 1000;
    // What a person then does: scroll, filter, find.
    await page.getByRole("grid", { name: "Frames" }).focus();
    for (const key of ["End", "Home", "PageDown", "PageDown"]) await page.keyboard.press(key);
    await page.getByRole("combobox", { name: "Type of frame" }).selectOption("blocks");
    await page.getByRole("searchbox", { name: "Find in names and values" }).fill("path");
    await page.getByText(/^[\d,]+ of [\d,]+ matches$/).waitFor();
    const [held, resident] = [await memory(page), await residentPeak()];
    const tasks = await page.evaluate(() => /** @type {any} */ (window).longTasks);
    const long = tasks.filter((/** @type {number} */ task) => task > LONG_MS);
    process.stdout.write(
      `${(size / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s: ${(size / 1e6 / seconds).toFixed(0)} MB/s\n` +
        `the worker holds ${(held / 2 ** 20).toFixed(0)} MiB; ` +
        `the renderer had ${resident === null ? "?" : (resident / 2 ** 20).toFixed(0)} MiB resident at most\n` +
        `tasks of the page's thread: ${tasks.length} above 50 ms, ${long.length} above ${LONG_MS} ms, ` +
        `the longest ${Math.max(0, ...tasks).toFixed(0)} ms\n${complaints.join("\n")}\n`,
    );
  } finally {
    await browser.close();
    await close();
  }
});

/**
 * Bytes of the worker's WebAssembly memory, which never shrinks: what it has now is the most that it had.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>}
 */
async function memory(page) {
  const sizes = page.workers().map((worker) => worker.evaluate(() => /** @type {any} */ (self).wasmBytes ?? 0));
  return Math.max(0, ...(await Promise.all(sizes)));
}

/**
 * The largest resident size that a renderer of this browser has had, bytes: an upper bound of the worker's memory.
 * null where the system does not tell.
 */
async function residentPeak() {
  const found = [];
  for (const pid of await readdir("/proc").catch(() => [])) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("--type=renderer")) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    found.push(1024 * Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0));
  }
  return found.length === 0 ? null : Math.max(...found);
}
