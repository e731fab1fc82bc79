/** The first bits of the four representations and of the size update. */
import type { Kind } from "../../engine/types";
import { DataTable } from "../../ui/data-table";
import { KindName } from "../../ui/kind";

const ROWS: [byte: string, kind: Kind, adds: string][] = [
  ["1xxxxxxx", "indexed", "no"],
  ["01xxxxxx", "incremental", "yes"],
  ["0000xxxx", "without", "no"],
  ["0001xxxx", "never", "no, and no proxy may"],
  ["001xxxxx", "size-update", "no, but may evict some"],
];

export function FirstBits() {
  return (
    <DataTable className="mono" columns={["first byte", "kind", "adds an entry"]}>
      {ROWS.map(([byte, kind, adds]) => (
        <tr key={kind}>
          <td>{byte}</td>
          <td>
            <KindName kind={kind} />
          </td>
          <td>{adds}</td>
        </tr>
      ))}
    </DataTable>
  );
}
