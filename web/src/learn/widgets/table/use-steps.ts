/** The dynamic table after some steps: the real one, of a session of its own. */
import { useEffect, useLayoutEffect, useState } from "react";
import { EngineClient } from "../../../engine/client";
import type { BlockDetail, TableView } from "../../../engine/types";
import { useInspector } from "../../../inspect/inspector";
import { DEFAULT_OPTIONS } from "../../../session/options";
import { type Step, textOf } from "./steps";

/** Entries that are shown. */
const ENTRIES = 256;

export type After = {
  /** The steps that it is after. */
  steps: readonly Step[];
  table: TableView;
  /** Why the last block could not be decoded. */
  fault: BlockDetail["fault"];
};

/** Nothing happened yet. */
function beginning(maximum: number): TableView {
  const fill = { size: 0, maxSize: maximum, limit: maximum, count: 0 };
  return {
    fill,
    atLeast: false,
    unknown: 0,
    pending: null,
    from: 0,
    entries: [],
    inserted: null,
    evicted: [],
    evictedTotal: 0,
  };
}

async function decode(client: EngineClient, steps: readonly Step[], maximum: number): Promise<After | null> {
  const isNothing = steps.every((step) => step.do === "limit");
  if (isNothing) return { steps, table: beginning(maximum), fault: null };
  const options = { ...DEFAULT_OPTIONS, format: "hex", blocks: "blank" as const, maxTableSize: maximum };
  const found = await client.open(textOf(steps), options, null, () => {});
  if (found?.opened.status !== "ok") return null;
  const { opened, reader } = found;
  const table = await reader.core.table(0, opened.rows - 1, 0, ENTRIES);
  const { detail } = await reader.core.content(opened.blocks - 1);
  if (table === null) return null;
  // What the last block did is past when a limit came after it.
  const isPast = steps.at(-1)?.do === "limit";
  const at = isPast ? { ...table, inserted: null, evicted: [], evictedTotal: 0 } : table;
  return { steps, table: at, fault: detail?.fault ?? null };
}

/** null before the first answer. `maximum` is the table's at the start, bytes. */
export function useSteps(steps: readonly Step[], maximum: number): After | null {
  const [after, setAfter] = useState<After | null>(null);
  const { client: shared } = useInspector();
  const [client] = useState(() => new EngineClient(shared));
  useLayoutEffect(() => {
    client.begin();
    return () => client.end();
  }, [client]);
  useEffect(() => {
    let live = true;
    decode(client, steps, maximum).then(
      (after) => {
        if (live && after !== null) setAfter(after);
      },
      () => {},
    );
    return () => {
      live = false;
    };
  }, [client, steps, maximum]);
  return after;
}
