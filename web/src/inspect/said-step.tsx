/** Says the selected field to who does not see it, once the selection rests. */
import { useEffect, useRef } from "react";
import { sentence } from "../ui/section";
import { useAnswer } from "../ui/use-answer";
import { useInspector, useSession } from "./inspector";

export function SaidStep() {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const { row: selected, fault: isFault, block } = useSession((session) => session.selection);
  const first = useRef(true);
  const said = useAnswer(async () => {
    if (selected !== null) {
      const row = await client.row(selected);
      if (row === null) return "";
      if (row.name.length === 0) return `Step ${row.row + 1}: ${row.value}`;
      return `Step ${row.row + 1}: ${row.name}${row.value.length === 0 ? ", empty value" : `: ${row.value}`}`;
    }
    if (!isFault) return "";
    const fault = (await client.core.detail(block))?.fault;
    return fault ? `Fault: ${fault.code}, byte ${fault.at}. ${sentence(fault.message)}` : "";
  }, [selected, isFault, block, opened]);
  useEffect(() => {
    if (said) first.current = false;
  }, [said]);
  return (
    <p className="sr-only" role="status">
      {first.current ? "" : said}
    </p>
  );
}
