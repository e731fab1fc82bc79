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
const cause = (page: Page) => page.getByRole("region", { name: "Why does this look wrong?" });

async function enter(page: Page, text: string): Promise<void> {
  await whenOpen(page);
  await page.getByRole("textbox", { name: "Header blocks" }).fill(text);
  // What the page opens with is no longer there.
  await expect.poll(() => page.getByRole("region", { name: "Input" }).textContent()).not.toContain("3 blocks · 141 B");
}

test("a padded frame with a priority, from a capture", async () => {
  const { page, complaints } = await openPage({ path: "#example=file-push" });
  await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
  await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
  await step(page).getByText("bytes of padding, all zero").waitFor();
  await page.keyboard.press("Control+End");
  await expect.poll(() => step(page).textContent()).toContain("bytes of padding, all zero");
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
  const likely = page.getByRole("region", { name: "Likely cause (a guess)" });
  await likely.getByText("A block is missing before block 4; it added 5 entries to the dynamic table.").waitFor();
  await cause(page).getByRole("button", { name: "Why does this look wrong?" }).click();
  await cause(page).getByText("it added 5 entries").waitFor();
  const broken = page.getByRole("listbox", { name: "Blocks" }).getByText("broken");
  expect(await broken.count()).toBeGreaterThan(0);
  await cause(page).getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await fields(page).getByText("orchard-sync/3.1 (go)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await likely.waitFor();
  expect(await broken.count()).toBeGreaterThan(0);
  await likely.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await likely.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

describe.each(["light", "dark"] as const)("axe-core finds nothing, %s", (colorScheme) => {
  describe.each([
    [1440, 900],
    [390, 844],
  ])("%d × %d", (width, height) => {
    const size = { colorScheme, width, height };
    /** In a narrow window the panes stand in tabs. */
    async function turnTo(page: Page, name: string): Promise<void> {
      if (width < 760) await page.getByRole("tab", { name, exact: true }).click();
    }

    test("a frame", async () => {
      const { page } = await openPage({ ...size, path: "#example=file-push" });
      await bytes(page).getByRole("gridcell", { name: "HEADERS frame, Length: 00" }).first().click();
      await turnTo(page, "Step");
      await step(page).getByText("END_HEADERS, PADDED, PRIORITY").waitFor();
      expect(await findings(page)).toEqual([]);
    });

    test("a cause and its preview", async () => {
      const { page } = await openPage(size);
      await whenOpen(page);
      await turnTo(page, "Input");
      await page.getByRole("textbox", { name: "Header blocks" }).fill(DAMAGED);
      await turnTo(page, "Fields");
      await cause(page).getByRole("button", { name: "Why does this look wrong?" }).click();
      await cause(page).getByText("A guess:").waitFor();
      expect(await findings(page), "a cause").toEqual([]);
      await cause(page).getByRole("button", { name: "Preview" }).click();
      await page.getByRole("dialog").getByText("orchard-sync/3.1 (go)").waitFor();
      expect(await findings(page), "its preview").toEqual([]);
    });

    test("a guess, and an entry's uses", async () => {
      const { page } = await openPage(size);
      await whenOpen(page);
      await turnTo(page, "Input");
      await page.getByRole("textbox", { name: "Header blocks" }).fill(FROM_THE_MIDDLE);
      await turnTo(page, "Fields");
      await page.getByRole("button", { name: "Decode with an unknown start" }).click();
      await fields(page).getByText("unknown", { exact: true }).first().click();
      await turnTo(page, "Step");
      await step(page).getByRole("textbox", { name: "Guess at the unknown entry" }).fill(":authority: example.com");
      await page.keyboard.press("Enter");
      await step(page).getByRole("region", { name: "Your guess" }).waitFor();
      expect(await findings(page), "a guess").toEqual([]);
      await page.getByRole("button", { name: "Step forward" }).click();
      await page.getByRole("button", { name: "Step forward" }).click();
      await page.getByRole("button", { name: "Step forward" }).click();
      await page.getByRole("button", { name: "Step forward" }).click();
      await turnTo(page, "Table");
      await page.getByRole("button", { name: "Uses of 62" }).click();
      await page.getByRole("dialog").getByText(/refer/i).first().waitFor();
      expect(await findings(page), "uses").toEqual([]);
    });

    test("warnings", async () => {
      const { page } = await openPage(size);
      await whenOpen(page);
      await turnTo(page, "Input");
      await page.getByRole("textbox", { name: "Header blocks" }).fill(INVALID);
      await turnTo(page, "Fields");
      await fields(page).getByText("uppercase-name").waitFor();
      expect(await findings(page), "in the fields").toEqual([]);
      await fields(page).getByText("uppercase-name").click();
      await turnTo(page, "Step");
      await step(page).getByRole("list", { name: "Warnings" }).waitFor();
      expect(await findings(page), "in the step").toEqual([]);
    });
  });
});
