/** Frames byte by byte: those of the block, and those around it. */

import { useMemo } from "react";
import type { Framing } from "../../engine/types";
import { useInspector, useRead, useSession } from "../../inspect/inspector";
import { bytesNamed } from "../../inspect/place-name";
import { type FramePlace, START } from "../../session/selection";
import type { LearnExample } from "../chapters/chapter";
import styles from "../learn.module.css";
import { Marked } from "../marked";
import { NoteLine, placed, useStepInSight } from "./walk";

/** A byte on the wire: of a frame, or of the block. */
type Place = { frame: FramePlace; byte: null; value: number } | { frame: null; byte: number; value: number };

/** The bytes of all frames of a block, in wire order. */
export function wirePlaces(framing: Framing, block: Uint8Array): Place[] {
  const places: Place[] = [];
  framing.frames.forEach((frame, nth) => {
    const around = frame.parts.flatMap(({ bytes }) => bytes);
    around.forEach((value, at) => {
      places.push({ frame: { nth, at }, byte: null, value });
    });
    for (let byte = frame.start; byte < frame.end; byte += 1) {
      places.push({ frame: null, byte, value: block[byte] ?? 0 });
    }
    for (let at = 0; at < frame.padding; at += 1) {
      places.push({ frame: { nth, at: around.length + at }, byte: null, value: 0 });
    }
  });
  return places;
}

export function WireWalk({ example, notes }: { example: LearnExample; notes: readonly string[] }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const isThat = useSession((session) => session.input.kind === "text" && session.input.text === example.text);
  const content = useRead((known) => (isThat && known.block(0) !== null ? known.content(0) : null));
  const rows = useRead((known) => known.rowsIn(0, known.block(0)?.rows ?? 0));
  const places = useMemo(() => {
    if (content === null || content.framing === null || rows === null) return null;
    return { all: wirePlaces(content.framing, content.bytes), rows };
  }, [content, rows]);

  const walk = useStepInSight(places);

  function isSelected(place: Place): boolean {
    if (place.frame === null) return selection.frame == null && selection.byte === place.byte;
    return selection.frame?.nth === place.frame.nth && selection.frame.at === place.frame.at;
  }

  function isOfStep({ byte }: Place): boolean {
    const row = places?.rows.find(({ row }) => row === selection.row);
    return selection.frame == null && byte !== null && row !== undefined && byte >= row.start && byte < row.end;
  }

  function show(place: Place | undefined) {
    if (place === undefined) return;
    if (place.frame === null) inspector.selectByte(0, place.byte);
    else inspector.select({ ...START, row: selection.row, frame: place.frame });
  }

  return (
    <section className={styles.walk} ref={walk} aria-label={`${example.title}, byte by byte`}>
      {example.about !== undefined && (
        <p>
          <Marked text={example.about} />
        </p>
      )}
      <ol className={styles.notes}>
        {placed(notes).map(({ from, to, words }) => {
          const some = places?.all.slice(from, to) ?? [];
          return (
            <NoteLine
              key={from}
              kind="none"
              here={some.some(isSelected)}
              near={some.some((place) => isSelected(place) || isOfStep(place))}
              bytes={Uint8Array.from(some, ({ value }) => value)}
              name={bytesNamed(from, to)}
              words={words}
              onShow={() => show(some[0])}
            />
          );
        })}
      </ol>
    </section>
  );
}
