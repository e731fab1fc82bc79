import { textOfPdf } from "./pdf";
import { expect, test } from "./support";

const squeezed = (text: string) => text.replaceAll(/\s/g, "");

for (const { page: id, row, rows, says } of [
  { page: "codes", row: "97", rows: 257, says: "97a61" + "00011" },
  { page: "rules", row: "16", rows: null, says: "§2.3.3" },
]) {
  test(`the row ${row} of “${id}” has an address`, async ({ page }) => {
    await page.goto(`#view=learn&chapter=${id}&row=${row}`);
    const named = page.locator("tr[aria-current]");
    await expect(named).toBeInViewport();
    expect(squeezed((await named.textContent()) ?? "")).toContain(squeezed(says));
    if (rows !== null) await expect(page.locator("tbody tr")).toHaveCount(rows);
    await expect(named.getByRole("link").first()).toBeFocused();
  });
}

test("a table is searched, and printed whole", async ({ page }) => {
  await page.goto("#view=learn&chapter=codes");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("30 bits");
  await expect(page.getByRole("status").filter({ hasText: "4 rows" })).toBeVisible();
  await search.fill("");
  await expect(page.locator("tbody tr")).toHaveCount(257);
  const printed = squeezed(textOfPdf(await page.pdf({ format: "A4" })));
  expect(printed).toContain("256EOS");
  expect(printed).toContain("97a61" + "00011");
});

test("a term in a chapter leads to the glossary, and from there to the chapter that defines it", async ({ page }) => {
  await page.goto("#view=learn&chapter=why");
  await page.getByRole("link", { name: "header block", exact: true }).first().click();
  const named = page.locator("tr[aria-current]");
  await expect(named).toContainText("header list");
  await named.getByRole("link", { name: "Before you start" }).click();
  await expect(page.locator("h1#chapter-title")).toHaveText("Before you start");
});
