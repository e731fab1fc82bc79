import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { copiedHex, whenOpen } from "./reading";
import { CHAPTERS } from "./states";
import { openPage } from "./support";

const at = (chapter: string) => `#view=learn&chapter=${chapter}`;
const live = (page: Page) => page.getByRole("region", { name: "Live inspector" });

async function whenLive(page: Page): Promise<void> {
  await live(page).getByRole("gridcell").first().waitFor();
}

async function hrefs(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

test("the contents name every chapter, in order", async () => {
  const { page } = await openPage({ path: "#view=learn" });
  await whenLive(page);
  const links = await hrefs(page, "nav[aria-label=Chapters] a");
  expect(links).toEqual(CHAPTERS.map(at));
});

describe.each(CHAPTERS)("%s", (chapter) => {
  test("every address in it opens directly", { timeout: 180_000 }, async () => {
    const first = await openPage({ path: at(chapter) });
    await whenLive(first.page);
    const title = (await first.page.getByRole("heading", { level: 1 }).last().textContent()) ?? "";
    const examples = await hrefs(first.page, "[aria-label='Examples of this chapter'] a");
    const exercises = await hrefs(first.page, "[aria-labelledby^=exercise-] h3 ~ a");
    expect(exercises.length).toBeGreaterThan(0);
    for (const path of examples) {
      const { page, complaints } = await openPage({ path });
      await whenLive(page);
      const open = page.locator("[aria-label='Examples of this chapter'] [aria-current]");
      expect(await open.getAttribute("href")).toBe(path);
      const name = (await open.textContent()) ?? "";
      await live(page).getByRole("heading", { level: 2, name, exact: true }).waitFor();
      await page
        .getByRole("region", { name: `${name}, byte by byte` })
        .getByRole("listitem")
        .first()
        .waitFor();
      expect(complaints, path).toEqual([]);
    }
    for (const path of exercises) {
      const { page, complaints } = await openPage({ path });
      await whenLive(page);
      expect(await page.locator("h1").last().textContent()).toBe(title);
      const exercise = page.locator("[aria-labelledby^=exercise-]").filter({ has: page.locator("h3:focus") });
      await exercise.getByRole("button", { name: "Check" }).waitFor();
      expect(complaints, path).toEqual([]);
    }
  });
});

test("from the keyboard: to a chapter, through its exercise, to its end; a reload keeps what was done", async () => {
  const { page, complaints } = await openPage();
  await whenOpen(page);
  const { keyboard } = page;
  await page.getByRole("link", { name: "Learn" }).focus();
  await keyboard.press("Enter");
  await whenLive(page);
  const contents = page.getByRole("navigation", { name: "Chapters" });
  await contents.getByRole("link", { name: /Two tables/ }).focus();
  await keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /Two tables/ }).waitFor();

  // The exercise: a wrong answer is told what stands there, hints help on.
  const exercise = page.getByRole("region", { name: "Which index is this now?" });
  await exercise.getByRole("link", { name: "Another one" }).focus();
  await keyboard.press("Enter");
  await exercise.getByRole("heading").and(page.locator(":focus")).waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type("61");
  await keyboard.press("Enter");
  const status = exercise.getByRole("status");
  await expect.poll(() => status.textContent()).toContain("Not yet. Index 61 is in the static table");
  await exercise.getByRole("button", { name: /Show a hint/ }).focus();
  await keyboard.press("Enter");
  await exercise.getByRole("list", { name: "Hints" }).getByRole("listitem").waitFor();
  const asked = /Which index does (\S+) have/.exec((await exercise.textContent()) ?? "")?.[1];
  const names = await exercise.locator("tbody td:first-child").allTextContents();
  const index = exercise.getByRole("textbox", { name: "Index" });
  await index.fill(String(62 + names.length - 1 - names.indexOf(asked ?? "")));
  await index.press("Enter");
  await expect.poll(() => status.textContent()).toContain("Right.");

  await page.getByRole("button", { name: "Finish this chapter" }).focus();
  await keyboard.press("Enter");
  await contents.getByText("read · 1 of 1 solved").waitFor();
  await page.reload();
  await whenLive(page);
  await contents.getByText("read · 1 of 1 solved").waitFor();
  await contents.getByRole("button", { name: "Forget my progress" }).focus();
  await keyboard.press("Enter");
  await expect.poll(() => contents.getByText("read ·").count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("learn"))).toBeNull();
  expect(complaints).toEqual([]);
});

test("text and inspector are one: a sentence shows its bytes, a step its sentence, and it opens in Inspect", async () => {
  const { page } = await openPage({ path: at("tables") });
  await whenLive(page);
  const walk = page.getByRole("region", { name: /byte by byte/ });
  await walk.getByRole("button", { name: /byte 3 of block 2: be/ }).click();
  const step = live(page).getByRole("region", { name: "This step" });
  await expect.poll(() => step.textContent()).toContain(":authority: www.example.com");
  await live(page).getByRole("grid", { name: "Fields" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => walk.locator("[data-near]").first().textContent()).toContain("58");
  await live(page).getByRole("button", { name: "Open in Inspect" }).click();
  await page.getByRole("textbox", { name: "Header blocks" }).waitFor();
  await expect.poll(() => copiedHex(page)).toBe("828684be58086e6f2d6361636865");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: /Two tables/ }).waitFor();
});

