/** Explain: a block on one page, linked to, printed and saved. */
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright/test";
import { EXAMPLES } from "../appendix-c";
import { textOfPdf } from "./pdf";
import { stepGroup, whenOpen } from "./reading";
import { expect, test } from "./support";

const C6 = EXAMPLES.find(({ section }) => section === "C.6")?.blocks ?? [];
const blockAt = (number: number) => `#view=explain&example=rfc7541-c6&block=${number}`;
/** The largest file that is saved of an ordinary block, bytes. */
const LARGEST = 200_000;
/** Where the documentation has its pages; written by a run with HPACK_WRITE_DOCS=1. */
const DOCS = fileURLToPath(new URL("../../docs/explained/", import.meta.url));

const step = (page: Page, number: number) => page.locator(`#step-${number}`);

async function whenExplained(page: Page): Promise<void> {
  await page
    .getByRole("heading", { name: /^The table (before|at)/ })
    .first()
    .waitFor();
}

function fieldsOf(number: number): string[] {
  return (C6[number - 1]?.fields ?? []).map(([, name, value]) => `${name}: ${value}`);
}

/** The titles of the steps, without the signs of their links. */
async function titles(page: Page): Promise<string[]> {
  const found = await page.locator("section[id^=step-] h2").allTextContents();
  return found.map((title) => title.replace(/\s*#$/, ""));
}

/** How some of the elements look. */
function looks(page: Page): Promise<string[]> {
  return page.locator("h1, h2, [data-as], [data-as] + [data-as], td, th, ol li > *, ol b").evaluateAll((elements) =>
    elements.map((element) => {
      const { fontFamily, fontSize, color, borderLeft, borderBottom } = getComputedStyle(element);
      const bracket = getComputedStyle(element, "::before").borderBottom;
      return [element.tagName, fontFamily, fontSize, color, borderLeft, borderBottom, bracket].join(" ");
    }),
  );
}

/** A step is at the top of what scrolls. */
async function expectAtTop(page: Page, at: Locator): Promise<void> {
  const away = async () => {
    const [top, view] = await Promise.all([at.boundingBox(), page.locator("[data-document]").boundingBox()]);
    return Math.abs((top?.y ?? Number.POSITIVE_INFINITY) - (view?.y ?? 0));
  };
  await expect.poll(away).toBeLessThan(40);
}

test("a permalink opens the same field; back and forward lead through the followed links", async ({
  page,
  openElsewhere,
}) => {
  await page.goto(blockAt(3));
  await whenExplained(page);
  const link = page.getByRole("link", { name: "Link to step 5" });
  const address = await link.evaluate((link: HTMLAnchorElement) => link.href);
  expect(address).toMatch(/#view=explain&example=rfc7541-c6&step=13$/);
  const other = await openElsewhere(address);
  await expect(step(other, 13)).toContainText("content-encoding: gzip");
  await expectAtTop(other, step(other, 13));
  await expect(other).toHaveURL(address);

  await link.click();
  await expect(page).toHaveURL(address);
  await page.getByRole("region", { name: "All bytes" }).getByRole("link").nth(2).click();
  await expectAtTop(page, step(page, 11));
  // To the field of another block that inserted an entry.
  await step(page, 10).getByRole("button", { name: "1:4, go to the step that inserted it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RFC 7541 C.6.1");
  await expectAtTop(page, step(page, 2));
  await page.goBack();
  await expectAtTop(page, step(page, 11));
  await page.goBack();
  await expectAtTop(page, step(page, 13));
  await page.goForward();
  await expectAtTop(page, step(page, 11));
});

test("from Inspect by its key and back, where the step is as it was", async ({ page }) => {
  await page.goto("#example=rfc7541-c6");
  await whenOpen(page);
  await page.keyboard.press("x");
  await whenExplained(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RFC 7541 C.6.3");
  await expect(page).toHaveURL(/#view=explain&example=rfc7541-c6&block=3$/);
  await page.keyboard.press("ArrowRight");
  await expectAtTop(page, step(page, 9));
  await page.keyboard.press("[");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RFC 7541 C.6.2");
  await page.goBack();
  await whenOpen(page);
  await expect(stepGroup(page)).toContainText("13 / 14");
  await page.getByRole("region", { name: "Bytes" }).getByRole("button", { name: "Explain" }).click();
  await whenExplained(page);
});

// All three where they are written for the documentation; each is a block like the largest.
for (const number of process.env.HPACK_WRITE_DOCS === "1" ? [1, 2, 3] : [3]) {
  test(`C.6.${number} as a page of its own: all its fields, without scripts; and printed`, async ({
    page,
    browser,
  }, testInfo) => {
    await page.goto(blockAt(number));
    await whenExplained(page);
    const printed = textOfPdf(await page.pdf({ format: "A4" })).replaceAll(/\s/g, "");
    for (const field of [...fieldsOf(number), "The table after this block"])
      expect(printed).toContain(field.replaceAll(/\s/g, ""));
    expect(printed).not.toContain("Saveaspage");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as page" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`rfc-7541-c-6-${number}-block-${number}-of-3.html`);
    const path = testInfo.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    const text = await readFile(path, "utf8");
    expect(Buffer.byteLength(text)).toBeLessThan(LARGEST);
    expect(text).not.toMatch(/<script|<button|javascript:|http:\/\/localhost/);

    const context = await browser.newContext({ javaScriptEnabled: false });
    const saved = await context.newPage();
    await saved.goto(`file://${path}`);
    expect(await titles(saved)).toEqual(fieldsOf(number));
    const [styled, plain] = await Promise.all([saved, page].map(looks));
    expect(styled).toEqual(plain);
    for (const [scheme, ground] of [
      ["dark", "rgb(20, 25, 32)"],
      ["light", "rgb(255, 255, 255)"],
    ] as const) {
      await saved.emulateMedia({ colorScheme: scheme });
      await expect(saved.locator("body")).toHaveCSS("background-color", ground);
    }
    const last = saved.getByRole("region", { name: "All bytes" }).getByRole("link").last();
    await last.click();
    await expect(saved).toHaveURL(/#step-\d+$/);
    await context.close();
    if (process.env.HPACK_WRITE_DOCS === "1") {
      await mkdir(DOCS, { recursive: true });
      await file.saveAs(`${DOCS}rfc7541-c6-${number}.html`);
    }
  });
}
