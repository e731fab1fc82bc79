/** Contrast of the palette's pairs, in both themes (WCAG 2.2 §1.4.3 and §1.4.11). */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const css = await readFile(new URL("../../web/src/ui/tokens.css", import.meta.url), "utf8");
const TOKENS = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
const COLORS = new Map(Array.from(TOKENS, ([, name = "", ...themes]) => [name, themes]));

const GROUNDS = ["background", "pane", "raised"];
const KINDS = ["indexed", "incremental", "without", "never", "size-update"];

/** Colors, the grounds that they appear on, and the least contrast. */
const PAIRS: [colors: string[], grounds: string[], least: number][] = [
  [["text", "dim", "accent", "error", ...KINDS], GROUNDS, 4.5],
  [["on-accent"], ["accent"], 4.5],
  [["field"], GROUNDS, 3],
];

/** NaN, whose contrast is never enough, for a color that is not there. */
function luminance(color = ""): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(["light", "dark"])("every color has enough contrast on its grounds: %s", (theme) => {
  const of = (name: string) => luminance(COLORS.get(name)?.[theme === "light" ? 0 : 1]);
  for (const [colors, grounds, least] of PAIRS)
    for (const [color, ground] of colors.flatMap((color) => grounds.map((ground) => [color, ground] as const))) {
      const [low = 0, high = 0] = [of(color), of(ground)].sort((one, other) => one - other);
      expect((high + 0.05) / (low + 0.05), `${color} on ${ground}`).toBeGreaterThanOrEqual(least);
    }
});
