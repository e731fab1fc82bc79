/** What the RFCs require, with the chapter or the example that shows it. */
import { Section } from "../../ui/section";
import { PlaceLink } from "./place-link";
import { recordsOf } from "./records";
import text from "./rules.txt?raw";
import { SearchTable } from "./search-table";

const LEVEL = /(MUST NOT|MUST|SHOULD|MAY)/;

const LINES = recordsOf(text).map(([section = "", place = "", sentence = ""], at) => ({
  id: String(at + 1),
  shown: String(at + 1),
  text: `${section} ${sentence}`,
  cells: [
    <Section key="section" section={section} />,
    <span key="sentence">
      {sentence.split(LEVEL).map((part, number) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence
        number % 2 === 1 ? <strong key={number}>{part}</strong> : part,
      )}
    </span>,
    <PlaceLink key="place" place={place} />,
  ],
}));

export function Rules({ row }: { row: string | null }) {
  return (
    <>
      <p>
        What RFC 7541 says, and RFC 9113 about fields, in other words than theirs. MUST, MUST NOT, SHOULD and MAY are
        the RFCs’ own. Sections without an RFC are of RFC 7541.
      </p>
      <SearchTable
        page="rules"
        name="Rules"
        columns={["rule", "section", "what it says", "shown in"]}
        lines={LINES}
        row={row}
      />
    </>
  );
}
