/** The built page in a real Chromium, served as `npm start` serves it. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, inject } from "vitest";
import { CHROMIUM_FLAGS, ensureChromium } from "../../scripts/lib/chromium.mjs";

export type PageOptions = {
  /** CSS pixels. */
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  /** What follows the page's address, such as a fragment. */
  path?: string;
  /** Another page than the built one. */
  address?: string;
  /** What is done to the page before it loads. */
  before?: (page: Page) => Promise<void>;
};

export type OpenedPage = {
  page: Page;
  /** All that the browser has complained about so far: errors on its console, and uncaught exceptions. */
  complaints: string[];
  /** The addresses of all requests so far. */
  requests: string[];
};

let browser: Promise<Browser> | undefined;
const contexts: BrowserContext[] = [];

async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
}

/** Opens the page in a fresh profile. It is closed after the test, and the browser after the file. */
export async function openPage(options: PageOptions = {}): Promise<OpenedPage> {
  const { width = 1440, height = 900, colorScheme = "light", path = "", address = inject("address") } = options;
  browser ??= launch();
  const context = await (await browser).newContext({
    viewport: { width, height },
    colorScheme,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  contexts.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await options.before?.(page);
  await page.goto(address + path);
  return { page, complaints, requests };
}

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});
