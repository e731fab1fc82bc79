import type { Page } from "playwright/test";
import { textOfPdf } from "./pdf";
import { expect, test } from "./support";

const capstone = (page: Page) => page.getByRole("region", { name: "Capstone" });
const done = (page: Page) => capstone(page).getByRole("progressbar", { name: "Parts done" });

/** The key: a row of answers for each representation. */
async function keyOf(page: Page, sort: "Short" | "Long", variant: number): Promise<string[][]> {
  // Only the page for teachers has it.
  const address = page.url();
  await expect(page.locator("section[aria-label=Key]")).toHaveCount(0);
  await page.goto("#view=learn&chapter=teacher");
  await page.getByRole("button", { name: sort, exact: true }).click();
  await page.getByRole("textbox", { name: "Variant" }).fill(String(variant));
  const key = page.locator("section[aria-label=Key]");
  await expect(key.getByRole("heading").first()).toHaveText(new RegExp(`${variant === 0 ? "C.6" : variant}, block 1$`));
  const rows = await key
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => cell.textContent ?? "")));
  await page.goto(address);
  await done(page).waitFor();
  return rows;
}

/** What is typed into each part of a representation, by the key. */
function answersOf([, kind = "", index = "", names = "", lengths = "", value = "", table = ""]: string[]): string[][] {
  if (kind === "size update") return [[kind], [index]];
  const strings = lengths === "" ? [] : lengths.split(", ").map(Number);
  const texts = index === "0" ? [names, value] : [value];
  const literal = texts.flatMap((text, at) => [strings.slice(2 * at, 2 * at + 2).map(String), [text]]);
  const name = index === "0" ? [] : kind === "indexed" ? [[names, value]] : [[names]];
  return [
    [kind],
    [index],
    ...name,
    ...(kind === "indexed" ? [] : literal),
    ...(table === "" ? [] : [table.split(", ")]),
  ];
}

/** Answers a part: its first control has the focus. */
async function answer(page: Page, texts: string[]): Promise<void> {
  const { keyboard } = page;
  for (const [at, text] of texts.entries()) {
    if (at > 0) await keyboard.press("Tab");
    const radio = page.getByRole("radio", { name: text, exact: true });
    if ((await radio.count()) > 0) {
      for (let moves = 0; moves < 5 && !(await radio.isChecked()); moves += 1) await keyboard.press("ArrowDown");
      continue;
    }
    await keyboard.press("Control+A");
    await keyboard.type(text);
  }
  await keyboard.press("Enter");
}

test("solved by keyboard with one mistake; a reload goes on where it was", async ({ page }) => {
  test.slow();
  await page.goto("#view=learn&chapter=capstone&exercise=short&variant=1");
  await done(page).waitFor();
  const parts = (await keyOf(page, "Short", 1)).flatMap(answersOf);
  await expect(done(page)).toHaveAttribute("max", String(parts.length));
  await capstone(page).getByRole("radio").first().focus();

  // The first number is a mistake: it is named, and asked again.
  await answer(page, parts[0] ?? []);
  await expect(done(page)).toHaveAttribute("value", "1");
  await answer(page, ["63"]);
  await expect(capstone(page).getByRole("status").filter({ hasText: "Not yet. The maximum is wrong." })).toBeVisible();
  await expect(done(page)).toHaveAttribute("value", "1");
  await page.reload();
  await expect(done(page)).toHaveAttribute("value", "1");
  await capstone(page).getByRole("textbox").first().focus();

  for (const [at, texts] of parts.entries()) {
    if (at === 0) continue;
    await answer(page, texts);
    await expect(done(page), texts.join(", ")).toHaveAttribute("value", String(at + 1));
  }
  const line = `Short, variant 1: ${parts.length} of ${parts.length} parts solved, 0 shown, 1 wrong answer, 0 helps`;
  await expect(capstone(page).getByRole("status").first()).toContainText(line);
  await expect(capstone(page).getByRole("button", { name: "Copy the result" })).toBeFocused();
});

test("hints go from the rule to the bits to the answer; they are counted, and the next part begins from there", async ({
  page,
}) => {
  await page.goto("#view=learn&chapter=capstone&variant=7");
  const press = (name: string) => capstone(page).getByRole("button", { name, exact: true }).click();
  const show = capstone(page).getByRole("button", { name: "Show the answer" });
  await press("Show a hint (2 left)");
  await expect(capstone(page)).toContainText("The first bits give the kind");
  await expect(show).toHaveCount(0);
  await press("Show another hint (1 left)");
  await expect(capstone(page).locator("em")).toHaveText("01");
  await show.click();
  await expect(capstone(page).getByLabel("Known so far")).toContainText(/Kind\s*incremental/);
  // Without hints, after two wrong answers.
  await capstone(page).getByRole("textbox").fill("9999");
  for (const shown of [0, 1]) {
    await press("Check");
    await expect(show).toHaveCount(shown);
  }
  await show.click();
  await expect(done(page)).toHaveAttribute("value", "2");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("learn") ?? "{}").capstone);
  expect(kept).toEqual({ 7: { done: 2, wrong: 2, helps: 2, shown: 2 } });
});

test("the worksheet of a variant is printed whole, without its key and without the number of its rows", async ({
  page,
}) => {
  await page.goto("#view=learn&chapter=capstone&variant=7");
  await done(page).waitFor();
  const key = await keyOf(page, "Long", 7);
  await page.emulateMedia({ media: "print" });
  const cut = await page
    .locator("section[aria-label=Worksheet] :is(p, td, h2, h3)")
    .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length);
  expect(cut).toBe(0);
  const printed = textOfPdf(await page.pdf({ format: "A4" })).replaceAll(/\s/g, "");
  for (const [bytes = ""] of key) expect(printed).toContain(bytes.replaceAll(/\s/g, ""));
  expect(printed).not.toContain("incremental");
  await expect(page.locator("section[aria-label=Worksheet] tbody tr")).toHaveCount(3 * 8);
});
