/** Why a part of the text was skipped, next to the part under the pointer or caret. */

import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./source-text.module.css";
import { isRealPointerMove, partAt, partUnder, rangeIn, type SkippedPart } from "./text-ranges";

/** Handlers for the field, and the part under the pointer or caret. */
export function useSkipped(
  area: RefObject<HTMLTextAreaElement | null>,
  mirror: RefObject<HTMLElement | null>,
  parts: readonly SkippedPart[],
  named: SkippedPart | null,
) {
  const [pointed, setPointed] = useState<SkippedPart | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState<SkippedPart | null>(null);
  const under = pointed !== null && parts.includes(pointed) ? pointed : null;
  const held = caret === null ? null : partAt(parts, caret);
  const found = under ?? named ?? held;
  const part = found === closed ? null : found;
  // A closed reason can open again after the pointer or caret has left its part.
  useEffect(() => {
    if (found === null) setClosed(null);
  }, [found]);
  useEffect(() => {
    const follow = () => {
      if (area.current !== null && document.activeElement === area.current) setCaret(area.current.selectionStart);
    };
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, [area]);
  useEffect(() => {
    if (part === null) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") setClosed(part);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [part]);
  return {
    part,
    /** Handlers for the box around field and reason: the pointer may move onto the reason. */
    box: {
      onPointerLeave: () => setPointed(null),
    },
    field: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (isRealPointerMove(event)) setPointed(partUnder(mirror.current, parts, event.clientX, event.clientY));
      },
      onBlur: () => setCaret(null),
    },
  };
}

/** Gap between the reason and the edges of the box, CSS pixels. */
const ROOM = 4;

export function SkippedReason({
  id,
  part,
  mirror,
  scrolled,
}: {
  id: string;
  part: SkippedPart | null;
  mirror: RefObject<HTMLElement | null>;
  scrolled: number;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the text
  useLayoutEffect(() => {
    const element = note.current;
    if (element === null) return;
    const box = mirror.current?.getBoundingClientRect();
    const lines = rangeIn(mirror.current, part)?.getClientRects();
    if (box === undefined || lines === undefined) return;
    const seen = Array.from(lines).filter(({ top, bottom }) => bottom > box.top && top < box.bottom);
    const [first, last] = [seen.at(0), seen.at(-1)];
    element.hidden = first === undefined || last === undefined;
    if (first === undefined || last === undefined) return;
    const isBelow = last.bottom + element.offsetHeight <= box.bottom;
    const top = isBelow ? last.bottom - box.top : Math.max(first.top - box.top - element.offsetHeight, 0);
    const left = Math.min((isBelow ? last : first).left - box.left, box.width - element.offsetWidth - ROOM);
    element.style.top = `${top}px`;
    element.style.left = `${Math.max(left, ROOM)}px`;
  }, [part, mirror, scrolled]);
  return (
    <>
      {part !== null && (
        <p ref={note} id={id} className={styles.sourceReason} role="tooltip">
          {reasonText(part)}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {part !== null && reasonText(part)}
      </p>
    </>
  );
}

export function reasonText({ reason }: SkippedPart): string {
  return `Skipped: ${reason}`;
}
