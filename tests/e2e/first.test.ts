/** The first example stands in index.html: it is seen before the page's script and the worker are there. */
import type { Page, Route } from "playwright/test";
import { inputText, paste } from "./reading";
import { expect, test } from "./support";

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
  await expect(field(page, "content-encoding")).toBeVisible();
  const before = await placesOf(page);
  const scrolled = await page.locator("#input-text").evaluate((field) => field.scrollTop);
  await releaseScript();
  await expect(page).toHaveTitle("Inspect · HPACK Inspector");
  expect(await placesOf(page)).toEqual(before);
  expect(await page.locator("#input-text").evaluate((field) => field.scrollTop)).toBe(scrolled);
  await expect(field(page, "content-encoding")).toHaveAttribute("aria-selected", "true");
  // What is not known yet waits for the worker.
  await page.keyboard.press("ArrowRight");
  await expect(field(page, "set-cookie")).toHaveAttribute("aria-selected", "true");
  await releasePackage();
  await expect(page.locator("#step")).toContainText("set-cookie");
  // What stands in the step pane is another step's by now.
  const isNamed = (place: string) => !place.startsWith(" ");
  expect((await placesOf(page)).filter(isNamed)).toEqual(before.filter(isNamed));
});

test("the answers in the page are those that the worker gives", async ({ page }) => {
  await page.goto("/", { waitUntil: "commit" });
  await expect(field(page, "content-encoding")).toBeVisible();
  const [held, given] = await page.evaluate(async () => {
    const script = document.querySelector<HTMLLinkElement>("link[rel=modulepreload][href*=worker]");
    const worker = new Worker(script?.href ?? "", { type: "module" });
    /** A call as comlink sends it. */
    const call = (name: string, session: number | null, ...given: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const id = name + Math.random();
        const list = [name, session, ...given].map((value) => ({ type: "RAW", value }));
        const hear = ({ data }: MessageEvent) => {
          if (data.id !== id) return;
          worker.removeEventListener("message", hear);
          if (data.type === "RAW") resolve(data.value);
          else reject(new Error(JSON.stringify(data)));
        };
        worker.addEventListener("message", hear);
        worker.postMessage({ id, type: "APPLY", path: ["call"], argumentList: list });
      });
    const first = JSON.parse(document.getElementById("first-answers")?.textContent ?? "");
    const text = document.querySelector<HTMLTextAreaElement>("#input-text")?.value;
    const options = { blocks: "auto", sides: "one", format: null, content: null, part: null, start: "fresh" };
    const all = { ...options, maxTableSize: 4096, prior: [], engine: "" };
    const { opened, session } = (await call("open", null, text, all, null, null)) as {
      opened: unknown;
      session: number;
    };
    const { engines, best } = (await call("engines", null)) as { engines: unknown; best: string };
    const answers = await Promise.all(
      first.answers.map(async ([question]: [string]) => {
        const [, name = "", asked = ""] = /^(\w+) (.*)$/.exec(question) ?? [];
        return [question, await call(name, session, ...JSON.parse(asked))];
      }),
    );
    const { block } = first;
    const plain = (_: string, value: unknown) =>
      ArrayBuffer.isView(value) ? { [value.constructor.name]: Array.from(value as Uint8Array) } : value;
    return [JSON.stringify(first), JSON.stringify({ answer: opened, block, engines, best, answers }, plain)];
  });
  expect(JSON.parse(given ?? "")).toEqual(JSON.parse(held ?? ""));
});

for (const [what, address] of [
  ["a link", "/#example=rfc7541-c2-1"],
  ["another view", "/#view=encode"],
] as const) {
  test(`${what} never shows the first example`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { seen: false });
      new MutationObserver(() => {
        if (document.querySelector("#root")?.textContent.includes("content-encoding")) {
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
  await expect(field(page, "content-encoding")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await expect(page.getByRole("button", { name: /^Use the .* theme$/ })).toHaveText("☾");
});

for (const [what, held] of [
  ["the page's script", SCRIPT],
  ["the package", PACKAGE],
] as const) {
  test(`what is typed before ${what} is there is decoded`, async ({ page }) => {
    const release = await hold(page, held);
    await page.goto("/", { waitUntil: "commit" });
    const text = inputText(page);
    await text.fill("82 86");
    await release();
    await expect(field(page, ":scheme")).toBeVisible();
    await expect(text).toHaveValue("82 86");
  });
}

test("what is pasted before the page's script is there is decoded", async ({ page }) => {
  const release = await hold(page, SCRIPT);
  await page.goto("/", { waitUntil: "commit" });
  await expect(field(page, "content-encoding")).toBeVisible();
  await paste(page, "8286");
  await release();
  await expect(field(page, ":scheme")).toBeVisible();
});
