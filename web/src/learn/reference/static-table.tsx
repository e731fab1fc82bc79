/** RFC 7541 Appendix A. */
import { useFunctions } from "../../inspector/inspector";
import { hex } from "../../ui/figures";
import { S } from "../marked";
import { SearchTable } from "./search-table";

export function StaticTable({ row }: { row: string | null }) {
  const strings = useFunctions((core) => core.appendices().staticTable);
  if (strings === null) return null;
  const lines = Array.from({ length: strings.length / 2 - 1 }, (_, at) => {
    const index = at + 1;
    const [name = "", value = ""] = strings.slice(2 * index);
    const byte = hex(0x80 | index);
    const cells = [<code key="name">{name}</code>, <code key="value">{value}</code>, <code key="byte">{byte}</code>];
    return { id: String(index), shown: String(index), text: `${index} ${name} ${value} ${byte}`, cells };
  });
  return (
    <>
      <p>
        The {lines.length} entries that every decoder knows <S at="A" />. The last column is the byte that stands for
        the whole entry, an indexed field. Where there is no value, that is a field with an empty value: usually only
        the name is used.
      </p>
      <SearchTable
        page="static-table"
        name="Static table"
        columns={["index", "name", "value", "as a whole field"]}
        lines={lines}
        row={row}
      />
    </>
  );
}
