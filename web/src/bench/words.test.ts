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

test.each([
  ["one workload", [result(), FASTER, SLOWER], "Fastest: 14-bit window, faster than 16-bit window."],
  [
    "several",
    [result(), FASTER, result(prose), { ...SAME, ...prose, ratio: 0.96 }],
    "Fastest: 14-bit window, faster than 16-bit window on 1 of 2 workloads (1.39 times as fast as a geometric mean); no detectable difference on 1.",
  ],
  ["the baseline is the fastest", [result(), SLOWER], "None is faster than 16-bit window over 1 workload."],
  [
    "no difference",
    [result(), { ...SAME, ratio: 0.99 }],
    "No detectable difference between the fastest, 14-bit window, and 16-bit window.",
  ],
  [
    "a wrong engine does not count",
    [result(), { ...WRONG, ratio: 0.1 }, { ...SLOWER, engine: "window14" }],
    "None is faster than 16-bit window over 1 workload.",
  ],
  ["nothing to compare", [result()], null],
])("all in all: %s", (_, list, sentence) => {
  expect(overall(list, TITLES)).toBe(sentence);
});

test("a wrong output is shown with its place", () => {
  expect(mismatchText(WRONG)).toBe("Octet 17 of the output differs: expected 32 0d, found the end, after 17 octets.");
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

test("the Markdown is a table with the conditions beneath", () => {
  const measured = results(result(), FASTER, { ...SLOWER, title: "a | b" }, WRONG);
  const conditions = conditionsOf(measured, { agent: "Chrome/151.0", cores: 2, isolated: true });
  expect(markdown(measured, TITLES, conditions)).toBe(
    [
      "| workload | engine | ns/byte | ratio | verdict | bytes allocated |",
      "| --- | --- | ---: | ---: | --- | ---: |",
      "| 9 characters | 16-bit window | 2.00 (1.90–2.10) | 1.00 (1.00–1.00) | baseline | 0 |",
      "| 9 characters | 14-bit window | 1.06 (1.00–1.10) | 0.54 (0.53–0.56) | 1.80 to 1.90 times as fast | 0 |",
      "| a \\| b | bit by bit | 20.0 (19.0–21.0) | 10.0 (9.50–10.5) | takes 9.50 to 10.5 times as long | 12\u202f345 |",
      "| 9 characters | bit by bit | – | – | wrong output, not timed | 0 |",
      "",
      "Measured in Chromium 151 with 2 logical cores. The clock steps by 5 µs; the page is cross-origin isolated. Medians with 99.9 % intervals; ratios from interleaved pairs.",
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

  test("a restless machine is said, and a coarse clock", () => {
    const machine = { agent: "Chrome/151", cores: 2, isolated: false };
    const { sentences, warning } = conditionsOf(results(result(), { ...FASTER, restless: true }), machine);
    expect(warning).toContain("restless during 1 of 2 measurements");
    expect(sentences[1]).toBe(
      "The clock steps by 5 µs; the page is not cross-origin isolated, so the clock is coarse.",
    );
    expect(conditionsOf(results(result()), machine).warning).toBeNull();
  });
});
