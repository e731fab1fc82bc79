/** Learn's pages that need no script, and every link in the built page's HTML. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { HtmlValidate } from "html-validate";
import { DIST } from "../../scripts/lib/paths.mjs";
import { textOfPdf } from "./pdf";
import { CHAPTERS } from "./states";
import { expect, test } from "./support";

const FILES = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const contentOf = (file: string) => readFileSync(path.join(DIST, file), "utf8");

test("all HTML is valid", async () => {
  expect(FILES.length).toBeGreaterThan(CHAPTERS.length);
  const validator = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "no-inline-style": "error" } });
  for (const file of FILES) {
    const { results } = await validator.validateString(contentOf(file));
    expect(
      results.flatMap(({ messages }) => messages),
      file,
    ).toEqual([]);
  }
});

test("every link leads to a file, and to a place in it", () => {
  const lost = FILES.flatMap((file) => {
    const links = [...contentOf(file).matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    return links.flatMap((link) => {
      const [address = "", place = ""] = link.split("#");
      if (/^[a-z]+:/.test(address)) return [];
      const to =
        address === "" ? file : path.join(path.dirname(file), address.endsWith("/") ? `${address}index.html` : address);
      if (!existsSync(path.join(DIST, to))) return [`${file}: ${link}`];
      // A place in the page itself is a state, which other tests open.
      if (place === "" || place.startsWith("view=")) return [];
      return contentOf(to).includes(` id="${place}"`) ? [] : [`${file}: ${link}`];
    });
  });
  expect(lost).toEqual([]);
});

test("a chapter is read without scripts: its text, examples, widgets and exercises, at any width", async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  for (const chapter of [...CHAPTERS, "capstone"]) {
    await page.goto(`/learn/${chapter}.html`);
    await expect(page.locator("h1")).not.toHaveText("");
    await expect(page.locator("[name=description]")).toHaveAttribute("content", /HPACK/);
    await expect(page.locator("strong", { hasText: /^…$/ })).toHaveCount(0);
    expect(await page.locator("h2:not([id]), [aria-label$='byte by byte'] li:not(:has([id]))").count(), chapter).toBe(
      0,
    );
    await expect(page.locator("button:not([aria-pressed=true])").filter({ visible: true })).toHaveCount(0);
    const { scrollWidth, clientWidth } = await page.locator("html").evaluate((root) => root);
    expect(scrollWidth, chapter).toBe(clientWidth);
  }
  await page.goto("/learn/table-life.html#c5-2-1");
  await expect(page.locator(":target")).toHaveText("03");
  await page.getByText("Solution").first().click();
  await expect(page.getByText("Count from the bottom of the list")).toBeVisible();
  await context.close();
});

test("a connection is read without scripts: a message opens to its bytes, an address leads to each, paper has all", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto("/learn/connection.html");
  const message = page.locator("li#m6");
  await expect(message.getByText("Table size: 128 bytes")).toBeHidden();
  await message.getByText("The first response").click();
  await expect(message.getByText("Table size: 128 bytes")).toBeVisible();
  await expect(page.getByRole("table", { name: /copy of the table for/ })).toHaveCount(12);
  const copies = await page
    .getByRole("table", { name: /copy/ })
    .evaluateAll((all) => all.map((one) => one.textContent));
  expect(copies.filter((_, at) => at % 2 === 0)).toEqual(copies.filter((_, at) => at % 2 === 1));
  await page.goto("/learn/connection.html#m3-12");
  await expect(page.locator(":target")).toHaveText("8a");
  await expect(page.locator(":target")).toBeVisible();
  const { scrollWidth, clientWidth } = await page.locator("html").evaluate((root) => root);
  expect(scrollWidth).toBe(clientWidth);
  expect(textOfPdf(await page.pdf({ format: "A4" })).replaceAll(/\s/g, "")).toContain("alert('pear')");
  await context.close();
});

test("the address of a byte opens its message in the page; of what is not there it says so", async ({ page }) => {
  await page.goto("#view=learn&chapter=connection&row=m9-12");
  await expect(page.locator("#m9-12")).toBeInViewport();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await page.goto("#view=learn&chapter=connection&row=m15");
  await expect(page.getByRole("alert")).toHaveText("There is no message or byte “m15” here.");
});
