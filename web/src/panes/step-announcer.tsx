/** Announces the selected field to screen readers once the selection rests. */
import { useEffect, useRef } from "react";
import { useRead, useSession } from "../inspector/inspector";
import { sentence } from "../ui/section";

export function StepAnnouncer() {
  const { row: selected, fault: isFault, block } = useSession((session) => session.selection);
  const first = useRef(true);
  const said = useRead((known) => {
    if (selected !== null) {
      const row = known.row(selected);
      if (row === null) return "";
      if (row.name.length === 0) return `Step ${row.row + 1}: ${row.value}`;
      return `Step ${row.row + 1}: ${row.name}${row.value.length === 0 ? ", empty value" : `: ${row.value}`}`;
    }
    const fault = isFault ? known.content(block).detail?.fault : null;
    return fault ? `Error: ${fault.code}, byte ${fault.at}. ${sentence(fault.message)}` : "";
  });
  useEffect(() => {
    if (said) first.current = false;
  }, [said]);
  return (
    <p className="sr-only" role="status">
      {first.current ? "" : said}
    </p>
  );
}
