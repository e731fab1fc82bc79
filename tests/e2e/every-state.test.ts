/**
 * In every state of every view nothing is cut off, lies over something else or sticks out, however wide the window,
 * and nothing keeps out those who use the page by keyboard, by ear or with few colours. What costs time is to bring
 * about a state, so all of it is looked at in one walk.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessFaults, lostWithForcedColors } from "./access";
import { contrastFindings, findings, structureFindings } from "./axe";
import { faultsOf } from "./geometry";
import { enter, STATES, type State } from "./states";
import { openPage } from "./support";

type Size = { width: number; height: number };
type Layout = {
  sizes: [Size, ...Size[]];
  /** What is looked at in the first of its sizes, besides what is looked at everywhere. */
  also?: (page: Page) => Promise<string[]>;
};

const WIDE: Layout = {
  sizes: [
    { width: 1440, height: 900 },
    { width: 2560, height: 1440 },
  ],
  also: async (page) => [...(await findings(page)), ...(await inOtherColors(page))],
};
const MIDDLING: Layout = {
  sizes: [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ],
};
/** Its panes are tabs. */
const NARROW: Layout = {
  sizes: [
    { width: 390, height: 844 },
    { width: 360, height: 740 },
  ],
  also: structureFindings,
};

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

async function check(page: Page, { sizes }: Layout, state: State, faults: Faults): Promise<void> {
  for (const [number, size] of sizes.entries()) {
    const where = `${state.name} at ${size.width}`;
    await page.setViewportSize(size);
    for (const { what, words } of await faultsOf(page)) faults.add(where, what, words);
    if (number > 0) continue;
    for (const fault of await accessFaults(page)) faults.add(where, fault);
  }
}

async function checkLayout(page: Page, layout: Layout, state: State, faults: Faults): Promise<void> {
  await check(page, layout, state, faults);
  if (layout.also === undefined) return;
  const [size] = layout.sizes;
  await page.setViewportSize(size);
  for (const fault of await layout.also(page)) faults.add(`${state.name} at ${size.width}`, fault);
}

/** The tabs that stand in the place of panes in a narrow window, but for the one in view. */
async function checkTabs(page: Page, state: State, faults: Faults): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "Panes" });
  const names = await tabs.getByRole("tab", { selected: false, disabled: false }).allTextContents();
  for (const name of names) {
    await tabs.getByRole("tab", { name, exact: true }).click();
    await check(page, NARROW, state, faults);
  }
}

async function checkState(page: Page, state: State, faults: Faults): Promise<void> {
  for (const layout of [WIDE, MIDDLING, NARROW]) {
    await page.setViewportSize(layout.sizes[0]);
    if (layout === WIDE || state.ofLayout) await enter(page, state);
    await checkLayout(page, layout, state, faults);
  }
  if (!state.ofLayout) await checkTabs(page, state, faults);
}

/** A page that takes states off the list, one after the other, until none is left. */
async function walk(states: State[], faults: Faults): Promise<void> {
  const { page } = await openPage();
  page.setDefaultTimeout(10_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (let state = states.shift(); state !== undefined; state = states.shift()) {
    try {
      await checkState(page, state, faults);
    } catch (reason) {
      faults.add(state.name, "not reached", String(reason));
    }
  }
}

const VIEWS = [...new Set(STATES.map(({ name }) => name.replace(/:.*/, "")))];

test.each(VIEWS)("%s: in no state is anything cut off or out of reach", { timeout: 600_000 }, async (view) => {
  const faults = new Faults();
  const states = STATES.filter(({ name }) => name.startsWith(`${view}:`));
  await Promise.all([walk(states, faults), walk(states, faults)]);
  expect(faults.list()).toEqual([]);
});
