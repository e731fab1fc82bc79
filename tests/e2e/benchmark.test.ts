import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { openPage, readClipboard, tabTo, whenOpen } from "./reading";
import { expect, test } from "./support";

const TWO_ENGINES = "view=benchmark&engines=window16+window14&baseline=window16&care=quick";

const runButton = (page: Page) => page.getByRole("button", { name: "Compare", exact: true });
const openMore = (page: Page) => page.getByText("Engines, inputs and precision").click();
const openFigures = (page: Page) => page.getByText("Figures", { exact: true }).click();
const result = (page: Page) => page.getByRole("heading", { name: "Result", exact: true });
const rows = (page: Page) => page.getByRole("region", { name: "Figures" }).getByRole("row");

test("from the keyboard alone: choose, run, read the plot and the verdict, and change what Inspect decodes with", async ({
  page,
}) => {
  await openPage(page);
  const { keyboard } = page;
  await tabTo(page, page.getByRole("link", { name: "Benchmark" }));
  await keyboard.press("Enter");
  await runButton(page).waitFor();

  // Which two: the next option of a list is one key further.
  await tabTo(page, page.getByRole("combobox", { name: "Question", exact: true }));
  await expect(page.getByRole("combobox", { name: "Question" })).toHaveValue(/LiteSpeed/);
  await tabTo(page, page.getByRole("combobox", { name: "Compare", exact: true }));
  await keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("combobox", { name: "with", exact: true }));
  for (const _ of ["8-bit tables", "12-bit window", "16-bit window"]) await keyboard.press("ArrowDown");
  // A third engine, on one string, quickly.
  await tabTo(page, page.locator("summary").filter({ hasText: "Engines, inputs and precision" }));
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "Measure bit by bit" }));
  await keyboard.press("Space");
  await tabTo(page, page.getByRole("radio", { name: "Inspect decodes with 14-bit window" }));
  // The radios of one group are one stop, and arrows go round in it.
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Inspect decodes with bit by bit" })).toBeChecked();
  for (const workload of [
    "88 characters",
    "88 characters, one with a long code",
    "prose",
    "strings of captured connections",
  ]) {
    await tabTo(page, page.getByRole("checkbox", { name: workload, exact: true }));
    await keyboard.press("Space");
  }
  await tabTo(page, page.getByRole("combobox", { name: "Precision" }));
  await keyboard.press("ArrowUp");
  await tabTo(page, runButton(page));
  await keyboard.press("Enter");
  await result(page).waitFor();

  const plot = page.getByRole("figure").getByRole("list", { name: "Engines" });
  await expect(plot.getByRole("listitem")).toHaveCount(3);
  await expect(plot.locator("[data-mark]")).toHaveCount(3);
  // The answer, and whether the machine was quiet, are before any figure, and the end is announced.
  const said = page.getByRole("region", { name: "Results" }).locator("h2 + p + p");
  await expect(said).toHaveText(/^(Quiet enough to trust|Noisy, but|Too noisy)/);
  const summary = /14-bit window (is .*× as fast as|takes .*× as long as|and|from) 16-bit window/;
  await expect(page.locator("h2 + p")).toHaveText(summary);
  await page
    .getByRole("status")
    .filter({ hasText: /^Finished\. / })
    .filter({ hasText: summary })
    .waitFor();
  await openFigures(page);
  await expect(rows(page)).toHaveText([/./, /^(?!.*baseline)/s, /baseline/, /^(?!.*baseline)/s]);
  await expect(page.getByText(/The clock advances in steps of 5 µs; the page is cross-origin isolated/)).toHaveCount(1);
  await expect
    .poll(() => page.url())
    .toContain("engines=window14+window16+walk&workloads=9&baseline=window16&care=quick");

  // In Inspect the chosen engine decodes and is timed; and the results are still there on the way back.
  await page.getByRole("link", { name: "Inspect" }).focus();
  await keyboard.press("Enter");
  await whenOpen(page);
  await expect(page.getByRole("combobox", { name: "Huffman engine" })).toHaveValue("walk");
  await page.locator("#timing [data-tip*='Engine: bit by bit']").waitFor();
  await page.getByRole("combobox", { name: "Huffman engine" }).selectOption("nibble");
  await page.getByRole("link", { name: "Benchmark" }).focus();
  await keyboard.press("Enter");
  await result(page).waitFor();
  await openMore(page);
  await expect(page.getByRole("radio", { name: "Inspect decodes with 4-bit states" })).toBeChecked();
});

