/** Why a part of the text was passed over, beside the part that a person points at or puts the caret in. */

import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./source-text.module.css";
import { hasMoved, partAt, partUnder, rangeIn, type SkippedPart } from "./text-ranges";

/** What the field tells of the pointer and the caret, and the part that they are in. */
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
  // What was closed opens again once something else was pointed at.
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
    /** Of the box around the field and the reason: the pointer may go over to that. */
    box: {
      onPointerLeave: () => setPointed(null),
    },
    field: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (hasMoved(event)) setPointed(partUnder(mirror.current, parts, event.clientX, event.clientY));
      },
      onBlur: () => setCaret(null),
    },
  };
}

/** Room between the reason and the edges of the box, pixels. */
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
  /** How far the text is scrolled. */
  scrolled: number;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes along with the text
  useLayoutEffect(() => {
    const own = note.current;
    const box = mirror.current?.getBoundingClientRect();
    const lines = rangeIn(mirror.current, part)?.getClientRects();
    if (own === null || box === undefined || lines === undefined) return;
    const seen = Array.from(lines).filter(({ top, bottom }) => bottom > box.top && top < box.bottom);
    const [first, last] = [seen.at(0), seen.at(-1)];
    own.hidden = first === undefined || last === undefined;
    if (first === undefined || last === undefined) return;
    const isBelow = last.bottom + own.offsetHeight <= box.bottom;
    const top = isBelow ? last.bottom - box.top : Math.max(first.top - box.top - own.offsetHeight, 0);
    const left = Math.min((isBelow ? last : first).left - box.left, box.width - own.offsetWidth - ROOM);
    own.style.top = `${top}px`;
    own.style.left = `${Math.max(left, ROOM)}px`;
  }, [part, mirror, scrolled]);
  return (
    <>
      {part !== null && (
        <p ref={note} id={id} className={styles.sourceReason} role="tooltip">
          {saidOf(part)}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {part !== null && saidOf(part)}
      </p>
    </>
  );
}

/** The reason as a sentence begins. */
export function saidOf({ reason }: SkippedPart): string {
  return `Skipped: ${reason}`;
}
