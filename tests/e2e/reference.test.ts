import { textOfPdf } from "./pdf";
import { expect, test } from "./support";

const squeezed = (text: string) => text.replaceAll(/\s/g, "");

test("a table is searched, and printed whole", async ({ page }) => {
  await page.goto("#view=learn&chapter=codes");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("30 bits");
  await expect(page.getByRole("status").filter({ hasText: "4 rows" })).toBeVisible();
  await search.fill("");
  await expect(page.locator("tbody tr")).toHaveCount(257);
  const printed = squeezed(textOfPdf(await page.pdf({ format: "A4" })));
  expect(printed).toContain(`EOS–${"1".repeat(30)}30bits`);
  expect(printed).toContain("a61000115bits");
});

test("the handout takes one sheet, of A4 as of Letter", async ({ page }) => {
  await page.goto("#view=learn&chapter=handout");
  await expect(page.locator("ol[data-columns='5'] li")).toHaveCount(95);
  await expect(page.locator("ol[data-columns='3'] li")).toHaveCount(61);
  const margin = { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" };
  for (const format of ["A4", "Letter"]) {
    const pages = (await page.pdf({ format, margin })).toString("latin1").match(/\/Type \/Page\b/g);
    expect(pages, format).toHaveLength(1);
  }
});

test("a term in a chapter leads to the glossary, and from there to the chapter that defines it", async ({ page }) => {
  await page.goto("#view=learn&chapter=why");
  await page.getByRole("link", { name: "header block", exact: true }).first().click();
  const named = page.locator("tr[aria-current]");
  await expect(named).toContainText("header list");
  await named.getByRole("link", { name: "Before you start" }).click();
  await expect(page.locator("h1#chapter-title")).toHaveText("Before you start");
});
