/**
 * `npm run lab large-capture FILE`: opens a large capture in the built page in Chromium and prints how long that
 * takes, how much memory the worker then has, and the longest tasks of the page's own thread meanwhile.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import { Advice, main } from "../scripts/lib/run.mjs";
import { openPage, wasmBytes, withBrowser } from "./lib/browser.mjs";

/** The longest that opening may take, milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/** Tasks of the page's thread are to be shorter, milliseconds (those from 50 on are reported as long). */
const LONG_MS = 100;

/** A file input that drops the chosen file onto the page, as a user would: the file is never copied. */
const CHOOSER = "large-capture";

/** Runs in the page. @param {string} id */
function addChooser(id) {
  /** @type {number[]} */
  const tasks = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  }).observe({ type: "longtask" });
  const chooser = Object.assign(document.createElement("input"), { type: "file", id });
  chooser.onchange = () => {
    const data = new DataTransfer();
    for (const chosen of chooser.files ?? []) data.items.add(chosen);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  };
  document.body.append(chooser);
}

/** @param {number} bytes */
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

await main(async () => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Advice("Which capture? npm run lab large-capture FILE");
  const file = path.resolve(name);
  const { size } = await stat(file);
  await withBrowser(async ({ address, browser }) => {
    const page = await openPage(browser, address);
    page.on("pageerror", (error) => console.log(String(error)));
    await page.evaluate(addChooser, CHOOSER);
    const session = await page.context().newCDPSession(page);
    const chooser = await session.send("Runtime.evaluate", { expression: `document.getElementById("${CHOOSER}")` });
    const start = performance.now();
    await session.send("DOM.setFileInputFiles", { files: [file], objectId: chooser.result.objectId ?? "" });
    await page.getByRole("tab", { name: /^Frames/ }).click({ timeout: PATIENCE_MS });
    const frames = page.getByRole("grid", { name: "Frames" });
    await frames.waitFor();
    const seconds = (performance.now() - start) / 1000;
    // What a user does next: scroll, filter, find.
    await frames.focus();
    for (const key of ["End", "Home", "PageDown", "PageDown"]) await page.keyboard.press(key);
    await page.getByRole("combobox", { name: "Type of frame" }).selectOption("blocks");
    await page.getByRole("searchbox", { name: "Find in names and values" }).fill("path");
    await page.getByText(/^[\d,]+ of [\d,]+ matches$/).waitFor();
    const held = await wasmBytes(page);
    /** @type {number[]} */
    const tasks = await page.evaluate(() => Reflect.get(window, "longTasks"));
    const long = tasks.filter((task) => task > LONG_MS).length;
    console.log(`${mebibytes(size)} in ${seconds.toFixed(1)} s: ${(size / 1e6 / seconds).toFixed(0)} MB/s`);
    console.log(`the worker holds ${mebibytes(held)}`);
    const longest = Math.max(0, ...tasks).toFixed(0);
    console.log(`tasks of its thread: ${tasks.length} above 50 ms, ${long} above ${LONG_MS} ms, ${longest} ms at most`);
  });
});
