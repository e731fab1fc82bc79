/** index.html contains the first example, which is shown before the page's script and the worker have loaded. */
import type { Page, Route } from "playwright/test";
import { inputText, paste } from "./reading";
import { expect, test } from "./support";

test.use({ details: false });

const PACKAGE = /\.wasm$/;
const SCRIPT = /\/assets\/index-[\w-]+\.js$/;

/** Holds back what is asked for at an address; what it gives lets it come. */
async function hold(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const routes: Route[] = [];
  let open = false;
  await page.route(address, async (route) => {
    if (open) await route.continue();
    else routes.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(routes.map((route) => route.continue()));
  };
}

const field = (page: Page, text: string) => page.locator("[id^=field-]").filter({ hasText: text });

/** Places of what is drawn at first, by what it is. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ".pane:not(#timing), [id^=field-], [id^=byte-], [id^=block-], #input-text, #step dt",
      ),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.id, x, y, width, height].join(" ");
    }),
  );

test("the first field is there before the package has come, and nothing shifts when it has", async ({ page }) => {
  const releaseScript = await hold(page, SCRIPT);
  const releasePackage = await hold(page, PACKAGE);
  await page.goto("/", { waitUntil: "commit" });
  await expect(field(page, ":authority")).toBeVisible();
  const before = await placesOf(page);
  await releaseScript();
  await expect(page).toHaveTitle("Inspect · HPACK Inspector");
  expect(await placesOf(page)).toEqual(before);
  await expect(field(page, ":authority")).toHaveAttribute("aria-selected", "true");
  // What is not known yet waits for the worker.
  await page.keyboard.press("ArrowLeft");
  await expect(field(page, ":path")).toHaveAttribute("aria-selected", "true");
  await releasePackage();
  await expect(page.locator("#step")).toContainText(":path");
  // What stands in the step pane is another step's by now.
  const isNamed = (place: string) => !place.startsWith(" ");
  expect((await placesOf(page)).filter(isNamed)).toEqual(before.filter(isNamed));
});

for (const [what, address] of [
  ["a link", "/#example=rfc7541-c2-1"],
  ["another view", "/#view=encode"],
] as const) {
  test(`${what} never shows the first example`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { seen: false });
      new MutationObserver(() => {
        if (document.querySelector("#root")?.textContent.includes("See what every bit")) {
          Object.assign(window, { seen: true });
        }
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(address);
    if (address.includes("example")) await expect(field(page, "custom-key")).toBeVisible();
    else await expect(page.getByRole("heading", { name: "Encode", exact: true })).toBeAttached();
    expect(await page.evaluate(() => Reflect.get(window, "seen"))).toBe(false);
  });
}

test("a theme that was chosen holds from the first picture on", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await hold(page, SCRIPT);
  await page.goto("/", { waitUntil: "commit" });
  await expect(field(page, ":authority")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await expect(page.getByRole("button", { name: /^Use the .* theme$/ })).toHaveText("☾");
});

for (const [what, held, bring] of [
  ["typed before the page's script", SCRIPT, (page: Page) => inputText(page).fill("82 86")],
  ["typed before the package", PACKAGE, (page: Page) => inputText(page).fill("82 86")],
  ["pasted before the page's script", SCRIPT, (page: Page) => paste(page, "82 86")],
] as const) {
  test(`what is ${what} is there is decoded`, async ({ page }) => {
    const release = await hold(page, held);
    await page.goto("/", { waitUntil: "commit" });
    await expect(field(page, ":authority")).toBeVisible();
    await bring(page);
    await release();
    await expect(field(page, ":scheme")).toBeVisible();
    await expect(inputText(page)).toHaveValue("82 86");
  });
}

const beIdle = (page: Page) =>
  page.evaluate(() => {
    for (const go of Reflect.get(window, "waiting")) go();
  });

for (const [when, input] of [
  ["when the page is idle", beIdle],
  ["at a press", (page: Page) => page.mouse.click(2, 2)],
  ["at a key", (page: Page) => page.keyboard.press("Shift")],
  ["at a paste", (page: Page) => paste(page, "88")],
] as const) {
  test(`the package is asked for ${when}, and not before`, async ({ page, requests }) => {
    const asked = () => requests.some((address) => PACKAGE.test(address));
    await page.addInitScript(() => {
      const waiting: unknown[] = [];
      Object.assign(window, { waiting });
      window.requestIdleCallback = (found) => waiting.push(found);
    });
    await page.goto("/");
    // The picture's and the page's script.
    await page.waitForFunction(() => Reflect.get(window, "waiting").length === 2);
    expect(asked()).toBe(false);
    await input(page);
    await expect.poll(asked).toBe(true);
  });
}

test("the package is asked for at a key before the page's script is there", async ({ page, requests }) => {
  const asked = () => requests.some((address) => PACKAGE.test(address));
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const release = await hold(page, SCRIPT);
  await page.goto("/", { waitUntil: "commit" });
  await expect(field(page, ":authority")).toBeVisible();
  expect(asked()).toBe(false);
  await page.keyboard.press("Shift");
  await expect.poll(asked).toBe(true);
  await release();
});

/** Whatever a person can press, type into or choose from; handles that resize panes apart. */
const CONTROLS = "button, a[href], input, select, textarea, summary, [role=grid], [role=listbox]";

test("the first screen says what it is for, with 29 controls at most, and folds after a paste", async ({ page }) => {
  await page.goto("/");
  await expect(field(page, ":authority")).toBeVisible();
  const start = page.getByRole("region", { name: "Start" });
  await expect(start).toContainText("See what every bit of an HTTP/2 header block means.");
  await expect(start).toContainText("RFC 7541 C.4: Three requests, Huffman-coded");
  await expect(start.getByRole("button").nth(1)).toHaveText("A broken block");
  const share = page.getByRole("button", { name: "Share" });
  await expect(share).toHaveCount(0);
  const skip = page.getByRole("link", { name: "Skip to content" });
  const shown = page.locator(CONTROLS).filter({ visible: true });
  await expect.poll(async () => (await shown.count()) - (await skip.count())).toBeLessThanOrEqual(29);
  await page.getByRole("button", { name: "Block 3" }).click();
  await expect(field(page, "custom-key")).toBeVisible();

  await paste(page, "82 86 84");
  await expect(page.getByText("Pasted text")).toBeVisible();
  await expect(start).toHaveCount(0);
  await expect(share).toBeVisible();
});

test("what is typed into the card goes on in the input pane, and the card is back when it is deleted", async ({
  page,
}) => {
  await page.goto("/");
  const text = inputText(page);
  await text.click();
  await page.keyboard.type("82");
  await expect(page.getByRole("region", { name: "Start" })).toHaveCount(0);
  await page.keyboard.type(" 86");
  await expect(text).toHaveValue("82 86");
  await expect(field(page, ":scheme")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("region", { name: "Start" })).toBeVisible();
  await expect(text).toBeFocused();
});

test("details are shown by a press and stay as they were left", async ({ page }) => {
  await page.goto("/");
  await expect(field(page, ":authority")).toBeVisible();
  const times = page.getByRole("region", { name: "Time per step" });
  const from = page.getByRole("table", { name: "Dynamic table" }).getByRole("columnheader", { name: "from" });
  await expect(times).toHaveCount(0);
  await expect(from).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(times).toBeVisible();
  await expect(from).toBeVisible();
  await page.reload();
  await expect(times).toBeVisible();
  await page.keyboard.press("d");
  await expect(times).toHaveCount(0);
});

test.describe("a decoder that can't be loaded", () => {
  test.use({ mayComplain: true });

  test("says so on the first screen, and is loaded at another try", async ({ page }) => {
    await page.route(PACKAGE, (route) => route.abort());
    await page.goto("/");
    const input = page.getByRole("region", { name: "Input" });
    await expect(input).toContainText("Part of the app failed to load.");
    await page.unroute(PACKAGE);
    await input.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Start" })).toBeVisible();
    await expect(field(page, ":authority")).toBeVisible();
  });

  for (const shown of ["#view=explain&example=rfc7541-c3", "#v=1&block=82&panes=fields"]) {
    test(`says so where there is no input pane: ${shown}`, async ({ page }) => {
      await page.route(PACKAGE, (route) => route.abort());
      await page.goto(`/${shown}`);
      await expect(page.getByText("Part of the app failed to load.")).toBeVisible();
    });
  }
});
