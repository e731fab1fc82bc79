/** Announces the selected field to screen readers once the selection rests. */
import { useEffect, useRef } from "react";
import { useCachedOrLast, useSession } from "../session/inspector";
import { sentence } from "../ui/section";

export function StepAnnouncer() {
  const { row: selected, error: isError, block } = useSession((session) => session.selection);
  const first = useRef(true);
  const said = useCachedOrLast((known) => {
    if (selected !== null) {
      const row = known.row(selected);
      if (row === null) return "";
      if (row.name.length === 0) return `Step ${row.row + 1}: ${row.value}`;
      return `Step ${row.row + 1}: ${row.name}${row.value.length === 0 ? ", empty value" : `: ${row.value}`}`;
    }
    const error = isError ? known.content(block).detail?.error : null;
    return error ? `Error: ${error.code}, byte ${error.at}. ${sentence(error.message)}` : "";
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
