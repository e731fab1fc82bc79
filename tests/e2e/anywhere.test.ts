/** The page wherever it is: as one file on a disk, and in a folder of any server, with a network and without. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright/test";
import sirv from "sirv";
import { writeServiceWorker } from "../../scripts/lib/offline.mjs";
import { DIST, DIST_SINGLE, SINGLE } from "../../scripts/lib/paths.mjs";
import { fieldGrid, paste, shownFields, whenOpen } from "./reading";
import { test as base, expect } from "./support";

const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without fixtures
  host: async ({}, use) => {
    const host = await startHost();
    await use(host);
    await host.stop();
  },
});

test.use({ fresh: true });

type Host = Awaited<ReturnType<typeof startHost>>;

/** A host that sends files from a folder of its own, without any header of the page's. */
async function startHost() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-host-"));
  await cp(DIST, folder, { recursive: true });
  let send = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    request.url = (request.url ?? "").replace(/^\/some\/folder/, "");
    send(request, response, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`,
    /** Puts another version in place of the first. */
    async deploy(mark: string) {
      const file = path.join(folder, "index.html");
      await writeFile(
        file,
        (await readFile(file, "utf8")).replace("<title>", `<meta name="deploy" content="${mark}"><title>`),
      );
      await writeServiceWorker(folder);
    },
    goOffline() {
      send = (request) => void request.destroy();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Waits until the page is kept for use without a network. */
function whenKept(page: Page): Promise<unknown> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
}

/** A paste, an example that is a capture, a benchmark, and a chapter: each needs parts of its own. */
async function useEverything(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await whenOpen(page);
  await paste(page, "82 86 84");
  await expect
    .poll(async () => (await shownFields(page)).map(({ name }) => name))
    .toEqual([":method", ":scheme", ":path"]);
  await page.goto(`${address}#example=file-push`);
  await page.getByRole("grid", { name: "Requests" }).waitFor();
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
  await context.setOffline(true);
  const address = pathToFileURL(path.join(DIST_SINGLE, SINGLE)).href;
  await useEverything(page, address);
  expect(requests.filter((request) => !/^(file|blob|data):/.test(request))).toEqual([]);
});

test("in a folder of a host that sends no headers, then without it: everything, and the fine clock", async ({
  page,
  host,
}) => {
  await page.goto(host.address);
  await whenOpen(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await whenKept(page);
  host.goOffline();
  await useEverything(page, `${host.address}?from=bookmark`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // Pages without scripts are kept, too, and lead to the live one.
  await page.goto(`${host.address}learn/strings.html`);
  await page.getByRole("link", { name: "Open live" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Strings/ })).toBeVisible();
  expect(page.url()).toBe(`${host.address}#view=learn&chapter=strings`);
});

test("a new version waits for the person, and other tabs stay with the one that they have", async ({
  page,
  context,
  host,
}) => {
  await page.goto(host.address);
  await whenKept(page);
  await page.reload();
  await whenOpen(page);
  const other = await context.newPage();
  await other.goto(host.address);
  await whenOpen(other);
  await host.deploy("second");
  const bar = page.getByRole("status").filter({ hasText: "A new version of this page is ready." });
  await expect(async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(bar).toBeVisible({ timeout: 1000 });
  }).toPass();
  const deployed = (page: Page) => page.locator("meta[name=deploy]").count();
  expect(await deployed(page)).toBe(0);
  host.goOffline();
  await bar.getByRole("button", { name: "Switch" }).click();
  await expect.poll(() => deployed(page)).toBe(1);
  await whenOpen(page);
  // A page that is opened later must not take from the older one what it has not loaded yet.
  await page.close();
  const third = await context.newPage();
  await third.goto(host.address);
  await whenOpen(third);
  expect([await deployed(third), await deployed(other)]).toEqual([1, 0]);
  await other.getByRole("link", { name: "Learn" }).click();
  await other.getByRole("heading", { level: 1 }).waitFor();
});
