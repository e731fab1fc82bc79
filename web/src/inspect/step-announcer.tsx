/** Says the selected field to who does not see it, once the selection rests. */
import { useEffect, useRef } from "react";
import { sentence } from "../ui/section";
import { useRead, useSession } from "./inspector";

export function StepAnnouncer() {
  const { row: selected, fault: isFault, block } = useSession((session) => session.selection);
  const first = useRef(true);
  const said = useRead(
    async (reader) => {
      if (selected !== null) {
        const row = await reader.row(selected);
        if (row === null) return "";
        if (row.name.length === 0) return `Step ${row.row + 1}: ${row.value}`;
        return `Step ${row.row + 1}: ${row.name}${row.value.length === 0 ? ", empty value" : `: ${row.value}`}`;
      }
      if (!isFault) return "";
      const fault = (await reader.core.detail(block))?.fault;
      return fault ? `Fault: ${fault.code}, byte ${fault.at}. ${sentence(fault.message)}` : "";
    },
    [selected, isFault, block],
  );
  useEffect(() => {
    if (said) first.current = false;
  }, [said]);
  return (
    <p className="sr-only" role="status">
      {first.current ? "" : said}
    </p>
  );
}
