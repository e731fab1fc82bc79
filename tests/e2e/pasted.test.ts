/** What the page shows of how a pasted text was read: what was skipped, the other notation, two directions. */
import type { Page } from "playwright/test";
import { chooseBlock, paste, shownFields, shownTable, whenOpen } from "./reading";
import { expect, test } from "./support";

/** A request that adds an entry to the table, and a response that adds another; each once more, by that entry. */
const REQUEST = "828684410f7777772e6578616d706c652e636f6d";
const RESPONSE = "8858086e6f2d6361636865";
const REQUEST_AGAIN = "828684be";
const RESPONSE_AGAIN = "88be";
const AUTHORITY = { name: ":authority", value: "www.example.com" };
const CACHE_CONTROL = { name: "cache-control", value: "no-cache" };

const field = (page: Page) => page.getByRole("textbox", { name: "Header blocks" });
const input = (page: Page) => page.getByRole("region", { name: "Input" });
const blocks = (page: Page) => page.getByRole("listbox", { name: "Blocks" }).getByRole("option");

async function pasted(page: Page, text: string): Promise<void> {
  await page.goto("/");
  await whenOpen(page);
  await paste(page, text);
  await expect(field(page)).toHaveValue(text);
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

/** Chooses a block and says what its last field is. */
async function lastField(page: Page, block: number): Promise<{ name: string; value: string }> {
  await chooseBlock(page, block);
  const { name = "", value = "" } = (await shownFields(page)).at(-1) ?? {};
  return { name, value };
}

test.describe("what was skipped", () => {
  const BEFORE = "curl fails here since today.";
  const AFTER = "It works with nghttp, as ever.";
  const REPORT = `${BEFORE}\n\nblock: ${REQUEST}\n\n${AFTER}\n`;
  const REASON = "Skipped: not a header block";

  test("is grayed in the text, and told apart without color", async ({ page }) => {
    await pasted(page, REPORT);
    await expect.poll(() => painted(page, "source-skipped")).toEqual([BEFORE, AFTER]);
    const style = await page.locator("[data-mirror]").evaluate((mirror) => {
      const { color, textDecorationLine, textDecorationStyle } = getComputedStyle(
        mirror,
        "::highlight(source-skipped)",
      );
      return { isGrey: color !== getComputedStyle(mirror).color, line: textDecorationLine, as: textDecorationStyle };
    });
    expect(style).toEqual({ isGrey: true, line: "underline", as: "dotted" });
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
    await blocks(page).first().hover();
    await reason.waitFor({ state: "detached" });
  });

  test("has its reason where the caret is in it", async ({ page }) => {
    await pasted(page, REPORT);
    await expect.poll(() => painted(page, "source-skipped")).toHaveLength(2);
    await field(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.getByRole("tooltip").getByText(REASON).waitFor();
    await expect.poll(() => described(page)).toContain(REASON);
    await page.keyboard.press("End");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
  });

  test("is led to by a note, from the keyboard", async ({ page }) => {
    await pasted(page, REPORT);
    const note = input(page)
      .getByRole("list", { name: "Notes on the input" })
      .getByRole("button", { name: "2 parts skipped: not a header block" });
    for (const part of [BEFORE, AFTER]) {
      await note.focus();
      await page.getByRole("tooltip").getByText(REASON).waitFor();
      await expect.poll(() => painted(page, "source-reasoned")).toEqual([part]);
      await page.keyboard.press("Enter");
      await expect(field(page)).toBeFocused();
      const selected = await field(page).evaluate((field: HTMLTextAreaElement) =>
        field.value.slice(field.selectionStart, field.selectionEnd),
      );
      expect(selected).toBe(part);
      await page.getByRole("tooltip").getByText(REASON).waitFor();
    }
  });

  test("with forced colors it is still underlined", async ({ page }) => {
    await pasted(page, REPORT);
    await page.emulateMedia({ forcedColors: "active" });
    await expect.poll(() => painted(page, "source-skipped")).toHaveLength(2);
    const line = await page
      .locator("[data-mirror]")
      .evaluate((mirror) => getComputedStyle(mirror, "::highlight(source-skipped)").textDecorationLine);
    expect(line).toBe("underline");
  });
});

/** What the field is described by. */
function described(page: Page): Promise<string> {
  return field(page).evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

test("an ambiguous text says so, and is read as the other notation and back at a press", async ({ page }) => {
  await pasted(page, "202 206 204 101");
  await input(page)
    .getByText(/decimal numbers or octal numbers/)
    .waitFor();
  await input(page).getByText("ambiguous", { exact: true }).waitFor();
  await expect(input(page)).toContainText("✓ decimal · 1 block");
  const decimal = await shownFields(page);
  await input(page).getByRole("button", { name: "Read as octal numbers" }).click();
  await expect(input(page)).toContainText("✓ octal · 1 block");
  await expect.poll(async () => JSON.stringify(await shownFields(page))).not.toBe(JSON.stringify(decimal));
  await input(page).getByRole("button", { name: "Read as decimal numbers" }).press("Enter");
  await expect(input(page)).toContainText("✓ decimal · 1 block");
  await expect.poll(() => shownFields(page)).toEqual(decimal);
});

test.describe("the part of a refused text that is nearest to a block", () => {
  const [BEFORE, PART, AFTER] = ["something was sent", "82 86 84", "or so, as far as anybody knows"];
  const TEXT = `${BEFORE}\n${PART}\n${AFTER}\n`;

  test("is read by itself at a press, and the whole again", async ({ page }) => {
    await pasted(page, TEXT);
    await input(page).getByText("Not decoded.", { exact: true }).waitFor();
    const offer = input(page).getByRole("button", { name: "Read only line 2" });
    await offer.focus();
    await page.keyboard.press("Enter");
    await input(page).getByText("Only the bytes on line 2 are read.").waitFor();
    await expect(input(page)).toContainText("hex · 1 block · 3 B");
    await expect.poll(() => painted(page, "source-skipped")).toEqual([BEFORE, AFTER]);
    const back = input(page).getByRole("button", { name: "Read the whole text" });
    await expect(back).toBeFocused();
    await page.keyboard.press("Enter");
    await input(page).getByText("Not decoded.", { exact: true }).waitFor();
    await expect(offer).toBeFocused();
  });

  test("is all that is read after a reload, until something is typed", async ({ page }) => {
    await pasted(page, TEXT);
    await input(page).getByRole("button", { name: "Read only line 2" }).click();
    const said = input(page).getByText("Only the bytes on line 2 are read.");
    await said.waitFor();
    await page.reload();
    await whenOpen(page);
    await said.waitFor();
    await field(page).fill("82 86");
    await said.waitFor({ state: "detached" });
    await expect(input(page)).toContainText("hex · 1 block · 2 B");
  });
});

test("labels of both sides: a table for each", async ({ page }) => {
  const text = `client: ${REQUEST}\nserver: ${RESPONSE}\nclient: ${REQUEST_AGAIN}\nserver: ${RESPONSE_AGAIN}\n`;
  await pasted(page, text);
  await expect(blocks(page)).toHaveCount(4);
  for (const [number, sender] of ["client", "server", "client", "server"].entries()) {
    await blocks(page).nth(number).getByText(`sent by the ${sender}`).waitFor();
  }
  await expect.poll(() => lastField(page, 2)).toEqual(AUTHORITY);
  await expect.poll(async () => (await shownTable(page)).map(({ name }) => name)).toEqual([":authority"]);
  await expect.poll(() => lastField(page, 3)).toEqual(CACHE_CONTROL);
  await expect.poll(async () => (await shownTable(page)).map(({ name }) => name)).toEqual(["cache-control"]);
  await expect(input(page).getByRole("button", { name: /two directions/i })).toHaveCount(0);
});

test.describe("two directions in one list", () => {
  const LIST = [REQUEST, RESPONSE, REQUEST_AGAIN, RESPONSE_AGAIN].join("\n\n");
  const apply = (page: Page) =>
    input(page).getByRole("button", { name: "Two directions in one list: give each its own table" });
  const undo = (page: Page) => input(page).getByRole("button", { name: "two directions: reset" });
  const senders = (page: Page) => blocks(page).getByText("sent by the", { exact: false });

  test("are given a table each by keyboard, and one again", async ({ page }) => {
    await pasted(page, LIST);
    await apply(page).waitFor();
    // In one table the entry that the second request means is hidden by that of the response.
    await expect.poll(() => lastField(page, 2)).toEqual(CACHE_CONTROL);
    await expect(senders(page)).toHaveCount(0);
    await field(page).focus();
    for (let tabs = 0; tabs < 12 && !(await hasFocus(page)); tabs += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await undo(page).waitFor();
    await expect(senders(page)).toHaveCount(4);
    // The focus stays where the way back is.
    await expect(undo(page)).toBeFocused();
    await expect.poll(() => lastField(page, 2)).toEqual(AUTHORITY);
    await expect.poll(() => lastField(page, 3)).toEqual(CACHE_CONTROL);
    await undo(page).focus();
    await page.keyboard.press("Enter");
    await apply(page).waitFor();
    await expect(senders(page)).toHaveCount(0);

    function hasFocus(page: Page) {
      return apply(page).evaluate((button) => button === document.activeElement);
    }
  });

  test("stay so over a reload, until the chip is pressed", async ({ page }) => {
    await pasted(page, LIST);
    await apply(page).click();
    await expect(senders(page)).toHaveCount(4);
    await page.reload();
    await whenOpen(page);
    await expect(senders(page)).toHaveCount(4);
    await undo(page).click();
    await expect(senders(page)).toHaveCount(0);
  });
});
