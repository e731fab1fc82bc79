/** The texts of the page's examples: they are what their names say, and a broken one is broken where the test data has it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BlockDetail } from "../../web/src/engine/types";
import { EXAMPLES } from "../appendix-c";
import malformed from "../data/malformed/malformed.json" with { type: "json" };
import { openText, readOf } from "./opening";

const FOLDER = new URL("../../web/src/examples/", import.meta.url);
const textOf = (id: string) => readFileSync(new URL(`${id}.txt`, FOLDER), "utf8");

/** The blocks of a text, as hex. */
function blocksOf(text: string): string[] {
  const blocks = text.split("\n\n").map((part) => part.replaceAll(/^#.*$/gm, "").replaceAll(/\s/g, ""));
  return blocks.filter((hex) => hex !== "");
}

/** “C.2.1” is offered as rfc7541-c2-1. */
const idOf = (section: string) => `rfc7541-${section.toLowerCase().replace(".", "").replaceAll(".", "-")}`;

test.each(EXAMPLES)("RFC 7541, $section, is offered as it is printed", ({ section, tableSize, blocks }) => {
  const text = textOf(idOf(section));
  expect(blocksOf(text)).toEqual(blocks.map(({ hex }) => hex));
  if (tableSize !== 4096) expect(text).toContain(`# initial table size ${tableSize}\n`);
});

const BROKEN = readdirSync(FOLDER).flatMap((name) => /^broken-(.*)\.txt$/.exec(name)?.[1] ?? []);

test("every kind of error has an example", () => expect(BROKEN).toHaveLength(12));

test.each(BROKEN)("a broken block: %s", (code) => {
  const text = textOf(`broken-${code}`);
  const last = blocksOf(text).at(-1);
  const data = malformed.cases.find(({ hex, expect }) => hex === last && expect.error === code);
  const { inspector, opened } = openText(text);
  const { undecodableBlocks: errors, firstError, blocks } = readOf(opened);
  expect([errors, firstError]).toEqual([1, blocks - 1]);
  const { error }: BlockDetail = JSON.parse(inspector.block(blocks - 1));
  expect(error).toMatchObject({ code, at: data?.expect.at, fieldOffset: data?.expect.field_offset });
});

const CAPTURES = readdirSync(FOLDER).flatMap((name) => /^(capture-.*)\.txt$/.exec(name)?.[1] ?? []);

test.each(CAPTURES)("a connection as text, %s, has the blocks of both sides, and none is broken", (id) => {
  const text = textOf(id);
  const { undecodableBlocks: errors, directions } = readOf(openText(text).opened);
  expect(errors).toBe(0);
  const [client, server] = [/^> /gm, /^< /gm].map((mark) => text.match(mark)?.length ?? 0);
  for (const [sender, blocks] of Object.entries({ client, server }))
    if (client || server) expect(directions).toContainEqual(expect.objectContaining({ sender, blocks }));
});
