import { describe, expect, test } from "vitest";
import { browserOf, conditionsOf } from "./conditions";
import { CLAIM, FASTER, result, results, SAME, SLOWER, TITLES, WRONG } from "./sample";
import { factor, figure, markdown, mismatchText, summaryOf, verdict } from "./words";

const prose = { workload: "prose", title: "prose" };

const NOISY = { ...SAME, ratioLow: 0.8, ratioHigh: 1.3 };
const OTHER = { ...result(prose), median: 3 };

test.each([
  ["faster", [FASTER], "14-bit window is 1.80–1.90× as fast as 16-bit window."],
  ["slower", [SLOWER], "Bit by bit takes 9.50–10.5× as long as 16-bit window."],
  ["the interval spans 1", [SAME], "No difference seen between 14-bit window and 16-bit window."],
  ["a wide interval spans 1", [NOISY], "Too noisy to tell 14-bit window from 16-bit window."],
  ["a narrow interval", [{ ...FASTER, ratioLow: 0.5557 }], "14-bit window is 1.80× as fast as 16-bit window."],
  ["wrong", [WRONG], "Bit by bit: wrong output, not timed."],
  ["cut short", [result({ engine: "walk", ratio: null, ratioLow: null, ratioHigh: null, verdict: null })], null],
  ["the baseline", [result()], null],
  [
    "several inputs",
    [FASTER, { ...FASTER, ...prose, ratioLow: 0.4 }],
    "14-bit window is 1.80–2.50× as fast as 16-bit window on 2 of 2 inputs.",
  ],
  [
    "of several inputs, not all known",
    [FASTER, { ...NOISY, ...prose }],
    "14-bit window is 1.80–1.90× as fast as 16-bit window on 1 of 2 inputs; too noisy to tell on 1.",
  ],
  [
    "faster and slower",
    [FASTER, { ...SLOWER, ...prose, engine: "window14" }],
    "14-bit window is 1.80–1.90× as fast as 16-bit window on 1 of 2 inputs; 9.50–10.5× as long on 1.",
  ],
  [
    "wrong on one input",
    [
      { ...FASTER, engine: "walk" },
      { ...WRONG, ...prose },
    ],
    "Bit by bit: wrong output, not timed on 1 of 2 inputs.",
  ],
])("an answer in words: %s", (_, own, sentence) => {
  const engine = own[0]?.engine ?? "";
  expect(summaryOf([result(), OTHER, ...own], engine, TITLES).sentence).toBe(sentence);
});

test("the span of an engine has all its intervals in it", () => {
  const { span } = summaryOf([FASTER, { ...SAME, ...prose }], "window14", TITLES);
  expect(span).toEqual({ low: 1 / 1.04, middle: 1 / 0.54, high: 1 / 0.526 });
});

test.each([
  ["too few rounds", result({ median: undefined, ratio: null, ratioLow: null, ratioHigh: null, verdict: null })],
  ["nothing to compare with", result({ ratio: null, ratioLow: null, ratioHigh: null, verdict: null })],
])("a verdict: %s", (words, one) => {
  expect(verdict(one)).toBe(words);
});

test("a wrong output is shown with its place", () => {
  expect(mismatchText(WRONG)).toBe("Byte 17 of the output differs: expected 32 0d, found the end, after 17 bytes.");
});

test.each([
  [0.0621, "0.062", "0.062"],
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
  const firstUses = new Map([
    ["window16", 1.25],
    ["window14", 0.5],
    ["unused", 9],
  ]);
  expect(markdown(measured, TITLES, conditions, firstUses)).toBe(
    [
      "The machine was quiet: every ratio is known to within 1.0%.",
      "",
      "| workload | engine | ns/byte | speed | verdict | bytes allocated |",
      "| --- | --- | ---: | ---: | --- | ---: |",
      "| 9 characters | 16-bit window | 2.00 (1.90–2.10) | 1.00 (1.00–1.00) | baseline | 0 |",
      "| 9 characters | 14-bit window | 1.06 (1.00–1.10) | 1.85 (1.80–1.90) | 1.80–1.90× as fast | 0 |",
      "| a \\| b | bit by bit | 20.0 (19.0–21.0) | 0.10 (0.095–0.11) | 9.50–10.5× as long | 12,345 |",
      "| 9 characters | bit by bit | – | – | wrong output, not timed | 0 |",
      "",
      "First use of each engine: 16-bit window 1.3 ms, 14-bit window 0.50 ms.",
      "",
      "Measured in Chromium 151 with 2 logical cores. The clock advances in steps of 5 µs; the page is cross-origin isolated. Times are medians with 99.9% intervals; ratios come from interleaved pairs. Measured against itself, the baseline varied by up to 0.50%; no interval is narrower.",
      "",
    ].join("\n"),
  );
});

test("the Markdown says what is claimed and what is seen", () => {
  const measured = { ...results(result()), claims: [CLAIM] };
  const conditions = conditionsOf(measured, { agent: "Chrome/151.0", cores: 2, isolated: true });
  const text = markdown(measured, TITLES, conditions, new Map());
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
    const sentence = "The machine was noisy: after 82 rounds, the ratio is known only to within 30% on “prose”.";
    const unsure = { ...results(result()), trust: { level: "unsure", sentence } as const };
    const { sentences, trust } = conditionsOf(unsure, machine);
    expect(trust).toMatch(`${sentence} Close other programs`);
    expect(sentences[1]).toBe(
      "The clock advances in steps of 5 µs; the page is not cross-origin isolated, so the clock is coarse.",
    );
    expect(conditionsOf(results(result()), machine).trust).toBe(
      "The machine was quiet: every ratio is known to within 1.0%.",
    );
  });
});
