/** What the package says of how a text was read. */
import { expect, test } from "vitest";
import type { Opened, OpenOptions, Problem } from "../../web/src/engine/types";
import { openText, readOf } from "./opening";

type Input = string | Uint8Array;

function open(input: Input, options: Partial<OpenOptions> = {}) {
  const { inspector, opened } = openText(input, options);
  const problems: Problem[] = JSON.parse(inspector.problems(0, 100));
  return { opened: readOf(opened), problems };
}

const [FIRST, LAST] = ["curl fails for 𝄞 since today.", "It works with nghttp.\nGrüße"];
const TEXT = `${FIRST}\n\nblock: 828684410f7777772e6578616d706c652e636f6d\n\n${LAST}\n`;

test.each<[string, Input]>([
  ["a text", TEXT],
  ["a file in UTF-16", new Uint8Array(Buffer.from(`\ufeff${TEXT}`, "utf16le"))],
])("what was passed over has its place in UTF-16 units, its reason, and its problem: %s", (_, input) => {
  const { opened, problems } = open(input);
  const text = opened.text ?? TEXT;
  const reason = "not a header block";
  const skipped = opened.skipped.map(({ start, end, reason }) => [text.slice(start, end), reason]);
  expect(skipped).toEqual([FIRST, LAST].map((part) => [part, reason]));
  const about = problems.filter(({ skipped }) => skipped !== null);
  expect(about).toMatchObject([0, 1].map((skipped) => ({ skipped, message: expect.stringContaining(reason) })));
});

test("a part of a text is offered and read by its place in UTF-16 units; one with frames is left to the other package", () => {
  const text = "Grüße 𝄞\nmaybe 82 86 here\nor 88 there\n";
  const { nearest } = openText(text).opened as Extract<Opened, { status: "refused" }>;
  const { start = 0, end = 0, ...lines } = nearest ?? {};
  expect(text.slice(start, end)).toBe("82 86");
  expect(lines).toEqual({ firstLine: 2, lastLine: 2 });
  const { opened } = open(text, { part: [start, end] });
  expect(opened).toMatchObject({ blocks: 1, blockBytes: 2 });
  expect(opened.skipped.map(({ start, end }) => text.slice(start, end)).join("\n")).toBe(
    "Grüße 𝄞\nmaybe\nhere\nor 88 there",
  );
  const misprint = openText("8286 84\n41 8c 8z f2\n").opened as Extract<Opened, { status: "refused" }>;
  expect(misprint.nearest ?? null).toBeNull();
  const frames = "000003 01 05 00000001 828684";
  expect(openText(`a frame: ${frames}`, { part: [9, 9 + frames.length] }).opened).toEqual({ status: "frames" });
});
