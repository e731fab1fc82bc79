import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { STORIES } from "./paths.mjs";
import { FOLDERS, MOST_BYTES, moduleText } from "./stories.mjs";

type Case = { seqno: number; header_table_size?: number; wire: string };
type Folder = { id: string; stories: number; of: number; blocks: number };

const evaluate = async (text: string) => (await import(`data:text/javascript,${encodeURIComponent(text)}`)).default;

test("the list says what each folder's chunk holds: its blocks as they are, and nothing of their fields", async () => {
  const list: Folder[] = await evaluate(await moduleText("virtual:stories"));
  expect(list.map(({ id }) => id)).toEqual(FOLDERS);
  for (const { id, stories, of, blocks } of list) {
    const all: Case[][] = await evaluate(await moduleText(`virtual:stories/${id}`));
    expect([all.length, all.flat().length]).toEqual([stories, blocks]);
    expect(stories).toBeLessThanOrEqual(of);
    const bytes = all.flat().reduce((sum, { wire }) => sum + wire.length / 2, 0);
    expect(bytes > MOST_BYTES / 2 && bytes <= MOST_BYTES).toBe(true);
    const { cases } = JSON.parse(await readFile(path.join(STORIES, id, "story_00.json"), "utf8"));
    const expected = cases.map(({ seqno, header_table_size, wire }: Case) => ({ seqno, header_table_size, wire }));
    expect(all[0]).toEqual(expected);
  }
});
