/**
 * In every state of every view nothing is cut off, lies over something else or sticks out, however wide the window,
 * and nothing keeps out those who use the page by keyboard, by ear or with few colours. What costs time is to bring
 * about a state, so all of it is looked at in one walk.
 */
import type { Page } from "playwright/test";
import { accessFaults, lostWithForcedColors } from "./access";
import { contrastFindings, findings, structureFindings } from "./axe";
import { faultsOf } from "./geometry";
import { enter, STATES, type State } from "./states";
import { test as base, expect } from "./support";

type Size = { width: number; height: number };
/** In each: the size of which most is asked, and that at the other end of the layout. */
type Layout = [usual: Size, other: Size];

const WIDE: Layout = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const MIDDLING: Layout = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
];
/** Its panes are tabs. */
const NARROW: Layout = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

/** The first state of every view, in which the narrow layout's own roles and names are looked at, too. */
const FIRST = new Map(STATES.toReversed().map(({ name }) => [name.replace(/:.*/, ""), name]));
const isFirst = ({ name }: State) => FIRST.get(name.replace(/:.*/, "")) === name;

/** Every fault with an example of it, and the states and widths in which it shows. */
class Faults {
  readonly #found = new Map<string, { words: string; where: string[] }>();

  add(where: string, what: string, words = ""): void {
    const fault = this.#found.get(what) ?? { words, where: [] };
    fault.where.push(where);
    this.#found.set(what, fault);
  }

  list(): string[] {
    return Array.from(this.#found, ([what, { words, where }]) => {
      const [first, ...more] = where;
      const others = more.length > 0 ? ` and ${more.length} more: ${more.slice(0, 3).join("; ")}` : "";
      return `${what} (${words}), ${first}${others}`;
    });
  }
}

async function inOtherColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = [...(await contrastFindings(page)), ...(await accessFaults(page))].map((fault) => `dark, ${fault}`);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  const forced = (await lostWithForcedColors(page)).map((fault) => `forced colours, ${fault}`);
  await page.emulateMedia({ forcedColors: "none" });
  return [...dark, ...forced];
}

async function checkWords(page: Page, size: Size, state: State, faults: Faults): Promise<void> {
  await page.setViewportSize(size);
  for (const { what, words } of await faultsOf(page)) faults.add(`${state.name} at ${size.width}`, what, words);
}

async function checkAccess(page: Page, { width }: Size, state: State, faults: Faults): Promise<void> {
  const found = await accessFaults(page);
  if (width === WIDE[0].width) found.push(...(await findings(page)), ...(await inOtherColors(page)));
  if (width === NARROW[0].width && isFirst(state)) found.push(...(await structureFindings(page)));
  for (const fault of found) faults.add(`${state.name} at ${width}`, fault);
}

/** The tabs that stand in the place of panes in a narrow window, but for the one in view. */
async function checkTabs(page: Page, [usual, other]: Layout, state: State, faults: Faults): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "Panes" });
  const names = await tabs.getByRole("tab", { selected: false, disabled: false }).allTextContents();
  for (const name of names) {
    await tabs.getByRole("tab", { name, exact: true }).click();
    await checkWords(page, other, state, faults);
    if (state.otherWords) continue;
    await checkWords(page, usual, state, faults);
    for (const fault of await accessFaults(page)) faults.add(`${state.name} at ${usual.width}`, fault);
  }
}

async function checkState(page: Page, state: State, faults: Faults): Promise<void> {
  for (const layout of [WIDE, MIDDLING, NARROW]) {
    const [usual, other] = layout;
    await page.setViewportSize(usual);
    if (layout === WIDE || state.ofLayout) await enter(page, state);
    await checkWords(page, usual, state, faults);
    if (!state.otherWords) await checkAccess(page, usual, state, faults);
    await checkWords(page, other, state, faults);
  }
  if (!state.ofLayout) await checkTabs(page, NARROW, state, faults);
}

/**
 * One page for all that a worker looks at: a new profile for each state would take as long as to open it. What the page
 * keeps goes before it starts anew.
 */
const test = base.extend<object, { lasting: Page }>({
  lasting: [
    async ({ browser }, use, { project }) => {
      const { baseURL, permissions } = project.use;
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...(permissions && { permissions }) });
      await context.addInitScript(() => {
        if (location.protocol === "about:") return;
        localStorage.clear();
        sessionStorage.clear();
      });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
  context: ({ lasting }, use) => use(lasting.context()),
  page: ({ lasting }, use) => use(lasting),
});

for (const state of STATES) {
  test(`${state.name}: nothing is cut off or out of reach`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    const faults = new Faults();
    await checkState(page, state, faults);
    expect(faults.list()).toEqual([]);
  });
}
