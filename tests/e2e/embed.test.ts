/** The element in pages of others, the documented fragment, and the messages. */

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { FrameLocator, Page } from "playwright/test";
import { EMBED_HEADERS } from "../../scripts/lib/headers.mjs";
import { DIST_SINGLE, SINGLE, TOP } from "../../scripts/lib/paths.mjs";
import { bytesOf } from "../captures";
import { test as base, expect } from "./support";

/** RFC 7541 C.4.1. */
const BLOCK = "828684418cf1e3c2e5f23a6ba0ab90f4ff";

type Host = { address: string; inspector: string };

/** Somebody else's page, with a strict policy, and the inspector at another origin. */
const test = base.extend<object, { host: Host }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without fixtures
    async ({}, use) => {
      const [page, element] = await Promise.all(
        [SINGLE, "element.js"].map((name) => readFile(path.join(DIST_SINGLE, name))),
      );
      const inspector = await serve((address) =>
        address.startsWith("/embed.htm")
          ? { type: "text/html", body: page ?? "", headers: EMBED_HEADERS }
          : { type: "text/javascript", body: element ?? "", headers: { "Access-Control-Allow-Origin": "*" } },
      );
      const { origin } = new URL(inspector.address);
      const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}`;
      const host = await serve((address) => ({
        type: "text/html",
        body: `<!doctype html><title>A log</title>${
          address === "/plain"
            ? `<iframe src="${origin}/embed.htm#v=1&block=${BLOCK}" width="100%" height="800"></iframe>`
            : `<script type="module" src="${origin}/element.js"></script>
               <hpack-inspector block="${BLOCK}" panes="bytes fields"></hpack-inspector>`
        }`,
        headers: { "Content-Security-Policy": policy, "Cross-Origin-Embedder-Policy": "require-corp" },
      }));
      await use({ address: host.address, inspector: `${origin}/embed.htm` });
      host.server.close();
      inspector.server.close();
    },
    { scope: "worker" },
  ],
});

test.use({ details: false });

type Answer = { type: string; body: Buffer | string; headers: Record<string, string> };

async function serve(answer: (address: string) => Answer): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const { type, body, headers } = answer(request.url ?? "");
    response.writeHead(200, { "Content-Type": type, ...headers }).end(body);
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const inFrame = (page: Page): FrameLocator => page.frameLocator("iframe");
const fields = (frame: FrameLocator) => frame.getByRole("grid", { name: "Fields" }).getByRole("row");

/** What the element has said, by the kind of event. */
function heard(page: Page, kind: string): Promise<unknown> {
  return page.evaluate(
    (kind) =>
      new Promise((resolve) => {
        document
          .querySelector("hpack-inspector")
          ?.addEventListener(kind, (event) => resolve((event as CustomEvent).detail), { once: true });
      }),
    kind,
  );
}

/** Calls a function of the element, with bytes as a page would give them. */
function call(page: Page, name: "open" | "select", request: object): Promise<void> {
  return page.evaluate(
    ([name, request]) => {
      const element = document.querySelector("hpack-inspector") as unknown as Record<
        string,
        (...given: unknown[]) => void
      >;
      const { block, field, bytes, ...rest } = request as Record<string, unknown>;
      if (name === "select") element.select?.(block, field);
      else element.open?.({ ...rest, ...(bytes === undefined ? {} : { bytes: new Uint8Array(bytes as number[]) }) });
    },
    [name, request] as const,
  );
}

test("in a page whose policy allows a frame and no more, sandboxed: the block's fields", async ({ page, host }) => {
  await page.goto(host.address);
  await expect(fields(inFrame(page)).nth(4)).toContainText("www.example.com");
  await expect(inFrame(page).getByRole("region", { name: "Bytes" })).toBeVisible();
  // A frame that is not used does not measure; the pointer in it begins to.
  const times = inFrame(page).locator("#fields [data-column=time]");
  await expect(times).toHaveText(["time", "–", "–", "–", "–"]);
  await fields(inFrame(page)).nth(2).hover();
  await expect(times.nth(4)).toHaveText(/ (ns|µs)$/);
  await expect(inFrame(page).getByRole("region", { name: "Dynamic table" })).toHaveCount(0);
  await expect(inFrame(page).getByRole("navigation")).toHaveCount(0);
});

test("a capture is handed over and answered, a selection is told both ways, a height is asked for", async ({
  page,
  host,
}) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  const bytes = [...(await bytesOf("d01-libcurl-nginx-h2c.pcap"))];
  const opened = heard(page, "opened");
  await call(page, "open", { id: 7, name: "a capture", bytes });
  expect(await opened).toEqual({ id: 7, connections: 1, blocks: 34, faults: 0 });
  const selected = heard(page, "select");
  // Below the columns' names and the frame's header.
  await fields(inFrame(page)).nth(4).click();
  expect(await selected).toEqual({ block: 1, field: 3 });
  await call(page, "select", { block: 2, field: 1 });
  await expect(fields(inFrame(page)).filter({ hasText: ":status" })).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => page.locator("iframe").getAttribute("height").then(Number)).toBeGreaterThan(420);
});

test("a capture in TLS is handed over with its secrets", async ({ page, host }) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  const bytes = [...(await bytesOf("d03-curl-nginx-tls13.pcap"))];
  const keylog = new TextDecoder().decode(await bytesOf("d03-curl-nginx-tls13.keys.log"));
  const opened = heard(page, "opened");
  await call(page, "open", { id: 8, name: "a capture", bytes, keylog });
  expect(await opened).toMatchObject({ id: 8, connections: 1, faults: 0 });
  await expect(fields(inFrame(page)).nth(2)).toContainText(":method");
});

test("of two that are handed over at once, the first is refused and its answer never mixed up", async ({
  page,
  host,
}) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  const [refused, opened] = [heard(page, "refused"), heard(page, "opened")];
  await page.evaluate(() => {
    const frame = document.querySelector("hpack-inspector")?.shadowRoot?.querySelector("iframe")?.contentWindow;
    const open = (request: object) => frame?.postMessage({ type: "hpack-inspector/open", ...request }, "*");
    open({ id: 1, text: "82\n\n84" });
    open({ id: 2, name: "b\u202Ea\u0007", text: "88" });
  });
  expect(await refused).toEqual({ id: 1, reason: "Something else was opened before this was read." });
  expect(await opened).toEqual({ id: 2, connections: 1, blocks: 1, faults: 0 });
});

test("what is handed over after the page's address has changed waits for that page", async ({ page, host }) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  const opened = heard(page, "opened");
  await page.evaluate((src) => {
    const element = document.querySelector("hpack-inspector") as HTMLElement & { open?: (request: object) => void };
    element.setAttribute("src", src);
    element.open?.({ id: 1, text: "88" });
  }, `${host.inspector}?other`);
  expect(await opened).toEqual({ id: 1, connections: 1, blocks: 1, faults: 0 });
  await expect(fields(inFrame(page)).filter({ hasText: ":status" })).toBeVisible();
});

test("a block that can't be read is said to be, and no other is shown", async ({ page, host }) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  for (const block of ["828g", "828", ""]) {
    await page.evaluate((block) => document.querySelector("hpack-inspector")?.setAttribute("block", block), block);
    await expect(inFrame(page).locator("body")).toContainText("Not decoded.");
    await expect(inFrame(page).locator("body")).not.toContainText("www.example.com");
  }
});

test("an element that is removed before its page is ready leaves no timer, and opens what it was given when it is back", async ({
  page,
  host,
}) => {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const { setInterval, clearInterval } = window;
    Object.assign(window, {
      timers,
      setInterval: (...given: [() => void, number]) => {
        const timer = setInterval(...given);
        timers.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        timers.delete(timer);
        clearInterval(timer);
      },
    });
  });
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  const answered = await page.evaluate(async () => {
    const timers = Reflect.get(window, "timers") as Set<number>;
    const elements = Array.from({ length: 50 }, () => document.createElement("hpack-inspector"));
    document.body.append(...elements);
    for (const element of elements) element.remove();
    const left = timers.size;
    const [element] = elements as (HTMLElement & { open?: (request: object) => void })[];
    const opened = new Promise((resolve) =>
      element?.addEventListener("opened", (event) => resolve((event as CustomEvent).detail)),
    );
    const bytes = Reflect.construct(ArrayBuffer, [1, { maxByteLength: 8 }]);
    new Uint8Array(bytes).set([0x88]);
    let refused = "";
    try {
      element?.open?.({ id: 2, text: "82", opened: () => {} });
    } catch (error) {
      refused = (error as Error).name;
    }
    element?.open?.({ id: 3, bytes });
    document.body.append(element ?? "");
    return [left, refused, await opened, timers.size];
  });
  expect(answered).toEqual([0, "DataCloneError", { id: 3, connections: 1, blocks: 1, faults: 0 }, 0]);
});

test("what can't be read is refused with a reason", async ({ page, host }) => {
  await page.goto(host.address);
  await fields(inFrame(page)).nth(4).waitFor();
  for (const [request, reason] of [
    [{ id: 1 }, "The message needs an id, and either text or bytes."],
    [{ id: 2, text: "nothing here" }, /^No bytes can be read from this text/],
  ] as const) {
    const refused = heard(page, "refused");
    await call(page, "open", request);
    expect(await refused).toEqual({ id: request.id, reason: expect.stringMatching(reason) });
  }
});

test("in a frame nothing is stored and nothing dropped is taken; a page of another origin is not heard", async ({
  page,
  host,
}) => {
  // Without a sandbox, so that it would have a storage.
  await page.goto(`${host.address}plain`);
  await fields(inFrame(page)).nth(4).waitFor();
  const frame = page.frames()[1];
  const found = await frame?.evaluate(async () => {
    const dropped = new DataTransfer();
    dropped.setData("text/plain", "88");
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true }));
    window.postMessage({ type: "hpack-inspector/open", id: 1, text: "88" }, "*");
    document.querySelector<HTMLElement>("[aria-label='Step forward']")?.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    dispatchEvent(new PageTransitionEvent("pagehide"));
    return [localStorage.length, sessionStorage.length];
  });
  expect(found).toEqual([0, 0]);
  await expect(fields(inFrame(page)).nth(4)).toContainText("www.example.com");
});

test("unknown words of a request are said, and what can be read is shown", async ({ page, host }) => {
  await page.goto(`${host.inspector}#v=1&block=8286&panes=fields&colour=red&select=1.2`);
  await expect(page.getByRole("alert")).toContainText("“colour” is not read in a link with “v=1”");
  await expect(page.getByRole("grid", { name: "Fields" }).getByRole("row").nth(2)).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.goto(`${host.inspector}#v=1&block=8286`);
  await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
});

test("a page that was opened by another asks before it takes what that hands over", async ({ page, host }) => {
  await page.goto(host.address);
  const popup = page.waitForEvent("popup");
  await page.evaluate((address) => {
    const other = window.open(address);
    const told: unknown[] = [];
    Object.assign(window, { told });
    const tell = (body: object) => other?.postMessage(body, "*");
    const open = (id: number) => tell({ type: "hpack-inspector/open", id, name: "a log", text: "88" });
    const ask = setInterval(() => tell({ type: "hpack-inspector/ping", version: 1 }), 100);
    addEventListener("message", ({ source, data }) => {
      // A second ping may have been on its way.
      if (source !== other || told.some((one) => JSON.stringify(one) === JSON.stringify(data))) return;
      clearInterval(ask);
      told.push(data);
      if (told.length < 3) open(told.length);
    });
  }, host.inspector);
  const inspector = await popup;
  const asked = inspector.getByRole("dialog");
  await expect(asked).toContainText(`${new URL(host.address).origin} opened this page`);
  await asked.getByRole("button", { name: "Don’t open" }).click();
  await asked.getByRole("button", { name: "Open", exact: true }).click();
  await expect(inspector.getByRole("grid", { name: "Fields" })).toContainText(":status");
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "told")))
    .toEqual([
      { type: "hpack-inspector/ready", version: 1, accepts: ["open", "select"] },
      { type: "hpack-inspector/refused", id: 1, reason: "The user declined." },
      { type: "hpack-inspector/opened", id: 2, connections: 1, blocks: 1, faults: 0 },
    ]);
});

