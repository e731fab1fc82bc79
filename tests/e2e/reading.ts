/** What stands on the page, read as a person reads it. */
import { expect, type Locator, type Page } from "playwright/test";

export const fieldGrid = (page: Page) => page.getByRole("grid", { name: "Fields" });
export const inputText = (page: Page) => page.getByRole("textbox", { name: "Header blocks" });
export const blockOptions = (page: Page) => page.getByRole("listbox", { name: "Blocks" }).getByRole("option");
export const stepGroup = (page: Page) => page.getByRole("group", { name: "Steps" });
export const stepPane = (page: Page) => page.getByRole("region", { name: "This step" });

export type ShownField = { representation: string; name: string; value: string };

/** The fields and size updates that are drawn. */
export async function shownFields(page: Page): Promise<ShownField[]> {
  const rows = fieldGrid(page)
    .getByRole("row")
    .filter({ has: page.locator("[data-name]") });
  return rows.evaluateAll((rows) =>
    rows.map((row) => {
      const textOf = (part: string) => row.querySelector(`[data-${part}]`)?.textContent?.trim() ?? "";
      return { representation: row.getAttribute("data-kind") ?? "", name: textOf("name"), value: textOf("value") };
    }),
  );
}

export type ShownEntry = { index: string; name: string; value: string; size: string };

/** The rows of the dynamic table that are drawn, those that left included. */
export async function shownTable(page: Page): Promise<ShownEntry[]> {
  const table = page.getByRole("table", { name: "Dynamic table" });
  if ((await table.count()) === 0) return [];
  return table.getByRole("row").evaluateAll((rows) =>
    rows
      .slice(1)
      .map((row) =>
        Array.from(row.querySelectorAll("[role=cell]"), (cell) => (cell.firstChild?.textContent ?? "").trim()),
      )
      .map(([index = "", name = "", value = "", size = ""]) => ({ index, name, value, size })),
  );
}

/** Turns to one of a capture's views. */
export async function turnToView(page: Page, name: string): Promise<void> {
  const views = page.getByRole("tablist", { name: "Views of the capture" });
  await views.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
}

/** The connections of a capture in their menu, which this opens. */
export async function connectionOptions(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Connection: / }).click();
  return page.getByRole("listbox", { name: "Connections" }).getByRole("option");
}

/** Waits until the page shows a session. */
export async function whenOpen(page: Page): Promise<void> {
  await fieldGrid(page).getByRole("row").nth(1).waitFor();
}

/** Opens the page at an address and waits until it shows a session. */
export async function openPage(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await whenOpen(page);
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts text onto the clipboard and pastes it where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("ControlOrMeta+V");
}

/** Opens what else can be done with the selected block, or with the input. */
export async function openMore(page: Page, about: "this block" | "the input" = "this block"): Promise<Locator> {
  const name = `More about ${about}`;
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog", { name });
}

/** The bytes of the selected block, as its “Copy hex” gives them. */
export async function copiedHex(page: Page): Promise<string> {
  const more = await openMore(page);
  await more.getByRole("button", { name: "Copy hex" }).click();
  await page.keyboard.press("Escape");
  await expect(more).toHaveCount(0);
  return readClipboard(page);
}

/** Chooses a block by its place in the list, from 0, and waits for its fields. */
export async function chooseBlock(page: Page, number: number): Promise<void> {
  const option = blockOptions(page).nth(number);
  await option.click();
  await expect(option).toHaveAttribute("aria-selected", "true");
}

/** The selected block of the list. */
export function selectedBlock(page: Page): Locator {
  return page.getByRole("listbox", { name: "Blocks" }).getByRole("option", { selected: true });
}

/** Goes on by Tab until `to` has the focus, once it is there. */
export async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(to).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}

/** Drops files onto the page. */
export async function drop(page: Page, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (files) => {
      const data = new DataTransfer();
      for (const { name, base64 } of files) {
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}
