/** What captures add to the view of a block: frames around it, origins, guesses, causes. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findings } from "./axe";
import { selectedBlock, whenOpen } from "./reading";
import { openPage } from "./support";

const GO_CLIENT = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
/** Thirty requests of a Go client, without the fourth. */
const DAMAGED = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");
/** Two requests that refer to an entry which nobody saw being inserted; a field that becomes one. */
const FROM_THE_MIDDLE = "828684be\n\n82868441 0161 bf";
/** A request with a name in upper case and a field of HTTP/1.1. */
const INVALID = "828684400a436f6e6e656374696f6e05636c6f7365410161";

const step = (page: Page) => page.getByRole("region", { name: "This step" });
const fields = (page: Page) => page.getByRole("grid", { name: "Fields" });
const bytes = (page: Page) => page.getByRole("grid", { name: "Bytes" });
const cause = (page: Page) => page.getByRole("region", { name: "Why is this index wrong?" });

async function enter(page: Page, text: string): Promise<void> {
  await whenOpen(page);
  await page.getByRole("textbox", { name: "Header blocks" }).fill(text);
}

test("a padded frame with a priority, from a capture", async () => {
  const { page, complaints } = await openPage({ path: "#example=file-push" });
  await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
  await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
  await step(page).getByText("octets of padding, all zero").waitFor();
  await page.keyboard.press("Control+End");
  await expect.poll(() => step(page).textContent()).toContain("octets of padding, all zero");
  expect(complaints).toEqual([]);
});

test("from the keyboard alone: to where a name was spelled, and back", async () => {
  const { page } = await openPage({ path: "#example=rfc7541-c6" });
  await enter(page, "40016101 62\n\n7e0163\n\nbe");
  await expect.poll(() => page.getByRole("listbox", { name: "Blocks" }).getByRole("option").count()).toBe(3);
  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 3");
  const link = step(page).getByRole("button", { name: "go to where the name is spelled" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 1");
  // What Alt+Left does, which a browser without a window does not hear.
  await page.goBack();
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 3");
  await page.goForward();
  await expect.poll(() => selectedBlock(page).textContent()).toContain("Block 1");
  // What was pasted is still there.
  expect(await page.getByRole("textbox", { name: "Header blocks" }).inputValue()).toContain("7e0163");
});

test("a cause is shown, applied for all blocks, and undone", async () => {
  const { page, complaints } = await openPage();
  await enter(page, DAMAGED);
  await cause(page).getByText("inserted 5 entries before block 4").waitFor();
  const broken = page.getByRole("listbox", { name: "Blocks" }).getByText("broken");
  expect(await broken.count()).toBeGreaterThan(0);
  await cause(page).getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await fields(page).getByText("orchard-sync/3.1 (go)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await cause(page).waitFor();
  expect(await broken.count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

describe.each(["light", "dark"] as const)("axe-core finds nothing, %s", (colorScheme) => {
  test.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])("%d × %d", async (width, height) => {
    const { page } = await openPage({ colorScheme, width, height, path: "#example=file-push" });
    const narrow = width < 760;
    const tab = async (name: string) => {
      if (narrow) await page.getByRole("tab", { name, exact: true }).click();
    };
    await tab("Fields");
    await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
    await tab("Step");
    await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
    expect(await findings(page), "a frame").toEqual([]);

    await tab("Input");
    await page.getByRole("button", { name: "Close the file" }).click();
    await page.getByRole("textbox", { name: "Header blocks" }).fill(DAMAGED);
    await tab("Fields");
    await cause(page).waitFor();
    expect(await findings(page), "a cause").toEqual([]);
    await cause(page).getByRole("button", { name: "Preview" }).click();
    await page.getByRole("dialog").getByText("orchard-sync/3.1 (go)").waitFor();
    expect(await findings(page), "a preview").toEqual([]);
    await page.keyboard.press("Escape");
    await tab("Input");
    await page.getByRole("textbox", { name: "Header blocks" }).fill(FROM_THE_MIDDLE);
    await tab("Fields");
    await page.getByRole("button", { name: "Decode with an unknown start" }).click();
    const unknown = fields(page).getByText("unknown", { exact: true }).first();
    await unknown.click();
    await tab("Step");
    await step(page).getByRole("textbox", { name: "Guess at the unknown entry" }).fill(":authority: example.com");
    await page.keyboard.press("Enter");
    await step(page).getByRole("region", { name: "Your guess" }).waitFor();
    expect(await findings(page), "a guess").toEqual([]);
    await tab("Table");
    await page.getByRole("button", { name: "Uses of" }).first().click();
    await page.getByRole("dialog").getByText("eferred to").first().waitFor();
    expect(await findings(page), "uses").toEqual([]);
    await page.keyboard.press("Escape");

    await tab("Input");
    await page.getByRole("textbox", { name: "Header blocks" }).fill(INVALID);
    await tab("Fields");
    await fields(page).getByText("uppercase-name").waitFor();
    expect(await findings(page), "warnings").toEqual([]);
  });
});
