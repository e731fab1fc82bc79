/**
 * Nothing is cut off, overlaps or sticks out at any width, and nothing keeps out those who use the page by keyboard, by
 * ear or with few colors. Reaching a state is what takes time, so each is checked for everything in one walk.
 *
 * An ordinary run checks a dozen states at three sizes; `HPACK_ALL_STATES=1`, which `npm run test:long` sets, checks
 * every state of every view at six.
 */
import type { Page } from "playwright/test";
import { accessFaults, lostWithForcedColors } from "./access";
import { COLORS, findings, STRUCTURE } from "./axe";
import { faultsOf } from "./geometry";
import { enter, HAS_ALL, STATES, type State } from "./states";
import { expect, test } from "./support";

type Size = { width: number; height: number };
/** A layout's most common size, and the one at its other end. */
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

/** The states of an ordinary run: the first of every view, and the ones that strain the layout most. */
const ORDINARY = new Set([
  ...FIRST.values(),
  "Inspect: long names and values",
  "Inspect: large numbers, the middle of the session",
  "Inspect: a cause for what is wrong",
  "Inspect: a refused text, a part of it offered",
  "Capture: a gap, the problems",
  "Explain: an error",
  "Explain: nothing decoded",
  "Explain: large numbers, the middle of a long block",
  "Encode: What if, all of it unfolded",
  "Encode: long names, large settings",
  "Benchmark: after",
  "Learn: chapter “strings”",
  "Dialogs: Compare, two blocks",
]);
const CHECKED = STATES.filter(({ name }) => HAS_ALL || ORDINARY.has(name));

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
  const dark = [...(await findings(page, COLORS)), ...(await accessFaults(page))].map((fault) => `dark, ${fault}`);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  const forced = (await lostWithForcedColors(page)).map((fault) => `forced colors, ${fault}`);
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
  if (width === NARROW[0].width && isFirst(state)) found.push(...(await findings(page, STRUCTURE)));
  for (const fault of found) faults.add(`${state.name} at ${width}`, fault);
}

/** The tabs that stand in the place of panes in a narrow window, but for the one in view. */
async function checkTabs(page: Page, [usual, other]: Layout, state: State, faults: Faults): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "Panes" });
  const names = await tabs.getByRole("tab", { selected: false, disabled: false }).allTextContents();
  for (const name of names) {
    await tabs.getByRole("tab", { name, exact: true }).click();
    if (HAS_ALL) await checkWords(page, other, state, faults);
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
    if (HAS_ALL) await checkWords(page, other, state, faults);
  }
  if (!state.ofLayout) await checkTabs(page, NARROW, state, faults);
}

test("the states of an ordinary run exist", () => {
  expect(CHECKED).toHaveLength(HAS_ALL ? STATES.length : ORDINARY.size);
});

for (const state of CHECKED) {
  test(`${state.name}: nothing is cut off or out of reach`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    const faults = new Faults();
    await checkState(page, state, faults);
    expect(faults.list()).toEqual([]);
  });
}
