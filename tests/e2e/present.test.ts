/**
 * Presenter mode: every part of every step is whole in the windows of projectors. An ordinary run goes through the short
 * examples, one chapter and one window; `npm run test:long` through all of them.
 */
import { readdir } from "node:fs/promises";
import type { Page } from "playwright/test";
import { fieldGrid, openPage } from "./reading";
import { CHAPTERS, HAS_ALL } from "./states";
import { expect, test } from "./support";

const TEXTS = (await readdir(new URL("../../web/src/examples/", import.meta.url)))
  .flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? [])
  .filter((name) => HAS_ALL || /^(rfc7541|middle|broken-(truncated|huffman-eos|index-zero|missing)$)/.test(name))
  .sort();
const WINDOWS = [
  [853, 480],
  [1280, 720],
] as const;
const sheet = (page: Page) => page.getByRole("dialog", { name: "Presenter mode" });
const place = (page: Page) => sheet(page).getByRole("banner").getByRole("paragraph");
const part = (page: Page) => sheet(page).getByRole("list", { name: "Parts" }).locator("[aria-current]");
const words = (page: Page) => sheet(page).locator("[data-words]").filter({ visible: true });

async function present(page: Page, address: string): Promise<void> {
  await page.goto(`/?${address.replace(/\W/g, "")}#${address}&present=1`);
  await sheet(page).getByRole("heading", { level: 2 }).waitFor();
}

/** Goes on to the last part of the last step; returns the number of steps, and what is wrong with which part. */
function walk(page: Page): Promise<{ steps: number; faults: string[] }> {
  return page.evaluate(async () => {
    const dialog = document.querySelector("[role=dialog]") as HTMLElement;
    const textOf = (selector: string) => dialog.querySelector(selector)?.textContent ?? "";
    const now = () => `${textOf("header p")}: ${textOf("footer [aria-current]")}`;
    const all = (selector: string) => [...dialog.querySelectorAll<HTMLElement>(selector)];
    const shown = (selector: string) => all(selector).filter((one) => getComputedStyle(one).visibility === "visible");
    /** Type scales with the window. */
    const scale = Math.min(innerWidth / 1280, innerHeight / 720);

    /** What is hidden takes its room too, so that this holds of all parts of a step. */
    function* outside() {
      const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const element = text.parentElement as HTMLElement;
        const range = document.createRange();
        range.selectNode(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        if (right === left || element.closest(".sr-only") !== null) continue;
        const box = (element.closest("[data-kind] > div") ?? dialog).getBoundingClientRect();
        const isInside = left >= box.left && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
        if (!isInside) yield `“${text.textContent}” is outside`;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        const least = (element.closest("[data-words], td") === null ? 22 : 28) * scale;
        if (size < least - 0.1) yield `“${text.textContent}” is ${size} px high`;
      }
    }

    function* faults() {
      for (const element of [document.documentElement, ...all("header p, [data-kind] > div")]) {
        const [high, wide] = [element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth];
        if (Math.max(high, wide) > 0) yield `${element.className} overflows by ${high}, ${wide}`;
      }
      const sentences = shown("[data-words]").map((one) => one.textContent);
      if (sentences.length !== 1 || sentences[0] === "") yield `${sentences.length} sentences`;
      if (shown("[data-as]").length === 0 && !textOf("footer ol").includes("error")) yield "no bits";
      const [fill = ""] = shown("[data-fill]").map((one) => one.textContent);
      const left = shown("td").map((one) => /^(\d+) more evicted$/.exec(one.textContent)?.[1] ?? 0);
      for (const mark of ["inserted", "evicted"]) {
        const told = Number(new RegExp(`(\\d+) ${mark}`).exec(fill)?.[1] ?? 0);
        // Of many that go, some are only counted.
        const more = mark === "evicted" ? left.reduce<number>((sum, one) => sum + Number(one), 0) : 0;
        const rows = shown(`[data-mark=${mark}]`).length;
        if (rows + more !== told || rows < Math.min(told, 2)) yield `${rows} of ${told} ${mark} entries`;
      }
    }

    const found: string[] = [];
    for (let steps = 1, isNew = true; ; ) {
      const [before, step] = [now(), textOf("header p")];
      for (const fault of [...(isNew ? outside() : []), ...faults()]) found.push(`${before}: ${fault}`);
      if (dialog.querySelector("[aria-label=Next]:disabled") !== null) return { steps, faults: found };
      dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, cancelable: true }));
      while (now() === before) await new Promise((resolve) => setTimeout(resolve));
      isNew = textOf("header p") !== step;
      if (isNew) steps += 1;
    }
  });
}

