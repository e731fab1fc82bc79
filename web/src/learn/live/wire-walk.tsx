/** Frames byte by byte: those of the block, and those around it. */

import type { Framing } from "../../engine/types";
import { useInspector, useRead, useSession } from "../../inspect/inspector";
import { octetsNamed } from "../../inspect/place-name";
import { type FramePlace, START } from "../../session/selection";
import type { LearnExample } from "../chapters/chapter";
import styles from "../learn.module.css";
import { Marked } from "../marked";
import { NoteLine, placed, useStepInSight } from "./walk";

/** A byte on the wire: of a frame, or of the block. */
type Place = { frame: FramePlace; octet: null; value: number } | { frame: null; octet: number; value: number };

/** The bytes of all frames of a block, in wire order. */
export function wirePlaces(framing: Framing, block: Uint8Array): Place[] {
  const places: Place[] = [];
  framing.frames.forEach((frame, nth) => {
    const around = frame.parts.flatMap(({ octets }) => octets);
    around.forEach((value, at) => {
      places.push({ frame: { nth, at }, octet: null, value });
    });
    for (let octet = frame.start; octet < frame.end; octet += 1) {
      places.push({ frame: null, octet, value: block[octet] ?? 0 });
    }
    for (let at = 0; at < frame.padding; at += 1) {
      places.push({ frame: { nth, at: around.length + at }, octet: null, value: 0 });
    }
  });
  return places;
}

export function WireWalk({ example, notes }: { example: LearnExample; notes: readonly string[] }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const isThat = useSession((session) => session.input.kind === "text" && session.input.text === example.text);
  const places = useRead(
    async (reader) => {
      const block = isThat ? await reader.block(0) : null;
      if (block === null) return null;
      const framing = await reader.capture?.core.framing(0);
      const { octets } = await reader.octets(0);
      const rows = await reader.rows(block.firstRow, block.firstRow + block.rows);
      return framing == null ? null : { all: wirePlaces(framing, octets), rows };
    },
    [isThat],
  );

  const walk = useStepInSight(places);

  function isSelected(place: Place): boolean {
    if (place.frame === null) return selection.frame == null && selection.octet === place.octet;
    return selection.frame?.nth === place.frame.nth && selection.frame.at === place.frame.at;
  }

  function isOfStep({ octet }: Place): boolean {
    const row = places?.rows.find(({ row }) => row === selection.row);
    return selection.frame == null && octet !== null && row !== undefined && octet >= row.start && octet < row.end;
  }

  function show(place: Place | undefined) {
    if (place === undefined) return;
    if (place.frame === null) inspector.selectOctet(0, place.octet);
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
              octets={Uint8Array.from(some, ({ value }) => value)}
              name={octetsNamed(from, to)}
              words={words}
              onShow={() => show(some[0])}
            />
          );
        })}
      </ol>
    </section>
  );
}
