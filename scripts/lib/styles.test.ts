/** A view that was gone to leaves its styles behind: no other view may have a rule for the same bare class. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { WEB } from "./paths.mjs";

const SOURCES = path.join(WEB, "src");

/** The classes that a style sheet has rules for wherever they stand. */
function bareClasses(css: string): string[] {
  const selectors = css.replace(/\/\*.*?\*\/|\([^()]*\)/gs, "").matchAll(/([^{}]+)\{/g);
  return [...selectors].flatMap(([, list]) =>
    (list ?? "").split(",").flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []),
  );
}

test("bare classes are those without anything around them", () => {
  expect(
    bareClasses("/* .no {} */ .a, .b .c { } @media (x) { .d { } } .e:hover { } p.f { } .g :is(.h, .i) { }"),
  ).toEqual(["a", "d"]);
});

test("no class is styled by two views", () => {
  const views = new Map<string, Set<string>>();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: "utf8" })) {
    const [view, ...rest] = file.split(path.sep);
    if (view === undefined || rest.length === 0 || !file.endsWith(".css")) continue;
    for (const name of bareClasses(readFileSync(path.join(SOURCES, file), "utf8"))) {
      views.set(name, (views.get(name) ?? new Set()).add(view));
    }
  }
  expect(views.size).toBeGreaterThan(100);
  expect([...views].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of])).toEqual([]);
});