test("stopped half-way, what has been measured stays", async ({ page }) => {
  await page.goto("#view=benchmark&stage=huffman&care=thorough&workloads=9+prose");
  await runButton(page).click();
  await page.getByRole("progressbar", { name: "Progress of the benchmark" }).waitFor();
  await page.locator("h2 + p").filter({ hasText: "16-bit window" }).waitFor();
  await openFigures(page);
  await rows(page).nth(6).waitFor();
  await page.getByRole("button", { name: "Stop" }).press("Enter");
  await page.getByRole("heading", { name: "Result so far, stopped" }).waitFor();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(6);
  await expect(runButton(page)).toBeEnabled();
});

test("the open session and a file can be measured, and samples taken away", async ({ page }) => {
  await page.goto(`#${TWO_ENGINES}&workloads=session`);
  await openMore(page);
  await page.getByRole("checkbox", { name: "a file" }).check();
  await runButton(page).click();
  await page.getByRole("alert").filter({ hasText: "No file has been chosen." }).waitFor();
  const file = {
    name: "own.hex",
    mimeType: "text/plain",
    buffer: Buffer.from("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"),
  };
  await page.getByLabel("The file to measure with").setInputFiles(file);
  await runButton(page).click();
  await result(page).waitFor();
  await page.getByText("By input").click();
  const groups = page.getByRole("figure").getByRole("region");
  await expect
    .poll(() => groups.evaluateAll((all) => all.map((group) => group.getAttribute("aria-label"))))
    .toEqual(["strings of the open session", "strings of own.hex"]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download samples" }).click(),
  ]);
  const samples = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(samples).toMatchObject({ schema: "hpack-inspector-bench/1", choice: { stage: "huffman" } });
  expect(samples.trust.sentence).toMatch(/^(The machine was|(Too|There were too) few rounds)/);
  // Until the intervals are narrow, or the limit is reached.
  const rounds: number[] = samples.results.map(({ samples }: { samples: number[] }) => samples.length);
  expect(rounds.filter((rounds) => ![91, 182, 364].includes(rounds))).toEqual([]);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(() => readClipboard(page)).toContain("| strings of own.hex | 14-bit window |");
});

test("decoders from npm are loaded when they are ticked, and agree with ours on stories", async ({
  page,
  requests,
}) => {
  await page.goto("#view=benchmark&stage=javascript&engines=ours&baseline=ours&workloads=captures&care=quick");
  await openMore(page);
  const chunks = () => requests.filter((address) => /\/(hpack|node|nghttp2)-[^/]*\.js$/.test(address)).length;
  expect(chunks()).toBe(0);
  for (const engine of ["hpack 1.0.0", "hpack.js 2.1.6"]) {
    await page.getByRole("checkbox", { name: `Measure ${engine}` }).check();
  }
  await page.getByRole("checkbox", { name: /^nghttp2 test stories / }).check();
  await runButton(page).click();
  // Only that all three are let into the race: how long it takes is for the benchmark itself.
  await page.getByRole("heading", { name: "So far" }).waitFor();
  await openFigures(page);
  await rows(page).nth(3).waitFor();
  expect(chunks()).toBeGreaterThan(2);
  const { origin } = new URL(page.url());
  expect(requests.filter((address) => new URL(address).origin !== origin)).toEqual([]);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("wrong output")).toHaveCount(0);
});

test("in a narrow window the answer is below the question, in sight, and the page stays where it is", async ({
  page,
}) => {
  await page.goto(`#${TWO_ENGINES}&workloads=9`);
  await page.setViewportSize({ width: 390, height: 844 });
  await runButton(page).waitFor();
  await runButton(page).click();
  await result(page).waitFor();
  const bottom = await page.locator("h2 + p").evaluate((answer) => answer.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(844);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
});
