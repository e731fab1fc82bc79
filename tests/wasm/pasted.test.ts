/** What the package says of how a text was read. */
import { readFile } from "node:fs/promises";
import { Inspector, initSync } from "@wasm-more/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Opened, OpenOptions, Problem } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

beforeAll(async () => {
  const module = await readFile(new URL("../../crate/wasm/pkg-more/hpack_inspector_wasm_bg.wasm", import.meta.url));
  initSync({ module });
});

function open(input: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const inspector = new Inspector();
  const octets = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const opened: Opened = JSON.parse(inspector.open(octets, JSON.stringify({ ...DEFAULT_OPTIONS, ...options })));
  if (opened.status !== "ok") throw new Error(opened.message);
  const problems: Problem[] = JSON.parse(inspector.problems(0, 100));
  return { opened, problems };
}

describe("what was passed over", () => {
  const TEXT = "# gruß 𝄞\nthe request goes out\n828684\n\nthe response comes back\n88\n";

  test("stands in the text, in UTF-16 units, with its reason", () => {
    const { opened } = open(TEXT);
    expect(opened.skipped.map(({ start, end }) => TEXT.slice(start, end))).toEqual([
      "the request goes out",
      "the response comes back",
    ]);
    expect(opened.skipped.map(({ reason }) => reason)).toEqual(["a line without bytes", "a line without bytes"]);
  });

  test("stands there too where a file held the text in UTF-16", () => {
    const { opened } = open(new Uint8Array(Buffer.from(`\ufeff${TEXT}`, "utf16le")));
    const { start = 0, end = 0 } = opened.skipped[1] ?? {};
    expect(opened.text?.slice(start, end)).toBe("the response comes back");
  });

  test("is among the problems, each of which leads to its part", () => {
    const { opened, problems } = open(TEXT);
    const about = problems.filter(({ skipped }) => skipped !== null);
    expect(about.map(({ skipped }) => skipped)).toEqual([0, 1]);
    for (const { message, skipped } of about) expect(message).toContain(opened.skipped[skipped ?? 0]?.reason);
    expect(problems.length).toBeGreaterThan(about.length);
  });

  test("is told once of times that every line has", () => {
    const lines = Array.from({ length: 1200 }, (_, at) => `[2026-11-22T10:00:00.${String(at).padStart(4, "0")}Z] 82`);
    const { opened, problems } = open(lines.join("\n"));
    expect(opened.skipped).toHaveLength(1000);
    expect(problems.filter(({ skipped }) => skipped !== null)).toHaveLength(1);
  });

  test("is nothing where all was read", () => {
    expect(open("828684").opened).toMatchObject({ skipped: [], ambiguous: null, twoDirections: false });
  });
});

describe("two notations", () => {
  const NUMBERS = "202 206 204 101";

  test("the likelier is read, and the other named", () => {
    const { opened } = open(NUMBERS);
    expect(opened.format.id).toBe("octal");
    expect(opened.ambiguous).toMatchObject({ other: { id: "decimal", title: "decimal numbers" } });
    expect(opened.ambiguous?.message).toMatch(/octal numbers or decimal numbers/);
  });

  test("the other, once chosen, names the one before", () => {
    const { opened } = open(NUMBERS, { format: "decimal" });
    expect(opened.format.id).toBe("decimal");
    expect(opened.ambiguous).toMatchObject({ other: { id: "octal" } });
    expect(open(NUMBERS, { format: "octal" }).opened.ambiguous).toMatchObject({ other: { id: "decimal" } });
  });

  test("a third, once chosen, is not one of them", () => {
    expect(open("102 106 104 101", { format: "binary" }).opened.ambiguous).toBeNull();
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
  ["ellipsis.txt", /cut|short|…/i],
  ["nghttp.har", /HAR|archive/i],
  ["node-buffer-truncated.txt", /cut|short|more bytes/i],
])("%s is refused with the reason", async (file, reason) => {
  const octets = await readFile(new URL(`../paste/${file}`, import.meta.url));
  const opened: Opened = JSON.parse(new Inspector().open(octets, JSON.stringify(DEFAULT_OPTIONS)));
  if (opened.status !== "refused") throw new Error("it was read");
  expect(opened.message).toMatch(reason);
});
