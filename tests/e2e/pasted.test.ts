/** What the page shows of how a pasted text was read: what was skipped, and a part that is read alone. */
import type { Page } from "playwright/test";
import { inputText, openPage, paste, whenOpen } from "./reading";
import { expect, test } from "./support";

const input = (page: Page) => page.getByRole("region", { name: "Input" });

async function pasted(page: Page, text: string): Promise<void> {
  await openPage(page);
  await paste(page, text);
  await expect(inputText(page)).toHaveValue(text);
}

test("what was skipped is told apart without color, where colors are forced too", async ({ page }) => {
  const [before, after] = ["curl fails here since today.", "It works with nghttp, as ever."];
  await pasted(page, `${before}\n\nblock: 828684410f7777772e6578616d706c652e636f6d\n\n${after}\n`);
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    const painted = () => page.evaluate(() => Array.from(CSS.highlights.get("source-skipped") ?? [], String));
    await expect.poll(painted).toEqual([before, after]);
    const lines = await page.locator("[data-mirror]").evaluate((mirror) => {
      const style = getComputedStyle(mirror, "::highlight(source-skipped)");
      return [style.textDecorationLine, style.textDecorationStyle];
    });
    expect(lines).toEqual(["underline", "dotted"]);
  }
});

test("the part of a refused text that was chosen is all that is read after a reload, until something is typed", async ({
  page,
}) => {
  await pasted(page, "something was sent\n82 86\nor so, as far as anybody knows\n");
  await page.getByRole("button", { name: "Read only line 2" }).click();
  const said = input(page).getByText("Only the bytes on line 2 are read.");
  await said.waitFor();
  await page.reload();
  await whenOpen(page);
  await said.waitFor();
  await inputText(page).fill("82 86 84");
  await said.waitFor({ state: "detached" });
  await expect(input(page)).toContainText("hex · 1 block · 3 B");
});
