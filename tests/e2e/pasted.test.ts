/** What the page shows of how a pasted text was read: what was skipped, and a part that is read alone. */
import type { Page } from "playwright/test";
import { blockOptions, inputText, openPage, paste, whenOpen } from "./reading";
import { expect, test } from "./support";

const input = (page: Page) => page.getByRole("region", { name: "Input" });

async function pasted(page: Page, text: string): Promise<void> {
  await openPage(page);
  await paste(page, text);
  await expect(inputText(page)).toHaveValue(text);
}

/** The parts of the text that are painted in this style. */
function painted(page: Page, name: string): Promise<string[]> {
  return page.evaluate((name) => Array.from(CSS.highlights.get(name) ?? [], String), name);
}

/** Moves the pointer to the first letter of some words in the text. */
async function pointAt(page: Page, words: string): Promise<void> {
  const { x, y } = await page.locator("[data-mirror]").evaluate((mirror, words) => {
    const letters = mirror.firstChild as Text;
    const range = new Range();
    range.setStart(letters, letters.data.indexOf(words));
    range.setEnd(letters, letters.data.indexOf(words) + 1);
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, words);
  await page.mouse.move(x, y, { steps: 2 });
}

test.describe("what was skipped", () => {
  const BEFORE = "curl fails here since today.";
  const AFTER = "It works with nghttp, as ever.";
  const REPORT = `${BEFORE}\n\nblock: 828684410f7777772e6578616d706c652e636f6d\n\n${AFTER}\n`;
  const REASON = "Skipped: not a header block";

  test("is told apart without color, where colors are forced too", async ({ page }) => {
    await pasted(page, REPORT);
    for (const forcedColors of ["none", "active"] as const) {
      await page.emulateMedia({ forcedColors });
      await expect.poll(() => painted(page, "source-skipped")).toEqual([BEFORE, AFTER]);
      const lines = await page.locator("[data-mirror]").evaluate((mirror) => {
        const style = getComputedStyle(mirror, "::highlight(source-skipped)");
        return [style.textDecorationLine, style.textDecorationStyle];
      });
      expect(lines).toEqual(["underline", "dotted"]);
    }
  });

  test("has its reason where the pointer is over it, also over the reason itself", async ({ page }) => {
    await pasted(page, REPORT);
    await expect.poll(() => painted(page, "source-skipped")).toHaveLength(2);
    const reason = page.getByRole("tooltip");
    await pointAt(page, BEFORE);
    await reason.getByText(REASON).waitFor();
    await reason.hover();
    await reason.getByText(REASON).waitFor();
    await pointAt(page, AFTER);
    await expect.poll(() => painted(page, "source-reasoned")).toEqual([AFTER]);
    await page.keyboard.press("Escape");
    await reason.waitFor({ state: "detached" });
    await pointAt(page, BEFORE);
    await reason.getByText(REASON).waitFor();
    await blockOptions(page).first().hover();
    await reason.waitFor({ state: "detached" });
  });
});

test("the part of a refused text that was chosen is all that is read after a reload, until something is typed", async ({
  page,
}) => {
  await pasted(page, "something was sent\n82 86 84\nor so, as far as anybody knows\n");
  await input(page).getByRole("button", { name: "Read only line 2" }).click();
  const said = input(page).getByText("Only the bytes on line 2 are read.");
  await said.waitFor();
  await page.reload();
  await whenOpen(page);
  await said.waitFor();
  await inputText(page).fill("82 86");
  await said.waitFor({ state: "detached" });
  await expect(input(page)).toContainText("hex · 1 block · 2 B");
});
