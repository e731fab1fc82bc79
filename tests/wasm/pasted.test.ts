/** What the package says of how a text was read. */
import { readFile } from "node:fs/promises";
import { Inspector, initSync } from "@wasm/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Opened, OpenOptions, Problem } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

beforeAll(async () => {
  const module = await readFile(new URL("../../crate/wasm/pkg/hpack_inspector_wasm_bg.wasm", import.meta.url));
  initSync({ module });
});

function open(input: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const inspector = new Inspector();
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const opened: Opened = JSON.parse(inspector.open(bytes, JSON.stringify({ ...DEFAULT_OPTIONS, ...options })));
  if (opened.status !== "ok") throw new Error(opened.message);
  const problems: Problem[] = JSON.parse(inspector.problems(0, 100));
  return { opened, problems };
}

function refusalOf(input: string | Uint8Array) {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const opened: Opened = JSON.parse(new Inspector().open(bytes, JSON.stringify(DEFAULT_OPTIONS)));
  if (opened.status !== "refused") throw new Error("it was read");
  return opened;
}

/** A request. */
const REQUEST = "828684410f7777772e6578616d706c652e636f6d";

describe("what was passed over", () => {
  const [FIRST, LAST] = ["curl fails for 𝄞 since today.", "It works with nghttp.\nGrüße"];
  const TEXT = `${FIRST}\n\nblock: ${REQUEST}\n\n${LAST}\n`;

  test("stands in the text, in UTF-16 units, with its reason", () => {
    const { opened } = open(TEXT);
    expect(opened.skipped.map(({ start, end }) => TEXT.slice(start, end))).toEqual([FIRST, LAST]);
    expect(opened.skipped.map(({ reason }) => reason)).toEqual(["not a header block", "not a header block"]);
  });

  test("stands there too where a file held the text in UTF-16", () => {
    const { opened } = open(new Uint8Array(Buffer.from(`\ufeff${TEXT}`, "utf16le")));
    const { start = 0, end = 0 } = opened.skipped[1] ?? {};
    expect(opened.text?.slice(start, end)).toBe(LAST);
  });

  test("is among the problems, each of which leads to its part", () => {
    const { opened, problems } = open(TEXT);
    const about = problems.filter(({ skipped }) => skipped !== null);
    expect(about.map(({ skipped }) => skipped)).toEqual([0, 1]);
    for (const { message, skipped } of about) expect(message).toContain(opened.skipped[skipped ?? 0]?.reason);
  });

  test("is listed up to a thousand parts", () => {
    const lines = Array.from({ length: 1200 }, (_, at) => `got ${REQUEST} in ${at} ms`);
    const { opened, problems } = open(lines.join("\n"));
    expect(opened.skipped).toHaveLength(1000);
    expect(problems.filter(({ skipped }) => skipped !== null)).toHaveLength(100);
  });

  test("is nothing where all was read", () => {
    expect(open("828684").opened).toMatchObject({ skipped: [], ambiguous: null, twoDirections: false });
  });
});

describe("two notations", () => {
  const NUMBERS = "202 206 204 101";

  test("one is read, and the other named", () => {
    const { opened } = open(NUMBERS);
    expect(opened.format.id).toBe("decimal");
    expect(opened.ambiguous).toMatchObject({ other: { id: "octal", title: "octal numbers" } });
    expect(opened.ambiguous?.message).toMatch(/decimal numbers or octal numbers/);
  });

  test("the other, once chosen, names the one before", () => {
    const { opened } = open(NUMBERS, { format: "octal" });
    expect(opened.format.id).toBe("octal");
    expect(opened.ambiguous).toMatchObject({ other: { id: "decimal" } });
    expect(open(NUMBERS, { format: "decimal" }).opened.ambiguous).toMatchObject({ other: { id: "octal" } });
  });

  test("a third, once chosen, is not one of them", () => {
    expect(open(NUMBERS, { format: "binary" }).opened.ambiguous).toBeNull();
  });
});

describe("a part of the text", () => {
  const TEXT = "Grüße 𝄞\nmaybe 82 86 84 here\nor 88 there\n";

  test("that is nearest to a block is offered, and read by itself", () => {
    const refused = refusalOf(TEXT);
    const { start = 0, end = 0 } = refused.nearest ?? {};
    expect(TEXT.slice(start, end)).toBe("82 86 84");
    expect(refused.nearest).toMatchObject({ firstLine: 2, lastLine: 2 });
    const { opened } = open(TEXT, { part: [start, end] });
    expect(opened).toMatchObject({ blocks: 1, blockBytes: 3 });
    expect(opened.skipped.map(({ start, end }) => TEXT.slice(start, end)).join("\n")).toBe(
      "Grüße 𝄞\nmaybe\nhere\nor 88 there",
    );
  });

  test("of several lines has their numbers", () => {
    const text = "bytes\n\n 82 86 84 41 8c\n f1 e3 c2\n\nof a block that is cut";
    expect(refusalOf(text).nearest).toMatchObject({ firstLine: 3, lastLine: 4 });
  });

  test("that holds frames is left to the other package", () => {
    const frames = "000003 01 05 00000001 828684";
    const answer = JSON.parse(
      new Inspector().open(
        new TextEncoder().encode(`a frame: ${frames}`),
        JSON.stringify({ ...DEFAULT_OPTIONS, part: [9, 9 + frames.length] }),
      ),
    );
    expect(answer).toEqual({ status: "frames" });
  });
});

describe("two directions in one list", () => {
  const LIST = "828684\n\n88\n\n828684\n\n88";

  test("are told, and given a table each where a person says so", () => {
    const one = open(LIST).opened;
    expect(one).toMatchObject({ twoDirections: true, directions: [{ sender: "unknown", blocks: 4 }] });
    const two = open(LIST, { sides: "fields" }).opened;
    expect(two.twoDirections).toBe(true);
    expect(two.directions).toEqual([
      { sender: "client", blocks: 2 },
      { sender: "server", blocks: 2 },
    ]);
  });

  test("are none where labels say who sent what", () => {
    const { opened } = open("client: 828684\nserver: 88");
    expect(opened.twoDirections).toBe(false);
    expect(opened.directions.map(({ sender }) => sender)).toEqual(["client", "server"]);
  });
});

/** Samples that hold nothing to decode, and a word of the reason. */
test.each([
  ["not-hex-words.txt", /./],
  ["odd-digits.txt", /odd|digit/i],
  ["bad-digit.txt", /digit|hex/i],
  ["ellipsis.txt", /cut|short|…|between/i],
  ["nghttp.har", /HAR|archive/i],
  ["node-buffer-truncated.txt", /cut|short|more bytes/i],
])("%s is refused with the reason", async (file, reason) => {
  expect(refusalOf(await readFile(new URL(`../paste/${file}`, import.meta.url))).message).toMatch(reason);
});
