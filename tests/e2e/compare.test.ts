import type { Page } from "playwright/test";
import { bytesOf, truthOf } from "../captures";
import { fieldGrid, openPage, readClipboard, shownFields, tabTo } from "./reading";
import { expect, test } from "./support";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Compare" });
const lines = (page: Page) => dialog(page).getByRole("table", { name: "Fields side by side" }).getByRole("row");

test("by the keyboard alone: from a TLS capture to a response, a link, a comparison and a pane that fills the view", async ({
  page,
  openElsewhere,
}) => {
  const { capture, keylog, connections } = await truthOf("d03-curl-nginx-tls13");
  const requests = connections.flatMap(({ blocks }) => blocks);
  const path = requests.flatMap(({ fields }) => fields.filter(({ name }) => name === ":path"))[1]?.value ?? "";
  expect(path).not.toBe("");
  await openPage(page);
  const names = [capture, keylog ?? ""];
  const chosen = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: /^Open/ }).first());
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(
    await Promise.all(
      names.map(async (name) => ({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(await bytesOf(name)),
      })),
    ),
  );
  await page.getByRole("grid", { name: "Requests" }).getByRole("row").nth(1).waitFor();

  // A path, and from its request to the response.
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Find in names and values" })).toBeFocused();
  await page.keyboard.type(`:path: ${path}`);
  const value = (name: string) => async () => (await shownFields(page)).find((field) => field.name === name)?.value;
  await expect.poll(value(":path")).toBe(path);
  await page.keyboard.press("Escape");
  const fields = fieldGrid(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Find in names and values" })).not.toBeFocused();
  await page.keyboard.press("4");
  await expect(fields).toBeFocused();
  await page.keyboard.press("o");
  await expect.poll(value(":status")).toBeDefined();
  const answer = await shownFields(page);
  await expect(fields).toBeFocused();

  // The stream, masked, in another browser: the same block is selected there.
  await page.keyboard.press("s");
  const share = page.getByRole("dialog", { name: "Share" });
  const block = share.getByRole("radio", { name: "This block" });
  await tabTo(page, block);
  await page.keyboard.press("ArrowDown");
  await expect(share.getByRole("radio", { name: "The stream" })).toBeChecked();
  await expect(share.getByRole("checkbox", { name: "Mask sensitive values" })).toBeChecked();
  await tabTo(page, share.getByRole("button", { name: "Copy link" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => readClipboard(page)).toContain("#");
  const link = await readClipboard(page);
  const other = await openElsewhere(new URL(link).hash);
  await expect.poll(async () => (await shownFields(other)).length).toBe(answer.length);
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await expect(share).toHaveCount(0);
  await expect(fields).toBeFocused();

  // The response against the one before, then the fields over the whole view.
  await page.keyboard.press("c");
  await expect(lines(page).nth(1)).toContainText(":status");
  await expect(dialog(page).getByRole("table", { name: "Totals" })).toContainText("Bytes on the wire");
  await page.keyboard.press("Escape");
  await expect(fields).toBeFocused();
  await page.keyboard.press("m");
  const pane = page.getByRole("region", { name: "Fields" });
  await expect.poll(async () => (await pane.boundingBox())?.height ?? 0).toBeGreaterThan(840);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await pane.boundingBox())?.height ?? 900).toBeLessThan(840);
});
