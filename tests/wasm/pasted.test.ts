/** What the package says of how a text was read. */
import { describe, expect, test } from "vitest";
import type { Opened, OpenOptions, Problem } from "../../web/src/engine/types";
import { openText, readOf } from "./opening";

type Input = string | Uint8Array;

function open(input: Input, options: Partial<OpenOptions> = {}) {
  const { inspector, opened } = openText(input, options);
  const problems: Problem[] = JSON.parse(inspector.problems(0, 100));
  return { opened: readOf(opened), problems };
}

/** The part nearest to a block, of a text that is refused. */
const nearestOf = (input: Input) => (openText(input).opened as Extract<Opened, { status: "refused" }>).nearest;

/** A request. */
const REQUEST = "828684410f7777772e6578616d706c652e636f6d";

describe("what was passed over", () => {
  const [FIRST, LAST] = ["curl fails for 𝄞 since today.", "It works with nghttp.\nGrüße"];
  const TEXT = `${FIRST}\n\nblock: ${REQUEST}\n\n${LAST}\n`;

  test.each<[string, Input]>([
    ["a text", TEXT],
    ["a file in UTF-16", new Uint8Array(Buffer.from(`\ufeff${TEXT}`, "utf16le"))],
  ])("has its place in UTF-16 units, its reason, and its problem: %s", (_, input) => {
    const { opened, problems } = open(input);
    const text = opened.text ?? TEXT;
    expect(opened.skipped.map(({ start, end, reason }) => [text.slice(start, end), reason])).toEqual([
      [FIRST, "not a header block"],
      [LAST, "not a header block"],
    ]);
    const about = problems.filter(({ skipped }) => skipped !== null);
    expect(about.map(({ skipped }) => skipped)).toEqual([0, 1]);
    for (const { message } of about) expect(message).toContain("not a header block");
  });

  test("is listed up to a thousand parts", () => {
    const lines = Array.from({ length: 1200 }, (_, at) => `got ${REQUEST} in ${at} ms`);
    expect(open(lines.join("\n")).opened.skipped).toHaveLength(1000);
  });

  test("is nothing where all was read", () => {
    expect(open("828684").opened).toMatchObject({ skipped: [], ambiguous: null, twoDirections: false });
  });
});

test.each([
  [null, "decimal", { id: "octal", title: "octal numbers" }],
  ["decimal", "decimal", { id: "octal" }],
  ["octal", "octal", { id: "decimal" }],
  ["binary", "binary", null],
])("of two notations that fit, the other is named: %s chosen", (format, read, other) => {
  const { format: found, ambiguous } = open("202 206 204 101", { format }).opened;
  expect(found.id).toBe(read);
  expect(ambiguous?.other ?? null).toEqual(other && expect.objectContaining(other));
  if (format === null) expect(ambiguous?.message).toMatch(/decimal numbers or octal numbers/);
});

describe("a part of the text", () => {
  const TEXT = "Grüße 𝄞\nmaybe 82 86 84 here\nor 88 there\n";

  test("that is nearest to a block is offered, and read by itself", () => {
    const { start = 0, end = 0, ...lines } = nearestOf(TEXT) ?? {};
    expect(TEXT.slice(start, end)).toBe("82 86 84");
    expect(lines).toEqual({ firstLine: 2, lastLine: 2 });
    const { opened } = open(TEXT, { part: [start, end] });
    expect(opened).toMatchObject({ blocks: 1, blockBytes: 3 });
    expect(opened.skipped.map(({ start, end }) => TEXT.slice(start, end)).join("\n")).toBe(
      "Grüße 𝄞\nmaybe\nhere\nor 88 there",
    );
  });

  test("of several lines has their numbers", () => {
    const text = "bytes\n\n 82 86 84 41 8c\n f1 e3 c2\n\nof a block that is cut";
    expect(nearestOf(text)).toMatchObject({ firstLine: 3, lastLine: 4 });
  });

  test("that holds frames is left to the other package", () => {
    const frames = "000003 01 05 00000001 828684";
    expect(openText(`a frame: ${frames}`, { part: [9, 9 + frames.length] }).opened).toEqual({ status: "frames" });
  });
});

test("two directions in one list get a table each where a person says so, or labels do", () => {
  const LIST = "828684\n\n88\n\n828684\n\n88";
  expect(open(LIST).opened).toMatchObject({ twoDirections: true, directions: [{ sender: "unknown", blocks: 4 }] });
  const sides = ["client", "server"].map((sender) => ({ sender, blocks: 2 }));
  expect(open(LIST, { sides: "fields" }).opened).toMatchObject({ twoDirections: true, directions: sides });
  const { twoDirections, directions } = open("client: 828684\nserver: 88").opened;
  expect([twoDirections, ...directions.map(({ sender }) => sender)]).toEqual([false, "client", "server"]);
});
