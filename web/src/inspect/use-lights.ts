/** What is lit up in the text: what spells the selected and the hovered bytes, or the culprit; and what is greyed. */
import { useMemo } from "react";
import { useHovered, useRead, useReader, useSelectedBytes, useSession } from "./inspector";
import type { Lights, SkippedPart, TextRange } from "./text-ranges";

const NONE: readonly SkippedPart[] = [];

export function useLights(text: string): Lights {
  const reader = useReader();
  const opened = useSession((session) => session.opened);
  const busy = useSession((session) => session.busy);
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over);
  const held = useSelectedBytes();
  const input = useSession((session) => session.input);
  const refused = opened?.status === "refused" ? opened : null;
  const fault = useRead(
    (reader) => (selection.fault ? reader.core.detail(selection.block) : null),
    [selection.block, selection.fault],
  );
  const row = useRead((reader) => (selection.row === null ? null : reader.row(selection.row)), [selection.row]);
  const overRow = over?.row == null ? null : reader.peekRow(over.row);

  const culpritAt = refused?.offset ?? null;
  const culprit = useMemo(
    () => (culpritAt === null || busy ? null : { from: culpritAt, to: culpritAt + wholeLetter(text, culpritAt) }),
    [culpritAt, busy, text],
  );
  const selected = useMemo(() => {
    if (held === null || selection.block !== held.block || busy) return null;
    if (selection.byte !== null) return spelled(held.places, selection.byte, selection.byte + 1);
    if (selection.fault && fault?.fault) {
      const { fieldOffset, at } = fault.fault;
      return spelled(held.places, fieldOffset, Math.max(at, fieldOffset) + 1);
    }
    if (row !== null && row.row === selection.row) return spelled(held.places, row.start, row.end);
    return null;
  }, [held, selection, fault, row, busy]);
  const hovered = useMemo(() => {
    if (held === null || over === null || over.block !== held.block) return null;
    if (over.byte !== null) return spelled(held.places, over.byte, over.byte + 1);
    return overRow === null ? null : spelled(held.places, overRow.start, overRow.end);
  }, [held, over, overRow]);
  // What was found in a text holds of no other.
  const isRead = !busy && input.kind === "text" && input.text === text;
  const parts = isRead && opened?.status === "ok" ? opened.skipped : null;
  const skipped = useMemo(
    () => parts?.map(({ start, end, reason }) => ({ from: start, to: end, reason })) ?? NONE,
    [parts],
  );
  return { selected, over: hovered, culprit, skipped };
}

/** A letter may take two UTF-16 units. */
export function wholeLetter(text: string, at: number): number {
  const letter = text.codePointAt(at);
  return letter !== undefined && letter > 0xffff ? 2 : 1;
}

/** Where bytes [from, to) are spelled; `places` holds start and end of each. */
function spelled(places: Uint32Array, from: number, to: number): TextRange | null {
  const last = Math.min(to, places.length / 2) - 1;
  const start = places[2 * from];
  const end = places[2 * last + 1];
  return start === undefined || end === undefined || last < from ? null : { from: start, to: end };
}
