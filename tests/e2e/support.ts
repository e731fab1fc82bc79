/**
 * The built page in a real Chromium, served as `npm start` serves it. A test begins with a document of its own in a page
 * that a worker keeps, from which all that the page had stored is gone: a new profile takes as long as most tests. Tests
 * of what a profile has to do with have one: `test.use({ fresh: true })`.
 */
import { type Browser, type BrowserContext, test as base, expect, type Page } from "playwright/test";

type Fixtures = {
  /** Whether the test has a profile of its own: for storage, settings of the browser, and what is held back or replaced. */
  fresh: boolean;
  /** Whether the page shows its details, as for a person who once asked for them. */
  details: boolean;
  /** Whether the browser may complain: for tests of what is refused or fails. */
  mayComplain: boolean;
  /** All that the browser complains about: errors on its console, and uncaught exceptions. */
  complaints: string[];
  /** The addresses of all requests of the page. */
  requests: string[];
  /** Opens an address as another browser does, which knows nothing of what `page` has stored. */
  openElsewhere: (address: string) => Promise<Page>;
};

/** A page that outlives a test. */
type Lasting = {
  page: Page;
  /** From now on its addresses are another document's. */
  renew: () => Promise<void>;
};

/** Waits for everything that the browser complains about; what it gives ends that. */
function noteComplaints(context: BrowserContext, complaints: string[]): () => void {
  const onConsole = (message: { type: () => string; text: () => string }) => {
    if (message.type() === "error") complaints.push(message.text());
  };
  const onError = (error: { error: () => unknown }) => complaints.push(String(error.error()));
  context.on("console", onConsole);
  context.on("weberror", onError);
  return () => {
    context.off("console", onConsole);
    context.off("weberror", onError);
  };
}

function showDetails(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    try {
      if (localStorage.getItem("details") === null) localStorage.setItem("details", "on");
    } catch {
      // Site data is blocked.
    }
  });
}

/** What was stored before the address had this query goes. */
function forgetOthers(): void {
  if (location.protocol === "about:" || sessionStorage.getItem("test") === location.search) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("test", location.search);
  localStorage.setItem("details", "on");
}

let renewed = 0;

async function openLasting(
  browser: Browser,
  { baseURL, permissions }: { baseURL?: string; permissions?: string[] },
): Promise<Lasting> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...(permissions && { permissions }) });
  await context.addInitScript(forgetOthers);
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  let query = "";
  // Another fragment alone would leave what is open and what was done; a page of another origin in between would cost a
  // new process, in which all is compiled again.
  page.goto = (address, options) => goto(address.replace(/^\/?(#|$)/, `/?${query}$1`), options);
  const renew = async () => {
    renewed += 1;
    query = String(renewed);
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await page.unrouteAll();
    await page.mouse.move(0, 0);
    await page.emulateMedia({ media: null, colorScheme: "light", forcedColors: null, reducedMotion: null });
  };
  return { page, renew };
}

export const test = base.extend<Fixtures, { lasting: Lasting; elsewhere: Lasting }>({
  mayComplain: [false, { option: true }],
  details: [true, { option: true }],
  fresh: [false, { option: true }],
  lasting: [
    async ({ browser }, use, { project }) => {
      const lasting = await openLasting(browser, project.use);
      await use(lasting);
      await lasting.page.context().close();
    },
    { scope: "worker" },
  ],
  elsewhere: [
    async ({ browser }, use, { project }) => {
      const lasting = await openLasting(browser, project.use);
      await use(lasting);
      await lasting.page.context().close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, lasting, fresh, details }, use) => {
    if (!fresh && details) return use(lasting.page.context());
    const context = await browser.newContext();
    if (details) await showDetails(context);
    await use(context);
    await context.close();
  },
  page: async ({ context, lasting, viewport }, use) => {
    const { page, renew } = lasting;
    if (context !== page.context()) return use(await context.newPage());
    await renew();
    if (viewport !== null) await page.setViewportSize(viewport);
    await use(page);
  },
  complaints: [
    async ({ context, mayComplain }, use) => {
      const complaints: string[] = [];
      const stop = noteComplaints(context, complaints);
      await use(complaints);
      stop();
      if (!mayComplain) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  requests: async ({ page }, use) => {
    const requests: string[] = [];
    const note = (request: { url: () => string }) => requests.push(request.url());
    page.on("request", note);
    await use(requests);
    page.off("request", note);
  },
  openElsewhere: async ({ elsewhere, viewport, complaints }, use) => {
    const { page, renew } = elsewhere;
    const stop = noteComplaints(page.context(), complaints);
    await use(async (address) => {
      await renew();
      if (viewport !== null) await page.setViewportSize(viewport);
      await page.goto(address);
      return page;
    });
    stop();
  },
});

export { expect };
