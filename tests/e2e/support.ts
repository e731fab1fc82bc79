/** The built page in a real Chromium, served as `npm start` serves it; every test has a fresh profile, unless it says otherwise. */
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";

type Fixtures = {
  /** Whether the page shows its details, as for a person who once asked for them. */
  details: boolean;
  /** Whether the browser may complain: for tests of what is refused or fails. */
  mayComplain: boolean;
  /** All that the browser complains about: errors on its console, and uncaught exceptions. */
  complaints: string[];
  /** The addresses of all requests of the page. */
  requests: string[];
  /** Opens an address in a profile of its own, besides that of `page`. */
  openElsewhere: (address: string) => Promise<Page>;
};

function noteComplaints(context: BrowserContext, complaints: string[]): void {
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
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

export const test = base.extend<Fixtures>({
  mayComplain: [false, { option: true }],
  details: [true, { option: true }],
  context: async ({ context, details }, use) => {
    if (details) await showDetails(context);
    await use(context);
  },
  complaints: [
    async ({ context, mayComplain }, use) => {
      const complaints: string[] = [];
      noteComplaints(context, complaints);
      await use(complaints);
      if (!mayComplain) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  requests: async ({ page }, use) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await use(requests);
  },
  openElsewhere: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address) => {
      const context = await browser.newContext();
      contexts.push(context);
      await showDetails(context);
      noteComplaints(context, complaints);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };
