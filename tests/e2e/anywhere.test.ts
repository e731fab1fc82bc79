/** The page wherever it is: as one file on a disk, and in a folder of any server, with a network and without. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright/test";
import { ensureSingle } from "../../scripts/lib/build.mjs";
import { DIST_SINGLE, SINGLE } from "../../scripts/lib/paths.mjs";
import { fieldGrid, paste, shownFields, whenOpen } from "./reading";
import { expect, test } from "./support";

/** A paste, an example that is a capture, a benchmark, and a chapter: each needs parts of its own. */
async function useEverything(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await whenOpen(page);
  await paste(page, "82 86 84");
  await expect
    .poll(async () => (await shownFields(page)).map(({ name }) => name))
    .toEqual([":method", ":scheme", ":path"]);
  await page.goto(`${address}#example=file-push`);
  await page.getByRole("grid", { name: "Frames" }).waitFor();
  await expect(fieldGrid(page)).toContainText(":method");
  await page.goto(`${address}#view=benchmark&engines=window16+window14&baseline=window16&care=quick`);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("Figures", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("heading", { name: /^Result/ }).waitFor();
  await page.goto(`${address}#view=learn&chapter=strings`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

test("as one file, from a disk: everything, without a network", async ({ page, context, requests }) => {
  await ensureSingle();
  await context.setOffline(true);
  const address = pathToFileURL(path.join(DIST_SINGLE, SINGLE)).href;
  await useEverything(page, address);
  expect(requests.filter((request) => !/^(file|blob|data):/.test(request))).toEqual([]);
});
