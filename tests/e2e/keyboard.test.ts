import {
  blockOptions,
  fieldGrid,
  inputText,
  openPage,
  paste,
  readClipboard,
  shownFields,
  shownTable,
  stepGroup,
  stepPane,
} from "./reading";
import { expect, test } from "./support";

const TWO_BLOCKS = "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff\n\n8286 84be 5886 a8eb 1064 9cbf\n";

test("from the keyboard alone: paste, read, step, switch the engine, find an error", async ({ page }) => {
  await openPage(page);
  const { keyboard } = page;
  const stepper = stepGroup(page);

  // Paste a session of two blocks.
  await paste(page, TWO_BLOCKS);
  await expect(blockOptions(page)).toHaveCount(2);

  // Read the third field's value.
  await keyboard.press("4");
  await expect(fieldGrid(page)).toBeFocused();
  const selected = fieldGrid(page).getByRole("row", { selected: true });
  for (const row of [2, 3, 4]) {
    await expect(selected).toHaveAttribute("aria-rowindex", `${row}`);
    if (row < 4) await keyboard.press("ArrowDown");
  }
  await expect
    .poll(async () => (await shownFields(page))[2])
    .toEqual({ representation: "indexed", name: ":path", value: "/" });

  // Step through the table's states, over the block's edge.
  const sizes: (string | undefined)[] = [];
  for (let step = 4; step <= 9; step += 1) {
    await keyboard.press("ArrowRight");
    await expect(stepper).toContainText(`${step} /`);
    await expect.poll(async () => (await shownTable(page)).length).toBe(step === 9 ? 2 : 1);
    sizes.push(await page.getByRole("meter", { name: "Size of the table" }).getAttribute("aria-valuenow").then(String));
  }
  expect(sizes).toEqual(["57", "57", "57", "57", "57", "110"]);
  await keyboard.press("ArrowLeft");
  await expect(stepper).toContainText("8 /");

  // Switch the engine.
  await keyboard.press("7");
  const engine = page.getByRole("combobox", { name: "Huffman engine" });
  await expect(engine).toBeFocused();
  const before = await engine.inputValue();
  await keyboard.press(
    (await engine.evaluate((e: HTMLSelectElement) => e.selectedIndex)) === 0 ? "ArrowDown" : "ArrowUp",
  );
  await expect(engine).not.toHaveValue(before);

  // Find the error of a broken block.
  await keyboard.press("Shift+Tab");
  await keyboard.press("e");
  await expect(page.getByRole("menu", { name: "Examples" }).getByRole("menuitem")).toHaveCount(6);
  await keyboard.type("huffman-eos");
  await keyboard.press("Enter");
  await page.getByRole("note", { name: "Error" }).waitFor();
  // Also from the slider, which keeps the arrows to itself but no other key.
  await page.getByRole("slider", { name: "Step" }).focus();
  await keyboard.press("ArrowLeft");
  await page.getByRole("note", { name: "Error" }).waitFor({ state: "detached" });
  await keyboard.press("!");
  await page.getByRole("status").filter({ hasText: "Error: huffman-eos, byte 15." }).waitFor();
  const error = page.getByRole("note", { name: "Error" });
  await error.waitFor();
  await expect(error).toContainText("huffman-eos");
});

/** A view that is loaded first takes its time on a busy machine. */
const SLOW = { timeout: 20_000 };

test("each view has a title, takes the focus, and can be skipped to", async ({ page }) => {
  await openPage(page);
  const focus = () => page.evaluate(() => document.activeElement?.id);
  // Learn puts it on the chapter's text, so that keys scroll it at once.
  const isInside = () => page.evaluate(() => document.activeElement?.closest("#main") !== null);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(focus).toBe("main");
  await page.keyboard.press("Tab");
  await expect.poll(focus).toBe("input-text");

  for (const view of ["Encode", "Benchmark", "Learn", "Inspect"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(new RegExp(`\\b${view}\\b`), SLOW);
    await expect.poll(isInside, SLOW).toBe(true);
  }
  await page.goBack();
  await expect(page).toHaveTitle(/ · Learn · HPACK Inspector$/, SLOW);
  await expect.poll(isInside, SLOW).toBe(true);
});

test("a view opens in another tab with Ctrl and a click, and this one stays", async ({ page }) => {
  await openPage(page);
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Encode" }).click({ modifiers: ["Control"] }),
  ]);
  await expect(other).toHaveTitle(/^Encode/, SLOW);
  await expect(page).toHaveTitle(/^Inspect/);
});

test("Ctrl+C copies what is selected, as the pane with the focus shows it, and leaves marked text to the browser", async ({
  page,
}) => {
  await openPage(page);
  await paste(page, "8286 8441 0161 84");
  await expect(fieldGrid(page).getByRole("row")).toHaveCount(6);
  const copied = async () => {
    await page.keyboard.press("Control+c");
    await page
      .getByRole("status")
      .filter({ hasText: /^Copied/ })
      .waitFor();
    return readClipboard(page);
  };
  await page.keyboard.press("4");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect.poll(copied).toBe(":authority: a");
  await page.keyboard.press("g");
  await page.getByRole("grid", { name: "Bytes" }).focus();
  await expect.poll(copied).toBe("410161");
  await page.keyboard.press("2");
  await expect.poll(copied).toBe("828684410161" + "84");
  // What is marked with the mouse is the browser's to copy.
  await stepPane(page).getByRole("heading", { level: 3 }).selectText();
  await page.keyboard.press("Control+c");
  await expect.poll(() => readClipboard(page)).toContain("Literal");
});

test("the palette finds commands by name, and help lists their keys", async ({ page }) => {
  await openPage(page);
  await inputText(page).focus();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await expect(palette.getByRole("searchbox", { name: "Find a command" })).toBeFocused();
  await page.keyboard.type("dynamic");
  await expect(palette.getByRole("menuitem")).toHaveText([/^Go to the dynamic table\s*6/]);
  await page.keyboard.press("Enter");
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole("slider", { name: "Step" })).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("what if");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle(/^What if · Encode/, SLOW);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help and keys" });
  await expect(help.getByRole("definition").filter({ hasText: "All commands" })).toBeVisible();
  await expect(help.getByRole("term").filter({ hasText: "CtrlK" })).toBeVisible();
  const { x = 0, width = 0 } = (await help.boundingBox()) ?? {};
  expect(Math.abs(2 * x + width - 1440)).toBeLessThan(4);
});
