import type { Page } from "playwright/test";
import { copiedHex, inputText, openPage } from "./reading";
import { CHAPTERS, HAS_ALL } from "./states";
import { expect, test } from "./support";

const at = (chapter: string) => `#view=learn&chapter=${chapter}`;
const live = (page: Page) => page.getByRole("region", { name: "Live inspector" });

async function whenLive(page: Page): Promise<void> {
  await live(page).getByRole("gridcell").first().waitFor();
}

async function hrefs(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** An example's address leads to it. */
async function expectExample(page: Page, address: string): Promise<void> {
  await whenLive(page);
  const open = page.locator("[aria-label='Examples of this chapter'] [aria-current]");
  await expect(open).toHaveAttribute("href", address);
  const name = (await open.textContent()) ?? "";
  await expect(live(page).getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  const sentences = page.getByRole("region", { name: `${name}, byte by byte` }).getByRole("listitem");
  await expect(sentences.first()).toBeVisible();
}

/** An exercise's address leads to it. */
async function expectExercise(page: Page, title: string): Promise<void> {
  await whenLive(page);
  await expect(page.getByRole("heading", { level: 1 }).last()).toHaveText(title);
  const exercise = page.locator("[aria-labelledby^=exercise-]").filter({ has: page.locator("h3:focus") });
  await expect(exercise.getByRole("button", { name: "Check" })).toBeVisible();
}

// Which addresses there are is tested without a page; all are read in the same way.
for (const chapter of HAS_ALL ? CHAPTERS : ["tables", "frames", "errors"]) {
  test(`every address in the chapter “${chapter}” leads where it says`, async ({ page, openElsewhere }) => {
    await page.goto(at(chapter));
    await whenLive(page);
    const title = (await page.getByRole("heading", { level: 1 }).last().textContent()) ?? "";
    const examples = await hrefs(page, "[aria-label='Examples of this chapter'] a");
    const exercises = await hrefs(page, "[aria-labelledby^=exercise-] h3 ~ a");
    const links = await hrefs(page, "nav[aria-label=Chapters] a");
    expect(links).toEqual([...CHAPTERS, "capstone"].map(at));
    expect(exercises.length).toBeGreaterThan(0);
    for (const address of examples) {
      await page.goto(address);
      await expectExample(page, address);
    }
    for (const address of exercises) {
      await page.goto(address);
      await expectExercise(page, title);
    }
    // Opened at once, too.
    for (const address of examples.slice(-1)) await expectExample(await openElsewhere(address), address);
    await expectExercise(await openElsewhere(exercises.at(-1) ?? ""), title);
  });
}

// The first one, and the one that needs the package for captures; the others are of one of these two kinds.
for (const chapter of HAS_ALL ? CHAPTERS : [CHAPTERS[0] ?? "", "frames"]) {
  test(`from the chapter “${chapter}” to every other and back`, async ({ page }) => {
    await page.goto(at(chapter));
    await whenLive(page);
    // From the end: the chapter on frames, which needs the package for captures, comes while the first holds what is open.
    for (const other of CHAPTERS.toReversed()) {
      for (const address of [at(other), at(chapter)]) {
        await page.locator(`nav[aria-label=Chapters] a[href="${address}"]`).click();
        await expect(page.locator("nav[aria-label=Chapters] [aria-current]")).toHaveAttribute("href", address);
        // The sentences are there only when the example's bytes are.
        await page
          .getByRole("region", { name: /, byte by byte$/ })
          .getByRole("listitem")
          .first()
          .waitFor();
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
    }
  });
}

test("from the keyboard: to a chapter, through its exercise, to its end; a reload keeps what was done", async ({
  page,
}) => {
  await openPage(page);
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
  // Another one, the rule's section, the answer.
  for (let tab = 0; tab < 3; tab += 1) await keyboard.press("Tab");
  await keyboard.type("61");
  await keyboard.press("Enter");
  const status = exercise.getByRole("status");
  await expect(status).toContainText("Not yet. Index 61 is in the static table");
  await exercise.getByRole("button", { name: /Show a hint/ }).focus();
  await keyboard.press("Enter");
  await exercise.getByRole("list", { name: "Hints" }).getByRole("listitem").waitFor();
  const asked = /Which index does (\S+) have/.exec((await exercise.textContent()) ?? "")?.[1];
  const names = await exercise.locator("tbody td:first-child").allTextContents();
  const index = exercise.getByRole("textbox", { name: "Index" });
  await index.fill(String(62 + names.length - 1 - names.indexOf(asked ?? "")));
  await index.press("Enter");
  await expect(status).toContainText("Right.");

  await page.getByRole("button", { name: "Finish this chapter" }).focus();
  await keyboard.press("Enter");
  await contents.getByText("read · 1 of 2 solved").waitFor();
  await page.reload();
  await whenLive(page);
  await contents.getByText("read · 1 of 2 solved").waitFor();
  await contents.getByRole("button", { name: "Forget my progress" }).focus();
  await keyboard.press("Enter");
  await expect(contents.getByText("read ·")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("learn"))).toBeNull();
});

const LOST: [rest: string, words: string][] = [
  ["nothing", "There is no chapter “nothing”. This is the first one."],
  ["tables&example=none", "This chapter has no example “none”. This is the first one."],
  ["tables&exercise=none", "This chapter has no exercise “none”."],
  ["tables&heading=none", "This chapter has no heading “none”."],
  ["tables&step=99", "This example has 14 steps; there is no step 99."],
  ["glossary&row=none", "There is no row “none” here."],
];

test("an address names a heading, a byte, or a term by any of its forms; of what is not there it says so", async ({
  page,
}) => {
  for (const [rest, words] of LOST) {
    await page.goto(at(rest));
    await expect(page.getByRole("alert")).toHaveText(words);
  }
  await page.goto(at("tables&byte=2-3"));
  await expect(page.getByRole("button", { name: /byte 3 of block 2: be/, pressed: true })).toBeAttached();
  await page.goto(at("tables&heading=Watch-the-indexes-rise"));
  await expect.poll(() => page.getByRole("heading", { name: /Watch the indexes/ }).evaluate(isInSight)).toBe(true);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto(at("glossary&row=eviction"));
  await expect(page.locator("tr[aria-current]")).toContainText("Removed from the end");
});

test("text and inspector are one: a sentence shows its bytes, a step its sentence, and it opens in Inspect", async ({
  page,
}) => {
  await page.goto(at("tables"));
  await whenLive(page);
  const walk = page.getByRole("region", { name: /byte by byte/ });
  await walk.getByRole("button", { name: /byte 3 of block 2: be/ }).click();
  const step = live(page).getByRole("region", { name: "This step" });
  await expect(step).toContainText(":authority: www.example.com");
  await live(page).getByRole("grid", { name: "Fields" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(walk.locator("[data-near]").first()).toContainText("58");
  await live(page).getByRole("button", { name: "Open in Inspect" }).click();
  await inputText(page).waitFor();
  await expect.poll(() => copiedHex(page)).toBe("828684be58086e6f2d6361636865");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: /Two tables/ }).waitFor();
});

const scrolled = (page: Page) => page.locator("[data-document]").evaluate((chapter) => chapter.scrollTop);

test("keys scroll at once and step from anywhere; the step is in the link, and its sentence in sight", async ({
  page,
  openElsewhere,
}) => {
  await page.goto(at("why"));
  await whenLive(page);
  await expect(page).toHaveTitle("Why HPACK · Learn · HPACK Inspector");
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
    await expect(stepper).toContainText(`${step} /`);
  }
  const sentence = page.locator("[data-near]");
  await expect(sentence.first()).toContainText(":scheme: https");
  await expect.poll(() => sentence.first().evaluate(isInSight)).toBe(true);
  await keyboard.press("ArrowLeft");
  await expect(stepper).toContainText("19 /");
  await expect.poll(() => page.url()).toContain("step=19");

  // To Inspect and back, by “back” and by name: the place is as it was.
  for (const back of [() => page.goBack(), () => page.getByRole("link", { name: "Learn" }).click()]) {
    const place = await scrolled(page);
    const address = page.url();
    await live(page).getByRole("button", { name: "Open in Inspect" }).click();
    await inputText(page).waitFor();
    await back();
    await whenLive(page);
    await expect(stepper).toContainText("19 /");
    await expect.poll(() => scrolled(page)).toBe(place);
    await expect.poll(() => page.url()).toBe(address);
  }

  // The link itself leads to the step, and to its sentence.
  const other = await openElsewhere(new URL(page.url()).hash);
  await whenLive(other);
  await expect(live(other).getByRole("group", { name: "Steps" })).toContainText("19 /");
  await expect.poll(() => other.locator("[data-near]").first().evaluate(isInSight)).toBe(true);

  // A field keeps its arrows.
  const field = page.locator("[aria-labelledby^=exercise-] input").first();
  await field.focus();
  await keyboard.press("ArrowRight");
  await expect(stepper).toContainText("19 /");
});

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 44 && bottom <= innerHeight;
}

test("where the text is below the inspector, the sentence of a step stands in it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at("tables"));
  await whenLive(page);
  await live(page).getByText("The first bits are 01").waitFor();
  await live(page).getByRole("button", { name: "Step back" }).click();
  await live(page).getByText("Index 4:").waitFor();
});

test("a chapter prints whole: nothing of it is in a box that scrolls", async ({ page }) => {
  await page.goto(at("integers"));
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
