/** The reference pages that are tables. */
import type { ComponentProps } from "react";
import { useFunctions } from "../../session/inspector";
import { hex } from "../../ui/figures";
import { canonical, EOS, symbolOf } from "../widgets/code-tree/code";
import qpack from "./qpack.txt?raw";
import { recordsOf, slugOf, TERMS } from "./records";
import rules from "./rules.txt?raw";
import { SearchTable } from "./search-table";

type Props = { row: string | null };

/** RFC 7541 Appendix A. */
export function StaticTable(props: Props) {
  const strings = useFunctions((core) => core.appendices().staticTable);
  if (strings === null) return null;
  const rows = Array.from({ length: strings.length / 2 - 1 }, (_, at) => {
    const index = at + 1;
    return [String(index), ...strings.slice(2 * index, 2 * index + 2), hex(0x80 | index)];
  });
  return (
    <SearchTable
      {...props}
      page="static-table"
      name="Static table"
      about={`The ${rows.length} entries that every decoder knows (RFC 7541 §A). The last column is the byte that stands for the whole entry, an indexed field. Without a value in the table, this byte is a field with an empty value: usually only the name of such an entry is used.`}
      columns={["index", "name", "value", "as a whole field"]}
      as="code"
      rows={rows}
    />
  );
}

/** RFC 7541 Appendix B in canonical order. */
export function CodeTable(props: Props) {
  const codes = useFunctions((core) => core.appendices().huffmanCode);
  if (codes === null) return null;
  const rows = canonical(codes).map(({ symbol, shown, code }) => [
    String(symbol),
    symbolOf({ shown }),
    symbol === EOS ? "–" : hex(symbol),
    // In bytes, the last one not full, as the RFC groups it.
    code.replaceAll(/.{8}(?=.)/g, "$& "),
    Number.parseInt(code, 2).toString(16),
    `${code.length} bits`,
  ]);
  return (
    <SearchTable
      {...props}
      page="codes"
      name="Code table"
      columnsOnPaper
      about="The Huffman code of all 256 bytes and EOS (RFC 7541 §B), in canonical order. The code counts up within a length, in byte order, and the next length starts at (last + 1), shifted left once for each bit that the codes grow: after `01001`, the last code of five bits, comes `010100`. So the lengths alone give all codes. To decode by hand, take five bits and look them up; if no code of five bits is equal to them, take another bit. No code is the beginning of another."
      columns={["number", "character", "byte", "code", "code in hex", "length"]}
      as="code"
      rows={rows}
    />
  );
}

const fixed = (table: Omit<ComponentProps<typeof SearchTable>, "row">) => (props: Props) => (
  <SearchTable {...table} {...props} />
);

/** What the RFCs require, with the chapter or the example that shows it. */
export const Rules = fixed({
  page: "rules",
  name: "Rules",
  about:
    "What RFC 7541 says, and RFC 9113 about fields, in other words than theirs. MUST, MUST NOT, SHOULD and MAY are the RFCs’ own. Sections without an RFC are of RFC 7541.",
  columns: ["rule", "section", "what it says", "shown in"],
  places: true,
  rows: recordsOf(rules).map(([section = "", place = "", sentence = ""], at) => [
    String(at + 1),
    section,
    sentence.replaceAll(/MUST NOT|MUST|SHOULD|MAY/g, "*$&*"),
    place,
  ]),
});

const GlossaryTable = fixed({
  page: "glossary",
  name: "Glossary",
  about: "Each term in a sentence.",
  columns: ["term", "meaning", "first used in"],
  places: true,
  rows: TERMS.toSorted((one, other) => one.name.localeCompare(other.name, "en")).map((term) => [
    term.name,
    term.definition,
    term.chapter,
  ]),
});

/** A term is also found by its other forms. */
export function Glossary({ row }: Props) {
  const named = TERMS.find(({ name, others }) => [name, ...others].some((form) => slugOf(form) === row));
  return <GlossaryTable row={named === undefined ? row : slugOf(named.name)} />;
}

/** HPACK next to the compression of HTTP/3. */
export const Qpack = fixed({
  page: "qpack",
  name: "HPACK and QPACK",
  about:
    "QPACK (RFC 9204 §1) compresses the fields of HTTP/3. It keeps the ideas of HPACK, and changes what depends on order: in QUIC the streams arrive independently, so that a block cannot count on all blocks sent before it. What stays: integers with a prefix, of which every implementation must decode those of up to 62 bits (RFC 9204 §4.1.1); strings with an H bit, whose prefix can be shorter (RFC 9204 §4.1.2); the Huffman code; 32 bytes of overhead an entry (RFC 9204 §3.2.1); and a bit N for never indexed (RFC 9204 §4.5.4).",
  columns: ["subject", "HPACK", "QPACK"],
  rows: recordsOf(qpack),
});
