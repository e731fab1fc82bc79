/** Presenter mode: every part of every step of every example is whole in the windows of projectors. */
import { readdir } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { openPage } from "./reading";
import { CHAPTERS } from "./states";
import { test } from "./support";

const TEXTS = (await readdir(new URL("../../web/src/examples/", import.meta.url)))
  .flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? [])
  .sort();
const sheet = (page: Page) => page.getByRole("dialog", { name: "Presenter mode" });
const part = (page: Page) => sheet(page).getByRole("list", { name: "Parts" }).locator("[aria-current]");

async function present(page: Page, address: string): Promise<void> {
  await page.goto(`/?${address.replace(/\W/g, "")}#${address}&present=1`);
  await sheet(page).getByRole("heading").waitFor();
}

/** Goes on to the last part of the last step; returns the number of steps, and what is wrong with which part. */
function walk(page: Page): Promise<{ steps: number; faults: string[] }> {
  return page.evaluate(async () => {
    const dialog = document.querySelector("[role=dialog]") as HTMLElement;
    const textOf = (selector: string) => dialog.querySelector(selector)?.textContent ?? "";
    const now = () => `${textOf("header p")}: ${textOf("footer ol")}`;
    const isShown = (element: Element) =>
      getComputedStyle(element).visibility === "visible" && element.closest(".sr-only") === null;
    /** At 1280 × 720; type scales with the window. */
    const scale = Math.min(innerWidth / 1280, innerHeight / 720);

    function faultsOf(): string[] {
      const faults: string[] = [];
      for (const element of [document.documentElement, ...dialog.querySelectorAll("*")]) {
        const cuts = getComputedStyle(element).overflow !== "visible" || element === document.documentElement;
        const [high, wide] = [element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth];
        if (cuts && !element.classList.contains("sr-only") && Math.max(high, wide) > 1) {
          faults.push(`${element.className} overflows by ${high}, ${wide}`);
        }
      }
      const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const element = text.parentElement as HTMLElement;
        if (!isShown(element) || text.textContent?.trim() === "") continue;
        const range = document.createRange();
        range.selectNode(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const column = (element.closest("[data-kind] > div") ?? dialog).getBoundingClientRect();
        const isInside =
          left >= column.left - 1 && right <= column.right + 1 && top >= column.top - 1 && bottom <= column.bottom + 1;
        if (right > left && !isInside) faults.push(`“${text.textContent}” is outside`);
        const least = (element.closest("[data-words]") === null ? 22 : 28) * scale;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (size < least - 0.1) faults.push(`“${text.textContent}” is ${size} px high`);
      }
      const words = [...dialog.querySelectorAll("[data-words]")].filter(isShown);
      if (words.length !== 1 || words[0]?.textContent === "") faults.push(`${words.length} sentences`);
      const marked = (mark: string) => [...dialog.querySelectorAll(`[data-mark=${mark}]`)].filter(isShown).length;
      const told = [...dialog.querySelectorAll("[data-fill]")].filter(isShown).map((fill) => fill.textContent)[0] ?? "";
      for (const mark of ["inserted", "evicted"]) {
        const number = Number(new RegExp(`(\\d+) ${mark}`).exec(told)?.[1] ?? 0);
        if (marked(mark) !== number) faults.push(`${marked(mark)} of ${number} ${mark} rows`);
      }
      if (![...dialog.querySelectorAll("[data-as]")].some(isShown)) faults.push("no bits");
      return faults;
    }

    const faults: string[] = [];
    let steps = 1;
    for (;;) {
      const before = now();
      const step = textOf("header p");
      faults.push(...faultsOf().map((fault) => `${before}: ${fault}`));
      if (dialog.querySelector("[aria-label=Next]:disabled") !== null) return { steps, faults };
      dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, cancelable: true }));
      while (now() === before) await new Promise(requestAnimationFrame);
      if (textOf("header p") !== step) steps += 1;
    }
  });
}

for (const [width, height] of [
  [1280, 720],
  [853, 480],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const example of TEXTS) {
      test(`every part of every step is whole: ${example}`, async ({ page }) => {
        await present(page, `example=${example}&step=1`);
        const { steps, faults } = await walk(page);
        console.log(`FAULTS ${JSON.stringify([example, steps, width, faults.slice(0, 400)])}`);
        expect(faults).toEqual([]);
      });
    }
  });
}
void [CHAPTERS, openPage, part];
