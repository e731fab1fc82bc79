/** Both ends' copies of the table after each block of an example: they stay equal. */
import { useContext } from "react";
import { asShown } from "../../engine/shown-text";
import { textOf } from "../../examples/texts";
import { Copies } from "../../explain/copies";
import { ChapterContext, useTried } from "../live/facts";

const shown = (text: string | null) => (text === null ? null : asShown(text));

/** `text`: one of the page's examples, by default the chapter's first one. `most`: blocks, and entries of each table. */
export function BothCopies({
  text,
  most: [blocks, entries],
}: {
  text?: string;
  most: [blocks: number, entries: number];
}) {
  const chapter = useContext(ChapterContext);
  const tried = useTried(text === undefined ? (chapter?.examples[0]?.text ?? "") : textOf(text));
  if (tried?.status !== "ok") return null;
  const views = tried.blocks.slice(0, blocks).map(({ after, entries: all }) => ({
    ...{
      fill: after,
      atLeast: false,
      unknown: 0,
      pending: null,
      from: 0,
      inserted: null,
      evicted: [],
      evictedTotal: 0,
    },
    entries: all.slice(0, entries).map((entry) => ({ ...entry, name: shown(entry.name), value: shown(entry.value) })),
  }));
  return views.map((view, block) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed example
    <section key={block} aria-label={`After block ${block + 1}`}>
      <h3>After request {block + 1}</h3>
      <Copies view={view} before={views[block - 1] ?? null} of="requests" />
    </section>
  ));
}
