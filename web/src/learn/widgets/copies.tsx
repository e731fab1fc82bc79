/** Both ends' copies of the table after each block of an example: they stay equal. */
import { useContext } from "react";
import { textOf } from "../../examples/texts";
import { Copies } from "../../explain/copies";
import { ChapterContext, useTried } from "../live/facts";

type Props = {
  /** One of the page's examples, by default the chapter's first one. */
  text?: string;
  most: [blocks: number, entries: number];
};

export function BothCopies({ text, most: [blocks, entries] }: Props) {
  const chapter = useContext(ChapterContext);
  const tried = useTried(text === undefined ? (chapter?.examples[0]?.text ?? "") : textOf(text));
  const tables = tried?.status === "ok" ? tried.blocks.slice(0, blocks).map(({ table }) => table) : [];
  return tables.map((table, block) => (
    <section key={block} aria-label={`After request ${block + 1}`}>
      <h3>After request {block + 1}</h3>
      {table !== null && (
        <Copies
          view={{ ...table, entries: table.entries.slice(0, entries) }}
          before={tables[block - 1] ?? null}
          of="requests"
        />
      )}
    </section>
  ));
}