const scrolled = (page: Page) => page.locator("[data-document]").evaluate((chapter) => chapter.scrollTop);

test("keys scroll at once and step from anywhere; the step is in the link, and its sentence in sight", async () => {
  const { page, complaints } = await openPage({ path: at("why") });
  await whenLive(page);
  expect(await page.title()).toBe("Why HPACK · Learn · HPACK Inspector");
  const { keyboard } = page;
  await keyboard.press("PageDown");
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const paged = await scrolled(page);
  await keyboard.press("Space");
  await expect.poll(() => scrolled(page)).toBeGreaterThan(paged);

  // No pane has the focus: the text steps all the same, and follows.
  const stepper = live(page).getByRole("group", { name: "Steps" });
  for (let step = 2; step <= 20; step += 1) {
    await keyboard.press("ArrowRight");
    await expect.poll(() => stepper.textContent()).toContain(`step ${step} `);
  }
  const sentence = page.locator("[data-near]");
  await expect.poll(() => sentence.first().textContent()).toContain(":scheme: https");
  await expect.poll(() => sentence.first().evaluate(isInSight)).toBe(true);
  await keyboard.press("ArrowLeft");
  await expect.poll(() => stepper.textContent()).toContain("step 19 ");
  await expect.poll(() => page.url()).toContain("step=19");

  // To Inspect and back, by “back” and by name: the place is as it was.
  for (const back of [() => page.goBack(), () => page.getByRole("link", { name: "Learn" }).click()]) {
    const place = await scrolled(page);
    const address = page.url();
    await live(page).getByRole("button", { name: "Open in Inspect" }).click();
    await page.getByRole("textbox", { name: "Header blocks" }).waitFor();
    await back();
    await whenLive(page);
    await expect.poll(() => stepper.textContent()).toContain("step 19 ");
    await expect.poll(() => scrolled(page)).toBe(place);
    expect(page.url()).toBe(address);
  }

  // The link itself leads to the step, and to its sentence.
  const { page: other } = await openPage({ path: new URL(page.url()).hash });
  await whenLive(other);
  await expect.poll(() => live(other).getByRole("group", { name: "Steps" }).textContent()).toContain("step 19 ");
  await expect.poll(() => other.locator("[data-near]").first().evaluate(isInSight)).toBe(true);

  // A field keeps its arrows.
  const field = page.locator("[aria-labelledby^=exercise-] input").first();
  await field.focus();
  await keyboard.press("ArrowRight");
  expect(await stepper.textContent()).toContain("step 19 ");
  expect(complaints).toEqual([]);
});

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 44 && bottom <= innerHeight;
}

test("where the text is below the inspector, the sentence of a step stands in it", async () => {
  const { page } = await openPage({ path: at("tables"), width: 390, height: 844 });
  await whenLive(page);
  await live(page).getByText("The first bits are 01").waitFor();
  await live(page).getByRole("button", { name: "Step back" }).click();
  await live(page).getByText("Index 4:").waitFor();
});

test("a chapter that there is not is said", async () => {
  const { page } = await openPage({ path: at("nope") });
  await page.getByRole("alert").filter({ hasText: "There is no chapter “nope”" }).waitFor();
});

test("a chapter prints whole: nothing of it is in a box that scrolls", async () => {
  const { page } = await openPage({ path: at("integers") });
  await whenLive(page);
  await page.emulateMedia({ media: "print" });
  const boxes = await page.evaluate(() =>
    Array.from(document.querySelectorAll("[data-document], [data-document] :not(.sr-only)"), (element) => ({
      name: element.className,
      hidden: element.scrollHeight - element.clientHeight,
      overflow: getComputedStyle(element).overflowY,
      height: element.clientHeight,
    })).filter(({ hidden, overflow, height }) => height > 0 && hidden > 1 && overflow !== "visible"),
  );
  expect(boxes).toEqual([]);
  // All three examples, not only the one that is open.
  for (const example of ["10 and 1337 with five bits", "An index beyond four bits", "More bytes than needed"]) {
    await page.getByRole("heading", { name: `${example}, byte by byte` }).waitFor();
  }
  await page.getByText("3f 00").waitFor();
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(1);
});

test("the integers keep their address, under Learn", async () => {
  const { page } = await openPage({ path: "#view=integers&octets=1f9a0a&prefix=5" });
  await expect.poll(() => page.getByText("The integer is").textContent()).toContain("1337");
  expect(await page.getByRole("link", { name: "Learn" }).getAttribute("aria-current")).toBe("page");
});
