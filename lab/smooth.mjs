/**
 * `npm run lab smooth`: how the built page keeps up with a person at 10^3 to 10^6 fields. Scrubs, steps, selects, scrolls
 * and searches in Chromium, and prints the median and the longest task of the page's own thread for each.
 */
import { main } from "../scripts/lib/run.mjs";
import { openPage, withBrowser } from "./lib/browser.mjs";
import { median } from "./lib/parts.mjs";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/** Moves of each kind. */
const MOVES = 60;

/** Between two letters that a person types, milliseconds: each is searched for before the next. */
const TYPING_MS = 200;

/** A block of `fields` fields: one literal, and references to it and to the static table. @param {number} fields */
const blockOf = (fields) => Buffer.from(`4001610162${"be82".repeat(fields / 2)}`.slice(0, 10 + 2 * (fields - 1)));

/**
 * Runs in the page: does `move` once a frame, and says how long each frame's work took until the next was due.
 * @param {{ kind: string, moves: number, pause: number }} what
 */
async function move({ kind, moves, pause }) {
  const element = (/** @type {string} */ selector) => {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`there is no ${selector}`);
    return found;
  };
  /** @param {HTMLInputElement} input @param {string} value */
  function put(input, value) {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  /** @type {Record<string, (nth: number) => void>} */
  const kinds = {
    scrubbing(nth) {
      const slider = element("input[type=range][aria-label=Step]");
      if (!(slider instanceof HTMLInputElement)) return;
      put(slider, String(Math.floor((Number(slider.max) * ((nth * 37) % moves)) / moves)));
    },
    stepping: () => element("button[aria-label='Step forward']").click(),
    selecting(nth) {
      const rows = document.querySelectorAll("#fields [role=row][aria-rowindex]:not([aria-rowindex='1'])");
      const row = rows[(nth * 7) % rows.length];
      if (row instanceof HTMLElement) row.click();
    },
    scrolling() {
      element("#fields [role=grid]").scrollTop += 700;
    },
    searching(nth) {
      const search = element("input[aria-label='Find in names and values']");
      const typed = ":method: GET | a: b | is=never";
      if (search instanceof HTMLInputElement) put(search, typed.slice(0, (nth % typed.length) + 1));
    },
  };
  /** @type {number[]} */
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const frames = [];
  for (let nth = 1; nth <= moves; nth += 1) {
    const began = await new Promise(requestAnimationFrame);
    kinds[kind]?.(nth);
    frames.push((await new Promise(requestAnimationFrame)) - began);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  observer.disconnect();
  return { frames, task: Math.max(0, ...tasks) };
}

await main(async () => {
  await withBrowser(async ({ address, browser }) => {
    console.log("fields, what: median frame, worst frame, longest task (ms; tasks count from 50 on)");
    for (const fields of SIZES) {
      const page = await openPage(browser, address);
      const file = { name: "fields.txt", mimeType: "text/plain", buffer: blockOf(fields) };
      await page.locator("input[type=file]").first().setInputFiles(file);
      await page.locator(`#fields [role=grid][aria-rowcount="${fields + 1}"]`).waitFor({ timeout: 120_000 });
      const stop = page.getByRole("button", { name: "Stop measuring" });
      if (await stop.isVisible()) await stop.click();
      for (const kind of ["scrubbing", "stepping", "selecting", "scrolling", "searching"]) {
        const pause = kind === "searching" ? TYPING_MS : 0;
        const { frames, task } = await page.evaluate(move, { kind, moves: MOVES, pause });
        const figures = [median(frames), Math.max(...frames), task].map((ms) => ms.toFixed(0));
        console.log(`${fields}, ${kind}: ${figures.join(", ")}`);
      }
      await page.close();
    }
  });
});
