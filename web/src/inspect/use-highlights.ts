/** Text highlights: the spelling of the selected and hovered bytes, or the culprit; and the skipped parts. */
import { useMemo } from "react";
import { useCached, useHovered, useSelectedContent, useSession } from "../session/inspector";
import { isOpening } from "../session/session";
import type { Lights, SkippedPart, TextRange } from "./text-ranges";

const NONE: readonly SkippedPart[] = [];

export function useHighlights(text: string): Lights {
  const opened = useSession((session) => session.opened);
  const busy = useSession(isOpening);
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over);
  const content = useSelectedContent();
  const input = useSession((session) => session.input);
  const refused = opened?.status === "refused" ? opened : null;
  const peek = useCached();
  const rowOf = (row: number | null) => (row === null ? null : peek((known) => known.row(row)));
  const row = rowOf(selection.row);
  const overRow = rowOf(over?.row ?? null);

  const culpritAt = refused?.offset ?? null;
  const culprit = useMemo(
    () => (culpritAt === null || busy ? null : { from: culpritAt, to: culpritAt + wholeLetter(text, culpritAt) }),
    [culpritAt, busy, text],
  );
  const selected = useMemo(() => {
    if (content === null || selection.block !== content.block || busy) return null;
    if (selection.byte !== null) return spelled(content.places, selection.byte, selection.byte + 1);
    const error = content.detail?.error ?? null;
    if (selection.error && error !== null) return spelled(content.places, error.fieldOffset, error.end);
    return row === null ? null : spelled(content.places, row.start, row.end);
  }, [content, selection, row, busy]);
  const hovered = useMemo(() => {
    if (content === null || over === null || over.block !== content.block) return null;
    if (over.byte !== null) return spelled(content.places, over.byte, over.byte + 1);
    return overRow === null ? null : spelled(content.places, overRow.start, overRow.end);
  }, [content, over, overRow]);
  // Highlights are valid only for the text they were found in.
  const isRead = !busy && input.kind === "text" && input.text === text;
  const parts = isRead && opened?.status === "ok" ? opened.skipped : null;
  const skipped = useMemo(
    () => parts?.map(({ start, end, reason }) => ({ from: start, to: end, reason })) ?? NONE,
    [parts],
  );
  return { selected, over: hovered, culprit, skipped };
}

/** Both UTF-16 units of a surrogate pair. */
export function wholeLetter(text: string, at: number): number {
  const letter = text.codePointAt(at);
  return letter !== undefined && letter > 0xffff ? 2 : 1;
}

/** The text that spells bytes [from, to); `places` has start and end of each byte. */
function spelled(places: Uint32Array, from: number, to: number): TextRange | null {
  const last = Math.min(to, places.length / 2) - 1;
  const start = places[2 * from];
  const end = places[2 * last + 1];
  return start === undefined || end === undefined || last < from ? null : { from: start, to: end };
}
