/** What axe-core says of the page. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright/test";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run(options: RunOptions): Promise<AxeResults> };

/** Of the colors alone: all else is as it was in the other theme. */
export const COLORS: RunOptions = { runOnly: ["color-contrast"] };
/** Of all but the colors: they are as they were in a wider window. */
export const STRUCTURE: RunOptions = { rules: { "color-contrast": { enabled: false } } };

/** What axe-core finds, as “rule: where”. */
export async function findings(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: Axe }).axe.run({ ...options, preload: false, resultTypes: ["violations"] }),
    options,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical" || impact === "moderate")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}