test("the pages of docs/proxies.md hand over a capture and its secrets, and show what is answered", async ({
  page,
  host,
}) => {
  const capture = path.join(TOP, "tests/data/captures/d03-curl-nginx-tls13");
  const { origin } = new URL(host.inspector);
  const example = await serve((address) => ({
    type: "text/html",
    body: readFileSync(path.join(TOP, "docs/proxies", address), "utf8").replace("https://inspector.example", origin),
    headers: {},
  }));
  const handOver = async (name: string, button: string) => {
    await page.goto(`${example.address}${name}.html`);
    await page.getByLabel("Capture").setInputFiles(`${capture}.pcap`);
    await page.getByLabel("Key log").setInputFiles(`${capture}.keys.log`);
    await page.getByRole("button", { name: button }).click();
  };

  const popup = page.waitForEvent("popup");
  await handOver("mitmproxy", "Open");
  const inspector = await popup;
  await inspector.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("Connections: 1; blocks of the first: 16")).toBeVisible();
  await expect(inspector.getByRole("grid", { name: "Fields" })).toContainText(":method");

  await handOver("http-toolkit", "Show");
  await expect(page.getByText("16 blocks, 0 with errors")).toBeVisible();
  const number = page.getByLabel("Block");
  await number.fill("2");
  await number.press("Tab");
  await expect(fields(inFrame(page)).filter({ hasText: ":status" })).toBeVisible();
  await fields(inFrame(page)).nth(3).click();
  await expect(number).toHaveValue("2");
  example.server.close();
});
