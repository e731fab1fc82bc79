/** Each term in a sentence. */
import { chapterById } from "../chapters/chapters";
import { Marked } from "../marked";
import { addressOf } from "../place";
import { slugOf } from "./records";
import { SearchTable } from "./search-table";
import { TERMS } from "./terms";

const LINES = TERMS.toSorted((one, other) => one.name.localeCompare(other.name, "en")).map((term) => ({
  id: slugOf(term.name),
  shown: term.name,
  text: [term.name, ...term.others, term.definition].join(" "),
  cells: [
    <Marked key="definition" text={term.definition} />,
    <a key="chapter" href={addressOf({ chapter: term.chapter })}>
      {chapterById(term.chapter)?.title}
    </a>,
  ],
}));

export function Glossary({ row }: { row: string | null }) {
  return (
    <SearchTable
      page="glossary"
      name="Glossary"
      columns={["term", "meaning", "first used in"]}
      lines={LINES}
      row={row}
    />
  );
}
