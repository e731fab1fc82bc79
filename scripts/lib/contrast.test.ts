/** Contrast of the palette's pairs, in both themes (WCAG 2.2 §1.4.3 and §1.4.11). */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

const css = await readFile(new URL("../../web/src/ui/tokens.css", import.meta.url), "utf8");
const COLORS = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = "", light = "", dark = ""]) => [
    name,
    { light, dark },
  ]),
);

const GROUNDS = ["background", "pane", "raised"];
const KINDS = ["indexed", "incremental", "without", "never", "size-update"];

/** Colors, the grounds that they appear on, and the least contrast. */
const PAIRS: [colors: string[], grounds: string[], least: number][] = [
  [["text", "dim", "accent", "error", ...KINDS], GROUNDS, 4.5],
  [["on-accent"], ["accent"], 4.5],
  [["field"], GROUNDS, 3],
];

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function colorOf(name: string, theme: "light" | "dark"): string {
  const color = COLORS.get(name)?.[theme];
  if (color === undefined) throw new Error(`tokens.css has no color ${name}`);
  return color;
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  for (const [colors, grounds, least] of PAIRS) {
    test.each(colors.flatMap((color) => grounds.map((ground) => [color, ground] as const)))(
      `%s on %s has at least ${least}:1`,
      (color, ground) => {
        expect(contrast(colorOf(color, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(least);
      },
    );
  }
});
