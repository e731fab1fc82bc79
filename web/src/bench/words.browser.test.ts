import { describe, expect, test } from "vitest";
import { browserOf, conditionsOf } from "./conditions";
import { CLAIM, FASTER, result, results, SAME, SLOWER, TITLES, WRONG } from "./sample";
import { factor, figure, markdown, mismatchText, overall, sentenceOf } from "./words";

const prose = { workload: "prose", title: "prose" };

test.each([
  ["faster", FASTER, "14-bit window is 1.80 to 1.90 times as fast as 16-bit window on 9 characters."],
  ["slower", SLOWER, "bit by bit takes 9.50 to 10.5 times as long as 16-bit window on 9 characters."],
  ["the interval spans 1", SAME, "14-bit window: no detectable difference from 16-bit window on 9 characters."],
  [
    "a narrow interval",
    { ...FASTER, ratioLow: 0.5557 },
    "14-bit window is 1.80 times as fast as 16-bit window on 9 characters.",
  ],
  ["wrong", WRONG, "bit by bit on 9 characters: wrong output, not timed."],
  [
    "cut short",
    result({ engine: "walk", median: undefined, ratio: null, ratioLow: null, ratioHigh: null, verdict: null }),
    "bit by bit on 9 characters: too few rounds.",
  ],
])("a verdict in words: %s", (_, result, sentence) => {
  expect(sentenceOf(result, TITLES)).toBe(sentence);
});

const OVERLAPS = { ...FASTER, engine: "walk", ratioLow: 0.55, ratioHigh: 0.6 };

test.each([
  [
    "one workload",
    [result(), FASTER, SLOWER],
    "Fastest: 14-bit window is 1.80 to 1.90 times as fast as 16-bit window.",
  ],
  [
    "several",
    [result(), FASTER, result(prose), { ...SAME, ...prose, ratio: 0.96 }],
    "14-bit window is 1.80 to 1.90 times as fast as 16-bit window on 1 of 2 workloads; no detectable difference on 1.",
  ],
  [
    "two that overlap: neither is the fastest",
    [result(), FASTER, OVERLAPS],
    "14-bit window is 1.80 to 1.90 times as fast as 16-bit window. No detectable difference between it and bit by bit.",
  ],
  [
    "another is ahead on one workload",
    [
      ...[result(), FASTER, { ...FASTER, engine: "walk", ratioLow: 0.3, ratioHigh: 0.4 }],
      ...[result(prose), { ...FASTER, ...prose }, { ...SLOWER, ...prose }],
    ],
    "14-bit window is 1.80 to 1.90 times as fast as 16-bit window on all 2 workloads. bit by bit is faster still on 1 of 2 workloads.",
  ],
  ["all others are slower", [result(), SLOWER], "Fastest: 16-bit window."],
  ["no difference", [result(), { ...SAME, ratio: 0.9 }, SLOWER], "No engine is detectably faster than 16-bit window."],
  [
    "a wrong engine does not count",
    [result(), { ...WRONG, ratio: 0.1 }, { ...SLOWER, engine: "window14" }],
    "Fastest: 16-bit window.",
  ],
  ["nothing to compare", [result()], null],
])("what the intervals allow to say of all: %s", (_, list, sentence) => {
  expect(overall(list, TITLES)).toBe(sentence);
});

test("a wrong output is shown with its place", () => {
  expect(mismatchText(WRONG)).toBe("Byte 17 of the output differs: expected 32 0d, found the end, after 17 bytes.");
});

test.each([
  [0.5, "0.50", "0.50"],
  [1.234, "1.23", "1.23"],
  [9.996, "10.0", "10.0"],
  [45.67, "45.7", "45.7"],
  [123.4, "123", "123"],
])("figures have the digits that mean something: %d", (number, asFactor, asFigure) => {
  expect([factor(number), figure(number)]).toEqual([asFactor, asFigure]);
});

test("the Markdown begins with whether to trust it, and ends with the conditions", () => {
  const measured = results(result(), FASTER, { ...SLOWER, title: "a | b" }, WRONG);
  const conditions = conditionsOf(measured, { agent: "Chrome/151.0", cores: 2, isolated: true });
  expect(markdown(measured, TITLES, conditions)).toBe(
    [
      "The machine was quiet: every ratio is known to within 1.0%.",
      "",
      "| workload | engine | ns/byte | ratio | verdict | bytes allocated |",
      "| --- | --- | ---: | ---: | --- | ---: |",
      "| 9 characters | 16-bit window | 2.00 (1.90–2.10) | 1.00 (1.00–1.00) | baseline | 0 |",
      "| 9 characters | 14-bit window | 1.06 (1.00–1.10) | 0.54 (0.53–0.56) | 1.80 to 1.90 times as fast | 0 |",
      "| a \\| b | bit by bit | 20.0 (19.0–21.0) | 10.0 (9.50–10.5) | takes 9.50 to 10.5 times as long | 12,345 |",
      "| 9 characters | bit by bit | – | – | wrong output, not timed | 0 |",
      "",
      "Measured in Chromium 151 with 2 logical cores. The clock advances in steps of 5 µs; the page is cross-origin isolated. Times are medians with 99.9% intervals; ratios come from interleaved pairs.",
      "",
    ].join("\n"),
  );
});

test("the Markdown says what is claimed and what is seen", () => {
  const measured = { ...results(result()), claims: [CLAIM] };
  const conditions = conditionsOf(measured, { agent: "Chrome/151.0", cores: 2, isolated: true });
  const text = markdown(measured, TITLES, conditions);
  expect(text).toContain(`Claimed: ${CLAIM.claimed}\n\nSeen: ${CLAIM.seen} It holds here.\n`);
});

describe("conditions", () => {
  test.each([
    ["Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/151.0.0.0 Safari/537.36 Edg/151.0", "Edge 151"],
    ["Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140"],
    ["Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15", "Safari 18.4"],
    ["something else", "an unknown browser"],
  ])("%s", (agent, browser) => {
    expect(browserOf(agent)).toBe(browser);
  });

  test("a machine that was too noisy is said with what to do, and a coarse clock", () => {
    const machine = { agent: "Chrome/151", cores: 2, isolated: false };
    const sentence = "The machine was noisy in 2 of 2 measurements.";
    const unsure = { ...results(result()), trust: { level: "unsure", sentence } as const };
    const { sentences, trust } = conditionsOf(unsure, machine);
    expect(trust).toMatch(/^The machine was noisy in 2 of 2 measurements\. Smaller differences cannot be detected\./);
    expect(sentences[1]).toBe(
      "The clock advances in steps of 5 µs; the page is not cross-origin isolated, so the clock is coarse.",
    );
    expect(conditionsOf(results(result()), machine).trust).toBe(
      "The machine was quiet: every ratio is known to within 1.0%.",
    );
  });
});
