/** The notes on an example's bytes, each with its bytes and their places in the session. */
import type { Framing, Kind } from "../../engine/types";
import { leadOf } from "../../panes/lines";
import { useCachedOrLast, useSession } from "../../session/inspector";
import type { FramePlace, Selection } from "../../session/selection";
import { type ByteNote, type Chapter, hasFrames, type LearnExample } from "../chapters/chapter";
import { useTried } from "./facts";

/** A byte of the block, or of a frame around it. */
type Place = { byte: number } | { frame: FramePlace };

export type Note = ByteNote & {
  block: number;
  /** Both empty until known. */
  bytes: readonly number[];
  places: readonly Place[];
  /** Of its representation; frames have none. */
  kind: Kind | "error" | "none";
};

export function useIsOpen({ text }: LearnExample): boolean {
  return useSession(({ input }) => input.kind === "text" && input.text === text);
}

/** The title of the open example, or that it is an exercise's bytes; null while nothing is open. */
export function useOpenTitle({ examples }: Chapter): string | null {
  const text = useSession(({ input }) => (input.kind === "text" ? input.text : ""));
  return text === "" ? null : (examples.find((one) => one.text === text)?.title ?? "From the exercise");
}

/** Block by block; for frames in one list, with the bytes around the block. */
export function useNotes(example: LearnExample): Note[][] {
  const { text, options, notes } = example;
  const framed = hasFrames(example);
  const tried = useTried(text, options);
  const isOpen = useIsOpen(example);
  const framing = useCachedOrLast((known) => (framed && isOpen ? known.content(0).framing : null));
  const wire = framing === null ? [] : placesOf(framing);
  const written = text.replaceAll(/^#.*$/gm, "").match(/[0-9a-f]{2}/g) ?? [];
  return notes.map((notes, number) =>
    notes.map((note) => {
      const { from, to } = note;
      if (framed) {
        const bytes = written.slice(from, to).map((digits) => Number.parseInt(digits, 16));
        return { ...note, block: 0, bytes, places: wire.slice(from, to), kind: "none" };
      }
      const block = tried?.status === "ok" ? tried.blocks[number] : undefined;
      if (block === undefined) return { ...note, block: number, bytes: [], places: [], kind: "none" };
      const row = block.rows.find(({ start, end }) => start <= from && from < end);
      const bytes = block.bytes.slice(from, to);
      const places = bytes.map((_, at) => ({ byte: from + at }));
      return { ...note, block: number, bytes, places, kind: row?.kind ?? "error" };
    }),
  );
}

/** The bytes of a block's frames, in wire order. */
export function placesOf({ frames }: Framing): Place[] {
  return frames.flatMap((frame, nth) => {
    const own = (from: number, length: number): Place[] =>
      Array.from({ length }, (_, at) => ({ frame: { nth, at: from + at } }));
    const lead = leadOf(frame);
    const block = Array.from({ length: frame.end - frame.start }, (_, at) => ({ byte: frame.start + at }));
    return [...own(0, lead), ...block, ...own(lead, frame.padding)];
  });
}

/** True if one of the note's bytes is selected. */
export function isSelected({ block, places }: Note, selection: Selection): boolean {
  if (selection.block !== block) return false;
  const { frame: chosen = null, byte: chosenByte } = selection;
  return places.some((place) =>
    "byte" in place
      ? chosen === null && chosenByte === place.byte
      : chosen?.nth === place.frame.nth && chosen.at === place.frame.at,
  );
}

/** Whether a note is about bytes of the selected step; to an error belongs all that follows. */
export function useIsOfStep(): (note: Note) => boolean {
  const selection = useSession((session) => session.selection);
  const range = useCachedOrLast((known) => {
    const { row, error, frame = null } = selection;
    const block = known.block(selection.block);
    if (frame !== null || block === null) return null;
    if (!error) return row === null ? null : known.row(row);
    return { start: block.rows === 0 ? 0 : (known.row(block.firstRow + block.rows - 1)?.end ?? 0), end: Infinity };
  });
  return ({ block, places }) =>
    range !== null &&
    selection.block === block &&
    places.some((place) => "byte" in place && range.start <= place.byte && place.byte < range.end);
}