async function expectWhole(page: Page, address: string): Promise<void> {
  // The browser lays out hundreds of steps.
  test.slow();
  await present(page, address);
  const { steps, faults } = await walk(page);
  expect(faults).toEqual([]);
  expect(steps).toBeGreaterThan(0);
}

for (const [width, height] of HAS_ALL ? WINDOWS : WINDOWS.slice(0, 1)) {
  test.describe(`every part of every step is whole at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });
    for (const example of TEXTS) {
      test(example, ({ page }) => expectWhole(page, `example=${example}&step=1`));
    }
    for (const chapter of HAS_ALL ? CHAPTERS : ["table-life"]) {
      test(`the chapter “${chapter}”`, async ({ page }) => {
        await page.goto(`#view=learn&chapter=${chapter}`);
        await page.getByRole("region", { name: "Live inspector" }).getByRole("gridcell").first().waitFor();
        const links = await page
          .locator("[aria-label='Examples of this chapter'] a")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
        for (const address of links.length > 0 ? links : [`view=learn&chapter=${chapter}`]) {
          await expectWhole(page, `${address}&step=1`);
        }
      });
    }
  });
}

for (const [view, address, head, step] of [
  ["Inspect", "example=rfc7541-c5&step=9", /field 1 of \d+$/, /step=9\b/],
  ["Explain", "view=explain&example=rfc7541-c5&step=9", /field 1 of \d+$/, /step=9\b/],
  ["Learn", "view=learn&chapter=tables&step=4", /^Two tables, .* · Three .* block \d of \d · field 1/, /step=1\b/],
] as const) {
  test(`${view}: p presents the block from its first field, the address says so, Escape leads back`, async ({
    page,
  }) => {
    await page.goto(`#${address}`);
    await (view === "Explain" ? page.locator("#step-9") : page.getByRole("grid").first()).waitFor();
    await page.keyboard.press("p");
    await expect(place(page)).toContainText(head);
    await expect(page).toHaveURL(/present=1/);
    await expect(page).toHaveURL(step);
    const shown = await place(page).textContent();
    await page.reload();
    await expect(place(page)).toHaveText(shown ?? "");
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/present/);
    await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
  });
}

test("by the keys of remotes: parts, steps, a question before the answer, a blank screen", async ({ page }) => {
  await present(page, "example=rfc7541-c6&step=13");
  await expect(part(page)).toHaveText("prefix");
  for (const [key, name] of [
    ["PageDown", "index"],
    ["Space", "value length"],
    ["ArrowRight", "value"],
    ["PageUp", "value length"],
    ["ArrowLeft", "index"],
    ["ArrowDown", "value length"],
    ["Enter", "value"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(part(page)).toHaveText(name);
  }
  const table = sheet(page).getByRole("table", { name: "Dynamic table" });
  await page.keyboard.press("q");
  await expect(sheet(page).getByText("Which entries will go?")).toBeVisible();
  await expect(words(page)).toHaveCount(0);
  await expect(table.locator("[data-mark=evicted]").filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("To make room, 1 entry is evicted.");
  await expect(table.locator("[data-mark=evicted]").filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("The table goes from 170 to 222 of 256 bytes.");
  await page.keyboard.press(".");
  await expect(sheet(page).getByRole("status", { name: "Blank screen" })).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(sheet(page).getByRole("status", { name: "Blank screen" })).toHaveCount(0);
  await expect(place(page)).toContainText("field 5 of 6");
  await page.keyboard.press("PageDown");
  await expect(place(page)).toContainText("field 6 of 6");
  await page.keyboard.press("PageUp");
  await expect(place(page)).toContainText("field 5 of 6");
  await expect(part(page)).toHaveText("insertion");
});

test("leaving gives the focus back", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c6&step=13");
  await fieldGrid(page).focus();
  await page.keyboard.press("p");
  await expect(part(page)).toHaveText("prefix");
  await page.keyboard.press("Escape");
  await expect(fieldGrid(page)).toBeFocused();
});
