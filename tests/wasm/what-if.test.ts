/** What-if, through both packages of the page's worker. */
import { describe, expect, test } from "vitest";
import type { EntryWindow, TriedBlock, WhatIfAnswer, WhatIfQuestion } from "../../web/src/engine/types";
import { exampleOf } from "../appendix-c";
import { openCapture, openText } from "./opening";

const REQUESTS = exampleOf("C.4").blocks.map(({ hex }) => hex);

const QUESTION: WhatIfQuestion = { direction: 0, choices: "always", huffman: null, maximum: null, curves: [] };

describe.each([
  ["the first package", openText],
  ["the one that reads captures", openCapture],
])("%s", (_, open) => {
  test("RFC 7541 C.4 is what always indexing makes of it", () => {
    const { inspector } = open(REQUESTS.join("\n\n"));
    expect(inspector.startWhatIf(JSON.stringify({ ...QUESTION, curves: ["always", "never"] }))).toBe(true);
    for (let rounds = 0; !inspector.whatIfRound(5); rounds += 1) expect(rounds).toBeLessThan(10_000);
    const found: WhatIfAnswer = JSON.parse(inspector.whatIf());
    expect(found).toMatchObject({ done: true, sent: { bytes: 17 + 12 + 24 } });
    expect(found.tried).toEqual(found.sent);
    expect([...inspector.whatIfBlocks()]).toEqual([0, 17, 17, 52, 1, 12, 12, 73, 2, 24, 24, 85]);
    expect(found.curves.map(({ choices }) => choices)).toEqual(["always", "never"]);

    const window = { sent: false, order: "saved", descending: true, from: 0, to: 10 };
    const { total, entries }: EntryWindow = JSON.parse(inspector.whatIfEntries(JSON.stringify(window)));
    const authority = { name: ":authority", value: "www.example.com" };
    expect([total, entries[0]]).toMatchObject([3, { ...authority, uses: 2, inserted: 0, evicted: null }]);
    const block: TriedBlock = JSON.parse(inspector.whatIfBlock(1));
    expect(block).toEqual({ hex: REQUESTS[1], maximum: 4096, prior: [Object.values(authority)] });
  });

  test("what is no question gets no answer", () => {
    const { inspector } = open("82");
    expect([inspector.whatIf(), inspector.whatIfRound(1), inspector.whatIfBlock(0)]).toEqual(["null", true, "null"]);
    for (const question of ["", "{}", JSON.stringify({ ...QUESTION, direction: 9 })])
      expect(inspector.startWhatIf(question)).toBe(false);
  });
});
